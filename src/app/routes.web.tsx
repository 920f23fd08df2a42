import { type ReactNode, useEffect, useState } from 'react';
import { Navigate, Outlet, type RouteObject, useLocation } from 'react-router';
import { later } from '#kit/ui/later.web.tsx';
import { ScreenLoading } from '#kit/ui/loading.web.tsx';
import { useTrackRecords } from '#platform/busca/recents.web.ts';
import { NotFoundPage, RouteErrorPage, ServerErrorPage } from '#platform/error/error-pages.web.tsx';
import { useTrackVisits } from '#platform/home/visits.web.ts';
import { Layout } from '#platform/layout/layout.web.tsx';
import { companyIn, withCompany } from '#platform/session/company-address.web.ts';
import { useSession } from '#platform/session/session.web.tsx';
import { loadModule, ModuleScreen } from './module-screen.web.tsx';
import { publicPages } from './modules.web.ts';
import { pageAt } from './public-page.web.tsx';

/** Private pages: without a session they lead to /login, which leads back. */
function Private({ children }: { children: ReactNode }) {
  const session = useSession();
  const { pathname, search } = useLocation();
  if (session.isLoading) return <ScreenLoading />;
  if (!session.autenticado) {
    const here = withCompany(`${pathname}${search}`, companyIn(window.location.search));
    return <Navigate to={here === '/' ? '/login' : `/login?voltar=${encodeURIComponent(here)}`} replace />;
  }
  return children;
}

/** The login is a page of its own, so that it is there at once; whoever leaves for it takes nothing of the session along. */
function ToLogin() {
  useEffect(() => location.reload(), []);
  return <ScreenLoading />;
}

/** Public pages: with a session they lead to the start; the login page decides by itself, to lead back. */
function Public() {
  const session = useSession();
  if (session.isLoading) return <ScreenLoading />;
  return session.autenticado ? <Navigate to="/" replace /> : <Outlet />;
}

const PerguntaDoNps = later(() => import('#modules/pesquisa/nps/pergunta.web.tsx').then((m) => m.PerguntaDoNps));

/** Document 3 §9: the survey's question begins so long after the program. */
const NPS_AFTER = 3_000;

function Nps() {
  const [isTime, setIsTime] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsTime(true), NPS_AFTER);
    return () => clearTimeout(timer);
  }, []);
  return isTime && <PerguntaDoNps />;
}

function Inside() {
  useTrackVisits();
  useTrackRecords();
  return (
    <Layout>
      <Outlet />
      <Nps />
    </Layout>
  );
}

/** Pages that modules declare for people who are no users. */
const pageRoutes = (below: string): RouteObject[] =>
  publicPages
    .filter(([path]) => path.startsWith(below))
    .map(([path, load]) => ({ path, lazy: async () => ({ Component: await pageAt(path, load) }) }));

/** Document 1 §2: the area of candidates, with guards of its own. */
const externalRoutes: RouteObject[] = [
  { index: true, lazy: () => import('#platform/externo/external-layout.web.tsx').then((m) => ({ Component: m.ToLogin })) },
  {
    path: 'login',
    lazy: () => import('#platform/externo/external-pages.web.tsx').then((m) => ({ Component: m.ExternalLoginPage })),
  },
  {
    path: 'recuperar-senha',
    lazy: () => import('#platform/externo/external-pages.web.tsx').then((m) => ({ Component: m.ExternalRecoverPage })),
  },
  {
    path: 'redefinir-senha',
    lazy: () => import('#platform/externo/external-pages.web.tsx').then((m) => ({ Component: m.ExternalResetPage })),
  },
  { path: 'candidatos/:id', lazy: () => import('#platform/externo/own-page.web.tsx').then((m) => ({ Component: m.OwnPage })) },
  ...pageRoutes('/externo/'),
  { path: '*', element: <NotFoundPage /> },
];

export const routes: RouteObject[] = [
  {
    errorElement: <RouteErrorPage />,
    hydrateFallbackElement: <ScreenLoading />,
    children: [
      { path: '/login', element: <ToLogin /> },
      {
        element: <Public />,
        children: [
          {
            path: '/recuperar-senha',
            lazy: () => import('#platform/session/password-pages.web.tsx').then((m) => ({ Component: m.RecoverPage })),
          },
          {
            path: '/redefinir-senha',
            lazy: () => import('#platform/session/password-pages.web.tsx').then((m) => ({ Component: m.ResetPage })),
          },
        ],
      },
      {
        path: '/externo',
        lazy: () => import('#platform/externo/external-layout.web.tsx').then((m) => ({ Component: m.ExternalLayout })),
        children: externalRoutes,
      },
      ...pageRoutes('/publico/'),
      { path: '/publico/*', element: <NotFoundPage /> },
      { path: '/logout', lazy: () => import('#platform/session/logout-page.web.tsx').then((m) => ({ Component: m.LogoutPage })) },
      { path: '/500', element: <ServerErrorPage /> },
      {
        element: (
          <Private>
            <Inside />
          </Private>
        ),
        children: [
          { path: '/', lazy: () => import('#platform/home/home-page.web.tsx').then((m) => ({ Component: m.HomePage })) },
          {
            path: '/mensagens',
            lazy: () => import('#platform/mensagens/messages-page.web.tsx').then((m) => ({ Component: m.MessagesPage })),
          },
          // Only the path counts, not the query string: a change of the list's state must not load the module again.
          {
            path: '/:module/*',
            element: <ModuleScreen />,
            loader: loadModule,
            errorElement: <RouteErrorPage isInside />,
            shouldRevalidate: ({ currentParams, nextParams }) => currentParams.module !== nextParams.module,
          },
          { path: '*', element: <NotFoundPage /> },
        ],
      },
    ],
  },
];
