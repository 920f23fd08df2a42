import sql, { type Sql } from 'sql-template-tag';
import type { Queryable } from '#kit/db/database.server.ts';

const PAGE = 5_000;

/** The ids that a query finds, in their order, a page at a time: those of all companies may be more than one query brings. */
export async function* idsInPages(db: Pick<Queryable, 'query'>, found: Sql): AsyncGenerator<number, void, void> {
  for (let after = 0, isOver = false; !isOver; ) {
    const rows = await db.query<{ id: number }>(
      sql`select x.id from (${found}) x where x.id > ${after} order by x.id limit ${PAGE}`,
    );
    for (const { id } of rows) yield id;
    after = rows.at(-1)?.id ?? after;
    isOver = rows.length < PAGE;
  }
}
