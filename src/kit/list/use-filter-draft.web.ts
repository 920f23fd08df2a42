import { useDebouncedCallback } from '@mantine/hooks';
import { useCallback, useEffect, useRef, useState } from 'react';
import { type ListState, soundFilters } from '#kit/query/list-state.ts';
import type { AnyRegistry } from '#kit/registry/registry.ts';

const SEARCH_DELAY = 500;

type Draft = Pick<ListState, 'busca' | 'filters'>;

const NOTHING: Draft = { busca: '', filters: {} };

/** The search and filters as they are typed. They show at once, and go into the address after half a second. */
export function useFilterDraft(registry: AnyRegistry, { busca, filters }: Draft, change: (patch: Partial<ListState>) => void) {
  const [draft, setDraft] = useState<Draft>({ busca, filters });
  const clean = useCallback((typed: ListState['filters']) => soundFilters(registry, typed), [registry]);
  const sent = useRef(draft);
  // The address changed otherwise (back button, a view): the inputs follow.
  useEffect(() => {
    const isOurs =
      sent.current.busca.trim() === busca && JSON.stringify(clean(sent.current.filters)) === JSON.stringify(clean(filters));
    if (isOurs) return;
    sent.current = { busca, filters };
    setDraft(sent.current);
  }, [busca, filters, clean]);
  const sendNow = (next: Draft) => {
    sent.current = next;
    change({ busca: next.busca.trim(), filters: clean(next.filters) });
  };
  const send = useDebouncedCallback(sendNow, SEARCH_DELAY);
  return {
    draft,
    edit: (next: Draft) => {
      setDraft(next);
      send(next);
    },
    /** without waiting: nothing is being typed */
    put: (next: Draft) => {
      send.cancel();
      setDraft(next);
      sendNow(next);
    },
    clear() {
      send.cancel();
      setDraft(NOTHING);
      sendNow(NOTHING);
    },
  };
}
