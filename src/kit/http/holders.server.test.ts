import { randomBytes } from 'node:crypto';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import { asHolder } from './holders.server.ts';
import { createHttp } from './server.server.ts';

const options = {
  origins: [],
  version: '0',
  logLevel: 'silent',
  trustProxy: false,
  bodyLimit: 1_000,
  isSecure: false,
} as const;

let close: () => Promise<void> = async () => {};
afterEach(() => close());

async function opened() {
  const app = await createHttp(options);
  const begun = new Map<string, number>();
  const text = randomBytes(6_000_000).toString('base64');
  const config = { authority: 'publico' };
  const route = (url: string, answer: string) =>
    app.get(url, { config }, (request, reply) => {
      const holder = String(request.headers.from);
      return asHolder(request, reply, holder, async () => {
        begun.set(holder, (begun.get(holder) ?? 0) + 1);
        return answer;
      });
    });
  route('/api/grande', text);
  route('/api/pequeno', 'pouco');
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const unread = (from: string) => {
    const socket = connect(port, '127.0.0.1').pause();
    socket.write(`GET /api/grande HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nfrom: ${from}\r\n\r\n`);
    return socket;
  };
  const sockets: ReturnType<typeof unread>[] = [];
  close = () => {
    for (const socket of sockets) socket.destroy();
    return app.close();
  };
  const ask = async (from: string) =>
    (await app.inject({ url: '/api/pequeno', headers: { host: `127.0.0.1:${port}`, from } })).statusCode;
  return {
    begun,
    ask,
    unreadOf: (from: string, n: number) => sockets.push(...Array.from({ length: n }, () => unread(from))),
    sockets,
  };
}

it('six answers of one link that nobody reads hold its places; others go on, and the next one comes when one has gone', async () => {
  const { begun, ask, unreadOf, sockets } = await opened();
  unreadOf('link', 8);
  await vi.waitFor(() => expect(begun.get('link')).toBe(6), { timeout: 20_000 });
  expect(await ask('outro')).toBe(200);
  let answered = false;
  const next = ask('link').then((status) => {
    answered = true;
    return status;
  });
  expect(await ask('outro')).toBe(200);
  expect([answered, begun.get('link')]).toEqual([false, 6]);
  for (const socket of sockets) socket.destroy();
  expect(await next).toBe(200);
}, 30_000);

it('more than twenty that wait are refused', async () => {
  const { begun, ask, unreadOf } = await opened();
  unreadOf('link', 6);
  await vi.waitFor(() => expect(begun.get('link')).toBe(6), { timeout: 20_000 });
  const many = Array.from({ length: 22 }, () => ask('link'));
  expect(await Promise.all(many.slice(20))).toEqual([503, 503]);
  await close();
  expect(new Set(await Promise.all(many.slice(0, 20)))).toEqual(new Set([200]));
}, 30_000);
