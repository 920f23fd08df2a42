import type { FastifyInstance } from 'fastify';
import type { Services } from '#kit/module/module.server.ts';
import { defineModuleServer } from '#kit/module/module.server.ts';
import { registerRegistry } from '#kit/registry/routes.server.ts';
import { indicadoresRoutes } from './indicadores/indicadores.server.ts';
import { gestaoTalentos } from './module.ts';
import { talentosHooks, talentosRoutes } from './talentos/talentos.server.ts';

export const gestaoTalentosServer = defineModuleServer({
  declaration: gestaoTalentos,
  hooks: { talentos: talentosHooks },
  queries: {},
  routes(app: FastifyInstance, services: Services) {
    talentosRoutes(app, services);
    indicadoresRoutes(app, services);
    // The same registry as /geral/geracoes: the spec names both roots.
    registerRegistry(app, services.db, '/api/gestao-talentos/geracao', services.store('geral/geracoes'));
  },
});
