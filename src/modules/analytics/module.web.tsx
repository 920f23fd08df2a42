import { defineModuleWeb } from '#kit/module/module.web.tsx';
import { laterScreen } from '#kit/ui/later.web.tsx';
import { analytics } from './module.ts';
import { paineis } from './paineis.ts';

const dashboards = () => import('#platform/analytics/dashboard-page.web.tsx');

export const module = defineModuleWeb({
  declaration: analytics,
  screens: Object.fromEntries(
    paineis.map((painel) => [
      painel.id,
      laterScreen(() =>
        dashboards().then(({ DashboardPage }) => () => <DashboardPage dashboard={painel} />),
      ),
    ]),
  ),
});
