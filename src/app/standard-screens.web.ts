import { laterScreen } from '#kit/ui/later.web.tsx';

export const registryList = () => import('#kit/list/registry-list.web.tsx');
export const registryForm = () => import('#kit/record/registry-form.web.tsx');
export const RegistryListPage = laterScreen(() => registryList().then((m) => m.RegistryListPage));
export const RegistryFormPage = laterScreen(() => registryForm().then((m) => m.RegistryFormPage));
export const ReportPage = laterScreen(() => import('#kit/report/report-page.web.tsx').then((m) => m.ReportPage));
export const ReportMenu = laterScreen(() => import('#kit/report/report-menu.web.tsx').then((m) => m.ReportMenu));
