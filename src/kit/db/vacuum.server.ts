import type { Database } from './database.server.ts';

const LOCKED = '55P03';

/**
 * What autovacuum would do in its own time. After a mass update of a table, index-only scans look up every row and plans are made for what it was: its counts
 * take three to five times as long until then. Outside of any transaction; nobody waits for it, and a table that is being vacuumed already is left alone. Throws of tables that the role may not vacuum: before PostgreSQL 17 all but its own.
 */
export const vacuum = (db: Database, tables: readonly string[]): Promise<void> =>
  db.session(async (client) => {
    const refused: string[] = [];
    const hear = ({ severity, code, message = '' }: { severity?: string; code?: string; message?: string }) => {
      if (severity === 'WARNING' && code !== LOCKED) refused.push(message);
    };
    client.on('notice', hear);
    try {
      await client.query('set statement_timeout = 0');
      for (const table of tables) await client.query(`vacuum (analyze, skip_locked) ${client.escapeIdentifier(table)}`);
      await client.query('reset statement_timeout');
    } finally {
      client.off('notice', hear);
    }
    if (refused.length > 0) throw new Error(refused.join('; '));
  });
