import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { today } from '#kit/br/date.ts';
import type { Services } from '#kit/module/module.server.ts';
import { defineModuleServer } from '#kit/module/module.server.ts';
import { registerRegistry } from '#kit/registry/routes.server.ts';
import { indicadoresRoutes } from './indicadores/indicadores.server.ts';
import { gestaoTalentos } from './module.ts';
import { atualizaAtuais } from './talentos/atuais.server.ts';
import { importacaoDeTalentos } from './talentos/talentos.import.ts';
import { talentosHooks, talentosRoutes } from './talentos/talentos.server.ts';

export const gestaoTalentosServer = defineModuleServer({
  declaration: gestaoTalentos,
  hooks: { talentos: talentosHooks },
  queries: {},
  imports: { talentos: importacaoDeTalentos },
  jobs: ({ db }) => ({
    // Entries and dismissals begin on their day, whoever looks or not.
    'talentos.atualizar': async () => {
      await atualizaAtuais(db, today(), sql`true`);
      return undefined;
    },
  }),
  recurring: [{ tipo: 'talentos.atualizar', dailyAt: '00:05' }],
  routes(app: FastifyInstance, services: Services) {
    talentosRoutes(app, services);
    indicadoresRoutes(app, services);
    // The same registry as /geral/geracoes: the spec names both roots.
    registerRegistry(app, services.db, '/api/gestao-talentos/geracao', services.store('geral/geracoes'));
  },
});
