import type { Database, Queryable } from '#kit/db/database.server.ts';
import { quote } from '#kit/registry/names.server.ts';
import type { FileStore } from './store.server.ts';

/** How many rows or bytes are looked at in one go. */
const BATCH = 500;

/**
 * Answers the condition, over alias `a`, that no record refers to the file. It is made from the foreign keys and cached; what goes with the file
 * (its text) is no record that keeps it.
 */
export function createUnnamed(db: Queryable) {
  let naming: Promise<{ table: string; column: string }[]> | undefined;
  const forget = () => {
    naming = undefined;
  };
  const references = () =>
    (naming ??= db
      .query<{ table: string; column: string }>({
        text: `select c.conrelid::regclass::text as table, a.attname as column
          from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
          where c.contype = 'f' and c.confdeltype <> 'c' and c.confrelid = 'arquivos'::regclass and array_length(c.conkey, 1) = 1`,
      })
      .catch((error: unknown) => {
        forget();
        throw error;
      }));
  const unnamed = async () =>
    (await references())
      .map(({ table, column }) => `and not exists (select from ${table} r where r.${quote(column)} = a.id)`)
      .join(' ');
  return { unnamed, forget };
}

/** Removes files older than `hours` that no record refers to (`unnamed`), with their bytes. Answers how many. */
export async function sweepRows(db: Database, store: FileStore, unnamed: string, hours: number, signal?: AbortSignal) {
  for (let files = 0; ; ) {
    signal?.throwIfAborted();
    const gone = await db.query<{ chave: string }>({
      text: `delete from arquivos where id in (select a.id from arquivos a where a.criado_em < now() - make_interval(hours => $1) ${unnamed} order by a.id limit ${BATCH}) returning chave`,
      values: [hours],
    });
    for (const { chave } of gone) await store.delete(chave);
    files += gone.length;
    if (gone.length < BATCH) return files;
  }
}

/** Removes bytes older than `hours` that have no row. Answers how many. */
export async function sweepBytes(db: Database, store: FileStore, hours: number, signal?: AbortSignal) {
  let removed = 0;
  let keys: string[] = [];
  const removeUnknown = async () => {
    const rows = await db.query<{ chave: string }>({ text: 'select chave from arquivos where chave = any($1)', values: [keys] });
    const known = new Set(rows.map(({ chave }) => chave));
    for (const key of keys)
      if (!known.has(key)) {
        await store.delete(key);
        removed += 1;
      }
    keys = [];
  };
  for await (const key of store.list(new Date(Date.now() - hours * 3_600_000))) {
    signal?.throwIfAborted();
    keys.push(key);
    if (keys.length === BATCH) await removeUnknown();
  }
  if (keys.length > 0) await removeUnknown();
  return removed;
}
