import { type Field, fieldOf, isList } from '#kit/fields/field.ts';
import { fieldText } from '#kit/fields/field-text.ts';
import { isAbsent } from '#kit/fields/sensitive.ts';
import { traits } from '#kit/fields/traits.ts';
import type { AnyRegistry } from '#kit/registry/registry.ts';

type Can = (authority: string) => boolean;

export interface ListColumn {
  name: string;
  field: Field;
}

/**
 * Fields that a list answers: all except long texts and lists of values, unless the field is a column, holds the record's state
 * or is one that the company titled.
 */
export const listed = (registry: AnyRegistry): string[] =>
  Object.entries(registry.fields)
    .filter(
      ([name, field]) =>
        !field.unused &&
        (field.named ||
          name === registry.lifecycle?.field ||
          registry.columns.includes(name) ||
          (!field.detail && !isList(field) && !traits[field.kind].isLong)),
    )
    .map(([name]) => name);

/** The columns that the user may choose for a list, in the order of the record. */
export const columnsOffered = (registry: AnyRegistry, can: Can): ListColumn[] =>
  listed(registry)
    .map((name): ListColumn => ({ name, field: fieldOf(registry, name) }))
    .filter(({ field }) => field.kind !== 'rows' && field.kind !== 'richText' && !isAbsent(field, can));

/**
 * The columns of a list by the user's earlier choice, without those that no longer exist; the list's own columns when none is
 * left. What stands under the naming column is none of them, unless somebody chose it.
 */
export function columnsShown(registry: AnyRegistry, chosen: readonly string[] | null, can: Can): ListColumn[] {
  const offered = new Map(columnsOffered(registry, can).map((column) => [column.name, column]));
  const of = (names: readonly string[]) => names.flatMap((name) => offered.get(name) ?? []);
  const shown = of(chosen ?? []);
  return shown.length > 0 ? shown : of(registry.columns.filter((name) => name !== registry.secondary));
}

/** The column that names the record and leads to it: that of whom the search looks for, or the label's, or the first one. */
export function namingColumn({ searchOf, label }: AnyRegistry, columns: readonly ListColumn[]): string | undefined {
  const isShown = (wanted: string | undefined) => columns.some(({ name }) => name === wanted);
  return [searchOf, label].find(isShown) ?? columns[0]?.name;
}

/** The columns that say something of one of these rows; `keeps` are drawn though the value is empty. */
export function filledColumns(
  columns: readonly ListColumn[],
  rows: readonly Readonly<Record<string, unknown>>[],
  keeps: (name: string) => boolean,
): ListColumn[] {
  if (rows.length === 0) return [...columns];
  return columns.filter(({ name, field }) => keeps(name) || rows.some((row) => fieldText(field, row[name]) !== ''));
}
