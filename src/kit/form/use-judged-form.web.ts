import { useRef } from 'react';
import { type FieldValues, type Resolver, type UseFormReturn, useForm } from 'react-hook-form';
import { useCheckContext } from '#kit/acting/authority.web.tsx';
import { useOnceFilesArrive } from '#kit/client/under-way.web.ts';
import type { Issue } from '#kit/refusal/issues.ts';
import { check } from './check.ts';
import type { AnyForm } from './form.ts';
import { errorsOf } from './form-faults.web.ts';

export interface JudgedForm {
  /** the form library's own state: the inputs live in it */
  inputs: UseFormReturn<FieldValues>;
  /** whether it will be sent when its files have arrived */
  isWaiting: boolean;
  /** Once its files have arrived: calls `send` with the judged values, or `refused` with every fault. */
  submit(send: (values: FieldValues) => unknown, refused: (issues: readonly Issue[]) => void): Promise<void>;
  /** Marks the inputs that the server refused; a field shows its first sentence. */
  mark(issues: readonly Issue[]): void;
}

/** A form that `check` judges in the browser as it will on the server. `before` is the saved record. */
export function useJudgedForm(
  form: AnyForm,
  start: Readonly<Record<string, unknown>>,
  before?: Readonly<Record<string, unknown>>,
): JudgedForm {
  const context = useCheckContext();
  const judged = useRef<readonly Issue[]>([]);
  const { isWaiting, onceFilesArrive } = useOnceFilesArrive();
  const resolver: Resolver = (values) => {
    const result = check(form, values, { ...context, ...(before ? { before } : {}) });
    judged.current = result.ok ? [] : result.issues;
    return result.ok ? { values: result.value as FieldValues, errors: {} } : { values: {}, errors: errorsOf(result.issues) };
  };
  const inputs = useForm<FieldValues>({ defaultValues: start, resolver, shouldFocusError: false });
  return {
    inputs,
    isWaiting,
    submit: (send, refused) =>
      onceFilesArrive(
        inputs.handleSubmit(
          async (values) => void (await send(values)),
          () => refused(judged.current),
        ),
      ),
    mark: (issues) => {
      for (const { field, message } of issues.toReversed()) if (field !== '') inputs.setError(field, { type: 'server', message });
    },
  };
}
