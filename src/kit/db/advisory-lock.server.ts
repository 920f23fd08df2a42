import type pg from 'pg';
import type { Database } from './database.server.ts';

/** Runs `work` while no other process runs work under the same number in this database; waits as long as the other takes. */
export const oneAtATime = <T>(
  db: Pick<Database, 'session'>,
  key: number,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> =>
  db.session(async (client) => {
    await client.query('set statement_timeout = 0');
    await client.query('select pg_advisory_lock($1)', [key]);
    try {
      return await work(client);
    } finally {
      // The lock would otherwise stay with the pooled connection.
      await client.query('select pg_advisory_unlock($1)', [key]).catch(() => {});
      await client.query('reset statement_timeout').catch(() => {});
    }
  });
