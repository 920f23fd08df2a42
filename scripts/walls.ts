// The wall check: `node scripts/walls.ts [root]`. Prints one line a fault and exits 1; see .dependency-cruiser.mjs for the rules.

import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import process, { argv } from 'node:process';
import { pathToFileURL } from 'node:url';
import { cruise, type ICruiseResult, type IModule } from 'dependency-cruiser';
import config, { kitLayers, moduleLayers } from '../.dependency-cruiser.mjs';

export interface WallFault {
  rule: string;
  sentence: string;
}

/** Every fault of the tree below `root/src`, in the order of the rules; empty when the walls stand. */
export async function wallFaults(root: string, options = config.options): Promise<WallFault[]> {
  const files = globSync('src/**/*.{ts,tsx,mts,cts,js,jsx,mjs,cjs}', { cwd: root }).map((file) => file.replaceAll('\\', '/'));
  if (files.length === 0) return [{ rule: 'cruised', sentence: 'src has no file to check' }];
  const { output } = await cruise(
    ['src'],
    { ...options, baseDir: root, ruleSet: { forbidden: config.forbidden ?? [] }, validate: true },
    { ...options?.enhancedResolveOptions, bustTheCache: true },
  );
  const result = output as ICruiseResult;
  const cruised = new Map(result.modules.map((module) => [module.source, module]));
  return [
    ...files.flatMap((file) => [...nameFaults(file)]),
    ...files.flatMap((file) => blindness(root, file, cruised.get(file))),
    ...result.modules.flatMap((module) => [...layerFaults(module)]),
    ...result.summary.violations.map(({ rule, from, to, cycle, comment }) => ({
      rule: rule.name,
      sentence: `${from}${to === from ? '' : ` → ${cycle?.map(({ name }) => name).join(' → ') ?? to}`}: ${comment ?? commentOf(rule.name)}`,
    })),
  ];
}

const commentOf = (name: string) => config.forbidden?.find((rule) => rule.name === name)?.comment ?? name;

/** The cruiser exits green on what it cannot read; a file it did not see, or saw without one of its imports, is a fault here. */
function blindness(root: string, file: string, module: IModule | undefined): WallFault[] {
  if (!module) return [{ rule: 'cruised', sentence: `${file}: was not cruised` }];
  const seen = new Set(module.dependencies.map((dependency) => dependency.module));
  const text = readFileSync(resolve(root, file), 'utf8');
  const imports = text.matchAll(/^(?:import|export)\b[^'"`;()]*?\bfrom\s*['"]([^'"]+)['"]|^import\s*['"]([^'"]+)['"]/gm);
  return [...imports]
    .map(([, from, bare]) => from ?? bare ?? '')
    .filter((name) => !seen.has(name.replace(/^node:|\?.*$/g, '')) && !seen.has(name))
    .map((name) => ({ rule: 'cruised', sentence: `${file}: the cruiser did not see its import of ${name}` }));
}

/** Rooms whose folders stand in an order: a rule, how the folder is read from a path, and the order. Folders that an open one does not name stand above all. */
const layered = [
  { rule: 'kit-layers', folder: /^src\/kit\/(.+)\/[^/]+$/, layers: kitLayers, isOpen: false },
  { rule: 'module-layers', folder: /^src\/modules\/([^/]+)\//, layers: moduleLayers, isOpen: true },
];

/** Tests may reach up: they try their folder with what is built on it. */
function* layerFaults({ source, dependencies }: IModule): Generator<WallFault> {
  if (/\.test\.tsx?$/.test(source)) return;
  for (const { rule, folder, layers, isOpen } of layered) {
    const own = folder.exec(source)?.[1];
    if (own === undefined) continue;
    if (!layers.includes(own) && !isOpen) {
      yield { rule, sentence: `${source}: the folder ${own} has no place among the layers` };
      continue;
    }
    const heightOf = (name: string) => (layers.includes(name) ? layers.indexOf(name) : layers.length);
    for (const { resolved } of dependencies) {
      const other = folder.exec(resolved)?.[1];
      if (other !== undefined && other !== own && heightOf(other) >= heightOf(own))
        yield { rule, sentence: `${source} → ${resolved}: ${own} does not stand above ${other} and may not import it` };
    }
  }
}

function* nameFaults(file: string): Generator<WallFault> {
  const fault = (sentence: string): WallFault => ({ rule: 'named', sentence: `${file}: ${sentence}` });
  if (/\/(utils?|helpers?|common|types|index)(\.[a-z]+)*\.[cm]?[jt]sx?$/.test(file))
    yield fault('a file is named for what it knows');
  if (file.endsWith('.tsx') && !/\.web(\.test)?\.tsx$/.test(file)) yield fault('JSX belongs to a .web.tsx file');
  if (file.endsWith('.web.test.ts')) yield fault('a test of a screen is called .web.test.tsx, else no compiler reads it');
  if (/\.[cm]?jsx?$|\.[cm]ts$/.test(file)) yield fault('the program is written in .ts and .tsx');
  if (!/^src\/[a-z0-9./[\]-]+$/.test(file)) yield fault('names are kebab-case, without accents');
  if (!/^src\/(kit|platform|modules|app)\//.test(file)) yield fault('every file stands in kit, platform, modules or app');
}

if (argv[1] && import.meta.url === pathToFileURL(argv[1]).href) {
  const faults = await wallFaults(resolve(argv[2] ?? '.'));
  for (const { rule, sentence } of faults) console.error(`${rule.padEnd(26)} ${sentence}`);
  if (faults.length) process.exitCode = 1;
}
