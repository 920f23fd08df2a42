import { type FormEvent, useState } from 'react';
import { ApiError } from '#kit/client/client.web.ts';
import type { FieldFault } from './portal-faults.ts';
import { sentenceOf } from './portal-state.web.tsx';
import { toFirstFault } from './portal-ui.web.tsx';

interface Sending {
  /** the field at which a failure stands that belongs to none; without it the form shows such failures above itself */
  at?: string;
  /** the sentence of such a failure */
  says?: (error: unknown) => string;
}

/** How a form of the portal is sent: what it lacks, whether it is on its way, and the focus on what is wrong. */
export function useSending({ at = '', says = sentenceOf }: Sending = {}) {
  const [faults, setFaults] = useState<readonly FieldFault[]>([]);
  const [busy, setBusy] = useState(false);
  async function send(
    event: FormEvent<HTMLFormElement>,
    missing: readonly FieldFault[],
    work: () => Promise<void>,
  ): Promise<void> {
    event.preventDefault();
    const form = event.currentTarget;
    setFaults(missing);
    if (missing.length > 0) return toFirstFault(form);
    setBusy(true);
    try {
      await work();
    } catch (error) {
      setFaults(error instanceof ApiError && error.errors ? error.errors : [{ field: at, message: says(error) }]);
      toFirstFault(form);
    }
    setBusy(false);
  }
  return { faults, busy, send };
}
