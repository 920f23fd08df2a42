import { existsSync, mkdirSync, readFileSync, rmSync, truncateSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { APPLICATION, OWNER, prepareRoles } from '#kit/db/roles.server.ts';
import {
  alone,
  clearStale,
  foldersOf,
  livingSigner,
  mayServe,
  readPostmaster,
  sign,
  socketFolder,
  socketPort,
} from './cluster-folder.server.ts';
import { keepAlive } from './cluster-keeper.server.ts';
import { giveTo, makeCluster } from './cluster-make.server.ts';
import { isUp, launch, untilReady } from './postgres-process.server.ts';
import { EmbeddedDatabaseError, findProgram } from './postgres-program.server.ts';

export interface Embedded {
  /** As the role that the program works as. */
  connection: pg.PoolConfig;
  /** As the role that owns the tables, and everything else. */
  owner: pg.PoolConfig;
  /** Stops the server if this process started it; otherwise does nothing. */
  stop(): Promise<void>;
  /** True when another living process of this machine had started the server. */
  adopted: boolean;
}

interface EmbeddedOptions {
  dataDir: string;
  log?: (message: string) => void;
  /** Called when the server has died and cannot be started again: nothing works from then on. */
  onLost?: (error: EmbeddedDatabaseError) => void;
  /** Server settings on top of ours; `fsync: 'off'` (tests) also makes the first start quicker. */
  settings?: Record<string, string>;
  /** How long to wait before each new start of a server that died, in ms. */
  pauses?: readonly number[];
}

const as = (user: string, host: string, port: number): pg.PoolConfig => ({ host, port, user, database: APPLICATION });
const bothAt = (host: string, port: number) => ({
  connection: as(APPLICATION, host, port),
  // Migrations and restorations sort whole tables for their indexes.
  owner: { ...as(OWNER, host, port), options: '-c temp_file_limit=-1' },
});

/**
 * Opens the PostgreSQL that lives in `dataDir`, and makes it on the first call. It listens only on a socket in a private folder.
 * The server belongs to ONE process, the one that started it, and ends with it, however that process ends; while the process
 * lives, a server that dies is started again. A second process (a worker, a tool) that opens the same folder gets the same server
 * (`adopted`). When the owner goes, the second one's queries fail with kind 'connection', until the owner is started again (same
 * socket) or the second calls `openEmbedded` itself and becomes the owner. Programs of equal rank use a server named by
 * DATABASE_URL.
 */
export async function openEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const dataDir = path.resolve(options.dataDir);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  return alone(foldersOf(dataDir).lock, () => open({ ...options, dataDir }));
}

/**
 * The address of the server that another process has opened in `dataDir`, or null. For a process that must not become the owner,
 * since it would keep the server alive after the program has gone.
 */
export async function adoptEmbedded(folder: string): Promise<Pick<Embedded, 'connection' | 'owner'> | null> {
  const dataDir = path.resolve(folder);
  if (!existsSync(dataDir)) return null;
  const { cluster, owner, lock } = foldersOf(dataDir);
  return alone(lock, () => findRunning(cluster, owner, () => {}));
}

async function open({ dataDir, log = () => {}, onLost = () => {}, settings = {}, pauses }: EmbeddedOptions): Promise<Embedded> {
  const { cluster, owner, log: logFile } = foldersOf(dataDir);
  const running = await findRunning(cluster, owner, log);
  if (running) {
    log('banco de dados embutido já aberto por outro processo; usando o mesmo servidor');
    return { ...running, adopted: true, stop: async () => {} };
  }

  const version = path.join(cluster, 'PG_VERSION');
  const fresh = !existsSync(version);
  const program = await findProgram(dataDir, fresh ? undefined : Number.parseInt(readFileSync(version, 'utf8'), 10));
  const socket = socketFolder(dataDir);
  if (process.getuid?.() === 0) giveTo(program.user ?? { uid: 0, gid: 0 }, dataDir, socket, cluster);
  if (fresh) await makeCluster(program, dataDir, { user: OWNER, isSynced: settings.fsync !== 'off', log });

  const both = bothAt(socket, socketPort);
  const leave = () => {
    // Another process must not touch the server of a living owner, even a dead server.
    rmSync(owner, { force: true });
    // One in the temporary folder would stay for ever.
    if (path.dirname(socket) !== dataDir) rmSync(socket, { recursive: true, force: true });
  };
  sign(owner);
  try {
    const stop = await keepAlive({
      launch() {
        clearStale(cluster);
        return launch(program, dataDir, socket, settings);
      },
      ready: (server) => untilReady(both.owner, server, logFile),
      log,
      onLost(error) {
        leave();
        onLost(error);
      },
      ...(pauses && { pauses }),
    });
    if (await prepareRoles({ host: socket, port: socketPort }, log)) {
      // The log of an earlier version may quote people's data.
      truncateSync(logFile);
      rmSync(`${logFile}.1`, { force: true });
    }
    log(`banco de dados embutido aberto em ${dataDir} (PostgreSQL ${program.major})`);
    return { ...both, adopted: false, stop: () => stop().finally(leave) };
  } catch (error) {
    leave();
    throw error;
  }
}

/** The running server, or null when this process may start one. */
async function findRunning(
  cluster: string,
  owner: string,
  log: (message: string) => void,
): Promise<Pick<Embedded, 'connection' | 'owner'> | null> {
  const patience = Date.now() + 60_000;
  for (let hasWarned = false; ; await pause(50)) {
    const found = readPostmaster(cluster);
    const serves = found !== null && mayServe(found.pid, cluster);
    const isOwned = livingSigner(owner) !== null;
    if (!serves && !isOwned) return null;
    // A server without a living owner is about to stop, even if it still answers. A living owner starts a dead one again.
    if (serves && isOwned) {
      const both = bothAt(found.socket, found.port);
      if (await isUp(both.owner)) return both;
    }
    if (!hasWarned)
      log(
        isOwned
          ? 'aguardando o banco de dados de outro processo'
          : 'aguardando o encerramento de uma execução anterior do banco de dados',
      );
    hasWarned = true;
    if (Date.now() > patience)
      throw new EmbeddedDatabaseError(
        found && serves
          ? `A pasta ${path.dirname(cluster)} está em uso por outro servidor PostgreSQL (processo ${found.pid}), que não encerra. Encerre-o ou use outra pasta.`
          : `O banco de dados da pasta ${path.dirname(cluster)} pertence a outro programa (processo ${livingSigner(owner)}), que não o traz de volta. Encerre-o e tente de novo.`,
      );
  }
}
