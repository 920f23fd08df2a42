import { lstat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { BackupError, refuseRestore, restoreCluster } from '#kit/db/backup/backup.server.ts';
import { importTables } from '#kit/db/backup/export-tables.server.ts';
import { refuseStrange, verifyManifest } from '#kit/db/backup/manifest.server.ts';
import type { Database } from '#kit/db/database.server.ts';
import { foldersOf } from '#kit/db/embedded/cluster-folder.server.ts';
import { type Config, readConfig } from '#platform/config.server.ts';
import { endWhatMayBeOver } from './after-restore.server.ts';
import { command } from './command-error.server.ts';
import { copyFiles, filesFolder } from './file-copies.server.ts';
import { migrateDatabase } from './migrate-database.server.ts';
import { openDatabase, openEmbeddedDatabase } from './open-database.server.ts';
import { beginRestore, endRestore } from './restoring.server.ts';

const USAGE = 'Uso: npm run restore -- <pasta> [--substituir] [--sem-verificacao]';
const FULL = 'Falta espaço em disco para a restauração. Libere espaço e comece de novo.';
const log = (message: string) => console.log(message);

/**
 * `npm run restore -- <folder>`: restores a backup of `npm run backup` into an empty data folder, or (`tabelas/`) into an empty
 * server. Replaces a database with users only with `--substituir`. Refuses a backup that differs from its manifest before it
 * writes anything, unless `--sem-verificacao` is given. The database comes last: when it is there, its files are too. Nothing that was
 * ended since the backup lives again: see `endWhatMayBeOver`.
 */
async function restore(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { substituir: { type: 'boolean', default: false }, 'sem-verificacao': { type: 'boolean', default: false } },
  });
  const [given] = positionals;
  if (given === undefined || positionals.length > 1) throw new BackupError(USAGE);
  const folder = resolve(given);
  const config = readConfig(process.env);
  const has = async (name: string) => Boolean(await lstat(join(folder, name)).catch(() => null));
  const isCopy = await has('banco');
  if (!isCopy && !(await has('tabelas'))) throw new BackupError(`A pasta ${folder} não é um backup do Vínculo.`);
  await refuseStrange(folder);
  if (values['sem-verificacao']) console.log('O backup não foi conferido.');
  else console.log(`Backup conferido: ${await verifyManifest(folder)} arquivos.`);
  await (isCopy ? restoreCopy(folder, config) : restoreTables(folder, config, values.substituir));
  console.log('Restauração completa. Todos entram de novo, com a senha que tinham. Inicie o programa com npm start.');
}

async function restoreFiles(folder: string, config: Config): Promise<void> {
  console.log(`Arquivos: ${await copyFiles(join(folder, 'arquivos'), filesFolder(config))}.`);
}

async function restoreCopy(folder: string, config: Config): Promise<void> {
  if (config.DATABASE_URL)
    throw new BackupError(
      'Este backup é do banco de dados embutido e não serve para um servidor. Faça outro com npm run backup -- <pasta> --tabelas.',
    );
  await refuseRestore(join(folder, 'banco'), config.VINCULO_DATA);
  await beginRestore(config.VINCULO_DATA);
  await restoreFiles(folder, config);
  await restoreCluster(join(folder, 'banco'), config.VINCULO_DATA, log);
  const opened = await openEmbeddedDatabase(config, log);
  try {
    await migrateDatabase(opened, log);
    await opened.db.tx(endWhatMayBeOver);
  } finally {
    await opened.close();
  }
  await endRestore(config.VINCULO_DATA);
  console.log(`Banco de dados restaurado em ${resolve(config.VINCULO_DATA)}.`);
}

/** Whether a database has users, who are replaced only on request; one that was never migrated has no such table. */
async function hasUsers(owner: Database): Promise<boolean> {
  const table = await owner.one({ text: `select from pg_class where oid = to_regclass('usuarios')` });
  return table !== undefined && (await owner.one({ text: 'select from usuarios limit 1' })) !== undefined;
}

/**
 * The rows come in one transaction: until it ends, a database with users is the one that it was, and may be opened. One without
 * users would be opened as the demonstration.
 */
async function restoreTables(folder: string, config: Config, replace: boolean): Promise<void> {
  const { DATABASE_URL: server, VINCULO_DATA: data } = config;
  const isNew = !server && !(await lstat(foldersOf(resolve(data)).cluster).catch(() => null));
  if (isNew) await beginRestore(data);
  const opened = await (server ? openDatabase : openEmbeddedDatabase)(config, log);
  try {
    const users = await opened.asOwner(hasUsers);
    if (users && !replace)
      throw new BackupError('Este banco de dados já tem usuários. Para apagar tudo e pôr o backup no lugar, use --substituir.');
    if (!server && !users) await beginRestore(data);
    await migrateDatabase(opened, log);
    await restoreFiles(folder, config);
    // Reference data may exist: an installation without users holds nothing else.
    const tables = await opened.asOwner((owner) =>
      importTables(owner, join(folder, 'tabelas'), { replace: true, finish: endWhatMayBeOver }),
    );
    console.log(`Banco de dados: ${tables} tabelas.`);
  } finally {
    await opened.close();
  }
  if (!server) await endRestore(data);
}

command(restore, { usage: USAGE, full: FULL });
