import { lstat, mkdir, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { BackupError } from '#kit/db/backup/backup.server.ts';

/** Stands in the data folder while a restore runs, and stays when it is interrupted. */
const markOf = (dataDir: string) => join(resolve(dataDir), 'restauracao.incompleta');

/** From here on nobody opens the embedded database of the folder, until the restore has ended. */
export async function beginRestore(dataDir: string): Promise<void> {
  await mkdir(resolve(dataDir), { recursive: true, mode: 0o700 });
  await writeFile(markOf(dataDir), '', { mode: 0o600 });
}

export const endRestore = (dataDir: string) => rm(markOf(dataDir), { force: true });

/** A restore that did not end has not ended the sessions and links of the backup, or left what cannot be opened at all. */
export async function refuseHalfRestored(dataDir: string): Promise<void> {
  const cluster = join(resolve(dataDir), 'cluster');
  if (await lstat(markOf(dataDir)).catch(() => null))
    throw new BackupError(
      `A restauração deste banco de dados não terminou. Se ela foi interrompida, mova a pasta ${cluster}, se existir, para outro lugar e rode npm run restore de novo. Se você já pôs ali outro banco de dados, apague o arquivo ${markOf(dataDir)}.`,
    );
}
