import type { Database } from './database.server.ts';

const LOCKED = '55P03';

/**
 * Does at once what autovacuum would do later. After a mass update, index-only scans look up every row and plans are made for the
 * old table, so counts take three to five times as long until then. Runs outside of any transaction; nobody waits for it, and a
 * table that is already being vacuumed is skipped. Throws for tables that the role may not vacuum: before PostgreSQL 17, all but
 * its own.
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
