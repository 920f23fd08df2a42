import { activity, boolean } from '#kit/fields/choice.ts';
import { having } from '#kit/fields/field.ts';
import { text } from '#kit/fields/text.ts';
import { defineRegistry } from '#kit/registry/registry.ts';

/** Why people leave; the flag decides whether it counts in the turnover. */
export const motivoDesligamento = defineRegistry({
  id: 'motivo-desligamento',
  table: 'motivos_desligamento',
  title: 'Motivos de Desligamento',
  singular: 'Motivo de Desligamento',
  authority: 'ROLE_CAD_MOTIVO_DESLIGAMENTO',
  scope: 'empresa',
  most: 1_000,
  fields: {
    motivo: text('Motivo', 100),
    turnover: having(boolean('Considerar no turnover', true), {
      hint: 'Os desligamentos por este motivo entram no indicador de turnover.',
    }),
    ativo: activity(),
  },
  columns: ['motivo', 'turnover', 'ativo'],
  unique: [['motivo']],
});
