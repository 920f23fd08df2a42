import type { Acting } from '#kit/acting/acting.server.ts';
import type { Queryable } from '#kit/db/database.server.ts';
import type { AddressesOfCpf } from '#kit/module/module.server.ts';
import { queueMail } from '#platform/mail/mail.server.ts';
import { acessoAbertoComCpf } from './authority-messages.ts';

/** What its owner recognises and nobody else reads: the first letter and what stands behind the at sign. */
const masked = (email: string) => email.replace(/^(.)[^@]*/u, '$1•••');

interface Opened {
  id: number;
  value: Record<string, unknown>;
  acting: Acting;
}

/**
 * A user is one person with the records of their CPF, and enters by a link that goes to the user's e-mail. Where the records know the person by another
 * one, the person is told there, and the trail keeps it: a login in their name is never opened behind their back.
 */
export async function tellOtherAddresses(tx: Queryable, addresses: readonly AddressesOfCpf[], opened: Opened): Promise<void> {
  const { id, value, acting } = opened;
  const { nome, cpf, email } = value as { nome: string; cpf: string; email: string | null };
  if (!email) return;
  const known = new Set((await Promise.all(addresses.map((of) => of(tx, cpf)))).flat());
  const others = [...known].some((one) => one.toLowerCase() === email.toLowerCase()) ? [] : [...known];
  if (others.length === 0) return;
  for (const para of others)
    await queueMail(tx, acessoAbertoComCpf, { para, empresaId: null, values: { nome, outroEmail: masked(email) } });
  await acting.audit(tx, {
    table: 'usuarios',
    id,
    action: 'A',
    changes: { aviso: [null, 'O cadastro da pessoa tem outro e-mail; ela foi avisada nele.'] },
  });
}
