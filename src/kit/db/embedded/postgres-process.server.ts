import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, copyFileSync, existsSync, openSync, readFileSync, rmSync, statfsSync, statSync, truncateSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { endServer, foldersOf, socketPort } from './cluster-folder.server.ts';
import { EmbeddedDatabaseError, type Program } from './postgres-program.server.ts';

/** One run of PostgreSQL over a cluster. */
export interface Server {
  /** Resolves when nothing of it runs any more. */
  exited: Promise<void>;
  stop(): Promise<void>;
}

// The shell holds the other end of our pipe: when the pipe closes, by stop() or by our death, it asks the server to stop.
const keeper = `
exec 3<&0
"$@" </dev/null 3<&- &
server=$!
trap '' HUP INT TERM
(while read -r _ <&3; do :; done; kill -INT $server) >/dev/null 2>&1 &
reader=$!
exec 3<&-
wait $server
code=$?
kill $reader 2>/dev/null
exit $code
`;

const LOG_BYTES = 5_000_000;
const TURN_MS = 10_000;

/**
 * Keeps the log and, where the disk has room, the one before it. The server holds the file open for appending, so the file is emptied in
 * place. No log is worth the server: whatever fails here is left.
 */
export function turnLog(log: string): void {
  const left = (work: () => void) => {
    try {
      work();
    } catch {}
  };
  left(() => {
    if (!existsSync(log) || statSync(log).size <= LOG_BYTES) return;
    left(() => {
      // First of all, so that the copy takes no more room than there was before.
      rmSync(`${log}.1`, { force: true });
      copyFileSync(log, `${log}.1`);
    });
    truncateSync(log);
  });
}

/**
 * MB of the disk that the sorts and joins of one connection may fill: an eighth of what is free when the server starts, because three reports at
 * a time may do so. The longest honest one known sorts 1 GB.
 */
function mostSorted(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return Math.trunc(Math.min(4_096, Math.max(1_536, (bavail * bsize) / 8 / 2 ** 20)));
}

export function launch(program: Program, dataDir: string, socket: string, settings: Record<string, string>): Server {
  const { cluster, log } = foldersOf(dataDir);
  const all = {
    listen_addresses: '',
    unix_socket_directories: socket,
    unix_socket_permissions: '0700',
    port: String(socketPort),
    max_connections: '60',
    // Parallel workers share memory through /dev/shm, which is 64 MB in a container.
    max_parallel_workers_per_gather: '0',
    jit: 'off',
    // Sorting a company of 100,000 people fits; with the 4 MB of old it went to disk.
    work_mem: '16MB',
    temp_file_limit: `${mostSorted(dataDir)}MB`,
    // Disks are SSDs: looking a row up by its key costs little more than reading the next one.
    random_page_cost: '1.1',
    log_checkpoints: 'off',
    // The rows and values of statements are people's data. The statements of the program itself are not logged even on errors
    // (see the roles).
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    log_parameter_max_length: '0',
    log_parameter_max_length_on_error: '0',
    log_statement: 'none',
    log_min_duration_statement: '-1',
    log_min_duration_sample: '-1',
    log_lock_waits: 'off',
    log_temp_files: '-1',
    log_autovacuum_min_duration: '-1',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // The program has no event triggers: one that came with a restored copy would run as the owner of everything at the first
    // connection.
    ...(program.major >= 17 && { event_triggers: 'off' }),
    ...settings,
  };
  const args = ['-D', cluster, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
  const output = openSync(log, 'a', 0o600);
  const turning = setInterval(() => turnLog(log), TURN_MS).unref();
  turnLog(log);
  const child = spawnProgram(program, 'postgres', args, dataDir, ['pipe', output, output], true);
  closeSync(output);
  child.stdin?.on('error', () => {});
  child.unref();
  (child.stdin as unknown as { unref?: () => void } | null)?.unref?.();
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()).once('error', () => resolve()));
  const exited = gone.then(() => {
    clearInterval(turning);
    // When the keeper is killed, its reader process remains and ends by this.
    child.stdin?.end();
    return endServer(cluster);
  });

  let stopping: Promise<void> | undefined;
  const stop = async () => {
    child.ref();
    child.stdin?.end();
    // A fast shutdown writes a checkpoint; a disk may be slow, but not for ever.
    await Promise.race([exited, pause(60_000, undefined, { ref: false }).then(() => endServer(cluster))]);
  };
  return { exited, stop: () => (stopping ??= stop()) };
}

export function spawnProgram(
  program: Program,
  name: string,
  args: string[],
  home: string,
  stdio: ('ignore' | 'pipe' | number)[],
  kept = false,
): ChildProcess {
  const [command = '', ...rest] = [
    ...(kept ? ['/bin/sh', '-c', keeper, 'sh'] : []),
    ...program.prefix,
    path.join(program.bin, name),
    ...args,
  ];
  // A session of its own: Ctrl-C at the terminal goes to us, and the server must outlive our last answers.
  return spawn(command, rest, {
    ...program.user,
    stdio,
    cwd: home,
    detached: true,
    env: { PATH: process.env.PATH ?? '/usr/bin:/bin', HOME: home, LC_ALL: 'C', TZ: 'UTC' },
  });
}

/** Waits until the server takes connections; throws what it wrote when it ends instead. */
export async function untilReady(connection: pg.PoolConfig, server: Server, logFile: string): Promise<void> {
  let gone = false;
  void server.exited.then(() => (gone = true));
  const start = Date.now();
  const from = statSync(logFile).size;
  for (;;) {
    if (await isUp(connection)) return;
    if (gone || Date.now() - start > 600_000) {
      const output = readFileSync(logFile).subarray(from).toString('utf8');
      throw new EmbeddedDatabaseError(
        `O banco de dados embutido não iniciou: ${tail(output) || 'sem mensagem'}. Detalhes em ${logFile}.`,
      );
    }
    await pause(15);
  }
}

/** True when a server accepts connections here, even if it has neither the role nor the database. */
export async function isUp(connection: pg.PoolConfig): Promise<boolean> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 5_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    return true;
  } catch (error) {
    return ['28000', '3D000'].includes((error as { code?: string }).code ?? '');
  } finally {
    await client.end().catch(() => {});
  }
}

export const tail = (text: string) => text.trim().split('\n').slice(-6).join(' | ').slice(-1500);
