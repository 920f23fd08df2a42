import { BarChart, FunnelChart, LineChart, PieChart, RadarChart } from 'echarts/charts';
import { GridComponent, LegendComponent, RadarComponent, TooltipComponent } from 'echarts/components';
import * as echarts from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';
import type { ChartData } from './chart-data.ts';
import { chartOption } from './chart-option.ts';

echarts.use([
  BarChart,
  FunnelChart,
  LineChart,
  PieChart,
  RadarChart,
  GridComponent,
  LegendComponent,
  RadarComponent,
  TooltipComponent,
  SVGRenderer,
]);

const look = { text: '#1f2937', line: '#e5e7eb', surface: '#ffffff', font: 'Inter' };

/** The chart of the screens as a vector picture for a document: `image(bytes(dados.grafico), format: "svg", alt: …)`. */
export function chartSvg(chart: ChartData, size: { width: number; height: number }): string {
  const drawn = echarts.init(null, null, { renderer: 'svg', ssr: true, ...size });
  try {
    drawn.setOption({ ...chartOption(chart, look), animation: false });
    return drawn.renderToSVGString();
  } finally {
    drawn.dispose();
  }
}
