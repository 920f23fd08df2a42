import { defineModuleServer } from '#kit/module/module.server.ts';
import { registerDashboard } from '#platform/analytics/dashboard.server.ts';
import { slicesOf } from '#platform/analytics/slices.server.ts';
import { painelCargosSalarios } from './cargos-salarios/cargos-salarios.dashboard.ts';
import { consultasCargosSalarios, portrasCargosSalarios } from './cargos-salarios/cargos-salarios.server.ts';
import { analytics } from './module.ts';
import { painelTalento } from './talento/talento.dashboard.ts';
import { consultasTalento, portrasTalento } from './talento/talento.server.ts';

/** In another company the indicators cover everybody, so a user who sees only some areas there cannot choose it. */
const REACH = { reach: ['ROLE_VER_TODAS_AREAS'] } as const;

export const analyticsServer = defineModuleServer({
  declaration: analytics,
  slices: [slicesOf(painelCargosSalarios, portrasCargosSalarios), slicesOf(painelTalento, portrasTalento)],
  routes(app, services) {
    registerDashboard(app, services, painelCargosSalarios, consultasCargosSalarios, REACH);
    registerDashboard(app, services, painelTalento, consultasTalento, REACH);
  },
});
