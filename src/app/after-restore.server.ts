import sql, { raw, type Sql } from 'sql-template-tag';
import { candidates } from '#platform/externo/external-session.server.ts';
import { users } from '#platform/session/audience.server.ts';
import { RECOVERY_JOB } from '#platform/session/recovery.server.ts';

/**
 * Ends what a backup has and what may be over since: sessions, links and secret addresses, which somebody may have ended or used, and
 * mails that waited, also for want of a mail server, which have probably been sent, as have the links that were asked for and the digest of
 * the next morning.
 */
export async function endWhatMayBeOver(tx: { query(statement: Sql): Promise<unknown> }): Promise<void> {
  for (const { sessions, recoveries, addresses } of [users, candidates])
    for (const table of [sessions, recoveries, ...addresses]) await tx.query(sql`delete from ${raw(table)}`);
  await tx.query(sql`
    update emails set estado = 'INTERROMPIDO', erro = 'O backup foi feito antes do envio: a mensagem pode ter sido entregue.'
    where estado in ('PENDENTE', 'ENVIANDO', 'RETIDO')`);
  await tx.query(sql`delete from tarefas where tipo = ${RECOVERY_JOB} and estado in ('fila', 'executando')`);
  await tx.query(sql`update usuarios_mensagens set resumir = false where resumir`);
}
