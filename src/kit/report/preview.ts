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

type Prints = Extract<Mark, { kind: 'total' }>['columns'];

interface Work {
  /** rows and marks together */
  most?: number;
  /** called between small pieces of the work: a pause for others, when it is time for one */
  step?: () => Promise<void> | undefined;
}

/** The preview, or null when it has more rows and marks than `most`. Decimals become numbers only here, after everything was added up exactly. */
export async function previewOf(
  { columns, groups, countsGroups }: Pick<Shape, 'columns' | 'groups' | 'countsGroups'>,
  rows: readonly Row[],
  { most = Number.POSITIVE_INFINITY, step = () => undefined }: Work = {},
): Promise<Preview | null> {
  const liner = new Liner({ columns, group: groups, totals: countsGroups ? 'each' : true });
  const marks: Mark[] = [];
  // Totals of one set print alike.
  const prints = new Map<TotalLine['columns'], Prints>();
  const printsOf = (all: TotalLine['columns']): Prints => {
    const known = prints.get(all);
    if (known) return known;
    const made = Object.fromEntries(
      Object.entries(all).map(([key, { type, decimals }]) => [key, { type, ...(decimals === undefined ? {} : { decimals }) }]),
    );
    prints.set(all, made);
    return made;
  };
  const mark = (line: Line, at: number) => {
    if (line.kind === 'heading') marks.push({ at, ...line });
    if (line.kind !== 'total') return;
    const values = Object.fromEntries(
      Object.entries(line.values).map(([key, value]) => [
        key,
        value === null ? null : Number(asNumber(value, line.columns[key]?.decimals)),
      ]),
    );
    marks.push({ at, ...line, values, columns: printsOf(line.columns) });
  };
  for (const [at, row] of rows.entries()) {
    for (const line of liner.add(row)) mark(line, at);
    if (rows.length + marks.length > most) return null;
    await step();
  }
  for (const line of liner.end()) mark(line, rows.length);
  const whole = marks.find((one) => one.kind === 'total' && one.level === null);
  const shown: Row[] = [];
  for (const row of rows) {
    const copy: Row = { ...row };
    for (const { key, type, decimals } of columns) if (amounts.has(type)) copy[key] = asNumber(copy[key], decimals);
    shown.push(copy);
    await step();
  }
  return { columns, groups, rows: shown, totals: whole?.kind === 'total' ? whole.values : {}, marks };
}
