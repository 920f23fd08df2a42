import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { z } from 'zod';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Tx } from '#kit/db/database.server.ts';
import { demand } from '#kit/http/demand.server.ts';
import { answers, named, nothing } from '#kit/http/openapi.server.ts';
import { inQuery, queryOf, recordIdOf } from '#kit/http/query.server.ts';
import { forUsers } from '#kit/http/serves.server.ts';
import type { Services } from '#kit/module/module.server.ts';
import { Refusal, refuse } from '#kit/refusal/refusal.ts';
import { pessoasDoUsuario } from '#modules/gestao-talentos/public.server.ts';
import { respostasNoFio } from '#platform/questionario/answer-wire.ts';
import { registerAnswering } from '#platform/questionario/answering.routes.server.ts';
import { findAsked, readAsked, submitIn } from '#platform/questionario/answering.server.ts';
import { fromSlots } from '#platform/questionario/evaluate.ts';
import { versionOf } from '#platform/questionario/versions.server.ts';
import type { RespostasDadas } from './colaborador-questionario.ts';
import { solicitacao, solicitacoes } from './solicitacoes.server.ts';

const PATH = '/api/pesquisa/colaborador-questionario';
const RESPOSTAS = '/api/pesquisa/colaborador-respostas';
const POR_OUTRO = 'ROLE_RESPONDER_POR_OUTRO';

/** Answers by name may be given and taken back for somebody; others are only that person's. */
const soIdentificadas = () =>
  new Refusal(
    'RESPOSTA_SIGILOSA',
    'As respostas deste questionário são só de quem responde: ninguém as dá nem as apaga por outra pessoa.',
  );

const deOutroModulo = () =>
  new Refusal('RESPOSTA_DE_OUTRO_MODULO', 'Estas perguntas não são de uma pesquisa: retire-as onde foram feitas.');

/** A participation whose answers carry a name, locked with its round. */
async function identificada(tx: Tx, acting: Acting, id: number) {
  const { modo, pesquisa } = await solicitacao(tx, acting, id);
  if (!pesquisa) throw deOutroModulo();
  if (modo !== 'I') throw soIdentificadas();
  const asked = await findAsked(tx, sql`p.id = ${id} and p.empresa_id = ${acting.empresaId}`);
  if (!asked) throw refuse.notFound();
  await tx.query(sql`select 1 from rodadas where id = ${asked.rodadaId} for share`);
  await tx.query(sql`select 1 from participacoes where id = ${id} for update`);
  return asked;
}

/**
 * CALL-448: what somebody answered by name is forgotten, and they may answer again while people are asked. Whoever had sent it is asked
 * anew, so that the erased sending, if it comes once more, is not acknowledged as one that stands.
 */
async function apagaRespostas(tx: Tx, acting: Acting, id: number): Promise<void> {
  const { id: participacao } = await identificada(tx, acting, id);
  await tx.query(sql`delete from respostas_dadas where participacao_id = ${participacao}`);
  await tx.query(sql`delete from rascunhos_de_respostas where participacao_id = ${participacao}`);
  await tx.query(sql`
    update participacoes set estado = 'N', id = case estado when 'R' then id_aleatorio() else id end, bilhete = case when estado <> 'R' then bilhete end
    where id = ${participacao}`);
  await acting.audit(tx, { table: 'participacoes', id, action: 'E', changes: { respostas: ['(apagadas)', null] } });
}

/**
 * CALL-451: somebody is asked no longer. Whoever has answered stays, so where answers carry no name it would tell who has.
 */
async function deixaDePerguntar(tx: Tx, acting: Acting, id: number): Promise<void> {
  const { aberta, modo, pesquisa } = await solicitacao(tx, acting, id);
  if (!pesquisa) throw deOutroModulo();
  if (modo !== 'I')
    throw new Refusal('RESPOSTA_SIGILOSA', 'Ninguém é retirado deste questionário: ficaria claro quem já respondeu.');
  if (!aberta) throw new Refusal('QUESTIONARIO_FECHADO', 'Este questionário já foi encerrado.', 409);
  const fora = await tx.query(sql`delete from participacoes where id = ${id} and estado <> 'R' returning id`);
  if (fora.length === 0) throw new Refusal('JA_RESPONDIDA', 'Quem já respondeu não é retirado.', 409);
  await acting.audit(tx, { table: 'participacoes', id, action: 'E', changes: {} });
}

const solicitada = z.object({
  id: z.int(),
  questionario: named.nullable(),
  colaborador: named,
  titulo: z.string(),
  ativa: z.boolean(),
  sobre: z.string().nullable(),
  pesquisa: z.boolean(),
  modo: z.enum(['I', 'C', 'A']),
  ate: z.iso.date().nullable(),
  aberta: z.boolean(),
  respondida: z.boolean().nullable(),
  respondidoParcialmente: z.boolean().nullable(),
  minha: z.boolean(),
});
const dadas = z.object({
  titulo: z.string(),
  colaborador: z.string(),
  minha: z.boolean(),
  definicao: z.looseObject({}),
  respostas: z.array(z.looseObject({ perguntaId: z.int() })),
});

export function responderRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services;
  const schema = { tags: ['Questionários do Talento'] };
  const release = { authority: 'ROLE_LIBERAR_QUESTIONARIO' };

  registerAnswering(app, services, { path: '/api/pesquisa/responder', pessoas: pessoasDoUsuario });

  // CALL-447: without a name in the query, one's own.
  app.get(
    PATH,
    { config: forUsers, schema: { ...schema, summary: 'Quem é perguntado sobre o quê', response: answers(z.array(solicitada)) } },
    (request) => {
      const { questionarioId, colaboradorId, minhas, comNome, respondidas, pagina } = queryOf(request, {
        questionarioId: inQuery.id.optional(),
        colaboradorId: inQuery.id.optional(),
        minhas: inQuery.flag.optional(),
        comNome: inQuery.flag.optional(),
        respondidas: inQuery.flag.optional(),
        pagina: inQuery.id.optional(),
      });
      return solicitacoes(
        db,
        request.acting,
        [
          ...(questionarioId === undefined ? [] : [sql`q.id = ${questionarioId}`]),
          ...(colaboradorId === undefined ? [] : [sql`t.id = ${colaboradorId}`]),
          ...(comNome ? [sql`r.modo = 'I'`] : []),
          ...(respondidas ? [sql`r.modo = 'I' and p.estado = 'R'`] : []),
        ],
        minhas ?? (questionarioId === undefined && colaboradorId === undefined),
        pagina,
      );
    },
  );

  // CALL-444, CALL-445
  app.get(
    `${PATH}/solicitacoes/:id/respondida`,
    {
      config: forUsers,
      schema: { ...schema, summary: 'Se foi respondida', response: answers(z.object({ respondida: z.boolean().nullable() })) },
    },
    async (request) => {
      queryOf(request, {});
      return { respondida: (await solicitacao(db, request.acting, recordIdOf(request))).respondida };
    },
  );
  app.get(
    `${PATH}/:id/respondido-parcialmente`,
    {
      config: forUsers,
      schema: {
        ...schema,
        summary: 'Se foi começada',
        response: answers(z.object({ respondidoParcialmente: z.boolean().nullable() })),
      },
    },
    async (request) => {
      queryOf(request, {});
      return { respondidoParcialmente: (await solicitacao(db, request.acting, recordIdOf(request))).respondidoParcialmente };
    },
  );

  // CALL-446: classes come with training, and ask by the same engine.
  app.get(
    `${PATH}/turma/:id`,
    { config: forUsers, schema: { ...schema, summary: 'Os de uma turma', response: answers(z.array(solicitada)) } },
    (request) => {
      queryOf(request, {});
      recordIdOf(request);
      return [];
    },
  );

  // CALL-450
  app.get(
    `${PATH}/entrevista-desligamento`,
    {
      config: forUsers,
      schema: { ...schema, summary: 'Entrevistas que esperam por mim', response: answers(z.array(solicitada)) },
    },
    (request) => {
      queryOf(request, {});
      return solicitacoes(db, request.acting, [sql`r.dono in ('pesquisa/entrevistas', 'gestao-talentos/desligamentos')`], true);
    },
  );

  // CALL-448, CALL-449, CALL-451, CALL-452
  for (const [parte, summary, work] of [
    ['respostas', 'Apagar as respostas', apagaRespostas],
    ['pesquisa', 'Deixar de perguntar', deixaDePerguntar],
  ] as const) {
    app.delete(
      `${PATH}/:id/${parte}`,
      { config: release, schema: { ...schema, summary, response: { 204: nothing('feito') } } },
      async (request, reply) => {
        await db.tx((tx) => work(tx, request.acting, recordIdOf(request)));
        return reply.status(204).send();
      },
    );
    app.delete(
      `${PATH}/batch/${parte}`,
      { config: release, schema: { ...schema, summary: `${summary}: várias`, response: { 204: nothing('feito') } } },
      async (request, reply) => {
        const { ids } = queryOf(request, { ids: inQuery.ids });
        if (ids.length === 0 || ids.length > 500) throw refuse.invalid([{ field: 'ids', message: 'Selecione de 1 a 500' }]);
        await db.tx(async (tx) => {
          for (const id of [...new Set(ids)].sort((a, b) => a - b)) await work(tx, request.acting, id);
        });
        return reply.status(204).send();
      },
    );
  }

  // CALL-442: one's own answers, or those of somebody who is asked by name and told them to whoever writes.
  app.post(
    `${RESPOSTAS}/:id`,
    {
      config: { ...forUsers, long: true },
      schema: { ...schema, summary: 'Responder', response: answers(z.object({ recebida: z.literal(true) }), { status: 201 }) },
    },
    async (request, reply) => {
      const { acting } = request;
      const { envio, respostas } = demand(
        z.object({
          envio: z.guid('Valor inválido').default(() => crypto.randomUUID()),
          respostas: respostasNoFio,
        }),
        request.body,
      );
      const { id, modo, minha } = await solicitacao(db, acting, recordIdOf(request));
      if (!minha && !acting.can(POR_OUTRO)) throw refuse.forbidden();
      if (!minha && modo !== 'I') throw soIdentificadas();
      const asked = await findAsked(db, sql`p.id = ${id} and p.empresa_id = ${acting.empresaId}`);
      if (!asked) throw refuse.notFound();
      await db.tx(async (tx) => {
        await submitIn(tx, asked, { envio, respostas });
        // Of one's own answers nothing says when they came.
        if (!minha)
          await acting.audit(tx, {
            table: 'participacoes',
            id,
            action: 'A',
            changes: { respostas: [null, '(dadas por outra pessoa)'] },
          });
      });
      return reply.status(201).send({ recebida: true });
    },
  );

  // What is asked of somebody for whom another person writes.
  app.get(
    `${RESPOSTAS}/:id/perguntas`,
    {
      config: { authority: POR_OUTRO },
      schema: {
        ...schema,
        summary: 'Perguntas a outra pessoa',
        response: answers(z.looseObject({ id: z.int(), titulo: z.string(), colaborador: named })),
      },
    },
    async (request) => {
      queryOf(request, {});
      const { id, modo, colaborador } = await solicitacao(db, request.acting, recordIdOf(request));
      if (modo !== 'I') throw soIdentificadas();
      const asked = await findAsked(db, sql`p.id = ${id}`);
      if (!asked) throw refuse.notFound();
      // What the person has begun is theirs.
      return { ...(await readAsked(db, asked)), rascunho: null, colaborador };
    },
  );

  app.get(
    `${RESPOSTAS}/:id`,
    { config: forUsers, schema: { ...schema, summary: 'Respostas dadas', response: answers(dadas) } },
    async (request): Promise<RespostasDadas> => {
      queryOf(request, {});
      const { acting } = request;
      const { id, modo, minha, titulo, colaborador } = await solicitacao(db, acting, recordIdOf(request));
      if (modo !== 'I' || !(minha || acting.can('ROLE_RESULTADO_PESQUISA'))) throw refuse.notFound();
      const dada = await db.one<{ id: number; versaoId: number; notas: (number | null)[] }>(sql`
      select d.id, r.versao_id as "versaoId", d.notas from respostas_dadas d join rodadas r on r.id = d.rodada_id where d.participacao_id = ${id}`);
      if (!dada) throw refuse.notFound();
      const textos = await db.query<{ perguntaId: number; texto: string }>(
        sql`select pergunta_id as "perguntaId", texto from respostas_escritas where resposta_id = ${dada.id}`,
      );
      const { definicao } = await versionOf(db, dada.versaoId);
      return {
        titulo,
        colaborador: colaborador.nome,
        minha,
        definicao,
        respostas: fromSlots(definicao, { notas: dada.notas, textos }),
      };
    },
  );
}
