import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { EmbeddedDatabaseError } from './postgres-program.server.ts';

/** What stands in the folder of an embedded database. */
export const foldersOf = (dataDir: string) => ({
  cluster: path.join(dataDir, 'cluster'),
  log: path.join(dataDir, 'postgres.log'),
  owner: path.join(dataDir, 'dono.json'),
  lock: path.join(dataDir, 'abertura.lock'),
  copy: path.join(dataDir, 'programa'),
});

export const socketPort = 5432;

/** The longest path a Unix socket may have, and what PostgreSQL puts behind the folder. */
const longest = 107 - `/.s.PGSQL.${socketPort}`.length;

/** A private folder for the socket: in the data folder, or in the temporary one when that path is too long or has odd characters. */
export function socketFolder(dataDir: string): string {
  const beside = path.join(realpathSync(dataDir), 'socket');
  // PostgreSQL reads a list, split at commas, from this setting.
  if (Buffer.byteLength(beside) <= longest && /^[\w/.@+-]+$/.test(beside)) return privateFolder(beside);
  const name = `vinculo-${createHash('sha256').update(beside).digest('hex').slice(0, 16)}`;
  const short = path.join(os.tmpdir(), name);
  return privateFolder(Buffer.byteLength(short) <= longest && /^[\w/.@+-]+$/.test(short) ? short : path.join('/tmp', name));
}

function privateFolder(folder: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const found = lstatSync(folder);
  const us = process.getuid?.();
  // In a shared temporary folder the name may have been taken by someone else, to listen in.
  if (!found.isDirectory() || (us !== undefined && us !== 0 && found.uid !== us) || (found.mode & 0o077) !== 0)
    throw new EmbeddedDatabaseError(
      `A pasta ${folder} deveria ser só deste programa (permissão 0700) e não é. Remova-a ou informe DATABASE_URL.`,
    );
  return folder;
}

interface Postmaster {
  pid: number;
  socket: string;
  port: number;
}

/** What `postmaster.pid` says, or null. */
export function readPostmaster(cluster: string): Postmaster | null {
  try {
    const [pid, , , port, socket] = readFileSync(path.join(cluster, 'postmaster.pid'), 'utf8').split('\n');
    if (!Number(pid)) return null;
    return { pid: Number(pid), port: Number(port) || socketPort, socket: socket?.trim() ?? '' };
  } catch {
    return null;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** False only when it is certain that the process is not the PostgreSQL of this cluster (PostgreSQL works inside its folder). */
export function mayServe(pid: number, cluster: string): boolean {
  if (!isAlive(pid)) return false;
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(cluster);
  } catch {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('postgres');
    } catch {
      return process.platform !== 'linux';
    }
  }
}

/** Every process of this cluster's server. PostgreSQL works inside its folder; so may somebody's shell. */
function serversOf(cluster: string): number[] {
  const found = readPostmaster(cluster);
  const known = found && mayServe(found.pid, cluster) ? [found.pid] : [];
  if (process.platform !== 'linux') return known;
  const folder = realpathSync(cluster);
  const inside = readdirSync('/proc')
    .map(Number)
    .filter((pid) => {
      try {
        return readlinkSync(`/proc/${pid}/cwd`) === folder && readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'postgres';
      } catch {
        return false;
      }
    });
  return [...new Set([...known, ...inside])];
}

/**
 * Ends what is left of a server that lost its keeper or its postmaster. Backends that outlive their postmaster keep its memory,
 * and no new postmaster starts beside them; every transaction that they confirmed is on the disk.
 */
export async function endServer(cluster: string): Promise<void> {
  for (const start = Date.now(); ; await pause(20)) {
    const left = serversOf(cluster);
    if (left.length === 0) return;
    for (const pid of left)
      try {
        process.kill(pid, Date.now() - start > 5_000 ? 'SIGKILL' : 'SIGQUIT');
      } catch {
        // gone by itself
      }
  }
}

/**
 * Removes the pid file of a dead postmaster when its id now belongs to another program; else PostgreSQL would believe that it is
 * running.
 */
export function clearStale(cluster: string): void {
  const found = readPostmaster(cluster);
  if (!found || !isAlive(found.pid) || mayServe(found.pid, cluster)) return;
  rmSync(path.join(cluster, 'postmaster.pid'), { force: true });
  if (found.socket) rmSync(path.join(found.socket, `.s.PGSQL.${found.port}.lock`), { force: true });
}

// Process ids are reused, in a container at once; an id together with its start time is not.
function birth(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // A zombie keeps its id until its parent reaps it; it serves nobody.
    return fields[0] === 'Z' ? null : (fields[19] ?? null);
  } catch {
    if (process.platform === 'linux') return null;
  }
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || null;
  } catch {
    return null;
  }
}

const signature = (pid: number) => JSON.stringify({ pid, nascimento: birth(pid) });

/** Writes into `file` that this process holds what the file stands for. */
export function sign(file: string, flag: 'w' | 'wx' = 'w'): void {
  writeFileSync(file, signature(process.pid), { flag });
}

/** The process that signed `file`, if it is still alive. */
export function livingSigner(file: string): number | null {
  try {
    const text = readFileSync(file, 'utf8');
    const { pid, nascimento } = JSON.parse(text) as { pid: number; nascimento: string | null };
    return nascimento !== null && birth(pid) === nascimento ? pid : null;
  } catch {
    return null;
  }
}

/** Runs `work` while no other process opens the same folder. */
export async function alone<T>(lock: string, work: () => Promise<T>): Promise<T> {
  for (const start = Date.now(); ; await pause(20)) {
    try {
      sign(lock, 'wx');
      break;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    // The other one may be between creating the file and writing it: look twice before calling it dead.
    if (livingSigner(lock) === null) {
      await pause(100);
      if (livingSigner(lock) === null) rmSync(lock, { force: true });
    } else if (Date.now() - start > 120_000) {
      throw new EmbeddedDatabaseError(`Outro programa está abrindo o mesmo banco há mais de dois minutos (${lock}).`);
    }
  }
  try {
    return await work();
  } finally {
    rmSync(lock, { force: true });
  }
}
