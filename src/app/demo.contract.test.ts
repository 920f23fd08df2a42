import sql, { raw } from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrate } from '#kit/db/migrate.server.ts';
import { quote } from '#kit/registry/names.server.ts';
import { type TestDatabase, testDatabase } from '#kit/testing/testdb.server.ts';
import { declaredTables, MIGRATIONS, RIGHTS } from './declared.server.ts';
import { fillDatabase } from './first-start.server.ts';
import { modules } from './modules.server.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase(async (fresh, role) => {
    await migrate(fresh, MIGRATIONS, { rights: { ...RIGHTS, role } });
  }, 'migrated');
});
afterAll(() => db.drop());

/** How many rows each table has that a declaration made. */
async function counted(): Promise<Record<string, number>> {
  const rows = await Promise.all(
    declaredTables().map(async ({ name }) => {
      const { n } = await db.only<{ n: number }>(sql`select count(*)::int as n from ${raw(quote(name))}`);
      return [name, n] as const;
    }),
  );
  return Object.fromEntries(rows);
}

it('the first start fills every module with its demonstration, and the second one adds nothing', async () => {
  expect(await fillDatabase(db, { withDemo: false })).toBe(false);
  const without = await counted();
  expect(await fillDatabase(db, { withDemo: true })).toBe(true);
  const filled = await counted();
  const bare = modules.filter(
    ({ registries }) => registries.length > 0 && registries.every(({ table }) => filled[table] === without[table]),
  );
  expect(bare.map(({ id }) => id)).toEqual([]);
  expect(await fillDatabase(db, { withDemo: true })).toBe(true);
  expect(await fillDatabase(db, { withDemo: false })).toBe(true);
  expect(await counted()).toEqual(filled);
});
