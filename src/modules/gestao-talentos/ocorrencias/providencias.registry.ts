import { text } from '#kit/fields/text.ts';
import { defineRegistry } from '#kit/registry/registry.ts';

/** Measures taken for occurrences. */
export const providencias = defineRegistry({
  id: 'providencias',
  title: 'Providências',
  singular: 'Providência',
  authority: 'ROLE_CAD_PROVIDENCIA',
  scope: 'empresa',
  most: 2_000,
  fields: { descricao: text('Descrição', 100) },
  columns: ['descricao'],
  unique: [['descricao']],
});
