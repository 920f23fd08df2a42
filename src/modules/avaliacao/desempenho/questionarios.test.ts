import { expect, test } from 'vitest';
import { dizPercentual, dizPontos } from './questionarios.ts';

test('every percentage and difference of a result has one decimal, whole numbers too', () => {
  expect([72.5, 63, 62.449, 0, null].map(dizPercentual)).toEqual(['72,5%', '63,0%', '62,4%', '0,0%', '–']);
  expect([1, -2.5, 0].map(dizPontos)).toEqual(['+1,0 p.p.', '−2,5 p.p.', '0,0 p.p.']);
});
