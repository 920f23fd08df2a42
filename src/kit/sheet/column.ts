/** How a value prints in a table on the screen, in PDF, XLSX and CSV. */
export type CellType =
  | 'text'
  | 'integer'
  | 'code'
  | 'number'
  | 'money'
  | 'percentage'
  | 'date'
  | 'month'
  | 'instant'
  | 'boolean'
  | 'duration';

/** A total under a column at the end of a group and of the table. A count is of the cells that are not empty. */
export type TotalKind = 'sum' | 'count' | 'average';

/** One column of a table that the renderers draw. */
export interface Column {
  key: string;
  label: string;
  type: CellType;
  /** relative width, in characters */
  width: number;
  /** length of the longest value that must not be broken, in characters: an identity number with its mask */
  whole?: number;
  decimals?: number;
  align?: 'left' | 'right' | 'center';
  /** under the table and under each group; true is a sum */
  total?: true | readonly TotalKind[];
}

/** Values are plain: text, `YYYY-MM-DD` dates, ISO instants, decimal strings or numbers, minutes for a duration, booleans, null. */
export type Row = Record<string, unknown>;

/** The input of a renderer: rows arrive in batches so that a table is never whole in memory. */
export interface Table {
  title: string;
  columns: Column[];
  rows: AsyncIterable<Row[]> | Iterable<Row[]>;
  /** levels of headings, from the outermost */
  group?: { key: string; label: string }[];
  /** totals of the groups and of the whole; 'each': every group says at least how many records it has */
  totals?: boolean | 'each';
  /** columns that are repeated on each page when the table is wider than a page; 1 by default */
  heads?: number;
}

/** A table for CSV and XLSX alone, for many rows: database texts, and how to read each column's. */
export interface TextTable {
  title: string;
  columns: Column[];
  /**
   * for each column: its text → a plain value; without a function the text is the value. An empty text is an absent value and is
   * not read.
   */
  read: (((text: string) => unknown) | undefined)[];
  /** the first text of a row is its id and is not printed */
  texts: AsyncIterable<string[][]> | Iterable<string[][]>;
}
