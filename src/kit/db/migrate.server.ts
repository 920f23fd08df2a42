import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import { oneAtATime } from './advisory-lock.server.ts';
import type { Database } from './database.server.ts';
import { grantRights, type Rights } from './grants.server.ts';
import { loggable } from './loggable.server.ts';
import { MigrationError } from './migration-error.server.ts';

export { MigrationError } from './migration-error.server.ts';

interface Migration {
  name: string;
  sql: string;
  hash: string;
}

// Any number will do, as long as every version of the program uses the same one.
const lockKey = 7_301_964_220;

/**
 * Applies the missing `NNNN-nome.sql` files in order, each in a transaction; processes that start at the same moment wait for
 * each other. `rights` are what another role gets on the tables. Answers with the names applied.
 */
export async function migrate(
  db: Pick<Database, 'session'>,
  folder: string,
  { log = () => {}, rights }: { log?: (message: string) => void; rights?: Rights } = {},
): Promise<string[]> {
  const migrations = await readMigrations(folder);
  return oneAtATime(db, lockKey, async (client) => {
    // A role that may not make tables can still find that nothing is missing.
    if (!(await isBegun(client)))
      await client.query(
        'create table migracoes (nome text primary key, hash text not null, aplicada_em timestamptz not null default now())',
      );
    const missing = judge(migrations, await readApplied(client));
    for (const migration of missing) {
      const start = performance.now();
      await apply(client, migration);
      log(`migração ${migration.name} aplicada em ${Math.round(performance.now() - start)} ms`);
    }
    if (rights) await grantRights(client, rights);
    return missing.map(({ name }) => name);
  });
}

/** Names of the migrations that are not applied yet; refuses like `migrate` when an applied file was changed. */
export async function pending(db: Pick<Database, 'session'>, folder: string): Promise<string[]> {
  const migrations = await readMigrations(folder);
  return db.session(async (client) => {
    return judge(migrations, (await isBegun(client)) ? await readApplied(client) : new Map()).map(({ name }) => name);
  });
}

async function isBegun(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ there: boolean }>(`select to_regclass('migracoes') is not null as there`);
  return rows[0]?.there === true;
}

/** The numbered SQL files of a folder, in order. */
async function readMigrations(folder: string): Promise<Migration[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort();
  const numbers = new Map<string, string>();
  const migrations: Migration[] = [];
  for (const file of files) {
    const number = /^(\d{4})-[a-z0-9-]+\.sql$/.exec(file)?.[1];
    if (!number)
      throw new MigrationError(
        `O arquivo de migração ${file} deveria se chamar NNNN-nome.sql, com letras minúsculas, números e hífens.`,
      );
    const twin = numbers.get(number);
    if (twin)
      throw new MigrationError(`As migrações ${twin} e ${file} têm o mesmo número. Renumere a que ainda não foi aplicada.`);
    numbers.set(number, file);
    // Git may turn the line ends of a file; that is not a change.
    const sql = (await readFile(path.join(folder, file), 'utf8')).replaceAll('\r\n', '\n');
    migrations.push({ name: file.slice(0, -'.sql'.length), sql, hash: createHash('sha256').update(sql).digest('hex') });
  }
  return migrations;
}

async function readApplied(client: pg.ClientBase): Promise<Map<string, string>> {
  const { rows } = await client.query<{ nome: string; hash: string }>('select nome, hash from migracoes');
  return new Map(rows.map(({ nome, hash }) => [nome, hash]));
}

function judge(migrations: Migration[], applied: Map<string, string>): Migration[] {
  for (const { name, hash } of migrations) {
    const before = applied.get(name);
    if (before !== undefined && before !== hash)
      throw new MigrationError(
        `A migração ${name} já foi aplicada neste banco de dados e depois teve o arquivo alterado. Restaure o arquivo original e escreva a mudança em uma nova migração.`,
      );
  }
  const known = new Set(migrations.map(({ name }) => name));
  for (const name of applied.keys())
    if (!known.has(name))
      throw new MigrationError(
        `O banco de dados tem a migração ${name}, que este programa não conhece. Use a versão do programa que a aplicou, ou uma mais nova.`,
      );
  return migrations.filter(({ name }) => !applied.has(name));
}

async function apply(client: pg.ClientBase, { name, sql, hash }: Migration): Promise<void> {
  try {
    await client.query('begin');
    await client.query(sql);
    await client.query('insert into migracoes (nome, hash) values ($1, $2)', [name, hash]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    const { position } = error as { position?: string };
    const line = position ? ` (linha ${sql.slice(0, Number(position)).split('\n').length})` : '';
    throw new MigrationError(`A migração ${name} falhou${line}: ${loggable(error).message}`, { cause: error });
  }
}
