import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { readXlsx } from 'hucre/xlsx';
import { expect, test } from 'vitest';
import type { Column, Row } from '#kit/sheet/column.ts';
import { fc } from '#kit/testing/fast-check.server.ts';
import { sheetName } from './xlsx-parts.ts';
import { writeXlsx } from './xlsx-writer.server.ts';
import { zipDirectory, zipText } from './zip-directory.server.ts';

async function xlsx(columns: Column[], rows: Row[], title = 'Relatório de Cargos'): Promise<Buffer> {
  const out = new PassThrough();
  const [bytes] = await Promise.all([buffer(out), writeXlsx({ title, columns, rows: [rows] }, out)]);
  return bytes;
}

const part = (file: Buffer, name: string) => zipText(file, zipDirectory(file)?.get(name), 1e8) ?? '';

const columns: Column[] = [
  { key: 't', label: 'Nome', type: 'text', width: 20 },
  { key: 'i', label: 'Vagas', type: 'integer', width: 8 },
  { key: 'm', label: 'Salário', type: 'money', width: 12 },
  { key: 'p', label: '%', type: 'percentage', width: 8 },
  { key: 'd', label: 'Data', type: 'date', width: 10 },
  { key: 'b', label: 'Ativo', type: 'boolean', width: 6 },
  { key: 'h', label: 'Horas', type: 'duration', width: 8 },
];

test('values are real numbers and dates when read back', async () => {
  const file = await xlsx(columns, [{ t: 'José & Cia <1>', i: 3, m: '1234.50', p: '12.5', d: '2024-02-29', b: true, h: 90 }]);
  const sheet = (await readXlsx(file)).sheets[0];
  expect(sheet?.name).toBe('Relatório de Cargos');
  expect(sheet?.rows[0]).toEqual(['Nome', 'Vagas', 'Salário', '%', 'Data', 'Ativo', 'Horas']);
  const [t, i, m, p, d, b] = sheet?.rows[1] ?? [];
  expect([t, i, m, p, b]).toEqual(['José & Cia <1>', 3, 1234.5, 0.125, 'Sim']);
  expect(d).toEqual(new Date('2024-02-29T00:00:00Z'));
});

test('the sheet has widths, a frozen bold header and a filter over all rows', async () => {
  const file = await xlsx(columns, [{ t: 'a' }, { t: 'b' }]);
  const sheet = part(file, 'xl/worksheets/sheet1.xml');
  expect(sheet).toContain('state="frozen"');
  expect(sheet).toContain('<autoFilter ref="A1:G3"/>');
  expect(sheet).toContain('<col min="7" max="7"');
  const styles = part(file, 'xl/styles.xml');
  expect(styles).toContain('<b/>');
  expect(styles).toContain('formatCode="&quot;R$&quot; #,##0.00;-&quot;R$&quot; #,##0.00"');
  expect(styles).toContain('formatCode="[h]:mm"');
});

test('a column is as wide as what stands in it, within bounds, and the sheet prints on A4 across with its header', async () => {
  const file = await xlsx(columns, [{ t: 'Diretoria Geral > Administração > Compras' }, { t: 'a' }]);
  const widthOf = (bytes: Buffer) =>
    Number(/<col min="1" max="1" width="([\d.]+)"/.exec(part(bytes, 'xl/worksheets/sheet1.xml'))?.[1]);
  expect(widthOf(file)).toBe(44);
  expect(widthOf(await xlsx(columns, [{ t: 'x'.repeat(500) }]))).toBe(60);
  expect(widthOf(await xlsx(columns, []))).toBe(23);
  expect(part(file, 'xl/worksheets/sheet1.xml')).toMatch(
    /<pageSetup paperSize="9" orientation="landscape" fitToWidth="1" fitToHeight="0"\/><\/worksheet>$/,
  );
  expect(part(file, 'xl/workbook.xml')).toContain("'Relatório de Cargos'!$1:$1</definedName>");
});

test('a year is a number without a point between its thousands', async () => {
  const file = await xlsx([{ key: 'y', label: 'Ano', type: 'code', width: 6 }], [{ y: 1946 }]);
  expect((await readXlsx(file)).sheets[0]?.rows[1]?.[0]).toBe(1946);
  expect(part(file, 'xl/styles.xml')).toContain('formatCode="0"');
});

test('a text that looks like a formula is text', async () => {
  const file = await xlsx(columns, [{ t: '=cmd|1', i: '=1+1' }]);
  const sheet = part(file, 'xl/worksheets/sheet1.xml');
  expect(sheet).not.toContain('<f>');
  expect((await readXlsx(file)).sheets[0]?.rows[1]?.slice(0, 2)).toEqual(['=cmd|1', '=1+1']);
});

test('numbers that Excel would round stay exact as text', async () => {
  const file = await xlsx(columns, [{ m: '12345678901234567.89' }]);
  expect((await readXlsx(file)).sheets[0]?.rows[1]?.[2]).toBe('R$\u00a012.345.678.901.234.567,89');
});

test('a text longer than a cell is cut', async () => {
  const file = await xlsx(columns, [{ t: 'x'.repeat(40_000) }]);
  expect(String((await readXlsx(file)).sheets[0]?.rows[1]?.[0])).toHaveLength(32_767);
});

test('any text comes back as it was, but for what no file can carry', async () => {
  const lines = fc
    .sample(fc.string({ unit: 'binary', minLength: 1, maxLength: 12 }), 300)
    .concat('_x0041_', 'a\r\nb', ' x ', '\u0001\u001f', '\ud800');
  const file = await xlsx(
    columns,
    lines.map((t) => ({ t })),
  );
  const read = (await readXlsx(file)).sheets[0]?.rows.slice(1).map((row) => row[0] ?? '');
  const carried = lines.map((t) => t.toWellFormed().replace(/[\0\ufffe\uffff]/g, ''));
  expect(read).toEqual(carried);
});

test('an empty table is a header alone', async () => {
  const file = await xlsx(columns, []);
  expect((await readXlsx(file)).sheets[0]?.rows).toHaveLength(1);
});

/** Rows that no pipe takes at once. */
const many = () => [Array.from({ length: 5_000 }, (_, i) => ({ t: `${i}`.padStart(200, 'x') }))];

test('a reader that goes away in the middle rejects instead of hanging', async () => {
  const out = new PassThrough();
  out.once('data', () => out.destroy(new Error('gone')));
  await expect(writeXlsx({ title: 'T', columns, rows: many() }, out)).rejects.toThrow('gone');
});

test('a cancelled export rejects, and breaks off what was begun', async () => {
  const out = new PassThrough();
  const stop = new AbortController();
  out.once('data', () => stop.abort());
  await expect(writeXlsx({ title: 'T', columns, rows: many() }, out, { signal: stop.signal })).rejects.toThrow('aborted');
  expect(out.destroyed).toBe(true);
});

test('sheet names are such as Excel takes', () => {
  expect(sheetName('Cargos [2026]: a/b*?', 0)).toBe('Cargos 2026 a b');
  expect(sheetName('', 0)).toBe('Planilha');
  expect(sheetName("'History'", 0)).toBe('Planilha');
  expect(sheetName('Talentos por Áreas Organizacionais e Turnos', 1)).toBe('Talentos por Áreas Organiza (2)');
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.nat(20), (wanted, index) => {
      const name = sheetName(wanted, index);
      expect(name.length).toBeGreaterThan(0);
      expect(name.length).toBeLessThanOrEqual(31);
      expect(name).not.toMatch(/[[\]:*?/\\]/);
    }),
  );
});
