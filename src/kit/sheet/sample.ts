import type { Column } from './column.ts';
import { formatCell } from './format.ts';

/** Rows that are enough to choose the width of a column. */
export const SAMPLE = 200;

/** The longest printed value of a column among these, in characters; 0 when all are empty. */
export const longestOf = ({ type, decimals }: Column, values: readonly unknown[]): number =>
  values.reduce<number>((longest, value) => Math.max(longest, formatCell(type, value, decimals).length), 0);
