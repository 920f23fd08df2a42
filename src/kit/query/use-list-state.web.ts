import { useCallback, useMemo } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import type { AnyRegistry } from '#kit/registry/registry.ts';
import { type ListState, lostFilters, readListState, saysNothing, writeListState } from './list-state.ts';

// The query of each list when it was last seen, so that a form leads back to the same page.
const lastSeen = new Map<string, string>();

/** The address of a list as it was last seen: `/sst/ambientes?pagina=4`. */
export const listAddress = (path: string) => `/${path}${lastSeen.get(`/${path}`) ?? ''}`;

const NONE: readonly string[] = [];

/**
 * List state in the address bar: shareable, and kept by reload and by the back button. `beside` are further parameters of the
 * address, which stay as the list changes.
 */
export function useListState(registry: AnyRegistry, beside = NONE) {
  const [search, setSearch] = useSearchParams();
  const location = useLocation();
  lastSeen.set(location.pathname, location.search);
  const state = useMemo(() => readListState(registry, search), [registry, search]);
  const lost = useMemo(() => lostFilters(registry, search), [registry, search]);
  /** A change of anything but the page starts at the first page again, and replaces the entry in the history. */
  const change = useCallback(
    (patch: Partial<ListState>) => {
      setSearch(
        (present) => {
          const next = { ...readListState(registry, present), page: 0, ...patch };
          const others = beside.flatMap((name) => (present.has(name) ? [[name, present.get(name) ?? '']] : []));
          return new URLSearchParams({ ...Object.fromEntries(others), ...writeListState(registry, next) });
        },
        { replace: patch.page === undefined, preventScrollReset: true },
      );
    },
    [registry, setSearch, beside],
  );
  const isBare = useMemo(
    () => saysNothing(registry, search) && !beside.some((name) => search.has(name)),
    [registry, search, beside],
  );
  return { state, change, lost, isBare };
}
