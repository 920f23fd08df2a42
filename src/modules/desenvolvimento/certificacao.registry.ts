import { having, optional } from '#kit/fields/field.ts';
import { integer } from '#kit/fields/number.ts';
import { ref, refs } from '#kit/fields/reference.ts';
import { text } from '#kit/fields/text.ts';
import { defineRegistry } from '#kit/registry/registry.ts';

export const certificacao = defineRegistry({
  id: 'certificacao',
  title: 'Certificações',
  singular: 'Certificação',
  authority: 'ROLE_CAD_CERTIFICACAO',
  scope: 'empresa',
  most: 20_000,
  table: 'certificacoes',
  fields: {
    nome: text('Nome', 100),
    periodicidade: optional(
      having(integer('Periodicidade (meses)', { min: 1, max: 1_200 }), { hint: 'Por quanto tempo a certificação vale.' }),
    ),
    certificacaoPreRequisito: optional(ref('Certificação pré-requisito', 'desenvolvimento/certificacao')),
    cursos: refs('Cursos', 'desenvolvimento/cursos'),
    avaliacoesPraticas: optional(refs('Avaliações práticas', 'avaliacao/avaliacao-pratica', 0)),
  },
  columns: ['nome', 'periodicidade', 'certificacaoPreRequisito'],
  findable: {},
  filters: ['nome', 'cursos'],
  unique: [['nome']],
});
