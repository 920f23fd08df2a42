import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import sql from 'sql-template-tag';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '#kit/testing/testdb.server.ts';
import { migrate, pending } from './migrate.server.ts';

let db: TestDatabase;
let folder: string;
const write = (name: string, text: string) => writeFileSync(path.join(folder, name), text);

beforeEach(async () => {
  db = await testDatabase(async () => {}, 'empty');
  folder = mkdtempSync(path.join(os.tmpdir(), 'vinculo-migracoes-'));
  write('0001-um.sql', 'create table um (n int);\ninsert into um values (1);\n');
  write('0002-dois.sql', 'create table dois (n int);\n');
});
afterEach(async () => {
  rmSync(folder, { recursive: true, force: true });
  await db.drop();
});

test('applies what is missing, in order, once', async () => {
  expect(await pending(db.owner, folder)).toEqual(['0001-um', '0002-dois']);
  expect(await migrate(db.owner, folder)).toEqual(['0001-um', '0002-dois']);
  expect(await migrate(db.owner, folder)).toEqual([]);
  write('0003-tres.sql', 'create table tres (n int)');
  expect(await pending(db.owner, folder)).toEqual(['0003-tres']);
  expect(await migrate(db.owner, folder)).toEqual(['0003-tres']);
});

test('two processes at the same moment apply each file once', async () => {
  write('0003-lenta.sql', 'select pg_sleep(0.5); insert into um values (2);');
  const code = `
    import { createDatabase } from ${JSON.stringify(path.resolve('src/kit/db/database.server.ts'))};
    import { migrate } from ${JSON.stringify(path.resolve('src/kit/db/migrate.server.ts'))};
    const db = createDatabase(${JSON.stringify(db.ownerConnection)});
    console.log((await migrate(db, ${JSON.stringify(folder)})).length);
    await db.close();
  `;
  const run = () =>
    new Promise<string>((resolve) => {
      const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
      let out = '';
      child.stdout.on('data', (chunk) => (out += chunk));
      child.on('close', (exit) => resolve(`${exit}:${out.trim()}`));
    });
  expect((await Promise.all([run(), run()])).sort()).toEqual(['0:0', '0:3']);
  expect(await db.query(sql`select n from um order by n`)).toEqual([{ n: 1 }, { n: 2 }]);
});

test('a migration that fails leaves nothing of itself and names file and line', async () => {
  write('0002-dois.sql', 'create table dois (n int);\n\nselect wrong;\n');
  await expect(migrate(db.owner, folder)).rejects.toThrow(/0002-dois falhou \(linha 3\)/);
  expect(await db.one(sql`select to_regclass('um') is not null as um, to_regclass('dois') is not null as dois`)).toEqual({
    um: true,
    dois: false,
  });
  write('0002-dois.sql', 'create table dois (n int);\n');
  expect(await migrate(db.owner, folder)).toEqual(['0002-dois']);
});

test('refuses when an applied file was changed; other line ends are no change', async () => {
  await migrate(db.owner, folder);
  write('0001-um.sql', 'create table um (n int);\r\ninsert into um values (1);\r\n');
  expect(await pending(db.owner, folder)).toEqual([]);
  write('0001-um.sql', 'create table um (n bigint);\n');
  await expect(migrate(db.owner, folder)).rejects.toThrow(/0001-um já foi aplicada.*alterado/);
  await expect(pending(db.owner, folder)).rejects.toThrow(/0001-um/);
});

test('refuses a database of a newer program, twin numbers and odd names', async () => {
  await migrate(db.owner, folder);
  rmSync(path.join(folder, '0002-dois.sql'));
  await expect(migrate(db.owner, folder)).rejects.toThrow(/0002-dois, que este programa não conhece/);
  write('0002-dois.sql', 'create table dois (n int);\n');
  write('0002-outra.sql', 'select 1');
  await expect(migrate(db.owner, folder)).rejects.toThrow(/mesmo número/);
  rmSync(path.join(folder, '0002-outra.sql'));
  write('3-tres.sql', 'select 1');
  await expect(migrate(db.owner, folder)).rejects.toThrow(/NNNN-nome\.sql/);
});
