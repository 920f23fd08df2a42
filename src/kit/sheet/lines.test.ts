import { expect, test } from 'vitest';
import type { Column, Row } from './column.ts';
import { flatRows, Liner, totalsIn } from './lines.ts';

const columns: Column[] = [
  { key: 'area', label: 'Área', type: 'text', width: 20 },
  { key: 'mes', label: 'Mês', type: 'month', width: 8 },
  { key: 'nome', label: 'Nome', type: 'text', width: 20, total: ['count'] },
  { key: 'salario', label: 'Salário', type: 'money', width: 12, total: ['sum', 'average'] },
];
const group = [
  { key: 'area', label: 'Área' },
  { key: 'mes', label: 'Mês' },
];
const row = (area: string, mes: string, nome: string | null, salario: string | null): Row => ({ area, mes, nome, salario });
const rows = [
  row('A', '2026-01', 'Ana', '0.10'),
  row('A', '2026-01', 'Bia', '0.20'),
  row('A', '2026-02', null, '1.00'),
  row('B', '2026-02', 'Caio', null),
];

const valuesOf = (values: object) =>
  Object.entries(values)
    .map(([key, value]) => `${key}=${value}`)
    .join(',');
const said = (liner: Liner, all: Row[]) =>
  [...all.flatMap((one) => liner.add(one)), ...liner.end()].map((line) =>
    line.kind === 'row'
      ? line.row.nome
      : line.kind === 'heading'
        ? `${line.level} ${line.label} ${line.value}`
        : `${line.words} ${valuesOf(line.values)}`,
  );

test('headings of every level, totals of what ends, a group of the same name under another one is another group', () => {
  expect(said(new Liner({ columns, group, totals: true }), rows)).toEqual([
    '0 Área A',
    '1 Mês 01/2026',
    'Ana',
    'Bia',
    'Total de 01/2026 nome=2,salario=0.30',
    'Média de 01/2026 (2) salario=0.15',
    '1 Mês 02/2026',
    null,
    'Total de 02/2026 (1) nome=0,salario=1.00',
    'Média de 02/2026 (1) salario=1.00',
    'Total de A (3) nome=2,salario=1.30',
    'Média de A (3) salario=0.43',
    '0 Área B',
    '1 Mês 02/2026',
    'Caio',
    'Total de 02/2026 nome=1,salario=null',
    'Média de 02/2026 (1) salario=null',
    'Total de B nome=1,salario=null',
    'Média de B (1) salario=null',
    'Total geral (4 registros) nome=3,salario=1.30',
    'Média geral (4 registros) salario=0.43',
  ]);
});

test('without totals only the number of records stands at the end, and a flat file has the bare rows', async () => {
  const plain = columns.map(({ total: _total, ...column }) => column);
  expect(said(new Liner({ columns: plain, group: [], totals: true }), rows).at(-1)).toBe('Total: 4 registros ');
  const flat: Row[] = [];
  for await (const batch of flatRows({ title: 'x', columns: plain, rows: [rows], totals: true }, plain)) flat.push(...batch);
  expect(flat).toEqual(rows);
});

test('a flat file says the totals in rows of their own, under the group that ends', async () => {
  const flat: Row[] = [];
  for await (const batch of flatRows(
    { title: 'x', columns, group, rows: [rows.slice(0, 1), rows.slice(1, 2)], totals: true },
    columns,
  ))
    flat.push(...batch);
  expect(flat.filter((one) => totalsIn(one)).map(({ area, mes, nome, salario }) => [area, mes, nome, salario])).toEqual([
    ['A', 'Total de 01/2026', '2', '0.30'],
    ['A', 'Média de 01/2026 (2)', undefined, '0.15'],
    ['Total de A', undefined, '2', '0.30'],
    ['Média de A (2)', undefined, undefined, '0.15'],
    ['Total geral', undefined, '2', '0.30'],
    ['Média geral (2 registros)', undefined, undefined, '0.15'],
  ]);
});
