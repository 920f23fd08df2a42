import fastify from 'fastify';
import { expect, it } from 'vitest';
import type { Database } from '#kit/db/database.server.ts';
import { asker } from '#kit/lanes/lanes.server.ts';
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

it('counts of a door wait in the lane of whoever is counted, and not in everybody’s', async () => {
  const askers: unknown[] = [];
  const answer = <T>(rows: T) => {
    askers.push(asker());
    return Promise.resolve(rows);
  };
  const db = {
    one: () => answer(undefined),
    query: ({ values }: { values: [string[]] }) => answer(values[0].map((chave) => ({ chave, janela: '', falhas: 1 }))),
  } as unknown as Database;
  const app = fastify();
  throttleDoors(app, db, () => undefined);
  app.get('/porta', { config: forAnybody }, () => 'aberta');
  expect((await app.inject({ url: '/porta', remoteAddress: '203.0.113.7' })).body).toBe('aberta');
  expect(askers).toEqual(['203.0.113.7', '203.0.113.7']);
});
