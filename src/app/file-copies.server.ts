import { constants } from 'node:fs';
import { copyFile, lstat, mkdir, opendir, rename, rmdir } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import type { Config } from '#platform/config.server.ts';

/** Where the bytes of stored files are. */
export const filesFolder = (config: Config) => resolve(config.VINCULO_DATA, 'arquivos');

/**
 * Copies the stored files that `to` does not have yet; answers how many. Names and bytes of stored files never change, so a copy
 * may be continued at any time. Arriving files are left out, and a file that is swept meanwhile is no fault.
 */
export async function copyFiles(from: string, to: string): Promise<number> {
  let copied = 0;
  const entries = await opendir(from, { recursive: true }).catch(() => null);
  if (!entries) return 0;
  await mkdir(join(to, 'chegando'), { recursive: true, mode: 0o700 });
  for await (const entry of entries) {
    const source = join(entry.parentPath, entry.name);
    const path = relative(from, source);
    if (!entry.isFile() || path.startsWith('chegando')) continue;
    const target = join(to, path);
    if (await lstat(target).catch(() => null)) continue;
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    // A file gets its final name when it is complete; the sweep removes what a killed copy left.
    const half = join(to, 'chegando', entry.name);
    try {
      await copyFile(source, half, constants.COPYFILE_FICLONE);
      await rename(half, target);
      copied += 1;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
  await rmdir(join(to, 'chegando')).catch(() => {});
  return copied;
}
