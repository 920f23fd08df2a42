import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { ActingUser } from '#kit/acting/acting.web.tsx';
import { personKey } from '#kit/acting/authority.web.tsx';
import { retryOnMount } from '#kit/client/ask-ahead.web.ts';
import { api } from '#kit/client/client.web.ts';
import { type ListState, pageQuery, readListState, saysNothing } from '#kit/query/list-state.ts';
import type { ListViews, SavedView } from '#kit/query/saved-view.ts';
import { type AnyRegistry, inCompany } from '#kit/registry/registry.ts';
import type { PageOf } from './page-of.web.ts';

/** A page of a list. `records`: `module/slug` of the records behind the rows. */
export function listQuery(path: string, records: string, asked: ListState) {
  const query = pageQuery(asked);
  return queryOptions({
    queryKey: ['registro', records, 'lista', path, query],
    queryFn: ({ signal }) => api.get<PageOf>(path, query, { quiet: true, signal }),
    // The last page stays on the screen until the next one has come.
    placeholderData: keepPreviousData,
    retry: false,
    retryOnMount,
  });
}

export const NO_VIEWS: ListViews = { densidade: null, colunas: null, visoes: [] };

/** An answer that something in between cut short is none. */
const complete = (answer: Partial<ListViews> | null): ListViews => ({ ...NO_VIEWS, ...answer, visoes: answer?.visoes ?? [] });

/** The views of a list, and how its user likes columns and density; a list works without them too. */
export const viewsQuery = (person: string, path: string) =>
  queryOptions({
    queryKey: ['visoes', person, path],
    queryFn: ({ signal }) =>
      api.get<ListViews>('visoes', { cadastro: path }, { quiet: true, silent: true, signal }).then(complete),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    retryOnMount,
  });

/** The view that a list begins with: the one that its address names or, where that says nothing of the list, its user's own. */
export function firstView(visoes: readonly SavedView[], search: URLSearchParams, isBare: boolean): SavedView | undefined {
  const named = search.get('vista');
  if (named !== null) return visoes.find(({ id }) => String(id) === named);
  return isBare ? visoes.find(({ padrao }) => padrao) : undefined;
}

/** What the standard list of a registry shows at an address, and with the view that it begins with where the views are known already. */
export function askedByList(
  path: string,
  declared: AnyRegistry,
  search: URLSearchParams,
  acting: ActingUser,
  queries: QueryClient,
) {
  const registry = inCompany(declared, acting.context.settings);
  const views = viewsQuery(personKey(acting), path);
  const known = queries.getQueryData(views.queryKey)?.visoes ?? [];
  const first = firstView(known, search, saysNothing(registry, search));
  const state = readListState(registry, first ? new URLSearchParams(first.query) : search);
  return [views, ...(state.view === 'lista' ? [listQuery(path, path, state)] : [])];
}
