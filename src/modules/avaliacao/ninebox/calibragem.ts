import { choice } from '#kit/fields/choice.ts';
import { longText } from '#kit/fields/text.ts';
import { defineForm } from '#kit/form/form.ts';
import { CAIXAS } from './ninebox.rules.ts';

/** What moves somebody to another box. The reason stays with the move for good. */
export const mover = defineForm({
  fields: {
    para: choice('Quadrante', Object.fromEntries(CAIXAS.map((caixa) => [String(caixa), String(caixa)]))),
    motivo: longText('Motivo', 1_000),
  },
});
