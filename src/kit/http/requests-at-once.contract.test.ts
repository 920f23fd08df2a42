import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '#kit/testing/testdb.server.ts';
import { limitRequests } from './requests-at-once.server.ts';
import { createHttp } from './server.server.ts';

const options = { origins: [], version: '0', logLevel: 'silent', trustProxy: false, bodyLimit: 1_000, isSecure: false } as const;
const config = { authority: 'sessao' };

let made: TestDatabase;
beforeAll(async () => {
  made = await testDatabase(async () => {}, 'requests-at-once.contract');
});
afterAll(() => made?.drop());

test('what reads much takes turns, also when it answers little', async () => {
  const app = await createHttp(options);
  limitRequests(app, ({ headers: { from } }) => ({ owner: from, isPerson: true }));
  const gate = Promise.withResolvers<void>();
  let begun = 0;
  app.get('/api/x', { config }, async () => {
    begun += 1;
    if (begun > 1) await gate.promise;
    return { n: (await made.query(sql`select repeat('a', 100) as a from generate_series(1, 2000)`)).length };
  });
  app.get('/api/y', { config }, async () => ({}));
  const ask = async (from: string, url = '/api/x') =>
    (await app.inject({ url, headers: { host: 'localhost', from } })).statusCode;
  expect(await ask('antes')).toBe(200);
  const both = [ask('um'), ask('dois')];
  expect([await ask('tres', '/api/y'), await ask('tres', '/api/y')]).toEqual([200, 200]);
  expect(begun).toBe(2);
  gate.resolve();
  expect(await Promise.all(both)).toEqual([200, 200]);
  expect(begun).toBe(3);
  await app.close();
});
