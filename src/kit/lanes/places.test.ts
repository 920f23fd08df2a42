import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Places } from './places.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** One place; `take` holds it for so long, and `order` says who had it. */
function onePlace(patience = 20_000) {
  const places = new Places<string>({
    size: 1,
    fits: (mine, free) => free > 0 && mine === 0,
    waiting: [200, 100],
    patience,
    refusal: () => new Error('full'),
  });
  const order: string[] = [];
  const take = (owner: string, ms: number) =>
    places.hold(owner, async () => {
      order.push(owner);
      await pause(ms);
    });
  return { order, take };
}

it('whoever has held a place for less time comes first', async () => {
  const { order, take } = onePlace();
  const all = [300, 0, 0].map((ms) => take('long', ms));
  all.push(...['short', 'short', 'short'].map((one) => take(one, 0)));
  await vi.runAllTimersAsync();
  await Promise.all(all);
  expect(order).toEqual(['long', 'short', 'short', 'short', 'long', 'long']);
});

it('and still does after a round of many others', async () => {
  const { order, take } = onePlace(60_000);
  const all = [take('long', 1_000), take('others', 20_000), take('long', 0), take('short', 0)];
  await vi.runAllTimersAsync();
  await Promise.all(all);
  expect(order).toEqual(['long', 'others', 'short', 'long']);
});

it('whoever has held places for very long waits no longer than their patience for it', async () => {
  const { take } = onePlace();
  const long = take('long', 100_000);
  await vi.advanceTimersByTimeAsync(100_000);
  await long;
  const others = Array.from({ length: 16 }, async (_, n) => {
    for (let m = 0; m < 10; m += 1) await take(`o${n}`, 500).catch(() => {});
  });
  const mine = take('long', 0).then(
    () => 'served',
    (error: Error) => error.message,
  );
  await vi.runAllTimersAsync();
  await Promise.all(others);
  expect(await mine).toBe('served');
});
