import type { FastifyInstance } from 'fastify';
import sql, { empty, type Sql } from 'sql-template-tag';
import { z } from 'zod';
import type { Acting } from '#kit/acting/acting.server.ts';
import { fold } from '#kit/br/text.ts';
import type { Database, Queryable, Tx } from '#kit/db/database.server.ts';
import { containing } from '#kit/db/like.ts';
import { recordId } from '#kit/fields/reference.ts';
import { demandForm } from '#kit/form/demand-form.server.ts';
import { demand } from '#kit/http/demand.server.ts';
import { named, withAnswer, withoutContent } from '#kit/http/openapi.server.ts';
import { inQuery, queryOf, recordIdOf } from '#kit/http/query.server.ts';
import { forUsers } from '#kit/http/serves.server.ts';
import type { KeptAlone, Services } from '#kit/module/module.server.ts';
import { NOTHING, type Todo, waitingIn } from '#kit/module/todo.server.ts';
import { Refusal, refuse } from '#kit/refusal/refusal.ts';
import { onceHeader } from '#kit/store/described.server.ts';
import { createOnce, ONCE } from '#kit/store/sent-once.server.ts';
import { respondemPela } from '#modules/estrutura/public.server.ts';
import { lideradosPor, souEu, TRABALHA, talentosVisiveis } from '#modules/gestao-talentos/public.server.ts';
import { nomeiaCadastros } from '#platform/audit/log.registry.ts';
import { notify } from '#platform/mensagens/mensagens.server.ts';
import { countAt } from '#platform/session/throttle.server.ts';
import { usuariosDe } from '../pdi/quem.server.ts';
import {
  type FeedbackLido,
  feedback,
  MAIS_FEEDBACKS,
  ORDEM_DAS_PARTILHAS,
  type Partilha,
  partilhas,
  tiposDeFeedback,
} from './feedback.ts';
import { feedbackRecebido } from './feedbacks.messages.ts';

const PATH = '/api/avaliacao/feedbacks';

nomeiaCadastros({ feedbacks: 'Feedbacks e Conversas' });

const answer = z.object({
  id: z.int(),
  versao: z.int(),
  tipo: z.enum(Object.keys(tiposDeFeedback) as FeedbackLido['tipo'][]),
  data: z.iso.date(),
  colaborador: named,
  autor: z.string(),
  meu: z.boolean(),
  partilha: z.enum(ORDEM_DAS_PARTILHAS),
  texto: z.string().nullable(),
  combinado: z.string().nullable(),
  leitores: z.array(z.object({ nome: z.string(), lidoEm: z.string().nullable() })),
  podeMudar: z.boolean(),
});

/** The ids of what was shared with a talent, as whom it is about or as one of those who led that person then. */
const recebidos = (eu: number): Sql => sql`
  select id from feedbacks where colaborador_id = ${eu} and partilha <> 'E'
  union select feedback_id from feedbacks_lideres where colaborador_id = ${eu}`;

/** The talent that the acting user is. */
const euDe = (db: Queryable, acting: Acting) => db.one<{ id: number }>(sql`select t.id from talentos t where ${souEu(acting)}`);

/** Over `f`: the acting user wrote it. Whoever sees the system as somebody else reads nobody's, not even their own. */
const escrevi = (acting: Acting): Sql =>
  acting.kind === 'usuario' && !acting.viewing ? sql`f.autor_id = ${acting.usuarioId}` : sql`false`;

/** Whoever has written, whether they shared it or not: they read it as its author. */
export const escreveu: KeptAlone = async (tx, usuarioId) =>
  (await tx.one(sql`select 1 from feedbacks where autor_id = ${usuarioId} limit 1`)) !== undefined;

/** Somebody other than its author has opened it. */
const LIDO = sql`(f.lido_em is not null or exists (select from feedbacks_lideres l where l.feedback_id = f.id and l.lido_em is not null))`;

/** The feedbacks that the acting user wrote, or that were shared with them. */
async function feedbacksDe(db: Queryable, acting: Acting, quais: Sql): Promise<FeedbackLido[]> {
  const eu = (await euDe(db, acting))?.id ?? null;
  return db.query<FeedbackLido>(sql`
    select x.id, x.versao, x.tipo, x.data::text as data, x.colaborador, x.autor, x.meu, x.partilha,
      case when x.aberto then x.texto end as texto, case when x.aberto then x.combinado end as combinado,
      case when x.meu then x.leitores else '[]'::jsonb end as leitores, x.meu and not x.lido as "podeMudar"
    from (
      select f.*, jsonb_build_object('id', d.id, 'nome', d.nome) as colaborador, u.nome as autor, ${escrevi(acting)} as meu, ${LIDO} as lido,
        ${escrevi(acting)}
          or coalesce(f.lido_em is not null and f.colaborador_id = ${eu}::bigint, false)
          or exists (select from feedbacks_lideres l where l.feedback_id = f.id and l.lido_em is not null and l.colaborador_id = ${eu}::bigint) as aberto,
        case when f.partilha = 'E' then '[]'::jsonb else jsonb_build_array(jsonb_build_object('nome', d.nome, 'lidoEm', f.lido_em)) || coalesce((
          select jsonb_agg(jsonb_build_object('nome', t.nome, 'lidoEm', l.lido_em) order by t.nome_ord)
          from feedbacks_lideres l join talentos t on t.id = l.colaborador_id where l.feedback_id = f.id), '[]'::jsonb) end as leitores
      from (
        select f.* from feedbacks f where f.empresa_id = ${acting.empresaId} and ${quais} and f.id in (
          select f.id from feedbacks f where f.empresa_id = ${acting.empresaId} and ${escrevi(acting)} ${eu === null ? empty : sql`union ${recebidos(eu)}`})
        order by f.data desc, f.id desc limit ${MAIS_FEEDBACKS}) f
      join talentos d on d.id = f.colaborador_id join usuarios u on u.id = f.autor_id
    ) x order by x.data desc, x.id desc`);
}

const umFeedback = async (db: Queryable, acting: Acting, id: number): Promise<FeedbackLido> => {
  const [found] = await feedbacksDe(db, acting, sql`f.id = ${id}`);
  if (!found) throw refuse.notFound();
  return found;
};

/** Over alias `t`: people about whom the acting user may write: those they lead or are led by, their area, and those whom their profile shows. */
async function pessoasDe(db: Queryable, acting: Acting): Promise<Sql> {
  const eu = await db.one<{ id: number; area: number | null }>(
    sql`select t.id, t.area_atual_id as area from talentos t where ${souEu(acting)}`,
  );
  const perto = eu?.area
    ? sql`(t.area_atual_id = ${eu.area} or t.id in (${respondemPela(sql`${eu.area}::bigint`, acting.today)}))`
    : sql`false`;
  const porPerfil = acting.can('ROLE_CAD_TALENTO') ? sql`(${talentosVisiveis(acting)})` : sql`false`;
  return sql`(t.empresa_id = ${acting.empresaId} and ${TRABALHA} and t.id is distinct from ${eu?.id ?? null}::bigint
    and (${lideradosPor(acting)} or ${perto} or ${porPerfil}))`;
}

/** Makes it known to those with whom it is shared now, and was not before. */
async function partilha(tx: Tx, acting: Acting, id: number, antes: Partilha): Promise<void> {
  const { tipo, para, colaborador, nome } = await tx.only<{
    tipo: FeedbackLido['tipo'];
    para: Partilha;
    colaborador: number;
    nome: string;
  }>(sql`
    select f.tipo, f.partilha as para, t.id as colaborador, t.nome from feedbacks f join talentos t on t.id = f.colaborador_id where f.id = ${id}`);
  if (para === antes) return;
  const lideres =
    para === 'L'
      ? await tx.query<{ id: number }>(sql`
          insert into feedbacks_lideres (feedback_id, colaborador_id)
          select ${id}, t.id from talentos t where t.id in (${respondemPela(sql`(select d.area_atual_id from talentos d where d.id = ${colaborador})`, acting.today)})
            and t.empresa_id = ${acting.empresaId} and ${TRABALHA} and t.id <> ${colaborador} and not ${souEu(acting)}
          on conflict do nothing returning colaborador_id as id`)
      : [];
  const talentos = [...(antes === 'E' ? [colaborador] : []), ...lideres.map((um) => um.id)];
  await notify(tx, acting, feedbackRecebido, {
    to: await usuariosDe(tx, talentos),
    values: { quem: acting.usuarioNome, tipo: tiposDeFeedback[tipo], colaborador: nome },
  });
}

/** The trail knows with whom something was shared, and never what it says. */
const naTrilha = (tx: Tx, acting: Acting, id: number, action: 'I' | 'A' | 'E', antes: Partilha | null, depois: Partilha | null) =>
  acting.audit(tx, {
    table: 'feedbacks',
    id,
    action,
    changes: { partilha: [antes && partilhas[antes], depois && partilhas[depois]] },
  });

const lidoAntes = () =>
  new Refusal('FEEDBACK_LIDO', 'Este registro já foi lido: não muda mais, nem é apagado. Escreva outro, se algo mudou.', 409);

/** Whoever shares writes to people: a few dozen times in a while, not without end. */
const contaPartilha = async (db: Database, { usuarioId }: Acting, com: string) => {
  if (com !== 'E') await countAt(db, [['feedbackCompartilhado', String(usuarioId)]]);
};

/** Notes between evaluations. Whose they are decides who reads them; no authority opens them. */
export function feedbacksRoutes(app: FastifyInstance, { db }: Services): void {
  const schema = { tags: ['Feedbacks e Conversas'] };

  app.get(
    PATH,
    withAnswer(
      { config: forUsers, schema: { ...schema, summary: 'O que escrevi e o que compartilharam comigo' } },
      z.array(answer),
    ),
    (request) => {
      queryOf(request, {});
      return feedbacksDe(db, request.acting, sql`true`);
    },
  );

  app.get(
    `${PATH}/pessoas`,
    withAnswer({ config: forUsers, schema: { ...schema, summary: 'Sobre quem posso escrever' } }, z.array(named)),
    async (request) => {
      const { busca = '' } = queryOf(request, { busca: inQuery.text.optional() });
      return db.query<{ id: number; nome: string }>(sql`
        select t.id, t.nome from talentos t where ${await pessoasDe(db, request.acting)}
          and t.nome_ord like ${containing(fold(busca))}
        order by t.nome_ord, t.id limit 50`);
    },
  );

  app.post(
    PATH,
    withAnswer({ config: forUsers, schema: { ...schema, summary: 'Escrever', headers: onceHeader } }, answer, { status: 201 }),
    async (request, reply) => {
      const { acting, body } = request;
      const valores = demandForm(feedback, body, acting);
      await contaPartilha(db, acting, valores.partilha);
      const feito = await db.tx((tx) =>
        createOnce<{ id: number }>(tx, acting, {
          key: request.headers[ONCE],
          path: PATH,
          body,
          create: async () => {
            const { tipo, data, colaboradorId, texto, combinado, partilha: com } = valores;
            if (!(await tx.one(sql`select 1 from talentos t where t.id = ${colaboradorId} and ${await pessoasDe(tx, acting)}`)))
              throw refuse.invalid([
                { field: 'colaboradorId', message: 'Escolha quem você lidera, quem lidera você ou alguém da sua área.' },
              ]);
            const novo = await tx.only<{ id: number }>(sql`
              insert into feedbacks (empresa_id, autor_id, colaborador_id, tipo, data, texto, combinado, partilha)
              values (${acting.empresaId}, ${acting.usuarioId}, ${colaboradorId}, ${tipo}, ${data}, ${texto}, ${combinado}, ${com}) returning id`);
            await partilha(tx, acting, novo.id, 'E');
            await naTrilha(tx, acting, novo.id, 'I', null, com as Partilha);
            return novo;
          },
          read: async (id) => ({ id }),
        }).then(({ id }) => umFeedback(tx, acting, id)),
      );
      return reply.status(201).send(feito);
    },
  );

  /** A feedback that the acting user wrote, locked; a 404 for everybody else, whoever they are. */
  async function meu(tx: Tx, acting: Acting, id: number): Promise<FeedbackLido> {
    await tx.query(sql`select id from feedbacks where id = ${id} for update`);
    const found = await umFeedback(tx, acting, id);
    if (!found.meu) throw refuse.notFound();
    if (!found.podeMudar) throw lidoAntes();
    return found;
  }

  app.put(
    `${PATH}/:id`,
    withAnswer({ config: forUsers, schema: { ...schema, summary: 'Mudar o que escrevi, ou compartilhar' } }, answer),
    async (request) => {
      const { acting, body } = request;
      const { tipo, data, colaboradorId, texto, combinado, partilha: com } = demandForm(feedback, body, acting);
      await contaPartilha(db, acting, com);
      return db.tx(async (tx) => {
        const antes = await meu(tx, acting, recordIdOf(request));
        const { versao } = demand(z.object({ versao: recordId }), body);
        if (versao !== antes.versao) throw refuse.stale(null);
        const depois = com as Partilha;
        if (colaboradorId !== antes.colaborador.id)
          throw refuse.invalid([{ field: 'colaboradorId', message: 'A pessoa não muda: escreva outro registro.' }]);
        if (ORDEM_DAS_PARTILHAS.indexOf(depois) < ORDEM_DAS_PARTILHAS.indexOf(antes.partilha))
          throw refuse.invalid([{ field: 'partilha', message: 'O que foi compartilhado não deixa de ser.' }]);
        await tx.query(sql`
          update feedbacks set tipo = ${tipo}, data = ${data}, texto = ${texto}, combinado = ${combinado}, partilha = ${depois}, versao = versao + 1
          where id = ${antes.id}`);
        await partilha(tx, acting, antes.id, antes.partilha);
        await naTrilha(tx, acting, antes.id, 'A', antes.partilha, depois);
        return umFeedback(tx, acting, antes.id);
      });
    },
  );

  app.post(
    `${PATH}/:id/leitura`,
    withAnswer({ config: forUsers, schema: { ...schema, summary: 'Ler o que compartilharam comigo' } }, answer),
    (request) =>
      db.tx(async (tx) => {
        const { acting } = request;
        const id = recordIdOf(request);
        await tx.query(sql`select id from feedbacks where id = ${id} for update`);
        await umFeedback(tx, acting, id);
        await tx.query(sql`
          update feedbacks f set lido_em = now() where f.id = ${id} and f.lido_em is null and f.partilha <> 'E'
            and exists (select from talentos t where t.id = f.colaborador_id and ${souEu(acting)})`);
        await tx.query(sql`
          update feedbacks_lideres l set lido_em = now() where l.feedback_id = ${id} and l.lido_em is null
            and exists (select from talentos t where t.id = l.colaborador_id and ${souEu(acting)})`);
        return umFeedback(tx, acting, id);
      }),
  );

  app.delete(
    `${PATH}/:id`,
    withoutContent({ config: forUsers, schema: { ...schema, summary: 'Apagar o que escrevi e ninguém leu' } }),
    async (request, reply) => {
      queryOf(request, {});
      await db.tx(async (tx) => {
        const { acting } = request;
        const antes = await meu(tx, acting, recordIdOf(request));
        await tx.query(sql`delete from feedbacks where id = ${antes.id}`);
        await naTrilha(tx, acting, antes.id, 'E', antes.partilha, null);
      });
      return reply.status(204).send();
    },
  );
}

/** Shared with the acting user, and not opened yet. */
export const feedbacksPorLer: Todo = {
  id: 'feedbacks',
  title: 'Feedbacks por ler',
  deed: 'Ler',
  authority: [],
  link: '/avaliacao/feedbacks',
  find: async (db, acting) => {
    const eu = await euDe(db, acting);
    if (!eu) return NOTHING;
    return waitingIn(
      db,
      sql`select u.nome, case when d.id = ${eu.id} then null else 'Sobre ' || d.nome end as nota, null::date as prazo, '/avaliacao/feedbacks?ler=' || f.id as link
          from feedbacks f join usuarios u on u.id = f.autor_id join talentos d on d.id = f.colaborador_id
          where f.empresa_id = ${acting.empresaId} and f.id in (
            select id from feedbacks where colaborador_id = ${eu.id} and partilha <> 'E' and lido_em is null
            union select feedback_id from feedbacks_lideres where colaborador_id = ${eu.id} and lido_em is null)`,
    );
  },
};
