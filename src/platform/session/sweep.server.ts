import sql, { raw } from 'sql-template-tag';
import type { Database } from '#kit/db/database.server.ts';
import { sweepAttempts } from '#kit/http/throttle.server.ts';
import type { Audience } from './audience.server.ts';

/** Removes ended sessions, unused recoveries, old browsers and old counts of failures; called by the schedule. */
export async function sweepSessions(db: Database, audiences: readonly Audience[]): Promise<undefined> {
  for (const table of audiences.flatMap(({ sessions, recoveries, devices }) => [sessions, recoveries, devices]))
    await db.query(sql`delete from ${raw(table)} where expira_em < now()`);
  await sweepAttempts(db);
  return undefined;
}
