import sql, { type Sql } from 'sql-template-tag';
import { MENOR_GRUPO } from './transparencia.rules.ts';

/**
 * Whether withheld counts stay unknown although their sum follows by subtraction: there are at least two, of at least three
 * people, and one of them is above its least possible value (`folga`).
 */
const seguras = (quantas: Sql, pessoas: Sql, folga: Sql): Sql =>
  sql`(${quantas} >= 2 and ${pessoas} >= ${MENOR_GRUPO} and ${folga} >= 1)`;

/**
 * Which counts are withheld, so that none of them follows from the shown ones: counts by group, sex and establishment, those of
 * the whole company (`inteira`), and the total number of people are shown together. `contagens` answers (grupo, estabelecimento,
 * sexo, n), n > 0; a count of nobody reveals nobody. Counts below three are always withheld. Then the smallest ones beside them
 * are withheld, until their sum reveals no single count; if there are too few, the company's own count is withheld too, and with
 * it others at that level.
 */
export const guardadas = (contagens: Sql): Sql => sql`
  select * from (
    with em_ordem as (
      select c.*, row_number() over ate as posicao, sum(c.n) over ate as pessoas, sum(c.n - 1) over ate as folga,
        min(c.n) over todas < ${MENOR_GRUPO} as ha_poucas
      from (${contagens}) c
      window todas as (partition by c.grupo, c.sexo), ate as (partition by c.grupo, c.sexo order by c.n, c.estabelecimento nulls last rows unbounded preceding)
    ), inteiras as (
      select e.grupo, e.sexo, sum(e.n) as n,
        bool_or(e.ha_poucas) and not ${seguras(sql`count(*)`, sql`sum(e.n)`, sql`sum(e.n - 1)`)} as sozinha, sum(e.n - 1) as folga
      from em_ordem e group by e.grupo, e.sexo
    ), inteiras_em_ordem as (
      select i.*, row_number() over ate as posicao, sum(i.n) over ate as pessoas, sum(i.folga) over ate as folgas, bool_or(i.sozinha) over () as ha_sozinhas
      from inteiras i window ate as (order by i.sozinha desc, i.n, i.grupo nulls last, i.sexo rows unbounded preceding)
    ), inteiras_guardadas as (
      select i.grupo, i.sexo from inteiras_em_ordem i
      where i.sozinha or (i.ha_sozinhas and not ${seguras(sql`i.posicao - 1`, sql`i.pessoas - i.n`, sql`i.folgas - i.folga`)})
    )
    select true as inteira, i.grupo, null::bigint as estabelecimento, i.sexo from inteiras_guardadas i
    union all
    select false, e.grupo, e.estabelecimento, e.sexo from em_ordem e
    where e.n < ${MENOR_GRUPO}
      or (e.ha_poucas and not ${seguras(sql`e.posicao - 1`, sql`e.pessoas - e.n`, sql`e.folga - (e.n - 1)`)})
      -- The sum of the rest would be the company's own.
      or (e.posicao = 1 and exists (select from inteiras_guardadas i where i.grupo is not distinct from e.grupo and i.sexo = e.sexo))
  ) g`;
