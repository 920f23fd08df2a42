import type { Database, Tx } from '#kit/db/database.server.ts';
import type { JobHandler } from '#kit/jobs/jobs.server.ts';
import type { FileStore } from './store.server.ts';
import { createUnnamed } from './sweep.server.ts';

/** The task that removes the bytes of erased files. */
export const ERASE_JOB = 'arquivos.apagar';

/**
 * Erases files that nothing refers to any more: their rows in this transaction, their bytes by a task that comes after it. Files
 * that something still refers to stay.
 */
export async function eraseFiles(tx: Tx, ids: readonly number[]): Promise<number> {
  if (ids.length === 0) return 0;
  const unnamed = await createUnnamed(tx).unnamed();
  const gone = await tx.query<{ chave: string }>({
    text: `delete from arquivos where id in (select a.id from arquivos a where a.id = any($1) ${unnamed}) returning chave`,
    values: [ids],
  });
  if (gone.length === 0) return 0;
  await tx.query({
    text: 'insert into tarefas (tipo, dados) values ($1, $2)',
    values: [ERASE_JOB, JSON.stringify({ chaves: gone.map(({ chave }) => chave) })],
  });
  return gone.length;
}

/** Removes the bytes; those of a file that is there nevertheless stay. */
export const eraseJob =
  (db: Database, store: FileStore): JobHandler =>
  async ({ dados }) => {
    const chaves = (Array.isArray(dados.chaves) ? dados.chaves : []).filter((one): one is string => typeof one === 'string');
    const there = await db.query<{ chave: string }>({
      text: 'select chave from arquivos where chave = any($1)',
      values: [chaves],
    });
    const kept = new Set(there.map(({ chave }) => chave));
    for (const chave of chaves) if (!kept.has(chave)) await store.delete(chave);
    return undefined;
  };
