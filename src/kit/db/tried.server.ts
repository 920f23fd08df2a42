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
