import type { FastifyInstance } from 'fastify';
import sql, { join } from 'sql-template-tag';
import { z } from 'zod';
import { tellRecord } from '#kit/history/reading.server.ts';
import { answers } from '#kit/http/openapi.server.ts';
import { queryOf, recordIdOf } from '#kit/http/query.server.ts';
import type { Services } from '#kit/module/module.server.ts';
import { fontesDeEventos } from './fontes.server.ts';

const MOST_EVENTS = 2_000;

/** All events of a talent, the newest first: one query over every source that the reader may see. */
export function linhaDoTempoRoutes(app: FastifyInstance, { db, store }: Services): void {
  const talentos = store('gestao-talentos/talentos');
  app.get(
    '/api/gestao-talentos/talentos/:id/linha-do-tempo',
    {
      config: { authority: 'ROLE_CAD_TALENTO' },
      schema: {
        tags: ['Talentos'],
        summary: 'Linha do tempo do talento',
        response: answers(
          z.object({
            tipos: z.array(z.object({ id: z.string(), descricao: z.string() })),
            eventos: z.array(
              z.object({ data: z.iso.date(), tipo: z.string(), titulo: z.string(), detalhe: z.string().nullable() }),
            ),
          }),
        ),
      },
    },
    async (request) => {
      queryOf(request, {});
      const { acting } = request;
      const { id } = await talentos.read(db, acting, recordIdOf(request));
      const fontes = fontesDeEventos.filter(({ autoridade }) => autoridade === undefined || acting.can(autoridade));
      const cada = fontes.map(({ tipo, guarda, eventos }) => {
        const detalhe = guarda === undefined || acting.can(guarda) ? sql`x.detalhe` : sql`null`;
        return sql`select x.data, ${tipo}::text as tipo, x.titulo, ${detalhe} as detalhe from (${eventos(id, acting)}) x`;
      });
      const eventos = await db.query<{ tipo: string; detalhe: string | null }>(sql`
        select x.data, x.tipo, x.titulo, x.detalhe from (${join(cada, ' union all ')}) x order by x.data desc, x.titulo limit ${MOST_EVENTS}`);
      const guardados = new Set(fontes.flatMap(({ tipo, guarda }) => (guarda === undefined ? [] : [tipo])));
      if (eventos.some(({ tipo, detalhe }) => detalhe !== null && guardados.has(tipo)))
        await tellRecord(db, acting, 'talentos', id);
      return { tipos: fontes.map(({ tipo, rotulo }) => ({ id: tipo, descricao: rotulo })), eventos };
    },
  );
}
