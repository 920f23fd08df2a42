import { constants } from 'node:fs';
import { copyFile, mkdir, opendir } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import type { Config } from '#platform/config.server.ts';

/** Where the bytes of stored files are. */
export const filesFolder = (config: Config) => resolve(config.VINCULO_DATA, 'arquivos');

/**
 * Copies the stored files that `to` does not have yet; answers how many. Their names never change and their bytes neither, so a copy
 * may be continued at any time. Files that are still arriving are left out, and one that is swept meanwhile is no fault.
 */
export async function copyFiles(from: string, to: string): Promise<number> {
  let copied = 0;
  const entries = await opendir(from, { recursive: true }).catch(() => null);
  if (!entries) return 0;
  for await (const entry of entries) {
    const source = join(entry.parentPath, entry.name);
    const path = relative(from, source);
    if (!entry.isFile() || path.startsWith('chegando')) continue;
    const target = join(to, path);
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    try {
      await copyFile(source, target, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL);
      copied += 1;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code !== 'EEXIST' && code !== 'ENOENT') throw error;
    }
  }
  return copied;
}
