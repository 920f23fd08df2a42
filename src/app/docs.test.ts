import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';

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

describe('the worked example of CONTRIBUTING.md', () => {
  const folder = 'src/app/example/melhoria';
  const files = readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(join(root, folder), join(entry.parentPath, entry.name)).replaceAll('\\', '/'));

  it('is printed there as it stands in its folder', () => {
    const printed = Object.fromEntries(
      [...text('CONTRIBUTING.md').matchAll(/^`([^`]+)`: .*\n\n```tsx?\n([^]*?)^```$/gm)].map(([, name = '', code]) => [
        name,
        code,
      ]),
    );
    expect(printed).toEqual(Object.fromEntries(files.map((file) => [file, text(`${folder}/${file}`)])));
  });

  it('has at most 150 lines, and imports its own folder and the kit alone', () => {
    const code = files.map((file) => text(`${folder}/${file}`)).join('');
    expect(code.split('\n').length - 1).toBeLessThanOrEqual(150);
    const imported = [...code.matchAll(/from '([^']+)'/g)].map(([, name = '']) => name);
    expect(imported.filter((name) => !/^(#kit\/|\.\.?\/|sql-template-tag$)/.test(name))).toEqual([]);
  });
});
