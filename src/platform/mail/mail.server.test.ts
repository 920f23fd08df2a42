import { expect, test } from 'vitest';
import { inGroups } from './mail.server.ts';

const groups = (lengths: readonly number[]) =>
  Array.fromAsync(
    inGroups(
      lengths,
      (length) => length,
      (length) => length,
    ),
  );

test('what is made for many is kept in groups, and one alone may be longer', async () => {
  expect(await groups([])).toEqual([]);
  expect(await groups([1, 2, 3])).toEqual([[1, 2, 3]]);
  expect(await groups([1_500_000, 600_000, 3_000_000, 5])).toEqual([[1_500_000, 600_000], [3_000_000], [5]]);
});

test('nothing is made before the group before it is done with', async () => {
  const made: number[] = [];
  const one = inGroups(
    [1_000_000, 1_000_000, 1],
    (length) => (made.push(length), length),
    (length) => length,
  );
  await one.next();
  expect(made).toEqual([1_000_000, 1_000_000]);
});
