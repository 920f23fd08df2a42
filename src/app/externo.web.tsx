import '#kit/ui/global.css';
import './login.css';
import '#platform/externo/portal.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Portal } from '#platform/externo/portal.web.tsx';
import { portalRoutes } from './portal-routes.web.tsx';

// The entry of externo.html. It goes without Mantine, router and queries: candidates come with old telephones on slow lines.

const root = document.getElementById('root');
if (root)
  createRoot(root).render(
    <StrictMode>
      <Portal routes={portalRoutes} />
    </StrictMode>,
  );
