import type { FastifyInstance, FastifyRequest } from 'fastify';
import sql from 'sql-template-tag';
import { z } from 'zod';
import { answers, download } from '#kit/http/openapi.server.ts';
import { inQuery, queryOf, recordIdOf } from '#kit/http/query.server.ts';
import type { Services } from '#kit/module/module.server.ts';
import { sendTable } from '#kit/print/render.server.ts';
import { Refusal, refuse } from '#kit/refusal/refusal.ts';
import { placeForFile } from '#platform/questionario/files-at-once.server.ts';
import { gathered, results } from '#platform/questionario/results.server.ts';
import { dentro, pessoas } from '../questionarios/quem-se-ve.server.ts';
import { DONO } from '../questionarios/questionarios.server.ts';
import { type FatoresEmPartes, type FatoresPsicossociais, fatoresDe, tabelaDosFatores } from './exposicao.ts';

const numero = z.number().nullable();
const noFio = z.object({
  titulo: z.string(),
  ate: z.string().nullable(),
  minimo: z.int().nullable(),
  pronto: z.boolean(),
  por: z.string().nullable(),
  dimensoes: z.array(z.object({ campo: z.string(), rotulo: z.string() })),
  fatores: z.array(z.object({ id: z.int(), nome: z.string() })),
  grupos: z.array(
    z.object({
      id: z.int().nullable(),
      nome: z.string(),
      nivel: z.int(),
      pessoas: z.int().nullable(),
      fatores: z.array(
        z.object({
          aspectoId: z.int(),
          exposicao: numero,
          nivel: z.enum(['B', 'M', 'A', 'X']).nullable(),
          sinal: z.object({ texto: z.string(), exposicao: z.number() }).nullable(),
        }),
      ),
    }),
  ),
});

/** The psychosocial factors of work by group, from a survey of them: what an inventory of risks (NR-1) takes over. */
export function psicossocialRoutes(app: FastifyInstance, { db, lookup }: Services): void {
  const PATH = `/api/${DONO}/:id/fatores-psicossociais`;
  const config = { authority: 'ROLE_RESULTADO_PESQUISA', wide: true } as const;
  const schema = { tags: ['Fatores Psicossociais'] };

  async function fatores(request: FastifyRequest): Promise<FatoresEmPartes> {
    const { acting } = request;
    const id = recordIdOf(request);
    const { por } = queryOf(request, { por: inQuery.text.default('area') });
    const questionario = await db.one<{ modelo: string | null }>(sql`
      select p.modelo from questionarios q join pesquisas p on p.id = q.pesquisa_id where q.id = ${id} and q.empresa_id = ${acting.empresaId}`);
    if (!questionario) throw refuse.notFound();
    if (questionario.modelo !== 'P')
      throw new Refusal('NAO_PSICOSSOCIAL', 'Esta pesquisa não é de riscos psicossociais: comece-a pelo modelo pronto.', 409);
    const fonte = { db, lookup, dono: DONO, pessoas, dentro };
    return fatoresDe(await results(fonte, acting, { id, por: por === '' ? null : por, filtros: {} }));
  }

  app.get(
    PATH,
    { config, schema: { ...schema, summary: 'Exposição de cada grupo a cada fator', response: answers(noFio) } },
    async (request): Promise<FatoresPsicossociais> => {
      const found = await fatores(request);
      return { ...found, grupos: await gathered(found.grupos, found.fatores.length) };
    },
  );
  app.get(
    `${PATH}/xlsx`,
    {
      config,
      schema: { ...schema, summary: 'Exposição de cada grupo a cada fator, em planilha', response: { 200: download(['xlsx']) } },
    },
    async (request, reply) => {
      await placeForFile(reply);
      return sendTable(reply, {
        format: 'xlsx',
        table: tabelaDosFatores(await fatores(request)),
        frame: () => Promise.reject(new Error('a sheet has no frame')),
      });
    },
  );
}
