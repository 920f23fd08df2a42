import { boolean, choice } from '#kit/fields/choice.ts';
import { having, optional } from '#kit/fields/field.ts';
import { integer, percentage } from '#kit/fields/number.ts';
import { refId, refIds } from '#kit/fields/reference.ts';
import { longText, text } from '#kit/fields/text.ts';
import { defineReport } from '#kit/report/report.ts';
import { areasDoFiltro } from '#modules/estrutura/public.ts';
import { estadosDaParticipacao } from '#platform/questionario/round.ts';
import { papeis, tiposDeAvaliacao } from '../desempenho/papeis.ts';
import { papeisDoResultado } from '../desempenho/resultado.ts';

const AVALIACOES = 'avaliacao/avaliacoes-desempenho';
const TALENTOS = 'gestao-talentos/talentos';

// RUL-318
const avaliacoesIds = having(refIds('Avaliações', AVALIACOES), { hint: 'Só avaliações concluídas têm resultado.' });
const avaliadosIds = optional(refIds('Avaliados', TALENTOS, 0));
const areas = areasDoFiltro('areasIds');
const doResultado = { avaliacoesIds, avaliadosIds, ...areas };

/** With one decimal, as the page of a result and the dashboard write it. */
const porCento = (label: string, bounds?: { min: number }) => percentage(label, 1, bounds);
const avaliacao = text('Avaliação', 250);
const avaliado = text('Avaliado', 140);
const area = text('Área Organizacional', 2_000);
const cargo = text('Cargo', 100);
const desempenho = porCento('Desempenho');
const potencial = porCento('Potencial');
const metas = porCento('Metas');
const performance = porCento('Performance');
const exigido = porCento('Exigido');
const obtido = porCento('Obtido');
const auto = porCento('Autoavaliação');
/** of what is required less what was reached; negative: more than required */
const distancia = porCento('Distância', { min: -100 });
const competencia = text('Competência', 100);
const tipoDeCompetencia = choice('Tipo', { C: 'Conhecimento', H: 'Habilidade', A: 'Atitude' });
const avaliadores = integer('Avaliadores');

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

const AT = 'analise-desempenho-competencia-talento';

/** REP-035, Resumido: what was required and reached. */
export const competenciasDoTalento = defineReport({
  id: AT,
  title: 'Análise de Desempenho das Competências do Talento',
  description: 'O nível que cada competência exige, o que o talento alcançou e a distância; também por papel e por avaliador.',
  authority: 'ROLE_REL_ANALISE_DESEMPENHO_COMPETENCIA_TALENTO',
  choice: { at: AT, label: 'Resumido' },
  filter: doResultado,
  row: { avaliado, competencia, tipo: tipoDeCompetencia, exigido, obtido, distancia, avaliacao },
  groups: ['avaliado'],
  totals: { exigido: 'average', obtido: 'average', distancia: 'average' },
});

/** REP-035, Detalhado: also what each role gave, beside an average that one names. */
export const competenciasDoTalentoDetalhado = defineReport({
  id: `${AT}-detalhado`,
  title: 'Análise de Desempenho das Competências do Talento (detalhado)',
  authority: 'ROLE_REL_ANALISE_DESEMPENHO_COMPETENCIA_TALENTO',
  choice: { at: AT, label: 'Detalhado' },
  filter: {
    ...doResultado,
    tipo: having(choice('Tipo de avaliação', tiposDeAvaliacao), { initial: '2.0' }),
    mediaGeralCompetencias: having(optional(porCento('Média geral das competências')), {
      hint: 'Com que se compara o que foi alcançado. Obrigatória nas avaliações 1.0.',
    }),
  },
  row: {
    avaliado,
    competencia,
    tipo: tipoDeCompetencia,
    exigido,
    auto,
    lider: porCento(papeisDoResultado.L),
    par: porCento('Pares'),
    subordinado: porCento('Subordinados'),
    avaliador: porCento('Avaliadores'),
    demais: porCento(papeisDoResultado.G),
    obtido,
    distancia,
    naMedia: choice('Média geral', { A: 'Acima', I: 'Igual', B: 'Abaixo' }),
  },
  groups: ['avaliado'],
  orientation: 'landscape',
  // RUL-323
  *rules({ tipo, mediaGeralCompetencias }) {
    if (tipo === '1.0' && mediaGeralCompetencias === null)
      yield { field: 'mediaGeralCompetencias', message: 'Média geral das competências é obrigatória' };
  },
});

/** REP-035, by evaluator: of identified evaluations alone. */
export const competenciasPorAvaliador = defineReport({
  id: `${AT}-avaliadores`,
  title: 'Análise de Desempenho das Competências do Talento por Avaliador',
  authority: 'ROLE_REL_ANALISE_DESEMPENHO_COMPETENCIA_TALENTO',
  choice: { at: AT, label: 'Por avaliador' },
  filter: {
    ...doResultado,
    avaliadoresIds: having(refIds('Avaliadores', TALENTOS, 1, 4), { hint: 'Até quatro, um em cada coluna.' }),
    anonimo: having(boolean('Sem os nomes dos avaliadores'), { hint: 'Com ao menos dois avaliadores, numerados.' }),
  },
  row: { avaliado, competencia, exigido, avaliador: text('Avaliador', 140), valor: text('Alcançado', 10) },
  matrix: { key: 'chave', column: 'avaliador', value: 'valor' },
  groups: ['avaliado'],
  orientation: 'landscape',
  // RUL-321, RUL-322
  *rules({ avaliadoresIds, anonimo }) {
    if (anonimo && avaliadoresIds.length < 2)
      yield { field: 'avaliadoresIds', message: 'Selecione ao menos 2 avaliadores para não mostrar os nomes' };
  },
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

/** REP-037. */
export const competenciasDaOrganizacao = defineReport({
  id: 'analise-desempenho-competencia-organizacional',
  title: 'Análise de Desempenho das Competências da Organização',
  description:
    'Cada competência em toda a empresa, ou nas áreas escolhidas: o que se exige, o que se alcança e quantos ficam abaixo.',
  authority: 'ROLE_REL_ANALISE_DESEMPENHO_COMPETENCIA_ORGANIZACIONAL',
  filter: { avaliacoesIds, ...areas },
  row: {
    competencia,
    tipo: tipoDeCompetencia,
    avaliados: integer('Avaliados'),
    exigido,
    obtido,
    distancia,
    abaixo: integer('Abaixo do exigido'),
  },
  totals: { obtido: 'average' },
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
