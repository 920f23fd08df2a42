import { existsSync, globSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { AnyModuleServer } from '#kit/module/module.server.ts';
import type { ModuleDeclaration } from '#kit/module/module.ts';
import { MODULE_FOLDERS } from './module-folders.ts';

const LAST = 1_000;

/** A folder with a `module.ts` is a module; its server half is in the `module.server.ts` beside it. */
async function findModules(folders: readonly string[]): Promise<AnyModuleServer[]> {
  const cwd = fileURLToPath(new URL('..', import.meta.url));
  const files = folders.flatMap((folder) => globSync(`${folder}/*/module.ts`, { cwd }));
  const found = await Promise.all(files.map((file) => halvesIn(path.join(cwd, path.dirname(file)))));
  return found.sort(
    ({ declaration: a }, { declaration: b }) => (a.order ?? LAST) - (b.order ?? LAST) || a.title.localeCompare(b.title, 'pt-BR'),
  );
}

async function halvesIn(folder: string): Promise<AnyModuleServer> {
  const declaration = await onlyExport<ModuleDeclaration>(path.join(folder, 'module.ts'));
  if (declaration.id !== path.basename(folder)) throw new Error(`${folder} holds the module ${declaration.id}`);
  const server = path.join(folder, 'module.server.ts');
  return existsSync(server) ? onlyExport<AnyModuleServer>(server) : { declaration, queries: {} };
}

async function onlyExport<T>(file: string): Promise<T> {
  const exported = Object.values((await import(pathToFileURL(file).href)) as Record<string, T>);
  if (exported.length !== 1) throw new Error(`${file} exports its module and nothing else`);
  return exported[0] as T;
}

/** The server's half of every module, in the order of the menu. */
export const moduleServers: readonly AnyModuleServer[] = await findModules(MODULE_FOLDERS);

/** Every module, in the order of the menu. */
export const modules: readonly ModuleDeclaration[] = moduleServers.map(({ declaration }) => declaration);
