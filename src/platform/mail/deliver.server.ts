import { setTimeout } from 'node:timers/promises';
import { createTransport } from 'nodemailer';
import sql, { raw } from 'sql-template-tag';
import { storable } from '#kit/br/text.ts';
import { isOlder } from '#kit/db/clock.server.ts';
import type { Database } from '#kit/db/database.server.ts';
import type { FileStore } from '#kit/files/store.server.ts';
import { mayEnter } from '#platform/mensagens/mensagens.server.ts';
import { dressed } from './compose.server.ts';

interface DeliverOptions {
  /** `smtp://…`; undefined: messages are kept in the outbox for administrators to read */
  url: string | undefined;
  /** the sender of messages without a company, and of companies without an address of their own */
  from: string;
  /** the program's own address, for links */
  address: string;
  /** bytes of attachments */
  store: Pick<FileStore, 'get'>;
  signal?: AbortSignal;
  /** conversations with the mail server at a time */
  connections?: number;
  /** milliseconds after which a message that is still on its way holds up no other */
  patience?: number;
}

interface Claimed {
  id: number;
  estado: 'ENVIANDO' | 'FALHOU';
  empresaId: number | null;
  para: string;
  assunto: string;
  texto: string;
  html: string | null;
  link: string | null;
  convite: string | null;
  tentativas: number;
  empresa: string | null;
  remetente: string | null;
  enderecoRemetente: string | null;
  resposta: string | null;
}

interface SmtpFault extends Error {
  code?: string;
  responseCode?: number;
  command?: string;
}

const MOST_ATTEMPTS = 6;
/** The same where it may pass: with pauses of an hour they take a day, however long the message had waited for the first one. */
const MOST_ATTEMPTS_OF_A_DAY = 30;
/** Messages that go before it is looked again whether another company has some. */
const ASKED_AGAIN = 20;
/** Messages in a row of one company to one domain that the server refuses for now: it gets the next ones in the next round. */
const MOST_REFUSED = 10;
/** Conversations in a row, none of them at an end, after which the mail server is away: it may break off a single one. */
const MOST_BROKEN = 3;
/** Conversations beside the usual ones, for what waits while the mail server hangs at some recipients. */
const MOST_BESIDE = 16;
/** No conversation lasts longer: an older one was interrupted with its process. */
const LONGEST_CONVERSATION = `interval '10 minutes'`;
/** The mail server itself is away or refuses us: it would refuse every message. */
const SERVER_FAULTS = new Set([
  'ECONNECTION',
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'EDNS',
  'EPROTOCOL',
  'ESOCKET',
  'ETLS',
  'EAUTH',
  'ENOAUTH',
]);

/**
 * Sends the waiting messages. Each one is claimed in a short statement before its conversation and settled after it, so that no
 * transaction stays open and no two workers send the same one. A message whose conversation was interrupted with its process, or broke
 * off after the server had it whole, may have arrived: it is not sent again automatically, but shown in the outbox as interrupted. Ends
 * early when the mail server is away. A server that takes no more for now, as many allow some thirty messages a minute, is left alone: by company and
 * domain, for a refusal may be about either. A recipient at whom the server hangs holds up nobody: another conversation takes what waits, and all
 * but one of them leave out what has failed before. A server that allows fewer conversations has as many as it allows.
 */
export async function deliverMail(db: Database, options: DeliverOptions): Promise<{ sent: number; fault?: string }> {
  const { url, signal, connections = 4, patience = 10_000 } = options;
  await db.query(sql`${INTERRUPTED} where estado = 'ENVIANDO' and ${raw(isOlder('reservado_em', LONGEST_CONVERSATION))}`);
  await db.query(sql`
    update emails set estado = 'FALHOU', erro = 'A mensagem perdeu a validade antes de ser enviada.'
    where estado in ('PENDENTE', 'RETIDO') and vale_ate < now()`);
  if (url === undefined) {
    await db.query(sql`update emails set estado = 'RETIDO' where estado = 'PENDENTE'`);
    return { sent: 0 };
  }
  await db.query(sql`update emails set estado = 'PENDENTE', proxima_em = now() where estado = 'RETIDO'`);
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: connections + MOST_BESIDE,
    connectionTimeout: 30_000,
    greetingTimeout: 30_000,
    // RFC 5321, 4.5.3.2: as long as a server may think about a command.
    socketTimeout: 300_000,
  });
  const handedOver = new Set<string | undefined>();
  transport.use('stream', ({ message, data }, done) => {
    const read = message.createReadStream.bind(message);
    message.createReadStream = (how) => read(how).once('end', () => handedOver.add(data.messageId));
    done();
  });
  let sent = 0;
  let fault: string | undefined;
  let conversing = 0;
  let broken = 0;
  let last: string | undefined;
  const refused = new Map<string, number>();
  /** Answers whether this conversation may go on. */
  const send = async (mail: Claimed): Promise<boolean> => {
    const before = sent;
    conversing += 1;
    const messageId = idOf(mail, options);
    handedOver.delete(messageId);
    let isTaken = false;
    try {
      await transport.sendMail({ ...(await letterOf(db, mail, options)), messageId });
      isTaken = true;
      await db.query(sql`
        update emails set estado = 'ENVIADO', enviado_em = now(), tentativas = tentativas + 1, erro = null, texto = sem_chaves(texto), html = null, convite = null
        where id = ${mail.id}`);
      sent += 1;
      broken = 0;
      refused.delete(wayOf(mail));
      conversing -= 1;
    } catch (error) {
      conversing -= 1;
      // The server has it, whatever the database says to that.
      if (isTaken) {
        await interrupt(db, mail);
        return true;
      }
      if (isGreetingRefused(error as SmtpFault) && conversing > 0) {
        await putOff(db, mail);
        return false;
      }
      // A server that took another message meanwhile is not away: it hangs, or breaks off, at this one.
      const isAway = isServerFault(error as SmtpFault) && sent === before;
      if (isAway) {
        broken += 1;
        last = reasonOf(error);
      }
      if (broken === MOST_BROKEN) fault = last;
      if (isForNow(error as SmtpFault)) refused.set(wayOf(mail), (refused.get(wayOf(mail)) ?? 0) + 1);
      if (isUnanswered(error as SmtpFault) && handedOver.has(messageId)) await interrupt(db, mail);
      else await putBack(db, mail, error as SmtpFault, isAway || isForNow(error as SmtpFault));
    }
    return true;
  };
  let beside = 0;
  const served = new Set<number>();
  let alone = 0;
  /** Companies take turns: one that has thousands of messages holds up no other. Where no other has any, that is not asked again for a while. */
  const next = async (which: 'all' | 'untried'): Promise<Claimed | undefined> => {
    const shut = [...refused].flatMap(([way, times]) => (times < MOST_REFUSED ? [] : [way]));
    let mail = served.size > 0 && alone-- <= 0 ? await claim(db, which, shut, [...served]) : undefined;
    if (!mail) {
      if (served.size === 1 && alone < 0) alone = ASKED_AGAIN;
      if (alone <= 0) served.clear();
      mail = await claim(db, which, shut);
    }
    if (mail) served.add(mail.empresaId ?? 0);
    return mail;
  };
  const run = async (which: 'all' | 'untried') => {
    while (fault === undefined && !signal?.aborted) {
      const mail = await next(which);
      if (!mail) return;
      if (mail.estado === 'FALHOU') continue;
      const sending = send(mail);
      while (await lasts(sending, patience)) {
        if (beside === MOST_BESIDE) continue;
        beside += 1;
        await run('untried').finally(() => (beside -= 1));
      }
      if (!(await sending)) return;
    }
  };
  try {
    await Promise.all(Array.from({ length: connections }, (_, n) => run(n === 0 ? 'all' : 'untried')));
  } finally {
    transport.close();
  }
  // Few were due, and none went.
  if (sent === 0) fault ??= last;
  return { sent, ...(fault === undefined ? {} : { fault }) };
}

/** Whether something is still under way after so many milliseconds. */
async function lasts(work: Promise<unknown>, milliseconds: number): Promise<boolean> {
  const waiting = new AbortController();
  const over = work.then(
    () => false,
    () => false,
  );
  const still = await Promise.race([over, setTimeout(milliseconds, true, { signal: waiting.signal }).catch(() => false)]);
  waiting.abort();
  return still;
}

/** A message to nobody in particular, or to a user `u` who may have it. */
const REACHED = sql`(x.usuario_id is null or u.id is not null)`;

/** Whose message it is, and to which domain. */
const WAY = sql`(coalesce(empresa_id, 0) || '@' || lower(split_part(para, '@', 2)))`;
const wayOf = ({ empresaId, para }: Claimed) => `${empresaId ?? 0}@${para.split('@')[1]?.toLowerCase() ?? ''}`;

/**
 * The next message that is due, marked as being sent. One to a user goes to the address that they have now; to somebody who may not enter any
 * more, or has no address left, it is not sent. None waits for two hours: a clock that was ahead wrote that.
 */
const claim = (db: Database, which: 'all' | 'untried', shut: readonly string[], but: readonly number[] = []) =>
  db.one<Claimed>(sql`
    update emails m set reservado_em = now(), para = coalesce(u.email, m.para), estado = case when ${REACHED} then 'ENVIANDO' else 'FALHOU' end,
      erro = case when ${REACHED} then m.erro else 'Não foi enviada: o usuário não entra mais na empresa, ou não tem mais e-mail.' end
    from (select id, empresa_id, usuario_id from emails where estado = 'PENDENTE' and (proxima_em <= now() or proxima_em > now() + interval '2 hours')
        ${which === 'untried' ? sql`and tentativas = 0` : sql``} ${shut.length > 0 ? sql`and not ${WAY} = any(${shut}::text[])` : sql``}
        ${but.length > 0 ? sql`and (urgente or coalesce(empresa_id, 0) <> all(${[...but]}::bigint[]))` : sql``} order by urgente desc, proxima_em, id limit 1 for update skip locked) x
      left join empresas e on e.id = x.empresa_id
      left join usuarios u on u.id = x.usuario_id and u.email is not null and u.ativo and (x.empresa_id is null or ${mayEnter(sql`x.empresa_id`)})
    where m.id = x.id
    returning m.id, m.estado, m.empresa_id as "empresaId", m.para, m.assunto, m.texto, m.html, m.link, m.convite, m.tentativas,
      e.nome as empresa,
      coalesce(e.remetente_nome, e.nome) as remetente, e.remetente_email as "enderecoRemetente", e.resposta_email as resposta`);

async function letterOf(db: Database, mail: Claimed, { from, address, store }: DeliverOptions) {
  const files = await db.query<{ nome: string; tipo: string; chave: string }>(sql`
    select a.nome, a.tipo, a.chave from emails_anexos x join arquivos a on a.id = x.arquivo_id where x.email_id = ${mail.id} order by a.id`);
  const sender = mail.enderecoRemetente ?? from;
  return {
    from: mail.remetente === null ? sender : { name: mail.remetente, address: sender },
    to: mail.para,
    ...(mail.resposta === null ? {} : { replyTo: mail.resposta }),
    subject: mail.assunto,
    ...dressed(mail, address),
    headers: { 'Auto-Submitted': 'auto-generated' },
    ...(mail.convite === null ? {} : { icalEvent: invitationOf(mail.convite) }),
    attachments: await Promise.all(
      files.map(async ({ nome, tipo, chave }) => ({ filename: nome, contentType: tipo, content: await store.get(chave) })),
    ),
  };
}

/** As a part beside the text, for mail programs that know invitations, and as a file, for all others. */
const invitationOf = (content: string) => ({
  method: /^METHOD:(\w+)/m.exec(content)?.[1] ?? 'PUBLISH',
  filename: 'convite.ics',
  content,
});

/** A message keeps its id, however often it is sent. */
const idOf = ({ id }: Claimed, { address }: DeliverOptions) => `<vinculo-${id}@${new URL(address).hostname}>`;

/** What the mail server said, as it is kept. */
const reasonOf = (error: unknown) => storable(String(error).slice(0, 500));
const isForNow = ({ responseCode = 0 }: SmtpFault) => responseCode >= 400 && responseCode < 500;
const isServerFault = ({ code = '' }: SmtpFault) => SERVER_FAULTS.has(code);
/** It takes no further conversation; what a message does to one has other codes. */
const isGreetingRefused = ({ code, command }: SmtpFault) => code === 'EPROTOCOL' && command === 'CONN';
const isUnanswered = (error: SmtpFault) => isServerFault(error) && error.responseCode === undefined;

const INTERRUPTED = sql`
  update emails set estado = 'INTERROMPIDO', erro = 'O envio foi interrompido: a mensagem pode ter sido entregue.'`;

const interrupt = (db: Database, { id }: Claimed) =>
  db.query(sql`${INTERRUPTED}, tentativas = tentativas + 1 where id = ${id} and estado = 'ENVIANDO'`);

/** The mail server has enough with the other conversations: the message is as it was. */
const putOff = (db: Database, { id }: Claimed) =>
  db.query(sql`update emails set estado = 'PENDENTE', proxima_em = now() where id = ${id} and estado = 'ENVIANDO'`);

/**
 * Waits longer after each attempt. A message or its recipient that is refused for good is not tried again. `mayPass`: an absent server, and a
 * refusal for now, are retried for at least a day.
 */
async function putBack(db: Database, { id, tentativas }: Claimed, error: SmtpFault, mayPass: boolean): Promise<void> {
  const attempts = tentativas + 1;
  const isAboutIt = !isServerFault(error) && error.command !== 'MAIL FROM';
  const isRefused = isAboutIt && (error.responseCode ?? (error.code === 'EENVELOPE' ? 500 : 0)) >= 500;
  const isOver = isRefused || attempts >= (mayPass ? MOST_ATTEMPTS_OF_A_DAY : MOST_ATTEMPTS);
  await db.query(sql`
    update emails set tentativas = ${attempts}, erro = sem_chaves(${reasonOf(error)}), estado = ${isOver ? 'FALHOU' : 'PENDENTE'},
      proxima_em = now() + make_interval(mins => ${Math.min(2 ** attempts, 60)}) where id = ${id} and estado = 'ENVIANDO'`);
}
