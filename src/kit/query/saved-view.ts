import type { World } from '#kit/acting/world.ts';
import { isHidden } from '#kit/fields/sensitive.ts';
import type { AnyRegistry } from '#kit/registry/registry.ts';
import { columnsOffered } from './list-column.ts';
import { filterNames } from './list-query.ts';
import { readListState, writeListState } from './list-state.ts';

/** How closely the rows of a list stand. */
export const densities = ['confortavel', 'compacta'] as const;
export type Density = (typeof densities)[number];

/** What a view of a list keeps. */
export interface ViewContent {
  /** the query of the list's address: filters, order, page size, and how the records are drawn */
  query: string;
  /** null: the list's own */
  colunas: readonly string[] | null;
  /** null: as its user likes it */
  densidade: Density | null;
}

/** A view as a user gets it. */
export interface SavedView extends ViewContent {
  id: number;
  nome: string;
  compartilhada: boolean;
  minha: boolean;
  /** whoever made it, of a shared view of somebody else */
  de: string | null;
  favorita: boolean;
  padrao: boolean;
}

/** What a list asks of the server beside its records. */
export interface ListViews {
  densidade: Density | null;
  colunas: readonly string[] | null;
  visoes: SavedView[];
}

/** The authority that shares views with the company. */
export const SHARE_VIEWS = 'ROLE_COMPARTILHAR_VISAO';

/** The columns that this reader may see, of those that the list has. */
export function columnsSeen(registry: AnyRegistry, colunas: readonly string[] | null, can: World['can']): string[] | null {
  const offered = new Set(columnsOffered(registry, can).map(({ name }) => name));
  const seen = [...new Set(colunas)].filter((name) => offered.has(name));
  return seen.length > 0 ? seen : null;
}

const onlyIn = (whole: readonly string[], seen: readonly string[]) => whole.filter((one) => !seen.includes(one));

/**
 * What somebody saves, with what they do not see of the view as it stands (`whole`; `seen` is their sight of it): columns in their places, filters, and
 * an order unless they choose another. No columns mean the list's own from somebody who saw some, and no change from somebody who saw none.
 */
export function withUnseen<V extends ViewContent>(given: V, whole: ViewContent, seen: ViewContent): V {
  const all = whole.colunas ?? [];
  const hidden = onlyIn(all, seen.colunas ?? []);
  const colunas = [...(given.colunas ?? [])];
  for (const name of hidden) {
    const before = all.slice(0, all.indexOf(name)).findLast((one) => colunas.includes(one));
    colunas.splice(before === undefined ? 0 : colunas.indexOf(before) + 1, 0, name);
  }
  const query = new URLSearchParams(given.query);
  const told = new URLSearchParams(seen.query);
  for (const [name, text] of new URLSearchParams(whole.query)) if (!told.has(name) && !query.has(name)) query.append(name, text);
  const own = seen.colunas ? null : whole.colunas;
  return { ...given, colunas: given.colunas ? colunas : own, query: query.toString() };
}

/** The view as this reader may have it: without columns, filters and orders of fields that they may not see, or that the list has no more. */
export function viewFor<V extends ViewContent>(registry: AnyRegistry, view: V, can: World['can']): V {
  const state = readListState(registry, new URLSearchParams(view.query));
  const hidden = Object.entries(registry.fields).filter(([, field]) => isHidden(field, can));
  const untold = new Set(hidden.flatMap(([name, field]) => filterNames(name, field)));
  const query = writeListState(registry, {
    ...state,
    page: 0,
    sort: hidden.some(([name]) => name === state.sort.field) ? registry.sort : state.sort,
    filters: Object.fromEntries(Object.entries(state.filters).filter(([name]) => !untold.has(name))),
  });
  return { ...view, query: new URLSearchParams(query).toString(), colunas: columnsSeen(registry, view.colunas, can) };
}
