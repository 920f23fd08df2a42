import { useMemo, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { ApiError } from '#kit/client/client.web.ts';
import { formValues } from '#kit/fields/form-values.web.ts';
import type { Issue } from '#kit/refusal/issues.ts';
import type { AnyForm } from './form.ts';
import { firstFault, focusField, INVALID, looseSentences } from './form-faults.web.ts';
import { useJudgedForm } from './use-judged-form.web.ts';

export interface SentForm {
  inputs: UseFormReturn<FieldValues>;
  /** faults that belong to no input, in sentences; null: none */
  problem: string | null;
  /** whether it waits for its files, or for the server */
  isBusy: boolean;
  submit(): Promise<void>;
}

/** A form that is judged and then sent. Faults of either step are marked at their inputs, and the focus moves to the first. */
export function useSentForm(
  form: AnyForm,
  start: Readonly<Record<string, unknown>> | undefined,
  send: (values: FieldValues) => Promise<void>,
): SentForm {
  const names = Object.keys(form.fields);
  const { inputs, isWaiting, submit, mark } = useJudgedForm(
    form,
    useMemo(() => formValues(form.fields, start), [form, start]),
  );
  const [problem, setProblem] = useState<string | null>(null);
  const showFaults = (issues: readonly Issue[]) => {
    setProblem([INVALID, ...looseSentences(issues, names)].join('. '));
    const path = firstFault(issues, names);
    if (path) requestAnimationFrame(() => focusField(path));
  };
  const attempt = async (values: FieldValues) => {
    setProblem(null);
    try {
      await send(values);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code !== 'FIELD_VALIDATION_VIOLATION') return setProblem(error.message);
      const issues = error.errors ?? [{ field: '', message: error.message }];
      mark(issues);
      showFaults(issues);
    }
  };
  return { inputs, problem, isBusy: isWaiting || inputs.formState.isSubmitting, submit: () => submit(attempt, showFaults) };
}
