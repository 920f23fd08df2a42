import { expect, test } from 'vitest';
import type { Column } from '#kit/sheet/column.ts';
import { layoutTable, paper } from './layout.ts';

const head = (word: string) => word.length * 4.2;
const text = (width: number): Column => ({ key: `c${width}`, label: 'Nome', type: 'text', width });
const dates = (count: number): Column[] =>
  Array.from({ length: count }, (_, i) => ({ key: `d${i}`, label: `Treinamento ${i}`, type: 'date', width: 10 }));
const widthOf = (band: { width: number }[]) => band.reduce((sum, { width }) => sum + width, 0);

test('few columns stand upright and fill the page', () => {
  const layout = layoutTable([text(20), ...dates(2)], head);
  expect(layout.orientation).toBe('portrait');
  expect(widthOf(layout.bands[0] ?? [])).toBeCloseTo(paper.short - paper.side * 2);
});

test('more columns lie across, then in smaller type', () => {
  expect(layoutTable([text(40), ...dates(8)], head).orientation).toBe('landscape');
  const layout = layoutTable([text(40), ...dates(14)], head);
  expect(layout.scale).toBeLessThan(1);
  expect(layout.bands).toHaveLength(1);
});

test('a wide matrix goes over pages side by side, each with the first column', () => {
  const columns = [text(30), ...dates(60)];
  const { bands } = layoutTable(columns, head);
  expect(bands.length).toBeGreaterThan(2);
  for (const band of bands) {
    expect(band[0]?.index).toBe(0);
    expect(widthOf(band)).toBeLessThanOrEqual(paper.long - paper.side * 2 + 0.01);
  }
  const seen = bands.flatMap((band) => band.slice(1).map((placed) => placed.index));
  expect(seen).toEqual(columns.slice(1).map((_, i) => i + 1));
});

test('all leading columns stand again on each part of a matrix that has several', () => {
  const { bands } = layoutTable([text(30), text(24), ...dates(60)], head, 'landscape', 2);
  expect(bands.length).toBeGreaterThan(2);
  for (const band of bands) {
    expect(band.slice(0, 2).map(({ index }) => index)).toEqual([0, 1]);
    expect(widthOf(band)).toBeLessThanOrEqual(paper.long - paper.side * 2 + 0.01);
  }
  expect(bands.flatMap((band) => band.slice(2).map(({ index }) => index))).toEqual(Array.from({ length: 60 }, (_, i) => i + 2));
});

test('an asked orientation is kept', () => {
  expect(layoutTable([text(10)], head, 'landscape').orientation).toBe('landscape');
});
