import { existsSync } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { livingSigner, sign } from '#kit/db/embedded/cluster-folder.server.ts';

/** The signature of the process whose half it is. */
export const OWNER = 'dono.json';
/** A backup or restoration that is half done, and the process that left it. */
const KINDS = { parcial: 'um backup interrompido', restaurado: 'uma restauração interrompida' } as const;

interface Half {
  folder: string;
  /** takes the signature out: what is left is the backup alone */
  close(): Promise<void>;
}

/**
 * Makes the folder that a backup or a restored database grows in, beside the one that it is to be: half of one must not look like a whole. What dead
 * processes of this machine left there, with everybody's data in it, goes first; `log` is told.
 */
export async function openHalf(
  target: string,
  kind: keyof typeof KINDS,
  log: (message: string) => void = () => {},
): Promise<Half> {
  // Process ids are those of one machine: what another one left in a common folder is its own to remove.
  const ending = `.${kind}-${hostname()}-`;
  const parent = path.dirname(target);
  const folder = `${target}${ending}${process.pid}`;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const signature = path.join(folder, OWNER);
  sign(signature);
  if (livingSigner(signature) === process.pid)
    for (const name of await readdir(parent)) {
      const at = name.lastIndexOf(ending);
      const left = path.join(parent, name);
      const isHalf = at > 0 && /^\d+$/.test(name.slice(at + ending.length)) && existsSync(path.join(left, OWNER));
      if (!isHalf || livingSigner(path.join(left, OWNER)) !== null) continue;
      const isGone = await rm(left, { recursive: true, force: true }).then(
        () => true,
        () => false,
      );
      log(
        isGone
          ? `Foi removido o que ${KINDS[kind]} deixou em ${left}.`
          : `O que ${KINDS[kind]} deixou em ${left} não pôde ser removido: remova-o.`,
      );
    }
  return { folder, close: () => rm(signature, { force: true }) };
}
