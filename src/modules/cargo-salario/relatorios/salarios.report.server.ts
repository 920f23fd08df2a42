import sql, { type Sql } from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import { nosRamos, salarioDe, valorDaFaixa, valorDoIndice } from '#modules/estrutura/public.server.ts';
import { talentosVisiveis } from '#modules/gestao-talentos/public.server.ts';
import { folhaDoPlano } from '../reajustes/mundo.server.ts';
import { admitidosAte, noRecorte, type Recorte, seMostra, variacao } from './quadro.server.ts';

interface Historicos extends Pick<Recorte, 'areasIds' | 'soAreas' | 'gruposOcupacionaisIds' | 'cargosIds'> {
  dataIni: string;
  dataFim: string;
}

/** Whether an entry sets the value of a band, as `valorDaFaixa` decides: type 1 leaves it unchanged. */
const conta = (entrada: Sql): Sql => sql`(${entrada}.tipo <> '1' and coalesce(${entrada}.status, 'C') <> 'X')`;

/** A band's own entries, and the days on which the index that it follows changed while it did. */
export const historicosFaixasSalariaisQuery = ({ dataIni, dataFim, ...filtro }: Historicos, acting: Acting): Sql => sql`
  select c.nome as cargo, f.nome as faixa, d.data, d.tipo, i.nome as indice, d.quantidade,
    case when d.tipo = '2' then ${valorDoIndice(sql`d.indice_id`, sql`d.data`)} end as "valorDoIndice", v.valor,
    ${variacao(sql`v.antes`, sql`v.valor`)} as variacao, d.status, r.nome as realinhamento
  from (
    select h.registro_id, h.data, h.tipo, h.indice_id, h.quantidade, h.status, h.tabela_reajuste_id from faixas_salariais_historicos h
    where h.data between ${dataIni}::date and ${dataFim}::date
    union all
    select h.registro_id, ih.data, h.tipo, h.indice_id, h.quantidade, h.status, ih.tabela_reajuste_id
    from indices_historicos ih
    join faixas_salariais_historicos h on h.indice_id = ih.registro_id and h.tipo = '2' and ${conta(sql`h`)} and h.data < ih.data
    where ih.data between ${dataIni}::date and ${dataFim}::date and not exists (
      select 1 from faixas_salariais_historicos o where o.registro_id = h.registro_id and o.data > h.data and o.data <= ih.data and (o.data = ih.data or ${conta(sql`o`)}))
  ) d
  join faixas_salariais f on f.id = d.registro_id
  join cargos c on c.id = f.cargo_id
  left join indices i on i.id = d.indice_id
  left join tabelas_reajustes_colaboradores r on r.id = d.tabela_reajuste_id
  cross join lateral (select ${valorDaFaixa(sql`f.id`, sql`d.data`)} as valor, ${valorDaFaixa(sql`f.id`, sql`d.data - 1`)} as antes) v
  where f.empresa_id = ${acting.empresaId}
    and (${filtro.areasIds.length === 0} or exists (
      select 1 from cargos_areas_organizacionais l where l.registro_id = c.id and ${nosRamos(sql`l.alvo_id`, filtro.areasIds, filtro.soAreas)}))
    and ${noRecorte({ ...filtro, areasIds: [] }, { area: sql`c.id`, cargo: sql`c.id` })}
  order by c.nome_ord, c.id, f.nome_ord, f.id, d.data`;

interface Analise extends Recorte {
  dataBase: string;
  agruparPor: 'CARGO' | 'GRUPO';
}

/**
 * One line a band with the salaries paid in it on the day; bands without people are listed too, unless the filter is about
 * people.
 */
export function analiseTabelasSalariaisQuery({ dataBase, agruparPor, ...filtro }: Analise, acting: Acting): Sql {
  const dePessoas = filtro.areasIds.length > 0 || filtro.estabelecimentosIds.length > 0;
  const grupo = agruparPor === 'GRUPO' ? sql`g.nome_ord nulls last, g.id,` : sql``;
  return sql`
    with faixas as materialized (
      select f.id, f.nome, f.nome_ord, f.cargo_id, ${valorDaFaixa(sql`f.id`, sql`${dataBase}::date`)} as valor
      from faixas_salariais f
      where f.empresa_id = ${acting.empresaId} and ${noRecorte({ ...filtro, areasIds: [] }, { area: sql`f.cargo_id`, cargo: sql`f.cargo_id` })}
    ),
    pagas as (
      select f.id, count(*)::int as talentos, nullif(count(x.salario), 0) as pagos, sum(x.salario) as soma, min(x.salario) as menor,
        round(avg(x.salario), 2) as medio, max(x.salario) as maior,
        (count(*) filter (where x.salario < f.valor))::int as abaixo, (count(*) filter (where x.salario > f.valor))::int as acima
      from ${admitidosAte(acting, dataBase)} join faixas f on f.id = x.faixa_id
      where x.situacao = 'A' and ${noRecorte(filtro, { area: sql`x.area_id`, cargo: sql`x.cargo_id`, estabelecimento: sql`x.estabelecimento_id` })}
      group by f.id
    )
    select g.nome as grupo, c.nome as cargo, f.nome as faixa, f.valor, coalesce(q.talentos, 0) as talentos, q.menor, q.medio, q.maior,
      q.abaixo, q.acima, case when f.valor <> 0 then round(q.soma * 100 / (q.pagos * f.valor), 2) end as "compaRatio", q.soma - f.valor * q.pagos as diferenca
    from faixas f
    join cargos c on c.id = f.cargo_id
    left join grupos_ocupacionais g on g.id = c.grupo_ocupacional_id
    left join pagas q on q.id = f.id
    where not ${dePessoas}::boolean or q.talentos > 0
    order by ${grupo} c.nome_ord, c.id, f.nome_ord, f.id`;
}

interface Projecao extends Recorte {
  dataBase: string;
  tabelaReajusteId: number | null;
  percentual: number | null;
  agruparPor: 'AREA' | 'GRUPO' | 'CARGO';
}

/**
 * Everybody who will work here on the day, with today's salary and the one of that day, including the planned realignment when
 * one is chosen. Somebody who comes until then costs their whole salary; a realignment of another company gives no rows.
 */
export function projecoesSalariaisTalentosQuery(filtro: Projecao, acting: Acting): Sql {
  const { dataBase, tabelaReajusteId, percentual, agruparPor } = filtro;
  const plano = { id: tabelaReajusteId ?? 0, empresaId: acting.empresaId, data: dataBase };
  const ordem = {
    AREA: sql`a.descricao_hierarquia_ord, a.id`,
    GRUPO: sql`g.nome_ord nulls last, g.id`,
    CARGO: sql`c.nome_ord, c.id`,
  }[agruparPor];
  const projetado = percentual === null ? sql`x.proposto` : sql`round(x.proposto * (100 + ${percentual}::numeric) * 0.01, 2)`;
  return sql`
    ${folhaDoPlano(plano, talentosVisiveis(acting))}
    select p.*, p."salarioProjetado" - coalesce(p."salarioAtual", 0) as diferenca, ${variacao(sql`p."salarioAtual"`, sql`p."salarioProjetado"`)} as percentual
    from (
      select row_number() over (order by ${ordem}, t.nome_ord, t.id) as n, a.descricao_hierarquia as area, g.nome as grupo, c.nome as cargo, t.matricula, t.nome,
        f.nome_com_cargo as faixa,
        ${seMostra(acting, salarioDe(sql`h`, sql`${acting.today}::date`))} as "salarioAtual", ${seMostra(acting, projetado)} as "salarioProjetado"
      from folha x
      join talentos t on t.id = x.id
      join areas_organizacionais a on a.id = x.area
      join faixas_salariais f on f.id = x.faixa
      join cargos c on c.id = f.cargo_id
      left join grupos_ocupacionais g on g.id = c.grupo_ocupacional_id
      left join lateral (
        select v.* from talentos_historicos v where v.registro_id = t.id and v.data <= ${acting.today}::date order by v.data desc limit 1) h on true
      where (${tabelaReajusteId}::bigint is null or exists (
          select 1 from tabelas_reajustes_colaboradores r where r.id = ${tabelaReajusteId}::bigint and r.empresa_id = ${acting.empresaId}))
        and ${noRecorte(filtro, { area: sql`x.area`, cargo: sql`f.cargo_id`, estabelecimento: sql`x.estabelecimento` })}
    ) p order by p.n`;
}
