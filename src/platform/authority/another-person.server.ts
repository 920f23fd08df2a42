import sql, { raw } from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Queryable, Tx } from '#kit/db/database.server.ts';
import type { KeptAlone, OpenedByCpf } from '#kit/module/module.server.ts';
import { forgetWork } from '#kit/module/sweep.server.ts';
import { refuse } from '#kit/refusal/refusal.ts';
import { endMailsOfUser } from '#platform/mail/follow.server.ts';
import { users } from '#platform/session/audience.server.ts';
import { endLinks } from '#platform/session/recovery.server.ts';

/** Tables whose rows are a person's: how they enter, what they were told, how they like the screens. */
export const OF_A_PERSON: ReadonlySet<string> = new Set([
  'credenciais',
  users.sessions,
  users.devices,
  ...users.addresses,
  'usuarios_mensagens',
  'usuarios_caixas_mensagens',
  'usuarios_emails_recusados',
  'visoes_usuarios',
  'preferencias',
  'favoritos',
  'edicoes_em_lote',
]);

interface Modules {
  opened: readonly OpenedByCpf[];
  keptAlone: readonly KeptAlone[];
}

/**
 * With another CPF a user is another person, who has what the former one has written. Whoever changes it must see all that the former CPF opens,
 * and what nobody else may read stays with whoever wrote it.
 */
export async function demandMayBecomeAnother(
  tx: Queryable,
  { opened, keptAlone }: Modules,
  acting: Acting,
  { id, cpf }: { id: number; cpf: string },
): Promise<void> {
  const refusal = (message: string) => refuse.invalid([{ field: 'cpf', message }]);
  for (const refuses of opened)
    if (await refuses(tx, acting, cpf))
      throw refusal(
        'O que este usuário guarda seguiria com ele para o outro CPF, e você não vê tudo o que o de agora abre. Para outra pessoa, crie outro usuário.',
      );
  for (const keeps of keptAlone)
    if (await keeps(tx, id)) throw refusal('Este usuário já guarda o que só ele lê. Para outra pessoa, crie outro usuário.');
}

/** Whoever entered until now does not enter as the other one, who finds nothing that the former one alone could read. */
export async function becomeAnother(tx: Tx, id: number): Promise<void> {
  await endLinks(tx, users, id);
  await endMailsOfUser(tx, id);
  for (const table of OF_A_PERSON) await tx.query(sql`delete from ${raw(table)} where usuario_id = ${id}`);
  // Whoever saw the system as them would act as themselves from one click to the next.
  await tx.query(sql`delete from sessoes where vendo_usuario_id = ${id}`);
  await tx.query(sql`delete from visoes where usuario_id = ${id} and not compartilhada`);
  await forgetWork(tx, id);
}
