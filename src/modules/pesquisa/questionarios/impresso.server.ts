import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { z } from 'zod';
import { writeDocument } from '#kit/document/document.server.ts';
import { namedId } from '#kit/fields/bare.ts';
import { recordId } from '#kit/fields/reference.ts';
import { demand } from '#kit/http/demand.server.ts';
import { answers, download } from '#kit/http/openapi.server.ts';
import { inQuery, queryOf, recordIdOf } from '#kit/http/query.server.ts';
import type { Services } from '#kit/module/module.server.ts';
import { sendPdf } from '#kit/print/render.server.ts';
import { refuse } from '#kit/refusal/refusal.ts';
import { BLANK, printed } from '#platform/questionario/printed.server.ts';
import type { Modo } from '#platform/questionario/round.ts';
import { roundOf } from '#platform/questionario/rounds.server.ts';
import { latestVersion, versionOf } from '#platform/questionario/versions.server.ts';
import { daPesquisa } from '../pesquisas/pesquisas.server.ts';
import { prometido } from './promessas.ts';
import { DONO } from './questionarios.server.ts';

/** CALL-439: the questionnaire on paper; CALL-422: the results of a survey's latest questionnaire; CALL-250: of any. */
export function impressoRoutes(app: FastifyInstance, { db, store }: Services): void {
  app.post(
    `/api/${DONO}/:id/imprimir`,
    {
      config: { authority: 'ROLE_CAD_QUESTIONARIO', reads: true },
      schema: { tags: ['Questionários'], summary: 'Imprimir', response: { 200: download(['pdf']) } },
    },
    async (request, reply) => {
      const { acting } = request;
      const asked = { idTurma: inQuery.id.optional(), imprimirFormaEconomica: inQuery.flag.optional() };
      const { imprimirFormaEconomica = false } = queryOf(request, asked);
      const { id, titulo, pesquisa, modo, minimo } = await store(DONO).read(db, acting, recordIdOf(request));
      const rodada = await roundOf(db, { dono: DONO, donoId: id });
      const { definicao } = rodada
        ? await versionOf(db, rodada.versaoId)
        : await latestVersion(db, daPesquisa(acting, namedId(pesquisa) ?? 0));
      const title = String(titulo);
      const data = {
        ...printed(definicao),
        economica: imprimirFormaEconomica,
        promessa: prometido(modo as Modo, typeof minimo === 'number' ? minimo : null),
      };
      const frame = {
        company: acting.empresaNome,
        printedBy: acting.usuarioNome,
        printedAt: new Date().toISOString(),
        filters: [],
      };
      return sendPdf(reply, title, await writeDocument({ title, template: BLANK, data, frame }, { owner: acting.usuarioId }));
    },
  );

  // CALL-422, which says the name of the file.
  const pedido = z.looseObject({ avaliacaoId: z.int('Pesquisa é obrigatória').positive('Pesquisa é obrigatória') });
  app.post(
    '/api/pesquisa/pesquisas/relatorio',
    {
      config: { authority: 'ROLE_RESULTADO_PESQUISA', reads: true },
      schema: {
        tags: ['Pesquisas'],
        summary: 'Resultados da última vez, em PDF',
        response: answers({ type: 'null' }, { status: 303 }),
      },
    },
    async (request, reply) => {
      const { avaliacaoId } = demand(pedido, request.body);
      const ultimo = await db.one<{ id: number }>(sql`
        select q.id from questionarios q join rodadas r on r.dono = ${DONO} and r.dono_id = q.id
        where q.empresa_id = ${request.acting.empresaId} and q.pesquisa_id = ${avaliacaoId} and r.estado = 'D' order by q.data_inicio desc, q.id desc limit 1`);
      if (!ultimo) throw refuse.notFound();
      return reply.redirect(`/api/${DONO}/${ultimo.id}/resultados/arquivo/pdf?nome=avaliacao`, 303);
    },
  );

  // CALL-250, REP-040
  app.post(
    '/api/avaliacao/relatorios/pesquisa',
    {
      config: { authority: 'ROLE_RESULTADO_PESQUISA', reads: true },
      schema: {
        tags: ['Pesquisas'],
        summary: 'Resultado da Pesquisa: um questionário, em PDF ou XLSX',
        response: answers({ type: 'null' }, { status: 303 }),
      },
    },
    (request, reply) => {
      const { questionarioId, pdf } = demand(
        z.object({ questionarioId: recordId, pdf: z.boolean('Valor inválido').default(true) }),
        request.body,
      );
      return reply.redirect(`/api/${DONO}/${questionarioId}/resultados/arquivo/${pdf ? 'pdf' : 'xlsx'}`, 303);
    },
  );
}
