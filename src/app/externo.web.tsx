import '#kit/ui/global.css';
import './login.css';
import '#platform/externo/portal.css';
import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { Portal } from '#platform/externo/portal.web.tsx';
import { type PortalStart, START_ID } from '#platform/externo/portal-start.ts';
import { portalRoutes } from './portal-routes.web.tsx';

// The entry of externo.html. It goes without Mantine, router and queries: candidates come with old telephones on slow lines.

const root = document.getElementById('root');
/** There when the server has drawn the page: what it drew it with. */
const told = document.getElementById(START_ID)?.textContent;
const start = told ? (JSON.parse(told) as PortalStart) : undefined;
const portal = (
  <StrictMode>
    <Portal routes={portalRoutes} start={start} />
  </StrictMode>
);
if (root && start) hydrateRoot(root, portal);
else if (root) createRoot(root).render(portal);
