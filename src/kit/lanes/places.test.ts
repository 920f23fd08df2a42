import { expect, it, vi } from 'vitest';
import { Places } from './places.ts';

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

it('whoever has held a place for less time comes first', async () => {
  const places = new Places<string>({
    size: 1,
    fits: (mine, free) => free > 0 && mine === 0,
    waiting: [100, 100],
    patience: 20_000,
    refusal: () => new Error('full'),
  });
  const order: string[] = [];
  const take = (owner: string, ms: number) =>
    places.hold(owner, async () => {
      order.push(owner);
      await pause(ms);
    });
  await Promise.all([
    take('long', 300),
    take('long', 0),
    take('long', 0),
    ...['short', 'short', 'short'].map((one) => take(one, 0)),
  ]);
  expect(order).toEqual(['long', 'short', 'short', 'short', 'long', 'long']);
});

it('and still does after a round of many others', async () => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
  try {
    const places = new Places<string>({
      size: 1,
      fits: (mine, free) => free > 0 && mine === 0,
      waiting: [100, 100],
      patience: 60_000,
      refusal: () => new Error('full'),
    });
    const order: string[] = [];
    const take = (owner: string, ms: number) =>
      places.hold(owner, async () => {
        order.push(owner);
        await pause(ms);
      });
    const all = [take('long', 1_000), take('others', 20_000), take('long', 0), take('short', 0)];
    await vi.runAllTimersAsync();
    await Promise.all(all);
    expect(order).toEqual(['long', 'others', 'short', 'long']);
  } finally {
    vi.useRealTimers();
  }
});

it('whoever has held places for very long waits no longer than their patience for it', async () => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
  try {
    const places = new Places<string>({
      size: 1,
      fits: (mine, free) => free > 0 && mine === 0,
      waiting: [200, 100],
      patience: 20_000,
      refusal: () => new Error('full'),
    });
    const take = (owner: string, ms: number) => places.hold(owner, () => pause(ms));
    const long = take('long', 100_000);
    await vi.advanceTimersByTimeAsync(100_000);
    await long;
    const others = Array.from({ length: 16 }, (_, n) => async () => {
      for (let m = 0; m < 10; m += 1) await take(`o${n}`, 500).catch(() => {});
    });
    const all = others.map((one) => one());
    const mine = take('long', 0).then(
      () => 'served',
      (error: Error) => error.message,
    );
    await vi.runAllTimersAsync();
    await Promise.all(all);
    expect(await mine).toBe('served');
  } finally {
    vi.useRealTimers();
  }
});
