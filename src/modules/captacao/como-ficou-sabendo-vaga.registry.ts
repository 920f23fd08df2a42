import { computed } from '#kit/fields/field.ts';
import { integer, percentage } from '#kit/fields/number.ts';
import { text } from '#kit/fields/text.ts';
import { defineRegistry } from '#kit/registry/registry.ts';

/** How candidates hear of vacancies (ENT-026), and how many came by each way. */
export const comoFicouSabendoVaga = defineRegistry({
  id: 'como-ficou-sabendo-vaga',
  title: 'Como Ficou Sabendo da Vaga',
  singular: 'Como Ficou Sabendo da Vaga',
  authority: 'ROLE_CAD_COMO_FICOU_SABENDO_VAGA',
  scope: 'empresa',
  most: 1_000,
  fields: {
    nome: text('Nome', 100),
    qtd: computed(integer('Candidatos')),
    percentual: computed(percentage('% dos candidatos')),
  },
  columns: ['nome', 'qtd', 'percentual'],
  unique: [['nome']],
});
