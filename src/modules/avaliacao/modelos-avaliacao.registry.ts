import { activity, choice } from '#kit/fields/choice.ts';
import { having, optional } from '#kit/fields/field.ts';
import { percentage } from '#kit/fields/number.ts';
import { refId } from '#kit/fields/reference.ts';
import { longText, text } from '#kit/fields/text.ts';
import { defineRegistry } from '#kit/registry/registry.ts';
import { EXPERIENCIA } from '#modules/gestao-talentos/public.ts';

/**
 * ENU-031 gives the values without codes: D and A are ours. Models of candidates, courses and students are further uses of the
 * same record, and get codes when their screens come.
 */
export const tiposDeModelo = { D: 'Avaliação de Desempenho', [EXPERIENCIA]: 'Acompanhamento do Período de Experiência' } as const;

/**
 * ENT-079: the basis of an evaluation, and the percentage from which somebody passes. Its questions come with the questionnaires.
 */
export const modelosAvaliacao = defineRegistry({
  id: 'modelos-avaliacao',
  title: 'Modelos de Avaliação',
  singular: 'Modelo de Avaliação',
  authority: 'ROLE_CAD_MODELO_AVALIACAO',
  scope: 'empresa',
  most: 2_000,
  // Drafts, too, have titles: they are for whoever chooses among them.
  privateNames: [
    'ROLE_CAD_AVALIACAO_DESEMPENHO',
    'ROLE_CAD_PERIODO_EXPERIENCIA_TALENTO',
    'ROLE_REL_PERGUNTAS_AVALIACAO',
    'ROLE_REL_RANKING_PERFORMANCE_PERIODO_EXPERIENCIA',
  ],
  fields: {
    titulo: text('Título', 250),
    tipo: choice('Tipo', tiposDeModelo),
    periodoAcompanhamentoExperienciaId: optional(refId('Período de Experiência', 'avaliacao/periodos-experiencia')),
    percentualMinimoAprovacao: having(optional(percentage('Percentual mínimo para aprovação')), {
      hint: 'Vazio: a avaliação não aprova nem reprova.',
    }),
    observacao: optional(longText('Observação', 2_000)),
    ativo: activity(),
  },
  columns: ['titulo', 'tipo', 'periodoAcompanhamentoExperienciaId', 'percentualMinimoAprovacao', 'ativo'],
  unique: [['tipo', 'titulo']],
  // RUL-307: the experience type requires a period; no other has one.
  requiredWhen: { periodoAcompanhamentoExperienciaId: ({ tipo }) => tipo === EXPERIENCIA },
  visibleWhen: { periodoAcompanhamentoExperienciaId: ({ tipo }) => tipo === EXPERIENCIA },
});
