export type ChartKind = 'bar' | 'line' | 'doughnut' | 'radar' | 'funnel';

export interface ChartSeries {
  name: string;
  data: readonly number[];
}

/** What a chart shows; the same on screen, in its table and in its export. */
export interface ChartData {
  kind: ChartKind;
  categories: readonly string[];
  series: readonly ChartSeries[];
  /** digits after the comma */
  decimals?: number;
}

export interface ChartLook {
  text: string;
  line: string;
  surface: string;
  /** named, not inherited: the widths of labels are measured before they are drawn */
  font: string;
}

/** Nine colours, each at least 3 : 1 on the light and on the dark card. */
export const CHART_COLORS = [
  '#2F7FD1',
  '#CF6E12',
  '#2B9467',
  '#8B6FE0',
  '#D2498B',
  '#0E8F9B',
  '#A07C00',
  '#77838F',
  '#DB4F4A',
] as const;

/** Text of a number in a chart, pt-BR. */
export const chartNumber = (decimals = 0): ((value: number) => string) => {
  const format = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: decimals, minimumFractionDigits: 0 });
  return (value) => format.format(value);
};

/** True when there is nothing to draw. */
export const isEmptyChart = ({ series }: ChartData): boolean => series.every(({ data }) => data.every((value) => !value));

const cut = (text: string, most: number) => (text.length > most ? `${text.slice(0, most - 1)}…` : text);

/** The chart as an ECharts option, plain data and functions. */
export function chartOption(chart: ChartData, look: ChartLook): Record<string, unknown> {
  const { kind, categories, series } = chart;
  const number = chartNumber(chart.decimals);
  const label = { color: look.text, fontSize: 12 };
  const base = {
    color: [...CHART_COLORS],
    animationDuration: 250,
    textStyle: { fontFamily: look.font, color: look.text },
    // richText is drawn in the picture: no HTML, hence nothing for the content policy to refuse
    tooltip: {
      trigger: kind === 'bar' || kind === 'line' ? 'axis' : 'item',
      renderMode: 'richText',
      backgroundColor: look.surface,
      borderColor: look.line,
      textStyle: { color: look.text, fontSize: 12 },
      valueFormatter: (value: unknown) => (typeof value === 'number' ? number(value) : String(value)),
      axisPointer: { type: kind === 'bar' ? 'shadow' : 'line' },
    },
    ...(series.length > 1 || kind === 'doughnut' || kind === 'funnel'
      ? {
          legend: {
            type: 'scroll',
            bottom: 0,
            textStyle: label,
            pageTextStyle: label,
            icon: 'roundRect',
            itemWidth: 12,
            itemHeight: 12,
          },
        }
      : {}),
  };
  const slices = categories.map((name, index) => ({ name, value: series[0]?.data[index] ?? 0 }));
  if (kind === 'doughnut') {
    const round = { itemStyle: { borderColor: look.surface, borderWidth: 2 } };
    return {
      ...base,
      series: [
        {
          type: 'pie',
          radius: ['48%', '74%'],
          center: ['50%', '45%'],
          data: slices,
          label: { ...label, formatter: ({ percent }: { percent: number }) => `${chartNumber(1)(percent)}%` },
          ...round,
        },
      ],
    };
  }
  if (kind === 'funnel') {
    const inside = {
      show: true,
      position: 'inside',
      color: '#FFFFFF',
      textBorderColor: 'rgba(0,0,0,0.55)',
      textBorderWidth: 3,
      formatter: '{b}: {c}',
    };
    return {
      ...base,
      series: [
        {
          type: 'funnel',
          sort: 'none',
          top: 8,
          bottom: 44,
          gap: 2,
          minSize: '12%',
          data: slices,
          label: inside,
          itemStyle: { borderColor: look.surface },
        },
      ],
    };
  }
  if (kind === 'radar') {
    const max = Math.max(1, ...series.flatMap(({ data }) => data));
    return {
      ...base,
      radar: {
        indicator: categories.map((name) => ({ name: cut(name, 24), max })),
        axisName: label,
        radius: '62%',
        center: ['50%', '47%'],
        splitLine: { lineStyle: { color: look.line } },
        axisLine: { lineStyle: { color: look.line } },
        splitArea: { show: false },
      },
      series: [
        { type: 'radar', data: series.map(({ name, data }) => ({ name, value: [...data], areaStyle: { opacity: 0.12 } })) },
      ],
    };
  }
  const isSideways = isSidewaysChart(chart);
  const names = {
    type: 'category',
    data: [...categories],
    inverse: isSideways,
    boundaryGap: kind === 'bar',
    axisLabel: {
      ...label,
      interval: 0,
      rotate: !isSideways && categories.length > 8 ? 40 : 0,
      formatter: (name: string) => cut(name, isSideways ? 30 : 18),
    },
    axisLine: { lineStyle: { color: look.line } },
    axisTick: { show: false },
  };
  const values = {
    type: 'value',
    ...(isSideways ? { splitNumber: 4 } : {}),
    minInterval: chart.decimals ? 0 : 1,
    axisLabel: { ...label, formatter: number },
    splitLine: { lineStyle: { color: look.line } },
  };
  const bar = {
    barMaxWidth: isSideways ? 22 : 44,
    itemStyle: { borderRadius: isSideways ? [0, 4, 4, 0] : [4, 4, 0, 0] },
    label: {
      show: true,
      position: isSideways ? 'right' : 'top',
      ...label,
      formatter: ({ value }: { value: number }) => number(value),
    },
  };
  return {
    ...base,
    // the outer bounds keep the axes' labels inside of the picture
    grid: {
      left: 8,
      right: isSideways ? 36 : 12,
      top: 24,
      bottom: series.length > 1 ? 40 : 8,
      outerBoundsMode: 'same',
      outerBoundsContain: 'axisLabel',
    },
    xAxis: isSideways ? values : names,
    yAxis: isSideways ? names : values,
    series: series.map(({ name, data }) => ({
      type: kind,
      name,
      data: [...data],
      ...(kind === 'bar' ? bar : { symbolSize: 7, lineStyle: { width: 2.5 } }),
    })),
  };
}

/** Bars lie down when their names would not stand side by side. */
export const isSidewaysChart = ({ kind, categories }: ChartData): boolean =>
  kind === 'bar' && (categories.length > 6 || categories.some((name) => name.length > 14));

/** Pixels that the chart wants: lying bars need room for each. */
export const chartHeight = (chart: ChartData): number =>
  chart.kind === 'funnel' ? 550 : isSidewaysChart(chart) ? Math.max(300, 48 + chart.categories.length * 30) : 300;

/** The chart's table as CSV with `;`, for a spreadsheet in pt-BR; a cell that begins like a formula is defused. */
export function chartCsv(chart: ChartData, categoryLabel: string): string {
  const cell = (text: string) => {
    const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
    return /[";\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  };
  const lines = [
    [categoryLabel, ...chart.series.map(({ name }) => name)].map(cell),
    ...chart.categories.map((name, index) => [
      cell(name),
      ...chart.series.map(({ data }) => String(data[index] ?? '').replace('.', ',')),
    ]),
  ];
  return `\uFEFF${lines.map((line) => line.join(';')).join('\r\n')}\r\n`;
}
