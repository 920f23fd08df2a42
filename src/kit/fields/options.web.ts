import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { useActing } from '#kit/acting/acting.web.tsx';
import { api, type Query } from '#kit/client/client.web.ts';

/** A record as references show it. */
export interface Named {
  id: number;
  nome: string;
  ativo?: boolean;
  /** what tells records of one name apart */
  detalhe?: string;
}

/** The most names that the server answers at once; a longer list is searched on the server. */
export const MOST_OPTIONS = 500;

const isNamed = (value: unknown): value is Named => typeof value === 'object' && value !== null && 'id' in value;

/** `{id, nome}`, `{id}` or a bare id, as the form's state may hold a reference → its id. */
export const idOf = (value: unknown): number | null => (isNamed(value) ? value.id : typeof value === 'number' ? value : null);

export const idsOf = (values: unknown): number[] =>
  Array.isArray(values) ? values.map(idOf).filter((id): id is number => id !== null) : [];

export const asOption = ({ id, nome, ativo, detalhe }: Named) => ({
  value: id,
  label: nome,
  ...(detalhe ? { detail: detalhe } : {}),
  ...(ativo === false ? { note: '(Inativo)' } : {}),
});

/** The part of a chosen option that the form stores. */
export const asNamed = ({ value, label, note }: { value: number; label: string; note?: string }): Named => ({
  id: value,
  nome: label,
  ...(note ? { ativo: false } : {}),
});

/** Records of `target` (`module/slug`) whose names contain `busca`; an empty list when the request fails. */
const loadNames = (target: string, query: Query, signal: AbortSignal): Promise<Named[]> =>
  api.get<Named[]>(`${target}/opcoes`, query, { quiet: true, silent: true, signal }).catch((error: unknown) => {
    if (signal.aborted) throw error;
    return [];
  });

export const loadOptions =
  (target: string, within: Query = {}) =>
  async (busca: string, signal: AbortSignal) =>
    (await loadNames(target, { ...within, busca: busca.trim() }, signal)).map(asOption);

/** All names of a target, up to the limit of one answer. */
export const useNames = (target: string) =>
  useQuery({
    queryKey: ['opcoes', target],
    queryFn: ({ signal }) => loadNames(target, {}, signal),
    enabled: target !== '',
    staleTime: 30_000,
  });

interface InTree extends Named {
  /** the id of what stands above it */
  acima: number | null;
}

/** A whole tree of records, once an input asks for it. */
export function useTree(target: string) {
  const [isAsked, setAsked] = useState(false);
  const { data } = useQuery({
    queryKey: ['opcoes', target, 'arvore'],
    queryFn: ({ signal }) => api.get<InTree[]>(`${target}/arvore`, {}, { quiet: true, silent: true, signal }),
    enabled: isAsked,
    staleTime: 30_000,
    retry: false,
  });
  const options = useMemo(() => data?.map((one) => ({ ...asOption(one), above: one.acima })), [data]);
  return { options, onOpen: useCallback(() => setAsked(true), []) };
}

/** Whether the records of the registry stand below each other. */
export const useIsTree = (target: string): boolean => useActing().trees?.has(target) === true;

/** The given references with names: names that are missing are loaded by id. */
export function useNamed(target: string, values: readonly unknown[]): Named[] {
  const nameless = values.filter((value) => !isNamed(value) || !value.nome).map(idOf);
  const ids = nameless.filter((id) => id !== null).join(',');
  const { data = [] } = useQuery({
    queryKey: ['opcoes', target, 'ids', ids],
    queryFn: ({ signal }) => loadNames(target, { ids }, signal),
    enabled: ids !== '' && target !== '',
    staleTime: 30_000,
  });
  return values.flatMap((value) => {
    if (isNamed(value) && value.nome) return [value];
    const id = idOf(value);
    return id === null ? [] : [data.find((named) => named.id === id) ?? { id, nome: `#${id}` }];
  });
}
