import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { z } from 'zod';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Database } from '#kit/db/database.server.ts';
import { demand } from '#kit/http/demand.server.ts';
import { answers, nothing } from '#kit/http/openapi.server.ts';
import { paramOf, queryOf, recordIdOf } from '#kit/http/query.server.ts';
import { forUsers } from '#kit/http/serves.server.ts';
import type { ModuleDeclaration } from '#kit/module/module.ts';
import { refuse } from '#kit/refusal/refusal.ts';
import { MOST_KEPT } from './mensagens.server.ts';
import type { MessageTypes } from './modelos-mensagens.server.ts';

/** RUL-226: a box shows the latest messages; its own page shows more. */
const IN_A_BOX = 30;
const ON_A_PAGE = 500;
const BRIEF = 120;

/** A message under the field names of document 3 §3. */
interface Mensagem {
  id: number;
  usuarioMensagemId: number;
  remetente: string;
  data: string;
  titulo: string;
  texto: string;
  textoAbreviado: string;
  lida: boolean;
  link: string | null;
  target: '_self';
}

interface Organizacao {
  caixasDireita: string[];
  caixasEsquerda: string[];
  caixasMinimizadas: string[];
}

const names = z.array(z.string().max(60)).max(100);
const organizacao = z.object({
  caixasDireita: names.default([]),
  caixasEsquerda: names.default([]),
  caixasMinimizadas: names.default([]),
});

const mensagem = z.object({
  id: z.int(),
  usuarioMensagemId: z.int(),
  remetente: z.string(),
  data: z.iso.datetime({ offset: true }),
  titulo: z.string(),
  texto: z.string(),
  textoAbreviado: z.string(),
  lida: z.boolean(),
  link: z.string().nullable(),
  target: z.string(),
});
const caixa = z.object({
  tipo: z.string(),
  titulo: z.string(),
  total: z.int(),
  naoLidas: z.int(),
  minimizado: z.boolean(),
  mensagens: z.array(mensagem),
});
const preferencia = z.object({ tipo: z.string(), titulo: z.string(), email: z.boolean(), resumo: z.boolean() });

const config = forUsers;
const tags = ['Mensagens'];

type Boxes = readonly ModuleDeclaration[];

/** The message boxes of the user in the present company: one for each module with messages. */
export function registerCaixas(app: FastifyInstance, db: Database, modules: Boxes, types: MessageTypes): void {
  const boxes = modules.filter(({ id }) =>
    [...types.values()].some((type) => type.id.startsWith(`${id}/`) && type.channels.includes('inbox')),
  );
  registerMessages(app, db, boxes);
  registerOrganization(app, db, boxes);
  registerPreferences(app, db, types);
}

const messagesIn = (db: Database, { usuarioId, empresaId }: Acting, box: string, most: number) =>
  db.query<Mensagem>(sql`
    select m.id, x.id as "usuarioMensagemId", m.remetente, m.criada_em as data, m.assunto as titulo, m.texto,
      case when length(m.texto) > ${BRIEF} then left(m.texto, ${BRIEF - 1}) || '…' else m.texto end as "textoAbreviado", x.lida, m.link, '_self' as target
    from usuarios_mensagens x join mensagens m on m.id = x.mensagem_id
    where x.usuario_id = ${usuarioId} and x.empresa_id = ${empresaId} and x.caixa = ${box}
    order by x.id desc limit ${most}`);

/** Calls on the messages of the boxes: list, mark, remove. */
function registerMessages(app: FastifyInstance, db: Database, boxes: Boxes): void {
  // CALL-017; with `tipo` a single box, for its own page.
  app.get(
    '/api/userinfo/mensagens',
    { config, schema: { tags, summary: 'Minhas caixas de mensagens', response: answers(z.array(caixa)) } },
    async (request) => {
      const { acting } = request;
      const { tipo } = queryOf(request, { tipo: z.string().max(60).optional() });
      const asked = boxes.filter(({ id }) => tipo === undefined || id === tipo);
      if (tipo !== undefined && asked.length === 0) throw refuse.notFound();
      const counts = await db.query<{ caixa: string; total: number; naoLidas: number }>(sql`
      select c.caixa, count(*)::int as total, (count(*) filter (where not x.lida))::int as "naoLidas"
      from unnest(${boxes.map(({ id }) => id)}::text[]) c(caixa) cross join lateral (
        select lida from usuarios_mensagens where usuario_id = ${acting.usuarioId} and empresa_id = ${acting.empresaId} and caixa = c.caixa
        order by id desc limit ${MOST_KEPT}) x group by 1`);
      const countOf = (box: string) => counts.find(({ caixa }) => caixa === box) ?? { total: 0, naoLidas: 0 };
      // An empty box of a module that the user may not open would only be in the way.
      const shown = asked.filter((module) => countOf(module.id).total > 0 || opens(module, acting));
      const { caixasMinimizadas } = await organizationOf(db, boxes, acting);
      return Promise.all(
        shown.map(async ({ id, title }) => {
          const { total, naoLidas } = countOf(id);
          const most = tipo === undefined ? IN_A_BOX : ON_A_PAGE;
          return {
            tipo: id,
            titulo: title,
            total,
            naoLidas,
            minimizado: caixasMinimizadas.includes(id),
            mensagens: total > 0 ? await messagesIn(db, acting, id, most) : [],
          };
        }),
      );
    },
  );

  // CALL-018
  app.delete(
    '/api/userinfo/mensagens/:id',
    { config, schema: { tags, summary: 'Remover uma mensagem', response: { 204: nothing('removida') } } },
    async (request, reply) => {
      const { usuarioId, empresaId } = request.acting;
      const gone = await db.query<{ mensagem: number }>(sql`
      delete from usuarios_mensagens where id = ${recordIdOf(request)} and usuario_id = ${usuarioId} and empresa_id = ${empresaId} returning mensagem_id as mensagem`);
      if (gone.length === 0) throw refuse.notFound();
      return reply.status(204).send();
    },
  );

  // CALL-019
  app.patch(
    '/api/userinfo/mensagens/:id/lida/:value',
    { config, schema: { tags, summary: 'Marcar uma mensagem como lida ou não lida', response: { 204: nothing('marcada') } } },
    async (request, reply) => {
      const { usuarioId, empresaId } = request.acting;
      const value = paramOf(request, 'value');
      if (value !== 'true' && value !== 'false') throw refuse.invalid([{ field: 'value', message: 'Informe true ou false' }]);
      const found = await db.query(sql`
        update usuarios_mensagens set lida = ${value === 'true'}
        where id = ${recordIdOf(request)} and usuario_id = ${usuarioId} and empresa_id = ${empresaId} returning id`);
      if (found.length === 0) throw refuse.notFound();
      return reply.status(204).send();
    },
  );
}

const opens = ({ registries, reports, screens = [] }: ModuleDeclaration, { can }: Acting) =>
  [...registries, ...reports, ...screens].some(({ authority }) => can(authority));

/** Boxes that nobody has moved stand in turns: one on the left, one on the right. */
const inTurns = (boxes: readonly string[], side: 0 | 1) => boxes.filter((_, place) => place % 2 === side);

const organizationOf = async (db: Database, boxes: Boxes, { usuarioId }: Acting): Promise<Organizacao> => {
  const kept = (await db.one<Organizacao>(sql`
    select caixas_direita as "caixasDireita", caixas_esquerda as "caixasEsquerda", caixas_minimizadas as "caixasMinimizadas"
    from usuarios_caixas_mensagens where usuario_id = ${usuarioId}`)) ?? {
    caixasDireita: [],
    caixasEsquerda: [],
    caixasMinimizadas: [],
  };
  const known = [...kept.caixasDireita, ...kept.caixasEsquerda];
  const others = boxes.map(({ id }) => id).filter((id) => !known.includes(id));
  return {
    ...kept,
    caixasEsquerda: [...kept.caixasEsquerda, ...inTurns(others, 0)],
    caixasDireita: [...kept.caixasDireita, ...inTurns(others, 1)],
  };
};

/** Calls on the arrangement of a user's boxes. */
function registerOrganization(app: FastifyInstance, db: Database, boxes: Boxes): void {
  // CALL-013 and CALL-014
  app.get(
    '/api/userinfo/usuario/caixa-mensagens',
    { config, schema: { tags, summary: 'Organização das minhas caixas', response: answers(organizacao) } },
    ({ acting }) => organizationOf(db, boxes, acting),
  );
  app.put(
    '/api/userinfo/usuario/caixa-mensagens',
    { config, schema: { tags, summary: 'Organizar as minhas caixas', response: { 204: nothing('gravado') } } },
    async ({ acting, body }, reply) => {
      const { caixasMensagens } = demand(z.object({ caixasMensagens: organizacao }), body);
      const known = (sent: string[]) => [...new Set(sent)].filter((one) => boxes.some(({ id }) => id === one));
      const direita = known(caixasMensagens.caixasDireita);
      const esquerda = known(caixasMensagens.caixasEsquerda).filter((one) => !direita.includes(one));
      const minimizadas = known(caixasMensagens.caixasMinimizadas);
      await db.query(sql`
        insert into usuarios_caixas_mensagens values (${acting.usuarioId}, ${direita}, ${esquerda}, ${minimizadas})
        on conflict (usuario_id) do update set caixas_direita = excluded.caixas_direita, caixas_esquerda = excluded.caixas_esquerda,
          caixas_minimizadas = excluded.caixas_minimizadas`);
      return reply.status(204).send();
    },
  );
}

/** Calls on the messages that a user also wants by mail. */
function registerPreferences(app: FastifyInstance, db: Database, types: MessageTypes): void {
  const optional = [...types.values()].filter(({ channels, always }) => channels.includes('mail') && !always);
  app.get(
    '/api/userinfo/mensagens/preferencias',
    { config, schema: { tags, summary: 'Que mensagens recebo por e-mail', response: answers(z.array(preferencia)) } },
    async ({ acting }) => {
      const refused = new Set(
        (
          await db.query<{ tipo: string }>(sql`select tipo from usuarios_emails_recusados where usuario_id = ${acting.usuarioId}`)
        ).map(({ tipo }) => tipo),
      );
      return optional.map(({ id, title, digest = false }) => ({
        tipo: id,
        titulo: title,
        email: !refused.has(id),
        resumo: digest,
      }));
    },
  );
  app.put(
    '/api/userinfo/mensagens/preferencias',
    { config, schema: { tags, summary: 'Receber ou não uma mensagem por e-mail', response: { 204: nothing('gravado') } } },
    async ({ acting, body }, reply) => {
      const { tipo, email } = demand(
        z.object({ tipo: z.string('Mensagem é obrigatória'), email: z.boolean('Informe true ou false') }),
        body,
      );
      if (!optional.some(({ id }) => id === tipo)) throw refuse.invalid([{ field: 'tipo', message: 'Mensagem desconhecida' }]);
      await db.query(
        email
          ? sql`delete from usuarios_emails_recusados where usuario_id = ${acting.usuarioId} and tipo = ${tipo}`
          : sql`insert into usuarios_emails_recusados values (${acting.usuarioId}, ${tipo}) on conflict do nothing`,
      );
      return reply.status(204).send();
    },
  );
}
