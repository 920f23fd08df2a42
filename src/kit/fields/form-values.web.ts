import { formatCell } from '#kit/sheet/format.ts';
import { emptyOf, type Field, type Fields, holdsNumber } from './field.ts';
import { identities, isIdentity } from './identity.ts';
import { traits } from './traits.ts';

/** The value of an untouched input: '' if it is typed as text, otherwise the field's empty value. */
export const emptyValue = (field: Field): unknown => (traits[field.kind].isTyped ? '' : emptyOf(field));

/** A new row of a child table. */
export const emptyRow = (fields: Fields): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.initial ?? emptyValue(field)]));

/** What a new record begins with. */
function firstValue(field: Field): unknown {
  if (field.singular !== undefined && (field.min ?? 0) > 0) return [emptyRow(field.fields ?? {})];
  return field.initial ?? emptyValue(field);
}

/**
 * The initial values of a new row. In a dated list they are copied from the last entry, because users mostly fill in what changes,
 * and values that they do not touch must not be lost.
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

/** A record as the form's state: identity numbers masked, empty values as the inputs need them; rows without ids for a copy of a record. */
export function formValues(fields: Fields, record?: Readonly<Record<string, unknown>>, isCopy = false): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      record && Object.hasOwn(record, name) ? formValue(field, record[name], isCopy) : firstValue(field),
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
