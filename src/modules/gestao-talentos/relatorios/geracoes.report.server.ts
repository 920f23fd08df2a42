import sql, { type Sql } from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import { geracaoDoTalento, nomeDaGeracao, trabalhaEm } from '../indicadores/posicao.server.ts';
import { lugarDoTalento, noAlcance } from './alcance.server.ts';
import type { FiltroDoQuadro } from './filtros.ts';

interface Filtro extends FiltroDoQuadro {
  exibirListaColaboradores: boolean;
}

const porGeracao = (filtro: Filtro, acting: Acting): Sql => sql`
  select e.id as empresa_id, e.nome as empresa, e.nome_ord as empresa_ord, coalesce(g.ano_inicial, 9999) as ordem,
    ${nomeDaGeracao} as geracao,
    t.id, t.nome as talento, t.nome_ord, t.matricula, t.data_nascimento, a.descricao_hierarquia as area, c.nome as cargo
  from talentos t ${lugarDoTalento}
  ${geracaoDoTalento}
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
