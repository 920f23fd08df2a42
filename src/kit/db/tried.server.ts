import type { Database, Tx, TxOptions } from './database.server.ts';

class TakenBack extends Error {}

/** Does the work in a transaction that is taken back, and answers what it would have answered. */
export async function tried<T>(db: Pick<Database, 'tx'>, work: (tx: Tx) => Promise<T>, options?: TxOptions): Promise<T> {
  let answer: { of: T } | undefined;
  await db
    .tx(async (tx) => {
      answer = { of: await work(tx) };
      throw new TakenBack();
    }, options)
    .catch((error: unknown) => {
      if (!(error instanceof TakenBack)) throw error;
    });
  return (answer as { of: T }).of;
}

/** Whether somebody waits for a lock that this transaction holds: a long one that is only tried gives way to them. */
export async function isWaitedFor(tx: Tx): Promise<boolean> {
  const { waits } = await tx.only<{ waits: boolean }>({
    text: 'select exists (select from pg_locks l where not l.granted and pg_backend_pid() = any(pg_blocking_pids(l.pid))) as waits',
  });
  return waits;
}
