import { div } from '#kit/br/decimal.ts';
import { ExactSum } from './amount.ts';
import type { Column, Row, TotalKind } from './column.ts';

/** The kinds of total that a column declares. */
export const totalsOf = (column: Column): readonly TotalKind[] => (column.total === true ? ['sum'] : (column.total ?? []));

/** How a total prints: a count is a whole number, an average always has decimals. */
export function totalColumn(column: Column, kind: TotalKind): Column {
  if (kind === 'count') return { ...column, type: 'integer', decimals: 0 };
  if (kind === 'sum') return column;
  if (column.type === 'integer') return { ...column, type: 'number', decimals: 2 };
  return { ...column, decimals: column.decimals ?? 2 };
}

const isEmpty = (value: unknown) => value === null || value === undefined || value === '';

/** Sums, counts and averages of some rows, exactly. */
export class Tally {
  readonly #columns: readonly Column[];
  readonly #sums: ReadonlyMap<string, ExactSum>;
  readonly #counts: Map<string, number>;
  records = 0;

  constructor(columns: readonly Column[]) {
    this.#columns = columns.filter((column) => totalsOf(column).length > 0);
    this.#sums = new Map(this.#columns.map(({ key }) => [key, new ExactSum()]));
    this.#counts = new Map(this.#columns.map(({ key }) => [key, 0]));
  }

  add(row: Row): void {
    this.records += 1;
    for (const { key } of this.#columns) {
      const value = row[key];
      if (isEmpty(value)) continue;
      this.#sums.get(key)?.add(value);
      this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
    }
  }

  /** The totals of some kinds, by column, as decimal text; null where nothing was added. */
  values(kinds: readonly TotalKind[]): Record<string, string | null> {
    const values: Record<string, string | null> = {};
    for (const column of this.#columns) {
      const kind = totalsOf(column).find((one) => kinds.includes(one));
      if (kind) values[column.key] = this.#value(column, kind);
    }
    return values;
  }

  #value(column: Column, kind: TotalKind): string | null {
    const count = this.#counts.get(column.key) ?? 0;
    if (kind === 'count') return String(count);
    const sum = this.#sums.get(column.key)?.value() ?? null;
    if (kind === 'sum' || sum === null) return sum;
    return div(sum, String(count), totalColumn(column, kind).decimals ?? 2);
  }
}
