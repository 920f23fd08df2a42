import { useSyncExternalStore } from 'react';

const sending = new Set<Promise<unknown>>();
const listeners = new Set<() => void>();
const tell = () => {
  for (const listener of listeners) listener();
};

/** Notes a file that is being sent, until it is stored or refused. */
export function underWay(work: Promise<unknown>): void {
  sending.add(work);
  tell();
  const forget = () => {
    sending.delete(work);
    tell();
  };
  work.then(forget, forget);
}

export const hasFilesUnderWay = (): boolean => sending.size > 0;

/** Waits until no file is on its way: a form that is saved before would lose it. */
export async function filesArrive(): Promise<void> {
  while (sending.size > 0) await Promise.allSettled(sending);
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** The same for a button that waits. */
export const useFilesUnderWay = (): boolean => useSyncExternalStore(subscribe, hasFilesUnderWay);
