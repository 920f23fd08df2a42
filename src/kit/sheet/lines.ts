import { counted } from '#kit/br/text.ts';
import type { Column, Row, Table, TotalKind } from './column.ts';
import { formatCell } from './format.ts';
import { Tally, totalColumn, totalsOf } from './tally.ts';

/** A line of a table, from top to bottom the same for screen, paper and spreadsheet. */
export type Line = { kind: 'heading'; level: number; label: string; value: string } | { kind: 'row'; row: Row } | TotalLine;

export interface TotalLine {
  kind: 'total';
  /** the level of the group that ends here; null: the whole table */
  level: number | null;
  words: string;
  records: number;
  /** by column key; columns without a total have none */
  values: Record<string, string | null>;
  /** how the totals print, by column key */
  columns: Record<string, Column>;
}

/** Sums and counts share one line and averages have the next, so that nobody confuses them. */
const KINDS: readonly { kinds: readonly TotalKind[]; of: string; all: string }[] = [
  { kinds: ['sum', 'count'], of: 'Total de', all: 'Total geral' },
  { kinds: ['average'], of: 'Média de', all: 'Média geral' },
];

const count = (records: number) => counted(records, 'registro', 'registros');

/** Puts headings before rows and totals after them. Rows come sorted by their groups. */
export class Liner {
  readonly #groups: readonly { key: string; label: string; column: Column | undefined }[];
  readonly #sets: readonly { kinds: readonly TotalKind[]; of: string; all: string; columns: Record<string, Column> }[];
  readonly #tallies: Tally[];
  readonly #columns: readonly Column[];
  readonly #whole: boolean;
  readonly #counts: boolean;
  #open: string[] = [];

  constructor({ columns, group = [], totals }: Pick<Table, 'columns' | 'group' | 'totals'>) {
    this.#columns = columns;
    this.#groups = group.map((one) => ({ ...one, column: columns.find(({ key }) => key === one.key) }));
    this.#whole = totals === true || totals === 'each';
    this.#counts = totals === 'each';
    this.#sets = KINDS.flatMap((set) => {
      const shown = columns.flatMap((column): [string, Column][] => {
        const kind = totalsOf(column).find((one) => set.kinds.includes(one));
        return kind ? [[column.key, totalColumn(column, kind)]] : [];
      });
      return shown.length > 0 && totals !== false ? [{ ...set, columns: Object.fromEntries(shown) }] : [];
    });
    this.#tallies = [...this.#groups, null].map(() => new Tally(columns));
  }

  /** The lines before and with the next row: totals of the groups that end, headings of those that begin, the row itself. */
  add(row: Row): Line[] {
    const values = this.#groups.map(({ key, column }) => headingOf(column, row[key]));
    const level = values.findIndex((value, i) => value !== this.#open[i]);
    const lines: Line[] = [];
    if (level >= 0) {
      lines.push(...this.#close(level));
      for (const [i, value] of values.entries())
        if (i >= level) {
          lines.push({ kind: 'heading', level: i, label: this.#groups[i]?.label ?? '', value });
          this.#open.push(value);
        }
    }
    for (const tally of this.#tallies) tally.add(row);
    lines.push({ kind: 'row', row });
    return lines;
  }

  /** The totals of all open groups, then of the whole table. */
  end(): Line[] {
    const lines: Line[] = this.#close(0);
    const whole = this.#tallies.at(-1);
    if (!this.#whole || !whole) return lines;
    for (const set of this.#sets)
      lines.push({
        kind: 'total',
        level: null,
        ...this.#summed(set, set.all, whole, count(whole.records)),
        columns: set.columns,
      });
    if (this.#sets.length === 0)
      lines.push({
        kind: 'total',
        level: null,
        words: `Total: ${count(whole.records)}`,
        records: whole.records,
        values: {},
        columns: {},
      });
    return lines;
  }

  #close(level: number): Line[] {
    const lines: Line[] = [];
    for (let i = this.#open.length - 1; i >= level; i--) {
      const tally = this.#tallies[i];
      const value = this.#open.pop() ?? '';
      if (tally && this.#counts && this.#sets.length === 0)
        lines.push({
          kind: 'total',
          level: i,
          words: `Total de ${value}: ${count(tally.records)}`,
          records: tally.records,
          values: {},
          columns: {},
        });
      if (tally)
        for (const set of this.#sets)
          lines.push({
            kind: 'total',
            level: i,
            ...this.#summed(set, `${set.of} ${value}`, tally, formatCell('integer', tally.records)),
            columns: set.columns,
          });
      this.#tallies[i] = new Tally(this.#columns);
    }
    return lines;
  }

  /** The words leave out the number of records where a count in the same line says it. */
  #summed({ kinds }: { kinds: readonly TotalKind[] }, name: string, tally: Tally, records: string) {
    const values = tally.values(kinds);
    const isSaid = this.#columns.some(
      (column) => kinds.includes('count') && totalsOf(column).includes('count') && values[column.key] === String(tally.records),
    );
    return { words: isSaid ? name : `${name} (${records})`, records: tally.records, values };
  }
}

const headingOf = (column: Column | undefined, value: unknown) =>
  formatCell(column?.type ?? 'text', value, column?.decimals)
    .replaceAll('\n', ' ')
    .trim() || '—';

const total = Symbol('total');

/** How the totals of a flat file's row print, by column; undefined for a row of data. */
export const totalsIn = (row: Row): Readonly<Record<string, Column>> | undefined =>
  (row as { [total]?: Record<string, Column> })[total];

/**
 * The rows of a flat file: totals become rows of their own, labelled in the column of the group that ends. A table without totals
 * passes unchanged.
 */
export async function* flatRows(table: Table, columns: readonly Column[]): AsyncGenerator<Row[]> {
  if (!table.totals || (table.totals !== 'each' && !columns.some((column) => totalsOf(column).length > 0))) {
    yield* table.rows;
    return;
  }
  const liner = new Liner({ ...table, columns: [...columns] });
  const first = columns[0]?.key ?? '';
  let last: Row = {};
  const rowOf = (line: Line): Row[] => {
    if (line.kind === 'heading') return [];
    if (line.kind === 'row') {
      last = line.row;
      return [line.row];
    }
    const groups = table.group ?? [];
    const kept = groups.slice(0, line.level ?? 0).map(({ key }): [string, unknown] => [key, last[key]]);
    const words = line.level === null ? first : (groups[line.level]?.key ?? first);
    return [{ ...line.values, ...Object.fromEntries(kept), [words]: line.words, [total]: line.columns }];
  };
  for await (const batch of table.rows) yield batch.flatMap((row) => liner.add(row).flatMap(rowOf));
  yield liner.end().flatMap(rowOf);
}
