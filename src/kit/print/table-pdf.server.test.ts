import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { Column, Row, Table } from '#kit/sheet/column.ts';
import { fc } from '#kit/testing/fast-check.server.ts';
import type { PdfFrame } from './frame.server.ts';
import { writePdfTable } from './table-pdf.server.ts';

const frame: PdfFrame = {
  company: 'Aurora S.A.',
  printedBy: 'Maria',
  printedAt: '2026-11-20T17:05:00Z',
  filters: [['Situação', 'Ativo']],
  primary: '#FF850A',
};
const columns: Column[] = [
  { key: 'nome', label: 'Nome', type: 'text', width: 30 },
  { key: 'salario', label: 'Salário', type: 'money', width: 12, total: true },
];

/** The lines of text of a PDF through the fonts' own Unicode tables: what a reader would copy. */
function textOf(pdf: Buffer): string {
  const raw = pdf.toString('latin1');
  const objects = new Map<string, { head: string; stream: string }>();
  for (const [, id = '', head = '', bytes] of raw.matchAll(
    /\n(\d+) 0 obj\n(<<[\s\S]*?>>)\n(?:stream\n([\s\S]*?)\nendstream\n)?endobj/g,
  )) {
    let stream = '';
    try {
      if (bytes !== undefined) stream = inflateSync(Buffer.from(bytes, 'latin1')).toString('latin1');
    } catch {
      // an image
    }
    objects.set(id, { head, stream });
  }
  const signs = new Map<string, string[]>();
  for (const [, name = '', id = ''] of raw.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
    const map = objects.get(/\/ToUnicode (\d+) 0 R/.exec(objects.get(id)?.head ?? '')?.[1] ?? '')?.stream ?? '';
    const codes = [...map.matchAll(/\[([^\]]*)\]/g)].flatMap(([, list = '']) =>
      [...list.matchAll(/<([0-9a-f]*)>/g)].map(([, hex = '']) => hex),
    );
    signs.set(
      name,
      codes.map((hex) => Buffer.from(hex, 'hex').swap16().toString('utf16le')),
    );
  }
  const lines: string[] = [];
  for (const { stream } of objects.values()) {
    for (const [, inner = ''] of stream.matchAll(/BT([\s\S]*?)ET/g)) {
      let font: string[] = [];
      let line = '';
      for (const [, name, hex] of inner.matchAll(/\/(F\d+)|<([0-9a-f]+)>/g)) {
        if (name) font = signs.get(name) ?? [];
        line += (hex?.match(/.{4}/g) ?? []).map((code) => font[Number.parseInt(code, 16)] ?? '?').join('');
      }
      lines.push(line);
    }
  }
  return lines.join('\n');
}

async function print(table: Table, more: Partial<PdfFrame> = {}): Promise<{ pages: number; rows: number; pdf: Buffer }> {
  const out = new PassThrough();
  const [pdf, result] = await Promise.all([buffer(out), writePdfTable(table, { ...frame, ...more }, out)]);
  return { ...result, pdf };
}

const rows = (count: number): Row[] =>
  Array.from({ length: count }, (_, i) => ({ nome: `Talento ${i}`, salario: '0.10', area: i < count / 2 ? 'A' : 'B' }));

test('a long table has as many pages as it needs and each says its number', async () => {
  const { pages, rows: printed, pdf } = await print({ title: 'Talentos', columns, rows: [rows(60), rows(60)], totals: true });
  expect(printed).toBe(120);
  expect(pages).toBe(4);
  expect(pdf.toString('latin1', 0, 8)).toBe('%PDF-1.7');
  expect(pdf.toString('latin1')).toContain('(pt-BR)');
  const text = textOf(pdf);
  for (let page = 1; page <= 4; page++) expect(text).toContain(`página ${page} de 4`);
  expect(text).toContain('Impresso por Maria em 20/11/2026 14:05');
  expect(text.match(/^Salário$/gm)).toHaveLength(4);
  expect(text).toContain('Total geral (120 registros)\nR$\u00a012,00');
});

test('room goes to the columns whose rows need it, not to those declared wide', async () => {
  const text = (key: string, width: number): Column => ({ key, label: key, type: 'text', width });
  const area = 'Diretoria Geral > Administração > Recursos Humanos > Recrutamento';
  const { pdf } = await print({
    title: 'T',
    columns: [text('matricula', 30), text('nome', 40), text('area', 28)],
    rows: [[{ matricula: '000113', nome: 'Ana', area }]],
  });
  expect(textOf(pdf)).toContain(area);
});

test('groups have headings and exact sums, and are named again on the next page', async () => {
  const area: Column = { key: 'area', label: 'Área', type: 'text', width: 20 };
  const { pdf } = await print({
    title: 'T',
    columns: [area, ...columns],
    rows: [rows(110)],
    totals: true,
    group: [{ key: 'area', label: 'Área' }],
  });
  const text = textOf(pdf);
  expect(text).toContain('Total de A (55)\nR$\u00a05,50');
  expect(text).toContain('Total de B (55)\nR$\u00a05,50');
  expect(text).toContain(' (continuação)');
  expect(text.match(/^Área$/gm)).toBeNull();
});

test('a wide matrix prints each row on every part', async () => {
  const many = Array.from(
    { length: 60 },
    (_, i): Column => ({ key: `c${i}`, label: `Treinamento ${i}`, type: 'date', width: 10 }),
  );
  const { pages, pdf } = await print({
    title: 'Matriz',
    columns: [{ key: 'nome', label: 'Nome', type: 'text', width: 20 }, ...many],
    rows: [rows(5)],
  });
  expect(pages).toBeGreaterThan(2);
  expect(textOf(pdf).match(/^Talento 4$/gm)).toHaveLength(pages);
});

test('no rows and no columns still make a page', async () => {
  expect((await print({ title: 'Vazio', columns, rows: [] })).pages).toBe(1);
  expect((await print({ title: '', columns: [], rows: [[{}]], totals: true }, { filters: [] })).pages).toBe(1);
});

test('hostile text, colours and logos never make it fail', async () => {
  const lines = fc.sample(fc.string({ unit: 'binary', maxLength: 60 }), { numRuns: 200, seed: 20261122 });
  const hostile = lines.map((nome, i) => ({ nome, salario: i % 2 ? nome : '9'.repeat(50), area: nome }));
  const long = 'Ünïcödé\n😀 '.repeat(200);
  const { rows: printed } = await print(
    {
      title: long,
      columns: [{ ...columns[0]!, label: long }, columns[1]!],
      rows: [hostile, [{ nome: long }]],
      totals: true,
      group: [{ key: 'area', label: long }],
    },
    {
      company: long,
      printedBy: long,
      printedAt: 'ontem',
      filters: [[long, long]],
      primary: 'red',
      logo: Buffer.from('no image'),
    },
  );
  expect(printed).toBe(201);
});

test('names of other alphabets print through their own fonts', async () => {
  const { pdf } = await print({ title: 'T', columns, rows: [[{ nome: 'Łukasz Şahin Μαρία Иван e\u0301 😀' }]] });
  expect(textOf(pdf)).toContain('Łukasz Şahin Μαρία Иван é ?');
});

test('a cancelled print rejects', async () => {
  const out = new PassThrough();
  out.resume();
  await expect(
    writePdfTable({ title: 'T', columns, rows: [rows(10)] }, frame, out, { signal: AbortSignal.abort(new Error('parou')) }),
  ).rejects.toThrow('parou');
});
