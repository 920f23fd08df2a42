import sql, { type Sql } from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Period } from '#kit/report/period.ts';
import { noAlcance } from './alcance.server.ts';
import type { FiltroDoQuadro } from './filtros.ts';

interface Filtro extends FiltroDoQuadro, Period {
  agruparPor: 'MES_ANO' | 'AREA_ORGANIZACIONAL' | 'TALENTO';
}

const ordem: Readonly<Record<Filtro['agruparPor'], Sql>> = {
  MES_ANO: sql`mes`,
  AREA_ORGANIZACIONAL: sql`a.descricao_hierarquia_ord, a.id`,
  TALENTO: sql`t.nome_ord`,
};

const NA_ADMISSAO = { area: sql`h.area_organizacional_id`, cargo: sql`f.cargo_id`, estabelecimento: sql`h.estabelecimento_id` };

/** The first entry of the history is the one of the admission, whatever came later. */
export const admitidosQuery = (filtro: Filtro, acting: Acting): Sql => sql`
  select e.nome as empresa, to_char(t.data_admissao, 'YYYY-MM') as mes, a.descricao_hierarquia as area, t.nome as talento, t.matricula,
    t.data_admissao as "dataAdmissao", c.nome as cargo, f.nome as faixa, s.nome as estabelecimento, t.vinculo, t.data_desligamento as "dataDesligamento"
  from talentos t join empresas e on e.id = t.empresa_id
  left join lateral (select * from talentos_historicos h where h.registro_id = t.id order by h.data, h.id limit 1) h on true
  left join areas_organizacionais a on a.id = h.area_organizacional_id
  left join faixas_salariais f on f.id = h.faixa_salarial_id
  left join cargos c on c.id = f.cargo_id
  left join estabelecimentos s on s.id = h.estabelecimento_id
  where ${noAlcance(acting, 'ROLE_REL_ADMITIDOS', filtro, NA_ADMISSAO)} and t.data_admissao between ${filtro.dataIni}::date and ${filtro.dataFim}::date
  order by e.nome_ord, e.id, ${ordem[filtro.agruparPor]}, t.data_admissao, t.nome_ord, t.id`;
