import { z } from 'zod';
import { asks, field, MOST_ITEMS, optional, says, tooMany } from './field.ts';

export const boolean = (label: string, initial = false) => ({
  ...field('boolean', label, z.boolean(asks(label)).default(initial), {}),
  required: false,
  initial,
});

/** Beside a filter by a tree: only the chosen records, not those below them. */
export const onlyThese = (narrows: string, label: string) => ({ ...boolean(label), narrows });

/** Whether the record is in use; true for a new one. */
export const activity = (label = 'Ativo') => ({ ...boolean(label, true), activity: true });

/** A question with three answers: true, false, or null while it is open. Unlike a switch it can be required. */
export const yesNo = (label: string) => ({ ...optional(boolean(label)), initial: null });

/**
 * The options of a choice as they are shown: as declared. JavaScript moves codes that are whole numbers to the front (`10` before `01`, and
 * `-1` last), so that where all of them are numbers, those stand by size.
 */
export function inOrder(options: Readonly<Record<string, string>> = {}): { value: string; label: string }[] {
  const shown = Object.entries(options).map(([value, label]) => ({ value, label }));
  const areNumbers = shown.every(({ value }) => /^-?\d+$/.test(value));
  return areNumbers ? shown.toSorted((a, b) => Number(a.value) - Number(b.value)) : shown;
}

/** One of the codes: `choice('Tipo', { P: 'Percentual', V: 'Valor' })`. */
export const choice = <const O extends Readonly<Record<string, string>>>(label: string, options: O) =>
  field('choice', label, z.enum(Object.keys(options) as [keyof O & string], asks(label)), { options });

/** Several of the codes. */
export const choices = <const O extends Readonly<Record<string, string>>>(label: string, options: O, min = 1) =>
  field(
    'choices',
    label,
    z
      .array(z.enum(Object.keys(options) as [keyof O & string], 'Valor inválido'), says(label))
      .min(min, says(label))
      .max(MOST_ITEMS, tooMany())
      .transform((codes) => [...new Set(codes)]),
    { options, min },
  );
