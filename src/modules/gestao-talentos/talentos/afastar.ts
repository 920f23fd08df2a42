import { date } from '#kit/fields/date.ts';
import { having, optional } from '#kit/fields/field.ts';
import { ref } from '#kit/fields/reference.ts';
import { longText, text } from '#kit/fields/text.ts';
import { defineForm } from '#kit/form/form.ts';

/** The short form of a leave of absence; the module of occupational safety saves it, and judges the rest. */
export const afastamento = defineForm({
  fields: {
    afastamento: having(ref('Motivo', 'sst/afastamentos'), { span: 12 }),
    inicio: having(date('Data de início do período'), { span: 6 }),
    fim: having(optional(date('Data de fim do período')), { hint: 'Vazia: o afastamento ainda não terminou.', span: 6 }),
    cid: having(optional(text('CID', 4)), { hint: 'Se o motivo o pede: 3 ou 4 caracteres, sem ponto.', span: 6 }),
    observacao: optional(longText('Observação', 2_000)),
  },
});
