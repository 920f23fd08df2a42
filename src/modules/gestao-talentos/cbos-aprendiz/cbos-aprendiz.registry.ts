import { choice } from '#kit/fields/choice.ts';
import { having, readOnly } from '#kit/fields/field.ts';
import { ref } from '#kit/fields/reference.ts';
import { text } from '#kit/fields/text.ts';
import { defineRegistry } from '#kit/registry/registry.ts';

/** Occupations that the company counts differently from their CBO group, each with its reason (Decreto 9.579/2018, art. 52). */
export const cbosAprendiz = defineRegistry({
  id: 'cbos-aprendiz',
  title: 'CBOs para Efeito de Aprendiz',
  singular: 'CBO para Efeito de Aprendiz',
  authority: 'ROLE_CAD_CBO_APRENDIZ',
  scope: 'empresa',
  most: 5_000,
  fields: {
    codigoCBO: ref('CBO', 'geral/codigos-cbos'),
    entra: having(choice('Base de cálculo', { S: 'Entra na base', N: 'Não entra na base' }), { initial: 'N' }),
    motivo: having(text('Motivo', 200), { hint: 'Por exemplo: cargo de confiança, ou exige habilitação técnica.' }),
    descricao: readOnly(text('Ocupação', 300)),
  },
  columns: ['descricao', 'entra', 'motivo'],
  search: ['descricao', 'motivo'],
  label: 'descricao',
  unique: [['codigoCBO']],
});
