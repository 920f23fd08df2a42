import sql, { type Sql } from 'sql-template-tag';
import type { Acting } from '#kit/registry/acting.server.ts';

interface Filtro {
  filtrarPor: '1' | '2';
  areasIds: number[];
  gruposOcupacionaisIds: number[];
  cargosIds: number[];
  estabelecimentosIds: number[];
  statusSolicitacao: 'T' | 'A' | 'D';
}

/** Only the lists of the way chosen count: areas for 1, groups and positions for 2. A company may have chosen to show no salary. */
export function talentosAreasOrganizacionaisQuery(filtro: Filtro, acting: Acting): Sql {
  const { filtrarPor, estabelecimentosIds, statusSolicitacao } = filtro;
  const areas = filtrarPor === '1' ? filtro.areasIds : [];
  const grupos = filtrarPor === '2' ? filtro.gruposOcupacionaisIds : [];
  const cargos = filtrarPor === '2' ? filtro.cargosIds : [];
  return sql`
    select a.descricao_hierarquia as area, t.matricula, t.nome, c.nome as cargo, f.nome as faixa, e.nome as estabelecimento,
      t.data_admissao as "dataAdmissao", case t.situacao when 'D' then 'Desligado' else 'Ativo' end as situacao, ${acting.settings.exibirSalario === false ? sql`null::numeric` : sql`t.salario_atual`} as salario
    from talentos t
    join areas_organizacionais a on a.id = t.area_atual_id
    left join cargos c on c.id = t.cargo_atual_id
    left join faixas_salariais f on f.id = t.faixa_atual_id
    left join estabelecimentos e on e.id = t.estabelecimento_atual_id
    where t.empresa_id = ${acting.empresaId}
      and (${areas.length === 0} or t.area_atual_id = any(${areas}::bigint[]))
      and (${grupos.length === 0} or c.grupo_ocupacional_id = any(${grupos}::bigint[]))
      and (${cargos.length === 0} or t.cargo_atual_id = any(${cargos}::bigint[]))
      and (${estabelecimentosIds.length === 0} or t.estabelecimento_atual_id = any(${estabelecimentosIds}::bigint[]))
      and (${statusSolicitacao}::text = 'T' or t.situacao = ${statusSolicitacao}::text)
    order by a.descricao_hierarquia_ord, a.id, t.nome_ord, t.id`;
}
