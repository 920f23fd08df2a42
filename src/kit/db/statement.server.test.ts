import { afterEach, expect, it, vi } from 'vitest';
import { LIFE_OF_A_CONNECTION } from '#kit/db/database.server.ts';
import { prepared } from './statement.server.ts';

afterEach(() => vi.useRealTimers());

it('a statement that becomes hot late has a name once connections that know the old ones are gone', () => {
  vi.useFakeTimers({ now: Date.now() });
  for (let n = 0; n < 1_000; n += 1) prepared(`select ${n}`, []);
  expect(prepared('select hot', [])).not.toHaveProperty('name');
  vi.advanceTimersByTime(LIFE_OF_A_CONNECTION * 1_000 + 1);
  expect(prepared('select hot', [])).toHaveProperty('name');
});
