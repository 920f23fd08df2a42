// Runs as a process of its own (see xlsx-reader.server.ts), because a hostile workbook may take all memory or never end.
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { EncryptedFileError, streamXlsxRows } from 'hucre';
import { serve } from '#kit/engine/serve.server.ts';
import { NO_DATE } from '#kit/sheet/cell-error.ts';
import { MOST_TEXT_OF_A_ROW, textLength } from '#kit/sheet/row-text.ts';
import type { SheetFault } from '#kit/sheet/sheet-error.ts';
import type { SheetHead, SheetRow, SheetValue } from '#kit/sheet/sheet-row.ts';
import { workbookParts } from './workbook-parts.server.ts';
import { filler, type Merge, mergesDown } from './xlsx-merges.server.ts';
import { type ZipPart, zipDirectory, zipText } from './zip-directory.server.ts';

/** What the parent asks for. */
export interface XlsxOrder {
  path: string;
  /** the file to which the rows are written, one JSON line each */
  to: string;
  /** instead of rows: names and first rows (`SheetHead`) of the first so many visible sheets, if there are at least two */
  heads?: number;
  sheet?: string;
  maxRows: number;
  maxColumns: number;
  firstRows?: number;
}

/** The child's answer: a fault, or none. */
export interface XlsxVerdict {
  fault?: SheetFault;
}

const MiB = 1024 * 1024;
/** The limits of a sheet, which is read row by row, and of any other part: texts and styles are held in memory whole. */
const maxSheet = 2048 * MiB;
const maxPart = 64 * MiB;
/**
 * Real texts differ from each other and shrink to a twentieth at best, so a higher ratio is refused; small parts may shrink more.
 */
const maxRatio = 100;
const freeOfRatio = 4 * MiB;
const maxSpool = 768 * MiB;
/** The limit of written rows relative to the file's size, because one text may be in all of them. Small files may grow more. */
const maxSwelling = 50;
const freeOfSwelling = 64 * MiB;
const maxText = 32_767;
const maxRow = 1_048_576;
/**
 * Milliseconds that parts of so many packed bytes may take. An honest workbook needs a fifth of it; a small one that asks for more, such as one of a
 * single endless comment, would keep everybody else's waiting. Parts that are not read buy no time.
 */
const worthOf = (bytes: number) => 10_000 + Math.ceil(bytes / MiB) * 2_000;
/** Spreadsheet programs allow 31 or 100 characters. */
const maxName = 100;

class Stop extends Error {
  readonly fault: SheetFault;
  constructor(fault: SheetFault) {
    super(fault);
    this.fault = fault;
  }
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const unescapeXml = (text: string) =>
  text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w+));/gi, (whole, hex?: string, decimal?: string, name?: string) => {
    if (name) return ENTITIES[name] ?? whole;
    const code = hex ? Number.parseInt(hex, 16) : Number(decimal);
    return code > 0x10ffff ? '' : String.fromCodePoint(code);
  });

function sheetsOf(workbook: string): { name: string; hidden: boolean }[] {
  return [...workbook.matchAll(/<(?:\w+:)?sheet\s([^<>]*)>/g)].map(([, attributes = '']) => ({
    name: unescapeXml(/\bname\s*=\s*"([^"]*)"/.exec(attributes)?.[1] ?? /\bname\s*=\s*'([^']*)'/.exec(attributes)?.[1] ?? '')
      .replaceAll('\0', '')
      .slice(0, maxName)
      .toWellFormed(),
    hidden: /\bstate\s*=\s*["'](?:hidden|veryHidden)/.test(attributes),
  }));
}

const firstDay = Date.UTC(1899, 11, 31);
const two = (value: number) => String(value).padStart(2, '0');

/** A bare time of day or a sum of hours has no day of its own: it reads as H:MM. What is no date reads as spreadsheet programs show it. */
function dateValue(at: Date): SheetValue {
  const minutes = Math.round((at.getTime() - firstDay) / 60_000);
  if (!(minutes >= 0) || at.getUTCFullYear() > 9999) return NO_DATE;
  if (at.getUTCFullYear() < 1901) return `${Math.floor(minutes / 60)}:${two(minutes % 60)}`;
  const rounded = new Date(Math.round(at.getTime() / 1000) * 1000).toISOString();
  const time = rounded.slice(11, 19);
  return time === '00:00:00' ? { date: rounded.slice(0, 10) } : { date: rounded.slice(0, 10), time };
}

function valueOf(raw: unknown): SheetValue {
  if (raw instanceof Date) return dateValue(raw);
  if (typeof raw === 'string') {
    const text = raw.slice(0, maxText).replaceAll('\0', '');
    return text === '' ? null : text;
  }
  return typeof raw === 'number' || typeof raw === 'boolean' ? raw : null;
}

async function read(order: XlsxOrder, within: (ms: number) => void): Promise<XlsxVerdict> {
  within(worthOf(0));
  const file = readFileSync(order.path);
  const parts = zipDirectory(file);
  if (!parts) throw new Stop('corrupt');
  if (parts.has('xl/workbook.bin') || (parts.has('mimetype') && parts.has('content.xml'))) throw new Stop('old-format');
  if (!parts.has('[Content_Types].xml')) throw new Stop('format');
  const workbookPath = [...parts.keys()].find((name) => /^\/?xl\/workbook\d*\.xml$/i.test(name));
  if (!workbookPath) throw new Stop('format');
  for (const [name, part] of parts) judgePart(name, part);
  const workbook = zipText(file, parts.get(workbookPath), 16 * MiB);
  if (workbook === null) throw new Stop('corrupt');
  const sheets = sheetsOf(workbook);
  const visible = sheets.filter((sheet) => !sheet.hidden);
  const offered = visible.length ? visible : sheets;
  const { sheets: partsOf, shared } = workbookParts(file, parts, workbookPath, workbook);
  async function* rowsOf(index: number) {
    yield* sheetRows(file, index, order, await mergesDown(file, partsOf[index]));
  }
  const mayTake = (indexes: number[]) => {
    let bytes = 0;
    for (const { packed } of new Set([...shared, ...indexes.flatMap((index) => partsOf[index] ?? [])])) bytes += packed;
    within(worthOf(Math.min(bytes, file.length)));
  };
  if (order.heads === undefined) {
    const index = sheets.findIndex((sheet) => sheet.name === (order.sheet ?? offered[0]?.name));
    if (index < 0) throw new Stop(order.sheet === undefined ? 'empty' : 'no-sheet');
    mayTake([index]);
    await spool(order.to, rowsOf(index), file.length);
    return {};
  }
  const shown = offered.length > 1 ? offered.slice(0, order.heads) : [];
  mayTake(shown.map((sheet) => sheets.indexOf(sheet)));
  const heads: SheetHead[] = [];
  // A faulty sheet has no rows to show; reading it reports the fault.
  for (const sheet of shown)
    heads.push({
      name: sheet.name,
      rows: await Array.fromAsync(rowsOf(sheets.indexOf(sheet)), ({ cells }) => cells).catch(() => []),
    });
  await spool(order.to, heads, file.length);
  return {};
}

function judgePart(name: string, { packed, plain }: ZipPart): void {
  // The reader inflates up to the size declared here, so a part that hides its size is refused.
  if (packed > 64 && plain === 0) throw new Stop('corrupt');
  const isSheet = /worksheets\//i.test(name);
  if (plain > (isSheet ? maxSheet : maxPart)) throw new Stop('too-large');
  if (!isSheet && plain > freeOfRatio && plain > packed * maxRatio) throw new Stop('swollen');
}

async function* sheetRows(file: Buffer, sheet: number, order: XlsxOrder, merges: Map<number, Merge[]>): AsyncGenerator<SheetRow> {
  const fill = filler(merges);
  let rows = 0;
  let last = 0;
  for await (const { index, values } of streamXlsxRows(file, { sheet })) {
    const cells = values.map(valueOf);
    while (cells.length && cells.at(-1) === null) cells.pop();
    if (!cells.length) continue;
    const row = index + 1;
    // Of two rows with one number the batch would keep the first only.
    if (!Number.isInteger(row) || row <= last || row > maxRow) throw new Stop('row-numbers');
    last = row;
    fill(index, cells);
    if (cells.length > order.maxColumns) throw new Stop('too-many-columns');
    if (textLength(cells) > MOST_TEXT_OF_A_ROW) throw new Stop('too-much-text');
    if (++rows > order.maxRows) throw new Stop('too-many-rows');
    yield { row, cells };
    if (rows === order.firstRows) return;
  }
  if (rows === 0) throw new Stop('empty');
}

/** One JSON line for each. */
async function spool(to: string, lines: AsyncIterable<SheetRow> | Iterable<SheetHead>, size: number): Promise<void> {
  const file = openSync(to, 'w', 0o600);
  let bytes = 0;
  let text = '';
  const flush = () => {
    const chunk = Buffer.from(text);
    bytes += chunk.length;
    if (bytes > maxSpool) throw new Stop('too-large');
    if (bytes > freeOfSwelling && bytes > size * maxSwelling) throw new Stop('swollen');
    for (let at = 0; at < chunk.length; ) at += writeSync(file, chunk, at);
    text = '';
  };
  try {
    for await (const line of lines) {
      text += `${JSON.stringify(line)}\n`;
      if (text.length > 64 * 1024) flush();
    }
    flush();
  } finally {
    closeSync(file);
  }
}

serve((order: XlsxOrder, within) =>
  read(order, within).catch((fault: unknown): XlsxVerdict => {
    if (fault instanceof Stop) return { fault: fault.fault };
    if (fault instanceof EncryptedFileError) return { fault: 'encrypted' };
    return { fault: /zip bomb|exceeds limit|too (large|many)/i.test(String(fault)) ? 'too-large' : 'corrupt' };
  }),
);
