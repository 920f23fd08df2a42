import { type AnchorHTMLAttributes, createContext, type MouseEvent, use, useMemo, useSyncExternalStore } from 'react';

// The portal's own way between its pages: a router for a dozen addresses, small enough for a slow line.

const CHANGED = 'portal:endereco';

const watch = (changed: () => void) => {
  addEventListener('popstate', changed);
  addEventListener(CHANGED, changed);
  return () => {
    removeEventListener('popstate', changed);
    removeEventListener(CHANGED, changed);
  };
};

/** Goes to another page of the portal. */
export function go(to: string, { replace = false } = {}): void {
  if (replace) history.replaceState(null, '', to);
  else history.pushState(null, '', to);
  scrollTo(0, 0);
  dispatchEvent(new Event(CHANGED));
}

const here = () => location.pathname + location.search;

/** The address of a page that is drawn where there is no browser. */
export const DrawnAt = createContext<string | undefined>(undefined);

/** Where the portal is. */
export function usePlace(): { path: string; search: URLSearchParams } {
  const drawnAt = use(DrawnAt);
  const href = useSyncExternalStore(watch, here, () => drawnAt ?? here());
  return useMemo(() => {
    const { pathname, searchParams } = new URL(href, 'http://portal');
    return { path: pathname.replace(/(.)\/$/, '$1'), search: searchParams };
  }, [href]);
}

/** The parts of an address that a pattern such as `/externo/anuncios/:id` names; null: it is another address. */
export function partsOf(pattern: string, path: string): Record<string, string> | null {
  const wanted = pattern.split('/');
  const given = path.split('/');
  if (wanted.length !== given.length) return null;
  const parts: Record<string, string> = {};
  for (const [at, part] of wanted.entries())
    if (part.startsWith(':')) parts[part.slice(1)] = decodeURIComponent(given[at] ?? '');
    else if (part !== given[at]) return null;
  return parts;
}

/** A link to another page of the portal. */
export function Link({ to, onClick, children, ...rest }: { to: string } & AnchorHTMLAttributes<HTMLAnchorElement>) {
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    go(to);
  };
  return (
    <a href={to} onClick={follow} {...rest}>
      {children}
    </a>
  );
}
