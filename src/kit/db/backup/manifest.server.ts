import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { BackupError } from './backup.server.ts';
import { OWNER } from './half.server.ts';

/** Every folder and file of a backup, one a line, with size and digest; the last line has the digest of those before it. */
export const MANIFEST = 'manifesto.jsonl';

/** Files read at a time, so that the disk never waits for a single one. */
const AT_ONCE = 4;
/** Faults that the message lists; the rest are counted. */
const MOST_NAMED = 3;

const entrySchema = z.strictObject({ caminho: z.string(), tamanho: z.int().optional(), sha256: z.string().optional() });
const endSchema = z.strictObject({ linhas: z.int(), sha256: z.string() });
type Entry = z.output<typeof entrySchema>;

/**
 * Writes the manifest of a folder from what is on the disk, but for the signature of whose half it still is: each file is read back, and
 * flushed before the manifest. Answers how many files.
 */
export async function writeManifest(folder: string): Promise<number> {
  const lines: string[] = [];
  let files = 0;
  await forEach(walk(folder), async ({ caminho, isFolder }) => {
    if (caminho === OWNER) return;
    const entry: Entry = isFolder ? { caminho } : { caminho, ...(await digest(path.join(folder, caminho), true)) };
    if (isFolder) await flush(path.join(folder, caminho));
    else files += 1;
    lines.push(`${JSON.stringify(entry)}\n`);
  });
  const hash = createHash('sha256');
  const manifest = await open(path.join(folder, MANIFEST), 'wx', 0o600);
  try {
    for (const line of lines) {
      hash.update(line);
      await manifest.appendFile(line);
    }
    await manifest.appendFile(`${JSON.stringify({ linhas: lines.length, sha256: hash.digest('hex') })}\n`);
    await manifest.sync();
  } finally {
    await manifest.close();
  }
  await flush(folder);
  return files;
}

/** Refuses what no backup contains: links, which would bring in files from elsewhere, and pipes and devices, which never end. */
export async function refuseStrange(folder: string): Promise<void> {
  for await (const { caminho, isFolder, isFile } of walk(folder))
    if (!isFolder && !isFile)
      throw new BackupError(`O backup em ${folder} tem o que não é arquivo nem pasta: ${caminho}. Nada foi restaurado.`);
}

/** Refuses, by a sentence that names the faults, a folder that is not what its manifest says; answers how many files. */
export async function verifyManifest(folder: string): Promise<number> {
  const expected = await readManifest(folder);
  const faults: string[] = [];
  let files = 0;
  await forEach(walk(folder), async ({ caminho, isFolder, isFile }) => {
    const entry = expected.get(caminho);
    expected.delete(caminho);
    if (!entry) faults.push(`${caminho} não fazia parte dele`);
    else if (!isFolder && !isFile) faults.push(`${caminho} não é um arquivo comum`);
    else if (!isFolder) {
      files += 1;
      const found = await digest(path.join(folder, caminho), false).catch(() => null);
      if (found?.sha256 !== entry.sha256 || found?.tamanho !== entry.tamanho) faults.push(`${caminho} mudou`);
    }
  });
  faults.push(...[...expected.keys()].map((caminho) => `falta ${caminho}`));
  if (faults.length > 0) throw damaged(folder, faults.sort());
  return files;
}

function damaged(folder: string, faults: readonly string[]): BackupError {
  const more = faults.length > MOST_NAMED ? `; e mais ${faults.length - MOST_NAMED}` : '';
  const named = faults.slice(0, MOST_NAMED).join('; ');
  return new BackupError(
    `O backup em ${folder} está danificado: ${named}${more}. Nada foi restaurado. Use outro backup, ou, sabendo do risco, --sem-verificacao.`,
  );
}

async function readManifest(folder: string): Promise<Map<string, Entry>> {
  const source = createReadStream(path.join(folder, MANIFEST));
  const entries = new Map<string, Entry>();
  const hash = createHash('sha256');
  let lines = 0;
  let isWhole = false;
  try {
    for await (const line of createInterface({ input: source, crlfDelay: Number.POSITIVE_INFINITY })) {
      if (isWhole) throw new Error('a line behind the last one');
      const parsed: unknown = JSON.parse(line);
      const end = endSchema.safeParse(parsed);
      if (end.success) {
        isWhole = end.data.linhas === lines && end.data.sha256 === hash.digest('hex');
        if (!isWhole) break;
        continue;
      }
      const entry = entrySchema.parse(parsed);
      entries.set(entry.caminho, entry);
      hash.update(`${line}\n`);
      lines += 1;
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT')
      throw new BackupError(
        `O backup em ${folder} não tem ${MANIFEST} e não pode ser conferido: ou está incompleto, ou é de uma versão antiga. Para restaurá-lo assim mesmo, use --sem-verificacao.`,
      );
    isWhole = false;
  } finally {
    source.destroy();
  }
  if (!isWhole) throw damaged(folder, [`${MANIFEST} mudou`]);
  return entries;
}

/** Every folder (with `/` at its end) and everything else below a folder, with paths as a manifest has them. */
async function* walk(folder: string, below = ''): AsyncGenerator<{ caminho: string; isFolder: boolean; isFile: boolean }> {
  for (const entry of await readdir(path.join(folder, below), { withFileTypes: true })) {
    const caminho = below + entry.name;
    if (entry.isDirectory()) {
      yield { caminho: `${caminho}/`, isFolder: true, isFile: false };
      yield* walk(folder, `${caminho}/`);
    } else if (caminho !== MANIFEST || !entry.isFile()) yield { caminho, isFolder: false, isFile: entry.isFile() };
  }
}

async function forEach<T>(all: AsyncGenerator<T>, work: (one: T) => Promise<void>): Promise<void> {
  const take = async () => {
    for (let next = await all.next(); !next.done; next = await all.next()) await work(next.value);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, take));
}

async function digest(file: string, isNew: boolean): Promise<{ tamanho: number; sha256: string }> {
  const handle = await open(file, 'r');
  try {
    const hash = createHash('sha256');
    let tamanho = 0;
    const room = Buffer.allocUnsafe(256 * 1024);
    for (;;) {
      const { bytesRead } = await handle.read(room, 0, room.length);
      if (bytesRead === 0) break;
      hash.update(room.subarray(0, bytesRead));
      tamanho += bytesRead;
    }
    if (isNew) await handle.sync();
    return { tamanho, sha256: hash.digest('hex') };
  } finally {
    await handle.close();
  }
}

/** What systems and mounted disks say whose folders cannot be flushed; there, names are durable when the system says so. */
const NOT_FLUSHED = new Set(['EPERM', 'EACCES', 'EISDIR', 'EINVAL', 'EBADF', 'ENOTSUP']);

function onlyNotFlushed(error: NodeJS.ErrnoException): undefined {
  if (!NOT_FLUSHED.has(error.code ?? '')) throw error;
}

/** The names in a folder are durable once the folder itself is flushed. */
export async function flush(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(onlyNotFlushed);
  try {
    await handle?.sync().catch(onlyNotFlushed);
  } finally {
    await handle?.close();
  }
}
