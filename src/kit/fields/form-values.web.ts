import { formatCell } from '#kit/sheet/format.ts';
import type { Field, Fields } from './field.ts';
import { identities, isIdentity } from './identity.ts';

const lists = new Set(['refs', 'rows', 'choices', 'emails']);
const typedAsText = new Set(['text', 'longText', 'richText', 'email', 'url', 'color']);

/** What an untouched input holds: '' where text is typed, [] for lists, false for a switch, null for the rest. */
export function emptyValue(field: Field): unknown {
  if (lists.has(field.kind)) return [];
  if (field.kind === 'boolean') return false;
  return typedAsText.has(field.kind) || isIdentity(field.kind) ? '' : null;
}

/** A new row of a child table. */
export const emptyRow = (fields: Fields): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.initial ?? emptyValue(field)]));

/** A record as the form holds it: numbers masked, absent values as their inputs want them. */
export function formValues(fields: Fields, record?: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      record ? formValue(field, record[name]) : (field.initial ?? emptyValue(field)),
    ]),
  );
}

function formValue(field: Field, value: unknown): unknown {
  if (value === null || value === undefined) return emptyValue(field);
  if (isIdentity(field.kind)) return identities[field.kind].format(formatCell('text', value));
  if (field.kind === 'rows' && Array.isArray(value)) {
    return value.map((row: unknown) => formValues(field.fields ?? {}, typeof row === 'object' && row !== null ? { ...row } : {}));
  }
  // A numeric column may arrive as decimal text; the inputs hold numbers.
  if (['integer', 'number', 'money', 'percentage'].includes(field.kind)) return Number(value);
  return value;
}
