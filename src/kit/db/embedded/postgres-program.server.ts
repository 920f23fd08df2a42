import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { access, chmod, copyFile, cp, mkdir, readdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import { platformOf, thisMachine } from './postgres-platform.server.ts';

const run = promisify(execFile);

/** A PostgreSQL that runs here: where it is, and how it must be started so that it does not see root. */
export interface Program {
  bin: string;
  major: number;
  /** What precedes the binary on the command line. */
  prefix: string[];
  /** Set when PostgreSQL runs under another user, who must own its folder. */
  user?: { uid: number; gid: number };
}

/** The embedded database cannot be opened; the message is for whoever started the program. */
export class EmbeddedDatabaseError extends Error {
  override name = 'EmbeddedDatabaseError';
}

const here = platformOf(thisMachine());

const exists = (file: string) =>
  access(file).then(
    () => true,
    () => false,
  );

/** Finds a PostgreSQL, the one from npm before the system's, and proves that it runs. With `major`, only of that version. */
export async function findProgram(dataDir: string, major?: number): Promise<Program> {
  const tried: string[] = [];
  for (const bin of await candidates()) {
    for (const way of here.ways.map((name) => wayToRun[name])) {
      try {
        const program = await tryProgram(way, bin, dataDir);
        if (major === undefined || program.major === major) return program;
        tried.push(`${bin} é da versão ${program.major}`);
        break;
      } catch (error) {
        tried.push(
          `${[...way.prefix, bin].join(' ')}: ${String((error as { stderr?: string }).stderr || (error as Error).message).trim()}`,
        );
      }
    }
  }
  const wanted = major === undefined ? 'o PostgreSQL embutido' : `o PostgreSQL ${major}, com que a pasta ${dataDir} foi criada,`;
  throw new EmbeddedDatabaseError(
    `Não foi possível iniciar ${wanted} neste computador. Informe em DATABASE_URL o endereço de um servidor PostgreSQL ` +
      `(por exemplo, postgres://usuario:senha@servidor:5432/vinculo). Tentativas: ${tried.join('; ') || `não há pacote para ${process.platform}-${process.arch}`}.`,
  );
}

async function candidates(): Promise<string[]> {
  const bins: string[] = [];
  const { packageName, exe, versions, keeper } = here;
  // Nothing here ties a server's life to ours without a shell.
  if (keeper !== 'shell') return bins;
  try {
    const entry = createRequire(import.meta.url).resolve(packageName ?? '');
    const native = path.join(path.dirname(entry), '..', 'native');
    await repair(native);
    bins.push(path.join(native, 'bin'));
  } catch {
    // not installed for this system
  }
  const folders: string[] = [];
  for (const parent of versions) {
    const found = await readdir(parent).catch(() => [] as string[]);
    found.sort((a, b) => Number(b) - Number(a));
    folders.push(...found.map((version) => path.join(parent, version, 'bin')));
  }
  for (const folder of [...folders, ...(process.env.PATH ?? '').split(path.delimiter)])
    if (folder && (await exists(path.join(folder, `postgres${exe}`))) && (await exists(path.join(folder, `initdb${exe}`))))
      bins.push(folder);
  return bins;
}

/** npm packs neither symbolic links nor, on some paths, exec bits; the package's own install script would mend both, but does not run. */
export async function repair(native: string): Promise<void> {
  const links = JSON.parse(await readFile(path.join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]')) as {
    source: string;
    target: string;
  }[];
  for (const { source, target } of links) {
    const from = path.join(native, '..', source);
    const to = path.join(native, '..', target);
    if (await exists(to)) continue;
    await rm(to, { force: true }).catch(() => {}); // a dangling link
    await symlink(path.relative(path.dirname(to), from), to).catch(() => copyFile(from, to).catch(() => {}));
  }
  for (const file of await readdir(path.join(native, 'bin'))) {
    const full = path.join(native, 'bin', file);
    await access(full, constants.X_OK).catch(() => chmod(full, 0o755).catch(() => {}));
  }
}

const wayToRun: Record<(typeof here)['ways'][number], Pick<Program, 'prefix' | 'user'>> = {
  'as-we-are': { prefix: [] },
  // PostgreSQL sees uid 1000 while its files stay root's. Where that is forbidden, nobody runs it.
  namespace: { prefix: ['unshare', '--user', '--map-user=1000', '--map-group=1000'] },
  nobody: { prefix: [], user: { uid: 65534, gid: 65534 } },
};

async function tryProgram(way: Pick<Program, 'prefix' | 'user'>, bin: string, dataDir: string): Promise<Program> {
  try {
    return await probe(way, bin);
  } catch (error) {
    if (!way.user) throw error;
    // The user nobody cannot read the package under root's home; it can read a copy beside the data.
    const copy = path.join(dataDir, 'programa');
    if (!(await exists(copy))) {
      await mkdir(dataDir, { recursive: true });
      const half = `${copy}.${process.pid}`;
      await cp(path.join(bin, '..'), half, { recursive: true, verbatimSymlinks: true });
      await rename(half, copy).catch(() => rm(half, { recursive: true, force: true }));
    }
    return await probe(way, path.join(copy, 'bin'));
  }
}

async function probe(way: Pick<Program, 'prefix' | 'user'>, bin: string): Promise<Program> {
  const [command, ...args]: string[] = [...way.prefix, path.join(bin, `postgres${here.exe}`), '--version'];
  const { stdout } = await run(command ?? '', args, { ...way.user, cwd: '/', timeout: 20_000 });
  const major = Number(/ (\d+)/.exec(stdout)?.[1]);
  if (!major) throw new Error(`versão desconhecida: ${stdout.trim()}`);
  return { bin, major, ...way };
}
