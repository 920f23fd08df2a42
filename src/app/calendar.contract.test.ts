import type { ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { addDays, today } from '#kit/br/date.ts';
import { registriesWith } from './declared.server.ts';
import { DEMO_LOGINS } from './demo-users.server.ts';
import { createSamples, type Samples } from './samples.server.ts';
import { until } from './server-process.server.ts';
import { type Client, done, openTestApp, type Row, send, type TestApp } from './test-app.server.ts';

// A day that a transition writes is tested with that transition.
const all = registriesWith(({ calendar, fields }) => calendar && !fields[calendar.from]?.readOnly);

let app: TestApp;
let admin: Client;
let other: Client;
let samples: Samples;

beforeAll(async () => {
  app = await openTestApp();
  admin = await app.login(0);
  other = await app.login(0, app.empresas[1]);
  samples = createSamples(admin);
});
afterAll(() => app.close());

describe.each(all)('%s', (path, registry) => {
  const { from = '', to, goesOn } = registry.calendar ?? {};
  const url = `/api/${path}`;
  const on = async (client: Client, first: string, last: string) => {
    const { content } = await done<{ content: Row[] }>(client, 'GET', `${url}?page=0&calendario=${first},${last}`);
    return content.map(({ id }) => id);
  };

  it('a record stands on its days, from the first until the last, within its company', async () => {
    const { id, ...record } = await done(admin, 'POST', url, await samples.sample(registry));
    const first = String(record[from]);
    const end = to === undefined ? first : ((record[to] ?? (goesOn ? null : first)) as string | null);
    expect(await on(admin, addDays(first, -30), first)).toEqual([id]);
    expect(await on(admin, addDays(first, -30), addDays(first, -1))).toEqual([]);
    expect(await on(other, first, first)).toEqual([]);
    if (end === null) expect(await on(admin, addDays(first, 400), addDays(first, 430))).toEqual([id]);
    else {
      expect(await on(admin, end, addDays(end, 30))).toEqual([id]);
      expect(await on(admin, addDays(end, 1), addDays(end, 30))).toEqual([]);
    }
  });

  it('refuses what is no range of days, or too long a one', async () => {
    for (const range of ['', '2026-11-01', '2026-11-30,2026-11-01', '2026-02-30,2026-03-01', '2026-01-01,2026-12-31', '1,2,3'])
      expect(await admin('GET', `${url}?page=0&calendario=${range}`), range).toMatchObject({
        status: 400,
        body: { errors: [{ field: 'calendario' }] },
      });
  });
});

it('a registry without days takes no range of them', async () => {
  expect((await admin('GET', '/api/geral/estados?page=0&calendario=2026-11-01,2026-11-30')).status).toBe(400);
});

describe('the personal calendar', () => {
  const ENDERECO = '/api/calendario/endereco';
  const make = async (client = admin) => new URL((await done<{ endereco: string }>(client, 'POST', ENDERECO)).endereco).pathname;
  const read = async (url: string) => {
    const { status, body, headers } = await send(app.app, { method: 'GET', url });
    return { status, text: String(body).replaceAll('\r\n ', ''), type: headers['content-type'] };
  };
  const eventsOf = async (url: string) => (await read(url)).text.split('UID:').length - 1;

  beforeAll(() => app.db.query(sql`update colaboradores_ocorrencias set data_ini = hoje(), data_fim = hoje()`));

  it('is read without a session at an address that is shown once and kept as a digest, until it is revoked or another is made', async () => {
    expect(await done(admin, 'GET', ENDERECO)).toEqual({ criadoEm: null, lidoEm: null });
    const url = await make();
    const first = await read(url);
    expect(first).toMatchObject({ status: 200, type: 'text/calendar; charset=utf-8' });
    expect(first.text).toContain('BEGIN:VEVENT');
    const token = /([\w-]+)\.ics$/.exec(url)?.[1] ?? '';
    const kept = await app.db.query(sql`select to_jsonb(c) from calendarios_pessoais c union all select mudancas from auditoria`);
    expect([token.length > 20, JSON.stringify(kept).includes(token)]).toEqual([true, false]);
    expect(await done(admin, 'GET', ENDERECO)).toEqual({ criadoEm: expect.any(String), lidoEm: expect.any(String) });
    const second = await make();
    expect([(await read(url)).status, (await read(second)).status]).toEqual([404, 200]);
    expect((await admin('DELETE', ENDERECO)).status).toBe(204);
    expect((await read(second)).status).toBe(404);
    for (const name of ['x.ics', `${'a'.repeat(43)}.ics`, '..%2Fuserinfo', '%00.ics', 'endereco.ics'])
      expect((await read(`/api/calendario/${name}`)).status, name).toBe(404);
  });

  it('tells what its user may see at the time of reading, in their company alone', async () => {
    expect(await eventsOf(await make(other))).toBe(0);
    const whole = await make();
    expect(await eventsOf(whole)).toBeGreaterThan(0);
    const reader = await app.loginWithout(1, (name) => !name.startsWith('ROLE_CAD_DESLIGAMENTO'));
    const some = await make(reader);
    const { text } = await read(some);
    expect(text).not.toContain('UID:sst-');
    const all = await app.loginWithout(1, (name) => name === 'ROLE_VER_TODAS_AREAS');
    // Whoever answers for no area sees nobody, though every list is open to them: evaluations and goals of the company are of nobody in particular.
    const { text: seen } = await read(await make(all));
    expect((seen.match(/^UID:.*/gm) ?? []).filter((uid) => !/^UID:avaliacao-(avaliacoes-desempenho|metas)-/.test(uid))).toEqual(
      [],
    );
    await app.db.query(sql`update usuarios set ativo = false where cpf = ${DEMO_LOGINS[0].cpf.replace(/\D/g, '')}`);
    expect((await read(whole)).status).toBe(404);
    await app.db.query(sql`update usuarios set ativo = true`);
    expect((await read(whole)).status).toBe(200);
  });

  it('ends with a new password, and when its user is deactivated', async () => {
    const cpf = DEMO_LOGINS[2].cpf.replace(/\D/g, '');
    const { id } = await app.db.only<{ id: number }>(sql`select id from usuarios where cpf = ${cpf}`);
    const user = `/api/utilitario/usuarios/${id}`;
    const own = await make();
    const first = await make(await app.login(2));
    expect((await read(first)).status).toBe(200);
    const { acoes: _, acesso: __, id: ___, versao: ____, ...body } = await done<Record<string, unknown>>(admin, 'GET', user);
    await done(admin, 'PUT', user, { ...body, ativo: false });
    await done(admin, 'PUT', user, { ...body, ativo: true });
    expect((await read(first)).status).toBe(404);
    const second = await make(await app.login(2));
    expect((await read(second)).status).toBe(200);
    const { link } = await done<{ link: string }>(admin, 'POST', `${user}/copiar-link`);
    const payload = { token: new URL(link).searchParams.get('token'), senha: 'Outra#Senha2026x', confSenha: 'Outra#Senha2026x' };
    expect((await send(app.app, { method: 'POST', url: '/api/login/redefinir', payload })).status).toBe(204);
    expect([(await read(second)).status, (await read(own)).status]).toEqual([404, 200]);
  });

  it('is written one at a time; of one user six are at work until they are read, and twenty more wait', async () => {
    const url = await make();
    const statuses: number[] = [];
    let all: Promise<unknown> = Promise.resolve();
    await app.db.owner.tx(async (tx) => {
      await tx.query(sql`lock table colaboradores_ocorrencias in access exclusive mode`);
      all = Promise.all(Array.from({ length: 28 }, async () => void statuses.push((await read(url)).status)));
      await vi.waitFor(() => expect(statuses).toEqual([503, 503]), { timeout: 20_000 });
    });
    await all;
    expect(statuses.slice(2)).toEqual(Array.from({ length: 26 }, () => 200));
  });

  it('that nobody reads keeps none of the others', async () => {
    const [mine, another] = [await make(), await make(await app.login(1))];
    await app.app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = app.app.server.address() as AddressInfo;
    const answered = new Promise<void>((told) => {
      // What is written to it goes nowhere, as with a client that does not read.
      const waits = () => undefined;
      app.app.server.once('connection', (socket) => Object.assign(socket, { _write: waits, _writev: waits }));
      app.app.server.once('request', (_, response: ServerResponse) => response.once('prefinish', told));
    });
    const unread = connect(port, '127.0.0.1');
    unread.write(`GET ${mine} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\n\r\n`);
    await answered;
    expect((await read(another)).status).toBe(200);
    unread.destroy();
  });

  it('is not made by a session that ends meanwhile, as with a new password', async () => {
    const { id } = await app.db.only<{ id: number }>(
      sql`select id from usuarios where cpf = ${DEMO_LOGINS[1].cpf.replace(/\D/g, '')}`,
    );
    const user = await app.login(1);
    let making: ReturnType<Client> | undefined;
    await app.db.tx(async (tx) => {
      await tx.query(sql`delete from sessoes where usuario_id = ${id}`);
      await tx.query(sql`delete from calendarios_pessoais where usuario_id = ${id}`);
      making = user('POST', ENDERECO);
      const waits = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' limit 1`;
      await Promise.race([making, until(async () => (await app.db.one(waits)) !== undefined)]);
    });
    expect((await making)?.status).toBe(401);
    expect(await app.db.query(sql`select 1 from calendarios_pessoais where usuario_id = ${id}`)).toEqual([]);
  });

  it('a name that comes as lines stays a name', async () => {
    await app.db.query(sql`update talentos set nome = ${'Ana\r\nATTENDEE:mailto:x@y\nEND:VEVENT'}`);
    const { text } = await read(await make());
    expect(text.split('\r\n').filter((line) => line.startsWith('ATTENDEE'))).toEqual([]);
  });

  it('tells the thousand days that are nearest to today, and what is to come though much is over', async () => {
    await app.db.query(sql`
      insert into colaboradores_ocorrencias (empresa_id, colaborador_id, ocorrencia_id, data_ini, data_fim, resumo)
      select o.empresa_id, o.colaborador_id, o.ocorrencia_id, hoje() + n, hoje() + n, o.resumo
      from (select * from colaboradores_ocorrencias order by id limit 1) o, (select -30 as n from generate_series(1, 600) union all select 20 from generate_series(1, 600) union all select 1) n`);
    const { text } = await read(await make());
    const firsts = (text.match(/(?<=^DTSTART;VALUE=DATE:)\d+/gm) ?? []).toSorted();
    const day = (n: number) => addDays(today(), n).replaceAll('-', '');
    expect(firsts).toHaveLength(1_000);
    expect(firsts).toContain(day(1));
    expect(firsts.filter((one) => one === day(20)).length).toBeGreaterThan(400);
  });

  it('one event is downloaded by who may open its record', async () => {
    const [[path, registry]] = all as [(typeof all)[number]];
    const [row] = (await done<{ content: Row[] }>(admin, 'GET', `/api/${path}?page=0`)).content;
    const url = `/api/calendario/evento?cadastro=${path}&id=${row?.id}`;
    expect((await admin('GET', url)).status).toBe(200);
    expect((await other('GET', url)).status).toBe(404);
    const without = await app.loginWithout(1, (name) => name === registry.authority);
    expect((await without('GET', url)).status).toBe(404);
    for (const query of ['cadastro=geral/estados&id=1', 'cadastro=nao/ha&id=1', `cadastro=${path}&id=999999`])
      expect((await admin('GET', `/api/calendario/evento?${query}`)).status).toBe(404);
    expect((await send(app.app, { method: 'GET', url })).status).toBe(401);
  });
});
