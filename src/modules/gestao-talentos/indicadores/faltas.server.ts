import sql, { type Sql } from 'sql-template-tag';
import { addDays } from '#kit/br/date.ts';
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
 * employed. Days are counted by their ranges, so that long absences cost no more than short ones.
 */
const faltas = (meses: readonly MesDoPeriodo[], quem: Sql): Sql => {
  const inicio = meses[0]?.inicio;
  const fim = meses.at(-1)?.fim;
  const ate = diasUteisAte(meses);
  return sql`
    with ate as (
      select * from unnest(${ate.map(({ dia }) => dia)}::date[], ${ate.map(({ uteis }) => uteis)}::int[]) x(dia, uteis)
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
    ), fora as (
      select empresa_id as empresa, unnest(range_agg(daterange(inicio, fim, '[]'))) as dias from periodos where inicio <= fim group by empresa_id, id
    ), no_mes as (
      select f.empresa, m.k, greatest(lower(f.dias), m.inicio) as primeiro, least(upper(f.dias) - 1, m.fim) as ultimo
      from fora f join unnest(${meses.map((_, indice) => indice + 1)}::int[], ${meses.map((mes) => mes.inicio)}::date[], ${meses.map((mes) => mes.fim)}::date[]) m(k, inicio, fim)
        on m.inicio < upper(f.dias) and m.fim >= lower(f.dias)
    )
    select n.empresa, n.k, sum(u.uteis - a.uteis)::int as n
    from no_mes n join ate u on u.dia = n.ultimo join ate a on a.dia = n.primeiro - 1
    group by grouping sets ((n.empresa, n.k), (n.k))`;
};

/** How many working days there are up to each day, from the one before the first month on: days of an absence are the difference of two. */
function diasUteisAte(meses: readonly MesDoPeriodo[]): { dia: string; uteis: number }[] {
  const [primeiro, ultimo] = [meses[0]?.inicio, meses.at(-1)?.fim];
  if (primeiro === undefined || ultimo === undefined) return [];
  const uteis = new Set(businessDays(primeiro, ultimo));
  const dias = [{ dia: addDays(primeiro, -1), uteis: 0 }];
  for (let dia = primeiro; dia <= ultimo; dia = addDays(dia, 1))
    dias.push({ dia, uteis: (dias.at(-1)?.uteis ?? 0) + (uteis.has(dia) ? 1 : 0) });
  return dias;
}

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
