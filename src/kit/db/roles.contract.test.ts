import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { foldersOf, socketFolder, socketPort } from '#kit/db/embedded/cluster-folder.server.ts';
import { giveTo, makeCluster } from '#kit/db/embedded/cluster-make.server.ts';
import { type Embedded, openEmbedded } from '#kit/db/embedded/embedded.server.ts';
import { launch, untilReady } from '#kit/db/embedded/postgres-process.server.ts';
import { findProgram } from '#kit/db/embedded/postgres-program.server.ts';
import { type TestDatabase, testDatabase } from '#kit/testing/testdb.server.ts';
import { createDatabase, type Database } from './database.server.ts';
import { grantRights } from './grants.server.ts';
import { resetSettings } from './role-settings.server.ts';

describe('grantRights', () => {
  let db: TestDatabase;
  const role = 'vinculo';
  const grant = (rights = {}) => db.owner.session((client) => grantRights(client, { role, ...rights }));
  const may = async (text: string) =>
    db.query({ text }).then(
      () => true,
      (error: { code: string }) => (error.code === '42501' ? false : Promise.reject(error)),
    );

  beforeEach(async () => {
    db = await testDatabase(
      (fresh) =>
        fresh.tx(async (tx) => {
          await tx.query({ text: 'create table comuns (id int generated always as identity, n int)' });
          await tx.query({ text: 'create table trilha (n int) partition by range (n)' });
          await tx.query({ text: 'create table trilha_1 partition of trilha for values from (0) to (10)' });
          await tx.query({ text: 'create view vista as select * from trilha_1' });
          await tx.query({ text: 'create table fixa (n int)' });
          await tx.query({ text: 'create sequence conta' });
        }),
      'rights',
    );
  });
  afterEach(() => db.drop());

  test('leaves a role what it needs, and of guarded tables less, in their parts and views as well', async () => {
    await grant({ appendOnly: ['trilha'], readOnly: ['fixa'] });
    const asked = [
      'insert into comuns (n) values (1)',
      'update comuns set n = 2',
      'delete from comuns',
      `select nextval('conta')`,
      'insert into trilha values (1)',
      'select * from vista',
      'select * from fixa',
      'insert into fixa values (1)',
      'truncate comuns',
      'drop table comuns',
      'alter table comuns disable trigger all',
      'create table minha (n int)',
      'create temporary table trilha (n int)',
      'create temporary view comuns as select 1',
      'create function pg_temp.f() returns int return 1',
      ...['trilha', 'trilha_1', 'vista'].flatMap((name) => [`update ${name} set n = 2`, `delete from ${name}`]),
      'truncate trilha_1',
      'set session_replication_role = replica',
      'set role vinculo_dono',
      `copy comuns (n) from program 'echo 1'`,
      `copy comuns to '/tmp/fora'`,
      `select pg_read_file('postgresql.conf')`,
      'create role outra',
      'create database outra',
      'alter role vinculo superuser',
      // Large objects count in no quota.
      'select lo_create(0)',
      'select lo_creat(-1)',
      `select lo_from_bytea(0, 'x')`,
      'select lo_open(1, 131072)',
      `select lo_put(1, 0, 'x')`,
      `select lowrite(0, 'x')`,
      'select lo_truncate64(0, 1)',
      `select lo_import('/etc/hostname')`,
      `select lo_export(1, '/tmp/fora')`,
    ];
    const answers: Record<string, boolean> = {};
    for (const text of asked) answers[text] = await may(text);
    expect(Object.keys(answers).filter((text) => answers[text])).toEqual(asked.slice(0, 7));
  });

  test('gives later tables by themselves, and mends what is not as it should be, writing nothing else', async () => {
    const rights = { appendOnly: ['trilha', 'depois'] };
    await grant(rights);
    await db.owner.query({ text: 'create table depois (n int)' });
    expect(await may('delete from depois')).toBe(true);
    await db.owner.query({ text: `revoke select on comuns from ${role}` });
    await grant(rights);
    expect([
      await may('delete from depois'),
      await may('insert into depois values (1)'),
      await may('select from comuns'),
    ]).toEqual([false, true, true]);
    const versions = () =>
      db.owner.query({ text: 'select oid, xmin::text from pg_class union all select oid, xmin::text from pg_proc order by 1' });
    const before = await versions();
    await grant(rights);
    expect(await versions()).toEqual(before);
  });

  test('a role on a server takes back what it has set for itself, and nothing that is not its own to set', async () => {
    const database = db.connection.database ?? '';
    const settings = () =>
      db.query({
        text: `select unnest(setconfig) as one from pg_db_role_setting where setdatabase = (select oid from pg_database where datname = $1)`,
        values: [database],
      });
    await db.query({ text: `alter role ${role} in database ${database} set default_transaction_read_only = on` });
    await db.owner.query({ text: `alter role ${role} in database ${database} set log_statement = 'none'` });
    const told: string[] = [];
    await db.session((client) => resetSettings(client, role, (message) => told.push(message)));
    expect(await settings()).toEqual([{ one: 'log_statement=none' }]);
    expect(told).toEqual([expect.stringContaining('default_transaction_read_only')]);
  });

  test('lets the role vacuum what it writes', async () => {
    const [{ version } = { version: 0 }] = await db.query<{ version: number }>({
      text: `select current_setting('server_version_num')::int as version`,
    });
    if (version < 170_000) return;
    await db.query({ text: 'vacuum (analyze) comuns' });
    const seen = `select vacuum_count::int as n from pg_stat_user_tables where relname = 'comuns'`;
    await expect.poll(() => db.one({ text: seen })).toEqual({ n: 1 });
  });
});

describe('a cluster of the times when one role did everything', () => {
  let folder: string;
  let open: Embedded | undefined;
  const pools: Database[] = [];
  const as = (connection: pg.PoolConfig): Database => {
    const db = createDatabase({ ...connection, max: 2 });
    pools.push(db);
    return db;
  };

  beforeEach(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'vinculo-papeis-'));
  });
  afterEach(async () => {
    for (const db of pools.splice(0)) await db.close();
    await open?.stop();
    open = undefined;
    rmSync(folder, { recursive: true, force: true });
  });

  /** As the version before left it; `more` is done by its superuser. */
  async function makeOld(more = ''): Promise<void> {
    const program = await findProgram(folder);
    await makeCluster(program, folder, { user: 'vinculo', isSynced: false, log: () => {} });
    const socket = socketFolder(folder);
    if (process.getuid?.() === 0) giveTo(program.user ?? { uid: 0, gid: 0 }, folder, socket, foldersOf(folder).cluster);
    const server = launch(program, folder, socket, { fsync: 'off' });
    const connection = { host: socket, port: socketPort, user: 'vinculo', database: 'postgres' };
    await untilReady(connection, server, foldersOf(folder).log);
    for (const [database, text] of [
      ['postgres', 'create database vinculo'],
      ['vinculo', `create table t as select 7 as n; ${more}`],
    ]) {
      const client = new pg.Client({ ...connection, database });
      await client.connect();
      await client.query(text as string);
      await client.end();
    }
    await server.stop();
    writeFileSync(foldersOf(folder).log, 'ERROR:  Key (cpf)=(52998224725) already exists.\n');
    writeFileSync(`${foldersOf(folder).log}.1`, 'Key (cpf)=(52998224725)');
  }

  const start = async (log: (message: string) => void = () => {}) => {
    open = await openEmbedded({ dataDir: folder, settings: { fsync: 'off' }, log });
    const [owner, db] = [as(open.owner), as(open.connection)];
    await owner.session((client) => grantRights(client, { role: 'vinculo' }));
    return { owner, db };
  };

  const roles = `select rolname as role, rolsuper as super from pg_roles where rolname like 'vinculo%' order by 1`;
  const parted = [
    { role: 'vinculo', super: false },
    { role: 'vinculo_dono', super: true },
  ];

  test('is parted into owner and application at its next start, once, with all that it holds', async () => {
    await makeOld();
    for (const _ of ['first', 'second']) {
      const { owner, db } = await start();
      expect(await owner.query({ text: roles })).toEqual(parted);
      expect(await db.one({ text: `select n, current_user as me from t` })).toEqual({ n: 7, me: 'vinculo' });
      await expect(db.query({ text: 'drop table t' })).rejects.toThrow(/must be owner/);
      await open?.stop();
    }
  });

  test('loses the logs that quoted what people wrote', async () => {
    await makeOld();
    await start();
    expect(readFileSync(foldersOf(folder).log, 'utf8')).not.toContain('52998224725');
    expect(statSync(`${foldersOf(folder).log}.1`, { throwIfNoEntry: false })).toBeUndefined();
  });

  test('keeps no settings that the role of the application has given itself, though it could not connect with them', async () => {
    await makeOld();
    const { db } = await start();
    for (const planted of [
      `alter role vinculo set search_path = 'outro'`,
      `alter role vinculo in database vinculo set default_transaction_read_only = on`,
      `alter role vinculo set local_preload_libraries = 'nenhuma'`,
    ])
      await db.query({ text: planted });
    for (const pool of pools.splice(0)) await pool.close();
    await open?.stop();
    const told: string[] = [];
    const next = await start((message) => told.push(message));
    expect(
      await next.db.one({
        text: `select rolconfig as config, current_setting('search_path') as path from pg_roles where rolname = 'vinculo'`,
      }),
    ).toEqual({ config: ['log_min_messages=log'], path: '"$user", public' });
    expect(await next.db.one({ text: `select current_setting('default_transaction_read_only') as value` })).toEqual({
      value: 'off',
    });
    expect(told.filter((message) => message.includes('local_preload_libraries'))).toHaveLength(1);
  });

  test.each([
    ['the role of the application', 'drop owned by vinculo cascade; drop role vinculo'],
    ['limits of that role', 'alter role vinculo superuser createdb; alter role vinculo reset log_min_messages'],
  ])('that lacks %s at a start, is given it', async (_, text) => {
    await makeOld();
    await (await start()).owner.query({ text });
    for (const db of pools.splice(0)) await db.close();
    await open?.stop();
    const { owner, db } = await start();
    expect(await owner.query({ text: roles })).toEqual(parted);
    expect(await db.one({ text: `select n, current_setting('log_min_messages') as told from t` })).toEqual({ n: 7, told: 'log' });
  });
});
