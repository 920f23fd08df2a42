import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { writeDocument } from '#kit/document/document.server.ts';
import { download } from '#kit/http/openapi.server.ts';
import { queryOf, recordIdOf } from '#kit/http/query.server.ts';
import { forUsers } from '#kit/http/serves.server.ts';
import type { Services } from '#kit/module/module.server.ts';
import { sendPdf, sendTable } from '#kit/print/render.server.ts';
import { papeis } from './papeis.ts';
import { comparados, perguntado, respondido } from './questionarios.server.ts';
import {
  comEvidencias,
  dizPercentual,
  linhasDe,
  type QuestionarioRespondido,
  resumoDe,
  tabelaDaRespondida,
} from './questionarios.ts';
import { QUESTIONARIOS, TAGS } from './questionarios.wire.server.ts';

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

/** Questionnaires of evaluations on paper and in sheets: answered, two side by side, and to be answered by hand. */
export function impressosRoutes(app: FastifyInstance, { db }: Services): void {
  const config = forUsers;
  const schema = { tags: TAGS };

  // CALL-258
  app.get(
    `${QUESTIONARIOS}/:id/respondida/pdf`,
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
    `${QUESTIONARIOS}/:id/respondida/xls`,
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

  // CALL-261
  app.get(
    `${QUESTIONARIOS}/:id/:id2/comparativa/pdf`,
    { config, schema: { ...schema, summary: 'Dois questionários lado a lado, em PDF', response: { 200: download(['pdf']) } } },
    async (request, reply) => {
      queryOf(request, {});
      const { um, outro, linhas } = await comparados(db, request.acting, [recordIdOf(request), recordIdOf(request, 'id2')]);
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
    `${QUESTIONARIOS}/:id/questionario/pdf`,
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
}
