import { defineModuleServer } from '#kit/module/module.server.ts';
import { pesquisa } from './module.ts';
import { npsRoutes } from './nps/nps.server.ts';
import { pesquisasHooks, pesquisasRoutes } from './pesquisas/pesquisas.server.ts';
import { publicoRoutes } from './questionarios/publico-alvo.routes.server.ts';
import { questionariosHooks } from './questionarios/questionarios.server.ts';

export const pesquisaServer = defineModuleServer({
  declaration: pesquisa,
  hooks: { pesquisas: pesquisasHooks, questionarios: questionariosHooks, entrevistas: { computed: { entrevistados: '0' } } },
  routes(app, services) {
    pesquisasRoutes(app, services);
    publicoRoutes(app, services);
    npsRoutes(app, services);
  },
});
