import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, opendir, rename, rm, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { flush } from '#kit/db/backup/manifest.server.ts';

export interface Stored {
  key: string;
  /** SHA-256, hexadecimal */
  checksum: string;
  /** in bytes */
  size: number;
}

/** Where the bytes of files live; names, owners and rights live in the database. */
export interface FileStore {
  put(content: Readable, signal?: AbortSignal): Promise<Stored>;
  /**
   * `start` and `end` are both included. Throws when there is no such file, or when it has not `size` bytes: of a file that a damaged
   * disk cut short a reader would wait for the rest.
   */
  get(key: string, part?: { start?: number; end?: number; size?: number }): Promise<Readable>;
  /** Deleting a missing file is no error. */
  delete(key: string): Promise<void>;
  /** Keys that were put before the instant; for the sweep. */
  list(before: Date): AsyncIterable<string>;
  /** bytes that may still be put */
  free(): Promise<number>;
}

/** Bytes of a file that are read or written at a time: one more step costs the loop as much as ten times so many bytes. */
export const STEP = 256 * 1024;

const keyPattern = /^[0-9a-f]{2}\/[0-9a-f]{2}\/[0-9a-f-]{36}$/;

/** Files in a local folder, `aa/bb/uuid`: no name that a user typed ever becomes a path. */
export function diskStore(folder: string, durable = flush): FileStore {
  const root = path.resolve(folder);
  const incoming = path.join(root, 'chegando');
  const pathOf = (key: string) => {
    if (!keyPattern.test(key)) throw new Error('not the key of a file');
    return path.join(root, key);
  };

  return {
    async put(content, signal) {
      const name = randomUUID();
      const key = `${name.slice(0, 2)}/${name.slice(2, 4)}/${name}`;
      const target = pathOf(key);
      const half = path.join(incoming, name);
      await mkdir(incoming, { recursive: true, mode: 0o700 });
      const hash = createHash('sha256');
      let size = 0;
      const measure = new Transform({
        transform(chunk: Buffer, _encoding, done) {
          hash.update(chunk);
          size += chunk.length;
          done(null, chunk);
        },
      });
      try {
        // The file gets its final name when it is complete. Its bytes, and the folders with the names that lead to it, are on the disk before its row.
        await pipeline(content, measure, createWriteStream(half, { mode: 0o600, flush: true, highWaterMark: STEP }), { signal });
        await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
        await rename(half, target);
        for (let name = key; name !== '.'; ) {
          name = path.dirname(name);
          await durable(path.join(root, name));
        }
      } catch (error) {
        await Promise.all([rm(half, { force: true }), rm(target, { force: true })]);
        throw error;
      }
      return { key, checksum: hash.digest('hex'), size };
    },
    async get(key, { start, end, size } = {}) {
      const file = pathOf(key);
      const found = await stat(file);
      if (size !== undefined && found.size !== size) throw new Error(`a file of ${size} bytes has ${found.size}`);
      return createReadStream(file, { start, end, highWaterMark: STEP });
    },
    delete: (key) => rm(pathOf(key), { force: true }),
    async *list(before) {
      await mkdir(root, { recursive: true, mode: 0o700 });
      for await (const entry of await opendir(root, { recursive: true })) {
        if (!entry.isFile()) continue;
        const file = path.join(entry.parentPath, entry.name);
        const { mtime } = await stat(file).catch(() => ({ mtime: new Date() }));
        if (mtime >= before) continue;
        const key = path.relative(root, file).split(path.sep).join('/');
        if (keyPattern.test(key)) yield key;
        else if (path.dirname(file) === incoming) await rm(file, { force: true });
      }
    },
    async free() {
      await mkdir(root, { recursive: true, mode: 0o700 });
      const { bavail, bsize } = await statfs(root);
      return bavail * bsize;
    },
  };
}
