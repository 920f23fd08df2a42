import type { Database, Queryable } from '#kit/db/database.server.ts';
import { queueMail } from '#platform/mail/mail.server.ts';
import type { Audience } from './audience.server.ts';
import { mayTell } from './letters.server.ts';
import { endLinks } from './recovery.server.ts';
import { emailDaContaMudado } from './session-messages.ts';
import { countAt, countedPerson } from './throttle.server.ts';

interface Person {
  id: number;
  nome: string;
  email: string | null;
}

/** Somebody changes their own address: each change writes to the address before, which would else be a way to write to anybody, however often. */
export const countNewAddress = async (db: Database, audience: Audience, { id }: Pick<Person, 'id'>): Promise<void> =>
  void (await countAt(db, [['novoEmail', await countedPerson(db, audience, id)]]));

/** Whether the address before may be written to; asked, and counted, in the same transaction before the address is another. */
export const mayTellBefore = async (tx: Queryable, audience: Audience, { id, email }: Person): Promise<boolean> =>
  email !== null && mayTell(tx, audience, { id, email }, 'aviso');

/** Follows a new e-mail of somebody: links that were sent to the old address end, and whoever reads there is told, if they may be (`isTold`). */
export async function onNewAddress(
  tx: Queryable,
  audience: Audience,
  before: Person,
  email: string | null,
  isTold = true,
): Promise<void> {
  if (before.email === email) return;
  await endLinks(tx, audience, before.id);
  if (before.email && isTold)
    await queueMail(tx, emailDaContaMudado, {
      para: before.email,
      empresaId: null,
      about: [`${audience.people}:${before.id}`],
      values: { nome: before.nome, deQuem: audience.mailSubject },
    });
}
