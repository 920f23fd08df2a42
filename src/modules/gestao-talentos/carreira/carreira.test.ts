import { expect, test } from 'vitest';
import { aumento, trechos } from './carreira.ts';

const passo = (data: string, cargo: string, salario = '1000.00') => ({
  data,
  motivo: 'P',
  cargo,
  area: 'Produção',
  estabelecimento: null,
  salario,
});

test('entries of one place are one stretch, until the next place begins', () => {
  expect(
    trechos([passo('2020-01-01', 'Auxiliar'), passo('2021-01-01', 'Auxiliar'), passo('2022-01-01', 'Analista')], '2026-11-23'),
  ).toEqual([
    { nome: 'Auxiliar · Produção', de: '2020-01-01', ate: '2022-01-01' },
    { nome: 'Analista · Produção', de: '2022-01-01', ate: '2026-11-23' },
  ]);
  expect(trechos([], '2026-11-23')).toEqual([]);
});

test('a rise is said in percent, and nothing where one of the two is not known', () => {
  expect(aumento('1000.00', '1055.50')).toBe(5.6);
  expect(aumento('1000.00', '900.00')).toBe(-10);
  for (const [antes, agora] of [
    [null, '900.00'],
    ['0.00', '900.00'],
    ['900.00', '900.00'],
    ['900.00', null],
  ] as const)
    expect(aumento(antes, agora)).toBeUndefined();
});
