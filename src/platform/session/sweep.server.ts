import type { Database } from '#kit/db/database.server.ts';
import { sweepThrottle } from './throttle.server.ts';

/** Ended sessions, recoveries that nobody used and old counts of failures go. */
export async function sweepSessions(db: Database): Promise<undefined> {
  await db.query({ text: 'delete from sessoes where expira_em < now()' });
  await db.query({ text: 'delete from recuperacoes where expira_em < now()' });
  await sweepThrottle(db);
  return undefined;
}
