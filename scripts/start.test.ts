import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

let root: string;
const at = (path: string) => join(root, path);
const write = (path: string, text: string) => {
  mkdirSync(dirname(at(path)), { recursive: true });
  writeFileSync(at(path), text);
};

const packages = {
  'node_modules/fastify': { version: '1.0.0' },
  'node_modules/vite': { version: '1.0.0', dev: true },
  'node_modules/of-another-system': { version: '1.0.0', optional: true },
};

/** Installs as npm would: with `--omit=dev` without the tools, which it also removes. It writes down how it was called. */
const npm = `
  const { appendFileSync, mkdirSync, rmSync, writeFileSync } = require('node:fs');
  const { packages } = require(process.cwd() + '/package-lock.json');
  appendFileSync('told', process.argv.slice(2).find((arg) => /dev$/.test(arg)) + ' ');
  for (const [path, { dev, optional }] of Object.entries(packages)) {
    if (path && !optional && !(dev && process.argv.includes('--omit=dev'))) mkdirSync(path, { recursive: true });
    else {
      if (path) rmSync(path, { recursive: true, force: true });
      delete packages[path];
    }
  }
  writeFileSync('node_modules/.package-lock.json', JSON.stringify({ packages }));
  if (packages['node_modules/vite']) {
    mkdirSync('node_modules/vite/bin', { recursive: true });
    writeFileSync('node_modules/vite/bin/vite.js', \`
      const { appendFileSync, existsSync, mkdirSync, writeFileSync } = require('node:fs');
      const place = process.argv[process.argv.indexOf('--outDir') + 1];
      appendFileSync('told', process.argv.includes('vite.draw.config.ts') ? 'portal ' : 'vite ');
      writeFileSync('meanwhile', existsSync('dist/web/index.html') ? 'the old screens' : 'nothing');
      mkdirSync(place, { recursive: true });
      writeFileSync(place + '/index.html', '');\`);
  }`;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'vinculo-start-'));
  cpSync(import.meta.dirname, at('scripts'), { recursive: true });
  write('package.json', '{"type":"module"}');
  write('package-lock.json', JSON.stringify({ packages: { '': {}, ...packages } }));
  write('src/app/main.server.ts', `import { appendFileSync } from 'node:fs';\nappendFileSync('told', 'serves' as string);`);
  write('src/app/main.web.ts', 'export const screen = 1;');
  write('npm/npm.js', npm);
  for (const folder of ['npm', 'node_modules']) write(`${folder}/package.json`, '{"type":"commonjs"}');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** What was run, in its order. */
function told(script: string): string {
  rmSync(at('told'), { force: true });
  const { npm_lifecycle_event: _, ...env } = process.env;
  const { status, stderr } = spawnSync(process.execPath, [at(script)], {
    env: { ...env, npm_execpath: at('npm/npm.js') },
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return existsSync(at('told')) ? readFileSync(at('told'), 'utf8') : '';
}
const start = () => told('scripts/start.mjs');
const prune = () => spawnSync(process.execPath, [at('npm/npm.js'), 'prune', '--omit=dev'], { cwd: root });

describe('npm start', () => {
  test('installs everything and builds on a fresh clone, once', () => {
    expect(start()).toBe('--include=dev vite portal serves');
    expect(start()).toBe('serves');
  });

  test('builds beside the screens that a server may be serving, and takes their place at the end', () => {
    start();
    write('src/app/main.web.ts', 'export const screen = 2;');
    expect(start()).toBe('vite portal serves');
    expect(readFileSync(at('meanwhile'), 'utf8')).toBe('the old screens');
    expect(readdirSync(at('dist')).sort()).toEqual(['web', 'web.hash']);
  });

  test('needs neither npm nor Vite where the screens are built and the tools are gone', () => {
    expect(told('scripts/build.mjs')).toBe('--include=dev vite portal ');
    prune();
    expect(existsSync(at('node_modules/vite'))).toBe(false);
    expect(start()).toBe('serves');
  });

  test('installs no tools where the screens are built', () => {
    told('scripts/build.mjs');
    rmSync(at('node_modules/fastify'), { recursive: true });
    expect(start()).toBe('--omit=dev serves');
  });

  test('brings the tools back when a screen has changed', () => {
    told('scripts/build.mjs');
    prune();
    write('src/app/main.web.ts', 'export const screen = 2;');
    expect(start()).toBe('--include=dev vite portal serves');
  });

  test('installs again what the lock file names anew', () => {
    start();
    write(
      'package-lock.json',
      JSON.stringify({ packages: { '': {}, ...packages, 'node_modules/fastify': { version: '2.0.0' } } }),
    );
    expect(start()).toBe('--include=dev vite portal serves');
  });

  test('leaves it to the build to bring the tools back', () => {
    told('scripts/build.mjs');
    prune();
    expect(told('scripts/build.mjs')).toBe('--include=dev ');
  });
});
