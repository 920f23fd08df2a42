// What `npm start`, `npm test` and `npm run dev` do first: install, find Node 24, build the screens.
// Plain JavaScript without packages: on a fresh clone it runs on the machine's own Node (20 or newer), before anything is installed.

import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';

/** The folder of package.json. */
export const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');

/** The oldest Node that runs the program: the type stripping and the packages want it. */
export const wantedNode = 24;

/** A fault of the set-up with a sentence for the person at the keyboard, printed without a stack. */
export class SetUpFault extends Error {}

/** Prints the sentence of a set-up fault and ends with 1; anything else is a bug and keeps its stack. */
export function endWith(fault) {
  if (!(fault instanceof SetUpFault)) throw fault;
  console.error(`\n${fault.message}`);
  process.exit(1);
}

const at = (...path) => join(root, ...path);
const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));
const readText = (path) => (existsSync(path) ? readFileSync(path, 'utf8').trim() : '');
const seconds = (since) => `${((Date.now() - since) / 1000).toLocaleString('pt-BR', { maximumFractionDigits: 1 })} s`;

const running = new Set();

/** Ends what `run` started, then this program: so Ctrl-C in the middle of an installation leaves no process behind. */
function stop(signal) {
  for (const child of running) child.kill(signal);
  process.exit(128 + constants.signals[signal]);
}

/** Runs a command in the project's folder; answers its exit code and, when `quiet`, what it printed. */
export function run(command, args, { quiet = false, echo = false, env = process.env } = {}) {
  if (running.size === 0) process.on('SIGINT', stop).on('SIGTERM', stop);
  return new Promise((done, fail) => {
    const child = spawn(command, args, {
      cwd: root,
      env,
      stdio: ['ignore', quiet ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit'],
    });
    running.add(child);
    const ended = () => {
      running.delete(child);
      if (running.size === 0) process.off('SIGINT', stop).off('SIGTERM', stop);
    };
    let output = '';
    const heard = (text) => {
      output += text;
      if (echo) process.stdout.write(text);
    };
    child.stdout?.setEncoding('utf8').on('data', heard);
    child.stderr?.setEncoding('utf8').on('data', heard);
    child.on('error', (error) => {
      ended();
      fail(error);
    });
    child.on('close', (code, signal) => {
      ended();
      done({ code: code ?? 128 + (constants.signals[signal] ?? 0), output });
    });
  });
}

/** Installs the packages of package-lock.json, unless they stand there already; without `tools`, those alone that the built program runs with. */
export async function install({ tools = true } = {}) {
  if (!existsSync(at('package-lock.json')))
    throw new SetUpFault('Falta o arquivo package-lock.json. Baixe o Vínculo novamente: a cópia está incompleta.');
  if (isInstalled(tools)) return;
  const since = Date.now();
  console.log('Instalando as dependências (na primeira vez, leva cerca de um minuto)…');
  // Under npm its own program is named in the environment: the same npm, and no shell script to look for on Windows.
  const npm = process.env.npm_execpath;
  const [command, first] = npm?.endsWith('.js') ? [process.execPath, [npm]] : ['npm', []];
  // Not `npm ci`: it refuses a lock file without the optional packages of every other system, and a registry may not hold those. This installs
  // what the lock file says, verifies it and changes neither file.
  const args = [
    ...first,
    'install',
    '--no-save',
    tools ? '--include=dev' : '--omit=dev',
    '--no-audit',
    '--no-fund',
    '--no-progress',
    '--loglevel=error',
  ];
  const { code, output } = await run(command, args, { quiet: true }).catch((error) => ({ code: 1, output: String(error) }));
  if (code !== 0)
    throw new SetUpFault(
      `${output.trim()}\n\nNão foi possível instalar as dependências (npm terminou com o código ${code}). Verifique a conexão com o registro do npm, o espaço em disco e tente novamente.`,
    );
  console.log(`Dependências instaladas em ${seconds(since)}.`);
}

/** Whether node_modules holds what the lock file asks for (packages of other systems apart), whoever installed it. */
function isInstalled(tools) {
  try {
    const wanted = readJson(at('package-lock.json')).packages;
    const there = readJson(at('node_modules', '.package-lock.json')).packages;
    return Object.entries(wanted).every(
      ([path, { version, integrity, dev, optional, devOptional, peer }]) =>
        path === '' ||
        (dev && !tools) ||
        (there[path]
          ? there[path].version === version && there[path].integrity === integrity && existsSync(at(path))
          : Boolean(optional || devOptional || peer)),
    );
  } catch {
    return false;
  }
}

/** The Node that runs the program: this one when it is new enough, else the one that came with the packages. */
export async function findNode() {
  if (majorOf(process.versions.node) >= wantedNode) return process.execPath;
  const exe = process.platform === 'win32' ? 'node.exe' : 'node';
  const prefix = process.platform === 'darwin' && process.arch === 'arm64' ? 'node-bin' : 'node';
  const system = process.platform === 'win32' ? 'win' : process.platform;
  const places = [
    at('node_modules', `${prefix}-${system}-${process.arch}`, 'bin', exe),
    at('node_modules', 'node', 'bin', exe),
    at('node_modules', 'node', 'node_modules', `${prefix}-${system}-${process.arch}`, 'bin', exe),
  ];
  for (const place of places) {
    if (!existsSync(place)) continue;
    const { code, output } = await run(place, ['--version'], { quiet: true }).catch(() => ({ code: 1, output: '' }));
    if (code === 0 && majorOf(output.trim().slice(1)) >= wantedNode) return place;
  }
  throw new SetUpFault(
    `O Vínculo precisa do Node.js ${wantedNode} ou mais novo; este é o ${process.versions.node}, e o que vem com as dependências não funciona neste computador. Instale o Node.js ${wantedNode} e tente novamente.`,
  );
}

const majorOf = (version) => Number(version.split('.')[0]);

/** The environment in which `node` and the tools of the packages are found, by programs that are started from here too. */
export const environment = (node) => ({
  ...process.env,
  PATH: [dirname(node), at('node_modules', '.bin'), process.env.PATH].join(delimiter),
});

const stamp = at('dist', 'web.hash');

/** Whether dist/web was built from the very sources that stand here. */
export const isBuilt = () => existsSync(at('dist', 'web', 'index.html')) && readText(stamp) === webHash();

/** Builds the screens into dist/web, unless they were built from the very same sources. */
export async function build(node) {
  if (isBuilt()) return;
  const hash = webHash();
  const since = Date.now();
  console.log('Construindo a aplicação web…');
  rmSync(stamp, { force: true });
  const vite = at('node_modules', 'vite', 'bin', 'vite.js');
  if (!existsSync(vite))
    throw new SetUpFault('A aplicação web não está construída e falta o Vite para construí-la. Rode `npm ci --include=dev`.');
  const env = { ...environment(node), NODE_ENV: 'production' };
  const made = at('dist', 'web.novo');
  for (const what of [['--emptyOutDir'], ['--config', 'vite.draw.config.ts']]) {
    const args = [vite, 'build', '--logLevel', 'warn', '--outDir', made, ...what];
    const { code, output } = await run(node, args, { quiet: true, env });
    if (code !== 0) throw new SetUpFault(`${output.trim()}\n\nNão foi possível construir a aplicação web.`);
  }
  await compressAll(made);
  takePlace(made, at('dist', 'web'));
  writeFileSync(stamp, hash);
  console.log(`Aplicação web construída em ${seconds(since)}.`);
}

/** Puts a finished folder in the place of another at once: a server that runs from there never serves a half-built one. */
export function takePlace(made, place) {
  const old = `${place}.antigo`;
  rmSync(old, { recursive: true, force: true });
  if (existsSync(place)) renameSync(place, old);
  renameSync(made, place);
  rmSync(old, { recursive: true, force: true });
}

/** Writes a Brotli and a gzip copy beside each text of the screens, compressed once and best. Without HTTPS, browsers take gzip alone. */
async function compressAll(folder) {
  const texts = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(js|css|html|svg)$/.test(entry.name))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
  const packed = { br: promisify(brotliCompress), gz: (text) => promisify(gzip)(text, { level: 9 }) };
  for (const [ending, pack] of Object.entries(packed))
    await Promise.all(texts.map(async (path) => writeFileSync(`${path}.${ending}`, await pack(readFileSync(path)))));
}

/** One hash over everything that a build of the screens reads: server files and tests do not count. */
function webHash() {
  const hash = createHash('sha256');
  const single = [
    'package-lock.json',
    'package.json',
    'scripts/prepare.mjs',
    'vite.config.ts',
    'vite.draw.config.ts',
    'index.html',
    'login.html',
    'externo.html',
    'tsconfig.base.json',
    'tsconfig.web.json',
  ];
  const listed = ['src', 'public'].flatMap((folder) =>
    existsSync(at(folder))
      ? readdirSync(at(folder), { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile() && !/\.(server|test)\.[a-z]+$/.test(entry.name))
          .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(root.length + 1))
      : [],
  );
  for (const path of [...single, ...listed].sort((a, b) => (a < b ? -1 : 1)))
    if (existsSync(at(path))) hash.update(`${path}\0`).update(readFileSync(at(path)));
  return hash.digest('hex');
}
