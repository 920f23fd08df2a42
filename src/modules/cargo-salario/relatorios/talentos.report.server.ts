import sql, { type Sql } from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import { veSalario } from '../reajustes/acesso.server.ts';
import { admitidosAte, noRecorte, type Recorte } from './quadro.server.ts';

interface Filtro extends Partial<Recorte> {
  statusSolicitacao: 'T' | 'A' | 'D';
  dataBase: string | null;
  ordenarPor: 'N' | 'A' | 'S';
}

const talentosEm = (filtro: Filtro, acting: Acting, grupos: Sql): Sql => {
  const ordem =
    filtro.ordenarPor === 'A'
      ? sql`x.data_admissao,`
      : filtro.ordenarPor === 'S' && veSalario(acting)
        ? sql`x.salario desc nulls last,`
        : sql``;
  return sql`
    select a.descricao_hierarquia as area, g.nome as grupo, c.nome as cargo, f.nome as faixa, e.nome as estabelecimento,
      x.matricula, x.nome, x.data_admissao as "dataAdmissao", x.situacao, x.salario
    from ${admitidosAte(acting, filtro.dataBase ?? acting.today)}
    join areas_organizacionais a on a.id = x.area_id
    join cargos c on c.id = x.cargo_id
    join faixas_salariais f on f.id = x.faixa_id
    left join grupos_ocupacionais g on g.id = c.grupo_ocupacional_id
    left join estabelecimentos e on e.id = x.estabelecimento_id
    where ${noRecorte(filtro, { area: sql`x.area_id`, cargo: sql`x.cargo_id`, estabelecimento: sql`x.estabelecimento_id` })}
      and (${filtro.statusSolicitacao}::text = 'T' or x.situacao = ${filtro.statusSolicitacao}::text)
    order by ${grupos}, ${ordem} x.nome_ord, x.id`;
};

export const talentosAreasOrganizacionaisQuery = (filtro: Filtro, acting: Acting): Sql =>
  talentosEm(filtro, acting, sql`a.descricao_hierarquia_ord, a.id`);

export const talentosCargosQuery = (filtro: Filtro, acting: Acting): Sql => talentosEm(filtro, acting, sql`c.nome_ord, c.id`);

export const talentosGruposOcupacionaisQuery = (filtro: Filtro, acting: Acting): Sql =>
  talentosEm(filtro, acting, sql`g.nome_ord nulls last, g.id, c.nome_ord, c.id`);
