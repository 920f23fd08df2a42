import type { ChartFormat } from '#kit/chart/chart-data.ts';
import { type Indicator, type IndicatorData, periodText } from '#kit/indicator/indicator.ts';
import type { Column, Table } from '#kit/sheet/column.ts';

const types: Readonly<Record<ChartFormat, Column['type']>> = {
  integer: 'integer',
  decimal: 'number',
  money: 'money',
  percentage: 'percentage',
  percentage1: 'percentage',
};
const decimals: Partial<Readonly<Record<ChartFormat, number>>> = { decimal: 2, percentage: 2, percentage1: 1 };

/** The numbers of an indicator as a spreadsheet, the same as in the chart; its first heading says the period. */
export function tableOfIndicator(
  indicator: Indicator,
  { series, colunas }: IndicatorData,
  filter: Readonly<Record<string, unknown>>,
): Table {
  return {
    title: indicator.title,
    columns: [
      { key: 'nome', label: `${indicator.category} (${periodText(indicator, filter)})`, type: 'text', width: 40 },
      ...colunas.map(
        ({ nome, formato = 'integer' }, index): Column => ({
          key: `c${index}`,
          label: nome,
          type: types[formato],
          width: 18,
          ...(decimals[formato] === undefined ? {} : { decimals: decimals[formato] }),
        }),
      ),
    ],
    rows: [
      series.map(({ label, data }) => ({ nome: label, ...Object.fromEntries(data.map((value, index) => [`c${index}`, value])) })),
    ],
  };
}
