import { activity } from '#kit/fields/choice.ts';
import { having, optional } from '#kit/fields/field.ts';
import { percentage } from '#kit/fields/number.ts';
import { longText, text } from '#kit/fields/text.ts';
import { defineRegistry } from '#kit/registry/registry.ts';

/** What candidates are asked in a selection (ENT-079 for candidates); its questions are edited below the record. */
export const modelosAvaliacaoCandidato = defineRegistry({
  id: 'modelos-avaliacao-candidato',
  title: 'Modelos de Avaliação do Candidato',
  singular: 'Modelo de Avaliação do Candidato',
  authority: 'ROLE_CAD_MODELO_AVALIACAO_CANDIDATO',
  scope: 'empresa',
  most: 2_000,
  // Drafts, too, have titles: they are for whoever chooses among them.
  privateNames: ['ROLE_CAD_SOLICITACAO_PESSOAL', 'ROLE_CAD_ANUNCIO_VAGA', 'ROLE_CAD_AVALIACAO_CANDIDATO', 'ROLE_CAD_CANDIDATURA'],
  empty: { why: 'Um modelo são as perguntas que os candidatos respondem numa seleção.' },
  fields: {
    titulo: text('Título', 250),
    percentualMinimoAprovacao: having(optional(percentage('Percentual mínimo para aprovação')), {
      hint: 'Vazio: a avaliação não aprova nem reprova.',
    }),
    observacao: optional(longText('Observação', 2_000)),
    ativo: activity(),
  },
  columns: ['titulo', 'percentualMinimoAprovacao', 'ativo'],
  unique: [['titulo']],
});
