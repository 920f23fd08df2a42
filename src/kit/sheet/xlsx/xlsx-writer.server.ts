import type { Writable } from 'node:stream';
import { mul } from '#kit/br/decimal.ts';
import { plainDecimal } from '#kit/sheet/amount.ts';
import type { Column, Row, Table, TextTable } from '#kit/sheet/column.ts';
import type { SheetWriteOptions } from '#kit/sheet/csv/csv-writer.server.ts';
import { alignOf, civilDate, civilMonth, formatCell, wallClock } from '#kit/sheet/format.ts';
import { totalsIn } from '#kit/sheet/lines.ts';
import { quickDay, quickDecimal } from '#kit/sheet/quick.ts';
import { longestOf, SAMPLE } from '#kit/sheet/sample.ts';
import { flatTable } from '#kit/sheet/sheet-columns.ts';
import { contentTypesXml, relationsXml, StyleSheet, sheetName, workbookRelationsXml, workbookXml } from './xlsx-parts.ts';
import { ZipWriter } from './zip-writer.server.ts';

const maxRows = 1_048_576;
const maxColumns = 16_384;
const maxText = 32_767;
const maxSheetBytes = 2 ** 31;
const flushAt = 64 * 1024;

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\r': '_x000D_' };

/** Text for an XML element or attribute of a workbook: what XML forbids goes as the _xHHHH_ that Excel knows. */
function xlsxText(value: string): string {
  let text = value.length > maxText ? value.slice(0, maxText) : value;
  // The common case in one look: letters, accents, digits, punctuation.
  if (/^[ !#-%'-;=?-^`-~\u00a0-\ud7ff]*$/.test(text)) return text;
  text = text.toWellFormed().replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_');
  return text
    .replace(/[\0\ufffe\uffff]/g, '')
    .replace(/(?![\t\n\r])\p{Cc}/gu, (sign) => `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`)
    .replace(/[&<>"\r]/g, (sign) => entities[sign] ?? sign);
}

const letters: string[] = [];
function columnLetters(index: number): string {
  let known = letters[index];
  if (known === undefined) {
    known = '';
    for (let rest = index + 1; rest > 0; rest = Math.floor((rest - 1) / 26))
      known = String.fromCharCode(65 + ((rest - 1) % 26)) + known;
    letters[index] = known;
  }
  return known;
}

/** Days since 1899-12-30 as Excel counts them; null before March 1900, where its calendar is wrong. */
function serialOf(date: string | null): number | null {
  if (date === null) return null;
  const known = serials.get(date);
  if (known !== undefined) return known;
  const time = Date.parse(`${date}T00:00:00Z`);
  const number = time / 86_400_000 + 25_569;
  const serial = Number.isNaN(number) || number < 61 || number > 2_958_465 ? null : number;
  // At most two centuries of days are cached.
  if (serials.size < 75_000) serials.set(date, serial);
  return serial;
}
const serials = new Map<string, number | null>();

/** The value as Excel's own number, or null when only text keeps it exact. */
function numberOf(column: Column, value: unknown): string | null {
  switch (column.type) {
    case 'integer':
    case 'code':
    case 'number':
    case 'money':
    case 'percentage': {
      const quick = column.type === 'percentage' ? null : quickDecimal(value);
      if (quick !== null) return quick;
      const plain = plainDecimal(value);
      // Excel keeps 15 digits: longer numbers stay exact as text.
      if (plain === null || plain.replace(/^-?0*|\./g, '').length > 15) return null;
      return column.type === 'percentage' ? mul(plain, '0.01') : plain;
    }
    case 'duration': {
      const minutes = Number(plainDecimal(value) ?? Number.NaN);
      return Number.isFinite(minutes) && minutes >= 0 ? String(minutes / 1440) : null;
    }
    case 'date':
      return serialOf(quickDay(value) ?? civilDate(value))?.toString() ?? null;
    case 'month': {
      const month = civilMonth(value);
      return serialOf(month && `${month}-01`)?.toString() ?? null;
    }
    case 'instant': {
      const [date, time] = wallClock(value) ?? [];
      const serial = serialOf(date ?? null);
      if (serial === null || !time) return null;
      const [h = 0, m = 0, s = 0] = time.split(':').map(Number);
      return String(serial + (h * 3600 + m * 60 + s) / 86_400);
    }
    default:
      return null;
  }
}

/** A4 across, as many pages down as it takes. */
const onPaper =
  '<pageMargins left="0.4" right="0.4" top="0.5" bottom="0.5" header="0.3" footer="0.3"/><pageSetup paperSize="9" orientation="landscape" fitToWidth="1" fitToHeight="0"/>';

const textCell = (ref: string, style: number, text: string) =>
  `<c r="${ref}"${style ? ` s="${style}"` : ''} t="inlineStr"><is><t xml:space="preserve">${xlsxText(text)}</t></is></c>`;

/** Widest column, in characters. */
const WIDEST = 60;

/**
 * Widths by the first rows: a text is as wide as its longest value, any other column as its kind; the arrow of the filter gets
 * its room.
 */
function widthsOf(columns: Column[], sample: readonly (readonly unknown[])[]): number[] {
  return columns.map((column, i) => {
    const longest = longestOf(
      column,
      sample.map((values) => values[i]),
    );
    const wanted = column.type === 'text' && longest > 0 ? longest : Math.max(column.width, longest);
    return Math.min(WIDEST, Math.max(8, wanted + 3, column.label.length + 4));
  });
}

function sheetHead(columns: Column[], widths: number[], styles: StyleSheet): string {
  const cols = widths.map((width, i) => `<col min="${i + 1}" max="${i + 1}" width="${width.toFixed(1)}" customWidth="1"/>`);
  const cells = columns.map((column, i) =>
    textCell(`${columnLetters(i)}1`, alignOf(column.type) === 'right' ? styles.headRight : styles.head, column.label),
  );
  return (
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>' +
    '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>' +
    `<sheetFormatPr defaultRowHeight="15"/><cols>${cols.join('')}</cols><sheetData><row r="1" ht="20" customHeight="1">${cells.join('')}</row>`
  );
}

/**
 * Writes a table as XLSX in constant memory and ends `out`: bold frozen header with filter, real numbers and dates, text that can
 * never be a formula. Beyond Excel's 1,048,576 rows it continues in another sheet.
 */
export async function writeXlsx(
  table: Table | TextTable,
  out: Writable,
  opts: SheetWriteOptions = {},
): Promise<{ rows: number }> {
  const { columns: all, keys, read, batches } = flatTable(table);
  const columns = all.slice(0, maxColumns);
  const places = columns.map((_, index) => columnLetters(index));
  const styles = new StyleSheet();
  const styleOf = columns.map((column) => styles.of(column));
  const zip = new ZipWriter(out, opts.signal);
  const names: string[] = [];
  let rows = 0;
  let line = 0;
  let text = '';
  let widths = widthsOf(columns, []);
  const valueAt = (row: Row, i: number): unknown => {
    const given = row[keys[i] as string];
    const reader = read[i];
    return reader && given !== '' ? reader(given as string) : given;
  };

  const openSheet = () => {
    names.push(sheetName(table.title, names.length));
    zip.open(`xl/worksheets/sheet${names.length}.xml`);
    text = sheetHead(columns, widths, styles);
    line = 1;
  };
  const closeSheet = async () => {
    const range = `A1:${columnLetters(Math.max(0, columns.length - 1))}${line}`;
    await zip.write(`${text}</sheetData>${columns.length ? `<autoFilter ref="${range}"/>` : ''}${onPaper}</worksheet>`);
    text = '';
    zip.close();
  };

  for await (const batch of batches) {
    opts.signal?.throwIfAborted();
    if (names.length === 0) {
      const sample = batch.filter((row) => !totalsIn(row)).slice(0, SAMPLE);
      widths = widthsOf(
        columns,
        sample.map((row) => columns.map((_, i) => valueAt(row, i))),
      );
      openSheet();
    }
    for (const row of batch) {
      if (line >= maxRows || zip.entryBytes > maxSheetBytes) {
        await closeSheet();
        openSheet();
      }
      line += 1;
      const totals = totalsIn(row);
      if (!totals) rows += 1;
      text += `<row r="${line}">`;
      for (let i = 0; i < columns.length; i++) {
        const column = totals?.[keys[i] as string] ?? columns[i];
        const value = valueAt(row, i);
        if (!column || value === null || value === undefined || value === '') continue;
        const ref = `${places[i]}${line}`;
        if (column.type === 'text' && typeof value === 'string') {
          text += textCell(ref, totals ? styles.boldText : styles.text, value);
          continue;
        }
        const number = numberOf(column, value);
        text +=
          number === null
            ? textCell(ref, totals ? styles.boldText : styles.text, formatCell(column.type, value, column.decimals))
            : `<c r="${ref}" s="${totals ? styles.bold(column) : styleOf[i]}"><v>${number}</v></c>`;
      }
      text += '</row>';
      if (text.length > flushAt) {
        await zip.write(text);
        text = '';
      }
    }
    opts.onRows?.(rows);
  }
  if (names.length === 0) openSheet();
  await closeSheet();
  const parts: [name: string, xml: string][] = [
    ['xl/styles.xml', styles.xml()],
    ['xl/workbook.xml', workbookXml(names, columns.length ? columnLetters(columns.length - 1) : 'A', line)],
    ['xl/_rels/workbook.xml.rels', workbookRelationsXml(names.length)],
    ['_rels/.rels', relationsXml],
    ['[Content_Types].xml', contentTypesXml(names.length)],
  ];
  for (const [name, xml] of parts) {
    zip.open(name);
    await zip.write(xml);
  }
  await zip.finish();
  return { rows };
}
