import { fieldText } from '#kit/fields/field-text.ts';
import type { AnyRegistry } from './registry.ts';

/**
 * What a record is called, whether or not a column says it. A name that only tells records of one owner apart ('A partir de 02/01/2026') stands behind
 * the owner's, which the list's first column says.
 */
export function nameOfRow(row: Readonly<Record<string, unknown>>, { fields, label, columns }: AnyRegistry): string {
  const own = fieldText(fields[label], row[label]) || `Registro ${String(row.id)}`;
  const owner = columns.includes(label) ? '' : fieldText(fields[columns[0] ?? ''], row[columns[0] ?? '']);
  return own.includes(owner) ? own : `${owner} · ${own}`;
}
