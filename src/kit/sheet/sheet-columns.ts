import type { Column, Table } from './column.ts';

/** The columns of a flat file: what the PDF prints as a group heading becomes a leading column, unless it is one already. */
export function sheetColumns(table: Pick<Table, 'columns' | 'group'>): Column[] {
  const present = new Set(table.columns.map((column) => column.key));
  const leading = (table.group ?? []).filter((group) => !present.has(group.key));
  return [...leading.map((group): Column => ({ key: group.key, label: group.label, type: 'text', width: 30 })), ...table.columns];
}
