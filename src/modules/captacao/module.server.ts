import sql from 'sql-template-tag';
import { z } from 'zod';
import { withAnswer } from '#kit/http/openapi.server.ts';
import { queryOf } from '#kit/http/query.server.ts';
import { defineModuleServer } from '#kit/module/module.server.ts';
import { captacao } from './module.ts';

export const captacaoServer = defineModuleServer({
  declaration: captacao,
  routes(app, { db }) {
    app.get(
      '/api/captacao/etapas-seletivas/proxima-ordem',
      withAnswer(
        { config: { authority: 'ROLE_CAD_ETAPA_SELETIVA' }, schema: { tags: ['Etapas Seletivas'] } },
        z.object({ ordem: z.int() }),
      ),
      async (request) => {
        queryOf(request, {});
        const row = await db.one<{ ordem: number }>(
          sql`select least(coalesce(max(ordem), 0) + 1, 999) as ordem from etapas_seletivas where empresa_id = ${request.acting.empresaId}`,
        );
        return { ordem: row?.ordem ?? 1 };
      },
    );
  },
});
