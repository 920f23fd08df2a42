import { chownSync, existsSync, lchownSync, lstatSync, readdirSync, renameSync, rmdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { foldersOf } from './cluster-folder.server.ts';
import { spawnProgram, tail } from './postgres-process.server.ts';
import { EmbeddedDatabaseError, type Program } from './postgres-program.server.ts';

/** Makes the cluster of a data folder that has none; `user` is its superuser. */
export async function makeCluster(
  program: Program,
  dataDir: string,
  { user, isSynced, log }: { user: string; isSynced: boolean; log: (message: string) => void },
): Promise<void> {
  const { cluster } = foldersOf(dataDir);
  if (existsSync(cluster) && readdirSync(cluster).length > 0)
    throw new EmbeddedDatabaseError(
      `A pasta ${cluster} tem arquivos, mas não um banco de dados. Restaure o backup ou use outra pasta.`,
    );
  // A cluster under its final name is always complete; what a killed first start left has another name.
  for (const name of readdirSync(dataDir))
    if (name.startsWith('cluster.novo')) rmSync(path.join(dataDir, name), { recursive: true, force: true });
  log('criando o banco de dados embutido');
  const half = path.join(dataDir, `cluster.novo-${process.pid}`);
  const locale =
    program.major >= 17 ? ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'] : ['--locale=C.UTF-8'];
  const args = ['-D', half, '-U', user, '-A', 'trust', '-E', 'UTF8', '-k', ...locale, ...(isSynced ? [] : ['--no-sync'])];
  const child = spawnProgram(program, 'initdb', args, dataDir, ['ignore', 'pipe', 'pipe']);
  let output = '';
  child.stdout?.on('data', (chunk) => (output += chunk));
  child.stderr?.on('data', (chunk) => (output += chunk));
  const code = await new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve));
  if (code !== 0) {
    rmSync(half, { recursive: true, force: true });
    throw new EmbeddedDatabaseError(`Não foi possível criar o banco de dados em ${dataDir}: ${tail(output)}`);
  }
  // Fails unless the folder is empty, so what another start has made meanwhile is never removed.
  if (existsSync(cluster)) rmdirSync(cluster);
  renameSync(half, cluster);
}

// PostgreSQL must own its folder. The level below shows whether everything inside was already given.
export function giveTo({ uid, gid }: { uid: number; gid: number }, dataDir: string, ...folders: string[]): void {
  const give = (file: string) => {
    lchownSync(file, uid, gid);
    if (lstatSync(file).isDirectory()) for (const name of readdirSync(file)) give(path.join(file, name));
  };
  if (statSync(dataDir).uid !== uid) chownSync(dataDir, uid, gid);
  for (const folder of folders) if (existsSync(folder) && statSync(folder).uid !== uid) give(folder);
}
