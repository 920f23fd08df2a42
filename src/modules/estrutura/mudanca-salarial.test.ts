import { expect, it } from 'vitest';
import { formatMoney } from '#kit/br/number.ts';
import { dizMudanca } from './mudanca-salarial.ts';

it('says a change of salary from what to what, and a first salary without an amount before it', () => {
  expect(dizMudanca({ de: 2_000, para: 3_000 })).toBe(`${formatMoney(2_000)} → ${formatMoney(3_000)} (+50,0%)`);
  expect(dizMudanca({ de: 2_000, para: null })).toBe(`${formatMoney(2_000)} → —`);
  expect(dizMudanca({ de: null, para: 4_000 })).toBe(`${formatMoney(4_000)} (sem salário anterior)`);
});
