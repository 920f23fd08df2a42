import { BarChart, FunnelChart, LineChart, PieChart, RadarChart } from 'echarts/charts';
import { GridComponent, LegendComponent, RadarComponent, TooltipComponent } from 'echarts/components';
import * as echarts from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';
import { useEffect, useRef } from 'react';
import { type ChartData, type ChartLook, chartOption } from './chart-option.ts';

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

/** The drawing itself; loaded with the first chart of a visit. */
export function ChartDrawing({
  chart,
  look,
  height,
  onSlice,
}: {
  chart: ChartData;
  look: ChartLook;
  height: number;
  onSlice?: (index: number) => void;
}) {
  const box = useRef<HTMLDivElement>(null);
  const drawn = useRef<echarts.ECharts | null>(null);
  const onClick = useRef(onSlice);
  onClick.current = onSlice;
  useEffect(() => {
    if (!box.current) return;
    const made = echarts.init(box.current, null, { renderer: 'svg' });
    drawn.current = made;
    made.on('click', ({ dataIndex }: { dataIndex?: number }) => {
      if (dataIndex !== undefined) onClick.current?.(dataIndex);
    });
    const watch = new ResizeObserver(() => made.resize());
    watch.observe(box.current);
    return () => {
      watch.disconnect();
      made.dispose();
      drawn.current = null;
    };
  }, []);
  useEffect(() => {
    drawn.current?.setOption(
      { ...chartOption(chart, look), animation: !matchMedia('(prefers-reduced-motion: reduce)').matches },
      { notMerge: true },
    );
  }, [chart, look]);
  return <div ref={box} style={{ height, width: '100%' }} />;
}
