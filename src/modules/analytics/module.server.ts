import { defineModuleServer } from '#kit/module/module.server.ts';
import { registerDashboard } from '#platform/analytics/dashboard.server.ts';
import { painelCargosSalarios } from './cargos-salarios/cargos-salarios.dashboard.ts';
import { consultasCargosSalarios } from './cargos-salarios/cargos-salarios.server.ts';
import { analytics } from './module.ts';
import { painelTalento } from './talento/talento.dashboard.ts';
import { consultasTalento } from './talento/talento.server.ts';

/** In another company the indicators cover everybody, so a user who sees only some areas there cannot choose it. */
const REACH = { reach: ['ROLE_VER_TODAS_AREAS'] } as const;

export const analyticsServer = defineModuleServer({
  declaration: analytics,
  routes(app, { db }) {
    registerDashboard(app, db, painelCargosSalarios, consultasCargosSalarios, REACH);
    registerDashboard(app, db, painelTalento, consultasTalento, REACH);
  },
});
