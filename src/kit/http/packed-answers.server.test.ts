import { randomBytes } from 'node:crypto';
import { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Duplex } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, expect, it, vi } from 'vitest';
import { limitRequests } from './requests-at-once.server.ts';
import { createHttp } from './server.server.ts';

const options = {
  origins: [],
  version: '0',
  logLevel: 'silent',
  trustProxy: false,
  bodyLimit: 1_000,
  isSecure: false,
} as const;
const config = { authority: 'publico' };

let close: () => Promise<unknown> = async () => {};
afterEach(async () => {
  vi.restoreAllMocks();
  await close();
});

async function opened() {
  const app = await createHttp(options);
  const lists = [1, 2].map((id) => [{ id, texto: randomBytes(200_000).toString('base64') }]);
  app.get<{ Params: { id: number } }>('/api/lista/:id', { config }, async ({ params }) => structuredClone(lists[params.id - 1]));
  await app.listen({ host: '127.0.0.1', port: 0 });
  close = () => app.close();
  const { port } = app.server.address() as AddressInfo;
  const sent: unknown[] = [];
  const { end } = ServerResponse.prototype;
  vi.spyOn(ServerResponse.prototype, 'end').mockImplementation(function spied(this: ServerResponse, ...args: unknown[]) {
    sent.push(args[0]);
    return Reflect.apply(end, this, args);
  });
  const ask = async (id: number, coding: string, more: Record<string, string> = {}) => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/lista/${id}`, { headers: { 'accept-encoding': coding, ...more } });
    return { coding: answer.headers.get('content-encoding'), vary: answer.headers.get('vary'), body: await answer.json() };
  };
  return { ask, lists, sent };
}

it.each([
  ['br, gzip', 'br'],
  ['gzip', 'gzip'],
  ['gzip, br;q=0.0', 'gzip'],
  ['identity', null],
  ['*', null],
])('a long text for accept-encoding %s is packed at once, and all who get it share its bytes', async (accepted, coding) => {
  const { ask, lists, sent } = await opened();
  for (const body of [...(await Promise.all([ask(1, accepted), ask(1, accepted)])), await ask(1, accepted)])
    expect(body).toEqual({ coding, vary: 'accept-encoding', body: lists[0] });
  expect(sent.map((bytes) => Buffer.isBuffer(bytes))).toEqual([true, true, true]);
  expect(new Set(sent).size).toBe(1);
  expect((await ask(2, accepted)).body).toEqual(lists[1]);
  expect(new Set(sent).size).toBe(2);
});

it('nothing is packed for who asks for that', async () => {
  const { ask, lists } = await opened();
  expect(await ask(1, 'br', { 'x-no-compression': '1' })).toMatchObject({ coding: null, body: lists[0] });
});

it('an answer that nobody reads keeps its bytes alone, not what its handler gave', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const app = await createHttp(options);
  limitRequests(app, ({ ip }) => ({ owner: ip, isPerson: false }));
  let given: WeakRef<object> | undefined;
  app.get('/api/lista', { config }, async () => {
    const list = [randomBytes(200_000).toString('base64')];
    given = new WeakRef(list);
    return list;
  });
  let isRead = false;
  app.addHook('onResponse', async () => void (isRead = true));
  await app.ready();
  // A client that takes nothing.
  const client = new Duplex({ read() {}, write() {} });
  close = () => {
    client.destroy();
    return app.close();
  };
  app.server.emit('connection', client);
  client.push('GET /api/lista HTTP/1.1\r\nhost: localhost\r\n\r\n');
  await vi.waitFor(
    () => {
      expect(given).toBeDefined();
      collect();
      expect(given?.deref()).toBeUndefined();
    },
    { timeout: 10_000, interval: 100 },
  );
  expect(isRead).toBe(false);
}, 20_000);
