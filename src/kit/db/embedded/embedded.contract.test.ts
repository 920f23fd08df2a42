import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  closeSync,
  existsSync,
  ftruncateSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createDatabase } from '#kit/db/database.server.ts';
import { listen } from '#kit/jobs/listen.server.ts';
import { foldersOf, readPostmaster } from './cluster-folder.server.ts';
import { type Embedded, openEmbedded } from './embedded.server.ts';
import { turnLog } from './postgres-process.server.ts';
import { repair } from './postgres-program.server.ts';

let folder: string;
let dataDir: string;
const open: Embedded[] = [];
const programs: ChildProcess[] = [];

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'vinculo-lancador-'));
  dataDir = path.join(folder, 'dados');
});

afterEach(async () => {
  for (const program of programs.splice(0)) program.kill('SIGKILL');
  for (const server of open.splice(0)) await server.stop();
  // The server of a killed program stops by itself, a moment later.
  for (const name of existsSync(folder) ? readdirSync(folder) : [])
    await vi.waitUntil(() => (readPostmaster(foldersOf(path.join(folder, name)).cluster)?.pid ?? process.pid) === process.pid, {
      timeout: 30_000,
    });
  await new Promise((resolve) => setTimeout(resolve, 50));
  rmSync(folder, { recursive: true, force: true });
});

async function start(dir = dataDir): Promise<Embedded> {
  const server = await openEmbedded({ dataDir: dir, settings: { fsync: 'off' } });
  open.push(server);
  return server;
}

async function ask<T>(server: Embedded, text: string): Promise<T | undefined> {
  const db = createDatabase(server.owner);
  try {
    return await db.one<T>({ text });
  } finally {
    await db.close();
  }
}

/** Another Node program on the same folder; resolves with its first line. */
async function otherProgram(dir: string, then = ''): Promise<{ program: ChildProcess; line: string }> {
  const code = `
    import { openEmbedded } from ${JSON.stringify(path.resolve('src/kit/db/embedded/embedded.server.ts'))};
    import { createDatabase } from ${JSON.stringify(path.resolve('src/kit/db/database.server.ts'))};
    const server = await openEmbedded({ dataDir: ${JSON.stringify(dir)}, settings: { fsync: 'off' } });
    const db = createDatabase(server.owner);
    ${then}
    console.log(server.adopted ? 'adotado' : 'iniciado');
    setInterval(() => {}, 1000);
  `;
  const program = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
  programs.push(program);
  const line = await new Promise<string>((resolve, reject) => {
    program.stdout?.once('data', (chunk) => resolve(String(chunk).trim()));
    program.once('exit', () => reject(new Error('the other program ended')));
  });
  return { program, line };
}

function killPostmaster(): number {
  const pid = readPostmaster(foldersOf(dataDir).cluster)?.pid as number;
  process.kill(pid, 'SIGKILL');
  return pid;
}

describe('a server whose postmaster is killed', () => {
  test('comes back by itself, also under a statement that is still running', async () => {
    const db = createDatabase((await start()).owner);
    const long = db.query({ text: 'select pg_sleep(60)' });
    await db.query({ text: 'create table t as select 7 as n' });
    const before = killPostmaster();
    await expect(long).rejects.toBeInstanceOf(Error);
    // A connection that was idle may answer for a moment longer than its postmaster lives.
    await expect.poll(() => readPostmaster(foldersOf(dataDir).cluster)?.pid, { timeout: 30_000 }).not.toBe(before);
    await expect.poll(() => db.one({ text: 'select n from t' }).catch(() => null), { timeout: 30_000 }).toEqual({ n: 7 });
    await db.close();
  });

  test('comes back to those who had adopted it, and to those who listen', async () => {
    await otherProgram(dataDir, `await db.query({ text: 'create table t (n int)' });`);
    const adopted = await start();
    expect(adopted.adopted).toBe(true);
    const db = createDatabase(adopted.connection);
    const heard: string[] = [];
    const ear = listen(adopted.connection, 'canal', (payload) => heard.push(payload));
    await ear.ready;
    killPostmaster();
    await expect
      .poll(
        () =>
          db.query({ text: `notify canal, 'depois'` }).then(
            () => heard,
            () => [],
          ),
        { timeout: 30_000 },
      )
      .toContain('depois');
    await ear.stop();
    await db.close();
  });

  test('has every row that it acknowledged, in the middle of transactions', async () => {
    const db = createDatabase((await openEmbedded({ dataDir }).then((server) => (open.push(server), server))).owner);
    await db.query({ text: 'create table t (n int primary key, m int)' });
    const acknowledged: number[] = [];
    let next = 0;
    const writers = Array.from({ length: 6 }, async () => {
      while (next < 3_000) {
        const n = next++;
        const saved = await db
          .tx(async (tx) => {
            await tx.query({ text: 'insert into t values ($1)', values: [n] });
            await tx.query({ text: 'update t set m = $1 where n = $1', values: [n] });
          })
          .then(
            () => true,
            () => new Promise<false>((resolve) => setTimeout(resolve, 5, false)),
          );
        if (saved) acknowledged.push(n);
        if (acknowledged.length === 500 && saved) killPostmaster();
      }
    });
    await Promise.all(writers);
    await vi.waitUntil(() => db.one({ text: 'select 1 as n' }).catch(() => null), { timeout: 30_000 });
    const lost = await db.query({
      text: 'select a.n from unnest($1::int[]) a (n) left join t on t.n = a.n and t.m = a.n where t.n is null',
      values: [acknowledged],
    });
    expect(lost).toEqual([]);
    expect(await db.one({ text: 'select count(*) as n from t where m is distinct from n' })).toEqual({ n: 0 });
    await db.close();
  });

  test('and with it its keeper, comes back as well', async () => {
    const server = await start();
    const keeper = spawnSync('ps', ['-o', 'ppid=', '-p', String(readPostmaster(foldersOf(dataDir).cluster)?.pid)]);
    process.kill(Number(String(keeper.stdout)), 'SIGKILL');
    killPostmaster();
    await expect.poll(() => ask(server, 'select 1 as n').catch(() => null), { timeout: 30_000 }).toEqual({ n: 1 });
  });

  test('is given up after repeated failures, with a sentence, and left to whoever opens it next', async () => {
    const lost = Promise.withResolvers<Error>();
    open.push(await openEmbedded({ dataDir, settings: { fsync: 'off' }, pauses: [0, 0], onLost: lost.resolve }));
    const control = path.join(foldersOf(dataDir).cluster, 'global', 'pg_control');
    const sound = readFileSync(control);
    writeFileSync(control, Buffer.alloc(sound.length));
    killPostmaster();
    expect((await lost.promise).message).toMatch(/parou e não voltou em 2 tentativas.*Detalhes em .*postgres\.log/s);
    writeFileSync(control, sound);
    expect((await start()).adopted).toBe(false);
  });
});

describe('openEmbedded', () => {
  test('what a copy would run at each connection, or as tables change, does not run', async () => {
    const first = await start();
    const db = createDatabase({ ...first.owner, max: 1 });
    await db.session(async (client) => {
      await client.query(`
        create table visto (quando text);
        create function ver() returns event_trigger language plpgsql security definer as $$ begin insert into visto values (tg_event); end $$;
        create event trigger ao_entrar on login execute function ver();
        create event trigger ao_mudar on ddl_command_start execute function ver();
        alter event trigger ao_entrar enable always;
        alter event trigger ao_mudar enable always`);
    });
    await db.close();
    await open.splice(0)[0]?.stop();
    const again = await start();
    await ask(again, 'create table outra (n int)');
    expect(await ask(again, 'select count(*)::int as n from visto')).toEqual({ n: 0 });
  });

  test('makes the database on the first start and opens it much sooner on the next', async () => {
    const first = performance.now();
    const server = await start();
    const making = performance.now() - first;
    expect(
      await ask(
        server,
        `select current_setting('server_encoding') as e, current_setting('data_checksums') as c, lower('ÁÉÇ') as l`,
      ),
    ).toEqual({ e: 'UTF8', c: 'on', l: 'áéç' });
    await ask(server, 'create table t as select 42 as n');
    await server.stop();
    const second = performance.now();
    const again = await start();
    expect(performance.now() - second).toBeLessThan(making);
    expect(await ask(again, 'select n from t')).toEqual({ n: 42 });
  });

  test('listens on nothing but a socket in a private folder', async () => {
    const server = await start();
    expect(await ask(server, `select current_setting('listen_addresses') as a`)).toEqual({ a: '' });
    expect(statSync(String(server.connection.host)).mode & 0o777).toBe(0o700);
  });

  test('bounds what one query of the program may write beside its tables, and not what the owner sorts for an index', async () => {
    const server = await start();
    const limit = `select setting::bigint / 1024 as mb from pg_settings where name = 'temp_file_limit'`;
    const db = createDatabase(server.connection);
    const { mb } = await db.only<{ mb: number }>({ text: limit });
    await db.close();
    expect([mb >= 1_024, mb <= 4_096]).toEqual([true, true]);
    expect(await ask(server, `select current_setting('temp_file_limit') as most`)).toEqual({ most: '-1' });
  });

  test('a second program is given the server of the first, and stopping it there stops nothing', async () => {
    await otherProgram(dataDir, `await db.query({ text: 'create table t as select 7 as n' });`);
    const server = await start();
    expect(server.adopted).toBe(true);
    await server.stop();
    expect(await ask(server, 'select n from t')).toEqual({ n: 7 });
  });

  test('two programs that start at the same moment share one server', async () => {
    const both = await Promise.all([otherProgram(dataDir), otherProgram(dataDir)]);
    expect(both.map(({ line }) => line).sort()).toEqual(['adotado', 'iniciado']);
  });

  test('after kill -9 of the program every acknowledged row is there, and who had adopted its server may open it', async () => {
    const { program } = await otherProgram(
      dataDir,
      `await db.query({ text: 'create table t (n int)' });
       for (let n = 0; n < 50; n++) await db.query({ text: 'insert into t values ($1)', values: [n] });
       void (async () => { for (;;) await db.query({ text: 'insert into t values (1000)' }); })();`,
    );
    const adopted = await start();
    const gone = once(program, 'exit');
    program.kill('SIGKILL');
    // A killed program is there until the system has taken it away.
    await gone;
    const server = await start();
    expect(adopted.adopted).toBe(true);
    expect(server.adopted).toBe(false);
    expect(await ask(server, 'select count(*) as n from t where n < 1000')).toEqual({ n: 50 });
  });

  test('a server whose program was killed stops by itself', async () => {
    const { program } = await otherProgram(dataDir);
    program.kill('SIGKILL');
    await expect.poll(() => readPostmaster(foldersOf(dataDir).cluster), { timeout: 30_000 }).toBeNull();
  });

  test.each([
    ['of a process that is gone', 3_999_999],
    ['that now belongs to another program', process.pid],
  ])('a stale postmaster.pid %s is no obstacle', async (_, pid) => {
    const server = await start();
    const socket = String(server.connection.host);
    await server.stop();
    writeFileSync(path.join(foldersOf(dataDir).cluster, 'postmaster.pid'), `${pid}\n${dataDir}\n1\n5432\n${socket}\n\n\nready\n`);
    writeFileSync(path.join(socket, '.s.PGSQL.5432.lock'), `${pid}\n${dataDir}\n1\n5432\n${socket}\n`);
    expect(await ask(await start(), 'select 1 as n')).toEqual({ n: 1 });
  });

  test('the abandoned lock and half a cluster of a first start that was killed are no obstacle', async () => {
    mkdirSync(path.join(dataDir, 'cluster.novo-1'), { recursive: true });
    writeFileSync(foldersOf(dataDir).lock, '{"pid":3999999,"nascimento":"1"}');
    expect(await ask(await start(), 'select 1 as n')).toEqual({ n: 1 });
    expect(existsSync(path.join(dataDir, 'cluster.novo-1'))).toBe(false);
  });

  test('a path longer than a socket may have, with spaces and accents, works', async () => {
    const long = path.join(folder, `pasta de dados, não tão curta ${'x'.repeat(120)}`);
    const server = await start(long);
    expect(await ask(server, 'select 1 as n')).toEqual({ n: 1 });
    const { line } = await otherProgram(long);
    expect(line).toBe('adotado');
    await server.stop();
    expect(existsSync(String(server.connection.host))).toBe(false);
  });

  test('files where the database should be are refused, not removed', async () => {
    mkdirSync(foldersOf(dataDir).cluster, { recursive: true });
    writeFileSync(path.join(foldersOf(dataDir).cluster, 'tese.docx'), 'anos de trabalho');
    await expect(start()).rejects.toThrow(/tem arquivos, mas não um banco de dados/);
  });

  test('a cluster of a version that is not installed is refused with the way out', async () => {
    mkdirSync(foldersOf(dataDir).cluster, { recursive: true });
    writeFileSync(path.join(foldersOf(dataDir).cluster, 'PG_VERSION'), '99\n');
    await expect(start()).rejects.toThrow(/PostgreSQL 99.*DATABASE_URL/s);
  });

  test.runIf(process.getuid?.() === 0)('as root without user namespaces it runs as nobody, and goes back', async () => {
    const { PATH } = process.env;
    chmodSync(folder, 0o755);
    try {
      // A PATH on which `unshare` fails, as it does where namespaces are forbidden.
      const bin = path.join(folder, 'bin');
      mkdirSync(bin);
      writeFileSync(path.join(bin, 'unshare'), '#!/bin/sh\necho "unshare failed: Operation not permitted" >&2\nexit 1\n', {
        mode: 0o755,
      });
      process.env.PATH = `${bin}:${PATH}`;
      const server = await start();
      await ask(server, 'create table t as select 5 as n');
      expect(statSync(foldersOf(dataDir).cluster).uid).toBe(65534);
      await server.stop();
    } finally {
      process.env.PATH = PATH;
    }
    expect(await ask(await start(), 'select n from t')).toEqual({ n: 5 });
    expect(statSync(foldersOf(dataDir).cluster).uid).toBe(0);
  });
});

test('a log that grew large is kept once, and its writer goes on in the emptied file', () => {
  mkdirSync(folder, { recursive: true });
  const log = path.join(folder, 'postgres.log');
  const writer = openSync(log, 'a');
  for (const text of ['primeira', 'segunda', 'terceira']) {
    writeSync(writer, text.repeat(800_000));
    turnLog(log);
    expect(statSync(log).size).toBe(0);
    expect(readFileSync(`${log}.1`, 'utf8').startsWith(text)).toBe(true);
    expect(readdirSync(folder)).toHaveLength(2);
    writeSync(writer, 'pouco');
    turnLog(log);
    expect(readFileSync(log, 'utf8')).toBe('pouco');
    ftruncateSync(writer);
  }
  closeSync(writer);
});

test('a log that grew large is emptied, and the server starts, where no copy of it can be kept', async () => {
  await (await start()).stop();
  const { log } = foldersOf(dataDir);
  writeFileSync(log, 'x'.repeat(6_000_000));
  // As on a full disk, nothing can be written there.
  rmSync(`${log}.1`, { force: true });
  mkdirSync(`${log}.1`);
  expect(await ask(await start(), 'select 1 as n')).toEqual({ n: 1 });
  expect(statSync(log).size).toBeLessThan(5_000_000);
});

test('repair mends missing links and exec bits', async () => {
  const native = path.join(folder, 'native');
  mkdirSync(path.join(native, 'bin'), { recursive: true });
  mkdirSync(path.join(native, 'lib'));
  writeFileSync(path.join(native, 'bin', 'postgres'), '', { mode: 0o644 });
  writeFileSync(path.join(native, 'lib', 'libx.so.1.2'), 'x');
  symlinkSync('nowhere', path.join(native, 'lib', 'libx.so.1'));
  const links = ['libx.so', 'libx.so.1'].map((name) => ({ source: 'native/lib/libx.so.1.2', target: `native/lib/${name}` }));
  writeFileSync(path.join(native, 'pg-symlinks.json'), JSON.stringify(links));
  await repair(native);
  expect(statSync(path.join(native, 'lib', 'libx.so')).size).toBe(1);
  expect(statSync(path.join(native, 'lib', 'libx.so.1')).size).toBe(1);
  expect(statSync(path.join(native, 'bin', 'postgres')).mode & 0o111).toBe(0o111);
});
