import { addMonths } from '#kit/br/date.ts';
import { choice } from '#kit/fields/choice.ts';
import { date } from '#kit/fields/date.ts';
import { having, optional } from '#kit/fields/field.ts';
import { integer, percentage } from '#kit/fields/number.ts';
import { refIds } from '#kit/fields/reference.ts';
import { longText, text } from '#kit/fields/text.ts';
import { monthsUpToToday, type Period, period, periodFaults } from '#kit/report/period.ts';
import { defineReport } from '#kit/report/report.ts';
import { areasDoFiltro } from '#modules/estrutura/public.ts';
import { pareceres, resultados, situacoesDaExperiencia } from '#modules/gestao-talentos/public.ts';

/** The place of a period among the company's active ones, by their days. */
const periodoAcompanhamento = (max: number) =>
  having(optional(integer('Período de acompanhamento', { min: 1, max })), {
    hint: `De 1 a ${max}: o primeiro é o de menos dias. Vazio: todos.`,
    span: 4,
  });

const talento = text('Talento', 140);
const area = text('Área Organizacional', 2_000);
const cargo = text('Cargo', 100);
const periodo = text('Período', 60);
const avaliador = text('Avaliador', 100);
const percentual = percentage('Percentual');
const resultado = choice('Resultado', resultados);
const parecer = choice('Parecer', pareceres);
const contratoAte = date('Contrato até');

/** REP-030: the periods that end, and who is to judge them. */
export const experienciaPrevista = defineReport({
  id: 'acompanhamento-experiencia-previsto',
  title: 'Acompanhamento de Experiência Previsto',
  description: 'Os períodos de experiência que terminam, por área, e quem avalia.',
  authority: 'ROLE_REL_ACOMPANHAMENTO_EXPERIENCIA_PREVISTO',
  filter: { ...period, periodoAcompanhamento: periodoAcompanhamento(6), ...areasDoFiltro('areasIds') },
  row: {
    area,
    talento,
    cargo,
    dataAdmissao: date('Admissão'),
    periodo,
    termino: date('Término'),
    situacao: choice('Situação', situacoesDaExperiencia),
    avaliador,
  },
  groups: ['area'],
  totals: { talento: 'count' },
  orientation: 'landscape',
  defaults: ({ today }) => ({ dataIni: today, dataFim: addMonths(today, 1) }),
  rules: periodFaults,
});

const AREA = 'Selecione ao menos uma Área Organizacional';

/** REP-031: what was decided in a time. */
export const experienciaAcompanhada = defineReport({
  id: 'acompanhamento-periodo-experiencia',
  title: 'Acompanhamento do Período de Experiência',
  description: 'As avaliações de experiência feitas num tempo: resultado, parecer e até quando vai o contrato.',
  authority: 'ROLE_REL_ACOMPANHAMENTO_PERIODO_EXPERIENCIA',
  filter: { ...period, periodoAcompanhamento: periodoAcompanhamento(4), ...areasDoFiltro('areasIds') },
  row: {
    area,
    talento,
    cargo,
    dataAdmissao: date('Admissão'),
    periodo,
    data: date('Avaliado em'),
    avaliador,
    percentual,
    resultado,
    parecer,
    contratoAte,
  },
  groups: ['area'],
  totals: { talento: 'count', percentual: 'average' },
  orientation: 'landscape',
  defaults: monthsUpToToday(1),
  // RUL-319
  *rules(filtro) {
    yield* periodFaults(filtro);
    if (!filtro.areasIds?.length) yield { field: 'areasIds', message: AREA };
  },
});

/** REP-032: the talents by the mean of their evaluations. */
export const rankingDaExperiencia = defineReport({
  id: 'ranking-performance-periodo-experiencia',
  title: 'Ranking de Performance do Período de Experiência',
  description: 'Os talentos em ordem da média das avaliações escolhidas.',
  authority: 'ROLE_REL_RANKING_PERFORMANCE_PERIODO_EXPERIENCIA',
  filter: {
    ...period,
    // RUL-318
    avaliacoesIds: having(refIds('Avaliações', 'avaliacao/modelos-avaliacao'), {
      hint: 'Os modelos de acompanhamento cujos percentuais entram na média.',
    }),
    ...areasDoFiltro('areasIds'),
  },
  row: {
    posicao: integer('Posição'),
    talento,
    area,
    cargo,
    avaliacoes: integer('Avaliações'),
    media: percentage('Média'),
  },
  totals: { talento: 'count', media: 'average' },
  defaults: monthsUpToToday(6),
  rules: (filtro: Period) => periodFaults(filtro),
});

/** REP-033: one talent's trial on a card, period by period. */
export const cartaoDaExperiencia = defineReport({
  id: 'cartao-acompanhamento-periodo-experiencia',
  title: 'Cartão de Acompanhamento do Período de Experiência',
  description: 'A experiência de cada talento, período a período, para guardar ou assinar.',
  authority: 'ROLE_REL_CARTAO_ACOMPANHAMENTO_PERIODO_EXPERIENCIA',
  filter: {
    colaboradoresIds: optional(refIds('Talentos', 'gestao-talentos/talentos', 0)),
    ...areasDoFiltro('areasIds'),
  },
  row: {
    talento,
    periodo,
    termino: date('Término'),
    data: date('Avaliado em'),
    avaliador,
    percentual,
    resultado,
    parecer,
    contratoAte,
    observacao: longText('Observação', 2_000),
  },
  groups: ['talento'],
  orientation: 'landscape',
  *rules({ colaboradoresIds, areasIds }) {
    if (!colaboradoresIds?.length && !areasIds?.length)
      yield { field: 'colaboradoresIds', message: 'Selecione ao menos um talento ou uma Área Organizacional' };
  },
});

export const relatoriosDaExperiencia = [experienciaPrevista, experienciaAcompanhada, rankingDaExperiencia, cartaoDaExperiencia];
