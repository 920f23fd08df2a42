import { ref } from '#kit/fields/reference.ts';
import { text } from '#kit/fields/text.ts';
import { defineRegistry } from '#kit/registry/registry.ts';

export const bairros = defineRegistry({
  id: 'bairros',
  title: 'Bairros',
  singular: 'Bairro',
  authority: 'ROLE_CAD_BAIRRO',
  scope: 'global',
  most: 200_000,
  fields: {
    nome: text('Nome', 100),
    cidade: ref('Cidade', 'geral/cidades'),
  },
  columns: ['nome', 'cidade'],
  unique: [['nome', 'cidade']],
});
