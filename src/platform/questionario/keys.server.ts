import { createHash, randomBytes } from 'node:crypto';
import { access, link, mkdir, open, readdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { flush } from '#kit/db/backup/manifest.server.ts';

/**
 * Secrets that no database and no backup may hold: the private keys of anonymous rounds, and what personal links are derived from.
 * Servers that share a database share this folder, as they share the stored files.
 */
let folder: string | undefined;

export function keepKeysIn(place: string): void {
  folder = path.resolve(place);
}

function placeOf(name: string): string {
  if (folder === undefined) throw new Error('nobody has said where keys are kept');
  return path.join(folder, name);
}

/** A key is found by the digest of its public half: a restored database cannot take another round's key for its own. */
const roundFile = (publicKey: Buffer) => placeOf(`rodada-${createHash('sha256').update(publicKey).digest('hex')}`);

/** Writes a secret that lasts before anything depends on it; the first of two who write it at once wins. */
async function keep(file: string, secret: Buffer): Promise<void> {
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

export const keepRoundKey = (publicKey: Buffer, privateKey: Buffer): Promise<void> => keep(roundFile(publicKey), privateKey);

/** The private key of a round; undefined: this server does not have it. */
export const roundKey = (publicKey: Buffer): Promise<Buffer | undefined> => readFile(roundFile(publicKey)).catch(absent);

/** Whether what is sealed now can be opened later. */
export const hasRoundKey = (publicKey: Buffer): Promise<boolean> =>
  access(roundFile(publicKey)).then(
    () => true,
    () => false,
  );

/** Overwrites and removes a round's key: from now on nobody opens what was sealed. A key that is gone already is no fault. */
export const destroyRoundKey = (publicKey: Buffer): Promise<void> => destroy(roundFile(publicKey));

/** A database that is restored may lack rounds for some days, and get them back. */
const DAYS_ALONE = 90;

/**
 * Removes the old keys of no round: a crash leaves one when it comes after the key was written and before its round was. `of` answers
 * the public keys of all rounds.
 */
export async function destroyLoneKeys(of: () => Promise<readonly Buffer[]>): Promise<void> {
  const before = Date.now() - DAYS_ALONE * 86_400_000;
  const old: string[] = [];
  for (const name of (await readdir(placeOf('')).catch(absent)) ?? []) {
    if (!name.startsWith('rodada-')) continue;
    const file = placeOf(name);
    const written = (await stat(file).catch(absent))?.mtimeMs;
    if (written !== undefined && written < before) old.push(file);
  }
  if (old.length === 0) return;
  const used = new Set((await of()).map(roundFile));
  for (const file of old) if (!used.has(file)) await destroy(file);
}

async function destroy(file: string): Promise<void> {
  const handle = await open(file, 'r+').catch(absent);
  if (!handle) return;
  try {
    const { size } = await handle.stat();
    await handle.write(randomBytes(size), 0, size, 0);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rm(file, { force: true });
  await flush(path.dirname(file));
}

let madeOrRead: Promise<Buffer> | undefined;

/**
 * The secret of this installation. Personal links are derived from it, so that each mail to a person carries the same one; the counts of kiosks and
 * logins name a CPF by a digest that is keyed with it.
 */
export function installationSecret(): Promise<Buffer> {
  madeOrRead ??= readOrMake(placeOf('bilhetes')).catch((error: unknown) => {
    madeOrRead = undefined;
    throw error;
  });
  return madeOrRead;
}

async function readOrMake(file: string): Promise<Buffer> {
  const there = await readFile(file).catch(absent);
  if (there) return there;
  await keep(file, randomBytes(32));
  return readFile(file);
}

function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
