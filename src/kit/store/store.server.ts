import sql, { raw, type Sql } from 'sql-template-tag';
import { type Acting, worldOf } from '#kit/acting/acting.server.ts';
import type { Database, Queryable, Tx } from '#kit/db/database.server.ts';
import { activityOf, type Field, type Fields } from '#kit/fields/field.ts';
import { cleanHtml } from '#kit/fields/rich-text.server.ts';
import { guardedOf, hide, isHidden, shows, trailed } from '#kit/fields/sensitive.ts';
import { accepted } from '#kit/form/accepted.ts';
import { check } from '#kit/form/check.ts';
import { demandLockedRows } from '#kit/form/locked-rows.ts';
import { tellReading, tellRecord, tellRows } from '#kit/history/reading.server.ts';
import { ROWS_AT_ONCE } from '#kit/http/rows.server.ts';
import { countRecords, type Past, pageStatement, prepared, Statement, takeTotal } from '#kit/query/list.server.ts';
import { listed } from '#kit/query/list-column.ts';
import { type ListQuery, narrowedBy } from '#kit/query/list-query.ts';
import { Refusal, refuse } from '#kit/refusal/refusal.ts';
import { deedsOf } from '#kit/registry/lifecycle.ts';
import { columnOf, columns, isList, listTable, quote } from '#kit/registry/names.server.ts';
import type { Record_ } from '#kit/registry/record.ts';
import { type AnyRegistry, inCompany, unsayable } from '#kit/registry/registry.ts';
import { type Computed, joinsSql, type Lookup, selectSql, wire } from '#kit/registry/select.server.ts';
import { type ChildRow, inOrder, insertList, writeLinks, writeRows } from './child-rows.server.ts';
import { type AccessTo, judgeReferences } from './references.server.ts';
import { guarded, plainTitle, type TitleOf } from './refused-writes.server.ts';
import { createTransitions, demandState, type TransitionHook } from './transition.server.ts';

export type { Record_ } from '#kit/registry/record.ts';

/** Steps that a registry's own `x.server.ts` may add to the save; each runs inside the one transaction. */
export interface Hooks {
  /** access that answers with a filter, over alias `t` */
  where?(acting: Acting): Sql | undefined;
  computed?: Computed;
  /**
   * taken before any row, so that nobody waits in a circle: the name of a lock for saves of one company that must not run side by side (a tree),
   * or a step of the module's own; `input` is what was sent and its fields accept, not judged yet
   */
  lock?: string | ((tx: Tx, save: { acting: Acting; id?: number; input: Readonly<Record<string, unknown>> }) => Promise<void>);
  beforeSave?(tx: Tx, save: { value: Record<string, unknown>; before?: Record_; acting: Acting }): Promise<void>;
  afterSave?(tx: Tx, save: { id: number; value: Record<string, unknown>; before?: Record_; acting: Acting }): Promise<void>;
  beforeRemove?(tx: Tx, removal: { before: Record_; acting: Acting }): Promise<void>;
  /** by the names of the lifecycle's transitions */
  transitions?: Readonly<Record<string, TransitionHook>>;
  /** the records as they stood on a day (`asOf` of the registry) */
  asOf?(day: string, acting: Acting): Past;
  /** names of the query string that `where` of the list reads itself */
  extraQuery?: ReadonlySet<string>;
  extraWhere?(query: Record<string, unknown>, acting: Acting): Sql | undefined;
}

export interface Page {
  content: Record_[];
  total: number;
}

export type Store = ReturnType<typeof createStore>;

/** A list without items says as little as none. */
const said = (value: unknown) => (Array.isArray(value) && value.length === 0 ? null : (value ?? null));
const changed = (a: unknown, b: unknown) => JSON.stringify(said(a)) !== JSON.stringify(said(b));

/** A whole record comes as one text: a hundred values cost the driver more than their query. */
const asOne = (select: string) => `select row_to_json(r) as registro from (${select}) r`;
interface One {
  registro: Record<string, unknown>;
}

/** The one place that knows table, child rows, links, company scope, `versao`, audit and search of a registry. */
export function createStore(
  registry: AnyRegistry,
  lookup: Lookup,
  hooks: Hooks = {},
  titleOf: TitleOf = plainTitle,
  accessTo: AccessTo = () => undefined,
) {
  const fields: Fields = registry.fields;
  const table = quote(registry.table);
  const all = selectSql(registry, Object.keys(fields), lookup, hooks.computed ?? {});
  const select = (names: string[], isJoined = false) => ({
    select: selectSql(registry, names, lookup, hooks.computed ?? {}, isJoined),
    joins: isJoined ? joinsSql(registry, names, lookup) : '',
  });
  const some = listSelection();
  const many = listSelection(true);
  const activity = activityOf(fields);
  const naming = select([registry.label, ...(activity ? [activity] : [])]);
  const scoped = registry.scope === 'empresa';
  const own = columns(fields).map(([name, field]) => ({ name, field, column: quote(columnOf(name, field)) }));
  const lists = Object.entries(fields)
    .filter(([, field]) => isList(field) && !field.readOnly)
    .map(([name, field]) => ({ name, field, list: quote(listTable(registry, name)) }));

  /** What a company's lists read of a record; kept by the fields, as companies that use the same ones share it. */
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

  /** A record for its reader: without what they may not see, with what they may do; changed in place. */
  function seen(record: Record_, { can }: Acting): Record_ {
    if (registry.lifecycle) record.acoes = deedsOf(registry, record, can);
    return hide(fields, record, can);
  }

  /** Whom a list reaches: by access, by what the caller adds, and by filters of computed fields, which no column answers. */
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

  /** An order or a filter would tell what is hidden. */
  function demandOpen(query: ListQuery, { can }: Acting): void {
    if ([...query.sort, ...query.where].some(({ field }) => isHidden(fields[field], can))) throw refuse.forbidden();
  }

  async function page(db: Queryable, acting: Acting, query: ListQuery, extra?: Sql): Promise<Page> {
    demandOpen(query, acting);
    const where = access(acting, query, extra);
    const content = await db.query<Record_>(
      pageStatement(registry, acting, query, where, some(acting), lookup, pastOf(query, acting)),
    );
    const brought = takeTotal(content);
    for (const row of content) seen(wire(fields, row) as Record_, acting);
    await tellRows(db, acting, registry, content, { filters: narrowedBy(registry, query) });
    const isWhole = query.page === null || (query.page === 0 && content.length < query.size);
    return {
      content,
      total: isWhole
        ? content.length
        : (brought ?? (await countRecords(db, registry, acting, query, where, lookup, pastOf(query, acting)))),
    };
  }

  /** A page of names alone: `id`, the label and whether the record is in use. */
  async function names(db: Queryable, acting: Acting, query: ListQuery): Promise<Record_[]> {
    const rows = await db.query<Record_>(pageStatement(registry, acting, query, access(acting, query), naming, lookup));
    takeTotal(rows);
    return rows;
  }

  /** Every record that the query finds, in batches, through a cursor. Whoever takes a whole list has read what a sheet of it would have told them. */
  async function* stream(db: Database, acting: Acting, query: ListQuery, extra?: Sql): AsyncGenerator<Record_[]> {
    demandOpen(query, acting);
    await tellReading(db, acting, registry.table, guardedOf(fields, listed(registry), acting.can), {
      filters: narrowedBy(registry, query),
    });
    for await (const batch of db.stream<Record_>(
      pageStatement(
        registry,
        acting,
        { ...query, page: null },
        access(acting, query, extra),
        many(acting),
        lookup,
        pastOf(query, acting),
      ),
      ROWS_AT_ONCE,
      acting.usuarioId,
    )) {
      for (const row of batch) seen(wire(fields, row) as Record_, acting);
      yield batch;
    }
  }

  /** The statement of everything that the query finds, with the caller's own selection over alias `t`. */
  function statement(acting: Acting, query: ListQuery, selected: { select: string; joins: string }, extra?: Sql) {
    demandOpen(query, acting);
    return pageStatement(
      registry,
      acting,
      { ...query, page: null },
      access(acting, query, extra),
      selected,
      lookup,
      pastOf(query, acting),
    );
  }

  async function count(db: Queryable, acting: Acting, query: ListQuery, extra?: Sql): Promise<number> {
    demandOpen(query, acting);
    return countRecords(db, registry, acting, query, access(acting, query, extra), lookup, pastOf(query, acting));
  }

  const read = async (db: Queryable, acting: Acting, id: number, lock = false): Promise<Record_> =>
    seen(await readWhole(db, acting, id, lock), acting);

  /** Reads a record for somebody's eyes: who looked at data that the law protects is as much a fact as who changed them. */
  async function show(db: Tx, acting: Acting, id: number): Promise<Record_> {
    const record = await read(db, acting, id);
    if (shows(fields, record, acting.can)) await tellRecord(db, acting, registry.table, id);
    return record;
  }

  /** Records within somebody's reach, which `found` (over alias `t`) chooses. */
  async function within(db: Queryable, acting: Acting, statement: Statement, found: string, lock: boolean): Promise<Record_[]> {
    const company = scoped ? ` and t.empresa_id = ${statement.put(acting.empresaId)}` : '';
    const own = hooks.where?.(acting);
    const reach = own ? ` and (${statement.splice(own)})` : '';
    const rows = await db.query<One>(
      prepared(
        asOne(`select ${all} from ${table} t where ${found}${company}${reach}${lock ? ' for update of t' : ''}`),
        statement.values,
      ),
    );
    return rows.map(({ registro }) => wire(fields, registro) as Record_);
  }

  /** The record with all that it holds, for steps that put back what they took; never for somebody's eyes. */
  async function readWhole(db: Queryable, acting: Acting, id: number, lock = false): Promise<Record_> {
    const statement = new Statement();
    const [row] = await within(db, acting, statement, `t.id = ${statement.put(id)}`, lock);
    if (!row) throw refuse.notFound();
    return row;
  }

  /** The same of many, by their ids; those out of reach are missing. */
  async function readAll(db: Queryable, acting: Acting, ids: readonly number[], lock = false): Promise<Map<number, Record_>> {
    if (ids.length === 0) return new Map();
    const statement = new Statement();
    const rows = await within(db, acting, statement, `t.id = any(${statement.put(ids)}::bigint[])`, lock);
    return new Map(rows.map((row) => [row.id, row]));
  }

  function judge(input: unknown, acting: Acting, before?: Record_): Record<string, unknown> {
    const checked = check(registry, input, { ...worldOf(acting), ...(before ? { before } : {}) });
    if (!checked.ok) throw refuse.invalid(checked.issues);
    const value = checked.value as Record<string, unknown>;
    for (const name in fields)
      if (fields[name]?.kind === 'richText' && typeof value[name] === 'string') value[name] = cleanHtml(value[name]);
    return value;
  }

  /** A new record goes in with all its lists, in one statement. */
  async function insert(tx: Tx, acting: Acting, value: Record<string, unknown>): Promise<number> {
    const statement = new Statement();
    const given = own.filter(({ name }) => value[name] !== undefined);
    const names = given.map(({ column }) => column);
    const places = given.map(({ name }) => statement.put(value[name]));
    if (scoped) {
      names.push('empresa_id');
      places.push(statement.put(acting.empresaId));
    }
    const record = `insert into ${table} (${names.join(', ')}) values (${places.join(', ')}) returning id`;
    const parts = lists.flatMap(({ name, field, list }) => {
      const rows = (value[name] ?? []) as unknown[];
      return rows.length > 0 ? [`, ${list} as (${insertList(list, field, rows, '(select id from r)', statement)})`] : [];
    });
    const text = parts.length > 0 ? `with r as (${record})${parts.join('')} select id from r` : record;
    const row = await tx.one<{ id: number }>(prepared(text, statement.values));
    return row?.id as number;
  }

  async function change(tx: Tx, acting: Acting, id: number, value: Record<string, unknown>): Promise<void> {
    const stays = (name: string, field: Field) => value[name] === undefined || (!field.readOnly && isHidden(field, acting.can));
    const statement = new Statement();
    const sets = own
      .filter(({ name, field }) => !stays(name, field))
      .map(({ name, column }) => `${column} = ${statement.put(value[name])}`);
    const record = `update ${table} set ${[...sets, 'versao = versao + 1'].join(', ')} where id = ${statement.put(id)}`;
    await tx.query(prepared(record, statement.values));
    for (const { name, field, list } of lists) {
      if (stays(name, field)) continue;
      if (field.kind === 'rows') await writeRows(tx, list, field, id, value[name] as ChildRow[]);
      else await writeLinks(tx, list, field, id, value[name] as number[]);
    }
  }

  async function save(tx: Tx, acting: Acting, value: Record<string, unknown>, before?: Record_): Promise<Record_> {
    if (before) demandLockedRows(fields, before, value, worldOf(acting));
    if (registry.lifecycle) value[registry.lifecycle.field] = before?.[registry.lifecycle.field] ?? registry.lifecycle.initial;
    await judgeReferences(registry, lookup, accessTo, { tx, acting, value, before });
    for (const [name, { dated }] of Object.entries(fields)) if (dated) value[name] = inOrder(value[name] as ChildRow[], dated);
    await hooks.beforeSave?.(tx, { value, acting, ...(before ? { before } : {}) });
    const id = before?.id ?? (await insert(tx, acting, value));
    if (before) await change(tx, acting, id, value);
    await hooks.afterSave?.(tx, { id, value, acting, ...(before ? { before } : {}) });
    return tell(tx, acting, id, before);
  }

  /** The line of the trail, and the record as whoever saved it may read it. */
  async function tell(tx: Tx, acting: Acting, id: number, before: Record_ | undefined, transition?: string): Promise<Record_> {
    const after = await readAny(tx, id);
    const changes = difference(before, after);
    const action = before ? 'A' : 'I';
    await acting.audit(tx, { table: registry.table, id, action, changes, ...(transition ? { transition } : {}) });
    return seen(after, acting);
  }

  async function readAny(tx: Queryable, id: number): Promise<Record_> {
    const row = await tx.one<One>(prepared(asOne(`select ${all} from ${table} t where t.id = $1`), [id]));
    return wire(fields, row?.registro ?? {}) as Record_;
  }

  function difference(before: Record_ | undefined, after: Record_ | undefined): Record<string, [unknown, unknown]> {
    const changes: Record<string, [unknown, unknown]> = {};
    for (const [name, field] of Object.entries(fields)) {
      if (field.computed || !changed(before?.[name], after?.[name])) continue;
      changes[name] = [trailed(field, before?.[name]), trailed(field, after?.[name])];
    }
    return changes;
  }

  const takeLock = async (tx: Tx, acting: Acting, id?: number, input?: unknown) => {
    if (typeof hooks.lock === 'function')
      await hooks.lock(tx, { acting, input: accepted(fields, input), ...(id === undefined ? {} : { id }) });
    else if (hooks.lock)
      await tx.query({ text: 'select pg_advisory_xact_lock(hashtext($1), $2::int)', values: [hooks.lock, acting.empresaId] });
  };

  /** authority → company → `check` → `beforeSave` → write → `afterSave` → audit, in one transaction that the caller opens. */
  async function create(tx: Tx, acting: Acting, input: unknown): Promise<Record_> {
    const unsaid = unsayable(registry, acting.can);
    if (unsaid)
      throw new Refusal(
        'NAO_AUTORIZADO',
        `Para inserir ${registry.singular} é preciso ter autorização para ver ${unsaid.label}.`,
        403,
      );
    await takeLock(tx, acting, undefined, input);
    return guarded(registry, titleOf, () => save(tx, acting, judge(input, acting)));
  }

  async function update(tx: Tx, acting: Acting, id: number, input: unknown): Promise<Record_> {
    await takeLock(tx, acting, id, input);
    const before = await readWhole(tx, acting, id, true);
    const versao = typeof input === 'object' && input !== null ? (input as { versao?: unknown }).versao : undefined;
    if (versao !== undefined && versao !== null && versao !== before.versao) throw refuse.stale(seen(before, acting));
    demandState(registry, before, 'edit');
    return guarded(registry, titleOf, () => save(tx, acting, judge(input, acting, before), before));
  }

  async function remove(tx: Tx, acting: Acting, id: number, versao?: number): Promise<void> {
    await takeLock(tx, acting, id);
    const before = await readWhole(tx, acting, id, true);
    if (versao !== undefined && versao !== before.versao) throw refuse.stale(seen(before, acting));
    demandState(registry, before, 'remove');
    await hooks.beforeRemove?.(tx, { before, acting });
    await guarded(registry, titleOf, () => tx.query(prepared(`delete from ${table} where id = $1`, [id])));
    await acting.audit(tx, { table: registry.table, id, action: 'E', changes: difference(before, undefined) });
  }

  const { transition, preview } = createTransitions({
    registry,
    hooks,
    takeLock,
    readWhole,
    seen,
    tell: (tx, acting, before, name) => tell(tx, acting, before.id, before, name),
  });

  return {
    registry,
    hooks,
    demandOpen,
    transition,
    preview,
    page,
    names,
    stream,
    statement,
    count,
    read,
    readWhole,
    readAll,
    show,
    judge,
    create,
    update,
    remove,
  };
}
