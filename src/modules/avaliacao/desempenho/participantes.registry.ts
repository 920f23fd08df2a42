import { choice } from '#kit/fields/choice.ts';
import { having, readOnly } from '#kit/fields/field.ts';
import { integer } from '#kit/fields/number.ts';
import { ref } from '#kit/fields/reference.ts';
import { text } from '#kit/fields/text.ts';
import { defineRegistry } from '#kit/registry/registry.ts';
import { papeis } from './papeis.ts';

/** ENT-083: somebody evaluates somebody, in a role. */
export const participantes = defineRegistry({
  id: 'participante-avaliacao-desempenho',
  table: 'participantes_avaliacao_desempenho',
  title: 'Participantes da Avaliação de Desempenho',
  singular: 'Participante da Avaliação de Desempenho',
  authority: 'ROLE_CAD_AVALIACAO_DESEMPENHO',
  scope: 'empresa',
  fields: {
    avaliacaoDesempenho: ref('Avaliação', 'avaliacao/avaliacoes-desempenho'),
    avaliado: ref('Avaliado', 'gestao-talentos/talentos'),
    avaliador: ref('Avaliador', 'gestao-talentos/talentos'),
    tipo: choice('Papel', papeis),
    peso: having(integer('Peso', { min: 1, max: 99_999 }), { initial: 1, hint: 'Entre os avaliadores do mesmo papel.' }),
    // Labels the record, and serves the search: both names at the time of the save.
    resumo: readOnly(text('Avaliado e avaliador', 220)),
  },
  columns: ['avaliado', 'avaliador', 'tipo', 'peso'],
  filters: ['avaliacaoDesempenho', 'avaliado', 'avaliador', 'tipo'],
  search: ['resumo'],
  label: 'resumo',
  privateNames: true,
  sort: { field: 'resumo', order: 'asc' },
  unique: [['avaliacaoDesempenho', 'avaliado', 'avaliador']],
  lockedWhen: { edit: () => ({ fields: ['avaliacaoDesempenho'], why: 'Um participante não muda de avaliação' }) },
  visibleWhen: { resumo: () => false },
  sample: ({ avaliado, avaliador }) => ({ tipo: avaliado === avaliador ? 'U' : 'L' }),
  menu: false,
  bulkEdit: false,
});
