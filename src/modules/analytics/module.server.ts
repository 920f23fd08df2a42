import { defineModuleServer } from '#kit/module/module.server.ts';
import { registerDashboard } from '#platform/analytics/dashboard.server.ts';
import { slicesOf } from '#platform/analytics/slices.server.ts';
import { painelCargosSalarios } from './cargos-salarios/cargos-salarios.dashboard.ts';
import { consultasCargosSalarios, portrasCargosSalarios } from './cargos-salarios/cargos-salarios.server.ts';
import { painelDesempenho } from './desempenho/desempenho.dashboard.ts';
import { consultasDesempenho, portrasDesempenho } from './desempenho/desempenho.server.ts';
import { analytics } from './module.ts';
import { painelTalento } from './talento/talento.dashboard.ts';
import { consultasTalento, portrasTalento } from './talento/talento.server.ts';
import { painelIgualdade } from './vagas/igualdade.dashboard.ts';
import { consultasIgualdade, portrasIgualdade } from './vagas/igualdade.server.ts';
import { painelVagas } from './vagas/vagas.dashboard.ts';
import { consultasVagas, portrasVagas } from './vagas/vagas.server.ts';

/** In another company the indicators cover everybody, so a user who sees only some areas there cannot choose it. */
const REACH = { reach: ['ROLE_VER_TODAS_AREAS'] } as const;

export const analyticsServer = defineModuleServer({
  declaration: analytics,
  slices: [
    slicesOf(painelCargosSalarios, portrasCargosSalarios),
    slicesOf(painelDesempenho, portrasDesempenho),
    slicesOf(painelTalento, portrasTalento),
    slicesOf(painelVagas, portrasVagas),
    slicesOf(painelIgualdade, portrasIgualdade),
  ],
  routes(app, services) {
    registerDashboard(app, services, painelCargosSalarios, consultasCargosSalarios, REACH);
    registerDashboard(app, services, painelDesempenho, consultasDesempenho, REACH);
    registerDashboard(app, services, painelTalento, consultasTalento, REACH);
    registerDashboard(app, services, painelVagas, consultasVagas, REACH);
    registerDashboard(app, services, painelIgualdade, consultasIgualdade, REACH);
  },
});
