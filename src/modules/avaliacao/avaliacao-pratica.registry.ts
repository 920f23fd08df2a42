import { activity } from '#kit/fields/choice.ts';
import { having, optional } from '#kit/fields/field.ts';
import { number } from '#kit/fields/number.ts';
import { longText, text } from '#kit/fields/text.ts';
import { defineRegistry } from '#kit/registry/registry.ts';

/** ENT-084: something that somebody shows by doing it, and the note from which they have shown it. */
export const avaliacaoPratica = defineRegistry({
  id: 'avaliacao-pratica',
  table: 'avaliacoes_praticas',
  title: 'Avaliações Práticas',
  singular: 'Avaliação Prática',
  authority: 'ROLE_CAD_AVALIACAO_PRATICA',
  scope: 'empresa',
  most: 2_000,
  fields: {
    titulo: text('Título', 250),
    notaMinima: having(optional(number('Nota mínima', 2, { min: 0, max: 10 })), {
      hint: 'De 0 a 10. Vazio: qualquer nota aprova.',
    }),
    observacao: having(optional(longText('O que se observa', 2_000)), {
      hint: 'O que quem avalia pede que se faça, e o que olha.',
    }),
    ativa: activity('Ativa'),
  },
  columns: ['titulo', 'notaMinima', 'ativa'],
  unique: [['titulo']],
  empty: {
    why: 'O que uma certificação pede que se mostre fazendo: dirigir a empilhadeira, travar a máquina, prestar os primeiros socorros.',
  },
});
