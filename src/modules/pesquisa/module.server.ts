import { defineModuleServer } from '#kit/module/module.server.ts';
import { registerSubResource } from '#kit/routes/sub-resource.server.ts';
import { abertoAoProprio, dispensaQuemSaiu, pessoaDoQuiosque } from '#modules/gestao-talentos/public.server.ts';
import { asks } from '#platform/questionario/asker.server.ts';
import { registerQuiosque } from '#platform/questionario/kiosk.server.ts';
import { registerPerguntas } from '#platform/questionario/perguntas.routes.server.ts';
import { registerResults } from '#platform/questionario/results.routes.server.ts';
import { entrevistasHooks, entrevistasRoutes } from './entrevistas/entrevistas.server.ts';
import { pesquisa } from './module.ts';
import { ENCERRAR_NPS, npsJobs, npsRoutes } from './nps/nps.server.ts';
import { pesquisas } from './pesquisas/pesquisas.registry.ts';
import { DONO, pesquisasHooks, pesquisasRoutes } from './pesquisas/pesquisas.server.ts';
import { psicossocialRoutes } from './psicossocial/psicossocial.routes.server.ts';
import { colaboreJobs, colaboreRoutes } from './questionarios/colabore.server.ts';
import { CORREIO, correioJobs, LEMBRETES } from './questionarios/correio.server.ts';
import { impressoRoutes } from './questionarios/impresso.server.ts';
import { perguntasDoQuestionario } from './questionarios/perguntas.routes.server.ts';
import { publicoRoutes } from './questionarios/publico-alvo.routes.server.ts';
import { dentro, pessoas } from './questionarios/quem-se-ve.server.ts';
import { questionariosRoutes } from './questionarios/questionarios.routes.server.ts';
import { encerrada, DONO as QUESTIONARIOS, questionariosHooks } from './questionarios/questionarios.server.ts';
import {
  entrevistasRespondidasQuery,
  questionariosDoTalentoQuery,
  respostasIdentificadasQuery,
} from './relatorios/relatorios.server.ts';
import { avaliacoesTurmaRoutes } from './responder/avaliacoes-turma.routes.server.ts';
import { pesquisasQueEsperam } from './responder/espera.server.ts';
import { responderRoutes } from './responder/responder.routes.server.ts';

const RESULTADO = 'ROLE_RESULTADO_PESQUISA';

asks({ dono: QUESTIONARIOS, dispensa: dispensaQuemSaiu, encerrada });

export const pesquisaServer = defineModuleServer({
  declaration: pesquisa,
  hooks: { pesquisas: pesquisasHooks, questionarios: questionariosHooks, entrevistas: entrevistasHooks },
  queries: {
    'questionarios-talentos': questionariosDoTalentoQuery,
    entrevistas: entrevistasRespondidasQuery,
    'respostas-identificadas': respostasIdentificadasQuery,
  },
  jobs: (services) => ({ ...correioJobs(services), ...colaboreJobs(services), ...npsJobs }),
  recurring: [
    { tipo: CORREIO, everyMinutes: 10 },
    { tipo: LEMBRETES, dailyAt: '08:00' },
    { tipo: ENCERRAR_NPS, everyMinutes: 60 },
  ],
  ...abertoAoProprio(RESULTADO, 'as pesquisas'),
  todos: [pesquisasQueEsperam],
  routes(app, services) {
    const { db, store } = services;
    pesquisasRoutes(app, services);
    registerPerguntas(app, services, { path: DONO, dono: DONO, authority: pesquisas.authority });
    registerSubResource(app, db, {
      path: '/api/pesquisa/pesquisas/:pesquisaId/documentos-anexos',
      store: store('pesquisa/pesquisas/documentos-anexos'),
      parent: { param: 'pesquisaId', field: 'pesquisa', read: (of, acting, id) => store(DONO).read(of, acting, id) },
    });
    questionariosRoutes(app, services);
    perguntasDoQuestionario(app, services);
    impressoRoutes(app, services);
    avaliacoesTurmaRoutes(app);
    colaboreRoutes(app, services);
    registerResults(app, services, {
      path: QUESTIONARIOS,
      dono: QUESTIONARIOS,
      authority: RESULTADO,
      pessoas,
      dentro,
    });
    psicossocialRoutes(app, services);
    publicoRoutes(app, services);
    registerQuiosque(app, services, { pessoa: pessoaDoQuiosque });
    responderRoutes(app, services);
    entrevistasRoutes(app, services);
    npsRoutes(app, services);
  },
});
