import sql, { type Sql } from 'sql-template-tag';
import type { Acting } from '#kit/registry/acting.server.ts';
import { trabalhaEm } from '../indicadores/posicao.server.ts';
import { lugarDoTalento, noAlcance } from './alcance.server.ts';
import type { FiltroDoQuadro } from './filtros.ts';

interface Filtro extends FiltroDoQuadro {
  exibirListaColaboradores: boolean;
}

/** Each talent in one generation: where two overlap, the one that began last. */
const porGeracao = (filtro: Filtro, acting: Acting): Sql => sql`
  select e.id as empresa_id, e.nome as empresa, e.nome_ord as empresa_ord, coalesce(g.ano_inicial, 9999) as ordem,
    case when t.data_nascimento is null then 'Sem data de nascimento' else coalesce(g.nome, 'Fora das gerações cadastradas') end as geracao,
    t.id, t.nome as talento, t.nome_ord, t.matricula, t.data_nascimento, a.descricao_hierarquia as area, c.nome as cargo
  from talentos t ${lugarDoTalento}
  left join lateral (
    select g.nome, g.ano_inicial from geracoes g
    where extract(year from t.data_nascimento) between g.ano_inicial and coalesce(g.ano_final, 9999)
    order by g.ano_inicial desc, g.id limit 1
  ) g on true
  where ${noAlcance(acting, 'ROLE_REL_GERACOES', filtro)} and ${trabalhaEm(acting.today)}`;

export function geracoesQuery(filtro: Filtro, acting: Acting): Sql {
  if (filtro.exibirListaColaboradores)
    return sql`
      select x.empresa, x.geracao, x.talento, x.matricula, x.data_nascimento as "dataNascimento",
        extract(year from age(${acting.today}::date, x.data_nascimento))::int as idade, x.area, x.cargo
      from (${porGeracao(filtro, acting)}) x order by x.empresa_ord, x.empresa_id, x.ordem, x.geracao, x.nome_ord, x.id`;
  return sql`
    select x.empresa, x.geracao, count(*)::int as quantidade, round(count(*) * 100.0 / sum(count(*)) over (partition by x.empresa_id), 2) as percentual
    from (${porGeracao(filtro, acting)}) x
    group by x.empresa_id, x.empresa, x.empresa_ord, x.ordem, x.geracao order by x.empresa_ord, x.empresa_id, x.ordem, x.geracao`;
}
