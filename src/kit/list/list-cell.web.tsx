import type { ReactNode } from 'react';
import { FieldCell } from '#kit/fields/cells.web.tsx';
import type { Field } from '#kit/fields/field.ts';
import { fieldText } from '#kit/fields/field-text.ts';
import type { ListColumn } from '#kit/query/list-column.ts';
import type { ListState } from '#kit/query/list-state.ts';
import type { Density } from '#kit/query/saved-view.ts';
import type { AnyRegistry } from '#kit/registry/registry.ts';
import type { OfRow, RecordRow, RegistryView, RowAction } from '#kit/registry/view.web.tsx';
import type { InlineEdit } from './use-inline-edit.web.ts';

/** What a table and the cards of a phone are drawn from. */
export interface RowsProps {
  registry: AnyRegistry;
  columns: readonly ListColumn[];
  /** the user chose these columns: all are drawn, whatever they hold */
  isChosen?: boolean;
  density?: Density;
  rows: readonly RecordRow[];
  linkOf: OfRow<string>;
  /** what stands below the name of a row: where in it something was found */
  below?: OfRow<ReactNode> | undefined;
  cells?: RegistryView['cells'];
  actionsOf: OfRow<readonly RowAction[]>;
  sort: ListState['sort'];
  onSort: (sort: ListState['sort']) => void;
  /** null: nothing can be selected */
  selected: ReadonlySet<number> | null;
  onSelect: (ids: ReadonlySet<number>) => void;
  /** absent: the cells are only read */
  inline?: InlineEdit;
}

export function cellOf({ cells }: Pick<RowsProps, 'cells'>, row: RecordRow, name: string, field: Field): ReactNode {
  const Cell = cells?.[name];
  return Cell ? <Cell value={row[name]} row={row} /> : <FieldCell field={field} value={row[name]} />;
}

/** What stands in grey under the name, unless a column says it already. */
export function secondaryOf({ registry, columns }: Pick<RowsProps, 'registry' | 'columns'>, row: RecordRow): string {
  const { secondary, fields } = registry;
  const field = secondary === undefined ? undefined : fields[secondary];
  if (secondary === undefined || !field || columns.some(({ name }) => name === secondary)) return '';
  return fieldText(field, row[secondary]);
}

export const headingOf = (field: Field) => (field.activity ? 'Situação' : field.label);

export function toggled(selected: ReadonlySet<number>, rows: readonly RecordRow[], on: boolean): ReadonlySet<number> {
  const next = new Set(selected);
  for (const { id } of rows) {
    if (on) next.add(id);
    else next.delete(id);
  }
  return next;
}
