import { having, optional } from '#kit/fields/field.ts';
import { ref } from '#kit/fields/reference.ts';
import { defineForm } from '#kit/form/form.ts';

const avaliador = optional(ref('Quem responde', 'gestao-talentos/talentos'));

/** Who is asked about a talent's trial; empty: the leader, by the period's model. */
export const pedir = defineForm({
  fields: {
    colaborador: ref('Talento', 'gestao-talentos/talentos'),
    periodo: ref('Período de Experiência', 'avaliacao/periodos-experiencia'),
    modelo: optional(ref('Modelo de avaliação', 'avaliacao/modelos-avaliacao')),
    avaliador: having(avaliador, { hint: 'Vazio: quem já foi perguntado, ou o líder da área do talento.' }),
  },
});

/** What the dialog asks before anybody was asked; the line that it was opened from says the rest. */
export const aQuem = defineForm({ fields: { avaliador: having(avaliador, { hint: 'Vazio: o líder da área do talento.' }) } });

/** … and after somebody was. */
export const aQuemMais = defineForm({
  fields: { avaliador: having(avaliador, { label: 'Outra pessoa', hint: 'Vazio: quem já foi perguntado recebe um lembrete.' }) },
});

/** What the way to the dialog is called, by who is asked already. */
export const perguntarOuLembrar = (perguntado: string | null): string =>
  perguntado === null ? 'Perguntar' : 'Lembrar ou trocar quem responde';
