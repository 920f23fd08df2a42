import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { migrate } from '#kit/db/migrate.server.ts';
import { testDatabase } from '#kit/testing/testdb.server.ts';
import { hashPassword } from '#platform/session/password.server.ts';
import { MIGRATIONS, RIGHTS } from './declared.server.ts';
import { seedDemo } from './demo.server.ts';
import { seedDemoUsers } from './demo-users.server.ts';
import { addressOf, runEntry } from './server-process.server.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'vinculo-inicio-'));
const at = (name: string) => path.join(folder, name);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Ended with 1, and one line was all that it said. */
const sentence = (text: string) => new RegExp(`ended with 1: ${text}[^\\n]*\\n$`);
const folderOfNone = `A pasta de dados ${at('arquivo')} não é uma pasta\\.`;
const noneAnswers = 'Nenhum banco de dados atende no endereço de DATABASE_URL\\.';

test.each<[string, string[], string]>([
  ['main.server.ts', [], folderOfNone],
  ['main.server.ts', [], noneAnswers],
  ['backup.server.ts', [at('copia')], folderOfNone],
  ['seed.server.ts', ['--size', '1'], noneAnswers],
  ['setup.server.ts', [], folderOfNone],
  ['db-migrate.server.ts', [], noneAnswers],
  ['db-diff.server.ts', [], folderOfNone],
])('%s tells by one sentence what to change', async (name, args, told) => {
  writeFileSync(at('arquivo'), '');
  const env: Record<string, string> =
    told === folderOfNone
      ? { VINCULO_DATA: at('arquivo') }
      : { VINCULO_DATA: at('dados'), DATABASE_URL: 'postgres://a:b@127.0.0.1:1/c' };
  await expect(runEntry(name, env, args)).rejects.toThrow(sentence(told));
});

test('the start tells a database that does not exist', async () => {
  const server = await testDatabase(async () => {}, 'vazio');
  try {
    const address = addressOf({ ...server.connection, database: 'nenhum' });
    await expect(runEntry('main.server.ts', { VINCULO_DATA: at('dados'), DATABASE_URL: address })).rejects.toThrow(
      sentence('O banco de dados que DATABASE_URL nomeia não existe'),
    );
  } finally {
    await server.drop();
  }
});

test('a command tells a fault of the configuration by its list', async () => {
  await expect(runEntry('db-migrate.server.ts', { DATABASE_URL: 'nada' })).rejects.toThrow(
    /ended with 1: A configuração tem um problema:\n {2}DATABASE_URL: [^\n]*\n$/,
  );
});

test('the demonstration is known by its passwords, not by a CPF that every example has', async () => {
  const db = await testDatabase(async (fresh, role) => {
    await migrate(fresh, MIGRATIONS, { rights: { ...RIGHTS, role } });
    await fresh.tx(seedDemoUsers);
  }, 'new-registry');
  try {
    expect(await seedDemo(db)).toBe(true);
    await db.query({ text: 'update credenciais set hash = $1', values: [await hashPassword('outra senha 2031')] });
    expect(await seedDemo(db)).toBe(true);
    await db.query({ text: 'delete from contas_externas' });
    expect(await seedDemo(db)).toBe(false);
  } finally {
    await db.drop();
  }
});
