import type { SheetValue } from './sheet-row.ts';

/** What the cells of a row may hold together: more than any form takes, and little enough for a thousand rows to stand in memory. */
export const MOST_TEXT_OF_A_ROW = 64 * 1024;

export const textLength = (cells: readonly SheetValue[]): number =>
  cells.reduce<number>((sum, cell) => sum + (typeof cell === 'string' ? cell.length : 0), 0);
