import sql, { join, raw, type Sql } from 'sql-template-tag';
import { recebeSalario, trabalhaEm } from '#modules/gestao-talentos/public.server.ts';

/** A table as every computation about it needs it. */
export interface Plano {
  id: number;
  empresaId: number;
  /** the day from which its proposals count */
  data: string;
}

/** A table that was not read: its day is part of the query. */
type PlanoDeSql = Omit<Plano, 'data'> & { data: string | Sql };
export const planoPorId = (id: number, empresaId: number): PlanoDeSql => ({
  id,
  empresaId,
  data: sql`(select data from tabelas_reajustes_colaboradores where id = ${id} and empresa_id = ${empresaId})`,
});

/**
 * Leaves out entries that the table itself has written, so that the values it replaces are the same before and after it is
 * applied.
 */
const deOutros = (alias: string, { id }: PlanoDeSql): Sql => sql`${raw(alias)}.tabela_reajuste_id is distinct from ${id}`;

/**
 * Every index and band of the company on the table's day: its value (`atual`) and its value with the table (`proposto`). A band
 * that follows an index follows the index's proposal, unless the table has a line for the band itself. These are at most some
 * thousand rows, so a query over 100,000 people computes each value once. The values equal those of `valorDoIndice` and
 * `valorDaFaixa`.
 */
export const valoresDoDia = (plano: PlanoDeSql): Sql => sql`
  indices_dia as materialized (
    select i.id, v.valor as atual, coalesce(r.valor_proposto, v.valor) as proposto
    from indices i
    left join lateral (
      select ih.valor from indices_historicos ih
      where ih.registro_id = i.id and ih.data <= ${plano.data}::date and ${deOutros('ih', plano)} order by ih.data desc limit 1) v on true
    left join reajustes_indices r on r.indice_id = i.id and r.tabela_reajuste_id = ${plano.id}
    where i.empresa_id = ${plano.empresaId}
  ),
  faixas_dia as materialized (
    select f.id, f.cargo_id, h.tipo, h.indice_id,
      case h.tipo when '3' then h.valor else round(h.quantidade * x.atual, 2) end as atual,
      case when r.id is not null then r.valor_proposto when h.tipo = '3' then h.valor else round(h.quantidade * x.proposto, 2) end as proposto
    from faixas_salariais f
    left join lateral (
      select fh.tipo, fh.indice_id, fh.quantidade, fh.valor from faixas_salariais_historicos fh
      where fh.registro_id = f.id and fh.data <= ${plano.data}::date and fh.tipo <> '1' and coalesce(fh.status, 'C') <> 'X' and ${deOutros('fh', plano)}
      order by fh.data desc, fh.id desc limit 1) h on true
    left join indices_dia x on x.id = h.indice_id
    left join reajustes_faixas_salariais r on r.faixa_salarial_id = f.id and r.tabela_reajuste_id = ${plano.id}
    where f.empresa_id = ${plano.empresaId}
  )`;

/**
 * The entry of a talent's history in force on the table's day, as `h`; none before the first. `talento` is an SQL expression.
 * Entries neither overlap nor leave gaps: it is the one that contains the day or, once the table is applied, the one that ends
 * where the table's own begins. Written like this, the query reads the entries of a company once; the last entry before the day
 * would be looked up talent by talent.
 */
export const vigente = (talento: Sql, plano: PlanoDeSql): Sql => sql`
  left join talentos_historicos h on h.registro_id = ${talento} and h.data <= ${plano.data}::date and ${deOutros('h', plano)}
    and (h.ate is null or h.ate > ${plano.data}::date or (h.registro_id, h.ate) in (
      select p.registro_id, p.data from talentos_historicos p where p.tabela_reajuste_id = ${plano.id} and (p.ate is null or p.ate > ${plano.data}::date)))
  left join faixas_dia fa on fa.id = h.faixa_salarial_id
  left join indices_dia ia on ia.id = h.indice_id`;

/** Works for the company on the table's day, and the personnel system has not cancelled it; over alias `t`. */
export const ativoNoDia = ({ empresaId, data }: PlanoDeSql): Sql => sql`t.empresa_id = ${empresaId} and ${trabalhaEm(data)}`;

const salario = (tipo: Sql, faixa: Sql, indice: Sql, quantidade: Sql, valor: Sql): Sql =>
  sql`(case ${tipo} when '1' then ${faixa} when '2' then round(${quantidade} * ${indice}, 2) else ${valor} end)`;

/** The salary of the entry in force, now and with the table's bands and indices. */
export const salarioAtual = salario(sql`h.tipo_salario`, sql`fa.atual`, sql`ia.atual`, sql`h.quantidade_indice`, sql`h.salario`);
const salarioSeguindo = salario(
  sql`h.tipo_salario`,
  sql`fa.proposto`,
  sql`ia.proposto`,
  sql`h.quantidade_indice`,
  sql`h.salario`,
);

/** Half away from zero, once, at the end: `calculo.ts` in SQL. */
export const reajustadoSql = (valor: Sql, por: '1' | '2', quanto: number): Sql =>
  por === '1' ? sql`round(${valor} * (100 + ${quanto}::numeric) * 0.01, 2)` : sql`round(${valor} + ${quanto}::numeric, 2)`;
export const percentualSql = (atual: Sql, proposto: Sql): Sql =>
  sql`(case when ${atual} <> 0 then round((${proposto} - ${atual}) * 100 / ${atual}, 3) end)`;
export const razao = (valor: Sql, faixa: Sql): Sql => sql`(case when ${faixa} <> 0 then round(${valor} / ${faixa}, 4) end)`;

/** The source of lines by employee; `h`, `fa` and `ia` are the entry and values in force for the talent (`vigente`). */
interface Linhas {
  /** from: the talents, as `t` */
  de: Sql;
  onde: Sql;
  /** select: (colaborador_id, faixa, tipo, indice, quantidade, salario) of the proposal, and any other columns */
  proposta: Sql;
}

/** Lines by employee with the values that they replace and their results. Begins with `with`; the answer is the set `calculo`. */
export const linhasCalculadas = (plano: Plano, { de, onde, proposta }: Linhas): Sql => sql`
  with ${valoresDoDia(plano)},
  calculo as (
    select c.*, ${razao(sql`c.salario_atual`, sql`c.faixa_atual_valor`)} as compa_atual, ${razao(sql`c.salario_proposto`, sql`c.faixa_proposta_valor`)} as compa_proposto,
      c.salario_proposto - c.salario_atual as diferenca, ${percentualSql(sql`c.salario_atual`, sql`c.salario_proposto`)} as percentual
    from (
      select p.*, t.nome, h.estabelecimento_id as estabelecimento_atual, h.area_organizacional_id as area_atual, h.faixa_salarial_id as faixa_atual,
        h.ambiente_id as ambiente_atual, h.funcao_id as funcao_atual, fa.cargo_id as cargo_atual, fp.cargo_id as cargo_proposto, fa.atual as faixa_atual_valor, fp.proposto as faixa_proposta_valor,
        ${salarioAtual} as salario_atual,
        ${salario(sql`p.tipo`, sql`fp.proposto`, sql`ip.proposto`, sql`p.quantidade`, sql`p.salario`)} as salario_proposto
      from ${de}
      ${vigente(sql`t.id`, plano)}
      cross join lateral (select ${proposta}) p
      left join faixas_dia fp on fp.id = p.faixa
      left join indices_dia ip on ip.id = p.indice
      where ${onde}
      offset 0 -- each salary is reckoned once, not wherever it is used
    ) c
  )`;

/**
 * Everybody who works for the company on the table's day, with their salary and their future salary: by their line (the first, if
 * there are two), else by bands and indices. `quem` restricts talents (alias `t`). Begins with `with`; the answer is the set
 * `folha`.
 */
export const folhaDoPlano = (plano: PlanoDeSql, quem: Sql): Sql => sql`
  with ${valoresDoDia(plano)},
  linhas as (
    select distinct on (colaborador_id) colaborador_id, area_organizacional_proposta_id as area, estabelecimento_proposto_id as estabelecimento, faixa_salarial_proposta_id as faixa,
      tipo_salario_proposto as tipo, indice_proposto_id as indice, quantidade_indice_proposto as quantidade, salario_proposto as salario
    from reajustes_colaboradores where tabela_reajuste_id = ${plano.id} order by colaborador_id, id
  ),
  folha as (
    select t.id, t.nome, t.nome_ord, t.sexo, ${recebeSalario} as assalariado, t.data_admissao as admissao, l.colaborador_id is not null as com_linha, coalesce(l.area, h.area_organizacional_id) as area, coalesce(l.estabelecimento, h.estabelecimento_id) as estabelecimento,
      h.faixa_salarial_id as faixa_atual, h.estabelecimento_id as estabelecimento_atual, coalesce(l.faixa, h.faixa_salarial_id) as faixa, ${salarioAtual} as atual,
      case when l.colaborador_id is null then ${salarioSeguindo}
        else ${salario(sql`l.tipo`, sql`fp.proposto`, sql`ip.proposto`, sql`l.quantidade`, sql`l.salario`)} end as proposto
    from talentos t ${vigente(sql`t.id`, plano)}
    left join linhas l on l.colaborador_id = t.id
    left join faixas_dia fp on fp.id = l.faixa
    left join indices_dia ip on ip.id = l.indice
    where ${ativoNoDia(plano)} and ${quem}
  )`;

/** Column of a line ← column of `calculo`. */
export const COLUNAS_DA_LINHA = [
  ['nome', 'nome'],
  ['estabelecimento_atual_id', 'estabelecimento_atual'],
  ['area_organizacional_atual_id', 'area_atual'],
  ['ambiente_atual_id', 'ambiente_atual'],
  ['funcao_atual_id', 'funcao_atual'],
  ['cargo_atual_id', 'cargo_atual'],
  ['cargo_proposto_id', 'cargo_proposto'],
  ['faixa_salarial_atual_id', 'faixa_atual'],
  ['salario_atual', 'salario_atual'],
  ['salario_proposto', 'salario_proposto'],
  ['valor_diferenca', 'diferenca'],
  ['percentual_diferenca', 'percentual'],
  ['compa_ratio_atual', 'compa_atual'],
  ['compa_ratio_proposto', 'compa_proposto'],
] as const;

export const nomes = (lista: readonly string[], alias = ''): Sql => join(lista.map((nome) => raw(alias + nome)));
