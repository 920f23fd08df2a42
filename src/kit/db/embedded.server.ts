import { type ChildProcess, spawn } from 'node:child_process';
import {
  chownSync,
  closeSync,
  existsSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import {
  alone,
  foldersOf,
  isAlive,
  livingSigner,
  mayServe,
  readPostmaster,
  sign,
  socketFolder,
  socketPort,
} from './cluster-folder.server.ts';
import { EmbeddedDatabaseError, findProgram, type Program } from './postgres-program.server.ts';

export interface Embedded {
  connection: pg.PoolConfig;
  /** Stops the server if this process started it; otherwise does nothing. */
  stop(): Promise<void>;
  /** True when another living process of this machine had started the server. */
  adopted: boolean;
}

interface EmbeddedOptions {
  dataDir: string;
  log?: (message: string) => void;
  /** Server settings on top of ours; `fsync: 'off'` (tests) also makes the first start quicker. */
  settings?: Record<string, string>;
}

const user = 'vinculo';
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Opens the PostgreSQL that lives in `dataDir`, made on the first call. It listens on a socket in a private folder only.
 *
 * The server belongs to ONE program: the process that started it. It ends with that process, however that ends. A second process (a worker, a tool)
 * that opens the same folder meanwhile is given the same server (`adopted`); when the owner goes, its queries fail with kind 'connection',
 * until the owner is started again (same socket) or it calls `openEmbedded` itself and becomes the owner. Programs of equal rank use a server named by DATABASE_URL.
 */
export async function openEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const dataDir = path.resolve(options.dataDir);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  return alone(foldersOf(dataDir).lock, () => open({ ...options, dataDir }));
}

/**
 * Where the server listens that another process has opened in `dataDir`, or null: for a process that must not become its owner, which would keep it
 * alive when the program has gone.
 */
export async function adoptEmbedded(folder: string): Promise<pg.PoolConfig | null> {
  const dataDir = path.resolve(folder);
  if (!existsSync(dataDir)) return null;
  const { cluster, owner, lock } = foldersOf(dataDir);
  return alone(lock, () => findRunning(cluster, owner, () => {}));
}

async function open({ dataDir, log = () => {}, settings = {} }: EmbeddedOptions): Promise<Embedded> {
  const { cluster, owner, log: logFile } = foldersOf(dataDir);
  const running = await findRunning(cluster, owner, log);
  if (running) {
    log('banco de dados embutido já aberto por outro processo; usando o mesmo servidor');
    return { connection: running, adopted: true, stop: async () => {} };
  }

  const fresh = !existsSync(path.join(cluster, 'PG_VERSION'));
  const program = await findProgram(
    dataDir,
    fresh ? undefined : Number.parseInt(readFileSync(path.join(cluster, 'PG_VERSION'), 'utf8'), 10),
  );
  const socket = socketFolder(dataDir);
  if (process.getuid?.() === 0) giveTo(program.user ?? { uid: 0, gid: 0 }, dataDir, socket, cluster);
  if (fresh) await initialise(program, dataDir, settings, log);

  const connection: pg.PoolConfig = { host: socket, port: socketPort, user, database: user };
  const server = launch(program, cluster, socket, logFile, settings);
  try {
    sign(owner);
    await untilReady(connection, server, logFile);
  } catch (error) {
    await server.stop();
    throw error;
  }
  log(`banco de dados embutido aberto em ${dataDir} (PostgreSQL ${program.major})`);
  return { connection, adopted: false, stop: server.stop };
}

// ---- a server that may be there already

async function findRunning(cluster: string, owner: string, log: (message: string) => void): Promise<pg.PoolConfig | null> {
  const patience = Date.now() + 60_000;
  for (let told = false; ; await pause(50)) {
    const found = readPostmaster(cluster);
    if (!found) return null;
    if (!mayServe(found.pid, cluster)) {
      // Dead: PostgreSQL tidies up by itself. The id now belongs to another program: PostgreSQL would believe itself running.
      if (isAlive(found.pid)) {
        rmSync(path.join(cluster, 'postmaster.pid'), { force: true });
        if (found.socket) rmSync(path.join(found.socket, `.s.PGSQL.${found.port}.lock`), { force: true });
      }
      return null;
    }
    const connection: pg.PoolConfig = { host: found.socket, port: found.port, user, database: user };
    // Without a living owner it is about to stop, even if it still answers.
    if (livingSigner(owner) !== null && (await answers(connection)) === true) return connection;
    if (!told) log('aguardando o encerramento de uma execução anterior do banco de dados');
    told = true;
    if (Date.now() > patience)
      throw new EmbeddedDatabaseError(
        `A pasta ${path.dirname(cluster)} está em uso por outro servidor PostgreSQL (processo ${found.pid}), que não encerra. Encerre-o ou use outra pasta.`,
      );
  }
}

/** True, or the reason why not. */
async function answers(connection: pg.PoolConfig): Promise<true | { code?: string }> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 5_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    return true;
  } catch (error) {
    return error as { code?: string };
  } finally {
    await client.end().catch(() => {});
  }
}

// ---- the first start

async function initialise(
  program: Program,
  dataDir: string,
  settings: Record<string, string>,
  log: (message: string) => void,
): Promise<void> {
  const { cluster } = foldersOf(dataDir);
  if (existsSync(cluster) && readdirSync(cluster).length > 0)
    throw new EmbeddedDatabaseError(
      `A pasta ${cluster} tem arquivos, mas não um banco de dados. Restaure o backup ou use outra pasta.`,
    );
  // Under its final name a cluster is always whole; what a killed first start left has another name.
  for (const name of readdirSync(dataDir))
    if (name.startsWith('cluster.novo')) rmSync(path.join(dataDir, name), { recursive: true, force: true });
  log('criando o banco de dados embutido');
  const half = path.join(dataDir, `cluster.novo-${process.pid}`);
  const locale =
    program.major >= 17 ? ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'] : ['--locale=C.UTF-8'];
  const args = [
    '-D',
    half,
    '-U',
    user,
    '-A',
    'trust',
    '-E',
    'UTF8',
    '-k',
    ...locale,
    ...(settings.fsync === 'off' ? ['--no-sync'] : []),
  ];
  const child = spawnProgram(program, 'initdb', args, dataDir, ['ignore', 'pipe', 'pipe']);
  let output = '';
  child.stdout?.on('data', (chunk) => (output += chunk));
  child.stderr?.on('data', (chunk) => (output += chunk));
  const code = await new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve));
  if (code !== 0) {
    rmSync(half, { recursive: true, force: true });
    throw new EmbeddedDatabaseError(`Não foi possível criar o banco de dados em ${dataDir}: ${tail(output)}`);
  }
  rmSync(cluster, { recursive: true, force: true });
  renameSync(half, cluster);
}

// PostgreSQL wants to own its folder. What is given below the first level was given together with it.
function giveTo({ uid, gid }: { uid: number; gid: number }, dataDir: string, ...folders: string[]): void {
  const give = (file: string) => {
    lchownSync(file, uid, gid);
    if (lstatSync(file).isDirectory()) for (const name of readdirSync(file)) give(path.join(file, name));
  };
  if (statSync(dataDir).uid !== uid) chownSync(dataDir, uid, gid);
  for (const folder of folders) if (existsSync(folder) && statSync(folder).uid !== uid) give(folder);
}

// ---- its life

interface Server {
  child: ChildProcess;
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

function launch(program: Program, cluster: string, socket: string, logFile: string, settings: Record<string, string>): Server {
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
    // No disk that turns: looking one row up by its key costs little more than reading the next one.
    random_page_cost: '1.1',
    log_checkpoints: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    ...settings,
  };
  const args = ['-D', cluster, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
  if (existsSync(logFile) && statSync(logFile).size > 5_000_000) renameSync(logFile, `${logFile}.1`);
  const output = openSync(logFile, 'a', 0o600);
  const child = spawnProgram(program, 'postgres', args, path.dirname(cluster), ['pipe', output, output], true);
  closeSync(output);
  child.stdin?.on('error', () => {});
  child.unref();
  (child.stdin as unknown as { unref?: () => void } | null)?.unref?.();
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()).once('error', () => resolve()));

  let stopping: Promise<void> | undefined;
  const stop = async () => {
    child.ref();
    child.stdin?.end();
    // A fast shutdown writes a checkpoint; a disk may be slow, but not for ever.
    const timer = setTimeout(() => {
      const found = readPostmaster(cluster);
      if (found && mayServe(found.pid, cluster)) process.kill(found.pid, 'SIGQUIT');
    }, 60_000);
    await exited;
    clearTimeout(timer);
    // One in the temporary folder would stay for ever.
    if (path.dirname(socket) !== path.dirname(cluster)) rmSync(socket, { recursive: true, force: true });
  };
  return { child, exited, stop: () => (stopping ??= stop()) };
}

function spawnProgram(
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
  // Its own session: Ctrl-C at the terminal is ours to answer, and the server must outlive the last answers.
  return spawn(command, rest, {
    ...program.user,
    stdio,
    cwd: home,
    detached: true,
    env: { PATH: process.env.PATH ?? '/usr/bin:/bin', HOME: home, LC_ALL: 'C', TZ: 'UTC' },
  });
}

async function untilReady(connection: pg.PoolConfig, server: Server, logFile: string): Promise<void> {
  let gone = false;
  void server.exited.then(() => (gone = true));
  const start = Date.now();
  const from = statSync(logFile).size;
  for (;;) {
    const state = await answers(connection);
    if (state === true) return;
    if (state.code === '3D000') {
      await createOwnDatabase(connection);
      return;
    }
    if (gone || Date.now() - start > 600_000) {
      const output = readFileSync(logFile).subarray(from).toString('utf8');
      throw new EmbeddedDatabaseError(
        `O banco de dados embutido não iniciou: ${tail(output) || 'sem mensagem'}. Detalhes em ${logFile}.`,
      );
    }
    await pause(15);
  }
}

async function createOwnDatabase(connection: pg.PoolConfig): Promise<void> {
  const client = new pg.Client({ ...connection, database: 'postgres' });
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query(`create database ${user}`);
  } finally {
    await client.end();
  }
}

const tail = (text: string) => text.trim().split('\n').slice(-6).join(' | ').slice(-1500);
