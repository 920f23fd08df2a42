import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { createDatabase, type Database } from '#kit/db/database.server.ts';
import { foldersOf, livingSigner } from '#kit/db/embedded/cluster-folder.server.ts';
import { type Embedded, openEmbedded } from '#kit/db/embedded/embedded.server.ts';
import { grantRights } from '#kit/db/grants.server.ts';

export interface TestDatabase extends Database {
  connection: pg.PoolConfig;
  /** The same database as the owner of its tables, for tests that change the tables themselves. */
  owner: Database;
  ownerConnection: pg.PoolConfig;
  /** Closes and removes this database. */
  drop(): Promise<void>;
}

const prefix = 'vinculo-teste-';
const variable = 'VINCULO_TEST_CONNECTION';

/** A cluster for one test run, in the temporary folder; its connection is left in the environment for the processes that follow. */
export async function openTestCluster(): Promise<{ close(): Promise<void> }> {
  if (process.env.TEST_DATABASE_URL || process.env[variable]) return { close: async () => {} };
  sweep();
  const dataDir = mkdtempSync(path.join(os.tmpdir(), prefix));
  const server = await openEmbedded({
    dataDir,
    // Nothing in these databases outlives the run, so no write waits for the disk.
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', autovacuum: 'off', max_connections: '120' },
  });
  process.env[variable] = JSON.stringify({ connection: server.connection, owner: server.owner });
  return {
    close: async () => {
      delete process.env[variable];
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

// Removes what killed runs left behind.
function sweep(): void {
  for (const name of readdirSync(os.tmpdir())) {
    const folder = path.join(os.tmpdir(), name);
    const { owner, lock } = foldersOf(folder);
    if (name.startsWith(prefix) && existsSync(owner) && livingSigner(owner) === null && livingSigner(lock) === null)
      rmSync(folder, { recursive: true, force: true });
  }
}

let ownCluster: Promise<{ close(): Promise<void> }> | undefined;

/** The roles of the program and of the owner; on a server of TEST_DATABASE_URL one does both. */
async function testRoles(): Promise<Pick<Embedded, 'connection' | 'owner'>> {
  const url = process.env.TEST_DATABASE_URL;
  if (url) return { connection: { connectionString: url }, owner: { connectionString: url } };
  // Outside of a run with the global set-up, this process opens a cluster of its own, which ends with it.
  if (!process.env[variable]) await (ownCluster ??= openTestCluster());
  return JSON.parse(process.env[variable] ?? '{}') as Pick<Embedded, 'connection' | 'owner'>;
}

const named = (connection: pg.PoolConfig, database: string): pg.PoolConfig => {
  if (!connection.connectionString) return { ...connection, database };
  const url = new URL(connection.connectionString);
  url.pathname = `/${database}`;
  return { connectionString: url.href };
};

async function asAdmin<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client((await testRoles()).owner);
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/**
 * A database for a test file, copied from a template that `prepare` fills once for each `key` (and state of the folder
 * `migrations`). On the run's embedded cluster, or on the server of TEST_DATABASE_URL. Safe in parallel processes. `prepare`
 * works as the owner of the tables and gets the role of the program; the test works as that role.
 */
export async function testDatabase(prepare: (db: Database, role: string) => Promise<void>, key: string): Promise<TestDatabase> {
  const template = `vt_${createHash('sha256').update(`${key}\n${migrationsHash()}`).digest('hex').slice(0, 20)}`;
  const name = `${template}_${process.pid}_${randomBytes(4).toString('hex')}`;
  const roles = await testRoles();
  await asAdmin(async (client) => {
    await client.query('set statement_timeout = 0');
    await client.query('select pg_advisory_lock(hashtext($1))', [template]);
    try {
      const { rowCount } = await client.query('select from pg_database where datname = $1', [template]);
      if (!rowCount) await makeTemplate(client, roles, template, prepare);
    } finally {
      await client.query('select pg_advisory_unlock(hashtext($1))', [template]);
    }
    await client.query(`create database ${name} template ${template}`);
  });
  const [connection, ownerConnection] = [named(roles.connection, name), named(roles.owner, name)];
  const db = createDatabase({ ...connection, max: 10 });
  const owner = createDatabase({ ...ownerConnection, max: 4 });
  const drop = async () => {
    await Promise.all([db.close(), owner.close()]);
    await asAdmin((client) => client.query(`drop database if exists ${name} with (force)`));
  };
  return { ...db, connection, owner, ownerConnection, drop };
}

async function makeTemplate(
  client: pg.Client,
  roles: Pick<Embedded, 'connection' | 'owner'>,
  template: string,
  prepare: (db: Database, role: string) => Promise<void>,
): Promise<void> {
  // The template gets its own name when it is complete.
  const half = `${template}_meio`;
  await client.query(`drop database if exists ${half} with (force)`);
  await client.query(`create database ${half} template template0 encoding 'UTF8'`);
  const db = createDatabase({ ...named(roles.owner, half), max: 4 });
  try {
    const role = roles.connection.user ?? (await db.one<{ me: string }>({ text: 'select current_user as me' }))?.me ?? '';
    await db.session((session) => grantRights(session, { role }));
    await prepare(db, role);
  } finally {
    await db.close();
  }
  await client.query(`alter database ${half} rename to ${template}`);
  await client.query(`alter database ${template} allow_connections false`);
}

function migrationsHash(): string {
  const folder = path.resolve('migrations');
  const hash = createHash('sha256');
  if (existsSync(folder))
    for (const file of readdirSync(folder).sort())
      if (file.endsWith('.sql')) hash.update(file).update(readFileSync(path.join(folder, file)));
  return hash.digest('hex');
}
