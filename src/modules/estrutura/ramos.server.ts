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

/** The area and all that stands below it, by their ids: how many levels below it. */
export async function niveisDoRamo(db: Queryable, area: number): Promise<Map<number, number>> {
  const rows = await db.query<{ id: number; nivel: number }>(sql`${ramo(area)} select id, nivel from ramo`);
  return new Map(rows.map(({ id, nivel }) => [id, nivel]));
}

/** The level at which an area stands; at the top it is 1. */
export async function nivelDe(db: Queryable, area: number): Promise<number> {
  const { nivel } = await db.only<{ nivel: number }>(sql`
    with recursive acima as (
      select id, area_mae_id from areas_organizacionais where id = ${area}
      union select mae.id, mae.area_mae_id from acima join areas_organizacionais mae on mae.id = acima.area_mae_id
    ) select count(*)::int as nivel from acima`);
  return nivel;
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
