import { expect, test } from 'vitest';
import { faultsLast } from './faults-last.server.ts';

test('a part that fails first holds up no other, and its fault is thrown when all are through', async () => {
  const done: number[] = [];
  const job = faultsLast(new AbortController().signal, async (part) => {
    for (const n of [1, 2, 3])
      await part(async () => {
        if (n === 1) throw new Error('poisoned');
        done.push(n);
      });
  });
  await expect(job).rejects.toThrow('poisoned');
  expect(done).toEqual([2, 3]);
});

test('no part begins once the job is to stop, and what breaks off for that is no fault of a part', async () => {
  const stop = new AbortController();
  const done: number[] = [];
  const job = faultsLast(stop.signal, async (part) => {
    for (const n of [1, 2, 3])
      await part(async () => {
        done.push(n);
        if (n === 2) {
          stop.abort(new Error('stopped'));
          throw new Error('broken off');
        }
      });
  });
  await expect(job).rejects.toThrow('stopped');
  expect(done).toEqual([1, 2]);
});
