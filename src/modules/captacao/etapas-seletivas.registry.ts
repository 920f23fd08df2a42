import { boolean } from '#kit/fields/choice.ts';
import { having, optional } from '#kit/fields/field.ts';
import { integer } from '#kit/fields/number.ts';
import { rows } from '#kit/fields/reference.ts';
import { text } from '#kit/fields/text.ts';
import { defineRegistry } from '#kit/registry/registry.ts';

export const etapasSeletivas = defineRegistry({
  id: 'etapas-seletivas',
  title: 'Etapas Seletivas',
  singular: 'Etapa Seletiva',
  authority: 'ROLE_CAD_ETAPA_SELETIVA',
  scope: 'empresa',
  most: 100,
  fields: {
    ordem: integer('Ordem', { min: 1, max: 999 }),
    nome: text('Nome', 100),
    analiseComportamental: boolean('Análise comportamental'),
    // What whoever gives an opinion at this stage looks at.
    criterios: optional(
      rows('Critérios', {
        nome: having(text('Critério', 100), { span: 9 }),
        peso: having(integer('Peso', { min: 1, max: 99 }), { initial: 1, span: 3 }),
      }),
    ),
  },
  columns: ['ordem', 'nome', 'analiseComportamental'],
  sort: { field: 'ordem', order: 'asc' },
  unique: [['nome']],
});
