import type { ModuleDeclaration } from '#kit/module/module.ts';
import type { ModuleWeb, PublicPage } from '#kit/module/module.web.tsx';
import { addressOf } from './page-address.ts';

const declarations = import.meta.glob<Record<string, ModuleDeclaration>>('../modules/*/module.ts');
const halves = import.meta.glob<ModuleWeb>('../modules/*/module.web.tsx', { import: 'module' });
const pages = import.meta.glob<PublicPage>('../modules/*/publico/**/*.web.tsx', { import: 'page' });

async function bare(load: () => Promise<Record<string, ModuleDeclaration>>): Promise<ModuleWeb> {
  const [declaration] = Object.values(await load());
  return { declaration: declaration as ModuleDeclaration };
}

/** The modules' browser halves, each loaded with its first screen; one without a `module.web.tsx` is its declaration. */
export const modules: Readonly<Record<string, () => Promise<ModuleWeb>>> = Object.fromEntries(
  Object.entries(declarations).map(([file, load]) => [
    file.split('/')[2],
    halves[file.replace('module.ts', 'module.web.tsx')] ?? (() => bare(load)),
  ]),
);

/** The pages for people who are no users, by their addresses. */
export const publicPages: readonly (readonly [string, () => Promise<PublicPage>])[] = Object.entries(pages).map(
  ([file, load]) => [addressOf(file), load],
);
