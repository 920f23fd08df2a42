import { having } from '#kit/fields/field.ts';
import { text } from '#kit/fields/text.ts';
import { defineRegistry } from '#kit/registry/registry.ts';

/** The official table of occupations (CBO 2002): six digits, of which the first may be zero. */
export const codigosCbos = defineRegistry({
  id: 'codigos-cbos',
  title: 'Códigos CBO',
  singular: 'Código CBO',
  authority: 'ROLE_CAD_CODIGO_CBO',
  scope: 'global',
  table: 'codigos_cbo',
  readOnly: true,
  label: 'descricaoCompleta',
  fields: {
    codigo: having(text('Código', 6), { digits: true }),
    descricao: text('Descrição', 200),
    descricaoCompleta: text('CBO', 220),
  },
  columns: ['codigo', 'descricao'],
  search: ['codigo', 'descricao'],
  unique: [['codigo']],
  sort: { field: 'codigo', order: 'asc' },
});
