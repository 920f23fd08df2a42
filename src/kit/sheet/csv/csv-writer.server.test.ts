import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import type { Column, Row, Table } from '#kit/sheet/column.ts';
import { writeCsv } from './csv-writer.server.ts';

async function csv(columns: Column[], rows: Row[], more: Partial<Table> = {}): Promise<string> {
  const out = new PassThrough();
  const [bytes] = await Promise.all([buffer(out), writeCsv({ title: 'T', columns, rows: [rows], ...more }, out)]);
  return bytes.toString('utf8');
}

const text = (key: string): Column => ({ key, label: key.toUpperCase(), type: 'text', width: 10 });

test('a file opens in Brazilian Excel: BOM, semicolons, CRLF, comma decimals', async () => {
  const columns: Column[] = [
    text('a'),
    { key: 'm', label: 'Salário', type: 'money', width: 10 },
    { key: 'd', label: 'Data', type: 'date', width: 10 },
  ];
  expect(await csv(columns, [{ a: 'José', m: '1234.5', d: '2024-02-29' }, { a: null }])).toBe(
    '\ufeffA;Salário;Data\r\nJosé;1234,50;29/02/2024\r\n;;\r\n',
  );
});

test('text that looks like a formula stays text, negative numbers stay numbers', async () => {
  const columns: Column[] = [text('a'), { key: 'n', label: 'N', type: 'number', width: 10 }];
  const rows = ['=1+1', '+55', '-x', '@a', '\tb', '\rc'].map((a) => ({ a, n: -1.5 }));
  const lines = (await csv(columns, [...rows, { a: 'x', n: '=2+2' }])).slice(1).split('\r\n').slice(1);
  expect(lines[0]).toBe("'=1+1;-1,5");
  expect(lines[1]).toBe("'+55;-1,5");
  expect(lines[4]).toBe(`"'\tb";-1,5`);
  expect(lines[6]).toBe("x;'=2+2");
});

test('what hides or widens the sign of a formula does not make it one', async () => {
  const signs = ['＝1+1', '＋1', '－1', '＠SOMA(1)', '\u200b=1', '\u202e=1', '\u2060＝1'];
  const lines = (
    await csv(
      [text('a')],
      signs.map((a) => ({ a })),
    )
  ).split('\r\n');
  expect(lines.slice(1, -1)).toEqual(signs.map((sign) => `'${sign}`));
});

test('separators, quotes and line breaks are quoted', async () => {
  expect(await csv([text('a')], [{ a: 'x;"y"\nz' }])).toBe('\ufeffA\r\n"x;""y""\nz"\r\n');
});

test('what the PDF groups by becomes a leading column', async () => {
  expect(await csv([text('a')], [{ a: '1', g: 'RH' }], { group: [{ key: 'g', label: 'Área' }] })).toBe(
    '\ufeffÁrea;A\r\nRH;1\r\n',
  );
});

test('a cancelled export rejects', async () => {
  const out = new PassThrough();
  out.resume();
  const stop = new AbortController();
  function* rows() {
    yield [{ a: '1' }];
    stop.abort();
    yield [{ a: '2' }];
  }
  await expect(writeCsv({ title: 'T', columns: [text('a')], rows: rows() }, out, { signal: stop.signal })).rejects.toThrow(
    'aborted',
  );
});

test('a reader that goes away in the middle rejects instead of hanging', async () => {
  const out = new PassThrough({ highWaterMark: 10 });
  setTimeout(() => out.destroy(), 20);
  await expect(writeCsv({ title: 'T', columns: [text('a')], rows: [[{ a: 'x'.repeat(100) }]] }, out)).rejects.toThrow(
    'gone away',
  );
});
