import sql from 'sql-template-tag';
import { z } from 'zod';
import { recordId } from '#kit/fields/reference.ts';
import { demand } from '#kit/http/demand.server.ts';
import { withAnswer } from '#kit/http/openapi.server.ts';
import { queryOf } from '#kit/http/query.server.ts';
import { forUsers } from '#kit/http/serves.server.ts';
import { defineModuleServer } from '#kit/module/module.server.ts';
import { recordRef } from '#kit/store/described.server.ts';
import { answered } from '#kit/store/stale.server.ts';
import { EXPERIENCIA } from '#modules/gestao-talentos/public.ts';
import { avaliacoesRoutes } from './avaliacoes/avaliacoes.routes.server.ts';
import { avaliacao } from './module.ts';
import { perguntasAvaliacaoDocumento } from './relatorios/perguntas-avaliacao.server.ts';

export const avaliacaoServer = defineModuleServer({
  declaration: avaliacao,
  queries: { 'perguntas-avaliacao': perguntasAvaliacaoDocumento },
  routes(app, services) {
    const { db, store } = services;
    avaliacoesRoutes(app, services);
    const schema = { tags: ['Períodos de Experiência'] };
    const periodos = store('avaliacao/periodos-experiencia');
    // Document 2 §7: the period is also saved at the bare address, its id in the body.
    app.put(
      '/api/avaliacao/periodos-experiencia',
      withAnswer({ config: { authority: 'ROLE_CAD_PERIODO_EXPERIENCIA_EDITAR' }, schema }, recordRef(app, periodos.registry)),
      async (request) => {
        const { id } = demand(z.object({ id: recordId }), request.body);
        const saved = await db.tx((tx) => periodos.update(tx, request.acting, id, request.body));
        return answered(periodos.registry, saved, request.acting);
      },
    );

    // CALL-308: the models for evaluating somebody on trial. Choosing one does not need the authority over the registry of
    // models.
    app.get(
      '/api/avaliacao/periodos-experiencia/modelos-acompanhamentos-periodo-experiencias',
      withAnswer(
        { config: forUsers, schema: { ...schema, summary: 'Modelos de acompanhamento ativos' } },
        z.array(
          z.object({
            id: z.int(),
            titulo: z.string(),
            percentualMinimoAprovacao: z.number().nullable(),
            periodoAcompanhamentoExperienciaId: z.int().nullable(),
          }),
        ),
      ),
      (request) => {
        queryOf(request, {});
        return db.query(sql`
          select m.id, m.titulo, m.percentual_minimo_aprovacao::float8 as "percentualMinimoAprovacao",
            m.periodo_acompanhamento_experiencia_id as "periodoAcompanhamentoExperienciaId"
          from modelos_avaliacao m where m.empresa_id = ${request.acting.empresaId} and m.tipo = ${EXPERIENCIA} and m.ativo
          order by m.titulo_ord, m.id limit 500`);
      },
    );
  },
});
