import { csvCell } from '#kit/sheet/csv/csv-cell.ts';
import type { ChartData } from './chart-data.ts';

/** The chart's table as CSV with `;`, for a spreadsheet in pt-BR. */
export function chartCsv({ categories, series }: ChartData, categoryLabel: string): string {
  const lines = [
    [categoryLabel, ...series.map(({ name }) => name)].map((text) => csvCell(text, 'text')),
    ...categories.map((name, index) => [
      csvCell(name, 'text'),
      ...series.map(({ data }) => String(data[index] ?? '').replace('.', ',')),
    ]),
  ];
  return `\uFEFF${lines.map((line) => line.join(';')).join('\r\n')}\r\n`;
}
