import { type FieldErrors, get, set } from 'react-hook-form';
import { inputId } from '#kit/fields/input-state.web.ts';
import type { Issue } from '#kit/refusal/issues.ts';

/** Our issues as the form library nests them; the first sentence of a field is the one shown. */
export function errorsOf(issues: readonly Issue[]): FieldErrors {
  const errors: FieldErrors = {};
  for (const { field, message } of issues) {
    const path = field === '' ? 'root' : field;
    const present: unknown = get(errors, path);
    if (present && typeof present === 'object' && 'message' in present) continue;
    // A fault of the whole list beside faults of its rows.
    if (Array.isArray(present)) set(errors, `${path}.root`, { type: 'check', message });
    else set(errors, path, { type: 'check', message });
  }
  return errors;
}

/** The message above a form that has faults. */
export const INVALID = 'Preencha os campos indicados';

/** The sentences of faults that belong to no input on the screen. */
export const looseSentences = (issues: readonly Issue[], names: readonly string[]): string[] =>
  issues.filter(({ field }) => !names.includes(field.split('.')[0] ?? '')).map(({ message }) => message);

/** Faults under each top-level field. */
export function countFaults(errors: FieldErrors): Map<string, number> {
  return new Map(Object.entries(errors).map(([name, error]) => [name, leaves(error)]));
}

function leaves(error: unknown): number {
  if (typeof error !== 'object' || error === null || error instanceof Element) return 0;
  if ('message' in error && typeof error.message === 'string') return 1;
  return Object.entries(error).reduce((sum, [key, inner]) => sum + (key === 'ref' ? 0 : leaves(inner)), 0);
}

/** The fault that a reader meets first: by the order of the screen, then of the judgement. */
export function firstFault(issues: readonly Issue[], order: readonly string[]): string | undefined {
  const place = ({ field }: Issue) => {
    const index = order.indexOf(field.split('.')[0] ?? '');
    return index < 0 ? order.length : index;
  };
  return [...issues].sort((a, b) => place(a) - place(b))[0]?.field;
}

const focusable =
  'input:not([type=hidden]):not([tabindex="-1"]):not(:disabled), textarea:not(:disabled), [contenteditable=true], button:not(:disabled), [tabindex="0"]';

/** Puts the focus into the input at `path`, or into the nearest one around it; false when it is not on the screen. */
export function focusField(path: string): boolean {
  const top = path.split('.')[0] ?? '';
  const cell = document.querySelector<HTMLElement>(`[data-path="${CSS.escape(top)}"]`);
  if (!cell) return false;
  const exact = document.getElementById(inputId(path));
  const target = exact?.matches(focusable) ? exact : (exact ?? cell).querySelector<HTMLElement>(focusable);
  target?.focus();
  target?.scrollIntoView?.({ block: 'center', behavior: 'auto' });
  return target !== null && target !== undefined;
}

/** The first sentence among the faults of a row. */
export function firstMessage(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || error instanceof Element) return undefined;
  if ('message' in error && typeof error.message === 'string') return error.message;
  for (const [key, inner] of Object.entries(error)) {
    const found = key === 'ref' ? undefined : firstMessage(inner);
    if (found !== undefined) return found;
  }
  return undefined;
}
