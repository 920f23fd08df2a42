import type { Acting } from '#kit/acting/acting.server.ts';
import type { Queryable, Tx } from '#kit/db/database.server.ts';
import { prepared, Statement } from '#kit/db/statement.server.ts';
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

/** How single records of a registry are read. */
export function createReading({ registry, lookup, hooks }: Declared) {
  const { fields } = registry;
  const table = quote(registry.table);
  const all = selectSql(registry, Object.keys(fields), lookup, hooks.computed ?? {});
  const scoped = registry.scope === 'empresa';

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

  /**
   * Records of these ids within somebody's reach. Locked ones are locked first and read by a statement of its own: one that waits for
   * a lock and reads on has the rows of the record as they were before the wait. What only comes into reach meanwhile is not locked,
   * so it is not there.
   */
  async function within(db: Queryable, acting: Acting, ids: readonly number[], lock: boolean): Promise<Record_[]> {
    let reached = ids;
    const found = (what: string, end = ''): { text: string; values: unknown[] } => {
      const statement = new Statement();
      const [id] = reached;
      const those = reached.length === 1 ? `t.id = ${statement.put(id)}` : `t.id = any(${statement.put(reached)}::bigint[])`;
      const company = scoped ? ` and t.empresa_id = ${statement.put(acting.empresaId)}` : '';
      const own = hooks.where?.(acting);
      const reach = own ? ` and (${statement.splice(own)})` : '';
      return { text: `select ${what} from ${table} t where ${those}${company}${reach}${end}`, values: statement.values };
    };
    if (lock) {
      const { text, values } = found('t.id', ' order by t.id for update of t');
      reached = (await db.query<{ id: number }>(prepared(text, values))).map((row) => row.id);
      if (reached.length === 0) return [];
    }
    const { text, values } = found(all);
    const rows = await db.query<One>(prepared(asOne(text), values));
    return rows.map(({ registro }) => wire(fields, registro) as Record_);
  }

  /** The record with all its values, for steps that write back what they read; never shown to a person. */
  async function readWhole(db: Queryable, acting: Acting, id: number, lock = false): Promise<Record_> {
    const [row] = await within(db, acting, [id], lock);
    if (!row) throw refuse.notFound();
    return row;
  }

  /** Reads many whole records by id; those out of reach are missing. */
  async function readAll(db: Queryable, acting: Acting, ids: readonly number[], lock = false): Promise<Map<number, Record_>> {
    if (ids.length === 0) return new Map();
    const rows = await within(db, acting, ids, lock);
    return new Map(rows.map((row) => [row.id, row]));
  }

  /** Reads the record that was just saved, without the filter of access. */
  async function readSaved(tx: Queryable, id: number): Promise<Record_> {
    const row = await tx.one<One>(prepared(asOne(`select ${all} from ${table} t where t.id = $1`), [id]));
    return wire(fields, row?.registro ?? {}) as Record_;
  }

  return { seen, read, show, readWhole, readAll, readSaved };
}
