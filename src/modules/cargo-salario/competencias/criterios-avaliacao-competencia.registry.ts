import { ref } from '#kit/fields/reference.ts';
import { text } from '#kit/fields/text.ts';
import { defineRegistry } from '#kit/registry/registry.ts';

export const criteriosAvaliacaoCompetencia = defineRegistry({
  id: 'criterios-avaliacao-competencia',
  title: 'Critérios de Avaliação da Competência',
  singular: 'Critério de Avaliação da Competência',
  authority: 'ROLE_CAD_CRITERIO_AVALIACAO_COMPETENCIA',
  scope: 'empresa',
  most: 10_000,
  fields: {
    competencia: ref('Competência', 'cargo-salario/competencias'),
    descricao: text('Descrição', 250),
  },
  columns: ['descricao', 'competencia'],
  filters: ['descricao', 'competencia'],
  unique: [['competencia', 'descricao']],
});
