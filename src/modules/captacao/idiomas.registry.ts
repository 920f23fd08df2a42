import { text } from '#kit/fields/text.ts';
import { defineRegistry } from '#kit/registry/registry.ts';

/** Languages (ENT-038), the same for all companies; the usual ones are there from the start. */
export const idiomas = defineRegistry({
  id: 'idiomas',
  title: 'Idiomas',
  singular: 'Idioma',
  authority: 'ROLE_CAD_IDIOMA',
  scope: 'global',
  most: 1_000,
  fields: { nome: text('Nome', 60) },
  columns: ['nome'],
  unique: [['nome']],
});
