import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readConfig } from '#platform/config.server.ts';
import { thrifty } from './thrift.mjs';

const root = join(import.meta.dirname, '..');
const text = (path: string) => readFileSync(join(root, path), 'utf8');
const known = new Set([...text('src/platform/config.server.ts').matchAll(/^ {2}([A-Z][A-Z_]+):/gm)].map(([, name]) => name));
const built = ['node_modules', 'dist'];
const isThere = (path: string) => built.includes(path) || existsSync(join(root, path));
const unknownOf = (env: Record<string, string>) =>
  Object.keys(env).filter((name) => !known.has(name) && !Object.hasOwn(memory, name));
const secrets = /password|senha|secret|token/i;

const container = text('Containerfile').replaceAll('\\\n', ' ').split('\n');
const run = container.slice(container.findLastIndex((line) => line.startsWith('FROM ')));
const image = (word: string) => run.filter((line) => line.startsWith(`${word} `)).map((line) => line.slice(word.length + 1));
/** `A=b C="d e"` of a Containerfile and `A=b "C=d e"` of a unit. */
const pairsOf = (lines: string[]): Record<string, string> =>
  Object.fromEntries(
    lines.flatMap((line) =>
      [...line.matchAll(/"(\w+)=([^"]*)"|(\w+)="([^"]*)"|(\w+)=(\S+)/g)].map((found) =>
        found.slice(1).filter((part) => part !== undefined),
      ),
    ),
  );
const imageEnv = pairsOf(image('ENV'));
/** What is no variable of ours: it keeps the memory of the program small. */
const memory = thrifty({});

describe('the Containerfile', () => {
  it('gives the program only variables that it reads, sound ones and no secret', () => {
    expect(unknownOf(imageEnv)).toEqual([]);
    expect(readConfig(imageEnv)).toMatchObject({ HOST: '0.0.0.0', VINCULO_DATA: '/data' });
    expect(container.filter((line) => /^(ENV|ARG) /.test(line) && secrets.test(line))).toEqual([]);
  });

  it('keeps the memory of the program as small as npm start does', () => {
    expect(imageEnv).toMatchObject(memory);
  });

  it('copies what there is, what the program runs with, and into what it starts', () => {
    const copied = image('COPY').flatMap((line) =>
      line
        .split(' ')
        .slice(1, -1)
        .map((path) => path.replace('/opt/vinculo/', '')),
    );
    expect(copied.filter((path) => !isThere(path))).toEqual([]);
    expect(copied).toEqual(expect.arrayContaining(['package.json', 'node_modules', 'dist', 'migrations', 'src']));
    expect(image('CMD')).toEqual(['["node", "src/app/main.server.ts"]']);
    expect(existsSync(join(root, 'src/app/main.server.ts'))).toBe(true);
  });

  it('runs as a user who owns its volume, and asks for a route that is there', () => {
    expect(image('USER')).toEqual(['node']);
    expect(image('VOLUME')).toEqual([imageEnv.VINCULO_DATA]);
    expect(image('RUN').join()).toContain('-o node -g node');
    expect(image('EXPOSE')).toEqual([imageEnv.PORT]);
    expect(image('HEALTHCHECK').join()).toContain('/api/health`');
    const routes = globSync('src/app/*.server.ts', { cwd: root }).map(text).join('');
    expect(routes).toContain("'/api/health'");
  });

  it('builds from a folder without anything of this computer', () => {
    const left = text('.dockerignore').trim().split('\n');
    expect(left).toEqual(expect.arrayContaining(['.env', '.git', 'data', ...built]));
    expect(text('.gitignore').split('\n')).toContain('.env');
  });
});

describe('compose.yaml', () => {
  const { services, volumes } = parse(text('compose.yaml'));
  const { banco, vinculo } = services;
  const places = (service: { volumes: string[] }) => service.volumes.map((volume) => volume.split(':'));

  it('gives the program only variables that it reads, and no secret of its own', () => {
    expect(unknownOf(vinculo.environment)).toEqual([]);
    const env = JSON.parse(JSON.stringify(vinculo.environment).replaceAll('${POSTGRES_PASSWORD:?}', 'secret'));
    expect(readConfig(env)).toMatchObject({ DATABASE_URL: 'postgres://vinculo:secret@banco/vinculo' });
    expect(new URL(env.DATABASE_URL).username).toBe(banco.environment.POSTGRES_USER);
    expect(banco.environment.POSTGRES_PASSWORD).toBe('${POSTGRES_PASSWORD:?}');
    expect(vinculo.env_file).toBe('.env');
  });

  it('names files, services and volumes that are there', () => {
    expect(existsSync(join(root, vinculo.build.context, vinculo.build.dockerfile))).toBe(true);
    expect(vinculo.depends_on).toEqual({ banco: { condition: 'service_healthy' } });
    expect([...places(banco), ...places(vinculo)].map(([name]) => name)).toEqual(Object.keys(volumes));
    expect(places(vinculo)[0]?.[1]).toBe(imageEnv.VINCULO_DATA);
  });

  it('is reached from this computer alone', () => {
    expect(vinculo.ports).toEqual([`127.0.0.1:3000:${imageEnv.PORT}`]);
    expect(banco.ports).toBeUndefined();
  });
});

describe('packaging/vinculo.service', () => {
  const settings = [...text('packaging/vinculo.service').matchAll(/^(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => ({
    name,
    value,
  }));
  const of = (name: string) => settings.filter((setting) => setting.name === name).map(({ value }) => value);
  const env = pairsOf(of('Environment'));

  it('gives the program only variables that it reads, and the folder that systemd makes for it', () => {
    expect(unknownOf(env)).toEqual([]);
    expect(readConfig(env).VINCULO_DATA).toBe(`/var/lib/${of('StateDirectory')[0]}`);
  });

  it('keeps the memory of the program as small as npm start does', () => {
    expect(env).toMatchObject(memory);
  });

  it('starts the program with the Node of its packages', () => {
    const [node = '', entry = ''] = of('ExecStart')[0]?.split(' ') ?? [];
    expect(node).toBe(`${of('WorkingDirectory')[0]}/node_modules/node/bin/node`);
    expect(existsSync(join(root, 'node_modules/node/package.json'))).toBe(true);
    expect(existsSync(join(root, entry))).toBe(true);
  });

  it('leaves the program the time and the order to stop, and the memory that V8 writes and runs', () => {
    expect(of('KillMode')).toEqual(['mixed']);
    expect(Number(of('TimeoutStopSec')[0])).toBeGreaterThan(60);
    expect(of('MemoryDenyWriteExecute')).toEqual([]);
  });
});
