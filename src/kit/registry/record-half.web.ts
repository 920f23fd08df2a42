import { use, useEffect } from 'react';
import type { RegistryView } from './view.web.tsx';

const loaded = new WeakMap<RegistryView, Promise<RegistryView>>();

/** Loads what a view keeps for the record's page and its forms; answers the view with it. */
export function withRecordHalf(view: RegistryView): Promise<RegistryView> {
  const known = loaded.get(view);
  if (known) return known;
  const loading = (async () => ({ ...view, ...(await view.record?.()) }))();
  loaded.set(view, loading);
  // A part that failed to load is requested again the next time.
  loading.catch(() => loaded.delete(view));
  return loading;
}

/** The view with its record's half; the screen waits for it in its `Suspense`. */
export const useRecordHalf = (view: RegistryView | undefined): RegistryView | undefined =>
  view?.record ? use(withRecordHalf(view)) : view;

/** ms for which rows have stood before the programs of their records are asked for: the list's own requests come first */
const REST = 300;

/** Fetches the half of a record's page while its list is read, which most often leads there. */
export function useHalfAhead(view: RegistryView | undefined, isDrawn: boolean): void {
  useEffect(() => {
    if (!view?.record || !isDrawn) return;
    // What fails here fails again, and is told, when a record is opened.
    const waiting = setTimeout(() => void withRecordHalf(view).catch(() => undefined), REST);
    return () => clearTimeout(waiting);
  }, [view, isDrawn]);
}
