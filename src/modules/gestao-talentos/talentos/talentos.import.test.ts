import { expect, it } from 'vitest';
import { importacaoDeTalentos } from './talentos.import.ts';

const row = { nome: 'Ana', dataAdmissao: '2024-02-01', areaOrganizacional: 3, faixaSalarial: 9 };
const historicos = (input: Record<string, unknown>) =>
  importacaoDeTalentos.compose(input).historicos as Record<string, unknown>[];

it('makes the first entry of the history on the day of admission', () => {
  expect(historicos(row)).toMatchObject([
    { data: '2024-02-01', motivo: 'C', areaOrganizacional: 3, faixaSalarial: 9, tipoSalario: '1' },
  ]);
});

it('takes a salary in the row as an amount of its own', () => {
  expect(historicos({ ...row, salario: 2_500.5 })).toMatchObject([{ tipoSalario: '3', salario: 2_500.5 }]);
});

it('adds an entry to a known talent and replaces one of the same day', () => {
  const known = { ...row, historicos: [{ data: '2024-02-01', motivo: 'C' }], dataHistorico: '2025-01-01' };
  expect(historicos(known).map(({ data }) => data)).toEqual(['2024-02-01', '2025-01-01']);
  expect(historicos({ ...known, dataHistorico: '2024-02-01' })).toHaveLength(1);
});

it('leaves the history of a row that says nothing of it', () => {
  expect(historicos({ nome: 'Ana', historicos: [{ data: '2024-02-01' }] })).toEqual([{ data: '2024-02-01' }]);
});

it('blames the column for a fault of the history', () => {
  expect(importacaoDeTalentos.blame?.('historicos.0.areaOrganizacional')).toBe('areaOrganizacional');
  expect(importacaoDeTalentos.blame?.('historicos.0.data')).toBe('dataHistorico');
  expect(importacaoDeTalentos.blame?.('historicos')).toBe('faixaSalarial');
  expect(importacaoDeTalentos.blame?.('nome')).toBeUndefined();
});
