import sql, { type Sql } from 'sql-template-tag';
import type { Queryable } from '#kit/db/database.server.ts';
import { among } from '#kit/query/among.server.ts';

/** Separates the levels in the text of the hierarchy. */
const SEPARADOR = ' > ';

/** The area and all that stands below it, over a company's own areas. */
export const ramo = (area: number): Sql => sql`
  with recursive ramo as (
    select id, 0 as nivel from areas_organizacionais where id = ${area}
    union
    select filha.id, ramo.nivel + 1 from ramo join areas_organizacionais filha on filha.area_mae_id = ramo.id
  )`;

/**
 * The condition of a filter by areas, the same as in lists: the areas and everything below them, or the areas alone (`so`);
 * without areas it is always true.
 */
export function nosRamos(area: Sql, ids: readonly number[] | null | undefined, so = false): Sql {
  if (!ids?.length) return sql`true`;
  return so
    ? among(area, ids)
    : sql`${area} = any(array(
        with recursive ramo as (
          select id from areas_organizacionais where id = any(${[...ids]}::bigint[])
          union select filha.id from ramo join areas_organizacionais filha on filha.area_mae_id = ramo.id
        ) select id from ramo))`;
}

/** Ids of the area and of all that stands below it. */
export async function idsDoRamo(db: Queryable, area: number): Promise<number[]> {
  const rows = await db.query<{ id: number }>(sql`${ramo(area)} select id from ramo`);
  return rows.map(({ id }) => id);
}

/** Writes the text of the hierarchy of the area and of all that stands below it. */
export async function descreveRamo(db: Queryable, area: number): Promise<void> {
  await db.query(sql`
    with recursive ramo as (
      select a.id, coalesce(mae.descricao_hierarquia || ${SEPARADOR}, '') || a.nome as texto
      from areas_organizacionais a left join areas_organizacionais mae on mae.id = a.area_mae_id where a.id = ${area}
      union all
      select filha.id, ramo.texto || ${SEPARADOR} || filha.nome from ramo join areas_organizacionais filha on filha.area_mae_id = ramo.id
    )
    update areas_organizacionais a set descricao_hierarquia = ramo.texto from ramo
    where a.id = ramo.id and a.descricao_hierarquia is distinct from ramo.texto`);
}
