import { createInflateRaw } from 'node:zlib';
import type { SheetValue } from '#kit/sheet/sheet-row.ts';
import { markupWatch } from './xlsx-markup.ts';
import { type ZipPart, zipBytes } from './zip-directory.server.ts';

/** Cells that are one on the screen: all but the first are empty in the file. Numbers from 0, both ends included. */
export interface Merge {
  from: number;
  to: number;
  column: number;
}

/** A tag or comment of a sheet that is longer than any honest one. */
class EndlessMarkup extends Error {}

const mostMerges = 20_000;
/** Merged cells of a larger sheet are ignored. */
const mostPlain = 300 * 1024 * 1024;

const columnIndex = (letters: string) => [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;

/** The XML between <mergeCells> and its end; the sheet is inflated piece by piece and dropped. */
async function mergeText(bytes: Buffer, part: ZipPart): Promise<string> {
  let found = '';
  let tail = '';
  let isOver = part.plain > mostPlain;
  const isEndless = markupWatch();
  const take = (chunk: Buffer): void => {
    const text = chunk.toString('latin1');
    if (isEndless(text)) throw new EndlessMarkup();
    if (isOver) return;
    if (found !== '') found += text;
    else {
      const whole = tail + text;
      const at = whole.search(/<(?:\w+:)?mergeCells[\s>]/);
      if (at >= 0) found = whole.slice(at);
      tail = whole.slice(-64);
    }
    isOver = found.includes('mergeCells>') || found.length > 4 * 1024 * 1024;
  };
  if (part.method === 0) {
    take(bytes);
    return found;
  }
  const inflate = createInflateRaw();
  inflate.end(bytes);
  try {
    let plain = 0;
    for await (const chunk of inflate as AsyncIterable<Buffer>) {
      take(chunk);
      // The reader of the rows ends here, too.
      plain += chunk.length;
      if (plain > part.plain) break;
    }
  } catch (error) {
    if (error instanceof EndlessMarkup) throw error;
    return ''; // damaged: the reader of the rows tells
  }
  return found;
}

/** Cells merged over several rows, by their first row. Refuses a sheet that the reader of the rows would be long over. */
export async function mergesDown(file: Buffer, part: ZipPart | undefined): Promise<Map<number, Merge[]>> {
  const merges = new Map<number, Merge[]>();
  const bytes = part ? zipBytes(file, part) : null;
  if (!part || !bytes) return merges;
  let count = 0;
  for (const [, letters = '', first = '', last = ''] of (await mergeText(bytes, part)).matchAll(
    /<(?:\w+:)?mergeCell\s[^<>]*?ref\s*=\s*"([A-Z]{1,3})(\d{1,7}):[A-Z]{1,3}(\d{1,7})"/g,
  )) {
    const merge = { from: Number(first) - 1, to: Number(last) - 1, column: columnIndex(letters) };
    if (merge.to <= merge.from || count++ >= mostMerges) continue;
    merges.set(merge.from, [...(merges.get(merge.from) ?? []), merge]);
  }
  return merges;
}

/** Fills the rows below a merged cell with its value, as they look on the screen. Rows come in order. */
export function filler(merges: Map<number, Merge[]>): (row: number, cells: SheetValue[]) => void {
  const open = new Map<number, { to: number; value: NonNullable<SheetValue> }>();
  return (row, cells) => {
    for (const [column, { to, value }] of open) {
      if (row > to) open.delete(column);
      else if ((cells[column] ?? null) === null) {
        while (cells.length < column) cells.push(null);
        cells[column] = value;
      }
    }
    for (const { to, column } of merges.get(row) ?? []) {
      const value = cells[column] ?? null;
      // Thousands that are empty would be looked at for each row.
      if (value === null) open.delete(column);
      else open.set(column, { to, value });
    }
  };
}
