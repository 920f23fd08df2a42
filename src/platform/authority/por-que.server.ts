import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { z } from 'zod';
import type { UserActing } from '#kit/acting/acting.server.ts';
import { listed } from '#kit/br/text.ts';
import type { Database } from '#kit/db/database.server.ts';
import { guardsOf } from '#kit/fields/sensitive.ts';
import { answers } from '#kit/http/openapi.server.ts';
import { queryOf, recordIdOf } from '#kit/http/query.server.ts';
import type { Services } from '#kit/module/module.server.ts';
import type { ModuleDeclaration } from '#kit/module/module.ts';
import { refuse } from '#kit/refusal/refusal.ts';
import type { AnyRegistry } from '#kit/registry/registry.ts';
import type { Store } from '#kit/store/store.server.ts';
import { actingOf, type Sessions } from '#platform/session/session.server.ts';
import { ALL_COMPANIES } from './perfis.registry.ts';
import { usuarios } from './usuarios.registry.ts';

const step = z.object({ ok: z.boolean(), texto: z.string() });
type Step = z.infer<typeof step>;

/** A screen, report or record by its address. */
interface Asked {
  titulo: string;
  authority: string;
  registry?: AnyRegistry;
  path?: string;
  id?: number;
}

const address = z.string('Endereço é obrigatório').trim().min(1, 'Endereço é obrigatório').max(500, 'Endereço inválido');

/** The screen, report or record at an address of the product: `/sst/vacinas/7`, or the whole address with server and query. */
function askedAt(modules: readonly ModuleDeclaration[], text: string): Asked | undefined {
  const path = text
    .replace(/^[a-z]+:\/\/[^/]*/i, '')
    .replace(/[?#].*/s, '')
    .replace(/^\/+|(?<!\/)\/+$/g, '');
  const [, bare = path, id] = /^(.*?)\/([1-9]\d{0,14})$/.exec(path) ?? [];
  for (const { id: root, registries, screens = [], reports } of modules) {
    const screen = screens.find((one) => `${root}/${one.path}` === path);
    if (screen) return { titulo: screen.title, authority: screen.authority };
    const report = reports.find((one) => `${root}/relatorios/${one.id}` === path);
    if (report) return { titulo: report.title, authority: report.authority };
    const registry = registries.find((one) => `${root}/${one.id}` === bare);
    if (registry)
      return {
        titulo: registry.title,
        authority: registry.authority,
        registry,
        path: bare,
        ...(id === undefined ? {} : { id: Number(id) }),
      };
  }
  return undefined;
}

/** `GET /api/utilitario/usuarios/:id/por-que?endereco=`: whether a user sees a screen or a record in this company, and why, in words. */
export function registerPorQue(
  app: FastifyInstance,
  { db, store }: Pick<Services, 'db' | 'store'>,
  sessions: Sessions,
  modules: readonly ModuleDeclaration[],
): void {
  app.get(
    '/api/utilitario/usuarios/:id/por-que',
    {
      config: { authority: usuarios.authority },
      schema: {
        tags: [usuarios.title],
        summary: 'Por que um usuário vê, ou não vê, uma tela ou um registro',
        response: answers(
          z.object({
            usuario: z.string(),
            oQue: z.string(),
            ve: z.boolean(),
            passos: z.array(step),
            oculto: z.array(z.string()),
          }),
        ),
      },
    },
    async (request) => {
      const { acting, server } = request;
      const { endereco } = queryOf(request, { endereco: address });
      const id = recordIdOf(request);
      const user = (await store('utilitario/usuarios').readWhole(db, acting, id)) as unknown as { nome: string; ativo: boolean };
      const asked = askedAt(modules, endereco);
      if (!asked) throw refuse.invalid([{ field: 'endereco', message: 'Este endereço não é de uma tela nem de um registro' }]);
      const sentence = (authority: string) => server.authorities.get(authority)?.sentence ?? authority;
      const of = asked.path === undefined || asked.id === undefined ? undefined : { store: store(asked.path), id: asked.id };
      // Nobody learns of a record that they do not see themselves.
      if (of && !(acting.can(asked.authority) && (await sees(db, of, acting)))) throw refuse.notFound();

      const { versao } = await db.only<{ versao: number }>(sql`select versao from versao_acessos`);
      const theirs = actingOf({ id, nome: user.nome }, await sessions.accessOf(id, acting.empresaId, versao), request.id);
      const held = await db.query<{ nome: string; autoridades: string[] }>(sql`
        select distinct on (p.id) p.nome, p.autoridades from usuarios_acessos a join perfis p on p.id = a.perfil_id and p.ativo
        where a.registro_id = ${id} and (a.empresa_id = ${acting.empresaId} or ${ALL_COMPANIES} = any(p.autoridades)) order by p.id`);
      const giving = held.filter(({ autoridades }) => autoridades.includes(asked.authority)).map(({ nome }) => nome);
      const onlyWith = server.authorities.get(asked.authority)?.onlyWith ?? [];
      const has = theirs.can(asked.authority);
      const passos: Step[] = [
        { ok: user.ativo, texto: user.ativo ? 'A conta está ativa.' : 'A conta está inativa: não entra no sistema.' },
        held.length > 0
          ? {
              ok: true,
              texto: `Em ${acting.empresaNome} tem ${held.length === 1 ? 'o perfil' : 'os perfis'} ${listed(held.map(({ nome }) => nome))}.`,
            }
          : { ok: false, texto: `Não tem nenhum perfil ativo em ${acting.empresaNome}.` },
        {
          ok: has,
          texto: has
            ? `“${sentence(asked.authority)}” vem de ${listed(giving)}.`
            : giving.length > 0 && onlyWith.length > 0 && !onlyWith.some(theirs.can)
              ? `“${sentence(asked.authority)}” só vale junto com ${onlyWith.map((one) => `“${sentence(one)}”`).join(' ou ')}, que nenhum perfil que tem dá.`
              : giving.length > 0
                ? `A empresa não deixa ninguém ter “${sentence(asked.authority)}”.`
                : `Nenhum perfil que tem dá “${sentence(asked.authority)}”.`,
        },
      ];
      if (of && has) passos.push(await aboutRecord(db, of, theirs, [...server.authorities.keys()], sentence));
      const ve = passos.every(({ ok }) => ok);
      const nome = of && (await of.store.read(db, acting, of.id))[of.store.registry.label];
      return {
        usuario: user.nome,
        oQue: of ? `${asked.registry?.singular ?? ''} ${typeof nome === 'string' ? nome : of.id}` : asked.titulo,
        ve,
        passos,
        // Values that the user does not get even so.
        oculto: ve && asked.registry ? hiddenOf(asked.registry, theirs, sentence) : [],
      };
    },
  );
}

/** Whether somebody sees the record in a list of theirs. */
const sees = async (db: Database, { store, id }: { store: Store; id: number }, acting: Parameters<Store['count']>[1]) =>
  (await store.count(db, acting, { page: 0, size: 1, paged: true, sort: [], busca: '', where: [], ids: [id] })) > 0;

/** Why somebody who opens the registry sees one of its records or not: what they answer for, or one right more. */
async function aboutRecord(
  db: Database,
  of: { store: Store; id: number },
  theirs: UserActing,
  all: readonly string[],
  sentence: (authority: string) => string,
): Promise<Step> {
  if (await sees(db, of, theirs)) {
    const isOwn = !(await sees(db, of, { ...theirs, usuarioId: 0 }));
    return {
      ok: true,
      texto: isOwn
        ? 'O registro está no que é seu: nas áreas pelas quais responde.'
        : 'Vê todos os registros desta tela, sem limite de áreas.',
    };
  }
  for (const more of all) {
    if (theirs.can(more)) continue;
    if (await sees(db, of, { ...theirs, can: (authority) => authority === more || theirs.can(authority) }))
      return { ok: false, texto: `O registro está fora das áreas pelas quais responde, e não tem “${sentence(more)}”.` };
  }
  return { ok: false, texto: 'O registro não é desta empresa, ou não está entre os que esta pessoa vê.' };
}

/** The guarded fields that somebody does not get, with the rights that they lack. */
function hiddenOf(registry: AnyRegistry, theirs: UserActing, sentence: (authority: string) => string): string[] {
  const missing = new Set(
    Object.values(registry.fields).flatMap((field) =>
      [field, ...Object.values(field.fields ?? {})].flatMap((one) => guardsOf(one).filter((guard) => !theirs.can(guard))),
    ),
  );
  return [...missing].map(sentence);
}
