import { boolean } from '#kit/fields/choice.ts';
import { date } from '#kit/fields/date.ts';
import { computed, optional, readOnly } from '#kit/fields/field.ts';
import { money } from '#kit/fields/number.ts';
import { ref, rows } from '#kit/fields/reference.ts';
import { text } from '#kit/fields/text.ts';
import { defineRegistry } from '#kit/registry/registry.ts';
import { doRealinhamento, MAIS_HISTORICOS, valorDeIndice } from '#modules/estrutura/public.ts';
import { faltasDoHistoricoDeIndice } from './indices.rules.ts';

const camposDoHistoricoDeIndice = {
  data: date('A partir de'),
  valor: valorDeIndice('Valor'),
  tabelaReajuste: readOnly(ref('Realinhamento', 'cargo-salario/tabelas-reajustes-colaboradores')),
};

export const indices = defineRegistry({
  id: 'indices',
  title: 'Índices',
  singular: 'Índice',
  authority: 'ROLE_CAD_INDICE',
  scope: 'empresa',
  most: 10_000,
  fields: {
    nome: text('Nome', 40),
    grupoAC: optional(text('Grupo AC', 20)),
    desabilitado: boolean('Desabilitado'),
    historicos: rows('Histórico', camposDoHistoricoDeIndice, 1, {
      dated: 'data',
      max: MAIS_HISTORICOS,
      lockedWhen: doRealinhamento,
    }),
    titulo: computed(text('Título', 80)),
    nomeComTitulo: computed(text('Nome com título', 140)),
    valorAtual: computed(money('Valor atual')),
  },
  columns: ['nome', 'valorAtual', 'desabilitado'],
  filters: ['nome', 'desabilitado'],
  unique: [['nome']],
  visibleWhen: { titulo: () => false, nomeComTitulo: () => false },
  rules: ({ historicos }) => faltasDoHistoricoDeIndice(historicos),
});
