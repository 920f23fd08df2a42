import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import { limitLargeBodies } from './large-bodies.server.ts';
import { createHttp } from './server.server.ts';

const options = {
  origins: [],
  version: '0',
  logLevel: 'silent',
  trustProxy: false,
  bodyLimit: 1_000_000,
  isSecure: false,
} as const;
const headers = { origin: 'http://localhost:80', 'content-type': 'application/json' };
const LARGE = JSON.stringify('a'.repeat(70_000));

let close: () => Promise<void> = async () => {};
afterEach(() => close());

it('two large bodies of one owner are taken at a time, twenty wait, and more are refused; small ones and others go on', async () => {
  const app = await createHttp(options);
  close = () => app.close();
  limitLargeBodies(app, ({ headers: { from } }) => from);
  let judging = 0;
  let most = 0;
  const gate = Promise.withResolvers<void>();
  app.post('/api/x', { config: { authority: 'sessao' } }, async ({ body }) => {
    judging += 1;
    most = Math.max(most, judging);
    if (body !== 'pequeno') await gate.promise;
    judging -= 1;
    return {};
  });
  const send = async (payload: string, from: string) =>
    (await app.inject({ method: 'POST', url: '/api/x', headers: { ...headers, from }, payload })).statusCode;
  const many = Array.from({ length: 25 }, () => send(LARGE, 'um'));
  expect(await Promise.all(many.slice(22))).toEqual([503, 503, 503]);
  expect(await send('"pequeno"', 'um')).toBe(200);
  const other = send(LARGE, 'outro');
  await vi.waitFor(() => expect(judging).toBe(3));
  gate.resolve();
  expect(await Promise.all([other, ...many.slice(0, 22)])).toEqual(Array.from({ length: 23 }, () => 200));
  expect(most).toBe(3);
});

it('whoever goes away leaves their place, also before the turn of a pipelined request; what has no body takes none', async () => {
  const app = await createHttp(options);
  close = () => app.close();
  limitLargeBodies(app, () => 'um');
  const gate = Promise.withResolvers<void>();
  app.get('/api/espera', { config: { authority: 'sessao' } }, async () => gate.promise);
  let judged = 0;
  app.post('/api/x', { config: { authority: 'sessao' } }, async () => {
    judged += 1;
    return {};
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  for (let n = 0; n < 3; n++) {
    const socket = connect(port, '127.0.0.1');
    socket.write(`GET /api/espera HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\n\r\n`);
    socket.write(
      `POST /api/x HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\norigin: ${origin}\r\ncontent-type: application/json\r\ncontent-length: ${LARGE.length}\r\n\r\n${LARGE}`,
    );
    await vi.waitFor(() => expect(judged).toBe(n + 1));
    socket.destroy();
    await once(socket, 'close');
  }
  const read = Array.from({ length: 30 }, () => app.inject({ url: '/api/espera', headers }));
  const sent = await fetch(`${origin}/api/x`, { method: 'POST', headers: { ...headers, origin }, body: LARGE });
  gate.resolve();
  expect([sent.status, ...(await Promise.all(read)).map(({ statusCode }) => statusCode)]).toEqual(
    Array.from({ length: 31 }, () => 200),
  );
});
