import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeXlsx as hucreWrite } from 'hucre/xlsx';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SheetError } from '#kit/sheet/sheet-error.ts';
import type { SheetReadOptions, SheetRow } from '#kit/sheet/sheet-row.ts';
import { ZipWriter } from '#kit/sheet/xlsx/zip-writer.server.ts';
import { readSheet, sheetHeads } from './read-sheet.server.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'read-sheet-'));
});
afterAll(() => rm(folder, { recursive: true }));

let count = 0;
async function fileOf(bytes: string | Uint8Array): Promise<string> {
  const path = join(folder, String(++count));
  await writeFile(path, bytes);
  return path;
}

async function rowsOf(path: string, opts: Partial<SheetReadOptions> = {}): Promise<SheetRow[]> {
  const rows: SheetRow[] = [];
  for await (const row of readSheet({ path, name: 'x' }, { maxRows: 1000, maxBytes: 1e8, ...opts })) rows.push(row);
  return rows;
}

const headsOf = (path: string) => sheetHeads({ path, name: 'x' }, { maxBytes: 1e8, sheets: 12, rows: 2 });

const faultOf = (path: string, opts: Partial<SheetReadOptions> = {}) =>
  rowsOf(path, opts).then(
    () => 'none',
    (fault: unknown) => (fault instanceof SheetError ? fault.fault : String(fault)),
  );

const contentTypes = '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const relations = (entries: string) =>
  `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${entries}</Relationships>`;

/** A workbook by hand; a part is text, or pieces of it with how often each stands. */
async function workbook(parts: Record<string, string | [piece: string, times: number][]>): Promise<string> {
  const path = join(folder, String(++count));
  const zip = new ZipWriter(createWriteStream(path));
  const all = {
    '[Content_Types].xml': contentTypes,
    '_rels/.rels': relations(`<Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/>`),
    'xl/workbook.xml': `<workbook xmlns:r="${office}"><sheets><sheet name="A &amp; B" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations(
      `<Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${office}/sharedStrings" Target="sharedStrings.xml"/>`,
    ),
    'xl/sharedStrings.xml': '<sst/>',
    'xl/worksheets/sheet1.xml': '<worksheet><sheetData/></worksheet>',
    ...parts,
  };
  for (const [name, content] of Object.entries(all)) {
    zip.open(name);
    for (const [piece, times] of typeof content === 'string' ? [[content, 1] as const] : content)
      for (let i = 0; i < times; i++) await zip.write(piece);
  }
  await zip.finish();
  return path;
}

test('a number that is no date is not read as an empty cell', async () => {
  const cells = ['-1', '1e9', '1e308', '2958466', '44197', '0.5'].map(
    (value, n) => `<c r="${'ABCDEF'[n]}1" s="1"><v>${value}</v></c>`,
  );
  const path = await workbook({
    'xl/_rels/workbook.xml.rels': relations(
      `<Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId3" Type="${office}/styles" Target="styles.xml"/>`,
    ),
    'xl/styles.xml':
      '<styleSheet><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>',
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData><row r="1">${cells.join('')}</row></sheetData></worksheet>`,
  });
  const none = '########';
  expect(await rowsOf(path)).toEqual([{ row: 1, cells: [none, none, none, none, { date: '2021-01-01' }, '12:00'] }]);
});

test('a workbook gives numbers, text, booleans, dates and the row numbers of the file', async () => {
  const path = await fileOf(
    await hucreWrite({
      sheets: [
        {
          name: 'Dados',
          rows: [
            ['Nome', 'Admissão', null],
            [null, null, null],
            ['José', new Date('2024-02-29T00:00:00Z'), 12.5],
            ['Ana', new Date('2024-02-29T08:30:00Z'), true],
          ],
        },
        { name: 'Outra', rows: [['x']] },
      ],
    }),
  );
  expect(await headsOf(path)).toEqual([
    {
      name: 'Dados',
      rows: [
        ['Nome', 'Admissão'],
        ['José', { date: '2024-02-29' }, 12.5],
      ],
    },
    { name: 'Outra', rows: [['x']] },
  ]);
  expect(await rowsOf(path)).toEqual([
    { row: 1, cells: ['Nome', 'Admissão'] },
    { row: 3, cells: ['José', { date: '2024-02-29' }, 12.5] },
    { row: 4, cells: ['Ana', { date: '2024-02-29', time: '08:30:00' }, true] },
  ]);
  expect(await rowsOf(path, { sheet: 'Outra' })).toEqual([{ row: 1, cells: ['x'] }]);
  expect(await faultOf(path, { sheet: 'Nenhuma' })).toBe('no-sheet');
  expect(await faultOf(path, { maxRows: 2 })).toBe('too-many-rows');
  expect(await rowsOf(path, { maxRows: 2, firstRows: 2 })).toHaveLength(2);
  expect(await faultOf(path, { maxColumns: 2 })).toBe('too-many-columns');
  expect(await faultOf(path, { maxBytes: 10 })).toBe('too-large');
});

test('a line of CSV of countless cells is refused before they are all built, though nothing stands in them', async () => {
  expect(await faultOf(await fileOf(`Nome;CPF\n${';'.repeat(1_000_000)}\nAna;1\n`))).toBe('too-many-columns');
  // A line that never ends is not read to its end.
  expect(await faultOf(await fileOf(`Nome;CPF\n${';'.repeat(5_000_000)}`), { maxRows: 1 })).toBe('too-many-columns');
  expect(await rowsOf(await fileOf(`Nome;CPF${';'.repeat(16_000)}\nAna;1\n`))).toHaveLength(2);
});

test('sheets whose names no program would write are offered, and found, by what is left of them', async () => {
  const long = 'L'.repeat(300_000);
  const names = ['A&#0;b', 'C&#xD800;d', long, '&quot;{}&quot;'];
  const path = await workbook({
    'xl/workbook.xml': `<workbook xmlns:r="${office}"><sheets>${names.map((name, n) => `<sheet name="${name}" sheetId="${n + 1}" r:id="rId1"/>`).join('')}</sheets></workbook>`,
    'xl/worksheets/sheet1.xml': '<worksheet><sheetData><row r="1"><c r="A1"><v>7</v></c></row></sheetData></worksheet>',
  });
  const offered = ['Ab', 'C\ufffdd', long.slice(0, 100), '"{}"'];
  expect(await headsOf(path)).toEqual(offered.map((name) => ({ name, rows: [[7]] })));
  for (const sheet of offered) expect(await rowsOf(path, { sheet })).toEqual([{ row: 1, cells: [7] }]);
});

test('a workbook with tags of sheets that never end has none', async () => {
  const path = await workbook({ 'xl/workbook.xml': `<workbook><sheets>${'<sheet '.repeat(30_000)}</sheets></workbook>` });
  expect(await faultOf(path)).toBe('empty');
});

test('broken, locked, old and foreign files have a sentence each', async () => {
  const ole2 = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)]);
  expect(await faultOf(await fileOf(ole2))).toBe('old-format');
  expect(await faultOf(await fileOf(Buffer.concat([ole2, Buffer.from('EncryptedPackage', 'utf16le')])))).toBe('encrypted');
  expect(await faultOf(await fileOf('PK\x03\x04 half a file'))).toBe('corrupt');
  expect(await faultOf(await fileOf('%PDF-1.7\n%abc'))).toBe('format');
  expect(await faultOf(await fileOf(Buffer.from([1, 2, 0, 0, 5, 0, 0, 0, 1])))).toBe('format');
  expect(await faultOf(await fileOf('<html><table></table></html>'))).toBe('old-format');
  expect(await faultOf(await fileOf(''))).toBe('empty');
  expect(await faultOf(await workbook({}))).toBe('empty');
  expect(await faultOf(await workbook({ 'xl/worksheets/sheet1.xml': '<worksheet><sheetData><row><c><v>1</v>' }))).toMatch(
    /corrupt|empty/,
  );
});

test('a sheet that swells to 300 MB of one text is refused and the server lives', async () => {
  const swollen = await workbook({
    'xl/sharedStrings.xml': [
      ['<sst><si><t>', 1],
      ['A'.repeat(1_000_000), 300],
      ['</t></si></sst>', 1],
    ],
  });
  expect(await faultOf(swollen)).toBe('too-large');
});

test('a workbook of millions of texts that are all alike is refused before it is unpacked', async () => {
  const swollen = await workbook({
    'xl/sharedStrings.xml': [
      ['<sst>', 1],
      ['<si><t/></si>'.repeat(10_000), 400],
      ['</sst>', 1],
    ],
  });
  expect(await faultOf(swollen)).toBe('swollen');
});

test('texts that hide among the sheets take the memory of the child and no more', async () => {
  const hidden = await workbook({
    'xl/_rels/workbook.xml.rels': relations(
      `<Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${office}/sharedStrings" Target="worksheets/texts.xml"/>`,
    ),
    'xl/worksheets/texts.xml': [
      ['<sst>', 1],
      ['<si><t/></si>'.repeat(10_000), 1_200],
      ['</sst>', 1],
    ],
  });
  // On a slow machine its time ends first.
  expect(['too-large', 'too-slow']).toContain(await faultOf(hidden));
});

test('rows that say one long text in every cell are refused, so that a small file cannot fill the memory', async () => {
  const cells = '<c t="s"><v>0</v></c>'.repeat(400);
  const long = await workbook({
    'xl/sharedStrings.xml': `<sst><si><t>${'A'.repeat(32_000)}</t></si></sst>`,
    'xl/worksheets/sheet1.xml': [
      ['<worksheet><sheetData>', 1],
      [`<row>${cells}</row>`, 40],
      ['</sheetData></worksheet>', 1],
    ],
  });
  expect(await faultOf(long)).toBe('too-much-text');
  expect(await headsOf(long)).toEqual([]);
  expect(await faultOf(await fileOf(`a;b;c\n${Array(3).fill('x'.repeat(30_000)).join(';')}\n`))).toBe('too-much-text');
  expect(await rowsOf(await fileOf(`a;b\n${Array(2).fill('x'.repeat(30_000)).join(';')}\n`))).toHaveLength(2);
});

test('many rows of one text swell no further than a workbook of their size does', async () => {
  const swollen = await workbook({
    'xl/sharedStrings.xml': `<sst><si><t>${'A'.repeat(32_000)}</t></si></sst>`,
    'xl/worksheets/sheet1.xml': [
      ['<worksheet><sheetData>', 1],
      ['<row><c t="s"><v>0</v></c></row>'.repeat(100), 30],
      ['</sheetData></worksheet>', 1],
    ],
  });
  expect(await faultOf(swollen, { maxRows: 200_000 })).toBe('swollen');
});

test.each(['"', '""', ' ', 'ab'])('a CSV that says that %j parts its cells is read or has a sentence', async (sign) => {
  const fault = await faultOf(await fileOf(`sep=${sign}\na${sign}b\n1${sign}2\n`));
  expect(['none', 'corrupt']).toContain(fault);
});

test('few workbooks are read at a time: of many at once, one user’s are refused from the queue’s end on', async () => {
  const path = await fileOf(await hucreWrite({ sheets: [{ name: 'A', rows: [['x'], [1]] }] }));
  const told = await Promise.all(Array.from({ length: 20 }, () => faultOf(path, { owner: 1 })));
  const refused = told.filter((fault) => fault.includes('O sistema está ocupado')).length;
  // Those that were read before the last came made room for them.
  expect(refused).toBeGreaterThan(0);
  expect(refused).toBeLessThanOrEqual(9);
  expect(told.filter((fault) => fault === 'none')).toHaveLength(20 - refused);
});

test('a sheet of endless rows stops at the row limit', async () => {
  const rows = '<row><c><v>1</v></c></row>'.repeat(1000);
  const endless = await workbook({
    'xl/worksheets/sheet1.xml': [
      ['<worksheet><sheetData>', 1],
      [rows, 2000],
      ['</sheetData></worksheet>', 1],
    ],
  });
  expect(await faultOf(endless)).toBe('too-many-rows');
});

test('a reading that takes too long is stopped', async () => {
  const blank = '<row><c/></row>'.repeat(1000);
  const endless = await workbook({
    'xl/worksheets/sheet1.xml': [
      ['<worksheet><sheetData>', 1],
      [blank, 3000],
      ['</sheetData></worksheet>', 1],
    ],
  });
  expect(await faultOf(endless, { patience: 300 })).toBe('too-slow');
  expect(await headsOf(endless)).toEqual([]);
});

// ADR 19
test.each<[string, string, [piece: string, times: number][]]>([
  [
    'comment',
    'a comment',
    [
      ['<!--', 1],
      ['a>'.repeat(100_000), 20],
      ['-->', 1],
    ],
  ],
  [
    'attributes',
    'three hundred thousand attributes',
    [
      ['<cols ', 1],
      ['a=">" b="<" '.repeat(1000), 150],
      ['/>', 1],
    ],
  ],
  [
    'section',
    'a section of characters',
    [
      ['<![CDATA[', 1],
      ['a<'.repeat(100_000), 20],
      [']]>', 1],
    ],
  ],
  [
    'instruction',
    'an instruction that never ends',
    [
      ['<?', 1],
      ['a>'.repeat(100_000), 20],
    ],
  ],
])('%s: a sheet with %s is refused before it is read, before its rows and behind them', async (_, _what, pieces) => {
  const row = '<row><c><v>1</v></c></row>';
  const around = async (...sheet: [piece: string, times: number][]) =>
    workbook({ 'xl/worksheets/sheet1.xml': [['<worksheet>', 1], ...sheet, ['</worksheet>', 1]] });
  const before = await around(...pieces, [`<sheetData>${row}</sheetData>`, 1]);
  const behind = await around([`<sheetData>${row}</sheetData>`, 1], ['<mergeCells></mergeCells>', 1], ...pieces);
  for (const path of [before, behind]) {
    expect(await faultOf(path)).toBe('corrupt');
    expect(await headsOf(path)).toEqual([]);
  }
});

test.each([
  ['no number', ['1', 'abc']],
  ['a fraction', ['1', '2.5']],
  ['zero', ['0', '1']],
  ['a number beyond the last row of a spreadsheet', ['1', '1048577']],
  ['the number of another row', ['1', '2', '2']],
  ['a lower number than the row above it', ['9', '3']],
])('a workbook is refused when a row has %s', async (_, numbers) => {
  const rows = numbers.map((r, n) => `<row r="${r}"><c t="str"><v>x${n}</v></c></row>`).join('');
  const path = await workbook({ 'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${rows}</sheetData></worksheet>` });
  expect(await faultOf(path)).toBe('row-numbers');
});

test('rows without numbers are counted on from the last one', async () => {
  const cells = '<c t="str"><v>x</v></c>';
  const path = await workbook({
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData><row r="3">${cells}</row><row>${cells}</row><row r="9">${cells}</row></sheetData></worksheet>`,
  });
  expect((await rowsOf(path)).map(({ row }) => row)).toEqual([3, 4, 9]);
});

test('a comment, and a section as long as a cell may be, are read', async () => {
  const text = '>'.repeat(32_000);
  const path = await workbook({
    'xl/worksheets/sheet1.xml': `<worksheet><!-- <row> ${text} --><sheetData><row r='1' note='>'><c t="str"><v><![CDATA[${text}]]></v></c></row></sheetData></worksheet>`,
  });
  expect(await rowsOf(path)).toEqual([{ row: 1, cells: [text] }]);
});

// ADR 19
test('a small file of endless empty rows is stopped soon, also behind parts that nobody reads, so that two users with such files keep nobody waiting for long', async () => {
  const endless: Parameters<typeof workbook>[0] = {
    'xl/worksheets/sheet1.xml': [
      ['<worksheet><sheetData>', 1],
      ['<row><c r="XFD1"/></row>'.repeat(10_000), 150],
      ['</sheetData></worksheet>', 1],
    ],
  };
  const padding = randomBytes(40 * 1024 * 1024).toString('base64');
  const files = [await workbook(endless), await workbook({ ...endless, 'xl/worksheets/sheet2.xml': padding })];
  const honest = await fileOf(await hucreWrite({ sheets: [{ name: 'A', rows: [['x'], [1]] }] }));
  const started = performance.now();
  const hostile = files.map((path, owner) => faultOf(path, { owner }));
  expect(await faultOf(honest, { owner: 3, patience: 60_000 })).toBe('none');
  expect(await Promise.all(hostile)).toEqual(['too-slow', 'too-slow']);
  expect(performance.now() - started).toBeLessThan(70_000);
}, 120_000);

test.each([
  ['UTF-8', Buffer.from('Nome;Salário\nJosé;1,5\n')],
  ['UTF-8 with BOM', Buffer.from('\ufeffNome;Salário\nJosé;1,5\n')],
  ['UTF-16LE', Buffer.from('\ufeffNome;Salário\nJosé;1,5\n', 'utf16le')],
  ['UTF-16LE without BOM', Buffer.from('Nome;Salário\nJosé;1,5\n', 'utf16le')],
  ['Windows-1252', Buffer.from('Nome;Salário\nJosé;1,5\n', 'latin1')],
])('a CSV in %s keeps its accents', async (_, bytes) => {
  expect(await rowsOf(await fileOf(bytes))).toEqual([
    { row: 1, cells: ['Nome', 'Salário'] },
    { row: 2, cells: ['José', '1,5'] },
  ]);
});

test.each([';', ',', '\t', '|'])('a CSV separated by %j is understood, ragged rows too', async (sign) => {
  const text = `${['a', 'b', 'c'].join(sign)}\r\n${['"x;,|\t\ny"', '2'].join(sign)}\r\n\r\n${['1', '2', '3', '4'].join(sign)}`;
  expect(await rowsOf(await fileOf(text))).toEqual([
    { row: 1, cells: ['a', 'b', 'c'] },
    { row: 2, cells: ['x;,|\t\ny', '2'] },
    { row: 4, cells: ['1', '2', '3', '4'] },
  ]);
});

test('a CSV with an open quote names the row', async () => {
  await expect(rowsOf(await fileOf('a;b\n1;"2\n3;4'))).rejects.toThrow(/a partir da linha 2/);
});

test('our own apostrophe before a formula goes away', async () => {
  expect((await rowsOf(await fileOf("a;b;c\n'=1+1;'x;'＝1")))[1]?.cells).toEqual(['=1+1', "'x", '＝1']);
});

test('limits hold for CSV as well', async () => {
  const path = await fileOf('a\nb\nc\n');
  expect(await faultOf(path, { maxRows: 2 })).toBe('too-many-rows');
  expect(await rowsOf(path, { maxRows: 2, firstRows: 2 })).toHaveLength(2);
  expect(await faultOf(path, { signal: AbortSignal.abort(new Error('parou')) })).toContain('parou');
});

test('what is merged over several rows stands in each of them', async () => {
  const cell = (ref: string, text: string) => `<c r="${ref}" t="inlineStr"><is><t>${text}</t></is></c>`;
  const path = await workbook({
    'xl/worksheets/sheet1.xml':
      `<worksheet><sheetData><row r="1">${cell('A1', 'Produção')}${cell('B1', 'Ana')}</row><row r="2">${cell('B2', 'Bruno')}</row>` +
      `<row r="3">${cell('A3', '')}</row><row r="4">${cell('B4', 'Carla')}</row></sheetData>` +
      '<mergeCells count="2"><mergeCell ref="A1:A3"/><mergeCell ref="B4:C4"/></mergeCells></worksheet>',
  });
  expect(await rowsOf(path)).toEqual([
    { row: 1, cells: ['Produção', 'Ana'] },
    { row: 2, cells: ['Produção', 'Bruno'] },
    { row: 4, cells: [null, 'Carla'] },
  ]);
});

test('a CSV of more lines than any spreadsheet is not read to its end, though they be empty', async () => {
  expect(await faultOf(await fileOf(`Nome\n${'\n'.repeat(1_048_577)}`))).toBe('too-many-rows');
});

test('a CSV of empty lines leaves turns to others while it is read', async () => {
  const path = await fileOf(`Nome\n${'\n'.repeat(200_000)}Ana`);
  let turns = 0;
  let next = setImmediate(function turn() {
    turns += 1;
    next = setImmediate(turn);
  });
  const rows = await rowsOf(path);
  clearImmediate(next);
  expect(rows.at(-1)).toEqual({ row: 200_002, cells: ['Ana'] });
  expect(turns).toBeGreaterThan(20);
});
