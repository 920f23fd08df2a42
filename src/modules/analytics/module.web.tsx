import { defineModuleWeb } from '#kit/module/module.web.tsx';
import { DashboardPage } from '#platform/analytics/dashboard-page.web.tsx';
import { analytics } from './module.ts';
import { paineis } from './paineis.ts';

export const module = defineModuleWeb({
  declaration: analytics,
  screens: Object.fromEntries(paineis.map((painel) => [painel.id, () => <DashboardPage dashboard={painel} />])),
});
