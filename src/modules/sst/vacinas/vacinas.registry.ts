import { integer } from '#kit/fields/number.ts';
import { rows } from '#kit/fields/reference.ts';
import { text } from '#kit/fields/text.ts';
import { defineRegistry } from '#kit/registry/registry.ts';
import { faltasDasDoses } from './vacinas.rules.ts';

export const vacinas = defineRegistry({
  id: 'vacinas',
  title: 'Vacinas',
  singular: 'Vacina',
  authority: 'ROLE_CAD_VACINA',
  scope: 'empresa',
  most: 1_000,
  // The number of doses must equal the number of rows.
  bulkEdit: false,
  fields: {
    nome: text('Nome', 80),
    quantidadeDoses: integer('Quantidade de doses', { min: 1, max: 50 }),
    doses: rows(
      'Doses',
      {
        numeroDose: integer('Número da dose', { min: 1, max: 50 }),
        diasProximaDose: integer('Dias para a próxima dose', { min: 1, max: 36_500 }),
      },
      1,
    ),
  },
  sample: ({ doses }) => ({ quantidadeDoses: 1, doses: [{ ...(doses as object[])[0], numeroDose: 1 }] }),
  columns: ['nome', 'quantidadeDoses'],
  unique: [['nome']],
  rules: faltasDasDoses,
});
