import type { FastifyInstance, FastifyRequest } from 'fastify';
import sql from 'sql-template-tag';
import { z } from 'zod';
import { demand } from '#kit/http/demand.server.ts';
import { answers, described } from '#kit/http/openapi.server.ts';
import { inQuery, queryOf, recordIdOf } from '#kit/http/query.server.ts';
import { forUsers } from '#kit/http/serves.server.ts';
import type { Services } from '#kit/module/module.server.ts';
import { refuse } from '#kit/refusal/refusal.ts';
import { pessoasDoUsuario } from '#modules/gestao-talentos/public.server.ts';
import {
  envioNoFio,
  guardadoNoFio,
  MAIOR_ENVIO,
  RECEBIDO,
  rascunhoNoFio,
  recebidoNoFio,
} from '#platform/questionario/answer-wire.ts';
import { askedOf, readAsked, saveDraft, submit } from '#platform/questionario/answering.server.ts';
import type { Pergunta, Resposta } from '#platform/questionario/definition.ts';
import { perguntaRespondida, perguntasNoFio } from '#platform/questionario/perguntas.wire.ts';
import {
  comparados,
  matrizDada,
  perguntado,
  questionario,
  questionarios,
  respondidas,
  respondido,
} from './questionarios.server.ts';
import { linhasDe } from './questionarios.ts';
import {
  aResponder,
  comparativaNoFio,
  competenciaPedida,
  matrizDadaNoFio,
  QUESTIONARIOS,
  questionarioDaAvaliacao,
  respondidoNoFio,
  respostaDada,
  TAGS,
} from './questionarios.wire.server.ts';
import { AVALIACOES } from './resultado.server.ts';

const RESPOSTAS = '/api/avaliacao/respostas';

const naLinha = (pergunta: Pergunta, resposta: Resposta | undefined) => ({
  perguntaId: pergunta.id,
  tipoId: pergunta.tipo,
  obrigatoria: pergunta.obrigatoria,
  respostaId: resposta?.respostaId ?? null,
  respostasIds: [...(resposta?.respostasIds ?? [])],
  nota: resposta?.nota ?? null,
  comentario: resposta?.comentario ?? null,
});

/** Questionnaires of evaluations: answered by whoever evaluates, read again and compared. */
export function questionariosRoutes(app: FastifyInstance, { db }: Services): void {
  const config = forUsers;
  const writes = { ...config, long: true as const };
  const schema = { tags: TAGS };

  /** The participation of the person who acts, to be answered by them. */
  const minha = async (request: FastifyRequest) => {
    const asked = await askedOf(db, request.acting.empresaId, await pessoasDoUsuario(db, request.acting), recordIdOf(request));
    if (!(await db.one(sql`select 1 from rodadas where id = ${asked.rodadaId} and dono = ${AVALIACOES}`)))
      throw refuse.notFound();
    return asked;
  };

  // CALL-257: one's own; of one evaluated, those that the reader may see.
  app.get(
    QUESTIONARIOS,
    { config, schema: { ...schema, summary: 'Quem avalia quem', response: answers(z.array(questionarioDaAvaliacao)) } },
    (request) =>
      questionarios(
        db,
        request.acting,
        queryOf(request, { avaliacaoDesempenhoId: inQuery.id.optional(), avaliadoId: inQuery.id.optional() }),
      ),
  );

  // CALL-263
  app.get(
    `${QUESTIONARIOS}/:id`,
    { config, schema: { ...schema, summary: 'Ler um questionário que espera pela resposta', response: answers(aResponder) } },
    async (request) => {
      queryOf(request, {});
      return readAsked(db, await minha(request));
    },
  );
  app.put(
    `${QUESTIONARIOS}/:id/rascunho`,
    {
      config: writes,
      bodyLimit: MAIOR_ENVIO,
      schema: {
        ...schema,
        summary: 'Guardar respostas ainda não enviadas',
        body: described(rascunhoNoFio),
        response: answers(guardadoNoFio),
      },
    },
    async (request) => saveDraft(db, await minha(request), demand(rascunhoNoFio, request.body)),
  );
  // CALL-265
  app.post(
    `${QUESTIONARIOS}/:id`,
    {
      config: writes,
      bodyLimit: MAIOR_ENVIO,
      schema: { ...schema, summary: 'Enviar as respostas', body: described(envioNoFio), response: answers(recebidoNoFio) },
    },
    async (request) => {
      await submit(db, await minha(request), demand(envioNoFio, request.body));
      return RECEBIDO;
    },
  );

  // CALL-264
  app.get(
    `${QUESTIONARIOS}/competencias/:id`,
    { config, schema: { ...schema, summary: 'As competências perguntadas', response: answers(z.array(competenciaPedida)) } },
    async (request) => {
      queryOf(request, {});
      return (await perguntado(db, request.acting, recordIdOf(request))).pedida.competencias;
    },
  );
  // CALL-266
  app.get(
    `${QUESTIONARIOS}/cncc/:id`,
    { config, schema: { ...schema, summary: 'Os níveis que o avaliador deu', response: answers(matrizDadaNoFio) } },
    async (request) => {
      queryOf(request, {});
      return matrizDada(await respondido(db, request.acting, recordIdOf(request)));
    },
  );

  app.get(
    `${QUESTIONARIOS}/:id/respondida`,
    { config, schema: { ...schema, summary: 'Um questionário respondido', response: answers(respondidoNoFio) } },
    async (request) => {
      queryOf(request, {});
      const lido = await respondido(db, request.acting, recordIdOf(request));
      return { ...lido, linhas: linhasDe(lido) };
    },
  );
  // CALL-260
  app.get(
    `${QUESTIONARIOS}/:id/:id2/comparativa`,
    { config, schema: { ...schema, summary: 'Dois questionários lado a lado', response: answers(comparativaNoFio) } },
    (request) => {
      queryOf(request, {});
      return comparados(db, request.acting, [recordIdOf(request), recordIdOf(request, 'id2')]);
    },
  );
  app.get(
    RESPOSTAS,
    {
      config,
      schema: {
        tags: ['Respostas'],
        summary: 'Questionários respondidos',
        response: answers(z.array(questionarioDaAvaliacao)),
      },
    },
    (request) =>
      respondidas(
        db,
        request.acting,
        queryOf(request, {
          avaliacaoDesempenhoId: inQuery.id.optional(),
          busca: inQuery.text.optional(),
          pagina: inQuery.id.optional(),
        }),
      ),
  );

  // CALL-238, CALL-239: what was sent, or what one has begun oneself.
  for (const [path, summary] of [
    ['colaborador', 'As respostas de um questionário'],
    ['avaliacao-desempenho-questionario', 'As respostas do questionário de uma avaliação'],
  ] as const)
    app.get(
      `${RESPOSTAS}/${path}`,
      { config, schema: { tags: ['Respostas'], summary, response: answers(z.array(respostaDada)) } },
      async (request) => {
        const { acting } = request;
        const { colaboradorQuestionarioId: id } = queryOf(request, { colaboradorQuestionarioId: inQuery.id });
        const { estado, minha: propria, definicao } = await perguntado(db, acting, id);
        const respostas =
          estado === 'R'
            ? (await respondido(db, acting, id)).respostas
            : // What somebody has begun is theirs alone.
              (propria &&
                (
                  await db.one<{ respostas: Resposta[] }>(
                    sql`select respostas from rascunhos_de_respostas where participacao_id = ${id}`,
                  )
                )?.respostas) ||
              [];
        return definicao.perguntas.map((pergunta) => ({
          ...naLinha(
            pergunta,
            respostas.find(({ perguntaId }) => perguntaId === pergunta.id),
          ),
          respondidoParcialmente: estado === 'P',
        }));
      },
    );

  // CALL-268
  app.get(
    '/api/avaliacao/perguntas/questionario',
    {
      config,
      schema: { tags: ['Perguntas'], summary: 'As perguntas de um questionário', response: answers(z.array(perguntaRespondida)) },
    },
    async (request) => {
      const { questionarioId } = queryOf(request, { questionarioId: inQuery.id });
      return perguntasNoFio((await perguntado(db, request.acting, questionarioId)).definicao);
    },
  );

  app.get(
    `${QUESTIONARIOS}/:id/dados`,
    { config, schema: { ...schema, summary: 'Quem avalia quem, de um', response: answers(questionarioDaAvaliacao) } },
    (request) => {
      queryOf(request, {});
      return questionario(db, request.acting, recordIdOf(request));
    },
  );
}
