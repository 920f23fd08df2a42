import sql from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Queryable } from '#kit/db/database.server.ts';
import type { AddressesOfCpf, CpfEntered } from '#kit/module/module.server.ts';
import { queueMail } from '#platform/mail/mail.server.ts';
import { maskedAddress } from '#platform/mail/mailbox.ts';
import { countLetter } from '#platform/session/throttle.server.ts';
import { acessoAbertoComCpf } from './authority-messages.ts';

interface Modules {
  addresses: readonly AddressesOfCpf[];
  entered: readonly CpfEntered[];
}

interface Opened {
  id: number;
  value: Record<string, unknown>;
  acting: Acting;
}

/**
 * A user is one person with the records of their CPF, and enters by a link sent to the user's e-mail. If the records have another
 * address of the person, a message goes there and the trail keeps it, so that no login is opened in somebody's name without their
 * knowledge.
 */
export async function tellOtherAddresses(tx: Queryable, { addresses, entered }: Modules, opened: Opened): Promise<void> {
  const { id, value, acting } = opened;
  const { nome, cpf, email } = value as { nome: string; cpf: string; email: string | null };
  if (!email) return;
  const known = new Set((await Promise.all(addresses.map((of) => of(tx, cpf)))).flat());
  if ([...known].some((one) => one.toLowerCase() === email.toLowerCase())) return;
  for (const follows of entered) await follows(tx, cpf);
  if (known.size > 0) await tell(tx, acting, { id, nome, outroEmail: maskedAddress(email) }, known);
}

/**
 * The same when a record gets the CPF of a user of its company, or another address: the user was there before it. The letter says nothing of the
 * user that whoever wrote the record does not know.
 */
export async function tellOfUser(
  tx: Queryable,
  acting: Acting,
  record: { cpf: string; nome: string; email: string },
): Promise<void> {
  const user = await tx.one<{ id: number }>(sql`
    select id from usuarios u where cpf = ${record.cpf} and ativo and email is not null and lower(email) <> lower(${record.email})
      and exists (select from usuarios_acessos a where a.registro_id = u.id and a.empresa_id = ${acting.empresaId})`);
  if (user) await tell(tx, acting, { id: user.id, nome: record.nome, outroEmail: 'outro e-mail' }, [record.email]);
}

interface User {
  id: number;
  nome: string;
  /** how the letter calls the user's address */
  outroEmail: string;
}

async function tell(tx: Queryable, acting: Acting, { id, nome, outroEmail }: User, known: Iterable<string>): Promise<void> {
  await countLetter(tx, acting);
  for (const para of known) await queueMail(tx, acessoAbertoComCpf, { para, empresaId: null, values: { nome, outroEmail } });
  await acting.audit(tx, {
    table: 'usuarios',
    id,
    action: 'A',
    changes: { aviso: [null, 'O cadastro da pessoa tem outro e-mail; ela foi avisada nele.'] },
  });
}
