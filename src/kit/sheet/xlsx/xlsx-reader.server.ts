import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { defineEngine } from '#kit/engine/engine.server.ts';
import { temporaryFolder } from '#kit/process/temporary.server.ts';
import { SheetError } from '#kit/sheet/sheet-error.ts';
import type { SheetAsking, SheetFile, SheetHead, SheetReadOptions, SheetRow } from '#kit/sheet/sheet-row.ts';
import type { XlsxOrder, XlsxVerdict } from './xlsx-child.server.ts';

/** How long a file may wait for its turn, and take at most: the child says less by what it has to read. */
const LONGEST_MS = 120_000;

const read = defineEngine<XlsxOrder, XlsxVerdict>({
  name: 'planilhas',
  program: new URL('./xlsx-child.server.ts', import.meta.url),
  memory: 768,
  patience: LONGEST_MS,
  life: 20,
  died: () => new SheetError('too-large'),
  late: () => new SheetError('too-slow'),
});

/** The lines that the child writes for an order. The file is judged whole before the first line comes. */
async function* linesOf(order: Omit<XlsxOrder, 'to'>, asking: SheetAsking): AsyncGenerator<unknown> {
  const folder = await temporaryFolder('planilha');
  const to = join(folder, 'linhas');
  try {
    const { fault } = await read({ ...order, to }, asking);
    if (fault) throw new SheetError(fault);
    let rest = '';
    // Not readline: it also breaks lines at U+2028, which stands unescaped in JSON.
    for await (const chunk of createReadStream(to, { encoding: 'utf8', highWaterMark: 256 * 1024 })) {
      asking.signal?.throwIfAborted();
      const lines = (rest + chunk).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) yield JSON.parse(line);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * The first rows of the first so many visible sheets, if there are at least two; a faulty sheet has none. One child reads all of
 * them within one time limit, so that inflated sheets cannot keep many children busy.
 */
export async function xlsxHeads(
  { path }: SheetFile,
  { sheets, rows, ...asking }: SheetAsking & { sheets: number; rows: number },
): Promise<SheetHead[]> {
  const order = { path, heads: sheets, maxRows: rows, firstRows: rows, maxColumns: 500 };
  return (await Array.fromAsync(linesOf(order, asking))) as SheetHead[];
}

/**
 * The rows of a workbook. The file is judged whole before the first row comes: nothing is imported from a file that
 * has too many rows or is damaged further down.
 */
export async function* xlsxRows({ path }: SheetFile, opts: SheetReadOptions): AsyncGenerator<SheetRow> {
  const { sheet, maxRows, maxColumns = 500, firstRows } = opts;
  yield* linesOf({ path, sheet, maxRows, maxColumns, firstRows }, opts) as AsyncGenerator<SheetRow>;
}
