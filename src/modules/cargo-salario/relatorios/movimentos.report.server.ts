import sql, { type Sql } from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import { ehPromocao, pagoAntes, pagoDepois, salarioDe, tipoDaPromocao } from '#modules/estrutura/public.server.ts';
import { confirmado, nomeComMatricula, talentosVisiveis } from '#modules/gestao-talentos/public.server.ts';
import { admitidosAte, mesesEntre, noRecorte, type Recorte, seMostra, variacao } from './quadro.server.ts';
import type { Agrupamento } from './recorte.ts';

interface Periodo {
  dataIni: string;
  dataFim: string;
}

interface NoPeriodo extends Periodo, Recorte {
  agruparPor: Agrupamento;
}

const mesAno = sql`to_char(h.data, 'YYYY-MM')`;

const ordem: Readonly<Record<Agrupamento, Sql>> = {
  AREA_ORGANIZACIONAL: sql`a.descricao_hierarquia_ord, a.id, t.nome_ord, t.id, h.data`,
  MES_ANO: sql`${mesAno}, t.nome_ord, t.id, h.data`,
  TALENTO: sql`t.nome_ord, t.id, h.data`,
};

/**
 * Entries of histories within the period, each with the preceding one (`p`); only between a talent's admission and their last
 * day.
 */
const mudancas = (acting: Acting, { dataIni, dataFim }: Periodo): Sql => sql`
  from talentos_historicos h
  join talentos t on t.id = h.registro_id
  join talentos_historicos p on p.registro_id = h.registro_id and p.ate = h.data
  join faixas_salariais f on f.id = h.faixa_salarial_id
  join faixas_salariais fp on fp.id = p.faixa_salarial_id
  join areas_organizacionais a on a.id = h.area_organizacional_id
  where ${talentosVisiveis(acting)} and ${confirmado} and h.data between ${dataIni}::date and ${dataFim}::date
    and (t.data_desligamento is null or h.data <= t.data_desligamento)`;

const lugar = { area: sql`h.area_organizacional_id`, cargo: sql`f.cargo_id`, estabelecimento: sql`h.estabelecimento_id` };
const tipo = tipoDaPromocao(sql`f.cargo_id`, sql`fp.cargo_id`);

export function promocoesQuery(filtro: NoPeriodo & { tipoPromocao: 'T' | 'H' | 'V' }, acting: Acting): Sql {
  return sql`
    select m.*, m."salarioNovo" - m."salarioAnterior" as aumento, ${variacao(sql`m."salarioAnterior"`, sql`m."salarioNovo"`)} as percentual
    from (
      select row_number() over (order by ${ordem[filtro.agruparPor]}) as n, a.descricao_hierarquia as area, ${mesAno} as "mesAno", ${nomeComMatricula} as talento, h.data, ${tipo} as tipo,
        fp.nome_com_cargo as de, f.nome_com_cargo as para,
        ${seMostra(acting, pagoAntes)} as "salarioAnterior",
        ${seMostra(acting, pagoDepois)} as "salarioNovo"
      ${mudancas(acting, filtro)} and ${ehPromocao(acting)} and ${noRecorte(filtro, lugar)}
        and (${filtro.tipoPromocao}::text = 'T' or ${tipo} = ${filtro.tipoPromocao}::text)
    ) m order by m.n`;
}

export const alteracoesCargosAreasQuery = (filtro: NoPeriodo & { alteracao: 'T' | 'C' | 'A' | 'E' }, acting: Acting): Sql => {
  const cargo = sql`f.cargo_id <> fp.cargo_id`;
  const area = sql`h.area_organizacional_id <> p.area_organizacional_id`;
  const quais = { T: sql`(${cargo} or ${area})`, C: cargo, A: area, E: sql`(${cargo} and ${area})` }[filtro.alteracao];
  return sql`
    select a.descricao_hierarquia as area, ${mesAno} as "mesAno", ${nomeComMatricula} as talento, h.data, h.motivo,
      (select c.nome from cargos c where c.id = fp.cargo_id) as "cargoAnterior", (select c.nome from cargos c where c.id = f.cargo_id) as "cargoNovo",
      (select b.descricao_hierarquia from areas_organizacionais b where b.id = p.area_organizacional_id) as "areaAnterior",
      a.descricao_hierarquia as "areaNova"
    ${mudancas(acting, filtro)} and ${quais} and ${noRecorte(filtro, lugar)}
    order by ${ordem[filtro.agruparPor]}`;
};

/** Entries in force on any day of the period; the last entry of somebody who left ends on their last day. */
export const situacoesDosTalentosQuery = (filtro: NoPeriodo, acting: Acting): Sql => sql`
  select a.descricao_hierarquia as area, ${mesAno} as "mesAno", ${nomeComMatricula} as talento, h.data,
    coalesce(least(h.ate - 1, t.data_desligamento), t.data_desligamento) as ate, h.motivo,
    (select c.nome from cargos c where c.id = f.cargo_id) as cargo, f.nome as faixa, e.nome as estabelecimento,
    ${seMostra(acting, sql`h.tipo_salario`)} as "tipoSalario", ${seMostra(acting, salarioDe(sql`h`, sql`h.data`))} as salario
  from talentos_historicos h
  join talentos t on t.id = h.registro_id
  join faixas_salariais f on f.id = h.faixa_salarial_id
  join areas_organizacionais a on a.id = h.area_organizacional_id
  left join estabelecimentos e on e.id = h.estabelecimento_id
  where ${talentosVisiveis(acting)} and ${confirmado} and h.data <= ${filtro.dataFim}::date and (h.ate is null or h.ate > ${filtro.dataIni}::date)
    and (t.data_desligamento is null or (t.data_desligamento >= ${filtro.dataIni}::date and h.data <= t.data_desligamento))
    and ${noRecorte(filtro, lugar)}
  order by ${ordem[filtro.agruparPor]}`;

interface Ultimas extends Recorte {
  dataBase: string;
  mesesSemPromocao: number | null;
}

export function ultimasPromocoesQuery(filtro: Ultimas, acting: Acting): Sql {
  const meses = mesesEntre(sql`coalesce(u.data, x.data_admissao)`, sql`${filtro.dataBase}::date`);
  return sql`
    select a.descricao_hierarquia as area, x.talento, x.data_admissao as "dataAdmissao", c.nome as cargo, f.nome as faixa,
      u.data as "dataPromocao", u.tipo, ${meses} as meses, x.salario
    from ${admitidosAte(acting, filtro.dataBase)}
    join areas_organizacionais a on a.id = x.area_id
    join cargos c on c.id = x.cargo_id
    join faixas_salariais f on f.id = x.faixa_id
    left join lateral (
      select h.data, ${tipoDaPromocao(sql`fn.cargo_id`, sql`fp.cargo_id`)} as tipo
      from talentos_historicos h
      join talentos_historicos p on p.registro_id = h.registro_id and p.ate = h.data
      join faixas_salariais fn on fn.id = h.faixa_salarial_id
      join faixas_salariais fp on fp.id = p.faixa_salarial_id
      where h.registro_id = x.id and h.data <= ${filtro.dataBase}::date and ${ehPromocao(acting)}
      order by h.data desc limit 1
    ) u on true
    where x.situacao = 'A' and ${noRecorte(filtro, { area: sql`x.area_id`, cargo: sql`x.cargo_id`, estabelecimento: sql`x.estabelecimento_id` })}
      and (${filtro.mesesSemPromocao}::int is null or ${meses} >= ${filtro.mesesSemPromocao}::int)
    order by a.descricao_hierarquia_ord, a.id, x.nome_ord, x.id`;
}
