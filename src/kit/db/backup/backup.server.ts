import { constants } from 'node:fs';
import { copyFile, cp, lstat, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Database } from '#kit/db/database.server.ts';
import { foldersOf, mayServe, readPostmaster } from '#kit/db/embedded/cluster-folder.server.ts';
import { openHalf } from './half.server.ts';

interface Backup {
  folder: string;
  bytes: number;
}

/** The backup cannot be made or restored; the message is for whoever asked for it. */
export class BackupError extends Error {
  override name = 'BackupError';
}

// PostgreSQL makes these again at start; what goes into pg_wal is chosen after the copy.
const emptied = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
]);
const skipped = /^(postmaster\.(pid|opts)|backup_label.*|tablespace_map.*|current_logfiles|pg_internal\.init.*|pgsql_tmp.*)$/;

/**
 * Copies the embedded database into a new folder while it works. The copy is whole: opened, it stands where the database stood when the copy ended.
 * A server named by DATABASE_URL has its own tools (`pg_basebackup`, `pg_dump`), or `exportTables`.
 */
export async function backupCluster(db: Pick<Database, 'session'>, dataDir: string, target: string): Promise<Backup> {
  const { cluster } = foldersOf(path.resolve(dataDir));
  if (!readPostmaster(cluster)) throw new BackupError(`O banco de dados embutido de ${dataDir} não está aberto.`);
  const folder = path.resolve(target);
  if (await lstat(folder).catch(() => null))
    throw new BackupError(`A pasta de destino ${folder} já existe. Escolha um nome novo.`);
  // An incomplete backup must not look like a complete one.
  const half = `${folder}.parcial-${process.pid}`;
  try {
    const bytes = await db.session(async (client) => {
      await client.query('set statement_timeout = 0');
      const { rows: spaces } = await client.query(`select from pg_tablespace where spcname not in ('pg_default', 'pg_global')`);
      if (spaces.length) throw new BackupError('O banco de dados usa tablespaces; faça o backup com pg_basebackup.');
      // The slot of this session keeps the WAL from being recycled under the copy.
      await client.query('select pg_create_physical_replication_slot($1, true, true)', [`backup_${process.pid}_${Date.now()}`]);
      const { rows: begun } = await client.query<{ wal: string }>(
        `select pg_walfile_name(pg_backup_start('vinculo', true)) as wal`,
      );
      let copied = await copyTree(cluster, half, true);
      const { rows: ended } = await client.query<{ wal: string; label: string }>(
        'select pg_walfile_name(lsn) as wal, labelfile as label from pg_backup_stop(false)',
      );
      const [first, last] = [begun[0]?.wal ?? '', ended[0]?.wal ?? ''];
      await mkdir(path.join(half, 'pg_wal', 'archive_status'), { recursive: true, mode: 0o700 });
      for (const name of await readdir(path.join(cluster, 'pg_wal'))) {
        const isSegment = /^[0-9A-F]{24}$/.test(name) && name >= first && name <= last;
        if (isSegment || name.endsWith('.history'))
          copied += await copyOne(path.join(cluster, 'pg_wal', name), path.join(half, 'pg_wal', name));
      }
      await writeFile(path.join(half, 'backup_label'), ended[0]?.label ?? '', { mode: 0o600, flush: true });
      // The connection is closed, and with it the slot goes.
      await client.query(
        'select pg_drop_replication_slot(slot_name) from pg_replication_slots where temporary and active_pid = pg_backend_pid()',
      );
      await client.query('reset statement_timeout');
      return copied;
    });
    await rename(half, folder);
    return { folder, bytes };
  } catch (error) {
    await rm(half, { recursive: true, force: true });
    throw error;
  }
}

/**
 * Settings decide which programs PostgreSQL runs or loads and who may enter, so they come from this program and never from a
 * copy. Settings that are not here are passed at each start or are PostgreSQL's defaults.
 */
const CONFIGURATION = {
  'postgresql.conf': '',
  'postgresql.auto.conf': '',
  'pg_hba.conf': 'local all all trust\n',
  'pg_ident.conf': '',
};
const unwanted = /^(postmaster\.(pid|opts)|tablespace_map.*|current_logfiles|recovery\..*|standby\.signal|backup_manifest.*)$/;

/** Refuses a folder that is no backup, and a data folder that already has a database. */
export async function refuseRestore(backup: string, dataDir: string): Promise<void> {
  const { cluster } = foldersOf(path.resolve(dataDir));
  if (!(await stat(path.join(backup, 'backup_label')).catch(() => null)))
    throw new BackupError(`A pasta ${backup} não é um backup completo do Vínculo.`);
  const running = readPostmaster(cluster);
  if (running && mayServe(running.pid, cluster))
    throw new BackupError(`O banco de dados de ${dataDir} está aberto. Encerre o programa antes de restaurar.`);
  if (await lstat(cluster).catch(() => null))
    throw new BackupError(
      `Já existe um banco de dados em ${cluster}. Mova essa pasta para outro lugar antes de restaurar o backup.`,
    );
}

/**
 * Puts a copy made by `backupCluster` where `openEmbedded` will find it; never over an existing database. Its configuration stays behind. Functions inside of the
 * database itself cannot be judged from outside: whoever restores a copy trusts whoever made it.
 */
export async function restoreCluster(from: string, dataDir: string, log?: (message: string) => void): Promise<void> {
  const backup = path.resolve(from);
  await refuseRestore(backup, dataDir);
  const { cluster } = foldersOf(path.resolve(dataDir));
  await mkdir(path.dirname(cluster), { recursive: true, mode: 0o700 });
  const growing = await openHalf(cluster, 'restaurado', log);
  const half = growing.folder;
  try {
    await cp(backup, half, {
      recursive: true,
      mode: constants.COPYFILE_FICLONE,
      filter: (source) => path.dirname(source) !== backup || !unwanted.test(path.basename(source)),
    });
    for (const [name, text] of Object.entries(CONFIGURATION)) {
      await rm(path.join(half, name), { recursive: true, force: true });
      await writeFile(path.join(half, name), text, { mode: 0o600 });
    }
    await growing.close();
    await rename(half, cluster);
  } catch (error) {
    await rm(half, { recursive: true, force: true });
    throw error;
  }
}

async function copyTree(from: string, to: string, isTop = false): Promise<number> {
  await mkdir(to, { recursive: true, mode: 0o700 });
  let bytes = 0;
  for (const entry of await readdir(from, { withFileTypes: true }).catch(unlessGone([]))) {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    if (skipped.test(entry.name)) continue;
    if (isTop && emptied.has(entry.name)) await mkdir(target, { recursive: true, mode: 0o700 });
    else if (entry.isDirectory()) bytes += await copyTree(source, target);
    else if (entry.isFile()) bytes += await copyOne(source, target);
  }
  return bytes;
}

async function copyOne(source: string, target: string): Promise<number> {
  try {
    await copyFile(source, target, constants.COPYFILE_FICLONE);
    return (await stat(target)).size;
  } catch (error) {
    // The table was dropped meanwhile; the WAL records it.
    return unlessGone(0)(error);
  }
}

const unlessGone =
  <T>(value: T) =>
  (error: unknown): T => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return value;
    throw error;
  };
