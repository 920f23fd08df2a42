import { expect, test } from 'vitest';
import { dizPercentual, dizPontos, pontosEntre } from './questionarios.ts';

test('every percentage and difference of a result has one decimal, whole numbers too', () => {
  expect([72.5, 63, 62.449, 0, null].map(dizPercentual)).toEqual(['72,5%', '63,0%', '62,4%', '0,0%', '–']);
  // Exactly half goes up, also where a binary number lies just below it.
  expect([72.35, 0.15].map(dizPercentual)).toEqual(['72,4%', '0,2%']);
  expect([1, -2.5, 0].map(dizPontos)).toEqual(['+1,0 p.p.', '−2,5 p.p.', '0,0 p.p.']);
  // 66,7% and 33,3% are shown, and lie 33,4 apart.
  expect([pontosEntre(66.667, 33.333), pontosEntre(10.1, 10.3)]).toEqual([-33.4, 0.2]);
});
