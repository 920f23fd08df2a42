import { spawn } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isSheetFault, SheetError } from './sheet-error.ts';
import type { SheetFile, SheetHead, SheetReadOptions, SheetRow } from './sheet-row.ts';
import type { XlsxOrder, XlsxVerdict } from './xlsx-child.server.ts';

const child = fileURLToPath(new URL('./xlsx-child.server.ts', import.meta.url));
const maxHeap = 512;

function verdictOf(text: string): XlsxVerdict | null {
  try {
    const verdict: unknown = JSON.parse(text);
    return verdict !== null && typeof verdict === 'object' ? verdict : null;
  } catch {
    return null;
  }
}

/** Lets the child read into the file `rows`; resolves when it is sound, rejects with a SheetError or the signal's reason. */
function runChild(order: XlsxOrder, rows: number, timeout: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const started = spawn(
      process.execPath,
      [`--max-old-space-size=${maxHeap}`, '--disable-warning=ExperimentalWarning', child, JSON.stringify(order)],
      {
        stdio: ['ignore', rows, 'pipe'],
        env: { TZ: 'UTC', ...(process.env.SystemRoot ? { SystemRoot: process.env.SystemRoot } : {}) },
      },
    );
    let told = '';
    let late = false;
    const clock = setTimeout(() => {
      late = true;
      started.kill('SIGKILL');
    }, timeout);
    const onAbort = () => started.kill('SIGKILL');
    signal?.addEventListener('abort', onAbort);
    started.stderr?.setEncoding('utf8').on('data', (text: string) => {
      if (told.length < 1_000_000) told += text;
    });
    started.on('error', reject);
    started.on('close', (code) => {
      clearTimeout(clock);
      signal?.removeEventListener('abort', onAbort);
      if (signal?.aborted) return reject(signal.reason);
      if (late) return reject(new SheetError('too-slow'));
      const verdict = code === 0 ? verdictOf(told) : null;
      // No verdict: the child ran out of its memory.
      if (!verdict) return reject(new SheetError('too-large'));
      if (isSheetFault(verdict.fault)) return reject(new SheetError(verdict.fault));
      resolve();
    });
  });
}

type Reading = Pick<SheetReadOptions, 'signal' | 'timeout'>;

/** What the child writes to an order, line by line. It is judged whole before the first line comes. */
async function* linesOf(order: XlsxOrder, { signal, timeout = 120_000 }: Reading): AsyncGenerator<unknown> {
  const folder = await mkdtemp(join(tmpdir(), 'planilha-'));
  const path = join(folder, 'linhas');
  try {
    const spool = await open(path, 'w', 0o600);
    try {
      await runChild(order, spool.fd, timeout, signal);
    } finally {
      await spool.close();
    }
    let rest = '';
    // Not readline: it also breaks lines at U+2028, which stands unescaped in JSON.
    for await (const chunk of createReadStream(path, { encoding: 'utf8', highWaterMark: 256 * 1024 })) {
      signal?.throwIfAborted();
      const lines = (rest + chunk).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) yield JSON.parse(line);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * The first rows of the first so many visible sheets, where there are two at least; a sheet with a fault has none. One child reads them within one time, so that
 * sheets that swell are no way to keep many busy.
 */
export async function xlsxHeads(
  { path }: SheetFile,
  { sheets, rows, ...reading }: Reading & { sheets: number; rows: number },
): Promise<SheetHead[]> {
  const order: XlsxOrder = { path, heads: sheets, maxRows: rows, firstRows: rows, maxColumns: 500 };
  return (await Array.fromAsync(linesOf(order, reading))) as SheetHead[];
}

/**
 * The rows of a workbook. The file is judged whole before the first row comes: nothing is imported from a file that
 * has too many rows or is damaged further down.
 */
export async function* xlsxRows({ path }: SheetFile, opts: SheetReadOptions): AsyncGenerator<SheetRow> {
  const { sheet, maxRows, maxColumns = 500, firstRows } = opts;
  yield* linesOf({ path, sheet, maxRows, maxColumns, firstRows }, opts) as AsyncGenerator<SheetRow>;
}
