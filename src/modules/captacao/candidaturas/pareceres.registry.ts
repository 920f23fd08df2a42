import { boolean, choice } from '#kit/fields/choice.ts';
import { date } from '#kit/fields/date.ts';
import { having, optional, readOnly } from '#kit/fields/field.ts';
import { integer, number } from '#kit/fields/number.ts';
import { ref, rows } from '#kit/fields/reference.ts';
import { longText, text } from '#kit/fields/text.ts';
import { defineRegistry } from '#kit/registry/registry.ts';
import { recomendacoes } from './codigos.ts';
import { naSuaCandidatura } from './na-sua.ts';

/** What one evaluator thinks of a candidate at a stage. Nobody reads those of others before giving their own. */
export const pareceres = defineRegistry({
  id: 'pareceres',
  table: 'candidaturas_pareceres',
  title: 'Pareceres sobre Candidatos',
  singular: 'Parecer',
  authority: 'ROLE_CAD_PARECER_CANDIDATO',
  scope: 'empresa',
  empty: { why: 'O que cada avaliador achou de cada candidato. Ninguém lê o dos outros antes de dar o seu.' },
  fields: {
    candidatura: ref('Candidatura', 'captacao/candidaturas'),
    etapaSeletiva: optional(readOnly(ref('Etapa', 'captacao/etapas-seletivas'))),
    avaliador: readOnly(ref('Avaliador', 'utilitario/usuarios')),
    data: readOnly(date('Data')),
    criterios: optional(
      rows('Critérios', {
        nome: having(text('Critério', 100), { span: 6 }),
        peso: having(integer('Peso', { min: 1, max: 99 }), { initial: 1, span: 3 }),
        nota: having(integer('Nota, de 1 a 5', { min: 1, max: 5 }), { span: 3 }),
      }),
    ),
    // The weighted mean of the notes.
    media: optional(readOnly(number('Média', 2))),
    recomendacao: having(choice('Recomendação', recomendacoes), {}),
    comentario: optional(longText('Comentário', 4_000)),
    resumo: readOnly(text('Sobre', 220)),
    // Another one of the same stage was given: both authors read both, and change neither.
    fechado: readOnly(boolean('Fechado')),
  },
  columns: ['resumo', 'etapaSeletiva', 'avaliador', 'recomendacao', 'media', 'data'],
  filters: ['candidatura', 'etapaSeletiva', 'avaliador', 'recomendacao', 'data'],
  search: ['resumo'],
  label: 'resumo',
  privateNames: true,
  sort: { field: 'data', order: 'desc' },
  lockedWhen: naSuaCandidatura,
  visibleWhen: { resumo: () => false, fechado: () => false },
  menu: false,
  bulkEdit: false,
});
