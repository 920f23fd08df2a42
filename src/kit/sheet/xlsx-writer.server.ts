import type { Writable } from 'node:stream';
import { mul } from '#kit/br/decimal.ts';
import { plainDecimal } from './amount.ts';
import type { Column, Table } from './column.ts';
import type { SheetWriteOptions } from './csv-writer.server.ts';
import { civilDate, civilMonth, formatCell, wallClock } from './format.ts';
import { sheetColumns } from './sheet-columns.ts';
import { contentTypesXml, relationsXml, StyleSheet, sheetName, workbookRelationsXml, workbookXml } from './xlsx-parts.ts';
import { ZipWriter } from './zip-writer.server.ts';

const maxRows = 1_048_576;
const maxColumns = 16_384;
const maxText = 32_767;
const maxSheetBytes = 2 ** 31;
const flushAt = 64 * 1024;

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\r': '_x000D_' };

/** Text for an XML element or attribute of a workbook: what XML forbids goes as the _xHHHH_ that Excel knows. */
export function xlsxText(value: string): string {
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
  const time = Date.parse(`${date}T00:00:00Z`);
  const serial = time / 86_400_000 + 25_569;
  return Number.isNaN(serial) || serial < 61 || serial > 2_958_465 ? null : serial;
}

/** The value as Excel's own number, or null where only text says it right. */
function numberOf(column: Column, value: unknown): string | null {
  switch (column.type) {
    case 'integer':
    case 'number':
    case 'money':
    case 'percentage': {
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
      return serialOf(civilDate(value))?.toString() ?? null;
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

const textCell = (ref: string, style: number, text: string) =>
  `<c r="${ref}"${style ? ` s="${style}"` : ''} t="inlineStr"><is><t xml:space="preserve">${xlsxText(text)}</t></is></c>`;

function sheetHead(columns: Column[], headStyle: number): string {
  const cols = columns.map(
    (column, i) =>
      `<col min="${i + 1}" max="${i + 1}" width="${Math.min(80, Math.max(8, column.width + 3, column.label.length * 0.7 + 4)).toFixed(1)}" customWidth="1"/>`,
  );
  const cells = columns.map((column, i) => textCell(`${columnLetters(i)}1`, headStyle, column.label));
  return (
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">' +
    '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>' +
    `<sheetFormatPr defaultRowHeight="15"/><cols>${cols.join('')}</cols><sheetData><row r="1" ht="20" customHeight="1">${cells.join('')}</row>`
  );
}

/**
 * Writes a table as XLSX in constant memory and ends `out`: bold frozen header with filter, real numbers and dates,
 * text that can never be a formula. Above Excel's 1,048,576 rows it goes on in a further sheet.
 */
export async function writeXlsx(
  table: Table & { sheetName?: string },
  out: Writable,
  opts: SheetWriteOptions = {},
): Promise<{ rows: number }> {
  const columns = sheetColumns(table).slice(0, maxColumns);
  const styles = new StyleSheet();
  const styleOf = columns.map((column) => styles.of(column));
  const zip = new ZipWriter(out, opts.signal);
  const names: string[] = [];
  let rows = 0;
  let line = 0;
  let text = '';

  const openSheet = async () => {
    names.push(sheetName(table.sheetName ?? table.title, names.length));
    await zip.open(`xl/worksheets/sheet${names.length}.xml`);
    text = sheetHead(columns, styles.head);
    line = 1;
  };
  const closeSheet = async () => {
    const range = `A1:${columnLetters(Math.max(0, columns.length - 1))}${line}`;
    await zip.write(`${text}</sheetData>${columns.length ? `<autoFilter ref="${range}"/>` : ''}</worksheet>`);
    text = '';
    await zip.close();
  };

  await openSheet();
  for await (const batch of table.rows) {
    opts.signal?.throwIfAborted();
    for (const row of batch) {
      if (line >= maxRows || zip.entryBytes > maxSheetBytes) {
        await closeSheet();
        await openSheet();
      }
      line += 1;
      text += `<row r="${line}">`;
      for (let i = 0; i < columns.length; i++) {
        const column = columns[i];
        const value = column && row[column.key];
        if (!column || value === null || value === undefined || value === '') continue;
        const number = numberOf(column, value);
        const ref = columnLetters(i) + line;
        text +=
          number === null
            ? textCell(ref, styles.text, formatCell(column.type, value, column.decimals))
            : `<c r="${ref}" s="${styleOf[i]}"><v>${number}</v></c>`;
      }
      text += '</row>';
      if (text.length > flushAt) {
        await zip.write(text);
        text = '';
      }
    }
    rows += batch.length;
    opts.onRows?.(rows);
  }
  await closeSheet();
  const parts: [name: string, xml: string][] = [
    ['xl/styles.xml', styles.xml()],
    ['xl/workbook.xml', workbookXml(names, columns.length ? columnLetters(columns.length - 1) : 'A', line)],
    ['xl/_rels/workbook.xml.rels', workbookRelationsXml(names.length)],
    ['_rels/.rels', relationsXml],
    ['[Content_Types].xml', contentTypesXml(names.length)],
  ];
  for (const [name, xml] of parts) {
    await zip.open(name);
    await zip.write(xml);
  }
  await zip.finish();
  return { rows };
}
