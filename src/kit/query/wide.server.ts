import sql, { type Sql } from 'sql-template-tag';
import type { Queryable } from '#kit/db/database.server.ts';
import { Statement } from '#kit/db/statement.server.ts';
import { type Asked, foundSql, orderSql, planned } from './list.server.ts';

/** A condition, over alias `t`. */
interface Whole {
  /** of a record: whether it is among all that meet it, which are found first */
  all: Sql;
  /** no index finds all that meet it: it is asked in the lane of reports */
  isCostly?: boolean;
  /** the authority of what it tells of each of them, as a slice of pay does */
  guard?: string | undefined;
}

/**
 * One that so many records may meet that a list can neither count nor sort them while somebody waits. Of a costly one a page is of those that
 * were looked at, and says so.
 */
export interface Wide extends Whole {
  /**
   * a row of `ids`, an array of records that meet it, and `todos`, whether there are no others: `most` are looked at, or all
   * when there are fewer
   */
  some(most: number): Sql;
  /** of a record: whether it meets it, asked of one after the other */
  each: Sql;
  /** rows (`id`) of these records that meet it: all of them are asked */
  among(ids: readonly number[]): Sql;
}

/** What a list is narrowed to. */
export type Narrowing = Sql | Whole | Wide;

const isWide = (narrowing: Narrowing | undefined): narrowing is Wide => narrowing !== undefined && 'each' in narrowing;

export const isCostly = (narrowing: Narrowing | undefined): boolean =>
  narrowing !== undefined && 'all' in narrowing && narrowing.isCostly === true;

export const guardOf = (narrowing: Narrowing | undefined): string | undefined =>
  narrowing !== undefined && 'all' in narrowing ? narrowing.guard : undefined;

/** Both conditions; `guard` is the authority of what the other one tells. */
export const joined = (narrowing: Narrowing | undefined, other: Sql, guard?: string): Narrowing =>
  narrowing
    ? { all: sql`(${wholly(narrowing)}) and (${other})`, isCostly: isCostly(narrowing), guard: guard ?? guardOf(narrowing) }
    : { all: other, guard };

/** The condition that finds all that meet it. */
export const wholly = (narrowing: Narrowing | undefined): Sql | undefined =>
  narrowing && 'all' in narrowing ? narrowing.all : narrowing;

/** Records that a list looks at before it says that there are more than it counts. */
const LOOKED_AT = 10_000;
/** Totals that are not counted are told in whole multiples of the greatest of these. */
const ROUNDED = [1_000, 100];
/** Records that are asked in the order of the list, to learn how soon the next ones follow that meet the condition. */
const SAMPLE = 300;
/** The most records that are asked one after the other while somebody waits. */
const MOST_ASKED = 15_000;

/** How a page is read: its restriction, and its total where that is known already. */
interface Narrowed {
  extra: Sql | undefined;
  total?: number;
  /** there are more than `total` */
  more?: boolean;
  /** the total is of so many that were looked at, and nobody knows of others */
  lookedAt?: number;
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

/** How many that meet the condition are probably among the first that may be asked in the order of the list; 0: no index has the order. */
async function within(db: Queryable, asked: Asked, each: Sql): Promise<number> {
  const { registry, lookup, query } = asked;
  const [first, second] = query.sort;
  if (!first || second || ![registry.sort.field, ...registry.orders].includes(first.field)) return 0;
  const statement = new Statement();
  const { from, where, byPast } = foundSql(asked, statement);
  const { joins, order } = orderSql(registry, query.sort, lookup);
  const text = `select count(*) filter (where x.met)::int as met
    from (select ${statement.splice(each)} as met from ${from} ${joins} ${where} order by ${order} limit ${SAMPLE}) x`;
  const { met } = await db.only<{ met: number }>(planned(text, statement.values, byPast));
  return Math.floor((met * MOST_ASKED) / SAMPLE);
}

/** What is told of a number that was not counted. */
const rounded = (number: number): number => {
  const unit = ROUNDED.find((one) => number >= one);
  return unit === undefined ? 0 : Math.floor(number / unit) * unit;
};

const only = (ids: readonly number[]): Narrowed => ({
  extra: sql`t.id = any(${[...ids]}::bigint[])`,
  total: ids.length,
  counted: false,
});

/**
 * How a page is read whose records also meet a wide condition.
 *
 * - Where few meet it, the page is of those that were looked at.
 * - Where few meet the other conditions, each of these is asked.
 * - Where many of those that were looked at meet the others, nobody counts: the records are asked in the order of the list, and it
 *   ends where the next ones no longer follow soon. In an order without an index all are found and sorted.
 * - Else all are found and counted; of a costly condition the page is of those that were looked at.
 */
export async function narrowed(db: Queryable, ask: (extra?: Sql) => Asked, narrowing: Narrowing | undefined): Promise<Narrowed> {
  if (!isWide(narrowing)) return { extra: wholly(narrowing) };
  const { all, each } = narrowing;
  const { ids: some, todos } = await db.only<{ ids: number[]; todos: boolean }>(narrowing.some(LOOKED_AT));
  const ids = await idsOf(db, ask(sql`t.id = any(${some}::bigint[])`), LOOKED_AT);
  if (todos) return only(ids);
  const proven = rounded(ids.length);
  if (proven < Math.max(...ROUNDED)) {
    const others = await idsOf(db, ask(), MOST_ASKED + 1);
    if (others.length <= MOST_ASKED) return only((await db.query<{ id: number }>(narrowing.among(others))).map(({ id }) => id));
  }
  const asked = ask();
  const total = proven === 0 ? 0 : rounded(Math.min(ids.length, await within(db, asked, each)));
  if (total > 0) {
    const { page, size } = asked.query;
    return { extra: (page ?? 0) * size < total ? each : sql`false`, total, more: true, counted: false };
  }
  if (isCostly(narrowing)) return { ...only(ids), lookedAt: LOOKED_AT };
  return proven > 0 ? { extra: all, total: proven, more: true, counted: false } : { extra: all, counted: true };
}
