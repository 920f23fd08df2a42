import { setImmediate } from 'node:timers/promises';
import fastify from 'fastify';
import { expect, it } from 'vitest';
import type { Database } from '#kit/db/database.server.ts';
import { forAnybody } from './serves.server.ts';
import { networkOf, throttleDoors } from './throttle.server.ts';

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('failures from %s count at %s', (ip, network) => expect(networkOf(ip)).toBe(network));

it.each([
  ['203.0.113.7:50123', '203.0.113.7'],
  ['[2001:db8:1:2::9]:50123', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::9]', '2001:db8:1:2::/64'],
])('a proxy that says the port as well, %s, opens no door for each connection', (ip, network) =>
  expect(networkOf(ip)).toBe(network),
);

it('what is no address is one door together, however a client spells it', () => {
  const texts = ['unknown', '', 'a'.repeat(5_000), '203.0.113.777:80', '_oculto'];
  expect(texts.map(networkOf)).toEqual(texts.map(() => 'desconhecido'));
});

it('attempts at a door are counted one after the other, and one that is shut is not asked again at once', async () => {
  const seen = { counted: 0, now: 0, most: 0, asked: 0 };
  const db = {
    one: () => {
      seen.asked += 1;
      return Promise.resolve(seen.counted >= 5 ? { espera: 60 } : undefined);
    },
    query: async ({ values }: { values: [string[]] }) => {
      seen.most = Math.max(seen.most, (seen.now += 1));
      await setImmediate();
      seen.now -= 1;
      seen.counted += 1;
      return values[0].map((chave) => ({ chave, janela: '', falhas: 1 }));
    },
  } as unknown as Database;
  const app = fastify();
  throttleDoors(app, db, () => undefined);
  app.get('/porta', { config: forAnybody }, () => 'aberta');
  const ask = () => app.inject({ url: '/porta', remoteAddress: '203.0.113.7' });
  const answers = await Promise.all(Array.from({ length: 50 }, ask));
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(5);
  expect(seen).toMatchObject({ counted: 5, most: 1 });
  // Five that were counted, one that was refused, and another one if the machine stood still for half a second.
  expect(seen.asked).toBeLessThan(9);
  expect((await app.inject({ url: '/porta', remoteAddress: '203.0.113.8' })).statusCode).not.toBe(200);
});
