import { boolean } from '#kit/fields/choice.ts';
import { date } from '#kit/fields/date.ts';
import { computed, having, optional, readOnly } from '#kit/fields/field.ts';
import { integer, percentage } from '#kit/fields/number.ts';
import { ref, rows } from '#kit/fields/reference.ts';
import { text } from '#kit/fields/text.ts';
import { defineRegistry } from '#kit/registry/registry.ts';
import { faltasDosNiveis } from './niveis-competencia.rules.ts';

/** Weights and minimum percentages of the levels from a date on. */
export const niveisCompetenciaHistorico = defineRegistry({
  id: 'niveis-competencia-historico',
  title: 'Históricos dos Níveis de Competência',
  singular: 'Histórico dos Níveis de Competência',
  authority: 'ROLE_CAD_NIVEL_COMPETENCIA_HISTORICO',
  scope: 'empresa',
  most: 500,
  fields: {
    data: date('A partir de'),
    considerarPercentualMinimo: having(boolean('Considerar percentual mínimo'), {
      hint: 'O nível é alcançado por quem atende ao menos este percentual dos critérios da competência.',
    }),
    obrigarPercentual: having(boolean('Obrigar o percentual mínimo'), {
      hint: 'Nas avaliações, o nível segue o percentual alcançado e não pode ser escolhido à mão.',
    }),
    configHistoricosNiveis: rows(
      'Níveis',
      {
        nivelCompetencia: ref('Descrição', 'cargo-salario/niveis-competencia'),
        ordem: integer('Peso', { min: 0, max: 99_999 }),
        percentual: optional(percentage('Percentual Mínimo (%)', 2, { min: 0, max: 100 })),
      },
      1,
    ),
    // The name of the history in references; the hooks keep it.
    nome: readOnly(text('Histórico', 40)),
    podeEditar: computed(boolean('Pode ser alterado')),
  },
  columns: ['data', 'considerarPercentualMinimo', 'obrigarPercentual', 'podeEditar'],
  filters: ['data', 'considerarPercentualMinimo'],
  sort: { field: 'data', order: 'desc' },
  label: 'nome',
  unique: [['data']],
  visibleWhen: {
    nome: () => false,
    podeEditar: () => false,
    obrigarPercentual: ({ considerarPercentualMinimo }) => considerarPercentualMinimo === true,
  },
  rules: faltasDosNiveis,
});
