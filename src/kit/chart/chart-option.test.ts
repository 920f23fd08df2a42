import { expect, test } from 'vitest';
import { contrast, SURFACES } from '#kit/ui/contrast.ts';
import { chartCsv } from './chart-csv.ts';
import { chartHeight, isEmptyChart, seriesNumber } from './chart-data.ts';
import { CHART_COLORS } from './chart-look.ts';
import { chartOption, radarSteps, twoLines, wrapName } from './chart-option.ts';

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

test('RUL-228: a radar with a maximum counts from 0 to it by 1', () => {
  const look = { text: '#000', line: '#ccc', surface: '#fff', font: 'Inter' };
  const { radar } = chartOption(
    { kind: 'radar', categories: ['Excel', 'Ouvir'], series: [{ name: 's', data: [1, 2] }], max: 5 },
    look,
  );
  expect(radar).toMatchObject({
    splitNumber: 5,
    indicator: [
      { min: 0, max: 5 },
      { min: 0, max: 5 },
    ],
  });
  // Weights of five digits cannot have a ring each.
  expect(radarSteps(99_999)).toBe(5);
});

test('a narrow chart gives up picture for what is written around it, a radar its names for numbers', () => {
  const look = { text: '#000', line: '#ccc', surface: '#fff', font: 'Inter' };
  const outer = (kind: 'doughnut' | 'radar', isNarrow: boolean) => {
    const { radar, series } = chartOption(
      { kind, categories: ['Normas de segurança'], series: [{ name: 's', data: [1] }] },
      look,
      isNarrow,
    ) as { radar?: { radius: string; indicator: { name: string }[] }; series: { radius?: string[] }[] };
    return { size: Number.parseInt(radar?.radius ?? series[0]?.radius?.[1] ?? '', 10), name: radar?.indicator[0]?.name };
  };
  expect(outer('doughnut', true).size).toBeLessThan(outer('doughnut', false).size);
  expect(outer('radar', true).size).toBeGreaterThan(outer('radar', false).size);
  expect(outer('radar', true).name).toBe('1');
  expect(outer('radar', false).name).toBe('Normas de segurança');
});

test('two lines tell names apart beside the bars of a narrow chart', () => {
  expect(twoLines('Ensino superior incompleto')).toBe('Ensino superior\nincompleto');
  expect(twoLines('Matriz')).toBe('Matriz');
  expect(twoLines('Trabalhadores da produção de bens e serviços')).toBe('Trabalhadores da\nprodução de bens…');
});

test('a long name is broken between its words', () => {
  expect(wrapName('Normas de segurança')).toBe('Normas de\nsegurança');
  expect(wrapName('Comprometimento')).toBe('Comprometimento');
  expect(wrapName('Interdisciplinaridade')).toBe('Interdisciplin…');
});

test('percentages of a chart have as many decimals each, and the steps of its axis none that they need not', () => {
  const look = { text: '#000', line: '#ccc', surface: '#fff', font: 'Inter' };
  const { yAxis, series } = chartOption(
    { kind: 'bar', categories: ['a', 'b'], series: [{ name: 's', format: 'percentage', data: [107.3, 117.66] }] },
    look,
  ) as unknown as {
    yAxis: { axisLabel: { formatter(value: number): string } };
    series: { label: { formatter(of: { value: number }): string } }[];
  };
  expect([107.3, 117.66].map((value) => series[0]?.label.formatter({ value }))).toEqual(['107,30%', '117,66%']);
  expect([107, 117.66].map(seriesNumber({ format: 'percentage1' }))).toEqual(['107,0%', '117,7%']);
  expect(yAxis.axisLabel.formatter(120)).toBe('120%');
});

test('numbers of a chart have the digits that it names, and the steps of its axis none that they need not', () => {
  const look = { text: '#000', line: '#ccc', surface: '#fff', font: 'Inter' };
  const { radar, tooltip } = chartOption(
    { kind: 'radar', categories: ['a', 'b', 'c'], max: 100, decimals: 1, series: [{ name: 's', data: [63, 72.5, 80] }] },
    look,
  ) as unknown as {
    radar: { indicator: { axisLabel: { formatter(value: number): string } }[] };
    tooltip: { valueFormatter(value: number): string };
  };
  expect([63, 72.5].map((value) => tooltip.valueFormatter(value))).toEqual(['63,0', '72,5']);
  expect(radar.indicator[0]?.axisLabel.formatter(20)).toBe('20');
});

test('lying bars of three series get room for three numbers', () => {
  const categories = Array.from({ length: 10 }, (_, n) => `Etapa ${n}`);
  const of = (count: number) =>
    chartHeight({ kind: 'bar', categories, series: Array.from({ length: count }, () => ({ name: 's', data: [] })) });
  expect([of(1), of(3)]).toEqual([348, 618]);
});

test('a band of a funnel that is too narrow for its name has it beside itself; on a phone all have, and no legend', () => {
  const look = { text: '#000', line: '#ccc', surface: '#fff', font: 'Inter' };
  const drawn = (isNarrow: boolean) => {
    const { series, legend } = chartOption(
      { kind: 'funnel', categories: ['Inscritos', 'Contratados'], series: [{ name: 's', data: [100, 8] }] },
      look,
      isNarrow,
    ) as { series: [{ data: { label?: object }[] }]; legend: { show?: boolean } };
    return { beside: series[0].data.map(({ label }) => label !== undefined), legend: legend.show !== false };
  };
  expect(drawn(false)).toEqual({ beside: [false, true], legend: true });
  expect(drawn(true)).toEqual({ beside: [true, true], legend: false });
});
