import { activity, choices } from '#kit/fields/choice.ts';
import { having, optional } from '#kit/fields/field.ts';
import { integer } from '#kit/fields/number.ts';
import { text } from '#kit/fields/text.ts';
import { defineRegistry } from '#kit/registry/registry.ts';

/** Days before the end of a period on which its notices go out. */
export const avisos = {
  '30': '30 dias antes',
  '15': '15 dias antes',
  '10': '10 dias antes',
  '5': '5 dias antes',
  '1': 'Na véspera',
} as const;

/** A period of a new talent's trial, counted from the day of admission. */
export const periodosExperiencia = defineRegistry({
  id: 'periodos-experiencia',
  title: 'Períodos de Experiência',
  singular: 'Período de Experiência',
  authority: 'ROLE_CAD_PERIODO_EXPERIENCIA',
  scope: 'empresa',
  most: 50,
  fields: {
    nome: text('Nome', 60),
    dias: having(integer('Quantidade de Dias', { min: 1, max: 3_650 }), {
      hint: 'Contados da admissão, com o dia dela: 45 dias a partir de 01/03 terminam em 14/04.',
    }),
    avisos: having(optional(choices('Avisos', avisos, 0)), {
      initial: ['15', '5'],
      hint: 'O líder recebe as perguntas e o lembrete antes do término. Nenhum: ninguém é avisado.',
    }),
    ativo: activity(),
  },
  columns: ['nome', 'dias', 'ativo'],
  sort: { field: 'dias', order: 'asc' },
  unique: [['nome']],
});
