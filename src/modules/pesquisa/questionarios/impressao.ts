import { boolean } from '#kit/fields/choice.ts';
import { having } from '#kit/fields/field.ts';
import { defineForm } from '#kit/form/form.ts';

/** How a questionnaire is printed. */
export const impressao = defineForm({
  fields: {
    imprimirFormaEconomica: having(boolean('Forma econômica'), {
      hint: 'Duas colunas e letra menor: gasta menos papel, e deixa menos espaço para escrever.',
      span: 12,
    }),
  },
});
