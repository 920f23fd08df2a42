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
