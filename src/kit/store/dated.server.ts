import sql, { raw, type Sql } from 'sql-template-tag';

/** The entry of a dated history (alias `h`) that is in force on a day: at most one a record. */
export const asOf = (alias: string, day: Sql): Sql =>
  sql`${raw(alias)}.data <= ${day} and (${raw(alias)}.ate is null or ${raw(alias)}.ate > ${day})`;

/**
 * Recomputes the end and the position of each entry for the records of `which` (a subselect of ids; all by default): for
 * statements that write entries in bulk, in the same transaction. The store calls it by itself.
 */
export const closeEntries = (table: string, which?: Sql): Sql =>
  sql`update ${raw(table)} h set ate = x.ate, ordem = x.ordem
    from (select id, lead(data) over w as ate, row_number() over w as ordem from ${raw(table)}
      ${which ? sql`where registro_id in (${which})` : sql``} window w as (partition by registro_id order by data)) x
    where h.id = x.id and (h.ate, h.ordem) is distinct from (x.ate, x.ordem)`;
