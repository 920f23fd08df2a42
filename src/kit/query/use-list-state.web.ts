import { useCallback, useMemo } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { isMonth } from '#kit/br/date.ts';
import type { Field } from '#kit/fields/field.ts';
import { hasBoard } from '#kit/registry/lifecycle.ts';
import type { AnyRegistry } from '#kit/registry/registry.ts';
import { filterNames, isSortable, PAGE_SIZE } from './list-query.ts';

/** A value of `visao` in the address. */
export type ListView = 'lista' | 'quadro' | 'calendario';

/** The views that a registry's list has. */
export const viewsOf = (registry: AnyRegistry): ListView[] => [
  'lista',
  ...(hasBoard(registry) ? ['quadro' as const] : []),
  ...(registry.calendar ? ['calendario' as const] : []),
];

/** The state of a list as the address bar holds it, under the names of the wire. */
export interface ListState {
  page: number;
  size: number;
  sort: { field: string; order: 'asc' | 'desc' };
  busca: string;
  /** how the records are drawn: a table, a board of their states, or a calendar */
  view: ListView;
  /** the month of the calendar; '' is today's */
  month: string;
  /** filter name → its text, only those in use */
  filters: Readonly<Record<string, string>>;
}

const whole = (text: string | null, least: number, most: number, otherwise: number) =>
  text !== null && /^\d{1,7}$/.test(text) && Number(text) >= least && Number(text) <= most ? Number(text) : otherwise;

/** Every filter name of the registry's list. */
const listFilterNames = (registry: AnyRegistry): string[] => [
  ...Object.entries(registry.fields).flatMap(([name, field]) => filterNames(name, field)),
  ...(registry.asOf === undefined ? [] : [registry.asOf]),
];

/** Reads an address; a mistyped value silently becomes the default, since nobody can correct it on the screen. */
export function readListState(registry: AnyRegistry, search: URLSearchParams): ListState {
  const [name = '', order] = (search.get('sort') ?? '').split(',');
  const field: Field | undefined = Object.hasOwn(registry.fields, name) ? registry.fields[name] : undefined;
  const filters: Record<string, string> = {};
  for (const filter of listFilterNames(registry)) {
    const text = search.get(filter);
    if (text) filters[filter] = text;
  }
  return {
    page: whole(search.get('page'), 0, 1_000_000, 0),
    size: whole(search.get('size'), 1, 500, PAGE_SIZE),
    sort: field && isSortable(field) ? { field: name, order: order === 'desc' ? 'desc' : 'asc' } : registry.sort,
    busca: search.get('busca') ?? '',
    view: viewsOf(registry).find((view) => view === search.get('visao')) ?? 'lista',
    month: isMonth(search.get('mes') ?? '') ? (search.get('mes') ?? '') : '',
    filters,
  };
}

/** The names and texts of the wire for this state; defaults are left out of the address. */
export function writeListState(registry: AnyRegistry, state: ListState): Record<string, string> {
  const usual = state.sort.field === registry.sort.field && state.sort.order === registry.sort.order;
  return {
    ...(state.page > 0 ? { page: String(state.page) } : {}),
    ...(state.size === PAGE_SIZE ? {} : { size: String(state.size) }),
    ...(usual ? {} : { sort: `${state.sort.field},${state.sort.order}` }),
    ...(state.busca ? { busca: state.busca } : {}),
    ...(state.view === 'lista' ? {} : { visao: state.view }),
    ...(state.view === 'calendario' && state.month ? { mes: state.month } : {}),
    ...Object.fromEntries(Object.entries(state.filters).filter(([, text]) => text !== '')),
  };
}

/** The query of a page request. */
export const pageQuery = (state: ListState): Record<string, string | number> => ({
  ...exportQuery(state),
  page: state.page,
  size: state.size,
});

/** The same list without its pages, as an export asks for it. */
export const exportQuery = ({ sort, busca, filters }: ListState): Record<string, string> => ({
  sort: `${sort.field},${sort.order}`,
  ...(busca ? { busca } : {}),
  ...filters,
});

// The query of each list when it was last seen, so that a form leads back to the same page.
const lastSeen = new Map<string, string>();

/** The address of a list as it was last seen: `/sst/ambientes?page=3`. */
export const listAddress = (path: string) => `/${path}${lastSeen.get(`/${path}`) ?? ''}`;

/**
 * List state in the address bar: shareable, and kept by reload and by the back button. `beside` is one more parameter of the
 * address, which stays as the list changes.
 */
export function useListState(registry: AnyRegistry, beside = '') {
  const [search, setSearch] = useSearchParams();
  const location = useLocation();
  lastSeen.set(location.pathname, location.search);
  const state = useMemo(() => readListState(registry, search), [registry, search]);
  /** A change of anything but the page starts at the first page again, and replaces the entry in the history. */
  const change = useCallback(
    (patch: Partial<ListState>) => {
      setSearch(
        (present) => {
          const next = { ...readListState(registry, present), page: 0, ...patch };
          const other = present.get(beside);
          return new URLSearchParams({ ...(other === null ? {} : { [beside]: other }), ...writeListState(registry, next) });
        },
        { replace: patch.page === undefined, preventScrollReset: true },
      );
    },
    [registry, setSearch, beside],
  );
  return { state, change };
}
