import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { Readable } from 'node:stream';
import { afterEach, expect, it, vi } from 'vitest';
import { limitRequests } from './requests-at-once.server.ts';
import { createHttp } from './server.server.ts';

const options = {
  origins: [],
  version: '0',
  logLevel: 'silent',
  trustProxy: false,
  bodyLimit: 1_000_000,
  isSecure: false,
} as const;

let close: () => Promise<void> = async () => {};
afterEach(() => close());

async function opened() {
  const app = await createHttp(options);
  close = () => app.close();
  limitRequests(app, ({ headers: { from } }) => ({ owner: from, atOnce: from === 'largo' ? 4 : 2 }));
  const gate = Promise.withResolvers<void>();
  const seen = { working: 0, most: 0 };
  const config = { authority: 'publico' };
  app.get('/api/espera', { config }, async () => {
    seen.working += 1;
    seen.most = Math.max(seen.most, seen.working);
    await gate.promise;
    seen.working -= 1;
    return {};
  });
  app.get('/api/logo', { config }, async () => ({}));
  const ask = async (from: string, url = '/api/espera') => {
    const { statusCode } = await app.inject({ url, headers: { host: 'localhost', from } });
    return statusCode;
  };
  return { app, config, gate, seen, ask };
}

it('two requests of one owner are worked on at a time, and the next ones wait; others go on', async () => {
  const { gate, seen, ask } = await opened();
  const mine = Array.from({ length: 10 }, () => ask('um'));
  const wide = Array.from({ length: 10 }, () => ask('largo'));
  expect(await ask('outro', '/api/logo')).toBe(200);
  await vi.waitFor(() => expect(seen.working).toBe(6));
  gate.resolve();
  expect(new Set(await Promise.all([...mine, ...wide]))).toEqual(new Set([200]));
  expect(seen.most).toBe(6);
});

it('what fails, says nothing or has lost its client leaves its place, though not before it is worked on', async () => {
  const { app, config, gate, seen, ask } = await opened();
  app.get('/api/falha', { config }, () => Promise.reject(new Error('não')));
  app.get('/api/na-hora', { config }, () => {
    throw new Error('não');
  });
  app.get('/api/nada', { config }, async (_request, reply) => void reply.status(204));
  for (const url of ['/api/falha', '/api/na-hora', '/api/nada'])
    for (let n = 0; n < 3; n++) expect(await ask('um', url)).toBe(url === '/api/nada' ? 204 : 500);
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const head = await Promise.all(
    [1, 2].map(() => app.inject({ method: 'HEAD', url: '/api/logo', headers: { host: 'localhost', from: 'um' } })),
  );
  expect(head.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  for (let n = 0; n < 2; n++) {
    const socket = connect(port, '127.0.0.1');
    socket.write(`GET /api/espera HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nfrom: um\r\n\r\n`);
    await vi.waitFor(() => expect(seen.working).toBe(n + 1));
    socket.destroy();
    await once(socket, 'close');
  }
  const third = ask('um');
  expect(await ask('outro', '/api/logo')).toBe(200);
  expect(seen.working).toBe(2);
  gate.resolve();
  expect(await third).toBe(200);
});

it('an answer that nobody reads keeps its place, and a stream takes none', async () => {
  const { app, config, ask } = await opened();
  let large = 0;
  app.get('/api/grande', { config }, async () => {
    large += 1;
    return randomBytes(15_000_000).toString('base64');
  });
  const sources: Readable[] = [];
  app.get('/api/fluxo', { config }, (_request, reply) => {
    const source = new Readable({ read() {} });
    source.push('a');
    sources.push(source);
    return reply.type('text/event-stream').send(source);
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const unread = (url: string, coding = 'identity') => {
    const socket = connect(port, '127.0.0.1').pause();
    socket.write(`GET ${url} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nfrom: um\r\naccept-encoding: ${coding}\r\n\r\n`);
    return socket;
  };
  const streams = [unread('/api/fluxo'), unread('/api/fluxo'), unread('/api/fluxo')];
  await vi.waitFor(() => expect(sources).toHaveLength(3));
  expect(await ask('um', '/api/logo')).toBe(200);
  const sockets = [unread('/api/grande'), unread('/api/grande', 'gzip')];
  await vi.waitFor(() => expect(large).toBe(2));
  let answered = false;
  const mine = ask('um', '/api/logo').then((status) => {
    answered = true;
    return status;
  });
  expect(await ask('outro', '/api/logo')).toBe(200);
  expect(answered).toBe(false);
  for (const socket of [...sockets, ...streams]) socket.destroy();
  expect(await mine).toBe(200);
});
