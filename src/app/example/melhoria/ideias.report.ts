import { choice, choices } from '#kit/fields/choice.ts';
import { optional } from '#kit/fields/field.ts';
import { text } from '#kit/fields/text.ts';
import { defineReport } from '#kit/report/report.ts';
import { situacoes } from './ideias.registry.ts';

export const relatorioDeIdeias = defineReport({
  id: 'ideias',
  title: 'Ideias por Situação',
  authority: 'ROLE_REL_IDEIA',
  filter: { situacoes: optional(choices('Situações', situacoes, 0)) },
  row: { situacao: choice('Situação', situacoes), titulo: text('Título', 100), autor: text('Autor', 100) },
  groups: ['situacao'],
  totals: { titulo: 'count' },
});
