import sql, { type Sql } from 'sql-template-tag';
import type { Queryable } from '#kit/db/database.server.ts';
import { type Asked, foundSql, planned, Statement } from './list.server.ts';

/** A condition, over alias `t`, that so many records may meet that a list can neither count nor sort them while somebody waits. */
export interface Wide {
  /** of a record: whether it is among all that meet it, which are found first */
  all: Sql;
  /**
   * a row of `ids`, an array of records that meet it, and `todos`, whether there are no others: `most` are looked at, or all
   * when there are fewer
   */
  some(most: number): Sql;
  /** of a record: whether it meets it, asked of one after the other */
  each: Sql;
}

const isWide = (narrowing: Sql | Wide | undefined): narrowing is Wide => narrowing !== undefined && 'each' in narrowing;

/** The condition that finds all that meet it. */
export const wholly = (narrowing: Sql | Wide | undefined): Sql | undefined => (isWide(narrowing) ? narrowing.all : narrowing);

/** Records that a list looks at before it says that there are more than it counts. */
const LOOKED_AT = 10_000;
/** Totals that are not counted are told in whole multiples of this. */
const ROUNDED = 1_000;
/** Up to this place the records of a page are sought in the order of the list. */
const NEAR = 200;

/** How a page is read: its restriction, and its total where that is known already, or `more` than are counted. */
interface Narrowed {
  extra: Sql | undefined;
  total?: number;
  more?: boolean;
  counted?: boolean;
}

/** The ids of the records that a query finds, in no order; `most` of them. */
async function idsOf(db: Queryable, asked: Asked, most: number): Promise<number[]> {
  const statement = new Statement();
  const { from, where, byPast } = foundSql({ ...asked, query: { ...asked.query, page: 0, sort: [] } }, statement);
  const rows = await db.query<{ id: number }>(
    planned(`select t.id from ${from} ${where} limit ${most}`, statement.values, byPast),
  );
  return rows.map(({ id }) => id);
}

/**
 * How a page is read whose records also meet a wide condition.
 *
 * - Where few meet it, the page is of those that were looked at.
 * - Where many of those are found, the next ones follow soon in the order of the list: each record is asked, and nobody counts.
 * - Where few meet the other conditions, each of these is asked.
 */
export async function narrowed(db: Queryable, ask: (extra?: Sql) => Asked, narrowing: Sql | Wide | undefined): Promise<Narrowed> {
  if (!isWide(narrowing)) return { extra: narrowing };
  const { all, each } = narrowing;
  const some = await db.only<{ ids: number[]; todos: boolean }>(narrowing.some(LOOKED_AT));
  const ids = await idsOf(db, ask(sql`t.id = any(${some.ids}::bigint[])`), LOOKED_AT);
  if (some.todos) return { extra: sql`t.id = any(${ids}::bigint[])`, total: ids.length, counted: false };
  const total = Math.floor(ids.length / ROUNDED) * ROUNDED;
  if (total > 0) {
    const { registry, query } = ask();
    const isNear = ((query.page ?? 0) + 1) * query.size <= NEAR;
    const isInOrder = query.sort.length === 1 && query.sort[0]?.field === registry.sort.field;
    return { extra: isNear && isInOrder ? each : all, total, more: true, counted: false };
  }
  const others = await idsOf(db, ask(), LOOKED_AT + 1);
  if (others.length > LOOKED_AT) return { extra: all, counted: true };
  return { extra: sql`t.id = any(${others}::bigint[]) and ${each}`, counted: true };
}
