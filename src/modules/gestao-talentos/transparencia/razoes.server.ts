import sql, { join, type Sql } from 'sql-template-tag';
import type { Acting } from '#kit/registry/acting.server.ts';
import { quadroEm } from '../indicadores/posicao.server.ts';
import { GRANDES_GRUPOS, MENOR_GRUPO } from './transparencia.rules.ts';

/** Names of the major groups as rows. */
const grupos = join(
  Object.entries(GRANDES_GRUPOS).map(([codigo, nome]) => sql`(${codigo}, ${nome})`),
  ', ',
);

/** Women's share of men's pay, in per cent; nothing while either are too few to be shown. */
const razao = (mulheres: Sql, homens: Sql): Sql =>
  sql`case when mulheres >= ${MENOR_GRUPO} and homens >= ${MENOR_GRUPO} and ${homens} > 0 then round((${mulheres} / ${homens} * 100)::numeric, 2) end`;

/** Groups of the whole company, and of each establishment. */
const NIVEIS = { G: sql`(q.grupo)`, E: sql`(q.grupo, q.estabelecimento)` };
export type Nivel = keyof typeof NIVEIS;

/**
 * Pay of women beside that of men by major occupational group, on a day, in the session's company: of each level asked for, in one reading. Rows of the whole
 * company have no `estabelecimento`. Counts below three are not told either.
 */
export function razoesSalariais(acting: Acting, dia: string, niveis: readonly Nivel[]): Sql {
  const quadro = quadroEm({
    dia,
    hoje: acting.today,
    empresas: [acting.empresaId],
    onde: ({ empresa }) => sql`${empresa} = ${acting.empresaId} and t.vinculo = 'E'`,
  });
  return sql`
    select case when x.inteira = 0 then coalesce(e.nome, 'Sem estabelecimento') end as estabelecimento, coalesce(g.codigo || ' – ' || g.nome, 'Sem CBO') as grupo,
      case when mulheres >= ${MENOR_GRUPO} then mulheres end as mulheres, case when homens >= ${MENOR_GRUPO} then homens end as homens,
      ${razao(sql`media_m`, sql`media_h`)} as "razaoMedia", ${razao(sql`mediana_m`, sql`mediana_h`)} as "razaoMediana"
    from (
      select q.estabelecimento, q.grupo, grouping(q.estabelecimento) as inteira,
        count(*) filter (where q.sexo = 'F')::int as mulheres, count(*) filter (where q.sexo = 'M')::int as homens,
        avg(q.salario) filter (where q.sexo = 'F') as media_m, avg(q.salario) filter (where q.sexo = 'M') as media_h,
        percentile_cont(0.5) within group (order by q.salario) filter (where q.sexo = 'F') as mediana_m,
        percentile_cont(0.5) within group (order by q.salario) filter (where q.sexo = 'M') as mediana_h
      from (
        select q.estabelecimento, q.sexo, q.salario, left(cbo.codigo, 1) as grupo
        from (${quadro}) q left join faixas_salariais f on f.id = q.faixa left join codigos_cbo cbo on cbo.id = f.codigo_cbo_id) q
      where q.salario is not null
      group by grouping sets (${join(
        niveis.map((nivel) => NIVEIS[nivel]),
        ', ',
      )})
    ) x
    left join estabelecimentos e on e.id = x.estabelecimento
    left join (values ${grupos}) g(codigo, nome) on g.codigo = x.grupo
    order by 1, g.codigo nulls last`;
}
