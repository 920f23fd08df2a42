import type { Writable } from 'node:stream';
import { setImmediate as breathe } from 'node:timers/promises';
import { inSteps } from '#kit/engine/in-steps.server.ts';
import type { Column, Row, Table } from '#kit/sheet/column.ts';
import { endOf, sendTo } from '#kit/sheet/drain.server.ts';
import { longestOf, SAMPLE } from '#kit/sheet/sample.ts';
import { Frame, type PdfFrame } from './frame.server.ts';
import { layoutTable } from './layout.ts';
import { drawable, Pen } from './pen.server.ts';
import { TableWriter } from './table-writer.server.ts';

interface PdfWriteOptions {
  /** called after each row; by default others have the loop when it was held for long enough */
  step?: () => Promise<void> | undefined;
  signal?: AbortSignal;
  /** Called after each batch with the number of rows written. */
  onRows?(rows: number): void;
}

/** The columns with the widths of their first rows; a column that is empty there keeps its declared width. */
const measured = (columns: readonly Column[], rows: readonly Row[]): Column[] =>
  columns.map((column) => {
    if (column.type !== 'text') return column;
    const longest = longestOf(
      column,
      rows.slice(0, SAMPLE).map((row) => row[column.key]),
    );
    return longest > 0 ? { ...column, width: longest } : column;
  });

/**
 * Prints a table of any length as PDF and ends `out`: head with logo, filters, column headings on each page, groups with exact
 * sums, 'Impresso por' and 'página x de y'. Rows come sorted by their groups; a grouped column prints in the heading only.
 */
export async function writePdfTable(
  table: Table,
  frame: PdfFrame,
  out: Writable,
  opts: PdfWriteOptions = {},
): Promise<{ pages: number; rows: number }> {
  const pen = new Pen({
    pdfVersion: '1.7',
    lang: 'pt-BR',
    displayTitle: true,
    info: { Title: drawable(table.title), Author: drawable(frame.company), Creator: drawable(frame.company) },
  });
  const grouped = new Set((table.group ?? []).map((group) => group.key));
  const rest = table.columns.filter((column) => !grouped.has(column.key));
  const columns = rest.length ? rest : table.columns;
  const chunks: Uint8Array[] = [];
  pen.doc.on('data', (chunk: Uint8Array) => chunks.push(chunk));
  // After each page the reader takes what is ready, and the process gets a turn for other work.
  const turn = async () => {
    await breathe();
    for (const chunk of chunks.splice(0)) await sendTo(out, chunk, opts.signal);
  };
  // The first rows decide how wide the columns are.
  const begin = async (rows: readonly Row[]) => {
    const headWidth = (word: string) => pen.width(drawable(word), 7.5, 600);
    const layout = layoutTable(measured(columns, rows), headWidth, frame.orientation, table.heads);
    const around = await Frame.open(pen, frame, table.title, layout);
    return { around, writer: new TableWriter(pen, table, columns, layout, around, turn) };
  };
  // A page of long cells takes its time, too.
  const { step = inSteps() } = opts;
  let begun: Awaited<ReturnType<typeof begin>> | undefined;
  for await (const batch of table.rows) {
    opts.signal?.throwIfAborted();
    begun ??= await begin(batch);
    for (const row of batch) {
      await begun.writer.add(row);
      await step();
    }
    opts.onRows?.(begun.writer.rows);
  }
  const { around, writer } = begun ?? (await begin([]));
  await writer.finish();
  around.number();
  pen.flush();
  const ended = new Promise<void>((resolve, reject) => pen.doc.once('end', resolve).once('error', reject));
  pen.doc.end();
  await ended;
  await turn();
  await endOf(out);
  return { pages: around.pages, rows: writer.rows };
}
