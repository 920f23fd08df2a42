import { setTimeout as pause } from 'node:timers/promises';
import sql, { raw } from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDatabase, type Database, pgErrorKind } from '#kit/db/database.server.ts';
import { type Answer, openTestApp, type TestApp } from './test-app.server.ts';

let app: TestApp;
let beside: Database;
let name: string;

beforeAll(async () => {
  app = await openTestApp();
  name = (await app.db.one<{ name: string }>(sql`select current_database() as name`))?.name as string;
  beside = createDatabase({ ...app.db.ownerConnection, database: 'postgres' });
});
afterAll(async () => {
  await beside?.close();
  await app?.close();
});

const ask = async (url: string): Promise<Answer> => {
  const { statusCode, body, headers } = await app.app.inject({ method: 'GET', url });
  return { status: statusCode, body: JSON.parse(body), headers };
};
/** Answers are remembered for a second. */
const settled = (url: string, status: number) =>
  expect.poll(async () => (await ask(url)).status, { timeout: 60_000, interval: 100 }).toBe(status);

it.each(['/api/health', '/api/ready'])('%s is 200 while every connection of the program is at work', async (url) => {
  const busy = Array.from({ length: 10 }, () => app.db.query(sql`select pg_sleep(1)`));
  await pause(50);
  expect(await ask(url)).toMatchObject({ status: 200, body: { status: 'ok' } });
  await Promise.all(busy);
});

it.each(['/api/health', '/api/ready'])(
  '%s is 503 while the database does not answer, and 200 when it does again',
  async (url) => {
    await settled(url, 200);
    await beside.query(sql`alter database ${raw(name)} allow_connections false`);
    try {
      await beside.query(sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name}`);
      await settled(url, 503);
      expect(await ask(url)).toMatchObject({ status: 503, body: { code: 'INDISPONIVEL' }, headers: { 'retry-after': '2' } });
      await expect(app.login(0)).rejects.toThrow('não está disponível');
    } finally {
      await beside.query(sql`alter database ${raw(name)} allow_connections true`);
    }
    await settled(url, 200);
  },
);

it('a database that may only be read, as a standby, is told by health and ready, and refuses with a sentence', async () => {
  await settled('/api/health', 200);
  const again = () => beside.query(sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name}`);
  await beside.query(sql`alter database ${raw(name)} set default_transaction_read_only = on`);
  try {
    await again();
    await settled('/api/health', 503);
    expect((await ask('/api/health')).body).toMatchObject({ message: 'O banco de dados só aceita leituras.' });
    await expect(app.login(0)).rejects.toThrow('só aceita leituras agora');
  } finally {
    await beside.query(sql`alter database ${raw(name)} reset default_transaction_read_only`);
    await again();
  }
  await settled('/api/health', 200);
});

it('a login of the program that the database refuses is no bug', async () => {
  const refused = Object.assign(new Error('password authentication failed'), { code: '28P01' });
  expect(pgErrorKind(refused)).toMatchObject({ kind: 'connection' });
});

it('/api/ready names the migrations that are missing', async () => {
  const [last] = await app.db.owner.query<{ nome: string; hash: string }>(sql`
    delete from migracoes where nome = (select max(nome) from migracoes) returning nome, hash`);
  try {
    await settled('/api/ready', 503);
    expect((await ask('/api/ready')).body).toMatchObject({ message: expect.stringContaining(last?.nome ?? '?') });
    expect((await ask('/api/health')).status).toBe(200);
  } finally {
    await app.db.owner.query(sql`insert into migracoes (nome, hash) values (${last?.nome}, ${last?.hash})`);
  }
  await settled('/api/ready', 200);
});

it('a thousand questions at once take one connection', async () => {
  await pause(1_100);
  const answers = await Promise.all(Array.from({ length: 1_000 }, () => ask('/api/health')));
  expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
  const taken = await app.db.one(
    sql`select count(*) as n from pg_stat_activity where datname = current_database() and application_name = 'vinculo-saude'`,
  );
  expect(taken).toEqual({ n: 1 });
});
