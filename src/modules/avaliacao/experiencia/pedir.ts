import { having, optional } from '#kit/fields/field.ts';
import { ref } from '#kit/fields/reference.ts';
import { defineForm } from '#kit/form/form.ts';

const campos = {
  modelo: optional(ref('Modelo de avaliação', 'avaliacao/modelos-avaliacao')),
  avaliador: having(optional(ref('Quem responde', 'gestao-talentos/talentos')), {
    hint: 'Vazio: quem já foi perguntado, ou o líder da área do talento.',
  }),
};

/** Who is asked about a talent's trial; empty: the leader, by the period's model. */
export const pedir = defineForm({
  fields: {
    colaborador: ref('Talento', 'gestao-talentos/talentos'),
    periodo: ref('Período de Experiência', 'avaliacao/periodos-experiencia'),
    ...campos,
  },
});

/** What the dialog asks; the line that it was opened from says the rest. */
export const aQuem = defineForm({ fields: { avaliador: campos.avaliador } });
