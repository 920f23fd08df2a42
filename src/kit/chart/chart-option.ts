import { formatPercentage } from '#kit/br/number.ts';
import {
  type ChartData,
  type ChartKind,
  type ChartSeries,
  chartNumber,
  drawnSeries,
  isSidewaysChart,
  seriesNumber,
} from './chart-data.ts';
import { CHART_COLORS, type ChartLook } from './chart-look.ts';

// Amounts on an axis or over a bar have no room for cents.
const shortMoney = new Intl.NumberFormat('pt-BR', { notation: 'compact', maximumFractionDigits: 1 });
const shortNumber = (series: ChartSeries | undefined, decimals?: number) =>
  series?.format === 'money' ? (value: number) => `R$ ${shortMoney.format(value)}` : seriesNumber(series ?? {}, decimals);

const cut = (text: string, most: number) => (text.length > most ? `${text.slice(0, most - 1)}…` : text);

const numberOrDash = (value: unknown, number: (value: number) => string) => (typeof value === 'number' ? number(value) : '–');

/** What the picture of each kind is made of. */
interface Picture {
  chart: ChartData;
  series: readonly ChartSeries[];
  look: ChartLook;
  label: { color: string; fontSize: number };
  /** on a narrow screen the picture leaves room for its labels */
  isNarrow: boolean;
  /** whether a slice leads somewhere, by its place and that of the series: only then the pointer is a hand */
  opens: (index: number, series: number) => boolean;
}

/** The values of a drawn series. */
const points = ({ chart, opens }: Picture, series: ChartSeries) => {
  const place = chart.series.indexOf(series);
  return series.data.map((value, index) => ({ value, cursor: opens(index, place) ? 'pointer' : 'default' }));
};

type Option = Record<string, unknown>;

/** The chart as an ECharts option, plain data and functions. */
export function chartOption(
  chart: ChartData,
  look: ChartLook,
  isNarrow = false,
  opens: (index: number, series: number) => boolean = () => false,
): Option {
  const picture = { chart, series: drawnSeries(chart), look, label: { color: look.text, fontSize: 12 }, isNarrow, opens };
  return { ...frame(picture), ...pictures[chart.kind](picture) };
}

const pictures: Readonly<Record<ChartKind, (picture: Picture) => Option>> = {
  doughnut,
  funnel,
  radar,
  bar: axes,
  line: axes,
};

/** Colours, words, tooltip and legend, whatever the kind. */
function frame({ chart, series, look, label }: Picture): Option {
  const { kind } = chart;
  const number = seriesNumber(series[0] ?? {}, chart.decimals);
  const legend = {
    type: 'scroll',
    bottom: 0,
    textStyle: label,
    pageTextStyle: label,
    icon: 'roundRect',
    itemWidth: 12,
    itemHeight: 12,
  };
  return {
    color: [...CHART_COLORS],
    animationDuration: 250,
    textStyle: { fontFamily: look.font, color: look.text },
    // richText is drawn in the picture without HTML, so the content policy has nothing to refuse
    tooltip: {
      trigger: kind === 'bar' || kind === 'line' ? 'axis' : 'item',
      renderMode: 'richText',
      backgroundColor: look.surface,
      borderColor: look.line,
      textStyle: { color: look.text, fontSize: 12 },
      valueFormatter: (value: unknown) => numberOrDash(value, number),
      axisPointer: { type: kind === 'bar' ? 'shadow' : 'line' },
    },
    ...(series.length > 1 || kind === 'doughnut' || kind === 'funnel' ? { legend } : {}),
  };
}

const slices = ({ chart, series, opens }: Picture) =>
  chart.categories.map((name, index) => ({
    name,
    value: series[0]?.data[index] ?? 0,
    cursor: opens(index, 0) ? 'pointer' : 'default',
  }));

function doughnut(picture: Picture): Option {
  const { look, label, isNarrow } = picture;
  return {
    series: [
      {
        type: 'pie',
        radius: isNarrow ? ['36%', '56%'] : ['46%', '70%'],
        // a percentage is short: it is never cut, and stands near its slice
        labelLine: { length: isNarrow ? 6 : 10, length2: 6 },
        center: ['50%', '45%'],
        data: slices(picture),
        label: { ...label, overflow: 'none', formatter: ({ percent }: { percent: number }) => `${chartNumber(1)(percent)}%` },
        itemStyle: { borderColor: look.surface, borderWidth: 2 },
      },
    ],
  };
}

/** The part of the widest band below which a band is too narrow for its name. */
const ROOM_FOR_NAME = 0.45;

function funnel(picture: Picture): Option {
  const { look, label, isNarrow } = picture;
  const all = slices(picture);
  const widest = Math.max(...all.map(({ value }) => value));
  const inside = {
    show: true,
    position: 'inside',
    color: '#FFFFFF',
    textBorderColor: 'rgba(0,0,0,0.55)',
    textBorderWidth: 3,
    formatter: '{b}: {c}',
  };
  const beside = { ...label, show: true, position: 'right', formatter: '{b}: {c}', textBorderWidth: 0 };
  const isOutside = (value: number) => isNarrow || value < widest * ROOM_FOR_NAME;
  return {
    // On a phone every band has its name beside it, and the legend would say it again.
    ...(isNarrow ? { legend: { show: false } } : {}),
    series: [
      {
        type: 'funnel',
        sort: 'none',
        top: 8,
        bottom: isNarrow ? 8 : 44,
        ...(isNarrow ? { left: 0, width: '42%' } : {}),
        gap: 2,
        minSize: '12%',
        data: all.map((slice) => (isOutside(slice.value) ? { ...slice, label: beside } : slice)),
        label: inside,
        labelLine: { length: 8, lineStyle: { color: look.line } },
        itemStyle: { borderColor: look.surface },
      },
    ],
  };
}

function radar({ chart, series, look, label, isNarrow }: Picture): Option {
  const max = chart.max ?? Math.max(1, ...series.flatMap(({ data }) => data.map((value) => value ?? 0)));
  return {
    radar: {
      // The numbers of the scale stand on the first axis alone.
      indicator: chart.categories.map((name, index) => ({
        // A phone has no room for names around it: they stand below, by these numbers.
        name: isNarrow ? String(index + 1) : cut(name, 24),
        min: 0,
        max,
        axisLabel: { ...label, show: index === 0 && chart.max !== undefined, formatter: chartNumber(chart.decimals) },
      })),
      ...(chart.max === undefined ? {} : { splitNumber: radarSteps(chart.max) }),
      axisName: label,
      radius: isNarrow ? '76%' : '62%',
      center: ['50%', '47%'],
      splitLine: { lineStyle: { color: look.line } },
      axisLine: { lineStyle: { color: look.line } },
      splitArea: { show: false },
    },
    series: [{ type: 'radar', data: series.map(({ name, data }) => ({ name, value: [...data], areaStyle: { opacity: 0.12 } })) }],
  };
}

/** Bars and lines. */
function axes(picture: Picture): Option {
  const { chart, series } = picture;
  const isSideways = isSidewaysChart(chart);
  const [names, values] = [namesAxis(picture, isSideways), valuesAxis(picture, isSideways)];
  const shape = chart.kind === 'bar' ? bars(picture, isSideways) : { symbolSize: 7, lineStyle: { width: 2.5 } };
  return {
    // the outer bounds keep the axes' labels inside of the picture
    grid: {
      left: 8,
      right: isSideways ? (series[0]?.format === 'money' ? 64 : 36) : 12,
      top: 24,
      bottom: series.length > 1 ? 40 : 8,
      outerBoundsMode: 'same',
      outerBoundsContain: 'axisLabel',
    },
    xAxis: isSideways ? values : names,
    yAxis: isSideways ? names : values,
    series: series.map((one) => ({
      type: chart.kind,
      name: one.name,
      data: points(picture, one),
      ...(one.format ? { tooltip: { valueFormatter: (value: unknown) => numberOrDash(value, seriesNumber(one)) } } : {}),
      ...shape,
    })),
  };
}

function namesAxis({ chart, look, label, isNarrow }: Picture, isSideways: boolean): Option {
  return {
    type: 'category',
    data: [...chart.categories],
    inverse: isSideways,
    boundaryGap: chart.kind === 'bar',
    axisLabel: {
      ...label,
      interval: 0,
      rotate: !isSideways && chart.categories.length > 8 ? 40 : 0,
      formatter: (name: string) => (isSideways ? (isNarrow ? twoLines(name) : cut(name, 30)) : cut(name, 18)),
      ...(isSideways && isNarrow ? { lineHeight: 13 } : {}),
    },
    axisLine: { lineStyle: { color: look.line } },
    axisTick: { show: false },
  };
}

function valuesAxis({ chart, series, look, label, isNarrow }: Picture, isSideways: boolean): Option {
  const [first] = series;
  // The values of one chart have as many digits each; the steps of its axis are whole.
  const step = first?.format?.startsWith('percentage')
    ? (value: number) => formatPercentage(Math.round(value * 100) / 100)
    : first?.format
      ? shortNumber(first)
      : chartNumber(chart.decimals);
  return {
    type: 'value',
    ...(isSideways ? { splitNumber: isNarrow || first?.format === 'money' ? 2 : 4 } : {}),
    minInterval: chart.decimals || (first?.format ?? 'integer') !== 'integer' ? 0 : 1,
    axisLabel: { ...label, formatter: step, hideOverlap: true },
    splitLine: { lineStyle: { color: look.line } },
  };
}

function bars({ chart, series, label }: Picture, isSideways: boolean): Option {
  const short = shortNumber(series[0], chart.decimals);
  return {
    barMaxWidth: isSideways ? 22 : 44,
    itemStyle: { borderRadius: isSideways ? [0, 4, 4, 0] : [4, 4, 0, 0] },
    label: {
      // the labels of several money bars in a category would overlap
      show:
        !(series.length > 1 && series.some(({ format }) => format === 'money')) && chart.categories.length * series.length <= 40,
      position: isSideways ? 'right' : 'top',
      ...label,
      formatter: ({ value }: { value: number }) => short(value),
    },
  };
}

const NARROW_LINE = 15;

/** A name broken between words into lines that fit beside a small picture; a longer word is cut. */
export const wrapName = (name: string, width = NARROW_LINE): string =>
  name
    .split(' ')
    .map((word) => cut(word, width))
    .reduce((text, word) => {
      const line = text.slice(text.lastIndexOf('\n') + 1);
      return line.length + 1 + word.length > width ? `${text}\n${word}` : `${text} ${word}`;
    });

/** The name beside a lying bar of a narrow chart: what two lines hold. */
export function twoLines(name: string): string {
  const [first = '', second, ...rest] = wrapName(name, 18).split('\n');
  if (second === undefined) return first;
  return `${first}\n${rest.length > 0 ? `${second.slice(0, 17).trimEnd()}…` : second}`;
}

// More rings than this would be a grey disc.
const MOST_RINGS = 20;

/** Rings of a radar: one for each step of 1, up to the number that can be told apart. */
export const radarSteps = (max: number): number => (max <= MOST_RINGS ? Math.max(1, max) : 5);
