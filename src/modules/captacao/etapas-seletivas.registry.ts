import { boolean } from '#kit/fields/choice.ts';
import { integer } from '#kit/fields/number.ts';
import { text } from '#kit/fields/text.ts';
import { defineRegistry } from '#kit/registry/registry.ts';

export const etapasSeletivas = defineRegistry({
  id: 'etapas-seletivas',
  title: 'Etapas Seletivas',
  singular: 'Etapa Seletiva',
  authority: 'ROLE_CAD_ETAPA_SELETIVA',
  scope: 'empresa',
  fields: {
    ordem: integer('Ordem', { min: 1, max: 999 }),
    nome: text('Nome', 100),
    analiseComportamental: boolean('Análise comportamental'),
  },
  columns: ['ordem', 'nome', 'analiseComportamental'],
  sort: { field: 'ordem', order: 'asc' },
  unique: [['nome']],
});
