import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = new URL('../../', import.meta.url).pathname;
const text = (path: string) => readFileSync(join(root, path), 'utf8');
const folders = (path: string) =>
  readdirSync(join(root, path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);

it.each(['src/kit', 'src/platform', 'src/modules'])('docs/ARCHITECTURE.md names every folder of %s', (room) => {
  const tree = text('docs/ARCHITECTURE.md').split('```')[1] ?? '';
  expect(folders(room).filter((name) => !new RegExp(`\\s${name}/`).test(tree))).toEqual([]);
});

it('README.md says every variable that the program reads', () => {
  const read = [...text('src/platform/config.server.ts').matchAll(/^ {2}([A-Z][A-Z_]+):/gm)].map(([, name]) => name);
  expect(read.length).toBeGreaterThan(10);
  expect(read.filter((name) => !text('README.md').includes(`\`${name}\``))).toEqual([]);
});

it('README.md names only commands that there are', () => {
  const { scripts } = JSON.parse(text('package.json')) as { scripts: Record<string, string> };
  const named = [...text('README.md').matchAll(/npm run ([a-z0-9:]+)/g)].map(([, name]) => name ?? '');
  expect(named.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
});

it('docs/security.md names only files that there are', () => {
  const named = [...text('docs/security.md').matchAll(/`((?:src|bench)\/[^`\s]+)`/g)].map(([, path]) => path ?? '');
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});
