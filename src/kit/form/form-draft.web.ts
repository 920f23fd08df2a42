import { useCallback, useEffect, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { usePersonKey } from '#kit/acting/authority.web.tsx';

interface Draft {
  values: Record<string, unknown>;
  /** instant of the last key press */
  quando: string;
}

const KEEP_DELAY = 400;

function read(key: string): Draft | null {
  try {
    const draft: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null');
    return typeof draft === 'object' && draft !== null && 'values' in draft && 'quando' in draft ? (draft as Draft) : null;
  } catch {
    return null;
  }
}

/**
 * Keeps what was typed for this tab, through a reload and an expired session, and offers it when the form opens again.
 * Person and company are part of the key: whoever logs in next does not see it.
 */
export function useDraft(form: UseFormReturn, path: string, id: number | undefined, isOn: boolean) {
  const key = `vinculo:rascunho:${usePersonKey()}:${path}:${id ?? 'novo'}`;
  const [offered, setOffered] = useState<Draft | null>(() => (isOn ? read(key) : null));
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const forget = useCallback(() => {
    clearTimeout(timer.current);
    setOffered(null);
    try {
      sessionStorage.removeItem(key);
    } catch {
      // Storage is forbidden: there is no draft to forget.
    }
  }, [key]);

  useEffect(() => {
    if (!isOn) return;
    const keep = () => {
      try {
        sessionStorage.setItem(
          key,
          JSON.stringify({ values: form.getValues(), quando: new Date().toISOString() } satisfies Draft),
        );
      } catch {
        // Full or forbidden storage: there is no draft then.
      }
    };
    const subscription = form.watch((_values, { name }) => {
      // A reset changes no single field: nobody typed.
      if (name === undefined) return;
      clearTimeout(timer.current);
      timer.current = setTimeout(keep, KEEP_DELAY);
    });
    return () => {
      subscription.unsubscribe();
      clearTimeout(timer.current);
    };
  }, [form, key, isOn]);

  const restore = useCallback(() => {
    if (offered) form.reset({ ...form.getValues(), ...offered.values }, { keepDefaultValues: true });
    setOffered(null);
  }, [form, offered]);

  return { offered, restore, forget };
}
