import sql, { type Sql } from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Tx } from '#kit/db/database.server.ts';
import { isImporting } from '#kit/import/apply.server.ts';
import type { MessageType } from '#kit/message/message.ts';
import { countIn } from '#platform/authority/access.server.ts';
import { withheld } from '#platform/authority/companies-with.server.ts';
import { compose, linkOf, type Values } from '#platform/mail/compose.server.ts';
import { demandAbout } from '#platform/mail/mail.server.ts';
import { countLetter, isWithin } from '#platform/session/throttle.server.ts';

/** Messages that a box keeps: the newest ones. */
export const MOST_KEPT = 2_000;

/** The box of a message: its module. */
const boxOf = (type: string): string => type.split('/', 1)[0] as string;

interface Notice {
  /** users; the actor and people without access to the company are left out */
  to: readonly number[];
  values: Values;
  /** ids of stored files for the mail, from `attachable` */
  anexos?: readonly number[];
  /** an invitation for the mail, as in `queueMail` */
  convite?: string | null;
  /** whom it tells of, as `table:id`: it goes with them when they are erased */
  about?: readonly string[];
  /** to the boxes alone, whatever the message declares */
  inboxOnly?: boolean;
}

const here = (empresaId: number | Sql): Sql => sql`usuarios_acessos a join perfis p on p.id = a.perfil_id and p.ativo
  where a.registro_id = u.id and (a.empresa_id = ${empresaId} or 'ROLE_GERAL_TODAS_EMPRESAS' = any(p.autoridades))`;

/** Over alias `u`: an active user who may enter the company. */
export const mayEnter = (empresaId: number | Sql): Sql => sql`u.ativo and exists (select from ${here(empresaId)})`;

/** Over alias `u`: an active user whose rights count in the company as at their login, by one profile or several. */
export const mayDo = (empresaId: number, rights: readonly string[]): Sql =>
  sql`u.ativo and ${countIn(rights, (oneOf) => sql`exists (select from ${here(empresaId)} and p.autoridades && ${[...oneOf]}::text[])`)}
    and not exists (select from empresas e where e.id = ${empresaId} and ${withheld(rights)})`;

/**
 * Sends users a message, to their boxes and by mail as the message declares; in the caller's transaction, so that nobody hears of
 * what did not happen.
 */
export async function notify(
  tx: Tx,
  acting: Acting,
  type: MessageType,
  { to, values, anexos = [], convite = null, about, inboxOnly = false }: Notice,
): Promise<void> {
  const { empresaId, usuarioId, usuarioNome } = acting;
  const people = await tx.query<{ id: number; email: string | null }>(sql`
    select u.id, case when not exists (select from usuarios_emails_recusados r where r.usuario_id = u.id and r.tipo = ${type.id}) then u.email end as email
    from usuarios u where u.id = any(${[...to]}::bigint[]) and u.id is distinct from ${usuarioId}::bigint and ${mayEnter(empresaId)} order by u.id`);
  if (people.length === 0) return;
  const { assunto, texto, html } = await compose(tx, type, empresaId, values);
  const link = linkOf(type, values);
  const sobre = demandAbout(type, about);
  const byMail = type.channels.includes('mail') && !inboxOnly ? people.filter(({ email }) => email !== null) : [];
  if (type.channels.includes('inbox')) {
    const later = type.digest ? byMail.map(({ id }) => id) : [];
    await tx.query(sql`
      with m as (
        insert into mensagens (empresa_id, tipo, remetente, assunto, texto, link, sobre)
        values (${empresaId}, ${type.id}, ${usuarioNome}, ${assunto}, ${texto}, ${link}, ${sobre}) returning id)
      insert into usuarios_mensagens (mensagem_id, usuario_id, empresa_id, caixa, resumir)
      select m.id, u, ${empresaId}, ${boxOf(type.id)}, u = any(${later}::bigint[]) from m, unnest(${people.map(({ id }) => id)}::bigint[]) u`);
  }
  if (type.digest || byMail.length === 0) return;
  await tx.query(sql`
    with e as (
      insert into emails (para, assunto, texto, html, link, empresa_id, tipo, urgente, convite, sobre, usuario_id)
      select p, ${assunto}, ${texto}, ${html}, ${link}, ${empresaId}, ${type.id}, ${type.awaited ?? false}, ${convite}, ${sobre}::text[], u
      from unnest(${byMail.map(({ email }) => email as string)}::text[], ${byMail.map(({ id }) => id)}::bigint[]) as x(p, u) returning id)
    insert into emails_anexos (email_id, arquivo_id) select e.id, a from e, unnest(${[...anexos]}::bigint[]) a`);
}

/** Tells users of what the actor did with a record: by mail as often as the actor may write, and never for a sheet. */
export async function notifyOthers(
  tx: Tx,
  acting: Acting,
  type: MessageType,
  { to, ...rest }: Pick<Notice, 'to' | 'values' | 'about'>,
): Promise<void> {
  const others = to.filter((one) => one !== acting.usuarioId);
  if (others.length === 0) return;
  const byMail = !isImporting(acting) && (await isWithin(() => countLetter(tx, acting, others.length)));
  await notify(tx, acting, type, { ...rest, to: others, inboxOnly: !byMail });
}
