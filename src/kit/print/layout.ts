import type { CellType, Column } from '#kit/sheet/column.ts';

/** A4 in points, with the margins of every report. */
export const paper = { short: 595.28, long: 841.89, side: 34, top: 30, bottom: 46 } as const;

/** Where columns stand: `scale` shrinks the type; each band is one page side by side with the next. */
export interface TableLayout {
  orientation: 'portrait' | 'landscape';
  width: number;
  height: number;
  scale: number;
  bands: Band[];
}

export interface PlacedColumn {
  column: Column;
  /** place in `Table.columns`, for the row's measured cells */
  index: number;
  x: number;
  width: number;
}

export type Band = PlacedColumn[];

/** Space left and right of a cell's text, at scale 1. */
export const cellPadding = 4;
const smallest = 0.74;
const characterWidth = 4.5;

// Width of the usual value at 8 points, so that numbers and dates stay whole.
const needs: Record<CellType, number> = {
  text: 42,
  integer: 26,
  code: 26,
  number: 34,
  money: 58,
  percentage: 34,
  date: 46,
  month: 32,
  instant: 72,
  boolean: 20,
  duration: 28,
};

// A sum is longer than what it adds.
const sumNeeds: Partial<Record<CellType, number>> = { integer: 38, number: 50, money: 72, duration: 40 };

/** A text as short as this is a code: digits and capitals, which are wider than the letters of prose and do not break. */
const CODE = 12;
const codeWidth = 1.3;

interface Measure {
  natural: number;
  least: number;
}

function measureColumn(column: Column, headWidth: (word: string) => number): Measure {
  const longestWord = Math.max(0, ...column.label.split(/[\s\u00a0]+/).map((word) => headWidth(word)));
  const wanted = Math.min(column.width, 60) * characterWidth * (column.width <= CODE ? codeWidth : 1);
  const need =
    column.type === 'text'
      ? Math.max(Math.min(Math.max(16, wanted), Math.max(needs.text, wanted * 0.55)), (column.whole ?? 0) * characterWidth)
      : (column.total && sumNeeds[column.type]) || needs[column.type];
  const least = Math.max(need, Math.min(longestWord, 76)) + cellPadding * 2 + 0.5;
  return { least, natural: Math.max(wanted + cellPadding * 2, least) };
}

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);

function place(entries: { index: number; width: number }[], columns: Column[]): Band {
  let x: number = paper.side;
  return entries.flatMap(({ index, width }) => {
    const column = columns[index];
    if (!column) return [];
    const placed = { column, index, x, width };
    x += width;
    return [placed];
  });
}

/** Gives the remaining width to the text columns, or to all when there is none. */
function widen(widths: number[], columns: Column[], available: number): number[] {
  const rest = available - sum(widths);
  const grows = columns.map((column) => column.type === 'text');
  const base = sum(widths.filter((_, i) => grows[i])) || sum(widths);
  const all = !grows.includes(true);
  return widths.map((width, i) => (all || grows[i] ? width + (rest * width) / base : width));
}

/** Splits too many columns over several pages; the first ones, which identify the row, are repeated on each page of the band. */
function split(measures: Measure[], columns: Column[], available: number, heads: number): Band[] {
  const wanted = measures.slice(0, heads).map((measure) => measure.natural * smallest);
  const shrink = Math.min(1, (available * (heads > 1 ? 0.4 : 0.24)) / Math.max(1, sum(wanted)));
  const first = wanted.map((width) => width * shrink);
  const others = measures.slice(heads).map((measure) => measure.least * smallest);
  const room = available - sum(first);
  const target = sum(others) / Math.max(1, Math.ceil(sum(others) / room));
  const bands: { index: number; width: number }[][] = [];
  let band: { index: number; width: number }[] = [];
  let taken = 0;
  others.forEach((width, i) => {
    const bounded = Math.min(width, room);
    if (band.length && (taken + bounded > room || taken + bounded / 2 > target)) {
      bands.push(band);
      band = [];
      taken = 0;
    }
    band.push({ index: i + heads, width: bounded });
    taken += bounded;
  });
  if (band.length) bands.push(band);
  return bands.map((entries) => {
    const stretch = Math.min(room / sum(entries.map((entry) => entry.width)), 1.6);
    return place(
      [
        ...first.map((width, index) => ({ index, width })),
        ...entries.map(({ index, width }) => ({ index, width: width * stretch })),
      ],
      columns,
    );
  });
}

/**
 * Fits columns on A4: upright if they fit, else across; then narrower text, then smaller type, then side-by-side pages.
 * `headWidth` measures a word of the heading at scale 1.
 */
export function layoutTable(
  columns: Column[],
  headWidth: (word: string) => number,
  orientation?: 'portrait' | 'landscape',
  heads = 1,
): TableLayout {
  const measures = columns.map((column) => measureColumn(column, headWidth));
  const natural = sum(measures.map((measure) => measure.natural));
  const least = sum(measures.map((measure) => measure.least));
  const upright = paper.short - paper.side * 2;
  const chosen = orientation ?? (natural <= upright * 1.15 && least <= upright ? 'portrait' : 'landscape');
  const [width, height] = chosen === 'portrait' ? [paper.short, paper.long] : [paper.long, paper.short];
  const available = width - paper.side * 2;
  const base = { orientation: chosen, width, height };
  const one = (widths: number[], scale: number): TableLayout => ({
    ...base,
    scale,
    bands: [
      place(
        widths.map((columnWidth, index) => ({ index, width: columnWidth })),
        columns,
      ),
    ],
  });
  if (natural <= available)
    return one(
      widen(
        measures.map((measure) => measure.natural),
        columns,
        available,
      ),
      1,
    );
  if (least <= available) {
    const share = (available - least) / (natural - least);
    return one(
      measures.map((measure) => measure.least + (measure.natural - measure.least) * share),
      1,
    );
  }
  const scale = available / least;
  if (scale >= smallest || columns.length < 3)
    return one(
      measures.map((measure) => measure.least * scale),
      Math.max(scale, smallest),
    );
  return { ...base, scale: smallest, bands: split(measures, columns, available, Math.min(heads, columns.length - 1)) };
}
