import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import config, { kitLayers } from '../.dependency-cruiser.mjs';
import { wallFaults } from './walls.ts';

type Tree = Record<string, string>;

/** A small house in which every allowed import occurs once. */
const house: Tree = {
  'package.json': JSON.stringify({
    type: 'module',
    imports: {
      '#kit/*': './src/kit/*',
      '#platform/*': './src/platform/*',
      '#modules/*': './src/modules/*',
      '#app/*': './src/app/*',
    },
    dependencies: { zod: '1.0.0', fastify: '1.0.0', pg: '1.0.0', sharp: '1.0.0' },
    devDependencies: { react: '1.0.0', vite: '1.0.0', vitest: '1.0.0' },
  }),
  ...Object.fromEntries(
    ['zod', 'fastify', 'react', 'pg', 'sharp', 'vite', 'vitest', 'undeclared'].flatMap((name) => [
      [`node_modules/${name}/package.json`, JSON.stringify({ name, version: '1.0.0', main: 'index.js' })],
      [`node_modules/${name}/index.js`, 'module.exports = {};'],
    ]),
  ),
  'src/kit/fields/text.ts': `import { z } from 'zod';\nexport const text = z;`,
  'src/kit/fields/text.server.ts': `import { readFileSync } from 'node:fs';\nimport { Pool } from 'pg';\nimport { text } from './text.ts';\nexport const column = [text, readFileSync, Pool];`,
  'src/kit/fields/text.web.tsx': `import { useState } from 'react';\nimport { text } from './text.ts';\nimport './text.css';\nexport const Input = () => <b>{[text, useState].length}</b>;`,
  'src/kit/fields/text.css': '.a { color: red }',
  'src/kit/fields/text.test.ts': `import { readFileSync } from 'node:fs';\nimport { test } from 'vitest';\nimport { text } from './text.ts';\nimport { column } from './text.server.ts';\ntest('a', () => [text, column, readFileSync]);`,
  'src/kit/fields/text-child.server.ts': `import sharp from 'sharp';\nimport { column } from './text.server.ts';\nexport const read = [sharp, column];`,
  'src/platform/session/session.server.ts': `import fastify from 'fastify';\nimport type { text } from '#kit/fields/text.ts';\nexport type S = typeof text;\nexport const server = fastify;`,
  'src/platform/session/session.test.ts': `import { start } from '#app/main.server.ts';\nstart();`,
  'src/modules/utilitario/module.ts': `import { text } from '#kit/fields/text.ts';\nimport { ambientes } from './ambientes.registry.ts';\nexport const sst = [text, ambientes];`,
  'src/modules/utilitario/ambientes.registry.ts': `import { cargos } from '#modules/cargo-salario/public.ts';\nexport const ambientes = cargos;`,
  'src/modules/cargo-salario/public.ts': `export { cargos } from './cargos.ts';`,
  'src/modules/cargo-salario/cargos.ts': `import { z } from 'zod';\nexport const cargos = z;`,
  'src/modules/cargo-salario/cargos.web.tsx': `import { Input } from '#kit/fields/text.web.tsx';\nexport const Tela = () => <Input />;`,
  'src/modules/ideias/module.ts': `import { cargos } from '#modules/cargo-salario/public.ts';\nexport const ideias = cargos;`,
  'src/modules/ideias/publico/[id].web.tsx': `import { ideias } from '../module.ts';\nexport const page = ideias;`,
  'src/app/modules.ts': `import { sst } from '#modules/utilitario/module.ts';\nexport const modules = [sst];`,
  'src/app/main.server.ts': `import { server } from '#platform/session/session.server.ts';\nimport { modules } from './modules.ts';\nexport const start = () => [server, modules];`,
  'src/app/main.web.tsx': `import { modules } from './modules.ts';\nexport const tela = () => import('#modules/cargo-salario/cargos.web.tsx').then(() => modules);`,
};

/** One violation a rule: the files it plants over the house. */
const planted: Record<string, Tree> = {
  'kit-knows-no-hr': { 'src/kit/a.ts': `import { cargos } from '#modules/cargo-salario/public.ts';\nexport const a = cargos;` },
  'platform-below-modules': {
    'src/platform/a.ts': `import type { cargos } from '#modules/cargo-salario/public.ts';\nexport type A = typeof cargos;`,
  },
  'app-is-the-top': { 'src/modules/utilitario/a.ts': `export { modules } from '#app/modules.ts';` },
  'modules-meet-at-the-door': {
    'src/modules/utilitario/a.ts': `import { cargos } from '#modules/cargo-salario/cargos.ts';\nexport const a = cargos;`,
  },
  'rooms-by-name': { 'src/platform/a.ts': `import { text } from '../kit/fields/text.ts';\nexport const a = text;` },
  'modules-by-name': {
    'src/modules/utilitario/a.ts': `import { cargos } from '../cargo-salario/public.ts';\nexport const a = cargos;`,
  },
  'src-stands-alone': {
    'scripts/tool.ts': 'export const tool = 1;',
    'src/kit/a.ts': `import { tool } from '../../scripts/tool.ts';\nexport const a = tool;`,
  },
  'shared-without-node': { 'src/kit/a.ts': `import { readFileSync } from 'node:fs';\nexport const a = readFileSync;` },
  'shared-packages': { 'src/kit/a.ts': `import type { FastifyInstance } from 'fastify';\nexport type A = FastifyInstance;` },
  'shared-without-server': {
    'src/kit/a.ts': `import { type column } from './fields/text.server.ts';\nexport type A = typeof column;`,
  },
  'shared-without-web': { 'src/kit/a.ts': `export const a = () => import('./fields/text.web.tsx');` },
  'server-without-web': {
    'src/kit/a.server.ts': `import type { Input } from '#kit/fields/text.web.tsx';\nexport type A = typeof Input;`,
  },
  'server-packages': { 'src/kit/a.server.ts': `import { createElement } from 'react';\nexport const a = createElement;` },
  'foreign-code-in-children': { 'src/kit/a.server.ts': `import sharp from 'sharp';\nexport const a = sharp;` },
  'web-without-server': {
    'src/kit/a.web.tsx': `import type { column } from '#kit/fields/text.server.ts';\nexport const A = (_: typeof column) => <b />;`,
  },
  'web-without-node': { 'src/kit/a.web.ts': `import { join } from 'path';\nexport const a = join;` },
  'web-packages': { 'src/kit/a.web.ts': `import { Pool } from 'pg';\nexport const a = Pool;` },
  'no-cycle': {
    'src/kit/a.ts': `import type { B } from './b.ts';\nexport type A = B;`,
    'src/kit/b.ts': `import type { A } from './a.ts';\nexport type B = A;`,
  },
  'no-orphan': { 'src/kit/a.ts': 'export const a = 1;' },
  resolvable: { 'src/kit/a.ts': `import { b } from './b.ts';\nexport const a = b;` },
  declared: { 'src/kit/a.server.ts': `import { a } from 'undeclared';\nexport const b = a;` },
  'no-tools-in-the-program': { 'src/kit/a.server.ts': `import { build } from 'vite';\nexport const a = build;` },
  'tests-are-leaves': { 'src/kit/a.test.ts': `import './fields/text.test.ts';` },
  'kit-layers': { 'src/kit/br/a.ts': `import { text } from '#kit/fields/text.ts';\nexport const a = text;` },
  'module-layers': {
    'src/modules/geral/a.ts': `import { cargos } from '#modules/cargo-salario/public.ts';\nexport const a = cargos;`,
  },
  named: { 'src/kit/helpers.ts': `import { z } from 'zod';\nexport const a = z;` },
};

/** Rules that scripts/walls.ts checks itself. */
const ours = new Set(['kit-layers', 'module-layers', 'named']);

const folder = mkdtempSync(join(tmpdir(), 'vinculo-walls-'));
const plant = (name: string, files: Tree): string => {
  const root = join(folder, name);
  if (name !== 'clean') cpSync(join(folder, 'clean'), root, { recursive: true });
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
};

beforeAll(() => void plant('clean', house));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the walls', () => {
  test('stand in a clean house', async () => {
    expect(await wallFaults(join(folder, 'clean'))).toEqual([]);
  });

  test('have a planted violation for every rule', () => {
    expect(Object.keys(planted).filter((name) => !ours.has(name))).toEqual(config.forbidden?.map(({ name }) => name));
  });

  test.each(Object.entries(planted))('catch %s', async (rule, files) => {
    const faults = await wallFaults(plant(rule, files));
    expect(faults.map((fault) => fault.rule)).toContain(rule);
    expect([...new Set(faults.map((fault) => fault.rule))]).toHaveLength(1);
  });

  test('give every folder of the kit a place among its layers', async () => {
    const root = plant('unplaced', {
      'src/kit/novo/a.ts': `import { text } from '#kit/fields/text.ts';\nexport const a = text;`,
    });
    expect(await wallFaults(root)).toEqual([
      { rule: 'kit-layers', sentence: 'src/kit/novo/a.ts: the folder novo has no place among the layers' },
    ]);
  });

  test('let a folder of the kit import those before it, and none after it', async () => {
    const [lowest = '', highest = ''] = [kitLayers[0], kitLayers.at(-1)];
    const file = (folder: string, other: string) => ({
      [`src/kit/${folder}/a.ts`]: `import type { B } from '#kit/${other}/b.ts';\nexport type A = B;`,
      [`src/kit/${other}/b.ts`]: `import { z } from 'zod';\nexport type B = z.ZodType;`,
    });
    expect(await wallFaults(plant('downward', file(highest, lowest)))).toEqual([]);
    expect((await wallFaults(plant('upward', file(lowest, highest)))).map(({ rule }) => rule)).toEqual(['kit-layers']);
  });

  test.each([
    ['src/kit/a.tsx', 'JSX'],
    ['src/kit/a.web.test.ts', '.web.test.tsx'],
    ['src/kit/index.ts', 'named for what it knows'],
    ['src/kit/a.js', '.ts and .tsx'],
    ['src/kit/Área.ts', 'kebab-case'],
    ['src/common/a.ts', 'kit, platform, modules or app'],
  ])('refuse the name %s', async (path, words) => {
    const faults = await wallFaults(plant(`name-${path.replaceAll(/\W/g, '-')}`, { [path]: `import 'zod';` }));
    expect(faults.filter(({ rule }) => rule === 'named').map(({ sentence }) => sentence)).toEqual([
      expect.stringContaining(words),
    ]);
  });

  test('notice a file that was not cruised', async () => {
    const root = plant('uncruised', { 'src/kit/node_modules/a.ts': 'export const a = 1;' });
    expect((await wallFaults(root)).map(({ sentence }) => sentence)).toContain('src/kit/node_modules/a.ts: was not cruised');
  });

  test('notice imports that the cruiser does not see', async () => {
    const faults = await wallFaults(join(folder, 'clean'), { ...config.options, moduleSystems: ['cjs'] });
    expect(faults.map(({ sentence }) => sentence)).toContain(
      'src/platform/session/session.server.ts: the cruiser did not see its import of #kit/fields/text.ts',
    );
  });

  test('fail in a house without files', async () => {
    const root = plant('empty', {});
    rmSync(join(root, 'src'), { recursive: true });
    expect((await wallFaults(root)).map(({ rule }) => rule)).toEqual(['cruised']);
  });
});
