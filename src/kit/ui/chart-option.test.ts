import { expect, test } from 'vitest';
import { CHART_COLORS, chartCsv, isEmptyChart } from './chart-option.ts';
import { contrast, SURFACES } from './contrast.ts';

test('each of the nine colours stands out at 3 : 1 on the light and on the dark card', () => {
  for (const color of CHART_COLORS) {
    expect(contrast(color, SURFACES.light)).toBeGreaterThanOrEqual(3);
    expect(contrast(color, SURFACES.dark)).toBeGreaterThanOrEqual(3);
  }
});

test('a chart of zeros is empty', () => {
  expect(isEmptyChart({ kind: 'bar', categories: ['a'], series: [{ name: 's', data: [0] }] })).toBe(true);
  expect(isEmptyChart({ kind: 'bar', categories: [], series: [] })).toBe(true);
  expect(isEmptyChart({ kind: 'bar', categories: ['a'], series: [{ name: 's', data: [1] }] })).toBe(false);
});

test('a category that begins like a formula is harmless in the CSV', () => {
  expect(chartCsv({ kind: 'bar', categories: ['=1+1', 'a;b'], series: [{ name: 'n', data: [1.5, 2] }] }, 'Área')).toBe(
    '\uFEFFÁrea;n\r\n\'=1+1;1,5\r\n"a;b";2\r\n',
  );
});
