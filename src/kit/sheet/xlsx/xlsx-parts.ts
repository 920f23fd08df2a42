import type { Column } from '#kit/sheet/column.ts';

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const spreadsheet = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packageRelations = 'http://schemas.openxmlformats.org/package/2006/relationships';

/** A name that Excel takes for a sheet: at most 31 characters, none of []:*?/\, no apostrophe at the ends; further sheets are numbered. */
export function sheetName(wanted: string, index: number): string {
  const clean = wanted
    .toWellFormed()
    .replace(/[[\]:*?/\\\p{Cc}\ufffe\uffff]/gu, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[\s']+|(?<![\s'])[\s']+$/g, '');
  const suffix = index === 0 ? '' : ` (${index + 1})`;
  // Excel keeps the name History for itself.
  const base = clean === '' || /^history$/i.test(clean) ? 'Planilha' : clean;
  return (
    [...base].reduce((name, sign) => (name.length + sign.length + suffix.length > 31 ? name : name + sign), '').trimEnd() + suffix
  );
}

const escapeXml = (text: string) =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');

const zeros = (decimals: number) => (decimals > 0 ? `.${'0'.repeat(Math.min(decimals, 15))}` : '');

function formatCode(column: Column): string {
  switch (column.type) {
    case 'integer':
      return '#,##0';
    case 'code':
      return '0';
    case 'number':
      return column.decimals === undefined ? 'General' : `#,##0${zeros(column.decimals)}`;
    case 'money':
      return `"R$" #,##0${zeros(column.decimals ?? 2)};-"R$" #,##0${zeros(column.decimals ?? 2)}`;
    case 'percentage':
      return `0${zeros(column.decimals ?? 2)}%`;
    case 'date':
      return 'dd/mm/yyyy';
    case 'month':
      return 'mm/yyyy';
    case 'instant':
      return 'dd/mm/yyyy hh:mm';
    case 'duration':
      return '[h]:mm';
    default:
      return '@';
  }
}

const DAYS: readonly string[] = ['dd/mm/yyyy', 'mm/yyyy', 'dd/mm/yyyy hh:mm'];
const head = (side: 'left' | 'right') =>
  `<xf numFmtId="0" fontId="1" fillId="2" borderId="1" xfId="0" applyFont="1" applyFill="1" applyBorder="1" applyAlignment="1"><alignment horizontal="${side}" vertical="center"/></xf>`;
const left = '<alignment horizontal="left"/>';

/** The cell formats of one workbook: 0 plain, 1 header, 2 text, 3 bold text, 4 header of numbers, then one for each number format in use. */
export class StyleSheet {
  readonly head = 1;
  readonly text = 2;
  readonly boldText = 3;
  readonly headRight = 4;
  readonly #formats: { code: string; bold: boolean }[] = [];

  /** The style number of a column's cells. */
  of(column: Column): number {
    const code = formatCode(column);
    if (code === '@') return this.text;
    if (code === 'General') return 0;
    return this.#at(code, false);
  }

  /** The same in bold, for totals. */
  bold(column: Column): number {
    const code = formatCode(column);
    return code === '@' ? this.boldText : this.#at(code, true);
  }

  #at(code: string, bold: boolean): number {
    const known = this.#formats.findIndex((one) => one.code === code && one.bold === bold);
    return (known < 0 ? this.#formats.push({ code, bold }) - 1 : known) + 5;
  }

  xml(): string {
    const formats = this.#formats.map(({ code }, i) => `<numFmt numFmtId="${164 + i}" formatCode="${escapeXml(code)}"/>`);
    const cells = this.#formats.map(
      ({ code, bold }, i) =>
        `<xf numFmtId="${164 + i}" fontId="${bold ? 1 : 0}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"${bold ? ' applyFont="1"' : ''}${DAYS.includes(code) ? ` applyAlignment="1">${left}</xf>` : '/>'}`,
    );
    return (
      `${declaration}<styleSheet xmlns="${spreadsheet}">` +
      (formats.length ? `<numFmts count="${formats.length}">${formats.join('')}</numFmts>` : '') +
      '<fonts count="2"><font><sz val="11"/><name val="Calibri"/><family val="2"/></font><font><b/><sz val="11"/><name val="Calibri"/><family val="2"/></font></fonts>' +
      '<fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>' +
      '<fill><patternFill patternType="solid"><fgColor rgb="FFEEF0F3"/><bgColor indexed="64"/></patternFill></fill></fills>' +
      '<borders count="2"><border><left/><right/><top/><bottom/><diagonal/></border>' +
      '<border><left/><right/><top/><bottom style="thin"><color rgb="FFB6BCC6"/></bottom><diagonal/></border></borders>' +
      '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
      `<cellXfs count="${cells.length + 5}"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>` +
      `${head('left')}<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>` +
      `<xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>${head('right')}${cells.join('')}</cellXfs>` +
      '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>'
    );
  }
}

/** `lastLine` is of the last sheet; the ones before it are full. */
export function workbookXml(names: string[], lastColumn: string, lastLine: number): string {
  const sheets = names.map((name, i) => `<sheet name="${escapeXml(name)}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`);
  const quoted = (name: string) => escapeXml(`'${name.replaceAll("'", "''")}'`);
  // Excel wants the filter's range as a hidden name too, else some versions offer to repair the file.
  const filters = names.map((name, i) => {
    const line = i === names.length - 1 ? lastLine : 1_048_576;
    return `<definedName name="_xlnm._FilterDatabase" localSheetId="${i}" hidden="1">${quoted(name)}!$A$1:$${lastColumn}$${line}</definedName>`;
  });
  // The header is repeated on each printed page.
  const titles = names.map(
    (name, i) => `<definedName name="_xlnm.Print_Titles" localSheetId="${i}">${quoted(name)}!$1:$1</definedName>`,
  );
  return `${declaration}<workbook xmlns="${spreadsheet}" xmlns:r="${office}"><sheets>${sheets.join('')}</sheets><definedNames>${[...filters, ...titles].join('')}</definedNames></workbook>`;
}

export function workbookRelationsXml(sheets: number): string {
  const entries = Array.from(
    { length: sheets },
    (_, i) => `<Relationship Id="rId${i + 1}" Type="${office}/worksheet" Target="worksheets/sheet${i + 1}.xml"/>`,
  );
  return `${declaration}<Relationships xmlns="${packageRelations}">${entries.join('')}<Relationship Id="rId${sheets + 1}" Type="${office}/styles" Target="styles.xml"/></Relationships>`;
}

export const relationsXml = `${declaration}<Relationships xmlns="${packageRelations}"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`;

export function contentTypesXml(sheets: number): string {
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
  const entries = Array.from(
    { length: sheets },
    (_, i) => `<Override PartName="/xl/worksheets/sheet${i + 1}.xml" ContentType="${type}.worksheet+xml"/>`,
  );
  return (
    `${declaration}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">` +
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>' +
    `<Override PartName="/xl/workbook.xml" ContentType="${type}.sheet.main+xml"/>${entries.join('')}<Override PartName="/xl/styles.xml" ContentType="${type}.styles+xml"/></Types>`
  );
}
