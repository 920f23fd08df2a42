import { useEffect, useRef, useState, useSyncExternalStore } from 'react';

/** The files that this page is sending, of whichever form: each answers whether it was stored. */
const sending = new Set<Promise<boolean>>();
const listeners = new Set<() => void>();
const tell = () => {
  for (const listener of listeners) listener();
};

/** Notes files that are being sent, until they are stored or refused; `work` answers whether all were stored. */
export function underWay(work: Promise<boolean>): void {
  sending.add(work);
  tell();
  const forget = () => {
    sending.delete(work);
    tell();
  };
  work.then(forget, forget);
}

const hasFilesUnderWay = (): boolean => sending.size > 0;

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Whether files are on their way, for a button that waits for them. */
export const useFilesUnderWay = (): boolean => useSyncExternalStore(subscribe, hasFilesUnderWay);

/** Waits until no file is on its way; answers whether all of them were stored. */
async function filesArrive(): Promise<boolean> {
  let isWhole = true;
  while (sending.size > 0)
    for (const end of await Promise.allSettled(sending)) if (end.status === 'rejected' || !end.value) isWhole = false;
  return isWhole;
}

/**
 * Saves a form when its files have arrived, without which it would lose them: once, however often it is asked meanwhile, and not at all
 * when the form has gone by then or a file was refused.
 */
export function useOnceFilesArrive() {
  const [isWaiting, setWaiting] = useState(false);
  const now = useRef({ isWaiting: false, isGone: false });
  useEffect(() => {
    const { current } = now;
    current.isGone = false;
    return () => void (current.isGone = true);
  }, []);
  const onceFilesArrive = async (save: () => Promise<unknown>): Promise<void> => {
    const { current } = now;
    if (current.isWaiting) return;
    if (hasFilesUnderWay()) {
      current.isWaiting = true;
      setWaiting(true);
      const isWhole = await filesArrive();
      current.isWaiting = false;
      if (current.isGone) return;
      setWaiting(false);
      if (!isWhole) return;
    }
    await save();
  };
  return { isWaiting, onceFilesArrive };
}
