import { createReadStream } from 'node:fs';
import { pipeline, Transform } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { formulaLike } from '#kit/sheet/format.ts';
import { MOST_TEXT_OF_A_ROW, textLength } from '#kit/sheet/row-text.ts';
import { SheetError } from '#kit/sheet/sheet-error.ts';
import type { SheetFile, SheetReadOptions, SheetRow } from '#kit/sheet/sheet-row.ts';

type CsvEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

const delimiters = [';', ',', '\t', '|'] as const;
const maxText = 32_767;
/** Spreadsheet programs show as many. */
const maxLines = 1_048_576;
/** Cells of a line, as many as a spreadsheet program has columns; empty ones at its end count too. */
const maxCells = 16_384;
/** Delimiters between which no line has ended; some more lines may have been read ahead. */
const maxUnended = 100_000;
/** Bytes between two turns of others: each of them may be a line. */
const atOnce = 8 * 1024;

/** Reads the whole file, because Windows-1252 may show only in its last name. Throws when the file is no text. */
async function csvEncoding(path: string): Promise<CsvEncoding> {
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  let first = true;
  let valid = true;
  for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 }) as AsyncIterable<Buffer>) {
    if (first) {
      if (chunk[0] === 0xff && chunk[1] === 0xfe) return 'utf-16le';
      if (chunk[0] === 0xfe && chunk[1] === 0xff) return 'utf-16be';
      const head = chunk.subarray(0, 1000);
      const high = head.filter((byte, i) => i % 2 === 1 && byte === 0).length;
      if (high > head.length * 0.35) return 'utf-16le';
      first = false;
    }
    if (chunk.includes(0)) throw new SheetError('format');
    if (!valid) continue;
    try {
      utf8.decode(chunk, { stream: true });
    } catch {
      valid = false;
    }
  }
  try {
    if (valid) utf8.decode();
  } catch {
    valid = false;
  }
  return valid ? 'utf-8' : 'windows-1252';
}

/** The character that occurs equally often in the first lines, outside of quotes; `;` when none does. */
function csvDelimiter(head: string): string {
  const hint = /^sep=(.)\r?\n/i.exec(head)?.[1];
  if (hint) return hint;
  const lines = head
    .replace(/"(?:[^"]|"")*"/g, '')
    .split(/\r\n|\n|\r/)
    .filter(Boolean)
    .slice(0, 20);
  // The last line of a piece may be cut in the middle.
  if (lines.length > 2) lines.pop();
  let best: string = ';';
  let bestScore = 0;
  for (const delimiter of delimiters) {
    const counts = lines.map((line) => line.split(delimiter).length - 1);
    const wanted = counts[0] ?? 0;
    if (wanted === 0) continue;
    const score = counts.filter((count) => count === wanted).length * 1000 + Math.min(wanted, 999);
    if (score > bestScore) [best, bestScore] = [delimiter, score];
  }
  return best;
}

async function headOf(path: string, encoding: CsvEncoding): Promise<string> {
  const decoder = new TextDecoder(encoding);
  let text = '';
  for await (const chunk of createReadStream(path, { end: 64 * 1024 - 1 }) as AsyncIterable<Buffer>)
    text += decoder.decode(chunk, { stream: true });
  return text;
}

/** The text of the file; it breaks off when a line does not end, because its cells would fill the memory. */
function decoded(encoding: CsvEncoding, delimiter: string, linesRead: () => number): Transform {
  const decoder = new TextDecoder(encoding);
  let lines = 0;
  let unended = 0;
  return new Transform({
    decodeStrings: true,
    encoding: 'utf8',
    transform(chunk: Buffer, _encoding, done) {
      const text = decoder.decode(chunk, { stream: true });
      unended = (linesRead() === lines ? unended : 0) + text.split(delimiter).length - 1;
      lines = linesRead();
      if (unended > maxUnended) done(new SheetError('too-many-columns'));
      else done(null, text);
    },
    flush(done) {
      done(null, decoder.decode());
    },
  });
}

// Our own CSV puts an apostrophe before a text that looks like a formula; reading the file removes it.
const cellOf = (text: string): string | null => {
  const clean = text.replaceAll('\0', '').slice(0, maxText);
  return clean === '' ? null : clean.startsWith("'") && formulaLike.test(clean.slice(1)) ? clean.slice(1) : clean;
};

/** The rows of a CSV file: every cell is text, and the reader's columns interpret it. */
export async function* csvRows(file: SheetFile, opts: SheetReadOptions): AsyncGenerator<SheetRow> {
  const encoding = await csvEncoding(file.path);
  const head = await headOf(file.path, encoding);
  const hinted = /^sep=.\r?\n/i.test(head);
  const delimiter = csvDelimiter(head);
  const parser = parse({
    delimiter,
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: 4 * 1024 * 1024,
  });
  const source = createReadStream(file.path, { highWaterMark: atOnce, signal: opts.signal });
  pipeline(
    source,
    decoded(encoding, delimiter, () => parser.info.records),
    parser,
    () => {},
  ); // a fault destroys the parser, which throws it below
  let row = 0;
  let rows = 0;
  try {
    for await (const record of parser as AsyncIterable<string[]>) {
      row += 1;
      if (row > maxLines) throw new SheetError('too-many-rows');
      if (hinted && row === 1) continue;
      if (record.length > maxCells) throw new SheetError('too-many-columns');
      const cells = record.map(cellOf);
      while (cells.length && cells.at(-1) === null) cells.pop();
      if (!cells.length) continue;
      if (cells.length > (opts.maxColumns ?? 500)) throw new SheetError('too-many-columns');
      if (textLength(cells) > MOST_TEXT_OF_A_ROW) throw new SheetError('too-much-text');
      if (++rows > opts.maxRows) throw new SheetError('too-many-rows');
      yield { row, cells };
      if (rows === opts.firstRows) return;
    }
  } catch (fault) {
    if (opts.signal?.aborted) throw opts.signal.reason;
    if (fault instanceof CsvError)
      throw new SheetError(
        'corrupt',
        `O arquivo CSV não pôde ser lido a partir da linha ${row + 1}. Verifique as aspas e salve-o novamente.`,
      );
    throw fault;
  } finally {
    source.destroy();
    parser.destroy();
  }
  if (rows === 0) throw new SheetError('empty');
}
