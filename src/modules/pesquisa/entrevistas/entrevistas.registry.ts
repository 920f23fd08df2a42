import { activity } from '#kit/fields/choice.ts';
import { computed, having, optional } from '#kit/fields/field.ts';
import { integer } from '#kit/fields/number.ts';
import { ref } from '#kit/fields/reference.ts';
import { longText, text } from '#kit/fields/text.ts';
import { defineRegistry } from '#kit/registry/registry.ts';

/** ENT-190: questions that are asked of one person at a time, whenever there is a reason: on leaving, on returning. */
export const entrevistas = defineRegistry({
  id: 'entrevistas',
  title: 'Entrevistas',
  singular: 'Entrevista',
  authority: 'ROLE_CAD_ENTREVISTA',
  scope: 'empresa',
  // Drafts, too, have titles: they are for whoever chooses among them.
  privateNames: ['ROLE_REL_ENTREVISTAS'],
  fields: {
    titulo: text('Título', 250),
    pesquisa: having(ref('Pesquisa', 'pesquisa/pesquisas'), { hint: 'As perguntas que se fazem.' }),
    observacao: optional(longText('Observação', 2_000)),
    ativa: activity('Ativa'),
    entrevistados: computed(integer('Entrevistados')),
  },
  columns: ['titulo', 'pesquisa', 'entrevistados', 'ativa'],
  filters: ['titulo', 'pesquisa', 'ativa'],
  unique: [['titulo']],
  headline: { lines: ['pesquisa'] },
  deeds: {
    entrevistar: { label: 'Entrevistar', authority: 'ROLE_CAD_ENTREVISTA_EDITAR', when: ({ ativa }) => ativa === true },
  },
  empty: {
    why: 'Uma entrevista é respondida por uma pessoa de cada vez: quem sai, quem volta. As respostas levam o nome de quem respondeu.',
    next: { label: 'Pesquisas', to: '/pesquisa/pesquisas', authority: 'ROLE_CAD_PESQUISA' },
  },
});
