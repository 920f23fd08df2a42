import sql, { raw } from 'sql-template-tag';
import type { Database } from '#kit/db/database.server.ts';
import { sweepAttempts } from '#kit/http/throttle.server.ts';
import { faultsLast } from '#kit/jobs/faults-last.server.ts';
import type { Audience } from './audience.server.ts';

/** Removes ended sessions, unused recoveries, old browsers and old counts of failures; called by the schedule. */
export const sweepSessions = (db: Database, audiences: readonly Audience[], signal?: AbortSignal): Promise<undefined> =>
  faultsLast(signal, async (part) => {
    for (const table of audiences.flatMap(({ sessions, recoveries, devices }) => [sessions, recoveries, devices]))
      await part(() => db.query(sql`delete from ${raw(table)} where expira_em < now()`));
    await part(() => sweepAttempts(db));
  });
