import type { SheetValue } from './sheet-row.ts';

/** The most text in the cells of a row: more than any form takes, and little enough for a thousand rows in memory. */
export const MOST_TEXT_OF_A_ROW = 64 * 1024;

export const textLength = (cells: readonly SheetValue[]): number =>
  cells.reduce<number>((sum, cell) => sum + (typeof cell === 'string' ? cell.length : 0), 0);
