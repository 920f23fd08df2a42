import { boolean, choice } from '#kit/fields/choice.ts';
import { having, optional } from '#kit/fields/field.ts';
import { integer } from '#kit/fields/number.ts';
import { refId, refIds } from '#kit/fields/reference.ts';
import { longText, text } from '#kit/fields/text.ts';
import { defineReport } from '#kit/report/report.ts';
import { estadosDaParticipacao } from '#platform/questionario/round.ts';
import { papeis } from '../desempenho/papeis.ts';
import { papeisDoResultado } from '../desempenho/resultado.ts';
import {
  AVALIACOES,
  area,
  areas,
  auto,
  avaliacao,
  avaliacoesIds,
  avaliado,
  avaliadores,
  avaliadosIds,
  cargo,
  desempenho,
  doResultado,
  exigido,
  metas,
  obtido,
  performance,
  porCento,
  potencial,
  TALENTOS,
} from './campos.ts';
import {
  competenciasDaOrganizacao,
  competenciasDoTalento,
  competenciasDoTalentoDetalhado,
  competenciasPorAvaliador,
} from './competencias.report.ts';

/** REP-029, Resumido: one line a person. */
export const resultadoAvaliacao = defineReport({
  id: 'resultado-avaliacao',
  title: 'Resultado da Avaliação',
  description:
    'Desempenho, potencial, metas e performance de cada avaliado; ou competência por competência, pergunta por pergunta e meta por meta.',
  authority: 'ROLE_REL_RESULTADO_AVALIACAO',
  choice: { at: 'resultado-avaliacao', label: 'Resumido' },
  filter: doResultado,
  row: { avaliacao, avaliado, area, cargo, avaliadores, desempenho, potencial, metas, performance },
  groups: ['avaliacao'],
  totals: { avaliado: 'count', desempenho: 'average', potencial: 'average', metas: 'average', performance: 'average' },
  orientation: 'landscape',
});

/** REP-029, Detalhado: each competency, aspect, question and goal. */
export const resultadoAvaliacaoDetalhado = defineReport({
  id: 'resultado-avaliacao-detalhado',
  title: 'Resultado da Avaliação (detalhado)',
  authority: 'ROLE_REL_RESULTADO_AVALIACAO',
  choice: { at: 'resultado-avaliacao', label: 'Detalhado' },
  filter: doResultado,
  row: {
    avaliacao,
    avaliado,
    grupo: choice('Parte', { C: 'Competência', S: 'Aspecto', P: 'Pergunta', M: 'Meta' }),
    item: longText('O que se avaliou', 2_000),
    exigido,
    auto,
    obtido,
  },
  groups: ['avaliacao', 'avaliado'],
});

/** Points of a band of percentages. */
const tamanhos = { '10': '10 pontos', '20': '20 pontos', '25': '25 pontos' } as const;
export const indices = { performance: 'Performance', desempenho: 'Desempenho', potencial: 'Potencial', metas: 'Metas' } as const;

/** REP-034. */
export const resultadoPorFaixa = defineReport({
  id: 'resultado-avaliacao-agrupado-faixa',
  title: 'Resultado da Avaliação Agrupado por Faixa',
  description: 'Os avaliados por faixa de resultado, da mais alta à mais baixa.',
  authority: 'ROLE_REL_RESULTADO_AVALIACAO_AGRUPADO_FAIXA',
  filter: {
    ...doResultado,
    indice: having(choice('Resultado', indices), { initial: 'performance' }),
    tamanho: having(choice('Faixas de', tamanhos), { initial: '20' }),
  },
  row: { faixa: text('Faixa', 40), avaliado, avaliacao, area, cargo, valor: porCento('Resultado') },
  groups: ['faixa'],
  totals: { avaliado: 'count', valor: 'average' },
});

/** REP-036. */
export const avaliadoresAvaliados = defineReport({
  id: 'avaliacao-desempenho-avaliadores-avaliados',
  title: 'Avaliadores e Avaliados da Avaliação de Desempenho',
  description: 'Quem avalia quem, em que papel, e quem já respondeu.',
  authority: 'ROLE_REL_AVALIADORES_AVALIADOS',
  filter: {
    avaliacaoDesempenhoId: refId('Avaliação', AVALIACOES),
    avaliadosIds,
    avaliadoresIds: optional(refIds('Avaliadores', TALENTOS, 0)),
    interacaoAnonima: having(boolean('Interação anônima'), { hint: 'Quantos avaliam, em que papel, sem dizer quem.' }),
    ...areas,
  },
  row: {
    avaliado,
    area,
    avaliador: text('Avaliador', 140),
    papel: choice('Papel', papeis),
    peso: integer('Peso'),
    situacao: choice('Situação', estadosDaParticipacao),
    avaliadores,
    responderam: integer('Responderam'),
  },
  columns: ({ interacaoAnonima }) =>
    interacaoAnonima
      ? ['avaliado', 'area', 'papel', 'avaliadores', 'responderam']
      : ['avaliado', 'area', 'avaliador', 'papel', 'peso', 'situacao'],
  groups: ['avaliado'],
  totals: ({ interacaoAnonima }) => (interacaoAnonima ? ['avaliadores', 'responderam'] : { avaliador: 'count' }),
  // RUL-324
  *rules({ interacaoAnonima, avaliadosIds: dos, avaliadoresIds: pelos }) {
    if (interacaoAnonima && dos?.length === 1 && pelos?.length === 1)
      yield { field: 'avaliadosIds', message: 'Selecione ao menos 2 avaliados com 1 avaliador, ou 2 avaliadores com 1 avaliado' };
  },
});

/** REP-038. */
export const comparativoDoTalento = defineReport({
  id: 'comparativo-performance-talento',
  title: 'Comparativo de Performance do Talento',
  description: 'O resultado de cada talento em duas avaliações, e quanto mudou.',
  authority: 'ROLE_REL_COMPARATIVO_PERFORMANCE_TALENTO',
  filter: {
    anteriorId: refId('Avaliação anterior', AVALIACOES),
    avaliacaoDesempenhoId: refId('Avaliação', AVALIACOES),
    avaliadosIds,
    indice: having(choice('Resultado', indices), { initial: 'performance' }),
    ...areas,
  },
  row: {
    avaliado,
    area,
    cargo,
    antes: porCento('Antes'),
    depois: porCento('Depois'),
    mudanca: porCento('Mudança', { min: -100 }),
  },
  totals: { antes: 'average', depois: 'average', mudanca: 'average' },
  *rules({ anteriorId, avaliacaoDesempenhoId }) {
    if (anteriorId === avaliacaoDesempenhoId) yield { field: 'anteriorId', message: 'Escolha duas avaliações diferentes' };
  },
});

/** REP-039: call only. */
export const resultadoPorPapel = defineReport({
  id: 'resultado-avaliacao-desempenho',
  title: 'Resultado da Avaliação de Desempenho',
  description: 'O que cada papel deu a cada avaliado: líder, pares, subordinados e a própria pessoa.',
  authority: 'ROLE_REL_RESULTADO_AVALIACAO',
  filter: doResultado,
  row: {
    avaliacao,
    avaliado,
    papel: choice('Papel', papeisDoResultado),
    avaliadores,
    desempenho,
    potencial,
    performance,
  },
  groups: ['avaliacao', 'avaliado'],
  menu: false,
});

/** REP-041: call only. */
export const avaliacoesRespondidas = defineReport({
  id: 'avaliacao-desempenho-respondidas',
  title: 'Avaliações de Desempenho Respondidas',
  description: 'Quanto cada avaliador já respondeu.',
  authority: 'ROLE_REL_AVALIADORES_AVALIADOS',
  filter: { avaliacoesIds, ...areas },
  row: {
    avaliacao,
    avaliador: text('Avaliador', 140),
    area,
    avaliados: integer('Avaliados'),
    responderam: integer('Respondidas'),
    comecadas: integer('Começadas'),
    participacao: porCento('Participação'),
  },
  groups: ['avaliacao'],
  totals: ['avaliados', 'responderam', 'comecadas'],
  menu: false,
});

export const relatoriosDoDesempenho = [
  resultadoAvaliacao,
  resultadoAvaliacaoDetalhado,
  resultadoPorFaixa,
  competenciasDoTalento,
  competenciasDoTalentoDetalhado,
  competenciasPorAvaliador,
  avaliadoresAvaliados,
  competenciasDaOrganizacao,
  comparativoDoTalento,
  resultadoPorPapel,
  avaliacoesRespondidas,
];
