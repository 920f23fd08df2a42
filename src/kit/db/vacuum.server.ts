import type { Database } from './database.server.ts';

/**
 * What autovacuum would do in its own time. After a mass update of a table, index-only scans look up every row and plans are made for what it was: its counts
 * take three to five times as long until then. Outside of any transaction; nobody waits for it, and a table that is being vacuumed already is left alone.
 */
export const vacuum = (db: Database, tables: readonly string[]): Promise<void> =>
  db.session(async (client) => {
    await client.query('set statement_timeout = 0');
    for (const table of tables) await client.query(`vacuum (analyze, skip_locked) ${client.escapeIdentifier(table)}`);
    await client.query('reset statement_timeout');
  });
