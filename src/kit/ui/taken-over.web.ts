import { useEffectEvent, useLayoutEffect, useRef, useSyncExternalStore } from 'react';

const never = () => () => undefined;

/**
 * A form that the server may have drawn before its program came. `tell` gets what was typed until then, by the names of the inputs.
 * While it is not ready its button has to be disabled: the browser itself would send the form.
 */
export function useTakenOver(tell: (typed: (name: string) => string) => void) {
  const form = useRef<HTMLFormElement>(null);
  const isReady = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  const takeOver = useEffectEvent(() => {
    const values = new FormData(form.current ?? undefined);
    tell((name) => {
      const value = values.get(name);
      return typeof value === 'string' ? value : '';
    });
  });
  // Before anything draws the inputs anew.
  useLayoutEffect(() => takeOver(), []);
  return { form, isReady };
}
