import { text } from '#kit/fields/text.ts';
import { defineRegistry } from '#kit/registry/registry.ts';

/** Why people are asked for (ENT-037). */
export const motivosSolicitacao = defineRegistry({
  id: 'motivos-solicitacao',
  title: 'Motivos de Solicitação',
  singular: 'Motivo de Solicitação',
  authority: 'ROLE_CAD_MOTIVO_SOLICITACAO',
  scope: 'empresa',
  most: 1_000,
  fields: { descricao: text('Descrição', 100) },
  columns: ['descricao'],
  unique: [['descricao']],
});
