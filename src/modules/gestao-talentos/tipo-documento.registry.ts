import { text } from '#kit/fields/text.ts';
import { defineRegistry } from '#kit/registry/registry.ts';

/** Kinds of attached documents. */
export const tipoDocumento = defineRegistry({
  id: 'tipo-documento',
  table: 'tipos_documento',
  title: 'Tipos de Documento',
  singular: 'Tipo de Documento',
  authority: 'ROLE_CAD_TIPO_DOCUMENTO',
  scope: 'empresa',
  most: 1_000,
  fields: { descricao: text('Descrição', 100) },
  columns: ['descricao'],
  unique: [['descricao']],
});
