import './jitless.web.ts';
import '@fontsource-variable/inter/wght.css';
import '@mantine/core/styles.layer.css';
import '@mantine/notifications/styles.layer.css';
import '#kit/ui/global.css';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { unstable_forceFrameRate as drawAtLeast } from 'scheduler';
import { ConfirmHost } from '#kit/ui/confirm.web.tsx';
import { LoadingOverlay } from '#kit/ui/loading.web.tsx';
import { ThemeProvider } from '#kit/ui/theme.web.tsx';
import { watchLostChunks } from '#platform/error/lost-chunk.web.ts';
import { OfflineBar } from '#platform/layout/offline-bar.web.tsx';
import { createCompanyRouter } from '#platform/session/company-router.web.ts';
import { SessionProvider, useSession } from '#platform/session/session.web.tsx';
import { fetchAhead } from './fetch-ahead.web.ts';
import { queries } from './queries.web.ts';
import { routes } from './routes.web.tsx';

// The next screen is drawn in parts of 40 ms. In React's own, of 5, the frames between them take as long as the drawing; and what is clicked
// meanwhile is answered within 100 ms.
drawAtLeast(25);

watchLostChunks();
const router = createCompanyRouter(routes);

function Themed() {
  const { empresa } = useSession();
  return (
    <ThemeProvider primary={empresa?.corPrincipal ?? null}>
      <Notifications position="top-center" limit={4} zIndex={460} />
      <RouterProvider router={router} />
      <ConfirmHost header="RH" />
      <LoadingOverlay />
      <OfflineBar />
    </ThemeProvider>
  );
}

const root = document.getElementById('root');
if (root) {
  fetchAhead();
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <SessionProvider>
          <Themed />
        </SessionProvider>
      </QueryClientProvider>
    </StrictMode>,
  );
}
