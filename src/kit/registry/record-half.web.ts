import { use } from 'react';
import type { RegistryView } from './view.web.tsx';

const loading = new WeakMap<RegistryView, Promise<RegistryView>>();
const whole = new WeakMap<RegistryView, RegistryView>();

/** Loads what a view keeps for the record's page and its forms; answers the view with it. */
export function withRecordHalf(view: RegistryView): Promise<RegistryView> {
  const known = loading.get(view);
  if (known) return known;
  const load = async () => {
    const found = { ...view, ...(await view.record?.()) };
    whole.set(view, found);
    return found;
  };
  const asked = load();
  loading.set(view, asked);
  // A part that failed to load is requested again the next time.
  asked.catch(() => loading.delete(view));
  return asked;
}

/** The view with its record's half; the screen waits for it in its `Suspense`, unless it is there. */
export const useRecordHalf = (view: RegistryView | undefined): RegistryView | undefined =>
  view?.record ? (whole.get(view) ?? use(withRecordHalf(view))) : view;
