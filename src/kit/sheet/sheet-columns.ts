import type { Column, Row, Table, TextTable } from './column.ts';
import { flatRows } from './lines.ts';

/** The columns of a flat file: a group heading of the PDF becomes a leading column, unless it is a column already. */
function sheetColumns(table: Pick<Table, 'columns' | 'group'>): Column[] {
  const present = new Set(table.columns.map((column) => column.key));
  const leading = (table.group ?? []).filter((group) => !present.has(group.key));
  return [...leading.map((group): Column => ({ key: group.key, label: group.label, type: 'text', width: 30 })), ...table.columns];
}

/** The source of a flat file: the value of a row's i-th column is at the i-th key, in the form that `read` takes. */
interface FlatTable {
  columns: Column[];
  keys: (string | number)[];
  read: TextTable['read'];
  batches: AsyncIterable<Row[]> | Iterable<Row[]>;
}

export function flatTable(table: Table | TextTable): FlatTable {
  if (!('texts' in table)) {
    const columns = sheetColumns(table);
    return { columns, keys: columns.map(({ key }) => key), read: [], batches: flatRows(table, columns) };
  }
  // A list is a record of its places.
  const batches = table.texts as unknown as AsyncIterable<Row[]>;
  return { columns: table.columns, keys: table.columns.map((_, index) => index + 1), read: table.read, batches };
}
