import { fieldOf } from '#kit/fields/field.ts';
import { fieldText } from '#kit/fields/field-text.ts';
import type { AnyRegistry } from './registry.ts';

/**
 * The name of a record, whether or not one column holds it. A label that only distinguishes records of one owner ('A partir de
 * 02/01/2026') follows the owner's name, which is in the list's first column.
 */
export function nameOfRow(row: Readonly<Record<string, unknown>>, registry: AnyRegistry): string {
  const { label, columns } = registry;
  const textOf = (name: string) => fieldText(fieldOf(registry, name), row[name]);
  const own = textOf(label) || `Registro ${String(row.id)}`;
  const owner = columns.includes(label) || columns[0] === undefined ? '' : textOf(columns[0]);
  return own.includes(owner) ? own : `${owner} · ${own}`;
}
