import { boolean, choice } from '#kit/fields/choice.ts';
import { having, optional } from '#kit/fields/field.ts';
import { integer } from '#kit/fields/number.ts';
import { refIds } from '#kit/fields/reference.ts';
import { text } from '#kit/fields/text.ts';
import { defineReport } from '#kit/report/report.ts';
import { tiposDeAvaliacao } from '../desempenho/papeis.ts';
import { papeisDoResultado } from '../desempenho/resultado.ts';
import {
  areas,
  auto,
  avaliacao,
  avaliacoesIds,
  avaliado,
  competencia,
  distancia,
  doResultado,
  exigido,
  obtido,
  porCento,
  TALENTOS,
  tipoDeCompetencia,
} from './campos.ts';

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

/** REP-037. */
export const competenciasDaOrganizacao = defineReport({
  id: 'analise-desempenho-competencia-organizacional',
  title: 'Análise de Desempenho das Competências da Organização',
  description:
    'Cada competência em toda a empresa, ou nas áreas escolhidas: o que se exige, o que se alcança e quantos ficam abaixo. Você só conta onde a avaliação lhe mostra o que se exige.',
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
