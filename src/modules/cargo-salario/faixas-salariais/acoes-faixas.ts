import { having, optional } from '#kit/fields/field.ts';
import { refId, refIds, several } from '#kit/fields/reference.ts';
import { text } from '#kit/fields/text.ts';
import { defineForm } from '#kit/form/form.ts';

const CARGOS = 'cargo-salario/cargos';
const FAIXAS = 'cargo-salario/faixas-salariais';
const origem = having(refId('Cargo de origem', CARGOS), { span: 12 });

/** SCR-381: a band of one position, copied under a new name to it or to another one. */
export const copiaDeFaixa = defineForm({
  fields: {
    cargoOrigemId: origem,
    faixaId: having(refId('Faixa Salarial', FAIXAS), { span: 12 }),
    cargoDestinoId: having(optional(refId('Cargo de destino', CARGOS)), {
      hint: 'Em branco, a cópia fica no cargo de origem.',
      span: 12,
    }),
    nome: having(text('Nome da nova faixa', 15), { span: 12 }),
  },
});

/** Bands moved to another position with their history, and whoever holds them. */
export const transferenciaDeFaixas = defineForm({
  fields: {
    cargoOrigemId: origem,
    faixasIds: having({ ...refIds('Faixas Salariais', FAIXAS), schema: several('Faixas Salariais', 1, 500) }, { span: 12 }),
    cargoDestinoId: having(refId('Cargo de destino', CARGOS), {
      hint: 'Os talentos das faixas transferidas passam a ter este cargo.',
      span: 12,
    }),
  },
  *rules({ cargoOrigemId, cargoDestinoId }) {
    if (cargoOrigemId === cargoDestinoId)
      yield { field: 'cargoDestinoId', message: 'Cargo de destino deve ser diferente do cargo de origem' };
  },
});
