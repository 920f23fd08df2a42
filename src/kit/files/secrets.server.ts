import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { flush } from '#kit/db/backup/manifest.server.ts';

/**
 * Secrets that no database and no backup may hold. Servers that share a database share this folder, as they share the stored files.
 */
let folder: string | undefined;

export function keepKeysIn(place: string): void {
  folder = path.resolve(place);
}

export function secretFile(name: string): string {
  if (folder === undefined) throw new Error('nobody has said where keys are kept');
  return path.join(folder, name);
}

/** Writes a secret that lasts before anything depends on it; the first of two who write it at once wins. */
export async function keepSecret(file: string, secret: Buffer): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const coming = `${file}.${randomBytes(6).toString('hex')}`;
  const handle = await open(coming, 'wx', 0o600);
  try {
    await handle.writeFile(secret);
    await handle.sync();
    await link(coming, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  } finally {
    await handle.close();
    await rm(coming, { force: true });
  }
  await flush(path.dirname(file));
}

let madeOrRead: Promise<Buffer> | undefined;

/**
 * The secret of this installation. Personal links are derived from it, so that each mail to a person carries the same one; the counts of kiosks and
 * logins name a CPF, and what imports learnt the titles of a sheet, by a digest that is keyed with it; and it draws the peers of anonymous evaluations.
 */
export function installationSecret(): Promise<Buffer> {
  madeOrRead ??= readOrMake(secretFile('bilhetes')).catch((error: unknown) => {
    madeOrRead = undefined;
    throw error;
  });
  return madeOrRead;
}

async function readOrMake(file: string): Promise<Buffer> {
  const there = await readFile(file).catch(absent);
  if (there) return there;
  await keepSecret(file, randomBytes(32));
  return readFile(file);
}

export function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
