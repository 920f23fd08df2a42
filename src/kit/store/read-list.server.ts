import sql, { raw, type Sql } from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Database, Queryable } from '#kit/db/database.server.ts';
import { MOST_OF_ONE, tallied } from '#kit/db/whole-reads.server.ts';
import { inSteps } from '#kit/engine/in-steps.server.ts';
import { activityOf } from '#kit/fields/field.ts';
import { guardedOf, isHidden } from '#kit/fields/sensitive.ts';
import { tellHourly, tellReading, tellRows } from '#kit/history/reading.server.ts';
import { ROWS_AT_ONCE } from '#kit/http/rows.server.ts';
import { asWide } from '#kit/lanes/lanes.server.ts';
import { isUnfolded } from '#kit/query/conditions.server.ts';
import { findStatement } from '#kit/query/find.server.ts';
import { type Asked, countRecords, type Past, pageStatement, takeTotal } from '#kit/query/list.server.ts';
import { listed } from '#kit/query/list-column.ts';
import { type ListQuery, narrowedBy } from '#kit/query/list-query.ts';
import { toldBy } from '#kit/query/told.server.ts';
import { isCostly, type Narrowing, narrowed, wholly } from '#kit/query/wide.server.ts';
import { refuse } from '#kit/refusal/refusal.ts';
import { columnIn, quote } from '#kit/registry/names.server.ts';
import type { Record_ } from '#kit/registry/record.ts';
import { inCompany } from '#kit/registry/registry.ts';
import { joinsSql, selectSql, wire } from '#kit/registry/select.server.ts';
import type { Declared, Reading } from './read.server.ts';

export interface Page {
  content: Record_[];
  total: number;
  /** there are more than `total` */
  more?: boolean;
  /** `total` is of so many that were looked at, and nobody knows of others */
  lookedAt?: number;
}

/** Records before a page of a narrowed list that are looked at while somebody waits. */
const DEEP = 1_000;

/** The most records that an input shows as a tree. */
const MOST_IN_TREE = 20_000;

/** How lists of a registry's records are read. */
export function createListReading({ registry, lookup, hooks }: Declared, { seen }: Pick<Reading, 'seen'>) {
  const { fields } = registry;
  const select = (names: string[], isJoined = false) => ({
    select: selectSql(registry, names, lookup, hooks.computed ?? {}, isJoined),
    joins: isJoined ? joinsSql(registry, names, lookup) : '',
  });
  const some = listSelection();
  const many = listSelection(true);
  const activity = activityOf(fields);
  const naming = select([...new Set([registry.label, ...(activity ? [activity] : []), ...(registry.apart ?? [])])]);

  /** The selection of a list; cached by its fields, because companies that use the same fields share it. */
  function listSelection(isJoined = false) {
    const kept = new Map<string, ReturnType<typeof select>>();
    return ({ settings }: Pick<Acting, 'settings'>) => {
      const names = listed(inCompany(registry, settings));
      const key = names.join(' ');
      let known = kept.get(key);
      if (!known) kept.set(key, (known = select(names, isJoined)));
      return known;
    };
  }

  /** The restrictions of a list: access, the caller's own, and filters of computed fields, which have no column. */
  const access = (acting: Acting, { where }: ListQuery, extra?: Sql): Sql | undefined => {
    const filters = where.map((condition) => {
      const answer = fields[condition.field]?.computed && hooks.computed?.[condition.field];
      return answer && condition.form === 'in' ? sql`(${raw(answer)}) = any(${condition.values}::text[])` : undefined;
    });
    return [hooks.where?.(acting), extra, ...filters].reduce((all, one) =>
      all && one ? sql`(${all}) and (${one})` : (all ?? one),
    );
  };

  const pastOf = (query: ListQuery, acting: Acting): Past | undefined =>
    query.asOf === undefined ? undefined : hooks.asOf?.(query.asOf, acting);

  /** Sorting or filtering by a hidden field would reveal its values. */
  function demandOpen(query: ListQuery, { can }: Acting): void {
    if ([...query.sort, ...query.where].some(({ field }) => isHidden(fields[field], can))) throw refuse.forbidden();
  }

  const ask = (acting: Acting, query: ListQuery, extra?: Narrowing): Asked => ({
    registry,
    lookup,
    acting,
    query,
    access: access(acting, query, wholly(extra)),
    past: pastOf(query, acting),
  });

  /** A page; what reads a text of all records, or asks many one by one before the page begins, takes a place among the reports. */
  function page(db: Queryable, acting: Acting, query: ListQuery, narrowing?: Narrowing): Promise<Page> {
    const isSlow =
      query.where.some((condition) => isUnfolded(registry, condition)) ||
      isCostly(narrowing) ||
      (narrowing !== undefined && (query.page ?? 0) * query.size > DEEP);
    const read = () => pageOf(db, acting, query, narrowing);
    return isSlow ? asWide(read) : read();
  }

  async function pageOf(db: Queryable, acting: Acting, query: ListQuery, narrowing?: Narrowing): Promise<Page> {
    demandOpen(query, acting);
    // Thousands of ids, of which the answer has nothing.
    const { extra, total, more, lookedAt, ...counting } = await tallied({ bytes: 0 }, () =>
      narrowed(db, (some) => ask(acting, query, some), narrowing),
    );
    const asked: Asked = { ...ask(acting, query, extra), ...counting };
    const statement = pageStatement(asked, some(acting));
    // A page is short by its fields, what its reader may not see included; the answer is measured without that.
    const content = await db.query<Record_>(query.page === null ? statement : { ...statement, most: MOST_OF_ONE });
    const brought = takeTotal(content);
    const step = inSteps();
    for (const row of content) {
      seen(wire(fields, row) as Record_, acting);
      await step();
    }
    await tellRows(db, acting, registry, content, {
      asked: toldBy(registry, lookup, query, acting.can, narrowing),
      filters: narrowedBy(registry, query),
    });
    if (total !== undefined) return { content, total, ...(more ? { more } : {}), ...(lookedAt ? { lookedAt } : {}) };
    const isWhole = query.page === null || (query.page === 0 && content.length < query.size);
    return { content, total: isWhole ? content.length : (brought ?? (await countRecords(db, asked))) };
  }

  /** A page of names alone: `id`, the label, whether the record is in use, and what tells records of one name apart. */
  async function names(db: Queryable, acting: Acting, query: ListQuery): Promise<Record_[]> {
    const rows = await db.query<Record_>(pageStatement({ ...ask(acting, query), past: undefined }, naming));
    takeTotal(rows);
    return registry.apart ? rows.map((row) => wire(fields, row) as Record_) : rows;
  }

  /** The whole tree, for inputs: names in their order, each with the id of what stands above it. */
  function tree(db: Queryable, acting: Acting): Promise<Record_[]> {
    const column = (name: string, as: string) => `, t.${quote(columnIn(registry, name))} as ${as}`;
    const parts = [column(registry.label, 'nome'), column(registry.tree ?? registry.label, 'acima')];
    if (activity) parts.push(column(activity, 'ativo'));
    const sort = [{ field: registry.label, order: 'asc' as const }];
    const query: ListQuery = { page: 0, size: MOST_IN_TREE, paged: true, sort, busca: '', where: [] };
    return db.query<Record_>(pageStatement(ask(acting, query), { select: `t.id${parts.join('')}`, joins: '' }));
  }

  const { from = registry.label, to = from, title = registry.label } = registry.calendar ?? {};
  const dated = registry.calendar && select([...new Set([registry.label, title, from, to])]);

  /** The days and names of records, for the calendar of a registry that has one; nothing guarded. */
  async function days(db: Queryable, acting: Acting, query: ListQuery): Promise<Record_[]> {
    if (!dated) return [];
    const rows = await db.query<Record_>(pageStatement({ ...ask(acting, query), past: undefined, counted: false }, dated));
    takeTotal(rows);
    return rows.map((row) => wire(fields, row) as Record_);
  }

  const finding = select([...new Set([registry.label, ...(registry.findable?.detail ?? [])])]);

  /** The few records that a text most probably means. Finding somebody by a guarded number is a reading of it. */
  async function find(db: Queryable, acting: Acting, text: string, most: number): Promise<Record_[]> {
    const query: ListQuery = { page: 0, size: most, paged: true, sort: [], busca: '', where: [] };
    const rows = await db.query<Record_>(findStatement(ask(acting, query), text, most, finding));
    if (/\d/.test(text) && rows.length > 0)
      await tellHourly(db, acting, {
        table: registry.table,
        columns: guardedOf(fields, registry.search, acting.can),
        records: rows.length,
        filters: ['Busca'],
      });
    return rows.map((row) => seen(wire(fields, row) as Record_, acting));
  }

  /** Every record that the query finds, in batches, through a cursor. Reading a whole list is recorded like exporting it. */
  async function* stream(db: Database, acting: Acting, query: ListQuery, extra?: Narrowing): AsyncGenerator<Record_[]> {
    const whole = statement(acting, query, many(acting), extra);
    const { can } = acting;
    const told = new Set([...guardedOf(fields, listed(registry), can), ...toldBy(registry, lookup, query, can, extra)]);
    await tellReading(db, acting, registry.table, [...told], { filters: narrowedBy(registry, query) });
    for await (const batch of db.stream<Record_>(whole, ROWS_AT_ONCE, acting.usuarioId)) {
      for (const row of batch) seen(wire(fields, row) as Record_, acting);
      yield batch;
    }
  }

  /** The statement of everything that the query finds, with the caller's own selection over alias `t`. */
  function statement(acting: Acting, query: ListQuery, selected: { select: string; joins: string }, extra?: Narrowing) {
    demandOpen(query, acting);
    return pageStatement(ask(acting, { ...query, page: null }, extra), selected);
  }

  async function count(db: Queryable, acting: Acting, query: ListQuery, extra?: Narrowing): Promise<number> {
    demandOpen(query, acting);
    return countRecords(db, ask(acting, query, extra));
  }

  return { demandOpen, page, names, tree, days, find, stream, statement, count };
}
