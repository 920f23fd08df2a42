import { activity } from '#kit/fields/choice.ts';
import { having } from '#kit/fields/field.ts';
import { integer } from '#kit/fields/number.ts';
import { text } from '#kit/fields/text.ts';
import { defineRegistry } from '#kit/registry/registry.ts';

/** A period of a new talent's trial, counted from the day of admission. */
export const periodosExperiencia = defineRegistry({
  id: 'periodos-experiencia',
  title: 'Períodos de Experiência',
  singular: 'Período de Experiência',
  authority: 'ROLE_CAD_PERIODO_EXPERIENCIA',
  scope: 'empresa',
  fields: {
    nome: text('Nome', 60),
    dias: having(integer('Quantidade de Dias', { min: 1, max: 3_650 }), {
      hint: 'Contados da admissão, com o dia dela: 45 dias a partir de 01/03 terminam em 14/04.',
    }),
    ativo: activity(),
  },
  columns: ['nome', 'dias', 'ativo'],
  sort: { field: 'dias', order: 'asc' },
  unique: [['nome']],
});
