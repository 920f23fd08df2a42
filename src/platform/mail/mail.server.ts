import { createTransport } from 'nodemailer';
import type { Database, Queryable } from '#kit/db/database.server.ts';

interface Mail {
  para: string;
  assunto: string;
  texto: string;
}

/** Queues a message in the caller's transaction; `deliverMail` sends it. */
export const queueMail = (tx: Queryable, { para, assunto, texto }: Mail) =>
  tx.query({ text: 'insert into emails (para, assunto, texto) values ($1, $2, $3)', values: [para, assunto, texto] });

const MOST_ATTEMPTS = 6;

interface Waiting extends Mail {
  id: number;
  tentativas: number;
}

/** Sends what waits, a few at a time; without SMTP the messages are kept in the outbox for administrators to read. */
export async function deliverMail(db: Database, smtp: { url: string | undefined; from: string }): Promise<number> {
  if (smtp.url === undefined) {
    await db.query({ text: `update emails set estado = 'RETIDO' where estado = 'PENDENTE'` });
    return 0;
  }
  const transport = createTransport(smtp.url);
  let sent = 0;
  try {
    // One row a transaction: two workers never send the same message, and a crash sends it again rather than never.
    while (await db.tx((tx) => sendOne(tx, transport, smtp.from))) sent++;
  } finally {
    transport.close();
  }
  return sent;
}

async function sendOne(tx: Queryable, transport: ReturnType<typeof createTransport>, from: string): Promise<boolean> {
  const mail = await tx.one<Waiting>({
    text: `select id, para, assunto, texto, tentativas from emails where estado = 'PENDENTE' and proxima_em <= now() order by id limit 1 for update skip locked`,
  });
  if (!mail) return false;
  try {
    await transport.sendMail({ from, to: mail.para, subject: mail.assunto, text: mail.texto });
    await tx.query({
      text: `update emails set estado = 'ENVIADO', enviado_em = now(), tentativas = tentativas + 1, erro = null where id = $1`,
      values: [mail.id],
    });
  } catch (error) {
    const attempts = mail.tentativas + 1;
    await tx.query({
      text: `update emails set tentativas = $2, erro = $3, estado = $4, proxima_em = now() + ($5 || ' minutes')::interval where id = $1`,
      values: [
        mail.id,
        attempts,
        String(error).slice(0, 500),
        attempts >= MOST_ATTEMPTS ? 'FALHOU' : 'PENDENTE',
        String(2 ** attempts),
      ],
    });
  }
  return true;
}
