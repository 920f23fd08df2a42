import { defineModuleWeb } from '#kit/module/module.web.tsx';
import { DashboardPage } from '#platform/analytics/dashboard-page.web.tsx';
import { analytics, paineis } from './module.ts';

export const module = defineModuleWeb({
  declaration: analytics,
  screens: Object.fromEntries(paineis.map((painel) => [painel.id, () => <DashboardPage dashboard={painel} />])),
});
