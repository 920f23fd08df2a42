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
