import { isMonth } from '#kit/br/date.ts';
import type { Field } from '#kit/fields/field.ts';
import { hasBoard } from '#kit/registry/lifecycle.ts';
import type { AnyRegistry } from '#kit/registry/registry.ts';
import { filterNames, isSortable, OF_IMPORT, PAGE_SIZE, parseListQuery } from './list-query.ts';

/** A value of `visao` in the address. */
export type ListView = 'lista' | 'quadro' | 'calendario';

/** The views that a registry's list has. */
export const viewsOf = (registry: AnyRegistry): ListView[] => [
  'lista',
  ...(hasBoard(registry) ? ['quadro' as const] : []),
  ...(registry.calendar ? ['calendario' as const] : []),
];

/** The state of a list in the address bar, under the names of the wire, except for the page. */
export interface ListState {
  /** from 0; people read and write it from 1, as `pagina` */
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

/** The filter of the records behind a slice of a chart, which the server knows. */
export const SLICE = 'fatia';

/** Every filter name of the registry's list. */
const listFilterNames = (registry: AnyRegistry): string[] => [
  ...Object.entries(registry.fields).flatMap(([name, field]) => filterNames(name, field)),
  ...(registry.asOf === undefined ? [] : [registry.asOf]),
  SLICE,
  OF_IMPORT,
];

/** The filters that the server will take, by its own parser: half-typed dates, empty texts and options that are no more are left out. */
export function soundFilters(registry: AnyRegistry, filters: Readonly<Record<string, string>>): Record<string, string> {
  const used = Object.entries(filters).filter(([, text]) => text.trim() !== '');
  if (used.length === 0) return {};
  const faulty = new Set(parseListQuery(registry, Object.fromEntries(used), [SLICE]).issues.map(({ field }) => field));
  return Object.fromEntries(used.filter(([name]) => !faulty.has(name)).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** The filters of an address, sound or not. */
function filtersIn(registry: AnyRegistry, search: URLSearchParams): Record<string, string> {
  return Object.fromEntries(
    listFilterNames(registry).flatMap((name) => {
      const text = search.get(name);
      return text ? [[name, text]] : [];
    }),
  );
}

/** The labels of the filters of an address whose value no longer exists. */
export function lostFilters(registry: AnyRegistry, search: URLSearchParams): string[] {
  const asked = filtersIn(registry, search);
  const sound = soundFilters(registry, asked);
  const labelOf = (filter: string) =>
    Object.entries(registry.fields).find(([name, field]) => filterNames(name, field).includes(filter))?.[1].label ??
    (filter === OF_IMPORT ? 'Importação' : 'Data');
  return [
    ...new Set(
      Object.keys(asked)
        .filter((name) => !Object.hasOwn(sound, name))
        .map(labelOf),
    ),
  ];
}

/** An earlier version's address counted its pages from 0, as `page`. */
const pageIn = (search: URLSearchParams): number =>
  search.has('pagina') ? whole(search.get('pagina'), 1, 1_000_000, 1) - 1 : whole(search.get('page'), 0, 1_000_000, 0);

/** Reads an address; a mistyped value silently becomes the default, and a filter that no longer exists is left out. */
export function readListState(registry: AnyRegistry, search: URLSearchParams): ListState {
  const [name = '', order] = (search.get('sort') ?? '').split(',');
  const field: Field | undefined = Object.hasOwn(registry.fields, name) ? registry.fields[name] : undefined;
  return {
    page: pageIn(search),
    size: whole(search.get('size'), 1, 500, PAGE_SIZE),
    sort: field && isSortable(field) ? { field: name, order: order === 'desc' ? 'desc' : 'asc' } : registry.sort,
    busca: search.get('busca') ?? '',
    view: viewsOf(registry).find((view) => view === search.get('visao')) ?? 'lista',
    month: isMonth(search.get('mes') ?? '') ? (search.get('mes') ?? '') : '',
    filters: soundFilters(registry, filtersIn(registry, search)),
  };
}

/** The names and texts of the address for this state; defaults are left out. */
export function writeListState(registry: AnyRegistry, state: ListState): Record<string, string> {
  const usual = state.sort.field === registry.sort.field && state.sort.order === registry.sort.order;
  return {
    ...(state.page > 0 ? { pagina: String(state.page + 1) } : {}),
    ...(state.size === PAGE_SIZE ? {} : { size: String(state.size) }),
    ...(usual ? {} : { sort: `${state.sort.field},${state.sort.order}` }),
    ...(state.busca ? { busca: state.busca } : {}),
    ...(state.view === 'lista' ? {} : { visao: state.view }),
    ...(state.view === 'calendario' && state.month ? { mes: state.month } : {}),
    ...Object.fromEntries(Object.entries(state.filters).filter(([, text]) => text !== '')),
  };
}

/** Whether an address says nothing of the list; it may say the company. */
export const saysNothing = (registry: AnyRegistry, search: URLSearchParams): boolean =>
  lostFilters(registry, search).length === 0 &&
  Object.keys(writeListState(registry, readListState(registry, search))).length === 0;

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
