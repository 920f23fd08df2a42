import { setImmediate } from 'node:timers/promises';
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

test('whoever writes to a long record takes turns, also when they send little, so that others are served between', async () => {
  const app = await createHttp(options);
  limitRequests(app, ({ headers: { from } }) => ({ owner: from, isPerson: true }));
  let judged = 0;
  app.post('/api/longo', { config }, async () => {
    await made.query(sql`select repeat('a', 100) as a from generate_series(1, 2000)`);
    return {};
  });
  app.post('/api/julga', { config }, async () => {
    for (const end = performance.now() + 30; performance.now() < end; );
    judged += 1;
    return {};
  });
  app.get('/api/y', { config }, async () => ({}));
  const headers = { host: 'localhost:80', origin: 'http://localhost:80' };
  const writes = async (url: string) =>
    (await app.inject({ method: 'POST', url, payload: {}, headers: { ...headers, from: 'um' } })).statusCode;
  expect(await writes('/api/longo')).toBe(200);
  const many = Array.from({ length: 6 }, () => writes('/api/julga'));
  let served = 0;
  for (; judged < 6; served += 1) {
    await app.inject({ url: '/api/y', headers: { ...headers, from: 'outro' } });
    await setImmediate();
  }
  expect(new Set(await Promise.all(many))).toEqual(new Set([200]));
  expect(served).toBeGreaterThan(12);
  await app.close();
});
