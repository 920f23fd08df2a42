import { lstat, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { BackupError, backupCluster } from '#kit/db/backup/backup.server.ts';
import { exportTables } from '#kit/db/backup/export-tables.server.ts';
import { openHalf } from '#kit/db/backup/half.server.ts';
import { flush, writeManifest } from '#kit/db/backup/manifest.server.ts';
import { readConfig } from '#platform/config.server.ts';
import { command } from './command-error.server.ts';
import { copyFiles, filesFolder } from './file-copies.server.ts';
import { openDatabase } from './open-database.server.ts';

const USAGE = 'Uso: npm run backup -- <pasta> [--tabelas]';
const FULL = 'Falta espaço em disco para o backup. Nada ficou pela metade; libere espaço ou escolha outra pasta.';

/**
 * `npm run backup -- <folder>`: copies database and stored files, while the program works. `banco/` is a copy of the embedded
 * database; `tabelas/` is one file a table, for a server named by DATABASE_URL or, with `--tabelas`, to move to one. A manifest
 * of everything is written last.
 */
async function backup(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { tabelas: { type: 'boolean', default: false } },
  });
  const [given] = positionals;
  if (given === undefined || positionals.length > 1) throw new BackupError(USAGE);
  const folder = resolve(given);
  if (await lstat(folder).catch(() => null)) throw new BackupError(`A pasta ${folder} já existe. Escolha um nome novo.`);

  const config = readConfig(process.env);
  const opened = await openDatabase(config);
  let half: string | undefined;
  try {
    const growing = await openHalf(folder, 'parcial', (message) => console.log(message));
    half = growing.folder;
    // Files before and after the database: every file that the copied database names is there, swept since or not.
    let files = await copyFiles(filesFolder(config), join(growing.folder, 'arquivos'));
    if (opened.isEmbedded && !values.tabelas) {
      const { bytes } = await opened.asOwner((owner) => backupCluster(owner, config.VINCULO_DATA, join(growing.folder, 'banco')));
      console.log(`Banco de dados: ${(bytes / 2 ** 20).toFixed(1).replace('.', ',')} MB.`);
    } else console.log(`Banco de dados: ${await exportTables(opened.db, join(growing.folder, 'tabelas'))} tabelas.`);
    files += await copyFiles(filesFolder(config), join(growing.folder, 'arquivos'));
    const written = await writeManifest(growing.folder);
    // Signed until it is whole, so that a later backup removes what is left of it.
    await growing.close();
    await flush(growing.folder);
    await rename(growing.folder, folder);
    await flush(dirname(folder));
    console.log(`Arquivos: ${files}. No manifesto: ${written}.\nBackup completo em ${folder}.`);
  } catch (error) {
    if (half !== undefined) await rm(half, { recursive: true, force: true });
    throw error;
  } finally {
    await opened.close();
  }
}

command(backup, { usage: USAGE, full: FULL });
