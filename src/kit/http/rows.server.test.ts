import { brotliDecompressSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { refuse } from '#kit/refusal/refusal.ts';
import { sendRows } from './rows.server.ts';
import { createHttp } from './server.server.ts';

const options = { origins: [], version: '0', logLevel: 'silent', trustProxy: false, bodyLimit: 1_000, isSecure: false } as const;

async function opened(rows: () => AsyncGenerator<object[], void, void>, around?: readonly [string, (total: number) => string]) {
  const app = await createHttp(options);
  app.get('/api/x', { config: { authority: 'publico' } }, (_request, reply) => sendRows(reply, rows(), around));
  return app;
}

async function* hundred() {
  for (let n = 0; n < 4; n++) yield Array.from({ length: 25 }, (_, i) => ({ n: n * 25 + i }));
  yield [];
}

it('writes all rows as one array, and an empty one', async () => {
  const app = await opened(hundred);
  expect((await app.inject('/api/x')).json()).toEqual(Array.from({ length: 100 }, (_, n) => ({ n })));
  await app.close();
  const empty = await opened(async function* () {});
  expect((await empty.inject('/api/x')).body).toBe('[]');
  await empty.close();
});

it('writes what stands around them, with their number', async () => {
  const app = await opened(hundred, ['{"content":[', (total) => `],"total":${total}}`]);
  expect((await app.inject('/api/x')).json()).toMatchObject({ total: 100, content: expect.objectContaining({ length: 100 }) });
  await app.close();
});

it('tells what is refused before the first row as any refusal, compressed or not', async () => {
  const app = await opened(async function* () {
    throw refuse.forbidden();
    // oxlint-disable-next-line no-unreachable
    yield [];
  });
  const answer = await app.inject({ url: '/api/x', headers: { 'accept-encoding': 'br' } });
  expect(answer.statusCode).toBe(403);
  expect(answer.headers['content-encoding']).toBeUndefined();
  expect(answer.json()).toMatchObject({ code: 'NAO_AUTORIZADO' });
  await app.close();
});

it('stops reading when only the head is asked for', async () => {
  let read = 0;
  let isEnded = false;
  const app = await opened(async function* () {
    try {
      for (; read < 1_000; read++) yield [{ read }];
    } finally {
      isEnded = true;
    }
  });
  const answer = await app.inject({ method: 'HEAD', url: '/api/x', headers: { 'accept-encoding': 'br' } });
  expect(answer).toMatchObject({ statusCode: 200, body: '' });
  await expect.poll(() => isEnded).toBe(true);
  expect(read).toBeLessThan(10);
  await app.close();
});

it('compresses while it writes', async () => {
  const app = await opened(hundred);
  const answer = await app.inject({ url: '/api/x', headers: { 'accept-encoding': 'br, gzip' } });
  expect(answer.headers['content-encoding']).toBe('br');
  expect(JSON.parse(brotliDecompressSync(answer.rawPayload).toString())).toHaveLength(100);
  await app.close();
});
