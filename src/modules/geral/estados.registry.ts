import { integer } from '#kit/fields/number.ts';
import { text } from '#kit/fields/text.ts';
import { defineRegistry } from '#kit/registry/registry.ts';

const sigla = text('Sigla', 2);

export const estados = defineRegistry({
  id: 'estados',
  title: 'Estados',
  singular: 'Estado',
  authority: 'ROLE_CAD_ESTADO',
  scope: 'global',
  most: 100,
  label: 'nome',
  fields: {
    nome: text('Nome', 60),
    sigla: { ...sigla, schema: sigla.schema.transform((value) => value.toUpperCase()) },
    codigoIbge: integer('Código IBGE', { min: 10, max: 99 }),
  },
  // The real states hold 27 of the 90 codes.
  sample: (_, n) => ({ codigoIbge: 54 + (n % 45) }),
  columns: ['sigla', 'nome', 'codigoIbge'],
  search: ['nome', 'sigla'],
  unique: [['sigla'], ['codigoIbge']],
  *rules(estado) {
    if (!/^[A-Z]{2}$/.test(estado.sigla)) yield { field: 'sigla', message: 'Sigla inválida' };
  },
});
