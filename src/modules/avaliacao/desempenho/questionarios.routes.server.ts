import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import sql from 'sql-template-tag';
import { z } from 'zod';
import { writeDocument } from '#kit/document/document.server.ts';
import { demand } from '#kit/http/demand.server.ts';
import { answers, described, download } from '#kit/http/openapi.server.ts';
import { inQuery, queryOf, recordIdOf } from '#kit/http/query.server.ts';
import { forUsers } from '#kit/http/serves.server.ts';
import type { Services } from '#kit/module/module.server.ts';
import { sendPdf, sendTable } from '#kit/print/render.server.ts';
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
import { papeis } from './papeis.ts';
import { matrizDada, perguntado, questionario, questionarios, respondidas, respondido } from './questionarios.server.ts';
import {
  comEvidencias,
  comparativaDe,
  dizPercentual,
  linhasDe,
  type QuestionarioRespondido,
  resumoDe,
  tabelaDaRespondida,
} from './questionarios.ts';
import {
  aResponder,
  comparativaNoFio,
  competenciaPedida,
  matrizDadaNoFio,
  questionarioDaAvaliacao,
  respondidoNoFio,
  respostaDada,
} from './questionarios.wire.server.ts';
import { AVALIACOES } from './resultado.server.ts';

const ROOT = '/api/avaliacao/avaliacoes-desempenhos-questionarios';
const RESPOSTAS = '/api/avaliacao/respostas';

/** What every print of one questionnaire says at its head. */
const cabecalho = (respondido: QuestionarioRespondido) => {
  const { avaliado, avaliador, papel, desempenho, potencial, performance } = resumoDe(respondido);
  return [
    ['Avaliado', avaliado],
    ['Avaliador', avaliador],
    ['Papel', papeis[papel]],
    ['Desempenho (competências)', dizPercentual(desempenho)],
    ['Potencial (questionário)', dizPercentual(potencial)],
    ['Performance', dizPercentual(performance)],
  ];
};

const naLinha = (pergunta: Pergunta, resposta: Resposta | undefined) => ({
  perguntaId: pergunta.id,
  tipoId: pergunta.tipo,
  obrigatoria: pergunta.obrigatoria,
  respostaId: resposta?.respostaId ?? null,
  respostasIds: [...(resposta?.respostasIds ?? [])],
  nota: resposta?.nota ?? null,
  comentario: resposta?.comentario ?? null,
});

/** Questionnaires of evaluations: answered by whoever evaluates, read again, printed and compared. */
export function questionariosRoutes(app: FastifyInstance, { db }: Services): void {
  const config = forUsers;
  const schema = { tags: ['Questionários das Avaliações de Desempenho'] };

  /** The participation of the person who acts, to be answered by them. */
  const minha = async (request: FastifyRequest) => {
    const asked = await askedOf(db, request.acting.empresaId, await pessoasDoUsuario(db, request.acting), recordIdOf(request));
    if (!(await db.one(sql`select 1 from rodadas where id = ${asked.rodadaId} and dono = ${AVALIACOES}`)))
      throw refuse.notFound();
    return asked;
  };

  const pdf = async (
    { acting }: FastifyRequest,
    reply: FastifyReply,
    { title, template, data }: { title: string; template: string; data: Record<string, unknown> },
  ) => {
    const frame = {
      company: acting.empresaNome,
      printedBy: acting.usuarioNome,
      printedAt: new Date().toISOString(),
      filters: [],
    };
    const url = new URL(template, import.meta.url);
    return sendPdf(reply, title, await writeDocument({ title, template: url, data, frame }, { owner: acting.usuarioId }));
  };

  // CALL-257: one's own; of one evaluated, those that the reader may see.
  app.get(
    ROOT,
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
    `${ROOT}/:id`,
    { config, schema: { ...schema, summary: 'Ler um questionário que espera pela resposta', response: answers(aResponder) } },
    async (request) => {
      queryOf(request, {});
      return readAsked(db, await minha(request));
    },
  );
  app.put(
    `${ROOT}/:id/rascunho`,
    {
      config,
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
    `${ROOT}/:id`,
    {
      config,
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
    `${ROOT}/competencias/:id`,
    { config, schema: { ...schema, summary: 'As competências perguntadas', response: answers(z.array(competenciaPedida)) } },
    async (request) => {
      queryOf(request, {});
      return (await perguntado(db, request.acting, recordIdOf(request))).pedida.competencias;
    },
  );
  // CALL-266
  app.get(
    `${ROOT}/cncc/:id`,
    { config, schema: { ...schema, summary: 'Os níveis que o avaliador deu', response: answers(matrizDadaNoFio) } },
    async (request) => {
      queryOf(request, {});
      return matrizDada(await respondido(db, request.acting, recordIdOf(request)));
    },
  );

  app.get(
    `${ROOT}/:id/respondida`,
    { config, schema: { ...schema, summary: 'Um questionário respondido', response: answers(respondidoNoFio) } },
    async (request) => {
      queryOf(request, {});
      const lido = await respondido(db, request.acting, recordIdOf(request));
      return { ...lido, linhas: linhasDe(lido) };
    },
  );
  // CALL-258
  app.get(
    `${ROOT}/:id/respondida/pdf`,
    { config, schema: { ...schema, summary: 'Questionário respondido, em PDF', response: { 200: download(['pdf']) } } },
    async (request, reply) => {
      queryOf(request, {});
      const lido = await respondido(db, request.acting, recordIdOf(request));
      const linhas = linhasDe(lido).map((linha) => ({
        ...linha,
        percentual: dizPercentual(linha.percentual),
        comentario: comEvidencias(linha),
      }));
      return pdf(request, reply, {
        title: `${lido.avaliacaoDesempenho.titulo} - ${lido.avaliado.nome}`,
        template: './respondida.typ',
        data: { cabecalho: cabecalho(lido), linhas },
      });
    },
  );
  // CALL-259
  app.get(
    `${ROOT}/:id/respondida/xls`,
    { config, schema: { ...schema, summary: 'Questionário respondido, em planilha', response: { 200: download(['xlsx']) } } },
    async (request, reply) => {
      queryOf(request, {});
      const table = tabelaDaRespondida(await respondido(db, request.acting, recordIdOf(request)));
      return sendTable(reply, {
        format: 'xlsx',
        table,
        frame: () => Promise.reject(new Error('a sheet has no frame')),
      });
    },
  );

  // CALL-260, CALL-261
  const comparados = async (request: FastifyRequest) => {
    queryOf(request, {});
    const { acting } = request;
    return comparativaDe(
      await respondido(db, acting, recordIdOf(request)),
      await respondido(db, acting, recordIdOf(request, 'id2')),
    );
  };
  app.get(
    `${ROOT}/:id/:id2/comparativa`,
    { config, schema: { ...schema, summary: 'Dois questionários lado a lado', response: answers(comparativaNoFio) } },
    comparados,
  );
  app.get(
    `${ROOT}/:id/:id2/comparativa/pdf`,
    { config, schema: { ...schema, summary: 'Dois questionários lado a lado, em PDF', response: { 200: download(['pdf']) } } },
    async (request, reply) => {
      const { um, outro, linhas } = await comparados(request);
      const lado = (resumo: typeof um) => ({
        titulo: resumo.titulo,
        quem: `${resumo.avaliador} (${papeis[resumo.papel]})`,
        indices: [resumo.desempenho, resumo.potencial, resumo.performance].map(dizPercentual),
      });
      const dita = (linha: (typeof linhas)[number]['um']) =>
        linha ? [linha.resposta, dizPercentual(linha.percentual), linha.comentario] : ['Não perguntada', '', ''];
      return pdf(request, reply, {
        title: `Comparativa - ${um.avaliado}`,
        template: './comparativa.typ',
        data: {
          avaliados: um.avaliado === outro.avaliado ? um.avaliado : `${um.avaliado} e ${outro.avaliado}`,
          um: lado(um),
          outro: lado(outro),
          linhas: linhas.map((linha) => ({ ...linha, um: dita(linha.um), outro: dita(linha.outro) })),
        },
      });
    },
  );

  // CALL-262
  app.get(
    `${ROOT}/:id/questionario/pdf`,
    { config, schema: { ...schema, summary: 'O questionário para responder no papel', response: { 200: download(['pdf']) } } },
    async (request, reply) => {
      queryOf(request, {});
      const { avaliacaoDesempenho, avaliado, avaliador, papel, ate, pedida, definicao } = await perguntado(
        db,
        request.acting,
        recordIdOf(request),
      );
      return pdf(request, reply, {
        title: `${avaliacaoDesempenho.titulo} - ${avaliado.nome}`,
        template: './questionario.typ',
        data: {
          cabecalho: [
            ['Avaliado', avaliado.nome],
            ['Avaliador', avaliador.nome],
            ['Papel', papeis[papel]],
            ['Responder até', ate?.split('-').reverse().join('/') ?? ''],
          ],
          niveis: pedida.niveis.map(({ descricao }) => descricao),
          notaManual: pedida.notaManual,
          competencias: pedida.competencias.map(({ competencia, competenciaObservacao, criteria, comportamentos, ...resto }) => ({
            nome: competencia.nome,
            observacao: competenciaObservacao,
            exigido: resto.nivelExigido?.descricao ?? null,
            comentario: resto.solicitarComentario,
            criterios: pedida.porCriterios ? criteria.map(({ descricao }) => descricao) : [],
            comportamentos: comportamentos.map(({ descricao }) => descricao),
          })),
          introducao: definicao.introducao,
          perguntas: definicao.perguntas.map(
            ({ texto, ajuda, tipo, respostas, notaMinima, notaMaxima, comentario, obrigatoria }) => ({
              texto,
              ajuda,
              tipo,
              obrigatoria,
              comentario,
              opcoes: respostas.map((opcao) => opcao.texto),
              notas:
                tipo === '4' && notaMinima !== null && notaMaxima !== null && notaMaxima - notaMinima <= 10
                  ? Array.from({ length: notaMaxima - notaMinima + 1 }, (_, n) => `${notaMinima + n}`)
                  : [],
              limites: tipo === '4' ? `de ${notaMinima} a ${notaMaxima}` : '',
            }),
          ),
        },
      });
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
    `${ROOT}/:id/dados`,
    { config, schema: { ...schema, summary: 'Quem avalia quem, de um', response: answers(questionarioDaAvaliacao) } },
    (request) => {
      queryOf(request, {});
      return questionario(db, request.acting, recordIdOf(request));
    },
  );
}
