import { fork } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import path from 'node:path';
import { Readable } from 'node:stream';
import { SMTPServer } from 'smtp-server';
import sql from 'sql-template-tag';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { cpf } from '#kit/br/cpf.ts';
import type { Files } from '#kit/files/files.server.ts';
import { runSoon } from '#kit/jobs/schedule.server.ts';
import { startWorker } from '#kit/jobs/worker.server.ts';
import { defineMessage } from '#kit/message/message.ts';
import { createAccessCache } from '#platform/authority/access.server.ts';
import { acessoAbertoComCpf, conviteDeAcesso } from '#platform/authority/authority-messages.ts';
import { readConfig } from '#platform/config.server.ts';
import { deliverMail } from '#platform/mail/deliver.server.ts';
import { attachable, queueMail } from '#platform/mail/mail.server.ts';
import { mailDigests } from '#platform/mensagens/digests.server.ts';
import { notify } from '#platform/mensagens/mensagens.server.ts';
import { actingOf, systemActing } from '#platform/session/session.server.ts';
import { emailDaContaMudado, linkDeAcesso, redefinicaoDeSenha } from '#platform/session/session-messages.ts';
import { createMachinery } from './machinery.server.ts';
import { type Client, done, openTestApp, type Row, type TestApp } from './test-app.server.ts';

const PATIENCE = 60_000;
/** A recipient about whom the mail server never says anything. */
const HANGS = 0;
const config = (more = {}) =>
  readConfig({ LOG_LEVEL: 'error', VINCULO_DATA: `/tmp/vinculo-teste-arquivos-${process.pid}`, VINCULO_WORKERS: '0', ...more });
const convite = defineMessage({
  id: 'utilitario/convite',
  title: 'Convite',
  channels: ['mail'],
  variables: { nome: 'Nome', id: 'Número' },
  subject: 'Convite para {{nome}}',
  text: 'Olá, {{nome}}.\n\nResponda <hoje>.',
  link: '/pesquisa/{{id}}',
});

let app: TestApp;
let files: Files;
let smtp: Awaited<ReturnType<typeof mailServer>>;

/**
 * A mail server that keeps what it is sent; `answer` says what it thinks of a recipient, `hold` how long it thinks about a message; `cut` breaks
 * every conversation off, `welcome` refuses each, and `allowed` is how many it has at a time.
 */
async function mailServer() {
  const letters: { to: string; raw: string }[] = [];
  const state = {
    letters,
    answer: (_to: string): number | undefined => undefined,
    hold: async (_to: string) => {},
    cut: () => {},
    quote: 'Não agora',
    welcome: undefined as number | undefined,
    allowed: Number.POSITIVE_INFINITY,
    conversations: 0,
    most: 0,
    url: '',
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onConnect(_session, callback) {
      state.most = Math.max(state.most, ++state.conversations);
      const code = state.conversations > state.allowed ? 421 : state.welcome;
      callback(code === undefined ? null : Object.assign(new Error('Bloqueado'), { responseCode: code }));
    },
    onClose: () => void state.conversations--,
    onRcptTo({ address }, _session, callback) {
      const code = state.answer(address);
      if (code !== HANGS) callback(code === undefined ? null : Object.assign(new Error(state.quote), { responseCode: code }));
    },
    onData(stream, session, callback) {
      const parts: Buffer[] = [];
      const answer = async () => {
        await state.hold(session.envelope.rcptTo[0]?.address ?? '');
        callback();
      };
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        letters.push({ to: session.envelope.rcptTo[0]?.address ?? '', raw: Buffer.concat(parts).toString() });
        void answer();
      });
    },
  });
  server.on('error', () => {});
  const sockets = new Set<Socket>();
  server.server.on('connection', (socket: Socket) => sockets.add(socket));
  state.cut = () => sockets.forEach((socket) => socket.destroy());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  state.url = `smtp://127.0.0.1:${(server.server.address() as { port: number }).port}`;
  return state;
}

const options = (more = {}) => ({
  url: smtp.url as string | undefined,
  from: 'rh@exemplo.com.br',
  address: 'https://rh.exemplo.com.br',
  store: files.store,
  ...more,
});
const queue = (para: string, more = {}) =>
  app.db.tx((tx) =>
    queueMail(tx, convite, { para, empresaId: app.empresas[0] as number, values: { nome: 'Ana & Bia', id: '7' }, ...more }),
  );
const states = async () =>
  (await app.db.query<{ para: string; estado: string }>(sql`select para, estado from emails order by id`)).map(
    ({ para, estado }) => `${para} ${estado}`,
  );
const due = () => app.db.query(sql`update emails set proxima_em = now() where estado = 'PENDENTE'`);

beforeAll(async () => {
  app = await openTestApp();
  files = createMachinery(app.services, config()).files;
});
afterAll(() => app.close());
beforeEach(async () => {
  smtp = await mailServer();
  await app.db.query(sql`delete from emails`);
});
afterEach(() => smtp.close());

it('a task is listed, searched and filtered by the title of its kind, never by a code', async () => {
  const { handlers, recurring } = createMachinery(app.services, config());
  for (const [tipo, { title }] of Object.entries(handlers))
    expect([tipo, title]).toEqual([tipo, expect.stringMatching(/^\p{Lu}.* /u)]);
  expect(recurring.filter(({ tipo }) => !(tipo in handlers))).toEqual([]);
  const tipo = 'captacao.lembra-aprovacoes';
  await runSoon(app.db, tipo);
  const admin = await app.login(0);
  const titulo = 'Lembrar aprovações de solicitações de pessoal';
  for (const asked of ['busca=lembrar aprovacoes', `tipo=${titulo}`])
    expect([
      asked,
      (await done<{ content: Row[] }>(admin, 'GET', encodeURI(`/api/utilitario/tarefas?page=0&${asked}`))).content,
    ]).toEqual([asked, [expect.objectContaining({ titulo, tipo: titulo })]]);
  await app.db.query(sql`delete from tarefas where tipo = ${tipo}`);
});

it('a message carries its company, its address for answers, text, HTML and the link to the public address', async () => {
  await app.db.query(sql`
    update empresas set remetente_nome = 'RH da Aurora', remetente_email = 'rh@aurora.com.br', resposta_email = 'respostas@aurora.com.br' where id = ${app.empresas[0]}`);
  await queue('ana@exemplo.com.br');
  await queue('bia@exemplo.com.br', { empresaId: app.empresas[1] });
  expect(await deliverMail(app.db, options())).toEqual({ sent: 2 });
  const [ana, bia] = ['ana', 'bia'].map(
    (name) => smtp.letters.find(({ to }) => to.startsWith(name))?.raw.replaceAll('=\r\n', '') ?? '',
  );
  expect(ana).toContain('From: RH da Aurora <rh@aurora.com.br>');
  expect(ana).toContain('Reply-To: respostas@aurora.com.br');
  expect(ana).toContain('Subject: Convite para Ana & Bia');
  expect(ana).toContain('https://rh.exemplo.com.br/pesquisa/7');
  expect(ana).toContain('Ana &amp; Bia');
  expect(ana).toContain('&lt;hoje&gt;');
  expect(bia).toMatch(/From: .*stica_Aurora.*<rh@exemplo.com.br>/);
  expect(bia).not.toContain('Reply-To');
});

it('a mail brings its link, and keeps no key of it once it has left', async () => {
  await queue('ana@exemplo.com.br');
  const [token, bilhete] = ['t'.repeat(40), 'b'.repeat(43)];
  const texto = `https://rh.exemplo.com.br/redefinir-senha?token=${token} https://rh.exemplo.com.br/publico/responder?empresaId=1#${bilhete}.`;
  await app.db.query(sql`update emails set texto = ${texto}, html = ${texto}`);
  await deliverMail(app.db, options());
  for (const key of [token, bilhete]) expect(smtp.letters[0]?.raw.replaceAll('=\r\n', '')).toContain(key);
  const { row } = await app.db.only<{ row: string }>(sql`select to_json(emails)::text as row from emails`);
  for (const key of [token, bilhete]) expect(row).not.toContain(key);
  expect(row).toContain('responder?empresaId=1#•••');
});

it('attachments go along, and only those that whoever queues the message may read', async () => {
  const acting = async (who: number) => {
    const access = await createAccessCache(app.db)(who, app.empresas[0] as number, 0);
    return actingOf({ id: who, nome: 'Prova' }, access, 'prova');
  };
  const mine = await acting(1);
  const file = await files.save(mine, { nome: 'convite.txt', tipo: 'text/plain', uso: 'envio' }, Readable.from(['bem-vinda']));
  await expect(attachable(files, await acting(2), [file.id])).rejects.toMatchObject({ status: 404 });
  await queue('ana@exemplo.com.br', { anexos: await attachable(files, mine, [file.id]) });
  // That it was sent to somebody shows it to nobody in the company.
  await expect(files.find(file.id, await acting(2))).rejects.toMatchObject({ status: 404 });
  await deliverMail(app.db, options());
  expect(smtp.letters[0]?.raw).toContain('filename=convite.txt');
  expect(smtp.letters[0]?.raw).toContain(Buffer.from('bem-vinda').toString('base64'));
  await app.db.query(sql`update arquivos set criado_em = now() - interval '9 days'`);
  await files.sweep();
  expect(await app.db.one(sql`select 1 from arquivos where id = ${file.id}`)).toBeDefined();
});

it('an invitation goes as a part that calendars read and as a file, and is not kept', async () => {
  const ics = (method: string) => ['BEGIN:VCALENDAR', 'VERSION:2.0', `METHOD:${method}`, 'END:VCALENDAR', ''].join('\r\n');
  await queue('ana@exemplo.com.br', { convite: ics('REQUEST') });
  await queue('bia@exemplo.com.br', { convite: ics('CANCEL') });
  await deliverMail(app.db, options());
  const raw = (name: string) => smtp.letters.find(({ to }) => to.startsWith(name))?.raw ?? '';
  expect(raw('ana')).toMatch(/Content-Type: text\/calendar;[^]*?method=REQUEST/);
  expect(raw('ana')).toContain('filename=convite.ics');
  expect(raw('bia')).toMatch(/Content-Type: text\/calendar;[^]*?method=CANCEL/);
  expect(await app.db.query(sql`select 1 from emails where convite is not null`)).toEqual([]);
});

it('what a server refuses for now is tried again with growing pauses, and what it refuses for good is not', async () => {
  smtp.answer = (to) => ({ c: 450, n: 550 })[to[0] ?? ''];
  await queue('cheia@exemplo.com.br');
  await queue('ninguem@exemplo.com.br');
  await queue('ana@exemplo.com.br');
  expect(await deliverMail(app.db, options())).toEqual({ sent: 1 });
  expect(await states()).toEqual([
    'cheia@exemplo.com.br PENDENTE',
    'ninguem@exemplo.com.br FALHOU',
    'ana@exemplo.com.br ENVIADO',
  ]);
  expect(await deliverMail(app.db, options())).toEqual({ sent: 0 });
  const cheia = () => app.db.one(sql`select estado, tentativas from emails where para like 'cheia%'`);
  // A day of attempts counts from the first one, however long it was held before.
  await app.db.query(sql`update emails set criado_em = now() - interval '9 days' where para like 'cheia%'`);
  for (let n = 2; n <= 7; n++) {
    await due();
    await deliverMail(app.db, options());
  }
  expect(await cheia()).toEqual({ estado: 'PENDENTE', tentativas: 7 });
  const { h } = await app.db.only<{ h: number }>(
    sql`select round(extract(epoch from proxima_em - now()) / 3600)::int as h from emails where para like 'cheia%'`,
  );
  expect(h).toBe(1);
  for (let n = 8; n <= 30; n++) {
    await due();
    await deliverMail(app.db, options());
  }
  expect(await cheia()).toEqual({ estado: 'FALHOU', tentativas: 30 });
  await app.db.query(sql`update emails set estado = 'PENDENTE', tentativas = 0, proxima_em = now() where para like 'cheia%'`);
  smtp.answer = () => undefined;
  expect(await deliverMail(app.db, options())).toEqual({ sent: 1 });
});

// Six attempts within an hour were all that a message had, so most of 600 were given up where a provider takes thirty a minute.
it('a mail server that takes only so many for now gets the rest later, few are tried in vain, and others go on', async () => {
  for (let n = 0; n < 60; n++) await queue(`p${n}@exemplo.com.br`);
  const tried = () => app.db.only<{ n: number }>(sql`select count(*)::int as n from emails where tentativas > 0`);
  smtp.answer = (to) => (to.endsWith('@exemplo.com.br') ? 450 : undefined);
  await queue('outra@outra.com.br');
  expect(await deliverMail(app.db, options())).toEqual({ sent: 1 });
  expect((await tried()).n).toBeLessThan(20);
  let left = 0;
  smtp.answer = () => (left-- > 0 ? undefined : 450);
  for (let rounds = 0; rounds < 4; rounds++) {
    await due();
    left = 20;
    await deliverMail(app.db, options());
  }
  expect(
    await app.db.query(sql`select estado, count(*)::int as n, max(tentativas) < 6 as poucas from emails group by 1`),
  ).toEqual([{ estado: 'ENVIADO', n: 61, poucas: true }]);
});

it('while the mail server is away the sending ends at once, and no message is given up that day', async () => {
  for (let n = 0; n < 50; n++) await queue(`p${n}@exemplo.com.br`);
  await smtp.close();
  for (let n = 0; n < 7; n++) {
    const { sent, fault } = await deliverMail(app.db, options({ connections: 2 }));
    expect([sent, fault]).toEqual([0, expect.stringContaining('ECONNREFUSED')]);
    await app.db.query(sql`update emails set proxima_em = now() where id in (select id from emails order by id limit 2)`);
  }
  expect(new Set(await states())).toEqual(new Set(Array.from({ length: 50 }, (_, n) => `p${n}@exemplo.com.br PENDENTE`)));
  expect(await app.db.one(sql`select count(*)::int as n from emails where tentativas > 0`)).toMatchObject({
    n: expect.any(Number),
  });
  smtp = await mailServer();
  await due();
  expect(await deliverMail(app.db, options())).toEqual({ sent: 50 });
});

it('a message whose process ended while the clock was ahead is told as interrupted at once', async () => {
  await queue('relogio@exemplo.com.br');
  await app.db.query(sql`update emails set estado = 'ENVIANDO', reservado_em = now() + interval '1 day'`);
  await deliverMail(app.db, options());
  expect(await states()).toEqual(['relogio@exemplo.com.br INTERROMPIDO']);
});

it('a message that was taken is not sent again where the database fails at that', async () => {
  await queue('falha@exemplo.com.br');
  await queue('depois@exemplo.com.br');
  await app.db.owner.query(sql`create function falha() returns trigger language plpgsql as $$ begin
    if new.estado = 'ENVIADO' and new.para like 'falha%' then raise exception using errcode = '57P01'; end if; return new; end $$`);
  await app.db.owner.query(sql`create trigger falha before update on emails for each row execute function falha()`);
  expect(await deliverMail(app.db, options())).toEqual({ sent: 1 });
  await app.db.owner.query(sql`drop trigger falha on emails`);
  await app.db.owner.query(sql`drop function falha`);
  expect((await states()).sort()).toEqual(['depois@exemplo.com.br ENVIADO', 'falha@exemplo.com.br INTERROMPIDO']);
  await due();
  expect(await deliverMail(app.db, options())).toEqual({ sent: 0 });
});

it('a message at which the mail server breaks off holds up no other, and is not sent again, as it may have arrived', async () => {
  await queue('corta@exemplo.com.br');
  await app.db.query(sql`update emails set proxima_em = now() - interval '1 hour'`);
  for (let n = 0; n < 10; n++) await queue(`p${n}@exemplo.com.br`);
  smtp.hold = async (to) => {
    if (!to.startsWith('corta')) return;
    await expect
      .poll(async () => (await states()).filter((one) => one.endsWith('ENVIADO')).length, { timeout: PATIENCE })
      .toBe(10);
    smtp.cut();
  };
  expect(await deliverMail(app.db, options({ connections: 2 }))).toEqual({ sent: 10 });
  expect(await app.db.one(sql`select estado from emails where para like 'corta%'`)).toEqual({ estado: 'INTERROMPIDO' });
});

it('a recipient at whom the mail server breaks off holds up no other, and is given up in the end', async () => {
  await queue('corta@exemplo.com.br');
  await app.db.query(sql`update emails set proxima_em = now() - interval '1 hour', tentativas = 5`);
  for (let n = 0; n < 10; n++) await queue(`p${n}@exemplo.com.br`);
  smtp.answer = (to) => (to.startsWith('corta') ? HANGS : undefined);
  const delivery = deliverMail(app.db, options({ connections: 2 }));
  await expect.poll(async () => (await states()).filter((one) => one.endsWith('ENVIADO')).length, { timeout: PATIENCE }).toBe(10);
  smtp.cut();
  expect(await delivery).toEqual({ sent: 10 });
  expect(await app.db.one(sql`select estado from emails where para like 'corta%'`)).toEqual({ estado: 'FALHOU' });
});

it('a mail server that breaks off every second conversation gets all the others', async () => {
  for (let n = 0; n < 5; n++) for (const kind of ['p', 'corta']) await queue(`${kind}${n}@exemplo.com.br`);
  smtp.answer = (to) => {
    if (!to.startsWith('corta')) return undefined;
    smtp.cut();
    return HANGS;
  };
  expect(await deliverMail(app.db, options({ connections: 1 }))).toEqual({ sent: 5 });
});

it('recipients at whom the mail server hangs hold up nobody, not even what is written meanwhile', async () => {
  for (let n = 0; n < 30; n++) await queue(`corta${n}@exemplo.com.br`);
  await app.db.query(sql`
    update emails set proxima_em = now() - interval '1 hour', tentativas = case when para ~ 'corta[0-2]@' then 0 else 1 end`);
  for (let n = 0; n < 10; n++) await queue(`p${n}@exemplo.com.br`);
  smtp.answer = (to) => (to.startsWith('corta') ? HANGS : undefined);
  const delivery = deliverMail(app.db, options({ connections: 2, patience: 10 }));
  const arrived = (n: number) =>
    expect.poll(async () => (await states()).filter((one) => one.endsWith('ENVIADO')).length, { timeout: PATIENCE }).toBe(n);
  await arrived(10);
  await queue('depois@exemplo.com.br');
  await arrived(11);
  smtp.answer = () => 550;
  smtp.cut();
  expect(await delivery).toEqual({ sent: 11 });
});

it('a mail server that allows few conversations, and hangs in most of them, gets the rest through one that is left', async () => {
  smtp.allowed = 3;
  for (let n = 0; n < 2; n++) await queue(`corta${n}@exemplo.com.br`);
  for (let n = 0; n < 10; n++) await queue(`p${n}@exemplo.com.br`);
  smtp.answer = (to) => (to.startsWith('corta') ? HANGS : undefined);
  const delivery = deliverMail(app.db, options({ patience: 10 }));
  const sent = () => app.db.query(sql`select para from emails where estado = 'ENVIADO'`);
  await expect.poll(sent, { timeout: PATIENCE }).toHaveLength(10);
  await queue('depois@exemplo.com.br');
  await expect.poll(sent, { timeout: PATIENCE }).toHaveLength(11);
  smtp.answer = () => 550;
  smtp.cut();
  expect(await delivery).toEqual({ sent: 11 });
});

it('a mail server that refuses with what no database can keep ends no round', async () => {
  await queue('ruim@exemplo.com.br');
  const relay = createServer((socket) => {
    socket.write('220 relay\r\n');
    socket.on('data', (asked) => socket.write(String(asked).startsWith('RCPT') ? '451 N\0o now\r\n' : '250 ok\r\n'));
  }).listen(0, '127.0.0.1');
  await once(relay, 'listening');
  const { port } = relay.address() as AddressInfo;
  expect(await deliverMail(app.db, options({ url: `smtp://127.0.0.1:${port}` }))).toEqual({ sent: 0 });
  relay.close();
  expect(await app.db.one(sql`select estado, erro from emails`)).toEqual({
    estado: 'PENDENTE',
    erro: expect.stringContaining('N\ufffdo now'),
  });
});

it('a message that was queued while the clock was ahead goes out all the same', async () => {
  await queue('cedo@exemplo.com.br');
  await app.db.query(sql`update emails set proxima_em = now() + interval '400 days'`);
  expect(await deliverMail(app.db, options())).toEqual({ sent: 1 });
});

it('a mail server that quotes a message in its refusal tells no key of it', async () => {
  await queue('cita@exemplo.com.br');
  smtp.quote = 'Veja https://rh.exemplo.com.br/redefinir-senha?token=segredo123 e tente depois';
  smtp.answer = () => 451;
  await deliverMail(app.db, options());
  const { erro } = await app.db.only<{ erro: string }>(sql`select erro from emails`);
  expect(erro).toContain('token=•••');
  expect(erro).not.toContain('segredo123');
});

it('a mail server that refuses everybody is away: nobody is given up, and the next day all goes', async () => {
  for (let n = 0; n < 3; n++) await queue(`p${n}@exemplo.com.br`);
  smtp.welcome = 554;
  const { sent, fault } = await deliverMail(app.db, options({ connections: 1 }));
  expect([sent, fault]).toEqual([0, expect.stringContaining('554')]);
  expect(new Set((await states()).map((one) => one.split(' ')[1]))).toEqual(new Set(['PENDENTE']));
  smtp.welcome = undefined;
  await due();
  expect(await deliverMail(app.db, options())).toEqual({ sent: 3 });
});

it('messages held without a mail server go out when there is one, but not those whose time is over', async () => {
  await queue('ana@exemplo.com.br');
  await queue('tarde@exemplo.com.br', { hours: 1 });
  expect(await deliverMail(app.db, options({ url: undefined }))).toEqual({ sent: 0 });
  expect(await states()).toEqual(['ana@exemplo.com.br RETIDO', 'tarde@exemplo.com.br RETIDO']);
  await app.db.query(sql`update emails set vale_ate = now() - interval '1 minute' where para like 'tarde%'`);
  expect(await deliverMail(app.db, options())).toEqual({ sent: 1 });
  expect(await states()).toEqual(['ana@exemplo.com.br ENVIADO', 'tarde@exemplo.com.br FALHOU']);
});

it('two senders at once, with few conversations, send each message once', async () => {
  for (let n = 0; n < 60; n++) await queue(`p${n}@exemplo.com.br`);
  const done = await Promise.all([
    deliverMail(app.db, options({ connections: 3 })),
    deliverMail(app.db, options({ connections: 3 })),
  ]);
  expect(done.reduce((sum, { sent }) => sum + sent, 0)).toBe(60);
  expect(new Set(smtp.letters.map(({ to }) => to)).size).toBe(60);
  expect(smtp.letters).toHaveLength(60);
  expect(smtp.most).toBeLessThanOrEqual(6);
});

it('a sender killed among its messages sends none twice: what was on its way waits for somebody to decide', async () => {
  for (let n = 0; n < 40; n++) await queue(`p${n}@exemplo.com.br`);
  // From the eleventh message on the server never says that it took it: the sender dies with four of them on their way.
  smtp.hold = () => (smtp.letters.length > 10 ? new Promise(() => {}) : Promise.resolve());
  const entry = `/tmp/vinculo-carteiro-${process.pid}.ts`;
  writeFileSync(
    entry,
    `import { createDatabase } from ${JSON.stringify(path.resolve('src/kit/db/database.server.ts'))};
     import { deliverMail } from ${JSON.stringify(path.resolve('src/platform/mail/deliver.server.ts'))};
     const { connection, url } = JSON.parse(process.argv[2]);
     await deliverMail(createDatabase(connection), { url, from: 'rh@exemplo.com.br', address: 'https://rh.exemplo.com.br', store: {} });`,
  );
  const child = fork(entry, [JSON.stringify({ connection: app.db.connection, url: smtp.url })], {
    execArgv: ['--disable-warning=ExperimentalWarning'],
  });
  await expect.poll(() => smtp.letters.length, { timeout: PATIENCE }).toBe(14);
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await gone;
  rmSync(entry);
  smtp.hold = async () => {};
  await app.db.query(sql`update emails set reservado_em = now() - interval '11 minutes' where estado = 'ENVIANDO'`);
  await deliverMail(app.db, options());
  const times = new Map<string, number>();
  for (const { to } of smtp.letters) times.set(to, (times.get(to) ?? 0) + 1);
  expect(Math.max(...times.values())).toBe(1);
  const broken = (await states()).filter((one) => !one.endsWith('ENVIADO'));
  expect(broken).toHaveLength(4);
  expect(broken.every((one) => one.endsWith('INTERROMPIDO'))).toBe(true);
});

it('five thousand messages hold up neither an export nor a message about an account', async () => {
  const empresaId = app.empresas[0] as number;
  await app.db.query(sql`
    insert into emails (para, assunto, texto, empresa_id, tipo)
    select 'p' || n || '@exemplo.com.br', 'Convite', 'Olá', ${empresaId}, 'utilitario/convite' from generate_series(1, 5000) n`);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  smtp.hold = () => (smtp.letters.length > 20 ? held : Promise.resolve());
  const accessOf = createAccessCache(app.db);
  const worker = startWorker(app.db, {
    connection: app.db.connection,
    handlers: createMachinery(app.services, config({ SMTP_URL: smtp.url })).handlers,
    async actingFor(usuario, empresa) {
      const access = await accessOf(usuario ?? 0, empresa ?? 0, 1);
      return usuario === null ? systemActing(access, 'tarefa') : actingOf({ id: usuario, nome: 'Prova' }, access, 'tarefa');
    },
  });
  const { jobs } = app.services;
  await jobs.enqueue('emails.enviar', {}, { usuarioId: null, empresaId: null }, { key: 'emails.enviar' });
  await expect.poll(() => smtp.letters.length, { timeout: PATIENCE }).toBeGreaterThan(20);
  const dados = { path: '/api/geral/estados', consulta: { formato: 'csv' } };
  const id = await jobs.enqueue('exportacao', dados, { usuarioId: 1, empresaId });
  const sweep = await jobs.enqueue('sessoes.limpar', {}, { usuarioId: null, empresaId: null });
  const ended = sql`select 1 from tarefas where id in (${id}, ${sweep}) and estado = 'concluida'`;
  await expect.poll(async () => (await app.db.query(ended)).length, { timeout: PATIENCE }).toBe(2);
  expect(
    (await app.db.one<{ n: number }>(sql`select count(*)::int as n from emails where estado = 'PENDENTE'`))?.n,
  ).toBeGreaterThan(4_900);

  const conta = defineMessage({ ...convite, id: 'utilitario/conta', always: true, awaited: true });
  await app.db.tx((tx) => queueMail(tx, conta, { para: 'conta@exemplo.com.br', empresaId, values: { nome: 'Ana', id: '1' } }));
  release();
  await expect
    .poll(() => smtp.letters.slice(0, 60).some(({ to }) => to === 'conta@exemplo.com.br'), { timeout: PATIENCE })
    .toBe(true);
  await app.db.query(sql`delete from emails where estado = 'PENDENTE'`);
  await worker.stop();
});

it('companies take turns: the messages of one hold up no other', async () => {
  for (let n = 0; n < 6; n++) await queue(`muitos${n}@exemplo.com.br`);
  for (let n = 0; n < 3; n++) await queue(`tantos${n}@exemplo.com.br`, { empresaId: app.empresas[1] });
  await queue('outra0@exemplo.com.br', { empresaId: null });
  await deliverMail(app.db, options({ connections: 1 }));
  expect(smtp.letters.map(({ to }) => to.replace(/\d?@.*/, '')).join(' ')).toBe(
    'muitos tantos outra muitos tantos muitos tantos muitos muitos muitos',
  );
});

it('what somebody has asked for goes before invitations to many, which cannot be turned off either', async () => {
  const empresaId = app.empresas[0] as number;
  const values = { nome: 'Ana', outroEmail: 'a•••', deQuem: 'de usuário', endereco: 'https://rh.exemplo.com.br/entrar' };
  for (const type of [acessoAbertoComCpf, conviteDeAcesso, emailDaContaMudado, redefinicaoDeSenha, linkDeAcesso])
    await app.db.tx((tx) => queueMail(tx, type, { para: `${type.id.split('/')[1]}@exemplo.com.br`, empresaId, values }));
  await deliverMail(app.db, options({ connections: 1 }));
  expect(smtp.letters.slice(0, 2).map(({ to }) => to.split('@')[0])).toEqual(['redefinicao-de-senha', 'link-de-acesso']);
  expect(smtp.letters).toHaveLength(5);
});

describe('a message to a user that waits', () => {
  const aviso = defineMessage({ ...convite, id: 'utilitario/aviso-de-prova', channels: ['inbox', 'mail'] });
  let admin: Client;
  let perfil: number;
  beforeAll(async () => {
    admin = await app.login(0);
    perfil = (
      await app.db.only<{ id: number }>(
        sql`insert into perfis (nome, ativo, autoridades) values ('Avisados', true, '{ROLE_CAD_INFO_PESSOAL}') returning id`,
      )
    ).id;
  });
  const url = (id: number) => `/api/utilitario/usuarios/${id}`;
  const usuario = (n: number) =>
    done(admin, 'POST', '/api/utilitario/usuarios', {
      nome: 'Quem Recebe',
      cpf: cpf.sample(900 + n),
      email: `antes${n}@exemplo.com.br`,
      ativo: true,
      acessos: [{ empresa: app.empresas[0], perfil }],
    });
  const muda = async (id: number, mais: object) => {
    const { nome, cpf: documento, email, ativo, versao } = await done(admin, 'GET', url(id));
    const acessos = [{ empresa: app.empresas[0], perfil }];
    return done(admin, 'PUT', url(id), { nome, cpf: documento, email, ativo, versao, acessos, confirma: true, ...mais });
  };
  const avisa = async (to: number[]) => {
    const who = systemActing(await createAccessCache(app.db)(0, app.empresas[0] as number, 0), 'prova');
    await app.db.query(sql`delete from emails`);
    await app.db.tx((tx) => notify(tx, who, aviso, { to, values: { nome: 'Quem Recebe', id: '1' } }));
  };

  it('goes to their present address, and to nobody who may not enter any more or has none', async () => {
    const [fica, corrigido, inativo, sem, fora, outro] = await Promise.all([1, 2, 3, 4, 5, 6].map(usuario));
    await avisa([fica, corrigido, inativo, sem, fora, outro].map((um) => Number(um?.id)));
    await deliverMail(app.db, options({ url: undefined }));
    await muda(Number(corrigido?.id), { email: 'certo@exemplo.com.br' });
    await muda(Number(inativo?.id), { ativo: false });
    await muda(Number(sem?.id), { email: null });
    await muda(Number(fora?.id), { acessos: [{ empresa: app.empresas[1], perfil }] });
    await muda(Number(outro?.id), { cpf: cpf.sample(950), confirma: true });
    await app.db.query(sql`delete from emails where tipo <> ${aviso.id}`);
    expect(await deliverMail(app.db, options())).toEqual({ sent: 2 });
    expect(smtp.letters.map(({ to }) => to).toSorted()).toEqual(['antes1@exemplo.com.br', 'certo@exemplo.com.br']);
    expect(await app.db.query(sql`select para, erro from emails where estado = 'FALHOU' order by para`)).toEqual([
      { para: 'antes3@exemplo.com.br', erro: expect.stringContaining('não entra mais') },
      { para: 'antes4@exemplo.com.br', erro: expect.stringContaining('não entra mais') },
      { para: 'antes5@exemplo.com.br', erro: expect.stringContaining('não entra mais') },
      { para: 'antes6@exemplo.com.br', erro: expect.stringContaining('outra pessoa') },
    ]);
  });

  it('also as the mail of the day, and when somebody sends it again', async () => {
    const { id } = await usuario(7);
    await avisa([id]);
    await app.db.query(sql`update emails set estado = 'FALHOU'`);
    await muda(id, { email: 'depois@exemplo.com.br' });
    await app.db.query(sql`delete from emails where tipo <> ${aviso.id}`);
    const { id: carta } = await app.db.only<{ id: number }>(sql`select id from emails`);
    await done(admin, 'POST', `/api/utilitario/caixa-saida/${carta}/reenviar`);
    await app.db.query(sql`update usuarios_mensagens set resumir = true where usuario_id = ${id}`);
    await mailDigests(app.db, 'https://rh.exemplo.com.br', (work) => work());
    await app.db.query(sql`update usuarios set email = 'agora@exemplo.com.br' where id = ${id}`);
    expect(await deliverMail(app.db, options())).toEqual({ sent: 2 });
    expect(smtp.letters.map(({ to }) => to)).toEqual(['agora@exemplo.com.br', 'agora@exemplo.com.br']);
  });
});
