import { expect, it, vi } from 'vitest';
import { createTurns } from './turns.server.ts';

/** Rows that come until somebody ends them. */
function endless() {
  const state = { ended: false };
  async function* rows(): AsyncGenerator<number[], void, void> {
    try {
      for (;;) yield [1];
    } finally {
      state.ended = true;
    }
  }
  return { state, rows: rows() };
}

const settled = async (promise: Promise<unknown>) => {
  let isSettled = false;
  promise.finally(() => (isSettled = true)).catch(() => {});
  await new Promise((resolve) => setImmediate(resolve));
  return isSettled;
};

it('one reader has half of the places, and the last place is for who reads nothing yet', async () => {
  const inTurn = createTurns({ places: 4 });
  const open = (reader: number) => {
    const reading = inTurn(reader, endless().rows);
    return { reading, begun: reading.next() };
  };
  const one = [open(1), open(1), open(1)];
  expect(await Promise.all(one.map(({ begun }) => settled(begun)))).toEqual([true, true, false]);
  const [two, another] = [open(2), open(2)];
  expect(await settled(two.begun)).toBe(true);
  expect(await settled(another.begun)).toBe(false);
  const three = open(3);
  expect(await settled(three.begun)).toBe(true);
  for (const { reading } of [...one.slice(0, 2), two, three]) await reading.return();
  expect(await settled(another.begun)).toBe(true);
});

it('whoever reads least goes first, however many wait before', async () => {
  const inTurn = createTurns({ places: 2 });
  const order: number[] = [];
  const read = async (reader: number) => {
    for await (const _ of inTurn(reader, endless().rows)) {
      order.push(reader);
      await new Promise((resolve) => setImmediate(resolve));
      break;
    }
  };
  await Promise.all([1, 1, 1, 1, 1, 2, 3].map(read));
  expect(order.indexOf(2)).toBeLessThan(4);
  expect(order.indexOf(3)).toBeLessThan(4);
});

it('a reader who stands still keeps the place until somebody waits for it, and is then ended', async () => {
  const inTurn = createTurns({ places: 1, patience: 10 });
  const stalled = endless();
  const reading = inTurn(1, stalled.rows);
  await reading.next();
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(stalled.state.ended).toBe(false);
  const next = inTurn(2, endless().rows);
  await next.next();
  expect(stalled.state.ended).toBe(true);
  await expect(reading.next()).rejects.toThrow('stood still');
});

it('a reader who reads on is waited for, but not for ever', async () => {
  const inTurn = createTurns({ places: 1, patience: 30_000, longest: 500 });
  const slow = endless();
  const reading = inTurn(1, slow.rows);
  await reading.next();
  let batches = 0;
  const dripping = (async () => {
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, 10));
      await reading.next();
      batches++;
    }
  })();
  await Promise.all([expect(dripping).rejects.toThrow('stood still'), inTurn(2, endless().rows).next()]);
  expect(batches).toBeGreaterThan(0);
});

it('somebody who waits too long, or too often, is told to come back', async () => {
  const inTurn = createTurns({ places: 1, queue: 20, waiting: 2 });
  const told = { code: 'OCUPADO', status: 503, extra: { retryAfter: 5 } };
  const reading = inTurn(1, endless().rows);
  await reading.next();
  const waiting = [2, 2, 2].map((reader) => inTurn(reader, endless().rows).next());
  await expect(waiting[2]).rejects.toMatchObject(told);
  await expect(waiting[0]).rejects.toMatchObject(told);
  await expect(waiting[1]).rejects.toMatchObject(told);
  await reading.return();
  expect(await settled(inTurn(2, endless().rows).next())).toBe(true);
});

it('the program itself stands still for nobody', async () => {
  vi.useFakeTimers();
  try {
    const inTurn = createTurns({ places: 1, queue: 20_000, patience: 1 });
    const own = endless();
    await inTurn(Symbol('own'), own.rows).next();
    const next = inTurn(2, endless().rows).next();
    await Promise.all([expect(next).rejects.toMatchObject({ code: 'OCUPADO' }), vi.advanceTimersByTimeAsync(20_001)]);
    expect(own.state.ended).toBe(false);
  } finally {
    vi.useRealTimers();
  }
});
