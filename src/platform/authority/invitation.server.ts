import sql from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Queryable } from '#kit/db/database.server.ts';
import { queueMail } from '#platform/mail/mail.server.ts';
import { users } from '#platform/session/audience.server.ts';
import { endLinks, newLink } from '#platform/session/recovery.server.ts';
import { conviteDeAcesso } from './authority-messages.ts';

const INVITED_DAYS = 7;
const INVITED_HOURS = INVITED_DAYS * 24;

interface Invited {
  id: number;
  nome: string;
  email: string;
  acessos: readonly { empresa: number | { id: number } }[];
}

/** Whether the user has ever entered by their password. */
export const hasEntered = async (tx: Queryable, id: number): Promise<boolean> =>
  (await tx.one(sql`select 1 from credenciais where usuario_id = ${id} and entrou_em is not null`)) !== undefined;

/** A link for the user's first password, or their next one; all links before it end. */
export async function linkOfUser(tx: Queryable, id: number, address: (path: string) => string): Promise<string> {
  await endLinks(tx, users, id);
  return newLink(tx, users, id, new URL(address(users.page(null))), INVITED_HOURS);
}

/** Mails the user a link for their first password, in the name of the actor's company if they enter it, else of their first one. */
export async function invite(
  tx: Queryable,
  acting: Acting,
  { id, nome, email, acessos }: Invited,
  address: (path: string) => string,
): Promise<void> {
  const companies = acessos.map(({ empresa }) => (typeof empresa === 'number' ? empresa : empresa.id));
  const empresaId = companies.find((one) => one === acting.empresaId) ?? (companies[0] as number);
  const empresa = await tx.one<{ nome: string }>(sql`select nome from empresas where id = ${empresaId}`);
  await queueMail(tx, conviteDeAcesso, {
    para: email,
    usuario: id,
    empresaId,
    hours: INVITED_HOURS,
    values: {
      nome,
      quem: acting.usuarioNome,
      empresa: empresa?.nome ?? '',
      validade: `${INVITED_DAYS} dias`,
      endereco: await linkOfUser(tx, id, address),
    },
  });
  await acting.audit(tx, { table: users.people, id, action: 'A', changes: { convite: [null, 'Enviado por e-mail'] } });
}
