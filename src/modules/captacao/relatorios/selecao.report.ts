import { choice } from '#kit/fields/choice.ts';
import { date } from '#kit/fields/date.ts';
import { integer, number, percentage } from '#kit/fields/number.ts';
import { longText, text } from '#kit/fields/text.ts';
import { defineReport } from '#kit/report/report.ts';
import { aptidoes, situacoesDaCandidatura } from '../candidaturas/codigos.ts';
import { dasEtapas, daVaga, dosUltimosSeisMeses, doUltimoMes, faltasDoPeriodo, soQuemAbreOHistorico } from './filtros.ts';

export const vaga = text('Vaga', 130);
const candidato = text('Candidato', 100);
const etapa = text('Etapa', 100);
const resultado = choice('Resultado', situacoesDaCandidatura);

/** REP-001. */
export const candidatoSelecao = defineReport({
  id: 'candidato-selecao',
  title: 'Candidatos em Seleção',
  description:
    'Quem está em que etapa de cada vaga, desde quando e com que parecer; das vagas terminadas, até onde cada um chegou.',
  authority: 'ROLE_REL_CANDIDATO_SELECAO',
  filter: dasEtapas({ A: 'Nome do candidato', E: 'Etapa', D: 'Tempo na etapa' }),
  row: {
    vaga,
    etapa,
    candidato,
    desde: date('Na etapa desde'),
    dias: integer('Dias na etapa'),
    parecer: choice('Parecer', aptidoes),
    resultado,
    responsavel: text('Responsável', 100),
    observacao: longText('Observação', 4_000),
  },
  groups: ['vaga'],
  columns: ({ imprimirObservacao }) => [
    'candidato',
    'etapa',
    'desde',
    'dias',
    'parecer',
    'resultado',
    'responsavel',
    ...(imprimirObservacao ? (['observacao'] as const) : []),
  ],
  totals: { candidato: 'count' },
  orientation: 'landscape',
  defaults: doUltimoMes,
  visibleWhen: soQuemAbreOHistorico,
  rules: faltasDoPeriodo,
});

/** REP-002. */
export const analiseEtapasSeletivas = defineReport({
  id: 'analise-etapas-seletivas',
  title: 'Análise das Etapas Seletivas',
  description: 'Quantos chegaram a cada etapa, quantos seguiram, e quantos dias ela levou.',
  authority: 'ROLE_REL_ANALISE_ETAPAS_SELETIVAS',
  filter: dasEtapas({ A: 'Vaga', E: 'Candidatos', D: 'Dias na etapa' }),
  row: {
    etapa,
    vaga,
    candidatos: integer('Candidatos'),
    aptos: integer('Aptos'),
    naoAptos: integer('Não aptos'),
    semParecer: integer('Sem parecer'),
    aprovacao: percentage('Aprovação'),
    dias: number('Dias na etapa', 1),
    observacoes: longText('Observações', 20_000),
  },
  groups: ['etapa'],
  columns: ({ imprimirObservacao }) => [
    'vaga',
    'candidatos',
    'aptos',
    'naoAptos',
    'semParecer',
    'aprovacao',
    'dias',
    ...(imprimirObservacao ? (['observacoes'] as const) : []),
  ],
  totals: ['candidatos', 'aptos', 'naoAptos', 'semParecer'],
  orientation: 'landscape',
  defaults: dosUltimosSeisMeses,
  visibleWhen: soQuemAbreOHistorico,
  rules: faltasDoPeriodo,
});

/** REP-004. */
export const avaliacaoCandidato = defineReport({
  id: 'avaliacao-candidato',
  title: 'Avaliações de Candidatos',
  description: 'O que cada candidato respondeu a cada avaliação: o resultado, e se alcança o mínimo do modelo.',
  authority: 'ROLE_REL_AVALIACAO_CANDIDATO',
  filter: daVaga(),
  row: {
    vaga,
    modelo: text('Avaliação', 100),
    candidato,
    pedidaEm: date('Pedida em'),
    respondidaEm: date('Respondida em'),
    resultado: percentage('Resultado'),
    minimo: percentage('Mínimo'),
    aprovado: choice('Alcança o mínimo', { S: 'Sim', N: 'Não' }),
  },
  groups: ['vaga', 'modelo'],
  totals: { candidato: 'count', resultado: 'average' },
  orientation: 'landscape',
  defaults: doUltimoMes,
  rules: faltasDoPeriodo,
});

/** REP-005. */
export const divulgacaoVaga = defineReport({
  id: 'divulgacao-vaga',
  title: 'Divulgação de Vagas',
  description: 'Por onde chegaram os candidatos que se inscreveram no período, e quantos deles foram contratados.',
  authority: 'ROLE_REL_DIVULGACAO_VAGA',
  filter: daVaga(),
  row: {
    divulgacao: text('Como ficou sabendo', 100),
    qtd: integer('Candidatos'),
    percentual: percentage('Percentual'),
    candidaturas: integer('Candidaturas'),
    contratados: integer('Contratados'),
  },
  totals: ['qtd', 'candidaturas', 'contratados'],
  defaults: dosUltimosSeisMeses,
  rules: faltasDoPeriodo,
});

/** REP-008. */
export const indicacaoCandidato = defineReport({
  id: 'indicacao-candidato',
  title: 'Indicação de Candidatos',
  description: 'Quem foi indicado por quem, para que vaga, e o que foi feito da indicação.',
  authority: 'ROLE_REL_INDICACAO_CANDIDATO',
  filter: daVaga(),
  row: { indicadoPor: text('Indicado por', 100), candidato, vaga, inscritaEm: date('Inscrição'), etapa, resultado },
  groups: ['indicadoPor'],
  totals: { candidato: 'count' },
  orientation: 'landscape',
  defaults: dosUltimosSeisMeses,
  rules: faltasDoPeriodo,
});
