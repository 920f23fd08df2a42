import sql, { raw } from 'sql-template-tag';
import type { Queryable } from '#kit/db/database.server.ts';
import { queueMail } from '#platform/mail/mail.server.ts';
import type { Audience } from './audience.server.ts';
import { emailDaContaMudado } from './session-messages.ts';

interface Person {
  id: number;
  nome: string;
  email: string | null;
}

/** The messages of somebody go to another address: links that went to the old one end, and whoever reads there is told. */
export async function onNewAddress(tx: Queryable, audience: Audience, before: Person, email: string | null): Promise<void> {
  if (before.email === email) return;
  await tx.query(sql`delete from ${raw(audience.recoveries)} where ${raw(audience.owner)} = ${before.id}`);
  if (before.email)
    await queueMail(tx, emailDaContaMudado, {
      para: before.email,
      empresaId: null,
      values: { nome: before.nome, deQuem: audience.mailSubject },
    });
}
