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

/** What stands under a column at the end of a group and of the table. A count is of the cells that are not empty. */
export type TotalKind = 'sum' | 'count' | 'average';

/** One column of a table that the renderers draw. */
export interface Column {
  key: string;
  label: string;
  type: CellType;
  /** relative width, in characters */
  width: number;
  /** length of a value that stays in one piece, in characters: an identity number with its mask */
  whole?: number;
  decimals?: number;
  align?: 'left' | 'right' | 'center';
  /** under the table and under each group; true is a sum */
  total?: true | readonly TotalKind[];
}

/** Values are plain: text, `YYYY-MM-DD` dates, ISO instants, decimal strings or numbers, minutes for a duration, booleans, null. */
export type Row = Record<string, unknown>;

/** What a renderer is given: rows arrive in batches so that no table is ever whole in memory. */
export interface Table {
  title: string;
  columns: Column[];
  rows: AsyncIterable<Row[]> | Iterable<Row[]>;
  /** levels of headings, from the outermost */
  group?: { key: string; label: string }[];
  totals?: boolean;
  /** columns that stand again on each page when the table is wider than one; 1 unless said */
  heads?: number;
}

/** The same for CSV and XLSX alone, as somebody gives it who has many rows: texts of the database, and what each column's stand for. */
export interface TextTable {
  title: string;
  columns: Column[];
  /** by column: its text → a plain value; the text is the value when not said. An empty text is an absent value and is not asked. */
  read: (((text: string) => unknown) | undefined)[];
  /** the first text of a row is not printed: it names the row */
  texts: AsyncIterable<string[][]> | Iterable<string[][]>;
}
