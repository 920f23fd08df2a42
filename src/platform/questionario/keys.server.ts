import { createHash, randomBytes } from 'node:crypto';
import { access, open, readdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { flush } from '#kit/db/backup/manifest.server.ts';
import { absent, keepSecret, secretFile } from '#kit/files/secrets.server.ts';

/** A key is found by the digest of its public half: a restored database cannot take another round's key for its own. */
const roundFile = (publicKey: Buffer) => secretFile(`rodada-${createHash('sha256').update(publicKey).digest('hex')}`);

export const keepRoundKey = (publicKey: Buffer, privateKey: Buffer): Promise<void> =>
  keepSecret(roundFile(publicKey), privateKey);

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
  for (const name of (await readdir(secretFile('')).catch(absent)) ?? []) {
    if (!name.startsWith('rodada-')) continue;
    const file = secretFile(name);
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
