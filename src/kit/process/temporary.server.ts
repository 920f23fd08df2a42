import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';
import { livingSigner, sign } from '#kit/db/embedded/cluster-folder.server.ts';

const OWNER = 'dono.json';
const SIGN_OF_LIFE = 'vivo';
const BEAT_MS = 5 * 60_000;
/** We cannot look up a process of another machine: after so much silence it counts as dead. */
const LONGEST_SILENCE_MS = 60 * 60_000;

let root: string | undefined;

/** The folder for files that live no longer than this process; nobody else may look into it. */
export const temporaryRoot = (): string => root ?? tmpdir();

/** A new folder, which the caller removes. */
export const temporaryFolder = (purpose: string): Promise<string> => mkdtemp(path.join(temporaryRoot(), `vinculo-${purpose}-`));

/**
 * Gives this process a folder of its own below `parent`, and empties `parent` of the folders of dead processes. Several processes
 * and machines may share it: a process of this machine is looked up by its id and start time, one elsewhere counts as dead after
 * an hour of silence.
 */
export async function keepTemporariesIn(parent: string): Promise<void> {
  const folder = path.resolve(parent);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const own = path.join(folder, `${here}-${process.pid}-${randomUUID()}`);
  // The folder gets its own name once it is signed: an unsigned one would pass for a dead process's.
  const coming = path.join(folder, `chegando-${randomUUID()}`);
  await mkdir(coming, { mode: 0o700 });
  sign(path.join(coming, OWNER));
  await writeFile(path.join(coming, SIGN_OF_LIFE), '');
  await rename(coming, own);
  root = own;
  process.once('exit', () => rmSync(own, { recursive: true, force: true }));
  await sweep(own);
  setInterval(() => void beat(own).catch(() => {}), BEAT_MS).unref();
}

async function beat(own: string): Promise<void> {
  await mkdir(own, { recursive: true, mode: 0o700 });
  if (!existsSync(path.join(own, OWNER))) sign(path.join(own, OWNER));
  await writeFile(path.join(own, SIGN_OF_LIFE), '');
  await sweep(own);
}

async function sweep(own: string): Promise<void> {
  const parent = path.dirname(own);
  // The clock of the disk is the same for all machines that share it.
  const now = await heardOf(own);
  const canAsk = livingSigner(path.join(own, OWNER)) === process.pid;
  for (const name of await readdir(parent)) {
    const folder = path.join(parent, name);
    if (folder === own) continue;
    const isDead =
      canAsk && name.startsWith(`${here}-`)
        ? livingSigner(path.join(folder, OWNER)) === null
        : now - (await heardOf(folder)) > LONGEST_SILENCE_MS;
    if (isDead) await rm(folder, { recursive: true, force: true }).catch(() => {});
  }
}

/** The last sign of life of a folder's process; a folder that is just gone counts as alive. */
const heardOf = async (folder: string): Promise<number> => {
  const found = await stat(path.join(folder, SIGN_OF_LIFE)).catch(() => stat(folder).catch(() => null));
  return found?.mtimeMs ?? Infinity;
};

const told = (ask: () => string): string => {
  try {
    return ask();
  } catch {
    return '';
  }
};

/** The scope in which process ids are unique: this machine since its start, or one of its containers. */
const here = createHash('sha256')
  .update(hostname())
  .update(told(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8')))
  .update(told(() => readlinkSync('/proc/self/ns/pid')))
  .digest('hex')
  .slice(0, 12);
