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
import { queries } from './queries.web.ts';

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

/** The login and the area of candidates are pages of their own, so that they are there at once; whoever leaves for them takes nothing along. */
function OwnProgram() {
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

/** Remembers what is opened. It stands alone, so that a change of screen does not draw the frame again. */
function Tracks() {
  useTrackVisits();
  useTrackRecords();
  return null;
}

function Inside() {
  return (
    <Layout>
      <Tracks />
      <Outlet />
      <Nps />
    </Layout>
  );
}

/** Pages that modules declare for people who are no users. */
const pageRoutes: RouteObject[] = publicPages.map(([path, load]) => ({
  path,
  lazy: async () => ({ Component: await pageAt(load) }),
}));

export const routes: RouteObject[] = [
  {
    errorElement: <RouteErrorPage />,
    hydrateFallbackElement: <ScreenLoading />,
    children: [
      { path: '/login', element: <OwnProgram /> },
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
      { path: '/externo/*', element: <OwnProgram /> },
      ...pageRoutes,
      { path: '/publico/*', element: <NotFoundPage /> },
      { path: '/logout', lazy: () => import('#platform/session/logout-page.web.tsx').then((m) => ({ Component: m.LogoutPage })) },
      {
        path: '/novaInstalacao/gerarTicket',
        lazy: () => import('#platform/session/installation-page.web.tsx').then((m) => ({ Component: m.InstallationPage })),
      },
      { path: '/500', element: <ServerErrorPage /> },
      {
        element: (
          <Private>
            <Inside />
          </Private>
        ),
        children: [
          {
            path: '/',
            lazy: () =>
              import('#platform/home/home-page.web.tsx').then((m) => ({
                Component: m.HomePage,
                loader: () => (void m.askAhead(queries), null),
              })),
            shouldRevalidate: () => false,
          },
          {
            path: '/mensagens',
            lazy: () => import('#platform/mensagens/messages-page.web.tsx').then((m) => ({ Component: m.MessagesPage })),
          },
          // Only the path counts, not the query string: a list asks itself for what a change of its state shows.
          {
            path: '/:module/*',
            element: <ModuleScreen />,
            loader: loadModule,
            errorElement: <RouteErrorPage isInside />,
            shouldRevalidate: ({ currentUrl, nextUrl }) => currentUrl.pathname !== nextUrl.pathname,
          },
          { path: '*', element: <NotFoundPage /> },
        ],
      },
    ],
  },
];
