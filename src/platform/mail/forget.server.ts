import sql from 'sql-template-tag';
import type { Database } from '#kit/db/database.server.ts';
import type { MessageType } from '#kit/message/message.ts';

export const FORGET_JOB = 'emails.esquecer';

/**
 * Removes mails and messages that name somebody and do not say whom, which no erasure would find: those that were sent before senders had to say
 * (`demandAbout`). A mail that waits is sent first.
 */
export async function forgetNameless(db: Database, types: ReadonlyMap<string, MessageType>): Promise<undefined> {
  const personal = [...types.values()].filter((type) => type.personal).map(({ id }) => id);
  await db.query(sql`
    delete from emails where sobre is null and tipo = any(${personal}::text[]) and estado not in ('PENDENTE', 'RETIDO', 'ENVIANDO')`);
  await db.query(sql`delete from mensagens where sobre is null and tipo = any(${personal}::text[])`);
  return undefined;
}
