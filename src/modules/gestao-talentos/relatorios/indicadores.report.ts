import { byName } from '#kit/fields/by-name.ts';
import { boolean } from '#kit/fields/choice.ts';
import { month } from '#kit/fields/date.ts';
import { having } from '#kit/fields/field.ts';
import { integer, percentage } from '#kit/fields/number.ts';
import { text } from '#kit/fields/text.ts';
import { monthsUpToToday, type Period, period, periodFaults } from '#kit/report/period.ts';
import { defineReport } from '#kit/report/report.ts';
import { MAXIMO_DE_MESES, mesesDoPeriodo } from '../indicadores/indicadores.rules.ts';
import { VER_SAUDE } from '../pessoa/sensiveis.ts';
import { doQuadro, meta } from './filtros.ts';

const comuns = { empresaNome: text('Empresa', 100), mes: month('Mês'), ativosInicioMes: integer('Ativos no início') };
const DO_MOTIVO = { sensitive: VER_SAUDE } as const;
const taxa = (label: string) => percentage(label, 2, { max: 1_000_000 });

function* faltas(filtro: Period) {
  yield* periodFaults(filtro);
  if (mesesDoPeriodo(filtro.dataIni, filtro.dataFim).at(-1)?.fim !== filtro.dataFim && filtro.dataFim >= filtro.dataIni)
    yield { field: 'dataFim', message: `O período deve ter no máximo ${MAXIMO_DE_MESES} meses.` };
}

/** Dismissals for any reason, as the report of dismissals counts them, and those whose reason counts for the turnover. */
const saidas = { qtdDesligados: integer('Desligados'), qtdDemitidos: integer('Desligados considerados') };
const CONSIDERADOS = 'Contam os desligados por motivo considerado no turnover.';

type Filtro = { exibirMeses: boolean; empresasIds: readonly number[] | null };
const deVarias = ({ empresasIds }: Pick<Filtro, 'empresasIds'>): boolean => (empresasIds?.length ?? 0) > 1;
/**
 * The columns of counts and rate. With months and a single company the average is in the totals; with several companies it is in
 * each line, because an average of companies is meaningless.
 */
const colunas =
  <C extends string, R extends string, M extends string>(
    contagens: readonly C[],
    taxa: R,
    media: M,
    resumidas: readonly C[] = contagens,
  ) =>
  (filtro: Filtro) =>
    filtro.exibirMeses
      ? ([
          ...(['mes', 'ativosInicioMes'] as const),
          ...contagens,
          taxa,
          ...(deVarias(filtro) ? (['media'] as const) : []),
          'meta',
        ] as const)
      : (['empresaNome', ...resumidas, media, 'meta'] as const);
const totais =
  <C extends string, R extends string>(contagens: readonly C[], taxa: R) =>
  (filtro: Filtro) => ({
    ...byName(contagens, () => 'sum' as const),
    ...(deVarias(filtro) ? {} : byName([taxa], () => 'average' as const)),
  });

/** The common part of the three rates: by company and month, or one line a company. */
const mensal = {
  filter: {
    ...period,
    ...doQuadro,
    meta,
    exibirMeses: having(boolean('Exibir os meses', true), { hint: 'Sem eles, uma linha por empresa, com a média dos meses.' }),
  },
  /** With the months, each under its company; without them, the company's own line. */
  groups: ({ exibirMeses }: { exibirMeses: boolean }) => (exibirMeses ? (['empresaNome'] as const) : []),
  defaults: monthsUpToToday(6),
  rules: faltas,
};

/**
 * TurnoverLinha: half of admissions and dismissals ÷ active at the start of the month × 100; the media is the average of the
 * shown months.
 */
export const indicadorTurnover = defineReport({
  ...mensal,
  id: 'indicador-turnover',
  title: 'Indicador de Turnover',
  description: `(Admitidos + desligados) ÷ 2 ÷ ativos no início do mês × 100, mês a mês, com a média do período. ${CONSIDERADOS}`,
  authority: 'ROLE_REL_INDICADOR_TURNOVER',
  row: {
    ...comuns,
    qtdAdmitidos: integer('Admitidos'),
    ...saidas,
    turnover: taxa('Turnover (%)'),
    media: taxa('Média (%)'),
    meta: taxa('Meta (%)'),
  },
  columns: colunas(['qtdAdmitidos', 'qtdDesligados', 'qtdDemitidos'], 'turnover', 'media', ['qtdAdmitidos', 'qtdDemitidos']),
  totals: totais(['qtdAdmitidos', 'qtdDesligados', 'qtdDemitidos'], 'turnover'),
});

const FALTAS = ['qtdTotalFaltas', 'qtdDiasTrabalhados'] as const;

/** AbsenteismoLinha: absences of the month ÷ (active at its start × days worked) × 100. */
export const absenteismoReport = defineReport({
  ...mensal,
  id: 'absenteismo',
  title: 'Absenteísmo',
  description: 'Faltas ÷ (ativos no início do mês × dias trabalhados) × 100, mês a mês, com a média do período.',
  authority: 'ROLE_REL_ABSENTEISMO',
  row: {
    ...comuns,
    // Whether a leave counts depends on its reason, and a figure of a few people reveals it.
    qtdTotalFaltas: having(integer('Total de faltas'), DO_MOTIVO),
    qtdDiasTrabalhados: integer('Dias trabalhados'),
    absenteismo: having(taxa('Absenteísmo (%)'), DO_MOTIVO),
    media: having(taxa('Média (%)'), DO_MOTIVO),
    meta: taxa('Meta (%)'),
  },
  columns: colunas(FALTAS, 'absenteismo', 'absenteismo'),
  totals: totais(FALTAS, 'absenteismo'),
});

export const taxaDemissao = defineReport({
  ...mensal,
  id: 'taxa-demissao',
  title: 'Taxa de Demissão',
  description: `Desligados ÷ ativos no início do mês × 100, mês a mês, com a média do período. ${CONSIDERADOS}`,
  authority: 'ROLE_REL_TAXA_DEMISSAO',
  row: {
    ...comuns,
    ...saidas,
    taxa: taxa('Taxa (%)'),
    media: taxa('Média (%)'),
    meta: taxa('Meta (%)'),
  },
  columns: colunas(['qtdDesligados', 'qtdDemitidos'], 'taxa', 'media'),
  totals: totais(['qtdDesligados', 'qtdDemitidos'], 'taxa'),
});
