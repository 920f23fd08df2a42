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
import { abertoAoProprio, deTalentosVisiveis, doColaborador } from '#modules/gestao-talentos/public.server.ts';
import { EXPERIENCIA } from '#modules/gestao-talentos/public.ts';
import { asks } from '#platform/questionario/asker.server.ts';
import { avaliacoesRoutes } from './avaliacoes/avaliacoes.routes.server.ts';
import { avaliacoesDesempenho } from './desempenho/avaliacoes-desempenho.registry.ts';
import { avaliacoesDesempenhoRoutes } from './desempenho/avaliacoes-desempenho.routes.server.ts';
import { avaliacoesDesempenhoHooks } from './desempenho/avaliacoes-desempenho.server.ts';
import { CORREIO, correioJobs, LEMBRETES, semConvitesSobreMim } from './desempenho/correio.server.ts';
import { paraFazer } from './desempenho/espera.server.ts';
import { leitoresDasEvidencias } from './desempenho/evidencias.server.ts';
import { quemAvalia } from './desempenho/folha.server.ts';
import { impressosRoutes } from './desempenho/impressos.routes.server.ts';
import { participamRoutes } from './desempenho/participam.routes.server.ts';
import { participantesJobs, participantesRoutes } from './desempenho/participantes.routes.server.ts';
import { participantesHooks } from './desempenho/participantes.server.ts';
import { participantesEmLoteRoutes } from './desempenho/participantes-em-lote.routes.server.ts';
import { questionariosRoutes } from './desempenho/questionarios.routes.server.ts';
import { resultadosRoutes } from './desempenho/resultados.routes.server.ts';
import { acompanhamentosRoutes } from './experiencia/acompanhamentos.routes.server.ts';
import { acompanhamentosPerguntam, seguemAvaliacoes } from './experiencia/acompanhamentos.server.ts';
import { AVISOS, avisosJobs } from './experiencia/avisos.server.ts';
import { experienciasQueEsperam } from './experiencia/espera.server.ts';
import { respondidaRoutes } from './experiencia/respondida.server.ts';
import { escreveu, feedbacksPorLer, feedbacksRoutes } from './feedbacks/feedbacks.server.ts';
import { metasHooks, metasRoutes } from './metas/metas.server.ts';
import { modelosAvaliacaoHooks } from './modelos-avaliacao.server.ts';
import { avaliacao } from './module.ts';
import { nineBoxDocumentoQuery, nineBoxTalentosQuery } from './ninebox/ninebox.report.server.ts';
import { nineBoxRoutes } from './ninebox/ninebox.routes.server.ts';
import { nineBoxHooks } from './ninebox/ninebox.server.ts';
import { pdiRoutes } from './pdi/pdi.routes.server.ts';
import { acoesDoPdi, LEMBRA_ACOES, pdiJobs, planosAcaoHooks } from './pdi/pdi.server.ts';
import { consultasDoDesempenho } from './relatorios/desempenho.server.ts';
import {
  cartaoDaExperienciaQuery,
  experienciaAcompanhadaQuery,
  experienciaPrevistaQuery,
  rankingDaExperienciaQuery,
} from './relatorios/experiencia.server.ts';
import { perguntasAvaliacaoDocumento } from './relatorios/perguntas-avaliacao.server.ts';
import { traducoesRoutes } from './traducoes/traducoes.routes.server.ts';

const proprio = abertoAoProprio(avaliacoesDesempenho.authority, 'as avaliações');

asks(quemAvalia);
asks(acompanhamentosPerguntam);

export const avaliacaoServer = defineModuleServer({
  declaration: avaliacao,
  hooks: {
    'acompanhamentos-periodos-experiencia': { ...doColaborador, where: deTalentosVisiveis },
    'avaliacoes-desempenho': avaliacoesDesempenhoHooks,
    metas: metasHooks,
    'modelos-avaliacao': modelosAvaliacaoHooks,
    ninebox: nineBoxHooks,
    'participante-avaliacao-desempenho': participantesHooks,
    'periodos-experiencia': { goesWith: [{ table: 'avisos_experiencia', column: 'periodo_id' }] },
    'planos-acao': planosAcaoHooks,
  },
  jobs: (services) => ({ ...correioJobs(services), ...avisosJobs(services), ...participantesJobs, ...pdiJobs }),
  recurring: [
    { tipo: CORREIO, everyMinutes: 10 },
    { tipo: LEMBRA_ACOES, dailyAt: '07:00' },
    { tipo: AVISOS, dailyAt: '07:30' },
    { tipo: LEMBRETES, dailyAt: '08:00' },
  ],
  openedByCpf: proprio.openedByCpf,
  keptAlone: escreveu,
  todos: [...paraFazer, experienciasQueEsperam, feedbacksPorLer, acoesDoPdi],
  fileReaders: [leitoresDasEvidencias],
  outboxLimits: [semConvitesSobreMim],
  follows: { ...seguemAvaliacoes, ...proprio.follows },
  queries: {
    ...consultasDoDesempenho,
    'perguntas-avaliacao': perguntasAvaliacaoDocumento,
    'acompanhamento-experiencia-previsto': experienciaPrevistaQuery,
    'acompanhamento-periodo-experiencia': experienciaAcompanhadaQuery,
    'ranking-performance-periodo-experiencia': rankingDaExperienciaQuery,
    'cartao-acompanhamento-periodo-experiencia': cartaoDaExperienciaQuery,
    ninebox: nineBoxDocumentoQuery,
    'ninebox-talentos': nineBoxTalentosQuery,
  },
  routes(app, services) {
    const { db, store } = services;
    avaliacoesRoutes(app, services);
    avaliacoesDesempenhoRoutes(app, services);
    participamRoutes(app, services);
    participantesRoutes(app, services);
    participantesEmLoteRoutes(app, services);
    questionariosRoutes(app, services);
    impressosRoutes(app, services);
    traducoesRoutes(app, services);
    resultadosRoutes(app, services);
    nineBoxRoutes(app, services);
    feedbacksRoutes(app, services);
    metasRoutes(app, services);
    pdiRoutes(app, services);
    acompanhamentosRoutes(app, services);
    respondidaRoutes(app, services);
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
