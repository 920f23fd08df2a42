import { fieldOf } from '#kit/fields/field.ts';
import { fieldText } from '#kit/fields/field-text.ts';
import type { AnyRegistry } from './registry.ts';

/**
 * What a record is called, whether or not a column says it. A name that only tells records of one owner apart ('A partir de 02/01/2026') stands behind
 * the owner's, which the list's first column says.
 */
export function nameOfRow(row: Readonly<Record<string, unknown>>, registry: AnyRegistry): string {
  const { label, columns } = registry;
  const textOf = (name: string) => fieldText(fieldOf(registry, name), row[name]);
  const own = textOf(label) || `Registro ${String(row.id)}`;
  const owner = columns.includes(label) || columns[0] === undefined ? '' : textOf(columns[0]);
  return own.includes(owner) ? own : `${owner} · ${own}`;
}
