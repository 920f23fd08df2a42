import { fieldOf } from '#kit/fields/field.ts';
import { fieldText } from '#kit/fields/field-text.ts';
import type { AnyRegistry } from './registry.ts';

/**
 * The name of a record, whether or not one column holds it. A label that only distinguishes records of one owner ('A partir de
 * 02/01/2026') follows the owner's name, which is what the search looks for or stands in the list's first column.
 */
export function nameOfRow(row: Readonly<Record<string, unknown>>, registry: AnyRegistry): string {
  const { label, columns, searchOf } = registry;
  const textOf = (name: string) => fieldText(fieldOf(registry, name), row[name]);
  const owning = searchOf ?? (columns.includes(label) ? undefined : columns[0]);
  const owner = owning === undefined ? '' : textOf(owning);
  // A page of text is no name where somebody's stands beside it.
  if (owner !== '' && fieldOf(registry, label).kind === 'longText') return owner;
  const own = textOf(label) || `Registro ${String(row.id)}`;
  return own.includes(owner) ? own : `${owner} · ${own}`;
}
