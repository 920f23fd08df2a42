import sql, { type Sql } from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Period } from '#kit/report/period.ts';
import { nosRamos } from '#modules/estrutura/public.server.ts';
import { desligamentoDoTalento } from '../indicadores/posicao.server.ts';
import { lugarDoTalento, noAlcance } from './alcance.server.ts';
import type { AgrupamentoDoMovimento, FiltroDoQuadro } from './filtros.ts';

interface Filtro extends FiltroDoQuadro, Period {
  agruparPor: AgrupamentoDoMovimento;
  cargosVinculadosAreas: boolean;
  exibirListaColaboradores: boolean;
}

/** '5 anos e 2 meses' between two dates, both SQL expressions; the second one is exclusive. */
export const tempoEntre = (de: Sql, a: Sql): Sql => {
  const partes = sql`age(${a}, ${de})`;
  const anos = sql`extract(year from ${partes})::int`;
  const meses = sql`extract(month from ${partes})::int`;
  return sql`concat_ws(' e ', case when ${anos} > 0 then ${anos} || case when ${anos} = 1 then ' ano' else ' anos' end end,
    case when ${meses} > 0 then ${meses} || case when ${meses} = 1 then ' mês' else ' meses' end end,
    case when ${anos} = 0 and ${meses} = 0 then 'menos de 1 mês' end)`;
};

/** Dismissals of the period by the day in the talent's record, with the reason of the confirmed dismissal if there is one. */
function saidas(filtro: Filtro, acting: Acting): Sql {
  const areas = [...(filtro.areasOrganizacionaisIds ?? [])];
  const soVinculados = filtro.cargosVinculadosAreas && areas.length > 0 && !filtro.cargosIds?.length;
  return sql`
    select e.id as empresa_id, e.nome as empresa, e.nome_ord as empresa_ord, to_char(t.data_desligamento, 'YYYY-MM') as mes,
      a.id as area_id, a.descricao_hierarquia as area, a.descricao_hierarquia_ord as area_ord, t.id, t.nome as talento, t.nome_ord, t.matricula, c.nome as cargo,
      t.data_admissao, t.data_desligamento, coalesce(m.motivo, 'Sem motivo informado') as motivo, d.observacao
    from talentos t
    ${lugarDoTalento} ${desligamentoDoTalento}
    where ${noAlcance(acting, 'ROLE_REL_DESLIGAMENTOS', filtro)}
      and t.data_desligamento between ${filtro.dataIni}::date and ${filtro.dataFim}::date
      ${soVinculados ? sql`and t.cargo_atual_id in (select registro_id from cargos_areas_organizacionais where ${nosRamos(sql`alvo_id`, areas, filtro.soAreas)})` : sql``}`;
}

const ordens: Readonly<Record<AgrupamentoDoMovimento, Sql>> = {
  MES_ANO: sql`x.mes`,
  AREA_ORGANIZACIONAL: sql`x.area_ord, x.area_id`,
  TALENTO: sql`x.nome_ord`,
};

export function desligamentosQuery(filtro: Filtro, acting: Acting): Sql {
  const { agruparPor } = filtro;
  if (filtro.exibirListaColaboradores)
    return sql`
      select x.empresa, x.mes, x.area, x.talento, x.matricula, x.cargo, x.data_admissao as "dataAdmissao", x.data_desligamento as "dataDesligamento",
        ${tempoEntre(sql`x.data_admissao`, sql`x.data_desligamento + 1`)} as tempo, x.motivo, x.observacao
      from (${saidas(filtro, acting)}) x
      order by x.empresa_ord, x.empresa_id, ${ordens[agruparPor]}, x.data_desligamento, x.nome_ord, x.id`;
  // Without the list there is no talent to group by: only the reasons are counted. Shares are rounded when they print, so that
  // their sum is 100.
  const chave = agruparPor === 'MES_ANO' ? sql`x.mes` : agruparPor === 'AREA_ORGANIZACIONAL' ? sql`x.area` : sql`null::text`;
  const ordem = agruparPor === 'AREA_ORGANIZACIONAL' ? sql`min(x.area_ord), min(x.area_id)` : sql`${chave}`;
  return sql`
    select x.empresa, ${chave} as mes, ${chave} as area, x.motivo, count(*)::int as quantidade,
      count(*) * 100.0 / sum(count(*)) over () as percentual
    from (${saidas(filtro, acting)}) x
    group by x.empresa_id, x.empresa, ${chave}, x.motivo
    order by min(x.empresa_ord), x.empresa_id, ${ordem}, quantidade desc, x.motivo`;
}
