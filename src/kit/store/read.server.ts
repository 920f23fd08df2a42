import type { Acting } from '#kit/acting/acting.server.ts';
import type { Queryable, Tx } from '#kit/db/database.server.ts';
import { prepared, Statement } from '#kit/db/statement.server.ts';
import { MOST_OF_ONE } from '#kit/db/whole-reads.server.ts';
import { hide, shows } from '#kit/fields/sensitive.ts';
import { tellRecord } from '#kit/history/reading.server.ts';
import { refuse } from '#kit/refusal/refusal.ts';
import { deedsOf } from '#kit/registry/lifecycle.ts';
import { quote } from '#kit/registry/names.server.ts';
import type { Record_ } from '#kit/registry/record.ts';
import type { AnyRegistry } from '#kit/registry/registry.ts';
import { type Lookup, selectSql, wire } from '#kit/registry/select.server.ts';
import type { Hooks } from './hooks.server.ts';

/** The parts that a store is made of. */
export interface Declared {
  registry: AnyRegistry;
  lookup: Lookup;
  hooks: Hooks;
}

export type Reading = ReturnType<typeof createReading>;

/** A whole record comes as one text: decoding a hundred values costs the driver more than the query. */
const asOne = (select: string) => `select row_to_json(r) as registro from (${select}) r`;
interface One {
  registro: Record<string, unknown>;
}

/** The same of several records, in the order of `ids`: after `AT_ONCE` bytes only the ids of the others. */
const asGroup = (select: string, ids: string) => `
  with r as materialized (select id, row_to_json(r) as registro from (${select}) r)
  select id, case when antes <= ${AT_ONCE} then registro end as registro from (
    select id, registro, coalesce(sum(octet_length(registro::text)) over (order by array_position(${ids}::bigint[], id)
      rows between unbounded preceding and 1 preceding), 0) as antes from r) s`;
interface OfGroup {
  id: number;
  registro: Record<string, unknown> | null;
}
/** Bytes of whole records that are kept at once, and one record more. */
const AT_ONCE = 8 * 1024 * 1024;
/** Records that the first query looks at, and those after it at most: each makes all of its records before it keeps what fits. */
const FIRST_LOOK = 16;
const LOOKED_AT = 128;

/** How a record is locked: against other writers alone, or also against whoever would refer to it. */
type Hold = 'no key update' | 'update';

/** Rows, and the whole records that they are about. */
export interface Group<R> {
  rows: R[];
  records: Map<number, Record_>;
  /** there was no room for the record of the next row */
  isFull: boolean;
}

/** How single records of a registry are read. */
export function createReading({ registry, lookup, hooks }: Declared) {
  const { fields } = registry;
  const table = quote(registry.table);
  const all = selectSql(registry, Object.keys(fields), lookup, hooks.computed ?? {});
  const scoped = registry.scope === 'empresa';
  const toSave: Hold = hooks.holdsOff ? 'update' : 'no key update';

  /** A record for its reader, without what they may not see and with the actions that they may take; changed in place. */
  function seen(record: Record_, acting: Acting): Record_ {
    record.acoes = deedsOf(registry, record, acting, (deed) => hooks.refuses?.(record, acting, deed) !== undefined);
    return hide(fields, record, acting.can);
  }

  const read = async (db: Queryable, acting: Acting, id: number, lock = false): Promise<Record_> =>
    seen(await readWhole(db, acting, id, lock), acting);

  /** Reads a record for a person and records the reading: the law protects who looked at data as much as who changed them. */
  async function show(db: Tx, acting: Acting, id: number): Promise<Record_> {
    const record = await read(db, acting, id);
    if (registry.told || shows(fields, record, acting.can)) await tellRecord(db, acting, registry.table, id);
    return record;
  }

  /** `select what` of records of these ids within somebody's reach. */
  function within(acting: Acting, ids: readonly number[], what: string, end = '') {
    const statement = new Statement();
    const those = ids.length === 1 ? `t.id = ${statement.put(ids[0])}` : `t.id = any(${statement.put(ids)}::bigint[])`;
    const company = scoped ? ` and t.empresa_id = ${statement.put(acting.empresaId)}` : '';
    const own = hooks.where?.(acting);
    const reach = own ? ` and (${statement.splice(own)})` : '';
    return { statement, text: `select ${what} from ${table} t where ${those}${company}${reach}${end}` };
  }

  /**
   * Locks records, and answers those that are within reach. Locked ones are locked first and read by a statement of its own: one that
   * waits for a lock and reads on has the rows of the record as they were before the wait. What only comes into reach meanwhile is not
   * locked, so it is not there.
   */
  async function lockAll(db: Queryable, acting: Acting, ids: readonly number[], how: Hold): Promise<number[]> {
    const { text, statement } = within(acting, ids, 't.id', ` order by t.id for ${how} of t`);
    return (await db.query<{ id: number }>(prepared(text, statement.values))).map((row) => row.id);
  }

  /** The record with all its values, for steps that write back what they read; never shown to a person. */
  async function readWhole(db: Queryable, acting: Acting, id: number, lock = false): Promise<Record_> {
    return readHeld(db, acting, id, lock ? 'update' : undefined);
  }

  /** The same, locked for a save: others may refer to the record meanwhile, unless its hooks say otherwise. */
  const readToSave = (db: Queryable, acting: Acting, id: number): Promise<Record_> => readHeld(db, acting, id, toSave);

  async function readHeld(db: Queryable, acting: Acting, id: number, how: Hold | undefined): Promise<Record_> {
    if (how && (await lockAll(db, acting, [id], how)).length === 0) throw refuse.notFound();
    const { text, statement } = within(acting, [id], all);
    const row = await db.one<One>({ ...prepared(asOne(text), statement.values), most: MOST_OF_ONE });
    if (!row) throw refuse.notFound();
    return wire(fields, row.registro) as Record_;
  }

  /** As many of these records as are kept at once, the first ones; and those for which there was no room. */
  async function readGroup(db: Queryable, acting: Acting, ids: readonly number[]) {
    const records = new Map<number, Record_>();
    const left = new Set<number>();
    if (ids.length === 0) return { records, left };
    const { text, statement } = within(acting, ids, all);
    const group = asGroup(text, statement.put(ids));
    for (const { id, registro } of await db.query<OfGroup>({ ...prepared(group, statement.values), most: MOST_OF_ONE }))
      if (registro) records.set(id, wire(fields, registro) as Record_);
      else left.add(id);
    return { records, left };
  }

  /**
   * Rows in their order with the whole records that they are about, in groups that fit into memory; a record out of reach is missing. Long records come in
   * more groups, and no number of them is refused: that would tell how long the values are that somebody may not see. `lock`: for saves.
   */
  async function* readAlong<R>(
    db: Queryable,
    acting: Acting,
    rows: readonly R[],
    idOf: (row: R) => number | null,
    lock = false,
  ): AsyncGenerator<Group<R>, void, void> {
    const ids = new Set(rows.map(idOf).filter((id) => id !== null));
    const reached = lock && ids.size > 0 ? new Set(await lockAll(db, acting, [...ids], toSave)) : ids;
    for (let from = 0, most = FIRST_LOOK; from < rows.length; ) {
      const asked = new Set<number>();
      let to = from;
      for (; to < rows.length; to += 1) {
        const id = idOf(rows[to] as R);
        if (id === null || !reached.has(id)) continue;
        if (asked.size === most && !asked.has(id)) break;
        asked.add(id);
      }
      const { records, left } = await readGroup(db, acting, [...asked]);
      const group = rows.slice(from, to);
      const cut = group.findIndex((row) => left.has(idOf(row) as number));
      yield { rows: cut < 0 ? group : group.slice(0, cut), records, isFull: cut >= 0 };
      from = cut < 0 ? to : from + cut;
      most = Math.max(1, Math.min(LOOKED_AT, 2 * (cut < 0 ? most : records.size)));
    }
  }

  /** Reads the record that was just saved, without the filter of access. */
  async function readSaved(tx: Queryable, id: number): Promise<Record_> {
    const saved = prepared(asOne(`select ${all} from ${table} t where t.id = $1`), [id]);
    const row = await tx.one<One>({ ...saved, most: MOST_OF_ONE });
    return wire(fields, row?.registro ?? {}) as Record_;
  }

  return { seen, read, show, readWhole, readToSave, readAlong, readSaved };
}
