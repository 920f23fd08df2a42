/** A cell of a file from outside. A date has a time only when the cell has one. */
export type SheetValue = string | number | boolean | { date: string; time?: string } | null;

/** One row of a file; `row` is the number that the spreadsheet program shows beside it. Empty rows are left out. */
export interface SheetRow {
  row: number;
  cells: SheetValue[];
}

/** A sheet of a workbook and its first rows. */
export interface SheetHead {
  name: string;
  rows: SheetValue[][];
}

export interface SheetFile {
  path: string;
  name: string;
}

/** The limits of reading a workbook (see `Asking` of the engines); `patience` is 120,000 ms by default, and less for a small file. */
export interface SheetAsking {
  signal?: AbortSignal;
  patience?: number;
  owner?: string | number | null;
}

export interface SheetReadOptions extends SheetAsking {
  maxRows: number;
  maxBytes: number;
  /** 500 by default. */
  maxColumns?: number;
  /** Stop quietly after this many rows, for a preview. */
  firstRows?: number;
  /** Name of the sheet; by default the first visible one. CSV has none. */
  sheet?: string;
}
