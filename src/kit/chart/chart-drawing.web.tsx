import { BarChart, FunnelChart, LineChart, PieChart, RadarChart } from 'echarts/charts';
import { GridComponent, LegendComponent, RadarComponent, TooltipComponent } from 'echarts/components';
import * as echarts from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';
import { useEffect, useRef, useState } from 'react';
import classes from './chart.module.css';
import { type ChartData, drawnSeries, isOpenSlice, openSlice, type Slices } from './chart-data.ts';
import type { ChartLook } from './chart-look.ts';
import { chartOption } from './chart-option.ts';

echarts.use([
  BarChart,
  LineChart,
  PieChart,
  RadarChart,
  FunnelChart,
  GridComponent,
  LegendComponent,
  RadarComponent,
  TooltipComponent,
  SVGRenderer,
]);

/** Pixels below which a chart is drawn for a phone. */
const NARROW = 420;

/** The drawing itself; loaded with the first chart of a visit. */
export function ChartDrawing({
  chart,
  look,
  height,
  slices,
}: {
  chart: ChartData;
  look: ChartLook;
  height: number;
  slices?: Slices | undefined;
}) {
  const box = useRef<HTMLDivElement>(null);
  const drawn = useRef<echarts.ECharts | null>(null);
  const [isNarrow, setNarrow] = useState(false);
  const latest = useRef({ chart, slices });
  latest.current = { chart, slices };
  useEffect(() => {
    if (!box.current) return;
    const made = echarts.init(box.current, null, { renderer: 'svg' });
    drawn.current = made;
    made.on('click', ({ dataIndex, seriesIndex = 0 }: { dataIndex?: number; seriesIndex?: number }) => {
      const present = latest.current;
      const series = drawnSeries(present.chart)[seriesIndex];
      if (dataIndex !== undefined && series && present.slices)
        openSlice(present.slices, dataIndex, present.chart.series.indexOf(series));
    });
    const watch = new ResizeObserver(([entry]) => {
      made.resize();
      // a print gives no time to redraw at its width, so the drawing is scaled
      made.getDom().querySelector('svg')?.setAttribute('viewBox', `0 0 ${made.getWidth()} ${made.getHeight()}`);
      // a panel that is not shown has no width: leave the drawing alone
      const width = entry?.contentRect.width ?? 0;
      if (width > 0) setNarrow(width <= NARROW);
    });
    watch.observe(box.current);
    return () => {
      watch.disconnect();
      made.dispose();
      drawn.current = null;
    };
  }, []);
  useEffect(() => {
    const animation = !matchMedia('(prefers-reduced-motion: reduce)').matches;
    const opens = (index: number, series: number) => {
      const present = latest.current.slices;
      return present !== undefined && isOpenSlice(present, index, series);
    };
    drawn.current?.setOption({ ...chartOption(chart, look, isNarrow, opens), animation }, { notMerge: true });
    // at once: what prints does not wait for the next frame
    drawn.current?.getZr().flush();
  }, [chart, look, isNarrow]);
  return (
    <>
      <div ref={box} className={classes.drawing} style={{ minHeight: height }} />
      {isNarrow && chart.kind === 'radar' && (
        <ol className={classes.key}>
          {chart.categories.map((name) => (
            <li key={name}>{name}</li>
          ))}
        </ol>
      )}
    </>
  );
}
