import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { AT_ONCE, createDatabase, type Database } from '#kit/db/database.server.ts';
import { type TestDatabase, testDatabase } from '#kit/testing/testdb.server.ts';
import { askedBy, asWide, beforeAsking, inLanes, sideConnections } from './lanes.server.ts';
import { Shares } from './shares.ts';

let under: TestDatabase;
let db: Database;
let shares: Shares<number | string>;

beforeAll(async () => {
  under = await testDatabase(async () => {}, 'lanes');
});
afterAll(() => under.drop());

const open = (patience?: number) => {
  const pool = (application_name: string, max: number) => createDatabase({ ...under.connection, application_name, max });
  shares = new Shares(20, undefined, () => 0);
  return inLanes(pool('main', 8), pool('side', sideConnections(8)), {
    shares,
    ...(patience && { patience }),
  });
};
beforeEach(() => {
  db = open();
  return () => db.close();
});

const whichLane = sql`select current_setting('application_name') as lane`;
const laneOf = (owner: number | string) => askedBy(owner, () => db.one<{ lane: string }>(whichLane)).then((row) => row?.lane);

/** These take much, and somebody else a little. */
function grow(...greedy: number[]): void {
  for (const owner of greedy) shares.take(owner, 10_000);
  shares.take('127.0.0.1', 1);
}

/** Questions that are held up until `free`. */
function hold(opts?: { long: boolean }) {
  const gate = Promise.withResolvers<void>();
  const begun: number[] = [];
  const ask = (owner: number) =>
    askedBy(owner, () =>
      db.tx(async () => {
        begun.push(owner);
        await gate.promise;
      }, opts),
    );
  return { begun, ask, free: gate.resolve };
}

test('whoever has taken more than an equal share asks in the side lane; others, and the program itself, do not', async () => {
  expect(await laneOf(1)).toBe('main');
  grow(1);
  expect([await laneOf(1), await laneOf(2), await laneOf('127.0.0.1')]).toEqual(['side', 'main', 'main']);
  expect(await askedBy(1, () => db.only(whichLane))).toEqual({ lane: 'side' });
  expect(await db.one(whichLane)).toEqual({ lane: 'main' });
  expect(await askedBy(1, () => db.tx((tx) => tx.one(whichLane)))).toEqual({ lane: 'side' });
});

test('whole lists are read in the side lane, short ones where their reader asks', async () => {
  const lanes = async (batch?: number) => {
    const seen: unknown[] = [];
    for await (const rows of db.stream(whichLane, batch)) seen.push(...rows);
    return seen;
  };
  expect(await lanes()).toEqual([{ lane: 'side' }]);
  expect(await lanes(AT_ONCE)).toEqual([{ lane: 'main' }]);
  grow(1);
  expect(await askedBy(1, () => lanes(AT_ONCE))).toEqual([{ lane: 'side' }]);
});

test('two questions of the greedy are worked on at a time, the next by turns, and nobody else waits for them', async () => {
  grow(1, 2);
  const first = hold();
  const second = hold();
  const asked = [first.ask(1), first.ask(1), second.ask(1), second.ask(1), second.ask(2)];
  await expect.poll(() => first.begun).toEqual([1, 1]);
  expect(await laneOf(3)).toBe('main');
  expect(second.begun).toEqual([]);
  first.free();
  await expect.poll(() => new Set(second.begun)).toEqual(new Set([1, 2]));
  second.free();
  await Promise.all(asked);
  expect(second.begun[2]).toBe(1);
});

test('whole lists that are being read keep no greedy one from asking', async () => {
  grow(1);
  const readings = [1, 2].map(() => db.stream(sql`select i from generate_series(1, 1000) i`, 10));
  for (const reading of readings) await reading.next();
  const held = hold();
  const asked = [held.ask(1), held.ask(1)];
  await expect.poll(() => held.begun).toEqual([1, 1]);
  held.free();
  await Promise.all(asked);
  for (const reading of readings) await reading.return();
});

test('whoever finds no place is told so, and asks again when there is one', async () => {
  await db.close();
  db = open(20);
  grow(1);
  const held = hold();
  const asked = [held.ask(1), held.ask(1)];
  await expect.poll(() => held.begun).toEqual([1, 1]);
  await expect(laneOf(1)).rejects.toMatchObject({ status: 503, code: 'OCUPADO', extra: { retryAfter: 5 } });
  held.free();
  await Promise.all(asked);
  expect(await laneOf(1)).toBe('side');
});

// Thirty previews of an edit of many records took every connection, and everybody's requests failed for 15 seconds.
test('nobody takes more than half of the connections that they leave to others', async () => {
  const held = hold();
  const asked = [1, 1, 1, 1, 1, 1, 1, 2, 2, 2].map(held.ask);
  await expect.poll(() => held.begun.toSorted((a, b) => a - b)).toEqual([1, 1, 2, 2]);
  expect([await laneOf(3), await laneOf('127.0.0.1')]).toEqual(['main', 'main']);
  held.free();
  await Promise.all(asked);
  expect(held.begun).toHaveLength(10);
});

// Forty people asked for one report each, at once: none of them was greedy yet, and their queries took every connection.
test('reports and dashboards take no connection of others, whoever asks for them', async () => {
  const held = hold();
  const isWide = true;
  const asked = [1, 2, 3, 4, 5, 6, 7].map((owner) => askedBy(owner, () => held.ask(owner), { isWide }));
  await expect.poll(() => held.begun.toSorted((a, b) => a - b)).toEqual([1, 2, 3]);
  expect([await laneOf(3), await laneOf(8)]).toEqual(['main', 'main']);
  held.free();
  await Promise.all(asked);
  expect(held.begun).toHaveLength(7);
  expect(await askedBy(1, () => db.only(whichLane), { isWide })).toEqual({ lane: 'side' });
  grow(1);
  expect(await askedBy(1, () => db.only(whichLane), { isWide })).toEqual({ lane: 'side' });
});

test('what reads a text of all records takes a place among the reports, whoever asks for it', async () => {
  const slow = () => askedBy(1, () => asWide(() => db.only<{ lane: string }>(whichLane)));
  expect([await slow(), await askedBy(1, () => db.only(whichLane)), await asWide(() => db.only(whichLane))]).toEqual([
    { lane: 'side' },
    { lane: 'main' },
    { lane: 'main' },
  ]);
});

test('what nobody has asked for yet finds a connection, however many others ask', async () => {
  const held = hold();
  const asked = [1, 2, 3, 4, 5, 6, 7, 8].map(held.ask);
  await expect.poll(() => held.begun).toHaveLength(6);
  expect(await db.one(whichLane)).toEqual({ lane: 'main' });
  expect(await askedBy(9, () => beforeAsking(() => db.one(whichLane)))).toEqual({ lane: 'main' });
  expect(held.begun).toHaveLength(6);
  held.free();
  await Promise.all(asked);
});

test('the last place of reports and dashboards is never one person’s', async () => {
  const held = hold();
  const asked = [1, 1, 1, 1].map((owner) => askedBy(owner, () => held.ask(owner), { isWide: true }));
  await expect.poll(() => held.begun).toEqual([1, 1]);
  expect(await askedBy(2, () => db.only(whichLane), { isWide: true })).toEqual({ lane: 'side' });
  held.free();
  await Promise.all(asked);
  expect(held.begun).toHaveLength(4);
});

test('whoever finds no connection waits in turn, and not before those who come later', async () => {
  const held = hold();
  const asked = [1, 2, 3, 4, 5, 6, 7, 8].map(held.ask);
  await expect.poll(() => held.begun.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6]);
  expect(db.pool.waitingCount).toBe(0);
  held.free();
  await Promise.all(asked);
  expect(held.begun).toHaveLength(8);
});

test('everybody does one long piece of work at a time, and all of them a few', async () => {
  const held = hold({ long: true });
  const asked = [1, 1, 2, 3].map(held.ask);
  await expect.poll(() => held.begun.toSorted((a, b) => a - b)).toEqual([1, 2]);
  expect(await laneOf(1)).toBe('main');
  held.free();
  await Promise.all(asked);
  expect(held.begun).toHaveLength(4);
});

test('a whole list is read no further once its client has left', async () => {
  let isGone = false;
  const batches = askedBy(1, () => askedBy('link', () => db.stream(sql`select i from generate_series(1, 1000) i`, 10)), {
    isGone: () => isGone,
  });
  expect((await batches.next()).value).toHaveLength(10);
  isGone = true;
  await expect(batches.next()).rejects.toThrow('left');
  expect(db.pool.totalCount - db.pool.idleCount).toBe(0);
  isGone = false;
  const own = db.stream(sql`select i from generate_series(1, 20) i`, 10);
  expect([(await own.next()).value, (await own.next()).value]).toEqual([expect.any(Array), expect.any(Array)]);
  await own.return();
});
