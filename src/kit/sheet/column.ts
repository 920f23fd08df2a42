/** How a value prints in a table on the screen, in PDF, XLSX and CSV. */
export type CellType =
  | 'text'
  | 'integer'
  | 'number'
  | 'money'
  | 'percentage'
  | 'date'
  | 'month'
  | 'instant'
  | 'boolean'
  | 'duration';

/** One column of a table that the renderers draw. */
export interface Column {
  key: string;
  label: string;
  type: CellType;
  /** relative width, in characters */
  width: number;
  decimals?: number;
  align?: 'left' | 'right' | 'center';
  /** summed under the table and under each group */
  total?: boolean;
}

/** Values are plain: text, `YYYY-MM-DD` dates, ISO instants, decimal strings or numbers, minutes for a duration, booleans, null. */
export type Row = Record<string, unknown>;

/** What a renderer is given: rows arrive in batches so that no table is ever whole in memory. */
export interface Table {
  title: string;
  columns: Column[];
  rows: AsyncIterable<Row[]> | Iterable<Row[]>;
  group?: { key: string; label: string }[];
  totals?: boolean;
}
