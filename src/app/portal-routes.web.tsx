import { lazy, type ReactNode } from 'react';
import type { PublicPage } from '#kit/module/module.web.tsx';
import type { PortalRoute } from '#platform/externo/portal.web.tsx';
import { addressOf } from './page-address.ts';

const pages = Object.entries(import.meta.glob<PublicPage>('../modules/*/externo/**/*.web.tsx', { import: 'page' })).map(
  ([file, load]) => ({ path: addressOf(file), load }),
);

const shown =
  (page: PublicPage): PortalRoute['Page'] =>
  ({ children }: { children: (page: PublicPage) => ReactNode }) =>
    children(page);

/** The pages of modules in the external area, each loaded when it is opened. */
export const portalRoutes: readonly PortalRoute[] = pages.map(({ path, load }) => ({
  path,
  Page: lazy(async () => ({ default: shown(await load()) })),
}));

/** The page of a module at an address, loaded; none: the platform has it. */
export const routesAt = (address: string): Promise<PortalRoute[]> =>
  Promise.all(pages.filter(({ path }) => path === address).map(async ({ path, load }) => ({ path, Page: shown(await load()) })));
