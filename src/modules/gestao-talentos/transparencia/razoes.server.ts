import sql, { join, type Sql } from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import { quadroEm } from '../indicadores/posicao.server.ts';
import { guardadas } from './sigilo.server.ts';
import { GRANDES_GRUPOS } from './transparencia.rules.ts';

/** Names of the major groups as rows. */
const grupos = join(
  Object.entries(GRANDES_GRUPOS).map(([codigo, nome]) => sql`(${codigo}, ${nome})`),
  ', ',
);

/** Women's pay as a percentage of men's; null when either group is withheld or empty. */
const razao = (mulheres: Sql, homens: Sql): Sql => sql`
  case when not x.guarda_m and not x.guarda_h and x.mulheres > 0 and x.homens > 0 and ${homens} > 0 then round((${mulheres} / ${homens} * 100)::numeric, 2) end`;

/** The people whom pay transparency compares (alias `t`): employees with an ordinary contract. */
export const naTransparencia = sql`t.vinculo = 'E'`;

/** Groups of the whole company, and of each establishment. */
export type Nivel = 'G' | 'E';

const guarda = (sexo: 'F' | 'M') => sql`exists (
  select from guardadas g where g.sexo = ${sexo} and g.inteira = (x.inteira = 1) and g.grupo is not distinct from x.grupo
    and g.estabelecimento is not distinct from x.estabelecimento)`;

/**
 * Pay of women beside that of men by major occupational group, on a day, in the session's company: for each requested level, in
 * one query. Rows of the whole company have no `estabelecimento`. Withheld values, and those that could be found by subtraction
 * (`guardadas`), are null at every level, whichever is requested.
 */
export function razoesSalariais(acting: Acting, dia: string, niveis: readonly Nivel[]): Sql {
  const quadro = quadroEm({
    dia,
    hoje: acting.today,
    empresas: [acting.empresaId],
    salario: true,
    onde: ({ empresa }) => sql`${empresa} = ${acting.empresaId} and ${naTransparencia}`,
  });
  return sql`
    with todas as materialized (
      select q.estabelecimento, q.grupo, grouping(q.estabelecimento) as inteira,
        count(*) filter (where q.sexo = 'F')::int as mulheres, count(*) filter (where q.sexo = 'M')::int as homens,
        avg(q.salario) filter (where q.sexo = 'F') as media_m, avg(q.salario) filter (where q.sexo = 'M') as media_h,
        percentile_cont(0.5) within group (order by q.salario) filter (where q.sexo = 'F') as mediana_m,
        percentile_cont(0.5) within group (order by q.salario) filter (where q.sexo = 'M') as mediana_h
      from (
        select q.estabelecimento, q.sexo, q.salario, left(cbo.codigo, 1) as grupo
        from (${quadro}) q left join faixas_salariais f on f.id = q.faixa left join codigos_cbo cbo on cbo.id = f.codigo_cbo_id) q
      where q.salario is not null
      group by grouping sets ((q.grupo), (q.grupo, q.estabelecimento))
    ), guardadas as materialized (${guardadas(sql`
      select x.grupo, x.estabelecimento, s.sexo, s.n from todas x cross join lateral (values ('F', x.mulheres), ('M', x.homens)) s(sexo, n)
      where x.inteira = 0 and s.n > 0`)}
    )
    select case when x.inteira = 0 then coalesce(e.nome, 'Sem estabelecimento') end as estabelecimento, coalesce(g.codigo || ' – ' || g.nome, 'Sem CBO') as grupo,
      case when not x.guarda_m then x.mulheres end as mulheres, case when not x.guarda_h then x.homens end as homens,
      ${razao(sql`x.media_m`, sql`x.media_h`)} as "razaoMedia", ${razao(sql`x.mediana_m`, sql`x.mediana_h`)} as "razaoMediana"
    from (select x.*, ${guarda('F')} as guarda_m, ${guarda('M')} as guarda_h from todas x where x.inteira = any(${niveis.map((nivel) => (nivel === 'G' ? 1 : 0))}::int[])) x
    left join estabelecimentos e on e.id = x.estabelecimento
    left join (values ${grupos}) g(codigo, nome) on g.codigo = x.grupo
    order by 1, g.codigo nulls last`;
}
