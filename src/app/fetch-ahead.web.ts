import { modules } from './modules.web.ts';

/** Fetches the programs of a screen when the pointer or the focus reaches a link to it, so that the click finds them there. */
export function fetchAheadOfLinks(): void {
  const reach = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href^="/"]') : null;
    const [, module = '', ...rest] = link?.pathname.split('/') ?? [];
    if (!Object.hasOwn(modules, module)) return;
    // What fails here fails again, and is told, when the screen is asked for.
    modules[module]?.().catch(() => undefined);
    if (rest[0] && rest[0] !== 'relatorios') import('#kit/list/registry-list.web.tsx').catch(() => undefined);
  };
  for (const kind of ['pointerover', 'focusin']) document.addEventListener(kind, reach, { passive: true });
}
