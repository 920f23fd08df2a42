import { laterScreen } from '#kit/ui/later.web.tsx';

export const RegistryListPage = laterScreen(() => import('#kit/list/registry-list.web.tsx').then((m) => m.RegistryListPage));
export const RegistryFormPage = laterScreen(() => import('#kit/record/registry-form.web.tsx').then((m) => m.RegistryFormPage));
export const ReportPage = laterScreen(() => import('#kit/report/report-page.web.tsx').then((m) => m.ReportPage));
export const ReportMenu = laterScreen(() => import('#kit/report/report-menu.web.tsx').then((m) => m.ReportMenu));
