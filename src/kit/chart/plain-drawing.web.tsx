import { useElementSize } from '@mantine/hooks';
import classes from './chart.module.css';
import { type ChartData, chartNumber, drawnSeries, isOpenSlice, openSlice, type Slices, seriesNumber } from './chart-data.ts';
import { CHART_COLORS, type ChartLook } from './chart-look.ts';

interface Props {
  chart: ChartData;
  look: ChartLook;
  height: number;
  slices?: Slices | undefined;
}

const LETTER = 6.6;
const ROW = 30;
const FOOT = 24;
const HEAD = 26;
/** Pixels of a name below a line, where there is room; what is longer is cut. */
const LONGEST_NAME = 160;

const cut = (text: string, width: number) => {
  const most = Math.max(3, Math.floor(width / LETTER));
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
};

/** The next of 1, 2, 5, 10, 20 … that a fourth of the greatest value fits in; no finer than the axis writes. */
export function stepOf(greatest: number, decimals = 0): number {
  const wanted = Math.max(greatest / 4, 10 ** -decimals);
  const power = 10 ** Math.floor(Math.log10(wanted));
  return power * ([1, 2, 5, 10].find((factor) => factor * power >= wanted) ?? 10);
}

/** The steps of an axis that holds zero and all values, and the multiples of them between which it lies. */
export function scaleOf(values: readonly (number | null)[], decimals = 0): { step: number; from: number; to: number } {
  const known = values.map((value) => value ?? 0);
  const [least, greatest] = [Math.min(0, ...known), Math.max(1, ...known)];
  const step = stepOf(greatest - least, decimals);
  return { step, from: Math.floor(least / step), to: Math.ceil(greatest / step) };
}

/** Lying bars of one series, or lines: drawn at once, for pages that must not wait for the library of the other charts. */
export function PlainDrawing({ chart, look, height, slices }: Props) {
  const { ref, width } = useElementSize();
  const Drawn = chart.kind === 'line' ? Lines : Bars;
  return (
    <div ref={ref} className={classes.plain} style={{ minHeight: height }}>
      {width > 0 && (
        <svg
          width={width}
          height={height}
          viewBox={`0 0 ${width} ${height}`}
          fontFamily={look.font}
          fontSize={12}
          fill={look.text}
          aria-hidden="true"
        >
          <Drawn {...{ chart, look, height, width, slices }} />
        </svg>
      )}
    </div>
  );
}

function Bars({ chart, look, height, width, slices }: Props & { width: number }) {
  const [series] = drawnSeries(chart);
  if (!series) return null;
  const write = seriesNumber(series, chart.decimals);
  const values = chart.categories.map((_, index) => series.data[index] ?? 0);
  const greatest = Math.max(...values, 1);
  const names = Math.min(width * 0.4, Math.max(...chart.categories.map((name) => name.length)) * LETTER + 12);
  const room = width - names - Math.max(...values.map((value) => write(value).length)) * LETTER - 12;
  const row = Math.min(ROW * 1.5, height / Math.max(1, chart.categories.length));
  const thick = Math.min(18, row * 0.6);
  return chart.categories.map((name, index) => {
    const [value, y] = [values[index] ?? 0, index * row + row / 2];
    const long = Math.max(value === 0 ? 0 : 2, (value / greatest) * room);
    return (
      // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/noStaticElementInteractions: 'Detalhar' does the same by keys
      <g
        key={`${name}-${index}`}
        data-opens={(slices && isOpenSlice(slices, index, 0)) || undefined}
        onClick={() => slices && openSlice(slices, index, 0)}
      >
        <title>{`${name}: ${write(value)}`}</title>
        <rect x={0} y={index * row} width={width} height={row} fill="transparent" />
        <text x={names - 10} y={y} textAnchor="end" dominantBaseline="central">
          {cut(name, names - 10)}
        </text>
        <rect x={names} y={y - thick / 2} width={long} height={thick} rx={3} fill={CHART_COLORS[0]} />
        <text x={names + long + 8} y={y} dominantBaseline="central" fill={look.text}>
          {write(value)}
        </text>
      </g>
    );
  });
}

function Lines({ chart, look, height, width, slices }: Props & { width: number }) {
  const series = drawnSeries(chart);
  const write = series[0]?.format ? seriesNumber(series[0]) : chartNumber(chart.decimals);
  const scale = scaleOf(
    series.flatMap(({ data }) => data),
    chart.decimals,
  );
  const marks = Array.from({ length: scale.to - scale.from + 1 }, (_, index) => (scale.from + index) * scale.step);
  const room = Math.min(LONGEST_NAME, width / 4);
  const longest = Math.min(room, Math.max(...chart.categories.map((name) => name.length)) * LETTER);
  const left = Math.max(...marks.map((mark) => write(mark).length * LETTER + 14), longest / 2);
  const right = Math.max(14, longest / 2);
  const [top, bottom] = [HEAD + 10, height - FOOT];
  const last = Math.max(1, chart.categories.length - 1);
  const x = (index: number) => left + ((width - left - right) * index) / last;
  const y = (value: number) => bottom - ((bottom - top) * (value / scale.step - scale.from)) / (scale.to - scale.from);
  // Names of months that would touch are left out, beginning with the second.
  const each = Math.ceil((longest + 10) / Math.max(1, (width - left - right) / last));
  return (
    <>
      {series.map(({ name }, index) => (
        <g key={name} transform={`translate(${left + index * 130} 8)`}>
          <rect width={12} height={12} rx={3} fill={CHART_COLORS[index]} />
          <text x={18} y={6} dominantBaseline="central">
            {name}
          </text>
        </g>
      ))}
      {marks.map((value) => (
        <g key={value}>
          <line x1={left} x2={width - 4} y1={y(value)} y2={y(value)} stroke={look.line} />
          <text x={left - 8} y={y(value)} textAnchor="end" dominantBaseline="central">
            {write(value)}
          </text>
        </g>
      ))}
      {chart.categories.map(
        (name, index) =>
          index % each === 0 && (
            <text key={`${name}-${index}`} x={x(index)} y={height - 6} textAnchor="middle">
              {cut(name, room)}
            </text>
          ),
      )}
      {series.map(({ name, data }, at) => (
        <g key={name} fill={CHART_COLORS[at]}>
          <polyline
            points={data.flatMap((value, index) => (value === null ? [] : [`${x(index)},${y(value)}`])).join(' ')}
            fill="none"
            stroke={CHART_COLORS[at]}
            strokeWidth={2}
            strokeLinejoin="round"
          />
          {data.map(
            (value, index) =>
              value !== null && (
                // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/noStaticElementInteractions: 'Detalhar' does the same by keys
                <g
                  key={chart.categories[index]}
                  data-opens={(slices && isOpenSlice(slices, index, at)) || undefined}
                  onClick={() => slices && openSlice(slices, index, at)}
                >
                  <circle cx={x(index)} cy={y(value)} r={12} fill="transparent" />
                  <circle cx={x(index)} cy={y(value)} r={3.5} />
                  <title>{`${chart.categories[index]}, ${name}: ${write(value)}`}</title>
                </g>
              ),
          )}
        </g>
      ))}
    </>
  );
}
