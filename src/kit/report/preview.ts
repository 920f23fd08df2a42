import { round } from '#kit/br/decimal.ts';
import { plainDecimal } from '#kit/sheet/amount.ts';
import type { CellType, Column, Row } from '#kit/sheet/column.ts';
import { type Line, Liner, type TotalLine } from '#kit/sheet/lines.ts';
import type { Shape } from './shape.ts';

/** A heading or a total, with the number of the row that it precedes. */
export type Mark =
  | ({ at: number } & Extract<Line, { kind: 'heading' }>)
  | ({ at: number } & Omit<TotalLine, 'values' | 'columns'> & {
        values: Record<string, number | null>;
        /** how each of the values prints */
        columns: Record<string, { type: CellType; decimals?: number }>;
      });

/** A report as JSON: the rows, headings and totals that PDF and spreadsheet print. */
export interface Preview {
  columns: Column[];
  groups: Shape['groups'];
  rows: Row[];
  /** sums and counts of the whole table, by column */
  totals: Record<string, number | null>;
  marks: Mark[];
}

const amounts = new Set<CellType>(['money', 'number', 'percentage', 'integer', 'code', 'duration']);
/** A decimal as the number that prints: with the column's decimals, where it has some. */
function asNumber(value: unknown, decimals: number | undefined): unknown {
  const plain = typeof value === 'string' ? plainDecimal(value) : null;
  if (plain === null) return value;
  return Number(decimals === undefined ? plain : round(plain, decimals));
}

/** Decimals become numbers only here, after everything was added up exactly. */
export function previewOf(
  { columns, groups, countsGroups }: Pick<Shape, 'columns' | 'groups' | 'countsGroups'>,
  rows: readonly Row[],
): Preview {
  const liner = new Liner({ columns, group: groups, totals: countsGroups ? 'each' : true });
  const marks: Mark[] = [];
  const mark = (line: Line, at: number) => {
    if (line.kind === 'heading') marks.push({ at, ...line });
    if (line.kind !== 'total') return;
    const values = Object.fromEntries(
      Object.entries(line.values).map(([key, value]) => [
        key,
        value === null ? null : Number(asNumber(value, line.columns[key]?.decimals)),
      ]),
    );
    const prints = Object.fromEntries(
      Object.entries(line.columns).map(([key, { type, decimals }]) => [
        key,
        { type, ...(decimals === undefined ? {} : { decimals }) },
      ]),
    );
    marks.push({ at, ...line, values, columns: prints });
  };
  for (const [at, row] of rows.entries()) for (const line of liner.add(row)) mark(line, at);
  for (const line of liner.end()) mark(line, rows.length);
  const whole = marks.find((one) => one.kind === 'total' && one.level === null);
  const shown = rows.map((row) => {
    const copy: Row = { ...row };
    for (const { key, type, decimals } of columns) if (amounts.has(type)) copy[key] = asNumber(copy[key], decimals);
    return copy;
  });
  return { columns, groups, rows: shown, totals: whole?.kind === 'total' ? whole.values : {}, marks };
}
