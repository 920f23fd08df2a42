import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { PortalStart } from '#platform/externo/portal-start.ts';

/** Draws a page of the external area, by its address, as a visitor sees it. */
export type Draw = (address: string, start: PortalStart) => Promise<string>;

/** The portal's own program as the build left it for the server (externo-drawn.web.tsx), loaded with the first page that it draws. */
export function drawerOf(file: string): Draw | undefined {
  if (!existsSync(file)) return undefined;
  let program: Promise<{ draw: Draw }> | undefined;
  return async (address, start) => {
    program ??= (import(pathToFileURL(file).href) as Promise<{ draw: Draw }>).catch((error: unknown) => {
      program = undefined;
      throw error;
    });
    return (await program).draw(address, start);
  };
}
