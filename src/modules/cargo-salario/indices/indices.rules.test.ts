import { expect, it } from 'vitest';
import { faltasDoHistoricoDeIndice } from './indices.rules.ts';

it.each([
  ['RUL-273 takes 1 or more', [{ data: '2026-01-01', valor: 1 }], []],
  ['RUL-273 refuses less than 1', [{ data: '2026-01-01', valor: 0.99 }], ['historicos.0.valor']],
])('%s', (_sentence, historicos, expected) => {
  expect([...faltasDoHistoricoDeIndice(historicos)].map(({ field }) => field)).toEqual(expected);
});
