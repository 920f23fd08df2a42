import type { Writable } from 'node:stream';
import type { Column, Table, TextTable } from '#kit/sheet/column.ts';
import { endOf, sendTo } from '#kit/sheet/drain.server.ts';
import { formatCell } from '#kit/sheet/format.ts';
import { totalsIn } from '#kit/sheet/lines.ts';
import { quickDay, quickDecimal, quickFixed } from '#kit/sheet/quick.ts';
import { flatTable } from '#kit/sheet/sheet-columns.ts';
import { csvCell } from './csv-cell.ts';

export interface SheetWriteOptions {
  signal?: AbortSignal;
  /** Called after each batch with the number of rows written. */
  onRows?(rows: number): void;
}

// A text with none of these stands in a cell as it is.
const careful = /^[\s\p{Cf}=+\-@＝＋－＠]|[";\r\n\t\0]|\s$/u;

/** How one column's values are written, decided once. */
export function csvWriterOf({ type, decimals }: Pick<Column, 'type' | 'decimals'>): (value: unknown) => string {
  const exact = (value: unknown) => csvCell(formatCell(type, value, decimals, 'data'), type);
  switch (type) {
    case 'text':
      return (value) => (typeof value === 'string' ? (careful.test(value) ? csvCell(value, type) : value) : exact(value));
    case 'date':
      return (value) => {
        const day = quickDay(value);
        return day === null ? exact(value) : `${day.slice(8)}/${day.slice(5, 7)}/${day.slice(0, 4)}`;
      };
    case 'integer':
    case 'number':
    case 'money': {
      const digits = type === 'integer' ? 0 : type === 'money' ? (decimals ?? 2) : decimals;
      return (value) => {
        const text = digits === undefined ? quickDecimal(value) : quickFixed(value, digits);
        return text === null ? exact(value) : text.replace('.', ',');
      };
    }
    default:
      return exact;
  }
}

/** Writes a table as CSV for Brazilian spreadsheet programs (UTF-8 with BOM, `;`, CRLF) and ends `out`. */
export async function writeCsv(table: Table | TextTable, out: Writable, opts: SheetWriteOptions = {}): Promise<{ rows: number }> {
  const { columns, keys, read, batches } = flatTable(table);
  const writers = columns.map((column, index) => {
    const write = csvWriterOf(column);
    const reader = read[index];
    return reader ? (value: unknown) => write(reader(value as string)) : write;
  });
  let rows = 0;
  await sendTo(out, `\ufeff${columns.map((column) => csvCell(column.label, 'text')).join(';')}\r\n`, opts.signal);
  for await (const batch of batches) {
    let text = '';
    for (const row of batch) {
      const totals = totalsIn(row);
      if (!totals) rows += 1;
      for (let i = 0; i < writers.length; i++) {
        if (i > 0) text += ';';
        const value = row[keys[i] as string];
        if (value === '' || value === null || value === undefined) continue;
        const total = totals?.[keys[i] as string];
        text += total ? csvWriterOf(total)(value) : writers[i]?.(value);
      }
      text += '\r\n';
      // Encoded piece by piece: joining one long text of many pieces is slow.
      if (text.length > 64 * 1024) {
        await sendTo(out, text, opts.signal);
        text = '';
      }
    }
    if (text) await sendTo(out, text, opts.signal);
    opts.onRows?.(rows);
  }
  await endOf(out);
  return { rows };
}
