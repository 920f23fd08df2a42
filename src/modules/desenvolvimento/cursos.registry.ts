import { boolean } from '#kit/fields/choice.ts';
import { duration } from '#kit/fields/date.ts';
import { having, optional } from '#kit/fields/field.ts';
import { integer, percentage } from '#kit/fields/number.ts';
import { longText, text } from '#kit/fields/text.ts';
import { defineRegistry } from '#kit/registry/registry.ts';

export const cursos = defineRegistry({
  id: 'cursos',
  title: 'Cursos',
  singular: 'Curso',
  authority: 'ROLE_CAD_CURSO',
  scope: 'empresa',
  most: 20_000,
  fields: {
    nome: text('Nome', 100),
    cargaHoraria: optional(having(duration('Carga horária'), { hint: 'Horas e minutos, como 40:00.' })),
    online: boolean('Online'),
    codigoTru: optional(text('Código TRU', 20)),
    periodicidade: optional(
      having(integer('Periodicidade (meses)', { min: 1, max: 1_200 }), { hint: 'De quanto em quanto tempo o curso se repete.' }),
    ),
    percentualMinimoFrequencia: optional(percentage('Percentual mínimo de frequência (%)')),
    conteudoProgramatico: optional(longText('Conteúdo programático')),
    criterioAvaliacao: optional(longText('Critério de avaliação')),
  },
  columns: ['nome', 'cargaHoraria', 'online', 'periodicidade'],
  findable: {},
  filters: ['nome', 'online'],
  unique: [['nome']],
});
