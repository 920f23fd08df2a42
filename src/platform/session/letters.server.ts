import type { Queryable } from '#kit/db/database.server.ts';
import { Refusal } from '#kit/refusal/refusal.ts';
import { mailboxOf } from '#platform/mail/mailbox.ts';
import type { Audience } from './audience.server.ts';
import { digest } from './cookie.server.ts';
import { countAt } from './throttle.server.ts';

/** Each kind has a count of its own: none of them keeps another from coming. */
type Kind = 'link' | 'aviso' | 'outra';

/**
 * By what letters are counted that anybody may bring about to an address which nobody has proved theirs: the mailbox. So whoever types somebody else's
 * address into many accounts and forms fills it with few letters.
 */
export const strangersLetters = (kind: Kind, email: string): string => `${kind}:${digest(mailboxOf(email)).toString('hex')}`;

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
 * The same of a letter to somebody about their account, which one who has proved the mailbox always gets, and so does every user: nobody silences
 * what warns them.
 */
export const mayTell = async (db: Queryable, { proved }: Audience, { id, email }: { id: number; email: string }, kind: Kind) =>
  proved === undefined ||
  (await db.one({ text: proved, values: [id] })) !== undefined ||
  mayGo(db, strangersLetters(kind, email));
