import pg from 'pg';
import sql, { raw } from 'sql-template-tag';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { cpf as CPF } from '#kit/br/cpf.ts';
import { takeToday } from '#kit/http/throttle.server.ts';
import { candidates } from '#platform/externo/external-session.server.ts';
import { type Audience, users } from '#platform/session/audience.server.ts';
import { digest } from '#platform/session/cookie.server.ts';
import { sweepSessions } from '#platform/session/sweep.server.ts';
import { countedCpf } from '#platform/session/throttle.server.ts';
import { DEMO_CANDIDATE, DEMO_LOGINS, DEMO_PASSWORD } from './demo-users.server.ts';
import { until } from './server-process.server.ts';
import { type Answer, openTestApp, send, type TestApp } from './test-app.server.ts';

let app: TestApp;

beforeAll(async () => {
  app = await openTestApp();
});
beforeEach(() => app.db.query(sql`delete from tentativas`));
afterEach(() => vi.restoreAllMocks());
afterAll(() => app.close());

type Browser = ((method: string, url: string, payload?: object) => Promise<Answer>) & { jar: Map<string, string> };

/** Keeps its cookies and comes from one address. */
function browser(remoteAddress = '203.0.113.7', jar = new Map<string, string>()): Browser {
  const call = async (method: string, url: string, payload?: object) => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await send(app.app, {
      method: method as 'GET',
      url,
      remoteAddress,
      headers: cookie ? { cookie } : {},
      ...(payload ? { payload } : {}),
    });
    for (const line of [answer.headers['set-cookie'] ?? []].flat() as string[]) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=');
      if (value === '') jar.delete(name);
      else jar.set(name, value);
    }
    return answer;
  };
  return Object.assign(call, { jar });
}

interface Kind {
  audience: Audience;
  cpf: string;
  senha: string;
  login(from: Browser, cpf: string, senha: string): Promise<Answer>;
  recover(from: Browser, cpf: string): Promise<Answer>;
  reset(from: Browser, token: string, senha: string): Promise<Answer>;
  change(from: Browser, senha: string, novaSenha: string): Promise<Answer>;
  logout: string;
  /** answers 401 without a session */
  inside(from: Browser): Promise<Answer>;
  sessions: string;
}

const known = (answer: Answer) => (answer.body as { id: number }).id;
let candidateId = 0;

const kinds: Record<string, Kind> = {
  users: {
    audience: users,
    cpf: DEMO_LOGINS[1].cpf,
    senha: DEMO_PASSWORD,
    login: (from, cpf, senha) => from('POST', '/api/login', { cpf, senha, empresaId: app.empresas[0] }),
    recover: (from, cpf) => from('POST', '/api/login/recuperar', { cpf }),
    reset: (from, token, senha) => from('POST', '/api/login/redefinir', { token, senha, confSenha: senha }),
    change: (from, senha, novaSenha) => from('PUT', '/api/userinfo/senha', { senha, novaSenha, confNovaSenha: novaSenha }),
    logout: '/api/logout',
    inside: (from) => from('GET', '/api/userinfo/empresa/1/valid'),
    sessions: '/api/userinfo/sessoes',
  },
  candidates: {
    audience: candidates,
    cpf: DEMO_CANDIDATE.cpf,
    senha: DEMO_CANDIDATE.senha,
    async login(from, cpf, senha) {
      const answer = await from('POST', '/api/externo/login', { cpf, senha, empresaId: app.empresas[0] });
      if (answer.status === 200) candidateId = known(answer);
      return answer;
    },
    recover: (from, cpf) => from('PUT', '/api/externo/candidatos/recuperar-senha', { cpf, empresaId: app.empresas[0] }),
    reset: (from, token, senha) => from('POST', '/api/externo/redefinir', { token, senha, confSenha: senha }),
    change: (from, senha, novaSenha) =>
      from('PATCH', `/api/externo/candidatos/${candidateId}/alterar-senha`, { senha, novaSenha, confNovaSenha: novaSenha }),
    logout: '/api/externo/userinfo/logout',
    inside: (from) => from('GET', `/api/externo/candidatos/${candidateId}`),
    sessions: '/api/externo/userinfo/sessoes',
  },
};

const UNKNOWN = '390.533.447-05';
/** As if so many had failed there just now. */
const failed = (key: string, falhas: number) =>
  app.db.query(
    sql`insert into tentativas values (${key}, date_trunc('minute', now()), ${falhas}) on conflict (chave, janela) do update set falhas = ${falhas}`,
  );
const counts = () => app.db.query(sql`select chave, janela, falhas from tentativas order by chave, janela`);

/** Whether anybody waits for a row of this database. */
const waiting = async (): Promise<boolean> =>
  (await app.db.one(
    sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' limit 1`,
  )) !== undefined;

/** The texts of the statements that reach the database meanwhile. */
async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const spy = vi.spyOn(pg.Client.prototype, 'query');
  await work();
  const texts = spy.mock.calls.map(([one]) => (typeof one === 'string' ? one : (one as unknown as { text: string }).text));
  spy.mockRestore();
  return texts;
}

describe.each(Object.entries(kinds))('the doors of %s', (_name, kind) => {
  const { audience, cpf, senha } = kind;
  const fail = async (from: Browser, times: number, whose = cpf) => {
    for (let n = 0; n < times; n++) expect((await kind.login(from, whose, 'errada')).status).toBe(401);
  };
  const keyOf = async (whose: string) =>
    `cpf:${audience.counted}${audience === candidates ? `${app.empresas[0]}:` : ''}${await countedCpf(whose.replace(/\D/g, ''))}`;
  const strangersShut = async () => failed(await keyOf(cpf), 5);
  const enter = async (from = browser()) => {
    expect((await kind.login(from, cpf, senha)).status).toBe(200);
    return from;
  };

  it('strangers shut a CPF to strangers, and not to a browser that its owner has used', async () => {
    const mine = await enter();
    await kind.inside(mine);
    await mine('POST', kind.logout);
    await fail(browser('198.51.100.1'), 5);
    expect(await kind.login(browser('198.51.100.2'), cpf, senha)).toMatchObject({
      status: 429,
      body: { code: 'MUITAS_TENTATIVAS' },
      headers: { 'retry-after': expect.stringMatching(/^\d+$/) },
    });
    await enter(mine);
    // The owner's entry gives strangers nothing back.
    expect((await kind.login(browser('198.51.100.2'), cpf, senha)).status).toBe(429);
  });

  it('a clock that was ahead when the attempts were counted shuts no CPF until it has caught up', async () => {
    await fail(browser('198.51.100.1'), 5);
    expect((await kind.login(browser('198.51.100.2'), cpf, senha)).status).toBe(429);
    await app.db.query(sql`update tentativas set janela = janela + interval '1 day'`);
    await enter(browser('198.51.100.2'));
    await takeToday(app.db, 'dia:1', 1, 5);
    await sweepSessions(app.db, [audience]);
    const left = sql`select chave from tentativas where chave in (${await keyOf(cpf)}, 'dia:1')`;
    expect(await app.db.query(left)).toEqual([{ chave: 'dia:1' }]);
  });

  it('a browser that is known has five failures of its own, and shuts nobody else out', async () => {
    const mine = await enter();
    await fail(mine, 5);
    expect((await kind.login(mine, cpf, senha)).status).toBe(429);
    await enter(browser('198.51.100.3'));
  });

  it('is known for its own person alone', async () => {
    const mine = await enter();
    await fail(mine, 1, UNKNOWN);
    expect(await counts()).toContainEqual(expect.objectContaining({ chave: await keyOf(UNKNOWN), falhas: 1 }));
  });

  it('uses of a link count for the link alone, and unknown ones for their network', async () => {
    await failed('link-desconhecido:203.0.113.9', 299);
    const there = browser('203.0.113.9');
    expect((await kind.reset(there, 'nenhum', 'Outra#2027x')).body).toMatchObject({ code: 'CHAVE_INVALIDA' });
    expect(await kind.reset(there, 'nenhum', 'Outra#2027x')).toMatchObject({ status: 429 });
    const { id } = await app.db.only<{ id: number }>(
      sql`select id from ${raw(audience.people)} where cpf = ${cpf.replace(/\D/g, '')} order by id limit 1`,
    );
    await app.db.query(
      sql`insert into ${raw(audience.recoveries)} (chave, ${raw(audience.owner)}, expira_em) values (${digest('meu-link')}, ${id}, now() + interval '1 hour')`,
    );
    expect(await kind.reset(there, 'meu-link', '12345678')).toMatchObject({ status: 400 });
    await failed(`link:${digest('meu-link').toString('base64')}`, 30);
    expect(await kind.reset(there, 'meu-link', 'Outra#2027x')).toMatchObject({ status: 429 });
  });

  it('failures of strangers shut their address, and not to people whose browsers are known there', async () => {
    const mine = await enter();
    await failed('ip:203.0.113.7', 50);
    expect((await kind.login(browser(), cpf, senha)).status).toBe(429);
    await enter(mine);
  });

  it.each([
    ['the CPF', 'cpf', 5],
    ['the address', 'ip', 50],
  ])('nothing is written once %s is shut, and it answers alike for people who do not exist', async (_what, door, most) => {
    const whoses = [cpf, UNKNOWN];
    const keys = door === 'ip' ? ['ip:203.0.113.7'] : await Promise.all(whoses.map(keyOf));
    await app.db.query(sql`insert into tentativas select unnest(${keys}::text[]), date_trunc('minute', now()), ${most}`);
    const before = await counts();
    const bodies = [];
    for (const who of whoses) bodies.push((await kind.login(browser(), who, senha)).body);
    expect(bodies[0]).toMatchObject({ code: 'MUITAS_TENTATIVAS' });
    expect({ ...(bodies[1] as object), retryAfter: 0 }).toEqual({ ...(bodies[0] as object), retryAfter: 0 });
    expect(await counts()).toEqual(before);
  });

  it('its counts hold no CPF, of an unknown browser, of a known one, or of whoever asks for a link', async () => {
    const mine = await enter();
    for (const from of [mine, browser()]) {
      await fail(from, 1);
      await kind.recover(from, cpf);
    }
    const keys = ((await counts()) as { chave: string }[]).map(({ chave }) => chave).join();
    expect(keys).toContain('recuperar:');
    expect(keys).not.toContain(cpf.replace(/\D/g, ''));
  });

  it('twelve wrong passwords at once are judged five times, and no count passes its limit', async () => {
    const tries = await Promise.all(Array.from({ length: 12 }, () => kind.login(browser(), cpf, 'errada')));
    expect(tries.filter(({ status }) => status === 401)).toHaveLength(5);
    for (const { falhas } of (await counts()) as { falhas: number }[]) expect(falhas).toBeLessThanOrEqual(50);
  });

  it('thirty right passwords in a while are enough, and wrong ones of strangers are none of them', async () => {
    const mine = await enter();
    const key = `senhaCerta:${audience.name}:${await ownerId()}`;
    await fail(browser('198.51.100.8'), 5);
    expect(await app.db.one(sql`select sum(falhas)::int as certas from tentativas where chave = ${key}`)).toEqual({ certas: 1 });
    await failed(key, 30);
    expect((await kind.login(mine, cpf, senha)).status).toBe(429);
    expect((await kind.change(mine, senha, 'Canoa-Verde-60')).status).toBe(429);
    await app.db.query(sql`delete from tentativas where chave = ${key}`);
    await failed(key, 29);
    await enter(mine);
  });

  it('one address of IPv6 is the network of its subscriber', async () => {
    for (let n = 0; n < 2; n++) await fail(browser(`2001:db8:1:2::${n + 1}`), 1, UNKNOWN);
    // A minute that ends between the two begins another row.
    const network = sql`select sum(falhas)::int as falhas from tentativas where chave = 'ip:2001:db8:1:2::/64'`;
    expect(await app.db.one(network)).toEqual({ falhas: 2 });
  });

  it('strangers who ask for links do not keep its owner from asking', async () => {
    const mine = await enter();
    for (let n = 0; n < 5; n++) expect((await kind.recover(browser('198.51.100.5'), cpf)).status).toBe(202);
    expect((await kind.recover(browser('198.51.100.6'), cpf)).status).toBe(429);
    expect((await kind.recover(mine, cpf)).status).toBe(202);
  });

  it('wrong passwords of strangers leave the way by mail open, and each of the five links that strangers may ask for reaches the owner', async () => {
    await strangersShut();
    await app.db.query(sql`delete from emails`);
    for (let n = 0; n < 5; n++) expect((await kind.recover(browser(`198.51.100.${20 + n}`), cpf)).status).toBe(202);
    expect((await kind.recover(browser('198.51.100.30'), cpf)).status).toBe(429);
    await app.work();
    const mails = await app.db.query<{ texto: string }>(sql`select texto from emails order by id`);
    expect(mails).toHaveLength(5);
    const token = /token=([\w-]+)/.exec(mails[0]?.texto ?? '')?.[1] ?? '';
    const mine = browser('198.51.100.31');
    expect((await kind.reset(mine, token, 'Canoa-Verde-62')).status).toBe(204);
    expect((await kind.login(mine, cpf, 'Canoa-Verde-62')).status).toBe(200);
    await app.db.query({ text: audience.saveHash, values: [await ownerId(), await hashOf()] });
  });

  it('asking for a link runs the same statements whether the person exists or not', async () => {
    const there = await statementsOf(() => kind.recover(browser(), cpf));
    const nobody = await statementsOf(() => kind.recover(browser(), UNKNOWN));
    expect(there.length).toBeGreaterThan(0);
    expect(nobody).toEqual(there);
  });

  it('a wrong login runs the same statements whether the person exists or not, and reads the counts by one', async () => {
    await kind.login(browser(), UNKNOWN, 'errada');
    const there = await statementsOf(() => kind.login(browser(), cpf, 'errada'));
    const nobody = await statementsOf(() => kind.login(browser(), UNKNOWN, 'errada'));
    expect(nobody).toEqual(there);
    expect(there.filter((text) => /^\s*select.*tentativas/s.test(text))).toHaveLength(1);
  });

  it('a link sets the password once, however many use it at once, and lets its browser in though strangers shut the CPF', async () => {
    await kind.recover(browser('198.51.100.7'), cpf);
    await app.work();
    const [mail] = await app.db.query<{ texto: string }>(sql`select texto from emails order by id desc limit 1`);
    const token = /token=([\w-]+)/.exec(mail?.texto ?? '')?.[1] ?? '';
    await strangersShut();
    const mine = browser('198.51.100.9');
    expect((await kind.reset(mine, token, 'senha123')).status).toBe(400);
    const resets = await Promise.all(Array.from({ length: 4 }, () => kind.reset(mine, token, 'Canoa-Verde-58')));
    expect(resets.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 400, 400, 400]);
    expect((await kind.login(mine, cpf, 'Canoa-Verde-58')).status).toBe(200);
    await app.db.query({ text: audience.saveHash, values: [await ownerId(), await hashOf()] });
  });

  it('a request for a link leaves no CPF in the queue', async () => {
    await kind.recover(browser(), UNKNOWN);
    await app.work();
    const left = await app.db.query(sql`select id from tarefas where dados::text like ${`%${UNKNOWN.replace(/\D/g, '')}%`}`);
    expect(left).toEqual([]);
  });

  it('a login ends the session that its browser had, and a chosen token is never one', async () => {
    const mine = await enter();
    const before = new Map(mine.jar);
    await enter(mine);
    expect((await kind.inside(mine)).status).toBe(200);
    expect((await kind.inside(browser('203.0.113.7', before))).status).toBe(401);
    const chosen = browser('203.0.113.7', new Map([[audience.cookie, 'a'.repeat(43)]]));
    await enter(chosen);
    expect(chosen.jar.get(audience.cookie)).not.toBe('a'.repeat(43));
    expect((await kind.inside(browser('203.0.113.7', new Map([[audience.cookie, 'a'.repeat(43)]])))).status).toBe(401);
  });

  it('a session ends at its greatest age, however much it is used', async () => {
    const mine = await enter();
    const age = (hours: number) =>
      app.db.query(
        sql`update ${raw(audience.sessions)} set criada_em = now() - make_interval(hours => ${hours}), vista_em = now() - interval '2 minutes'`,
      );
    await age(167);
    expect((await kind.inside(mine)).status).toBe(200);
    await age(169);
    await kind.inside(mine);
    expect((await kind.inside(mine)).status).toBe(401);
  });

  it('somebody sees their own sessions and ends the others', async () => {
    await app.db.query(sql`delete from ${raw(audience.sessions)}`);
    const [one, two] = [await enter(), await enter()];
    const list = (await one('GET', kind.sessions)).body as { atual: boolean }[];
    expect(list).toHaveLength(2);
    expect(list.filter(({ atual }) => atual)).toHaveLength(1);
    expect(await one('DELETE', kind.sessions)).toMatchObject({ status: 200, body: { encerradas: 1 } });
    expect((await kind.inside(two)).status).toBe(401);
    expect((await kind.inside(one)).status).toBe(200);
    // A browser whose session was ended by another is a stranger again.
    await strangersShut();
    expect((await kind.login(two, cpf, senha)).status).toBe(429);
    await enter(one);
  });

  it('ten browsers are known of one person, and those that expired are swept', async () => {
    await enter();
    const devices = () => app.db.query(sql`select from ${raw(audience.devices)} where ${raw(audience.owner)} = ${owner}`);
    const owner = await ownerId();
    await app.db.query(
      sql`insert into ${raw(audience.devices)} select sha256(n::text::bytea), ${owner}, now() + make_interval(days => n) from generate_series(1, 12) n`,
    );
    await enter();
    expect(await devices()).toHaveLength(10);
    await app.db.query(sql`update ${raw(audience.devices)} set expira_em = now() - interval '1 second'`);
    const mine = await enter();
    await sweepSessions(app.db, [audience]);
    expect(await devices()).toHaveLength(1);
    await strangersShut();
    await enter(mine);
  });

  it.each(['senha123', 'Aurora2027'])('refuses the new password %s in the words of its field', async (novaSenha) => {
    const mine = await enter();
    const answer = await kind.change(mine, senha, novaSenha);
    expect(answer).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'novaSenha', message: expect.stringMatching(/senha/i) }] },
    });
  });

  it('refuses the old password, its owner’s CPF and name as the new one', async () => {
    const mine = await enter();
    const nome = (
      (await app.db.one(sql`select nome from ${raw(audience.people)} where id = ${await ownerId()}`)) as { nome: string }
    ).nome;
    for (const novaSenha of [senha, `a${cpf.replace(/\D/g, '')}`, `${nome.split(' ')[0]}@1990`])
      expect(await kind.change(mine, senha, novaSenha), novaSenha).toMatchObject({
        status: 400,
        body: { errors: [{ field: 'novaSenha' }] },
      });
  });

  it('a changed password renews the session of who changed it and ends the others', async () => {
    const [one, two] = [await enter(), await enter()];
    const before = one.jar.get(audience.cookie);
    expect((await kind.change(one, senha, 'Canoa-Verde-59')).status).toBe(204);
    expect(one.jar.get(audience.cookie)).not.toBe(before);
    expect((await kind.inside(one)).status).toBe(200);
    expect((await kind.inside(two)).status).toBe(401);
    expect((await kind.inside(browser('203.0.113.7', new Map([[audience.cookie, before ?? '']])))).status).toBe(401);
    await app.db.query({ text: audience.saveHash, values: [await ownerId(), await hashOf()] });
  });

  it('of two changes at once by one password one is made, and the other finds it changed', async () => {
    const [one, two] = [await enter(), await enter()];
    const answers = await Promise.all([kind.change(one, senha, 'Canoa-Verde-59'), kind.change(two, senha, 'Balsa-Azul-61')]);
    await app.db.query({ text: audience.saveHash, values: [await ownerId(), await hashOf()] });
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 400]);
    expect(answers.find(({ status }) => status === 400)).toMatchObject({ body: { errors: [{ field: 'senha' }] } });
  });

  it('a login by a password that is changed meanwhile opens no session', async () => {
    await enter();
    const late = browser();
    let entered: Promise<Answer> | undefined;
    await app.db.tx(async (tx) => {
      await tx.query({ text: audience.saveHash, values: [await ownerId(), 'outra'] });
      let isOver = false;
      entered = kind.login(late, cpf, senha).finally(() => {
        isOver = true;
      });
      await until(async () => isOver || (await waiting()));
    });
    const { status } = (await entered) as Answer;
    await app.db.query({ text: audience.saveHash, values: [await ownerId(), await hashOf()] });
    expect(status).toBe(401);
    expect((await kind.inside(late)).status).toBe(401);
  });

  it('strangers keep nobody from changing the password inside', async () => {
    const mine = await enter();
    await strangersShut();
    await app.db.query(
      sql`insert into tentativas values ('ip:203.0.113.7', date_trunc('minute', now()) - interval '1 minute', 50)`,
    );
    expect(await kind.change(mine, 'errada', 'Canoa-Verde-60')).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'senha' }] },
    });
    for (let n = 0; n < 4; n++) await kind.change(mine, 'errada', 'Canoa-Verde-60');
    expect((await kind.change(mine, senha, 'Canoa-Verde-60')).status).toBe(429);
  });

  it('takes no login from a foreign page, in whatever form', async () => {
    const url = audience === users ? '/api/login' : '/api/externo/login';
    for (const headers of [
      { origin: 'https://mal.exemplo' },
      { origin: 'null' },
      { origin: '', referer: 'https://mal.exemplo/a' },
    ])
      for (const type of ['application/json', 'application/x-www-form-urlencoded', 'text/plain'])
        expect(
          await send(app.app, { method: 'POST', url, payload: 'x', headers: { ...headers, 'content-type': type } }),
        ).toMatchObject({ status: 403, body: { code: 'ORIGEM_RECUSADA' } });
  });

  const ownerId = async () =>
    (await app.db.one<{ id: number }>(sql`select id from ${raw(audience.people)} where cpf = ${cpf.replace(/\D/g, '')}`))
      ?.id as number;
  const hashes = new Map<string, string>();
  const hashOf = async () => {
    const { hashPassword } = await import('#platform/session/password.server.ts');
    if (!hashes.has(senha)) hashes.set(senha, await hashPassword(senha));
    return hashes.get(senha);
  };
});

it('a crowd of one address waits for its turn, and who is refused one has not failed', async () => {
  const crowd = Array.from({ length: 45 }, (_, n) => {
    return browser('203.0.113.9')('POST', '/api/login', { cpf: CPF.sample(n + 1), senha: 'errada', empresaId: app.empresas[0] });
  });
  const answers = await Promise.all(crowd);
  const judged = answers.filter(({ status }) => status === 401).length;
  const refused = answers.filter(({ status }) => status === 503);
  expect(refused.length).toBeGreaterThan(0);
  expect(judged + refused.length).toBe(crowd.length);
  expect(refused[0]).toMatchObject({ body: { code: 'OCUPADO' }, headers: { 'retry-after': '5' } });
  expect(await app.db.one(sql`select sum(falhas)::int as falhas from tentativas where chave = 'ip:203.0.113.9'`)).toEqual({
    falhas: judged,
  });
});

it('strangers at a company where a candidate has no account shut none of the doors to the one that they have', async () => {
  const { cpf, senha } = DEMO_CANDIDATE;
  const asks = (n: number, empresaId = app.empresas[0]) => {
    const from = browser(`198.51.100.${40 + n}`);
    return [
      from('POST', '/api/externo/login', { cpf, senha, empresaId }),
      from('PUT', '/api/externo/candidatos/recuperar-senha', { cpf, empresaId }),
      from('PUT', '/api/externo/candidatos/link-de-acesso', { cpf, empresaId }),
    ];
  };
  const statuses = async (answers: Promise<Answer>[]) => (await Promise.all(answers)).map(({ status }) => status);
  for (let n = 0; n < 5; n++) await statuses(asks(n, app.empresas[1]));
  expect(await statuses(asks(6, app.empresas[1]))).toEqual([429, 429, 429]);
  expect(await statuses(asks(7))).toEqual([200, 202, 202]);
});

describe('reports of problems', () => {
  it('are refused after twenty, and written no more', async () => {
    const client = await app.login(0);
    const { id } = (await app.db.one<{ id: number }>(
      sql`select id from usuarios where cpf = ${DEMO_LOGINS[0].cpf.replace(/\D/g, '')}`,
    )) as { id: number };
    await failed(`relato:${id}`, 19);
    const report = () => client('POST', '/api/geral/relatorio-erro', { mensagem: 'Quebrou' });
    expect((await report()).status).toBe(201);
    const before = await counts();
    expect((await report()).status).toBe(429);
    expect(await counts()).toEqual(before);
  });
});

describe('mail that somebody has the program write', () => {
  const mails = async () => (await app.db.query(sql`select id from emails`)).length;

  it('is written to the address that they leave five times at most, for users and candidates', async () => {
    const user = await app.login(0);
    const own = (await user('GET', '/api/userinfo/dados')).body as { nome: string; email: string };
    const candidate = browser();
    await (kinds.candidates as Kind).login(candidate, DEMO_CANDIDATE.cpf, DEMO_CANDIDATE.senha);
    const url = `/api/externo/candidatos/${candidateId}`;
    const theirs = (await candidate('GET', url)).body as { nome: string; email: string };
    const ways = [
      (email: string) => user('PUT', '/api/userinfo/dados', { nome: own.nome, email, senha: DEMO_PASSWORD }),
      (email: string) => candidate('PUT', url, { nome: theirs.nome, email, senha: DEMO_CANDIDATE.senha }),
    ];
    for (const [way, change] of ways.entries()) {
      const before = await mails();
      for (let n = 1; n <= 5; n++) expect((await change(`pessoa${way}${n}@exemplo.com.br`)).status).toBe(200);
      expect((await change('outra@exemplo.com.br')).status).toBe(429);
      expect(await mails()).toBe(before + 5);
      // Whoever keeps the address changes the rest as before.
      expect((await change(`pessoa${way}5@exemplo.com.br`)).status).toBe(200);
    }
    await app.db.query(sql`update usuarios set email = ${own.email} where email = 'pessoa05@exemplo.com.br'`);
    await app.db.query(sql`update contas_externas set email = ${theirs.email} where id = ${candidateId}`);
    await app.db.query(sql`delete from emails`);
  });
});

describe('letters that strangers bring about', () => {
  it('come to a mailbox five of a kind at a time; its owner is warned all the same, and nobody is told of it', async () => {
    const target = 'alvo@exemplo.com.br';
    const letters = async () =>
      (await app.db.only<{ n: number }>(sql`select count(*)::int as n from emails where para = ${target}`)).n;
    const { cpf: theirs, senha } = DEMO_CANDIDATE;
    const empresaId = app.empresas[0];
    const accounts: { id: number; cpf: string }[] = [];
    for (let n = 0; n < 5; n++) {
      const cpf = CPF.sample(61_000 + n);
      const { id } = await app.db.only<{ id: number }>(sql`
        insert into contas_externas (empresa_id, cpf, nome, email, hash)
        select empresa_id, ${cpf}, ${`Candidato ${n}`}, ${n % 2 ? target : 'Alvo+jogo@exemplo.com.br'}, hash from contas_externas
        where cpf = ${CPF.normalize(theirs)} and empresa_id = ${empresaId} returning id`);
      accounts.push({ id, cpf });
    }
    await app.db.query(
      sql`update contas_externas set email = ${target} where id = any(${accounts.map(({ id }) => id)}::bigint[])`,
    );
    const changes = async ({ id, cpf }: { id: number; cpf: string }, times: number) => {
      const from = browser();
      expect((await from('POST', '/api/externo/login', { cpf, senha, empresaId })).status).toBe(200);
      const answers = [];
      for (let n = 0; n < times; n++) {
        const email = n % 2 ? target : `nada${n}@exemplo.com.br`;
        answers.push(await from('PUT', `/api/externo/candidatos/${id}`, { nome: 'Candidato', email, senha }));
      }
      return answers;
    };
    const told = [];
    for (const one of accounts.slice(0, 3)) told.push(...(await changes(one, 4)));
    expect(await letters()).toBe(5);
    // Whether a letter went or not, the answer is one.
    expect(new Set(told.map(({ status, body }) => `${status} ${Object.keys(body as object).join()}`)).size).toBe(1);
    // They keep no link from coming.
    const [, , , other, owner] = accounts as [object, object, object, { id: number; cpf: string }, { id: number; cpf: string }];
    await browser()('PUT', '/api/externo/candidatos/link-de-acesso', { cpf: other.cpf, empresaId });
    await app.work();
    expect(await letters()).toBe(6);
    await app.db.query(sql`update contas_externas set email_provado_em = now() where id = ${owner.id}`);
    for (const { status } of await changes(owner, 1)) expect(status).toBe(200);
    expect(await letters()).toBe(7);
    // Users are always told.
    const user = await app.login(0);
    const own = (await user('GET', '/api/userinfo/dados')).body as { nome: string; email: string };
    const moves = async (...emails: string[]) => {
      await app.db.query(sql`delete from tentativas where chave like 'novoEmail:%'`);
      for (const email of emails)
        expect((await user('PUT', '/api/userinfo/dados', { nome: own.nome, email, senha: DEMO_PASSWORD })).status).toBe(200);
    };
    await moves(target, 'nada@exemplo.com.br', target, 'nada@exemplo.com.br', target);
    for (const _ of [1, 2, 3]) await moves('nada@exemplo.com.br', target, 'nada@exemplo.com.br', target);
    await moves(own.email);
    expect(await letters()).toBe(16);
    await app.db.query(sql`delete from emails`);
    await app.db.query(sql`delete from contas_externas where id = any(${accounts.map(({ id }) => id)}::bigint[])`);
  });
});

describe('requests for credits', () => {
  it('reach whoever gives support five times of one person', async () => {
    const helped = await openTestApp({ SUPPORT_EMAIL: 'suporte@exemplo.com.br' });
    const user = await helped.login(1);
    const wish = { nome: 'Rafael', email: 'rafael@exemplo.com.br', telefone: '85999999999', quantidadeDesejada: 1 };
    const ask = async () => (await user('POST', '/api/geral/assistente-rh/solicitacao-creditos', wish)).status;
    for (let n = 1; n <= 5; n++) expect(await ask()).toBe(204);
    expect(await ask()).toBe(429);
    expect(await helped.db.query(sql`select id from emails`)).toHaveLength(5);
    await helped.close();
  });
});

it('a login of somebody who is deactivated meanwhile opens no session', async () => {
  const late = browser();
  const { cpf, senha, login } = kinds.users as Kind;
  const of = sql`where cpf = ${cpf.replace(/\D/g, '')}`;
  await login(browser(), cpf, senha);
  let entered: Promise<Answer> | undefined;
  await app.db.tx(async (tx) => {
    // As the save of a user does who is deactivated.
    await tx.query(sql`select from usuarios ${of} for update`);
    await tx.query(sql`update usuarios set ativo = false ${of}`);
    let isOver = false;
    entered = login(late, cpf, senha).finally(() => {
      isOver = true;
    });
    await until(async () => isOver || (await waiting()));
  });
  expect((await entered)?.status).toBe(401);
  await app.db.query(sql`update usuarios set ativo = true ${of}`);
});

describe('a new address for messages', () => {
  it('is not taken by a password that is changed meanwhile', async () => {
    const admin = await app.login(0);
    const own = (await admin('GET', '/api/userinfo/dados')).body as { nome: string; email: string };
    const stood = await app.db.only<{ id: number; hash: string }>(
      sql`select u.id, c.hash from usuarios u join credenciais c on c.usuario_id = u.id where u.email = ${own.email}`,
    );
    let taken: Promise<Answer> | undefined;
    await app.db.tx(async (tx) => {
      await tx.query({ text: users.saveHash, values: [stood.id, 'outra'] });
      let isOver = false;
      taken = admin('PUT', '/api/userinfo/dados', {
        nome: own.nome,
        email: 'alheio@exemplo.com.br',
        senha: DEMO_PASSWORD,
      }).finally(() => {
        isOver = true;
      });
      await until(async () => isOver || (await waiting()));
    });
    const answer = await taken;
    await app.db.query({ text: users.saveHash, values: [stood.id, stood.hash] });
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ field: 'senha' }] } });
    expect((await admin('GET', '/api/userinfo/dados')).body).toEqual(own);
  });

  it('is told to the old one: by a user, by a candidate, and when an administrator changes it', async () => {
    const mails = async () =>
      (await app.db.query<{ para: string }>(sql`select para from emails where assunto like 'O e-mail%' order by id`)).map(
        ({ para }) => para,
      );
    const admin = await app.login(0);
    const own = (await admin('GET', '/api/userinfo/dados')).body as { nome: string; email: string };
    await admin('PUT', '/api/userinfo/dados', { nome: own.nome, email: own.email, senha: DEMO_PASSWORD });
    expect(await mails()).toEqual([]);
    await admin('PUT', '/api/userinfo/dados', { nome: own.nome, email: 'novo@exemplo.com.br', senha: DEMO_PASSWORD });
    expect(await mails()).toEqual([own.email]);
    const candidate = browser();
    await (kinds.candidates as Kind).login(candidate, DEMO_CANDIDATE.cpf, DEMO_CANDIDATE.senha);
    const url = `/api/externo/candidatos/${candidateId}`;
    const { nome } = (await candidate('GET', url)).body as { nome: string };
    expect(await candidate('PUT', url, { nome, email: 'outro@exemplo.com.br' })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'senha' }] },
    });
    expect((await candidate('PUT', url, { nome, email: 'outro@exemplo.com.br', senha: DEMO_CANDIDATE.senha })).status).toBe(200);
    const [user] = (await admin('GET', `/api/utilitario/usuarios?page=0&busca=${encodeURIComponent(DEMO_LOGINS[2].nome)}`)).body
      ? (
          (await admin('GET', `/api/utilitario/usuarios?page=0&busca=${encodeURIComponent(DEMO_LOGINS[2].nome)}`)).body as {
            content: { id: number }[];
          }
        ).content
      : [];
    const record = (await admin('GET', `/api/utilitario/usuarios/${user?.id}`)).body as Record<string, unknown>;
    const { id: _id, ...rest } = record;
    expect(
      (await admin('PUT', `/api/utilitario/usuarios/${user?.id}`, { ...rest, email: 'gestora@exemplo.com.br' })).status,
    ).toBe(200);
    expect(await mails()).toEqual([own.email, 'candidato@exemplo.com.br', record.email]);
    // Each change writes to an address that the administrator has typed before.
    const { id: quem } = await app.db.only<{ id: number }>(
      sql`select id from usuarios where cpf = ${DEMO_LOGINS[0].cpf.replace(/\D/g, '')}`,
    );
    await failed(`cartaAUm:${quem}`, 1_000);
    const { id: _agora, ...depois } = (await admin('GET', `/api/utilitario/usuarios/${user?.id}`)).body as Record<
      string,
      unknown
    >;
    expect(
      await admin('PUT', `/api/utilitario/usuarios/${user?.id}`, { ...depois, email: 'alheia@exemplo.com.br' }),
    ).toMatchObject({ status: 429, body: { code: 'MUITAS_TENTATIVAS' } });
    expect(await mails()).toHaveLength(3);
  });
});

describe('cookies under HTTPS', () => {
  it('belong to this host alone', async () => {
    const secure = await openTestApp({ VINCULO_HTTPS: 'true' });
    try {
      const answer = await send(secure.app, {
        method: 'POST',
        url: '/api/login',
        payload: { cpf: DEMO_LOGINS[1].cpf, senha: DEMO_PASSWORD, empresaId: secure.empresas[0] },
      });
      const lines = [answer.headers['set-cookie'] ?? []].flat() as string[];
      expect(lines).toHaveLength(2);
      for (const line of lines)
        expect(line).toMatch(/^__Host-vinculo_\w+=[\w-]{43}; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
      const cookie = (lines[0] ?? '').split(';')[0] as string;
      const out = await send(secure.app, { method: 'POST', url: '/api/logout', headers: { cookie } });
      expect(String(out.headers['set-cookie'])).toMatch(/^__Host-vinculo_sessao=;.*Secure/);
    } finally {
      await secure.close();
    }
  });
});
