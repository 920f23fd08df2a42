import { computed } from '#kit/fields/field.ts';
import { integer, percentage } from '#kit/fields/number.ts';
import { text } from '#kit/fields/text.ts';
import { defineRegistry } from '#kit/registry/registry.ts';

export const niveisCompetencia = defineRegistry({
  id: 'niveis-competencia',
  title: 'Níveis de Competência',
  singular: 'Nível de Competência',
  authority: 'ROLE_CAD_NIVEL_COMPETENCIA',
  scope: 'empresa',
  most: 500,
  fields: {
    descricao: text('Descrição', 60),
    // Order and percentage are dated: today's values are shown; see niveis-competencia-historico.
    ordem: computed(integer('Peso')),
    percentual: computed(percentage('Percentual Mínimo (%)')),
  },
  columns: ['descricao', 'ordem', 'percentual'],
  filters: ['descricao'],
  unique: [['descricao']],
});
