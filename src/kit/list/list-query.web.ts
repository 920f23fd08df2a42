import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ActingUser } from '#kit/acting/acting.web.tsx';
import { personKey } from '#kit/acting/authority.web.tsx';
import { retryOnMount } from '#kit/client/ask-ahead.web.ts';
import { api } from '#kit/client/client.web.ts';
import { type ListState, pageQuery, readListState } from '#kit/query/list-state.ts';
import type { ListViews } from '#kit/query/saved-view.ts';
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

/** What the standard list of a registry shows at an address. */
export function askedByList(path: string, registry: AnyRegistry, search: URLSearchParams, acting: ActingUser) {
  const state = readListState(inCompany(registry, acting.context.settings), search);
  return [viewsQuery(personKey(acting), path), ...(state.view === 'lista' ? [listQuery(path, path, state)] : [])];
}
