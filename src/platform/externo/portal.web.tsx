import { type ComponentType, type ReactNode, Suspense, useEffect } from 'react';
import type { PublicPage } from '#kit/module/module.web.tsx';
import { DEFAULT_PRIMARY } from '#kit/ui/contrast.ts';
import { schemeVariables } from '#kit/ui/scheme.ts';
import { AskLinkPage, EnterPage, LoginPage, RecoverPage, ResetPage } from './portal-access.web.tsx';
import { DrawnAt, go, Link, partsOf, usePlace } from './portal-address.web.tsx';
import { PortalFrame } from './portal-frame.web.tsx';
import type { PortalStart } from './portal-start.ts';
import { PortalProvider, usePortal } from './portal-state.web.tsx';
import { Notice, Page, Waiting } from './portal-ui.web.tsx';

/** A page of a module, by the pattern of its address. */
export interface PortalRoute {
  path: string;
  Page: ComponentType<{ children: (page: PublicPage) => ReactNode }>;
}

const OWN: Readonly<Record<string, ComponentType>> = {
  '/externo/login': LoginPage,
  '/externo/recuperar-senha': RecoverPage,
  '/externo/redefinir-senha': ResetPage,
  '/externo/link-de-acesso': AskLinkPage,
  '/externo/entrar': EnterPage,
};

/** Paths without a part that varies come first: `candidatos/new` before `candidatos/:id`. */
const fixedFirst = (a: PortalRoute, b: PortalRoute) => Number(a.path.includes(':')) - Number(b.path.includes(':'));

interface PortalProps {
  routes: readonly PortalRoute[];
  /** what the page is drawn with for a visitor; absent: the program asks */
  start?: PortalStart | undefined;
  /** where there is no browser: the address of the page */
  at?: string;
}

/** The external area (document 1 §2): its frame, its own pages, and those of the modules. */
export function Portal({ routes, start, at }: PortalProps) {
  const sorted = [...routes].sort(fixedFirst);
  return (
    <DrawnAt value={at}>
      <PortalProvider start={start}>
        {({ empresa }) => (
          <>
            <Colours primary={empresa?.corPrincipal ?? null} />
            <PortalFrame>
              <Suspense fallback={<Waiting />}>
                <Route routes={sorted} />
              </Suspense>
            </PortalFrame>
          </>
        )}
      </PortalProvider>
    </DrawnAt>
  );
}

function Route({ routes }: { routes: readonly PortalRoute[] }) {
  const { path, search } = usePlace();
  const { query } = usePortal();
  const isHome = path === '/externo';
  useEffect(() => {
    if (isHome) go(`/externo/login${search.size > 0 ? `?${search}` : ''}`, { replace: true });
  }, [isHome, search]);
  if (isHome) return null;
  const Own = OWN[path];
  if (Own) return <Own />;
  const found = routes.find((route) => partsOf(route.path, path));
  if (!found)
    return (
      <Page title="Página não encontrada">
        <Notice bad>ERRO 404 - PÁGINA NÃO ENCONTRADA</Notice>
        <p className="p-after">
          <Link to={`/externo/anuncios${query}`}>Ver as vagas abertas</Link>
        </p>
      </Page>
    );
  return (
    <found.Page key={path}>
      {({ who, content: Content }) =>
        who === 'externo' ? (
          <Known>
            <Content />
          </Known>
        ) : (
          <Content />
        )
      }
    </found.Page>
  );
}

/** For candidates alone: a visitor goes to the login, which leads back. */
function Known({ children }: { children: ReactNode }) {
  const { conta, query } = usePortal();
  useEffect(() => {
    if (conta) return;
    const here = encodeURIComponent(location.pathname + location.search);
    go(`/externo/login${query}${query ? '&' : '?'}voltar=${here}`, { replace: true });
  }, [conta, query]);
  return conta && children;
}

/** The colours of light and dark around the company's own. */
function Colours({ primary }: { primary: string | null }) {
  const lines = Object.entries(schemeVariables(primary ?? DEFAULT_PRIMARY)).map(
    ([scheme, variables]) =>
      `:root[data-mantine-color-scheme='${scheme}'] { color-scheme: ${scheme}; ${Object.entries(variables)
        .map(([name, value]) => `${name}: ${value};`)
        .join(' ')} }`,
  );
  return <style>{lines.join('\n')}</style>;
}
