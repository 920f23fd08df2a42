import sql, { type Sql } from 'sql-template-tag';
import type { Queryable } from '#kit/db/database.server.ts';

/** What may still leave: of itself, or because somebody sends it again. What is being sent in this moment goes where it went. */
const MAY_LEAVE = sql`estado in ('PENDENTE', 'RETIDO', 'FALHOU', 'INTERROMPIDO')`;

/** Mails that nobody is to get any more, for a reason that the outbox tells. */
const endMails = (tx: Queryable, which: Sql, reason: string) =>
  tx.query(sql`update emails set estado = 'FALHOU', vale_ate = now(), erro = ${reason} where ${which} and ${MAY_LEAVE}`);

/**
 * Somebody from outside has another address: mails that tell of them and wait for the former one go to it, or to nobody. Mails to users find
 * the present address themselves (`usuario_id`), and mails to others about them stay as they are.
 */
export async function mailsFollow(tx: Queryable, about: readonly string[], former: string | null, present: string | null) {
  if (former === null || former === present) return;
  const theirs = sql`sobre && ${[...about]}::text[] and usuario_id is null and para = ${former}`;
  if (present === null) await endMails(tx, theirs, 'O cadastro de quem receberia esta mensagem não tem mais e-mail.');
  else await tx.query(sql`update emails set para = ${present} where ${theirs} and ${MAY_LEAVE}`);
}

/** A user is another person, who is told nothing of what was written to the former one. */
export const endMailsOfUser = (tx: Queryable, id: number) =>
  endMails(tx, sql`usuario_id = ${id}`, 'O usuário a quem esta mensagem foi escrita é agora outra pessoa.');
