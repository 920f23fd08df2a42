import type { Writable } from 'node:stream';
import type { CellType, Table } from './column.ts';
import { endOf, sendTo } from './drain.server.ts';
import { formatCell } from './format.ts';
import { sheetColumns } from './sheet-columns.ts';

export interface SheetWriteOptions {
  signal?: AbortSignal;
  /** Told after each batch how many rows have gone out. */
  onRows?(rows: number): void;
}

// A spreadsheet program runs a text that begins like this; the apostrophe makes it text again.
const formulaLike = /^[=+\-@\t\r\n]/;
const numeric = /^-?[\d.,:]+%?$/;
const bare = new Set<CellType>(['integer', 'number', 'money', 'percentage', 'duration']);

function csvCell(text: string, type: CellType): string {
  const clean = text.replaceAll('\0', '');
  const safe = formulaLike.test(clean) && !(bare.has(type) && numeric.test(clean)) ? `'${clean}` : clean;
  return /[";\r\n\t]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Writes a table as CSV for Brazilian spreadsheet programs (UTF-8 with BOM, `;`, CRLF) and ends `out`. */
export async function writeCsv(table: Table, out: Writable, opts: SheetWriteOptions = {}): Promise<{ rows: number }> {
  const columns = sheetColumns(table);
  let rows = 0;
  await sendTo(out, `\ufeff${columns.map((column) => csvCell(column.label, 'text')).join(';')}\r\n`, opts.signal);
  for await (const batch of table.rows) {
    let text = '';
    for (const row of batch) {
      for (let i = 0; i < columns.length; i++) {
        const column = columns[i];
        if (!column) continue;
        if (i > 0) text += ';';
        text += csvCell(formatCell(column.type, row[column.key], column.decimals, 'data'), column.type);
      }
      text += '\r\n';
    }
    rows += batch.length;
    if (text) await sendTo(out, text, opts.signal);
    opts.onRows?.(rows);
  }
  await endOf(out);
  return { rows };
}
