import { formatMoney, formatNumber, formatPercentage } from '#kit/br/number.ts';

export type ChartKind = 'bar' | 'line' | 'doughnut' | 'radar' | 'funnel';

/** How a number is written in a chart and its table; percentages have two decimals, or one. */
export type ChartFormat = 'integer' | 'decimal' | 'money' | 'percentage' | 'percentage1';

export interface ChartSeries {
  name: string;
  /** null: there is no value, or it may not be shown to this reader */
  data: readonly (number | null)[];
  format?: ChartFormat;
  /** false: a column of the table alone */
  drawn?: boolean;
}

/** What a chart shows; the same on screen, in its table and in its export. */
export interface ChartData {
  kind: ChartKind;
  categories: readonly string[];
  series: readonly ChartSeries[];
  /** digits after the comma */
  decimals?: number;
  /** end of a radar's scale, which then has steps of one; by default the greatest value */
  max?: number;
}

/** What the slices of a chart lead to. */
export interface Slices {
  /** the list behind one number of a slice, by the places of both; null: there is none */
  link(index: number, series: number): { to: string; name: string } | null;
  /** what a click on some slices does instead */
  down?: SliceDeed;
  /** one more deed, offered by the menu alone */
  about?: SliceDeed;
  /** goes to the address of a link */
  visit(to: string): void;
}

interface SliceDeed {
  label: string;
  can(index: number): boolean;
  go(index: number): void;
}

/** Whether a click on a number of a slice does something. */
export const isOpenSlice = ({ down, link }: Slices, index: number, series: number): boolean =>
  down?.can(index) === true || link(index, series) !== null;

/** What a click on a number of a slice does. */
export function openSlice({ down, link, visit }: Slices, index: number, series: number): void {
  if (down?.can(index)) return down.go(index);
  const there = link(index, series);
  if (there) visit(there.to);
}

/** Text of a step of a scale, pt-BR: no more digits than it has. */
export const chartNumber = (decimals = 0): ((value: number) => string) => {
  const format = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: decimals, minimumFractionDigits: 0 });
  return (value) => format.format(value);
};

const formats: Readonly<Record<ChartFormat, (value: number) => string>> = {
  integer: (value) => formatNumber(Math.round(value), 0),
  decimal: (value) => formatNumber(value, 2),
  money: formatMoney,
  percentage: (value) => formatPercentage(value, 2),
  percentage1: (value) => formatPercentage(value, 1),
};

/** Text of a series' number; without a format of its own, with the digits of the chart. */
export const seriesNumber = ({ format }: Pick<ChartSeries, 'format'>, decimals?: number): ((value: number) => string) =>
  format ? formats[format] : (value) => formatNumber(value, decimals ?? 0);

/** The series that the picture shows. */
export const drawnSeries = ({ series }: ChartData): readonly ChartSeries[] => series.filter(({ drawn }) => drawn !== false);

/** True when there is nothing to draw. */
export const isEmptyChart = (chart: ChartData): boolean => drawnSeries(chart).every(({ data }) => data.every((value) => !value));

/** Bars lie down when their names would not stand side by side. */
export const isSidewaysChart = ({ kind, categories }: ChartData): boolean =>
  kind === 'bar' && (categories.length > 6 || categories.some((name) => name.length > 14) || categories.join('').length > 36);

/** Pixels of a lying bar with its number beside it, and between two categories. */
const LYING = { bar: 15, gap: 12 };

/** Pixels that the chart wants: lying bars need room for each. */
export function chartHeight(chart: ChartData): number {
  if (chart.kind === 'funnel') return 550;
  if (!isSidewaysChart(chart)) return 300;
  const category = Math.max(30, drawnSeries(chart).length * LYING.bar + LYING.gap);
  return Math.max(300, 48 + chart.categories.length * category);
}
