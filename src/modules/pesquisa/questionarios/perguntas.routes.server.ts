import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { z } from 'zod';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Queryable } from '#kit/db/database.server.ts';
import { namedId } from '#kit/fields/bare.ts';
import { demand } from '#kit/http/demand.server.ts';
import { answers, described, nothing } from '#kit/http/openapi.server.ts';
import { queryOf, recordIdOf } from '#kit/http/query.server.ts';
import type { Services } from '#kit/module/module.server.ts';
import { Refusal, refuse } from '#kit/refusal/refusal.ts';
import { moved, shuffled } from '#platform/questionario/edits.ts';
import { registerPerguntas } from '#platform/questionario/perguntas.routes.server.ts';
import { sugestoes } from '#platform/questionario/respostas-sugeridas.ts';
import { editVersion } from '#platform/questionario/versions.server.ts';
import { pesquisas } from '../pesquisas/pesquisas.registry.ts';
import { daPesquisa, DONO as PESQUISAS } from '../pesquisas/pesquisas.server.ts';
import { DONO } from './questionarios.server.ts';

/** CALL-427, CALL-428 and CALL-430 to 436: a questionnaire asks the questions of its survey, so these are served below it too. */
export function perguntasDoQuestionario(app: FastifyInstance, services: Services): void {
  const { db, store } = services;
  const open = { authority: pesquisas.authority };
  const edit = { authority: `${pesquisas.authority}_EDITAR` };
  const tags = [`Perguntas (${DONO})`];
  const pesquisaDe = async (of: Queryable, acting: Acting, id: number, edits = false): Promise<number> => {
    const { pesquisa, situacao } = await store(DONO).read(of, acting, id);
    if (edits && situacao !== 'N')
      throw new Refusal('PERGUNTAS_TRAVADAS', 'Este questionário já foi liberado: as suas perguntas não mudam mais.', 409);
    return namedId(pesquisa) ?? 0;
  };

  app.get(
    `/api/${DONO}/aspectos`,
    {
      config: open,
      schema: { tags, summary: 'Aspectos das pesquisas', response: answers(z.array(z.object({ nome: z.string() }))) },
    },
    (request) => {
      queryOf(request, {});
      return db.query(sql`
        select distinct a ->> 'nome' as nome from (
          select distinct on (v.dono_id) v.definicao from questionario_versoes v
          where v.empresa_id = ${request.acting.empresaId} and v.dono = ${PESQUISAS} order by v.dono_id, v.numero desc) v
        cross join jsonb_array_elements(v.definicao -> 'aspectos') a order by 1 limit 500`);
    },
  );

  app.get(
    `/api/${DONO}/:id/respostas-sugeridas`,
    {
      config: open,
      schema: { tags, summary: 'Respostas sugeridas', response: answers(z.array(z.looseObject({ nome: z.string() }))) },
    },
    async (request) => {
      queryOf(request, {});
      await pesquisaDe(db, request.acting, recordIdOf(request));
      return sugestoes;
    },
  );

  registerPerguntas(app, services, { path: DONO, dono: PESQUISAS, authority: pesquisas.authority, donoIdOf: pesquisaDe });

  app.put(
    `/api/${DONO}/:id/perguntas/ordem-aleatoria`,
    { config: edit, schema: { tags, summary: 'Embaralhar', response: { 204: nothing('feito') } } },
    async (request, reply) => {
      const { acting } = request;
      await db.tx(async (tx) => {
        const id = await pesquisaDe(tx, acting, recordIdOf(request), true);
        await editVersion(tx, acting, daPesquisa(acting, id), shuffled(randomUUID()));
      });
      return reply.status(204).send();
    },
  );

  const novaOrdem = z.object({ id: z.int('Pergunta inválida'), ordem: z.int('Ordem inválida').min(1, 'Ordem inválida') });
  app.patch(
    `/api/${DONO}/:id/perguntas/ordem`,
    { config: edit, schema: { tags, summary: 'Mudar a ordem', body: described(novaOrdem), response: { 204: nothing('feito') } } },
    async (request, reply) => {
      const { acting } = request;
      const { id: perguntaId, ordem } = demand(novaOrdem, request.body);
      await db.tx(async (tx) => {
        const id = await pesquisaDe(tx, acting, recordIdOf(request), true);
        await editVersion(tx, acting, daPesquisa(acting, id), (antes) => {
          if (!antes.perguntas.some((uma) => uma.id === perguntaId)) throw refuse.notFound();
          return moved(perguntaId, ordem - 1)(antes);
        });
      });
      return reply.status(204).send();
    },
  );
}
