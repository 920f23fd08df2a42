import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { leafAt, leavesOf, type MenuLeaf } from '#platform/menu/menu-leaves.ts';
import { useSession } from '#platform/session/session.web.tsx';

interface Visit {
  times: number;
  /** milliseconds since 1970 */
  last: number;
}

type Visits = Record<string, Visit>;

const MOST = 200;
const keyOf = (usuarioId: number) => `vinculo.visitas.${usuarioId}`;

function read(usuarioId: number): Visits {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(usuarioId)) ?? '{}');
    const entries =
      typeof stored === 'object' && stored !== null ? Object.entries(stored as Record<string, Partial<Visit> | null>) : [];
    return Object.fromEntries(
      entries.map(([path, visit]) => [path, { times: Number(visit?.times) || 0, last: Number(visit?.last) || 0 }]),
    );
  } catch {
    return {};
  }
}

/** Counts the screens that the user opens, in this browser. */
export function useTrackVisits(): void {
  const { menu, usuario } = useSession();
  const { pathname } = useLocation();
  const id = usuario?.id;
  const path = leafAt(leavesOf(menu), pathname)?.caminho;
  useEffect(() => {
    if (id === undefined || path === undefined) return;
    const visits = read(id);
    visits[path] = { times: (visits[path]?.times ?? 0) + 1, last: Date.now() };
    const kept = Object.entries(visits).sort(([, a], [, b]) => b.last - a.last);
    try {
      localStorage.setItem(keyOf(id), JSON.stringify(Object.fromEntries(kept.slice(0, MOST))));
    } catch {
      // Without storage no visits are recorded.
    }
  }, [id, path]);
}

/** Last used and most used screens among those that the menu still offers. */
export function visitedScreens(
  usuarioId: number,
  leaves: readonly MenuLeaf[],
  most: number,
): { last: MenuLeaf[]; often: MenuLeaf[] } {
  const visits = read(usuarioId);
  const known = leaves.filter(({ caminho }) => visits[caminho] !== undefined);
  const by = (of: (visit: Visit) => number) => {
    const value = ({ caminho }: MenuLeaf) => of(visits[caminho] ?? { times: 0, last: 0 });
    return [...known].sort((a, b) => value(b) - value(a)).slice(0, most);
  };
  return { last: by(({ last }) => last), often: by(({ times }) => times) };
}
