import type { ModuleWeb } from '#kit/module/module.web.tsx';

/** Which module has a page for people who are no users, by its address; a test holds it to the declarations. */
export const publicPages: Readonly<Record<string, string>> = {};

/** The modules' browser halves, each loaded with its first screen. */
export const modules: Readonly<Record<string, () => Promise<ModuleWeb>>> = {
  analytics: () => import('#modules/analytics/module.web.tsx').then(({ module }) => module),
  captacao: () => import('#modules/captacao/module.web.tsx').then(({ module }) => module),
  'cargo-salario': () => import('#modules/cargo-salario/module.web.tsx').then(({ module }) => module),
  avaliacao: () => import('#modules/avaliacao/module.web.tsx').then(({ module }) => module),
  'gestao-talentos': () => import('#modules/gestao-talentos/module.web.tsx').then(({ module }) => module),
  desenvolvimento: () => import('#modules/desenvolvimento/module.web.tsx').then(({ module }) => module),
  sst: () => import('#modules/sst/module.web.tsx').then(({ module }) => module),
  utilitario: () => import('#modules/utilitario/module.web.tsx').then(({ module }) => module),
  geral: () => import('#modules/geral/module.web.tsx').then(({ module }) => module),
};
