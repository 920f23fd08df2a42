import sql, { type Sql } from 'sql-template-tag';
import { businessDays } from '#kit/br/holiday.ts';
import type { MesDoPeriodo } from './indicadores.rules.ts';
import { comTaxa, type Movimento, mesesSql, movimentoPorMes } from './movimento.server.ts';
import { confirmado } from './posicao.server.ts';

/** The counts behind absenteeism, for one company (or, `empresaId` null, for all) in one month; both are in days. */
export interface Faltas extends Movimento {
  totalFaltas: number;
  diasTrabalhados: number;
}

/**
 * Days of absence on working days: leaves whose kind counts (one without an end continues) and occurrences whose kind counts (one
 * without an end lasts a day). A day counts once for each talent, however many absences cover it, and only while the talent was
 * employed.
 */
const faltas = (meses: readonly MesDoPeriodo[], quem: Sql): Sql => {
  const dias = meses.flatMap(({ inicio, fim }, indice) => businessDays(inicio, fim).map((dia) => ({ dia, k: indice + 1 })));
  const inicio = meses[0]?.inicio;
  const fim = meses.at(-1)?.fim;
  return sql`
    with uteis as (
      select * from unnest(${dias.map(({ dia }) => dia)}::date[], ${dias.map(({ k }) => k)}::int[]) x(dia, k)
    ), ausencias as (
      select c.colaborador_id as talento, c.inicio, c.fim
      from colaboradores_afastamentos c join afastamentos a on a.id = c.afastamento_id and a.absenteismo
      where c.inicio <= ${fim}::date and (c.fim is null or c.fim >= ${inicio}::date)
      union all
      select o.colaborador_id, o.data_ini, coalesce(o.data_fim, o.data_ini)
      from colaboradores_ocorrencias o join tipos_ocorrencia k on k.id = o.ocorrencia_id and k.absenteismo
      where o.data_ini <= ${fim}::date and coalesce(o.data_fim, o.data_ini) >= ${inicio}::date
    ), periodos as (
      select t.empresa_id, t.id, greatest(f.inicio, t.data_admissao, ${inicio}::date) as inicio, least(f.fim, t.data_desligamento, ${fim}::date) as fim
      from ausencias f join talentos t on t.id = f.talento and ${confirmado} and (${quem})
    ), faltas as (
      select distinct p.empresa_id as empresa, p.id, u.dia, u.k
      from (select p.empresa_id, p.id, p.inicio + generate_series(0, p.fim - p.inicio) as dia from periodos p) p join uteis u on u.dia = p.dia
    )
    select empresa, k, count(*)::int as n from faltas group by grouping sets ((empresa, k), (k))`;
};

/**
 * Rows of `Faltas & Taxa`: absences of the month ÷ (active at its start × working days) × 100. `quem` selects talents (alias
 * `t`).
 */
export const absenteismoPorMes = (meses: readonly MesDoPeriodo[], quem: Sql): Sql =>
  comTaxa(
    sql`
      select v.*, coalesce(f.n, 0) as "totalFaltas", m.dias as "diasTrabalhados"
      from (${movimentoPorMes(meses, quem)}) v join ${mesesSql(meses)} m on m.mes = v.mes
      left join (${faltas(meses, quem)}) f on f.k = m.k and f.empresa is not distinct from v."empresaId"`,
    sql`"totalFaltas"::numeric / nullif("ativosInicioMes" * "diasTrabalhados", 0) * 100`,
  );
