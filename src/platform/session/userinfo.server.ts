import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { z } from 'zod';
import { EVERY_USER } from '#kit/acting/world.ts';
import type { Database } from '#kit/db/database.server.ts';
import { demand } from '#kit/http/demand.server.ts';
import { answers, named, nothing } from '#kit/http/openapi.server.ts';
import { paramOf } from '#kit/http/query.server.ts';
import { forAnybody, forUsers } from '#kit/http/serves.server.ts';
import type { Authority, ModuleDeclaration } from '#kit/module/module.ts';
import { refuse } from '#kit/refusal/refusal.ts';
import { companiesOf } from '#platform/authority/access.server.ts';
import { ALL_COMPANIES } from '#platform/authority/perfis.registry.ts';
import { companySettings } from '#platform/empresa/empresas.registry.ts';
import { favouritesOf } from '#platform/menu/favoritos.server.ts';
import { menuFor } from '#platform/menu/menu.ts';
import type { Seen, Sessions } from './session.server.ts';
import { sessionList } from './tokens.server.ts';

/** As whom somebody sees the system, by name. */
const seenAs = async (db: Database, { usuario, perfil }: Seen) =>
  usuario
    ? db.one(sql`select 'usuario' as tipo, id, nome from usuarios where id = ${usuario}`)
    : db.one(sql`select 'perfil' as tipo, id, nome from perfis where id = ${perfil}`);

/** As the wire calls the parts of an authority. */
const PARTS = { registry: 'cadastro', report: 'relatorio', screen: 'tela', own: 'outra' } as const;
const DEEDS = { see: 'ver', edit: 'editar', remove: 'excluir' } as const;

const anybody = { authenticated: z.boolean(), versao: z.string(), emailSuporte: z.string().nullable() };
const settingsOf = z.looseObject({});

/** With a session, or without. */
const userinfo = z.union([
  z.object({ ...anybody, autenticado: z.literal(false), expired: z.boolean() }),
  z.object({
    ...anybody,
    autenticado: z.literal(true),
    expired: z.boolean(),
    autenticadoRh: z.boolean(),
    usuario: named.extend({ cpf: z.string() }),
    empresa: named.loose(),
    empresas: z.array(named),
    vendoComo: named.extend({ tipo: z.enum(['usuario', 'perfil']) }).nullable(),
    autoridades: z.array(z.string()),
    authorities: z.array(z.string()),
    menu: z.array(z.looseObject({ titulo: z.string() })),
    favoritos: z.array(z.string()),
    parametros: settingsOf,
    arvores: z.array(z.string()),
    parametrosDoSistema: settingsOf.extend({ appVersao: z.string() }),
    possuiSst: z.boolean(),
    usuarioFortes: z.boolean(),
    horaExpiracao: z.null(),
    linkChat: z.null(),
    aceitoPoliticaSeguranca: z.boolean(),
    enviaEmail: z.boolean(),
  }),
]);

export function registerUserinfo(
  app: FastifyInstance,
  db: Database,
  sessions: Sessions,
  modules: readonly ModuleDeclaration[],
  /** settings of the whole installation, by name */
  installationSettings: readonly string[],
  { version, emailSuporte, enviaEmail }: { version: string; emailSuporte: string | null; enviaEmail: boolean },
): void {
  // The settings that the browser needs before any other request (document 1 §3).
  const settings = [...companySettings, 'camposExtras', ...installationSettings];
  const config = forUsers;
  const arvores = modules.flatMap(({ id, registries }) =>
    registries.flatMap((registry) => (registry.tree === undefined ? [] : [`${id}/${registry.id}`])),
  );
  const tags = ['Sessão'];

  app.get(
    '/api/userinfo',
    {
      config: { ...forAnybody, limits: 'free' },
      schema: { tags, summary: 'Quem está conectado, com menu, autorizações e empresas', response: answers(userinfo) },
    },
    async (request) => {
      if (!(await sessions.recognise(request)))
        return { autenticado: false, authenticated: false, expired: false, versao: version, emailSuporte };
      const { acting, access, usuario } = request;
      const parametros = Object.fromEntries(settings.map((name) => [name, access.settings[name]]));
      return {
        autenticado: true,
        authenticated: true,
        expired: false,
        autenticadoRh: true,
        usuario,
        empresa: access.empresa,
        empresas: request.vendo ? [{ id: acting.empresaId, nome: acting.empresaNome }] : await companiesOf(db, usuario.id),
        vendoComo: request.vendo ? await seenAs(db, request.vendo) : null,
        autoridades: [...access.authorities],
        authorities: [...access.authorities],
        menu: menuFor(modules, (authority) => authority === EVERY_USER || acting.can(authority)),
        favoritos: await favouritesOf(db, usuario.id),
        parametros,
        arvores,
        parametrosDoSistema: { ...parametros, appVersao: version },
        possuiSst: modules.some(({ id }) => id === 'sst'),
        usuarioFortes: false,
        horaExpiracao: null,
        linkChat: null,
        aceitoPoliticaSeguranca: true,
        versao: version,
        emailSuporte,
        enviaEmail,
      };
    },
  );

  app.put(
    '/api/userinfo/empresa',
    { config, schema: { tags, summary: 'Trocar de empresa', response: answers(named) } },
    async (request) => {
      const { empresaId } = demand(
        z.object({ empresaId: z.int('Empresa é obrigatória').positive('Empresa é obrigatória') }),
        request.body,
      );
      const company = (await companiesOf(db, request.usuario.id)).find(({ id }) => id === empresaId);
      if (!company) throw refuse.notFound();
      await sessions.enter(request, empresaId);
      return company;
    },
  );

  app.get(
    '/api/userinfo/sessoes',
    {
      config,
      schema: {
        tags,
        summary: 'Minhas sessões',
        response: answers(sessionList),
      },
    },
    async (request) => sessions.listOf(request, request.usuario.id),
  );

  app.delete(
    '/api/userinfo/sessoes',
    {
      config,
      schema: { tags, summary: 'Encerrar as minhas outras sessões', response: answers(z.object({ encerradas: z.int() })) },
    },
    async (request) => ({ encerradas: await sessions.closeOthers(request, request.usuario.id) }),
  );

  app.get(
    '/api/userinfo/empresa/:id/valid',
    { config, schema: { tags, summary: 'A empresa é a da sessão?', response: answers(z.boolean()) } },
    async (request) => String(request.acting.empresaId) === paramOf(request, 'id'),
  );

  app.get(
    '/api/userinfo/areas-organizacionais/posui-permissao-areas',
    { config, schema: { tags, summary: 'Vê todas as áreas?', response: answers(z.object({ possuiPermissao: z.boolean() })) } },
    async (request) => ({
      possuiPermissao: request.acting.can('ROLE_CAD_AREA_ORGANIZACIONAL') || request.acting.can(ALL_COMPANIES),
    }),
  );

  // CALL-015, with `url` in the address or in the body. Which screens somebody uses is kept in their browser alone.
  app.post(
    '/api/userinfo/sensedata',
    { config, schema: { tags, summary: 'Uso de uma tela: recebido, e não guardado', response: { 204: nothing('recebido') } } },
    (_request, reply) => reply.status(204).send(),
  );

  app.get(
    '/api/autoridades',
    {
      config: { authority: 'ROLE_CAD_PERFIL' },
      schema: {
        tags,
        summary: 'Autorizações que um perfil pode ter',
        response: answers(
          z.array(
            z.object({
              autoridade: z.string(),
              descricao: z.string(),
              grupo: z.string(),
              parte: z.enum(Object.values(PARTS)),
              recurso: z.string(),
              ato: z.enum(Object.values(DEEDS)).nullable(),
              valeCom: z.array(z.string()),
              concedivel: z.boolean(),
            }),
          ),
        ),
      },
    },
    async (request) =>
      [...request.server.authorities].map(([autoridade, { sentence, group, part, resource, deed, onlyWith }]) => ({
        autoridade,
        descricao: sentence,
        grupo: group,
        parte: PARTS[part],
        recurso: resource,
        ato: deed ? DEEDS[deed] : null,
        valeCom: [...onlyWith],
        concedivel: request.acting.can(autoridade),
      })),
  );
}

declare module 'fastify' {
  interface FastifyInstance {
    authorities: ReadonlyMap<string, Authority>;
  }
}
