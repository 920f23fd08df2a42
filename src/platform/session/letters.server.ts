import type { Queryable } from '#kit/db/database.server.ts';
import { Refusal } from '#kit/refusal/refusal.ts';
import { mailboxOf } from '#platform/mail/mailbox.ts';
import type { Audience } from './audience.server.ts';
import { digest } from './cookie.server.ts';
import { countAt } from './throttle.server.ts';

/**
 * By what letters are counted that anybody may bring about to an address which nobody has proved theirs: the mailbox, whatever the letter. So whoever
 * types somebody else's address into many accounts and forms fills it with few letters, and leaves room for those of its owner.
 */
export const strangersLetters = (email: string): string => digest(mailboxOf(email)).toString('hex');

/** Counts a letter; false: it must not go. Whoever brought it about is not told, for that would tell who else has this address. */
export const mayGo = (db: Queryable, who: string): Promise<boolean> =>
  countAt(db, [['cartaDeAcesso', who]]).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Refusal) return false;
      throw error;
    },
  );

/**
 * The same of a letter that tells of somebody's account, which one who has proved the mailbox always gets: nobody silences what warns them. Users
 * have a count apart from that of strangers, who could use it up.
 */
export async function mayTell(db: Queryable, { name, proved }: Audience, { id, email }: { id: number; email: string }) {
  if (proved === undefined) return mayGo(db, `${name}:${strangersLetters(email)}`);
  return (await db.one({ text: proved, values: [id] })) !== undefined || mayGo(db, strangersLetters(email));
}
