import type { Queryable, Tx } from '#kit/db/database.server.ts';
import type { Files } from '#kit/files/files.server.ts';
import type { Batch } from '#kit/import/batch.server.ts';

/** The owner of the rows. */
type Owned = Pick<Batch, 'id' | 'empresaId' | 'usuarioId'>;

// The stored size of a row: its share of the table, and its texts as they are stored. What was in a record before counts as far as its importer may see
// it, at the third that a text takes when it is stored.
const weight = `64 + pg_column_size(celulas) + ${['correcoes', 'falhas', 'entrada'].map((name) => `coalesce(pg_column_size(${name}), 0)`).join(' + ')}
  + case when antes is null then 0 else coalesce(antes_visto / 3, pg_column_size(antes)) end`;

const weigh = async (db: Queryable, { id }: Owned, from: number, to: number): Promise<number> =>
  (
    await db.one<{ bytes: number }>({
      name: 'importacao-peso',
      text: `select coalesce(sum(${weight}), 0)::float8 as bytes from importacao_linhas where importacao_id = $1 and linha between $2 and $3`,
      values: [id, from, to],
    })
  )?.bytes ?? 0;

/**
 * Writes the rows between two numbers, counts the room that they take, and undoes it with a refusal when the importer has no room
 * for them.
 */
export function writeCounted(
  files: Files,
  batch: Owned,
  from: number,
  to: number,
  write: (tx: Tx) => Promise<void>,
): Promise<void> {
  return files.hold(batch, async (tx) => {
    // Before its rows, as an erasure does.
    await tx.query({ text: 'select from importacoes where id = $1 for no key update', values: [batch.id] });
    const before = await weigh(tx, batch, from, to);
    await write(tx);
    const more = (await weigh(tx, batch, from, to)) - before;
    if (more !== 0) await tx.query({ text: 'update importacoes set bytes = bytes + $2 where id = $1', values: [batch.id, more] });
  });
}

/** Counts all rows of a batch again. */
export const countRows = (db: Queryable, { id }: Pick<Batch, 'id'>) =>
  db.query({
    text: `update importacoes set bytes = (select coalesce(sum(${weight}), 0) from importacao_linhas where importacao_id = $1) where id = $1`,
    values: [id],
  });

/** Removes a batch's rows, and their count. */
export const dropRows = (db: Queryable, { id }: Pick<Batch, 'id'>) =>
  db.query({
    text: `with fora as (delete from importacao_linhas where importacao_id = $1), rotulos as (delete from importacao_rotulos where importacao_id = $1) update importacoes set bytes = 0 where id = $1`,
    values: [id],
  });

/** Characters in all rows of a batch, as the file and its corrections have them, and `weight` more for each name of a list. */
export const textOf = async (db: Queryable, { id }: Pick<Batch, 'id'>, weight: number): Promise<number> =>
  (
    await db.only<{ length: number }>({
      text: `select coalesce(sum(length(texto) + $2 * (regexp_count(texto, '[,;|]') - jsonb_array_length(celulas))), 0)::float8 as length
        from importacao_linhas, concat(celulas, correcoes) texto where importacao_id = $1`,
      values: [id, weight],
    })
  ).length;
