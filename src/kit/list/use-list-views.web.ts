import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useActing } from '#kit/acting/acting.web.tsx';
import { usePersonKey } from '#kit/acting/authority.web.tsx';
import { api } from '#kit/client/client.web.ts';
import type { ListViews, SavedView, ViewContent } from '#kit/query/saved-view.ts';
import { NO_VIEWS, viewsQuery } from './list-query.web.ts';

/** Asked for and told here: a list works without its views too. */
const quiet = { quiet: true, silent: true } as const;

/** Choices are saved in the order in which they were made: of two at once, an earlier one could arrive last. */
let saving: Promise<unknown> = Promise.resolve();
const save = (choice: Partial<ListViews> & { cadastro: string }) => {
  saving = saving.then(() => api.put('visoes/preferencias', choice, { ...quiet, keepalive: true })).catch(() => undefined);
};

export type ViewsOfList = ReturnType<typeof useListViews>;

/** The views of a list, and how its user likes columns and density: kept on the server, the same in every browser. */
export function useListViews(path: string, isWanted = true) {
  const queries = useQueryClient();
  const { usuarioId } = useActing();
  const person = usePersonKey();
  const enabled = isWanted && usuarioId !== null;
  const { queryKey: key } = viewsQuery(person, path);
  const query = useQuery({ ...viewsQuery(person, path), enabled });
  const known = query.data ?? NO_VIEWS;
  const reload = () => queries.invalidateQueries({ queryKey: key });
  // On the screen at once, and on the server meanwhile; a lost answer leaves it for this visit.
  const like = (liked: Partial<Pick<ListViews, 'colunas' | 'densidade'>>) => {
    queries.setQueriesData<ListViews>({ queryKey: ['visoes', person] }, (was) =>
      was && 'densidade' in liked ? { ...was, densidade: liked.densidade ?? null } : was,
    );
    queries.setQueryData<ListViews>(key, (was) => ({ ...(was ?? NO_VIEWS), ...liked }));
    save({ cadastro: path, ...liked });
  };
  useTakenOver(path, enabled && query.isSuccess ? known : null, reload);
  return {
    ...known,
    /** the columns of the list are known by now */
    isReady: !enabled || !query.isPending,
    like,
    reload,
    add: (view: ViewContent & Pick<SavedView, 'nome' | 'compartilhada'>) => api.post('visoes', { cadastro: path, ...view }),
    update: (id: number, view: ViewContent & Pick<SavedView, 'nome' | 'compartilhada'>) => api.put(`visoes/${id}`, view),
    use: async (id: number, use: Pick<SavedView, 'favorita' | 'padrao'>) => {
      await api.put(`visoes/${id}/uso`, use);
      await queries.invalidateQueries({ queryKey: ['favoritos'] });
    },
    remove: async (id: number) => {
      await api.delete(`visoes/${id}`);
      await queries.invalidateQueries({ queryKey: ['favoritos'] });
    },
  };
}

const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every((item) => typeof item === 'string');

interface Earlier {
  nome: string;
  query: string;
}

const isEarlier = (value: unknown): value is Earlier[] =>
  Array.isArray(value) && value.every((item) => typeof item?.nome === 'string' && typeof item.query === 'string');

/** Takes a choice out of the browser's store; null when there is none. */
function taken<T>(key: string, isValid: (value: unknown) => value is T): T | null {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    localStorage.removeItem(key);
    return isValid(value) ? value : null;
  } catch {
    return null;
  }
}

/** An earlier version kept columns and saved filters in the browser: the first visit hands them to the server. */
function useTakenOver(path: string, known: ListViews | null, reload: () => unknown): void {
  const person = usePersonKey();
  const isDone = useRef(false);
  useEffect(() => {
    if (!known || isDone.current) return;
    isDone.current = true;
    const colunas = taken(`vinculo:${person}:${path}:colunas`, isTexts);
    const earlier = taken(`vinculo:${person}:${path}:filtros`, isEarlier) ?? [];
    if (colunas === null && earlier.length === 0) return;
    const work = async () => {
      if (colunas && known.colunas === null) await api.put('visoes/preferencias', { cadastro: path, colunas }, quiet);
      // One of the same name is there already, from another browser.
      for (const { nome, query } of earlier)
        await api.post('visoes', { cadastro: path, nome: nome.slice(0, 60), query }, quiet).catch(() => undefined);
      await reload();
    };
    void work().catch(() => undefined);
  }, [known, person, path, reload]);
}
