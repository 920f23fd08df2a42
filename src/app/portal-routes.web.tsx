import { lazy, type ReactNode } from 'react';
import type { PublicPage } from '#kit/module/module.web.tsx';
import type { PortalRoute } from '#platform/externo/portal.web.tsx';
import { addressOf } from './page-address.ts';

const pages = import.meta.glob<PublicPage>('../modules/*/externo/**/*.web.tsx', { import: 'page' });

/** The pages of modules in the external area, each loaded when it is opened. */
export const portalRoutes: readonly PortalRoute[] = Object.entries(pages).map(([file, load]) => ({
  path: addressOf(file),
  Page: lazy(async () => {
    const page = await load();
    return { default: ({ children }: { children: (page: PublicPage) => ReactNode }) => children(page) };
  }),
}));
