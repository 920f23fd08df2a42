import { renderToString } from 'react-dom/server';
import { Portal } from '#platform/externo/portal.web.tsx';
import type { PortalStart } from '#platform/externo/portal-start.ts';
import { routesAt } from './portal-routes.web.tsx';

/** Draws a page of the external area for a visitor. The server calls it (portal-drawn.server.ts); the program takes the same page over. */
export async function draw(address: string, start: PortalStart): Promise<string> {
  const { pathname } = new URL(address, 'http://portal');
  return renderToString(<Portal routes={await routesAt(pathname)} start={start} at={address} />);
}
