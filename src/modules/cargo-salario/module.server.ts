import { defineModuleServer } from '#kit/module/module.server.ts';
import { areasOrganizacionaisRoutes } from './areas-organizacionais/areas-organizacionais.routes.server.ts';
import { areasOrganizacionaisHooks } from './areas-organizacionais/areas-organizacionais.server.ts';
import { cargosHooks, cargosRoutes } from './cargos/cargos.server.ts';
import { faixasSalariaisHooks, faixasSalariaisRoutes } from './faixas-salariais/faixas-salariais.server.ts';
import { historicosRoutes } from './faixas-salariais/historicos.routes.server.ts';
import { indicesHooks, indicesRoutes } from './indices/indices.server.ts';
import { cargoSalario } from './module.ts';
import { cargosDetalhadoQuery, cargosResumidoQuery } from './relatorios/cargos.report.server.ts';
import { talentosAreasOrganizacionaisQuery } from './relatorios/talentos-areas-organizacionais.report.server.ts';

export const cargoSalarioServer = defineModuleServer({
  declaration: cargoSalario,
  hooks: {
    'areas-organizacionais': areasOrganizacionaisHooks,
    cargos: cargosHooks,
    'faixas-salariais': faixasSalariaisHooks,
    indices: indicesHooks,
  },
  queries: {
    cargos: cargosDetalhadoQuery,
    'cargos-resumidos': cargosResumidoQuery,
    'talentos-areas-organizacionais': talentosAreasOrganizacionaisQuery,
  },
  routes(app, services) {
    areasOrganizacionaisRoutes(app, services);
    cargosRoutes(app, services);
    faixasSalariaisRoutes(app, services);
    historicosRoutes(app, services);
    indicesRoutes(app, services);
  },
});
