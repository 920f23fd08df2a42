import { text } from '#kit/fields/text.ts';
import { defineRegistry } from '#kit/registry/registry.ts';

/** Fields of study (ENT-024). */
export const areasFormacao = defineRegistry({
  id: 'areas-formacao',
  title: 'Áreas de Formação',
  singular: 'Área de Formação',
  authority: 'ROLE_CAD_AREA_FORMACAO',
  scope: 'empresa',
  most: 10_000,
  fields: { nome: text('Nome', 100) },
  columns: ['nome'],
  unique: [['nome']],
});
