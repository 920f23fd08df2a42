import sql, { type Sql } from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import { APRENDIZES } from '../cotas/cotas.rules.ts';
import { pedeTodasAsAreas } from '../cotas/cotas.server.ts';
import { ocupacoesDe } from '../cotas/ocupacoes.server.ts';
import { trabalhaEm } from '../indicadores/posicao.server.ts';
import { noAlcance } from './alcance.server.ts';
import type { FiltroDoQuadro } from './filtros.ts';

interface Filtro extends FiltroDoQuadro {
  percentualMinimo: number;
  percentualMaximo: number;
  somenteBase: boolean;
}

/**
 * A fraction counts as one, too few employees need no apprentice, and the maximum is never below the minimum: the same as
 * `cotaAprendizes`, with the filter's percentages.
 */
export const cboEfeitoAprendizQuery = (filtro: Filtro, acting: Acting): Sql => {
  pedeTodasAsAreas(acting);
  const quem = sql`${noAlcance(acting, 'ROLE_REL_CBO_EFEITO_APRENDIZ', filtro)} and ${trabalhaEm(acting.today)}`;
  return sql`
    with contado as (
      select o.*, case when o.demanda then o.empregados else 0 end as base from (${ocupacoesDe(quem)}) o
    ), somado as (
      select c.*, sum(c.base) over lugar as base_toda, sum(c.aprendizes) over lugar as aprendizes_todos
      from contado c window lugar as (partition by c.empresa_id, c.estabelecimento)
    ), cotado as (
      select s.*, floor(s.base_toda * ${filtro.percentualMaximo}::numeric / 100)::int as maximo,
        case when s.base_toda < ${APRENDIZES.menorBase} then 0 else ceil(s.base_toda * ${filtro.percentualMinimo}::numeric / 100)::int end as minimo
      from somado s
    )
    select e.nome as empresa,
      coalesce(s.nome, 'Sem estabelecimento') || ': base ' || k.base_toda || ', mínimo ' || k.minimo || ', máximo ' || greatest(k.minimo, k.maximo)
        || ', aprendizes contratados ' || k.aprendizes_todos as estabelecimento,
      left(k.cbo, 4) || '-' || right(k.cbo, 2) as cbo, coalesce(k.descricao, 'Sem CBO') as ocupacao, k.empregados, k.base, k.motivo
    from cotado k join empresas e on e.id = k.empresa_id left join estabelecimentos s on s.id = k.estabelecimento
    where k.empregados > 0 and (${!filtro.somenteBase} or k.base > 0)
    order by e.nome_ord, e.id, s.nome_ord nulls last, s.id, k.cbo nulls last`;
};
