import { type Acting, trying } from '#kit/acting/acting.server.ts';
import type { Queryable, Tx } from '#kit/db/database.server.ts';
import { prepared } from '#kit/db/statement.server.ts';
import { isList } from '#kit/fields/field.ts';
import { Refusal } from '#kit/refusal/refusal.ts';
import { listTable, quote } from '#kit/registry/names.server.ts';
import type { AnyRegistry } from '#kit/registry/registry.ts';
import { goingTogether, MOST_NAMED, type RemovalPreview, type Use } from '#kit/registry/removal.ts';
import type { Removal } from './bin.server.ts';
import { each } from './edit-many.server.ts';
import { IN_USE } from './refused-writes.server.ts';
import type { Store } from './store.server.ts';

/** Above so many uses the number says nothing more. */
const MOST_COUNTED = 10_000;

/** Tries the removal of each record and takes it back: names, what goes with them, and every reason against it. */
export async function previewRemoval(tx: Tx, acting: Acting, store: Store, ids: readonly number[]): Promise<RemovalPreview> {
  const falhas: RemovalPreview['falhas'] = [];
  const gone: Removal[] = [];
  const targets = [...new Set(ids)].map((id) => ({ id }));
  let isUsed = false;
  const inTrial = trying(acting);
  await each(tx, store, inTrial, targets, falhas, async ({ id }) => {
    try {
      gone.push(await store.remove(tx, inTrial, id));
    } catch (error) {
      isUsed ||= error instanceof Refusal && error.code === IN_USE;
      throw error;
    }
    return false;
  });
  return {
    nomes: gone.slice(0, MOST_NAMED).map(({ nome }) => nome),
    total: gone.length,
    leva: goingTogether(gone.map(({ leva }) => leva)),
    tambem: [...new Set(gone.flatMap(({ tambem }) => tambem))],
    falhas,
    usadoEm: targets.length === 1 && isUsed ? await usesOf(tx, acting, store, targets[0]?.id ?? 0) : [],
    lixeira: store.registry.bin !== false,
  };
}

/** Where a record is used: rows of other tables that keep the database from removing it. */
export async function usesOf(db: Queryable, acting: Acting, { registry, ownerOf }: Store, id: number): Promise<Use[]> {
  const own = ownTables(registry);
  // `record` is the column that tells which record a row belongs to; a table that has none is named without a number.
  const keys = await db.query<{ table: string; column: string; record: string | null }>(
    prepared(
      `select k.conrelid::regclass::text as table, a.attname as column,
         (select o.attname from pg_attribute o where o.attrelid = k.conrelid and o.attname in ('registro_id', 'id') order by 1 desc limit 1) as record
       from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
       where k.contype = 'f' and k.confrelid = $1::regclass and k.confdeltype in ('r', 'a') and array_length(k.conkey, 1) = 1
       order by 1, 2`,
      [quote(registry.table)],
    ),
  );
  const uses = new Map<string, Use>();
  for (const [table, columns] of Map.groupBy(keys, (key) => key.table)) {
    const [first] = columns;
    if (!first || own.has(table)) continue;
    const found = columns.map(({ column }) => `x.${quote(column)} = $1`).join(' or ');
    const owner = ownerOf(table);
    // Other companies' records are a reason as well, but how many there are is theirs.
    const ofCompany =
      owner?.ofCompanies &&
      `join ${quote(owner.ofCompanies)} o on o.id = x.${first.record} and o.empresa_id = ${acting.empresaId}`;
    const counted =
      first.record === null
        ? '0'
        : `(select count(distinct id)::int from (
            select x.${first.record} as id from ${table} x ${ofCompany ?? ''} where ${found} limit ${MOST_COUNTED}) c)`;
    const { isThere, n } = await db.only<{ isThere: boolean; n: number }>({
      text: `select exists (select from ${table} x where ${found}) as "isThere", ${counted} as n`,
      values: [id],
    });
    if (!isThere) continue;
    const titulo = owner?.isNamedTo(acting) ? owner.title : 'Outro cadastro';
    const before = uses.get(titulo);
    // A record and its rows may both refer to it: the larger number is the one of records.
    const isOpen = owner?.isOpenTo(
      acting,
      columns.map(({ column }) => column),
    );
    const quantidade = isOpen && n > 0 ? Math.max(n, before?.quantidade ?? 0) : (before?.quantidade ?? null);
    uses.set(titulo, { titulo, quantidade });
  }
  return [...uses.values()];
}

/** The tables of a registry's lists: their rows go with it. */
const ownTables = (registry: AnyRegistry) =>
  new Set(Object.entries(registry.fields).flatMap(([name, field]) => (isList(field) ? [listTable(registry, name)] : [])));
