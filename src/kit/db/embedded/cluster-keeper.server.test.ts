import { expect, test } from 'vitest';
import { keepAlive } from './cluster-keeper.server.ts';

test('a launch that fails at once is one try of those that there are', async () => {
  const over = Promise.withResolvers<void>();
  const ends: (() => void)[] = [];
  const lost: Error[] = [];
  let launched = 0;
  const stop = await keepAlive({
    launch() {
      if (++launched === 2) throw new Error('no space left on device');
      const { promise, resolve } = Promise.withResolvers<void>();
      ends.push(resolve);
      return { exited: promise, stop: async () => resolve() };
    },
    ready: async () => {
      if (launched === 3) over.resolve();
    },
    log: () => {},
    onLost(error) {
      lost.push(error);
      over.resolve();
    },
    pauses: [1, 1],
  });
  ends[0]?.();
  await over.promise;
  expect([launched, lost]).toEqual([3, []]);
  await stop();
});
