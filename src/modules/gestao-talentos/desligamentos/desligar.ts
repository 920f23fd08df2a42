import { boolean } from '#kit/fields/choice.ts';
import { having } from '#kit/fields/field.ts';
import { defineForm } from '#kit/form/form.ts';
import { desligamentos } from './desligamentos.registry.ts';
import { faltasDoDesligamento } from './desligamentos.rules.ts';

const { data, motivo, tipo, avisoPrevio, dataAviso, observacao } = desligamentos.fields;
const pedido = {
  data: having(data, { span: 4, hint: 'O último dia de trabalho.' }),
  tipo: having(tipo, { span: 8 }),
  motivo: having(motivo, { span: 12 }),
  avisoPrevio: having(avisoPrevio, { span: 6 }),
  dataAviso: having(dataAviso, { span: 6 }),
  observacao,
};

/** The form of a dismissal that still has to be confirmed. */
export const pedidoDeDesligamento = defineForm({ fields: pedido, rules: faltasDoDesligamento });

/** The form for those who may confirm it at once. */
export const desligamentoConfirmado = defineForm({
  fields: { ...pedido, anularPrevistos: having(boolean('Anular o que está previsto para depois deste dia'), { span: 12 }) },
  rules: faltasDoDesligamento,
});

/** What a dismissal on a day would meet. */
export interface PreviaDoDesligamento {
  /** entries of the history after the day, which prevent it unless they are annulled */
  previstos: { data: string; nome: string }[];
  /** the reader may have them annulled */
  podeAnular: boolean;
  avisos: string[];
  futura: boolean;
}
