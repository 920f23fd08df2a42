import { text } from '#kit/fields/text.ts';
import { defineRegistry } from '#kit/registry/registry.ts';

export const gruposOcupacionais = defineRegistry({
  id: 'grupos-ocupacionais',
  title: 'Grupos Ocupacionais',
  singular: 'Grupo Ocupacional',
  authority: 'ROLE_CAD_GRUPO_OCUPACIONAL',
  scope: 'empresa',
  most: 10_000,
  fields: { nome: text('Nome', 100) },
  columns: ['nome'],
  unique: [['nome']],
});
