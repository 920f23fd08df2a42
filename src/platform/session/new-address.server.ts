import sql, { raw } from 'sql-template-tag';
import type { Queryable } from '#kit/db/database.server.ts';
import { queueMail } from '#platform/mail/mail.server.ts';
import type { Audience } from './audience.server.ts';

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
    await queueMail(tx, {
      para: before.email,
      assunto: 'O e-mail da sua conta foi mudado',
      texto: `Olá, ${before.nome}.\n\nO e-mail da sua conta ${audience.mailSubject} foi mudado, e as mensagens não virão mais para este endereço. Se não foi você nem quem administra a sua conta, avise a sua empresa e mude a sua senha.`,
    });
}
