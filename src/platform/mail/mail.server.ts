import sql from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Queryable } from '#kit/db/database.server.ts';
import { inSteps } from '#kit/engine/in-steps.server.ts';
import type { Files } from '#kit/files/files.server.ts';
import type { MessageType } from '#kit/message/message.ts';
import { digest } from '#platform/session/cookie.server.ts';
import { type Composed, compose, composing, linkOf, templateOf, type Values } from './compose.server.ts';

interface Mail {
  para: string;
  /** the user with this address: it goes to the one that they have when it leaves, and to nobody once they may not enter */
  usuario?: number;
  empresaId: number | null;
  values: Values;
  /** after so many hours the message is useless and no longer sent */
  hours?: number;
  /** ids of stored files, from `attachable` */
  anexos?: readonly number[];
  /** an invitation to a meeting (iCalendar with its METHOD), which mail programs put into calendars */
  convite?: string | null;
  /** whom it tells of, as `table:id`: it goes with them when they are erased */
  about?: readonly string[];
}

/** Whom a message tells of, as the tables keep it; throws where its kind names people and the sender does not say whom. */
export function demandAbout({ id, personal }: MessageType, about?: readonly string[]): string[] | null {
  if (personal && !about?.length) throw new Error(`${id}: whom is it about?`);
  return about ? [...about] : null;
}

/** The files that somebody may attach: those that they may read. Checked when the message is queued. */
export async function attachable(files: Pick<Files, 'find'>, acting: Acting, ids: readonly number[]): Promise<number[]> {
  const unique = [...new Set(ids)];
  for (const id of unique) await files.find(id, acting);
  return unique;
}

/** The key of the link that the message carries, so that the message ends with its link. */
function keyOfLink({ addresses = [] }: MessageType, values: Values): Buffer | null {
  const tokens = addresses.map((name) => URL.parse(String(values[name] ?? ''))?.searchParams.get('token'));
  const token = tokens.find((one) => one);
  return token ? digest(token) : null;
}

/** Queues a message to an address in the caller's transaction: it is sent only if the transaction commits. Answers what it says. */
export async function queueMail(
  tx: Queryable,
  type: MessageType,
  { para, usuario, empresaId, values, hours, anexos = [], convite = null, about }: Mail,
): Promise<Composed> {
  const said = await compose(tx, type, empresaId, values);
  const { assunto, texto, html } = said;
  await tx.query(sql`
    with e as (
      insert into emails (para, assunto, texto, html, link, empresa_id, tipo, vale_ate, urgente, link_chave, convite, sobre, usuario_id)
      values (${para}, ${assunto}, ${texto}, ${html}, ${linkOf(type, values)}, ${empresaId}, ${type.id}, now() + make_interval(hours => ${hours ?? null}::int), ${type.awaited ?? false}, ${keyOfLink(type, values)}, ${convite},
        ${demandAbout(type, about)}, ${usuario ?? null}) returning id)
    insert into emails_anexos (email_id, arquivo_id) select e.id, a from e, unnest(${[...anexos]}::bigint[]) a`);
  return said;
}

/** Characters of what several people are told that are kept at a time. */
const MOST_TEXT = 2_000_000;

/** What is made of some items, one after the other, in groups that are no longer than a few messages to many people may be; one alone may be longer. Others have the loop in between. */
export async function* inGroups<I, T>(
  items: Iterable<I>,
  make: (item: I) => T,
  lengthOf: (made: T) => number,
): AsyncGenerator<T[], void, void> {
  let group: T[] = [];
  let length = 0;
  const step = inSteps();
  for (const item of items) {
    const made = make(item);
    group.push(made);
    length += lengthOf(made);
    await step();
    if (length < MOST_TEXT) continue;
    yield group;
    [group, length] = [[], 0];
  }
  if (group.length > 0) yield group;
}

/** Queues a message to many people of a company at once, each with values of their own. */
export async function queueMails(
  tx: Queryable,
  type: MessageType,
  empresaId: number,
  mails: readonly Pick<Mail, 'para' | 'values' | 'about'>[],
): Promise<void> {
  if (mails.length === 0) return;
  const compose = composing(type, await templateOf(tx, type, empresaId));
  const row = ({ para, values, about }: (typeof mails)[number]) => ({
    para,
    ...compose(values),
    link: linkOf(type, values),
    chave: keyOfLink(type, values)?.toString('hex') ?? null,
    sobre: demandAbout(type, about),
  });
  for await (const group of inGroups(mails, row, ({ texto, html }) => texto.length + html.length))
    await tx.query(sql`
      insert into emails (para, assunto, texto, html, link, empresa_id, tipo, urgente, link_chave, sobre)
      select x.para, x.assunto, x.texto, x.html, x.link, ${empresaId}, ${type.id}, ${type.awaited ?? false}, decode(x.chave, 'hex'), x.sobre
      from json_to_recordset(${JSON.stringify(group)}::json) as x(para text, assunto text, texto text, html text, link text, chave text, sobre text[])`);
}
