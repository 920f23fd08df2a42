import sql, { type Sql } from 'sql-template-tag';
import { addDays } from '#kit/br/date.ts';
import { diasTrabalhados, type MesDoPeriodo } from './indicadores.rules.ts';
import { confirmado } from './posicao.server.ts';

/**
 * The counts of one month. Every company with people in the period has all its months; rows with `empresaId` null are of all
 * companies together.
 */
export interface Movimento {
  empresaId: number | null;
  /** 'YYYY-MM' */
  mes: string;
  /** employed at the start of the month: admitted before it, and not dismissed before it */
  ativosInicioMes: number;
  admitidos: number;
  /** who left, for whatever reason */
  desligados: number;
  /** who left for a reason that counts for the turnover; one without a reason counts */
  demitidos: number;
}

/**
 * A rate in per cent with two decimals, null when nobody was there; `media` is the average of the shown monthly rates (RUL-381),
 * in which such a month counts as 0.
 */
export interface Taxa {
  taxa: number | null;
  media: number;
}

/** `k, mes, dias` (working days) of the months of a period, as a relation; k counts from 1. */
export const mesesSql = (meses: readonly MesDoPeriodo[]): Sql => sql`(
  select * from unnest(${meses.map((_, indice) => indice + 1)}::int[], ${meses.map(({ mes }) => mes)}::text[], ${meses.map(diasTrabalhados)}::int[]) m(k, mes, dias))`;

const CONTA = sql`t.data_desligamento is null or t.id not in (
  select d.colaborador_id from desligamentos d join motivos_desligamento m on m.id = d.motivo_id where not m.turnover and d.status = 'D')`;

/**
 * Rows of `Movimento`; dashboards, reports and start page all count by this statement. `quem` selects talents (alias `t`). It
 * reads them once: the days of admission and dismissal place each talent between two months.
 */
export function movimentoPorMes(meses: readonly MesDoPeriodo[], quem: Sql): Sql {
  const inicio = meses[0]?.inicio;
  const fim = meses.at(-1)?.fim;
  // 0 before the first month, k in month k, one more after the last.
  const limites = [...meses.map((mes) => mes.inicio), ...(fim === undefined ? [] : [addDays(fim, 1)])];
  return sql`
    select c.empresa as "empresaId", m.mes,
      coalesce(sum(c.n) filter (where c.entrada < m.k and (c.saida is null or c.saida >= m.k)), 0)::int as "ativosInicioMes",
      coalesce(sum(c.n) filter (where c.entrada = m.k), 0)::int as admitidos,
      coalesce(sum(c.n) filter (where c.saida = m.k), 0)::int as desligados,
      coalesce(sum(c.n) filter (where c.saida = m.k and c.conta), 0)::int as demitidos
    from (
      select t.empresa_id as empresa, width_bucket(t.data_admissao, ${limites}::date[]) as entrada, width_bucket(t.data_desligamento, ${limites}::date[]) as saida,
        (${CONTA}) as conta, count(*) as n
      from talentos t
      where ${confirmado} and t.data_admissao <= ${fim}::date and (t.data_desligamento is null or t.data_desligamento >= ${inicio}::date) and (${quem})
      group by 1, 2, 3, 4
    ) c cross join ${mesesSql(meses)} m
    group by grouping sets ((c.empresa, m.mes), (m.mes))`;
}

/** The rows of `contagens` (with `empresaId`) and the columns of `Taxa`; `taxa` is an expression over them. */
export const comTaxa = (contagens: Sql, taxa: Sql): Sql => sql`
  select x.*, x.exata::float8 as taxa, round(avg(coalesce(x.exata, 0)) over (partition by x."empresaId"), 2)::float8 as media
  from (select q.*, round(${taxa}, 2) as exata from (${contagens}) q) x`;

/** `Movimento & Taxa`: half of admissions and dismissals ÷ active at the start of the month × 100. */
export const turnoverPorMes = (meses: readonly MesDoPeriodo[], quem: Sql): Sql =>
  comTaxa(movimentoPorMes(meses, quem), sql`(admitidos + demitidos) / 2.0 / nullif("ativosInicioMes", 0) * 100`);

/** `Movimento & Taxa`: dismissals ÷ active at the start of the month × 100. */
export const demissaoPorMes = (meses: readonly MesDoPeriodo[], quem: Sql): Sql =>
  comTaxa(movimentoPorMes(meses, quem), sql`demitidos::numeric / nullif("ativosInicioMes", 0) * 100`);
