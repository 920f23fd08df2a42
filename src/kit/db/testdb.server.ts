import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { foldersOf, livingSigner } from './cluster-folder.server.ts';
import { createDatabase, type Database } from './database.server.ts';
import { type Embedded, openEmbedded } from './embedded.server.ts';

export interface TestDatabase extends Database {
  connection: pg.PoolConfig;
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
    // Nothing here outlives the run, so nothing is waited for.
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', autovacuum: 'off', max_connections: '120' },
  });
  process.env[variable] = JSON.stringify(server.connection);
  return {
    close: async () => {
      delete process.env[variable];
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

// What runs that were killed left behind.
function sweep(): void {
  for (const name of readdirSync(os.tmpdir())) {
    const folder = path.join(os.tmpdir(), name);
    const { owner, lock } = foldersOf(folder);
    if (name.startsWith(prefix) && existsSync(owner) && livingSigner(owner) === null && livingSigner(lock) === null)
      rmSync(folder, { recursive: true, force: true });
  }
}

let ownCluster: Promise<{ close(): Promise<void> }> | undefined;

async function adminConnection(): Promise<pg.PoolConfig> {
  const url = process.env.TEST_DATABASE_URL;
  if (url) return { connectionString: url };
  // Outside of a run with the global set-up this process opens a cluster of its own, which ends with it.
  if (!process.env[variable]) await (ownCluster ??= openTestCluster());
  return JSON.parse(process.env[variable] ?? '{}') as Embedded['connection'];
}

const named = (connection: pg.PoolConfig, database: string): pg.PoolConfig => {
  if (!connection.connectionString) return { ...connection, database };
  const url = new URL(connection.connectionString);
  url.pathname = `/${database}`;
  return { connectionString: url.href };
};

async function asAdmin<T>(work: (client: pg.Client, connection: pg.PoolConfig) => Promise<T>): Promise<T> {
  const connection = await adminConnection();
  const client = new pg.Client(connection);
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client, connection);
  } finally {
    await client.end();
  }
}

/**
 * A database of its own for a test file, copied from a template that `prepare` fills once per `key` (and per state of the folder `migrations`).
 * On the run's embedded cluster, or on the server of TEST_DATABASE_URL. Safe in parallel processes.
 */
export async function testDatabase(prepare: (db: Database) => Promise<void>, key: string): Promise<TestDatabase> {
  const template = `vt_${createHash('sha256').update(`${key}\n${migrationsHash()}`).digest('hex').slice(0, 20)}`;
  const name = `${template}_${process.pid}_${randomBytes(4).toString('hex')}`;
  const connection = await asAdmin(async (client, admin) => {
    await client.query('set statement_timeout = 0');
    await client.query('select pg_advisory_lock(hashtext($1))', [template]);
    try {
      const { rowCount } = await client.query('select from pg_database where datname = $1', [template]);
      if (!rowCount) await makeTemplate(client, admin, template, prepare);
    } finally {
      await client.query('select pg_advisory_unlock(hashtext($1))', [template]);
    }
    await client.query(`create database ${name} template ${template}`);
    return named(admin, name);
  });
  const db = createDatabase({ ...connection, max: 10 });
  const drop = async () => {
    await db.close();
    await asAdmin((client) => client.query(`drop database if exists ${name} with (force)`));
  };
  return { ...db, connection, drop };
}

async function makeTemplate(
  client: pg.Client,
  admin: pg.PoolConfig,
  template: string,
  prepare: (db: Database) => Promise<void>,
): Promise<void> {
  // Under its own name only when whole.
  const half = `${template}_meio`;
  await client.query(`drop database if exists ${half} with (force)`);
  await client.query(`create database ${half} template template0 encoding 'UTF8'`);
  const db = createDatabase({ ...named(admin, half), max: 4 });
  try {
    await prepare(db);
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
