import { open, stat } from 'node:fs/promises';
import { csvRows } from '#kit/sheet/csv/csv-reader.server.ts';
import { SheetError } from '#kit/sheet/sheet-error.ts';
import type { SheetAsking, SheetFile, SheetHead, SheetReadOptions, SheetRow } from '#kit/sheet/sheet-row.ts';
import { xlsxHeads, xlsxRows } from '#kit/sheet/xlsx/xlsx-reader.server.ts';

// PDF, PNG, GIF, JPEG, RAR, GZIP, 7z, programs.
const foreign = ['%PDF-', '\x89PNG', 'GIF8', '\xff\xd8\xff', 'Rar!', '\x1f\x8b', '7z\xbc\xaf', '\x7fELF', 'MZ\x90'];

/** The type of a file by its content; its name proves nothing. Throws a SheetError when it is no spreadsheet. */
async function sniff(path: string): Promise<'xlsx' | 'csv'> {
  const handle = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(64 * 1024), position: 0 });
    const head = buffer.subarray(0, bytesRead);
    if (bytesRead === 0) throw new SheetError('empty');
    const magic = head.toString('latin1', 0, 8);
    if (magic.startsWith('PK\x03\x04') || magic.startsWith('PK\x05\x06')) return 'xlsx';
    // An OLE2 container: Excel up to 2003, or a workbook behind a password.
    if (magic === '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1') {
      const { size } = await handle.stat();
      const tail = await handle.read({ buffer: Buffer.alloc(64 * 1024), position: Math.max(0, size - 64 * 1024) });
      const mark = Buffer.from('EncryptedPackage', 'utf16le');
      const locked = head.includes(mark) || tail.buffer.subarray(0, tail.bytesRead).includes(mark);
      throw new SheetError(locked ? 'encrypted' : 'old-format');
    }
    if (foreign.some((mark) => magic.startsWith(mark))) throw new SheetError('format');
    if (/^\s*(<\?xml|<!doctype|<html|\{\\rtf)/i.test(head.toString('latin1', 0, 200))) throw new SheetError('old-format');
    return 'csv';
  } finally {
    await handle.close();
  }
}

/**
 * Reads an XLSX or CSV file, whatever its name, row by row. Faults are a SheetError with a Portuguese sentence;
 * XLSX is judged whole before the first row, CSV may find too many rows or broken quotes on the way.
 */
export async function* readSheet(file: SheetFile, opts: SheetReadOptions): AsyncGenerator<SheetRow> {
  const { size } = await stat(file.path);
  if (size > opts.maxBytes) throw new SheetError('too-large');
  opts.signal?.throwIfAborted();
  yield* (await sniff(file.path)) === 'xlsx' ? xlsxRows(file, opts) : csvRows(file, opts);
}

/** The sheets to choose from, with their first rows: visible ones of a workbook that has several; none for CSV. Throws a SheetError like `readSheet`. */
export async function sheetHeads(
  file: SheetFile,
  opts: SheetAsking & { maxBytes: number; sheets: number; rows: number },
): Promise<SheetHead[]> {
  const { size } = await stat(file.path);
  if (size > opts.maxBytes) throw new SheetError('too-large');
  return (await sniff(file.path)) === 'xlsx' ? xlsxHeads(file, opts) : [];
}
