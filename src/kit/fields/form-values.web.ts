import { formatCell } from '#kit/sheet/format.ts';
import { emptyOf, type Field, type Fields, holdsNumber } from './field.ts';
import { identities, isIdentity } from './identity.ts';
import { traits } from './traits.ts';

/** What an untouched input holds: '' where text is typed, else what the field holds when nothing was said. */
export const emptyValue = (field: Field): unknown => (traits[field.kind].isTyped ? '' : emptyOf(field));

/** A new row of a child table. */
export const emptyRow = (fields: Fields): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.initial ?? emptyValue(field)]));

/**
 * What the next row of a list begins with: nothing, or in a dated list what its last entry says, as somebody mostly writes what changes. What
 * they leave alone would be lost otherwise, without a word.
 */
export function nextRow({ fields = {}, dated, anew = [] }: Field, rows: readonly Readonly<Record<string, unknown>>[]) {
  const row = emptyRow(fields);
  const dayOf = (one: Readonly<Record<string, unknown>>) => {
    const day = dated && one[dated];
    return typeof day === 'string' ? day : '';
  };
  const last = dated && rows.reduce((a, b) => (dayOf(b) >= dayOf(a) ? b : a), rows[0] ?? {});
  if (!last) return row;
  for (const [name, field] of Object.entries(fields))
    if (name !== dated && !anew.includes(name) && !field.readOnly && last[name] !== undefined) row[name] = last[name];
  return row;
}

/** A record as the form holds it: numbers masked, absent values as their inputs want them; rows without their ids when it begins another record. */
export function formValues(fields: Fields, record?: Readonly<Record<string, unknown>>, isCopy = false): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      record && Object.hasOwn(record, name) ? formValue(field, record[name], isCopy) : (field.initial ?? emptyValue(field)),
    ]),
  );
}

function formValue(field: Field, value: unknown, isCopy: boolean): unknown {
  if (value === null || value === undefined) return emptyValue(field);
  if (isIdentity(field.kind)) return identities[field.kind].format(formatCell('text', value));
  if (field.kind === 'rows' && Array.isArray(value)) {
    return value.map((given: unknown) => {
      const row: Record<string, unknown> = typeof given === 'object' && given !== null ? { ...given } : {};
      // A row that keeps its id stays the same row.
      return { ...(typeof row.id === 'number' && !isCopy ? { id: row.id } : {}), ...formValues(field.fields, row) };
    });
  }
  // A numeric column may arrive as decimal text; the inputs hold numbers.
  if (holdsNumber(field)) return Number(value);
  return value;
}
