import { month } from '#kit/fields/date.ts';
import { money } from '#kit/fields/number.ts';
import { defineRegistry } from '#kit/registry/registry.ts';

/** The company's revenue of each month, with which payroll figures are compared. */
export const faturamentosMensais = defineRegistry({
  id: 'faturamentos-mensais',
  title: 'Faturamentos Mensais',
  singular: 'Faturamento Mensal',
  authority: 'ROLE_CAD_FATURAMENTO_MENSAL',
  scope: 'empresa',
  most: 2_000,
  fields: { mesAno: month('Mês/Ano'), valor: money('Valor') },
  columns: ['mesAno', 'valor'],
  label: 'mesAno',
  sort: { field: 'mesAno', order: 'desc' },
  unique: [['mesAno']],
});
