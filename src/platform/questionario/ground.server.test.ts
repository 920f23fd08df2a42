import { expect, it, vi } from 'vitest';
import { groundOf } from './ground.server.ts';

it('a ground is made in small steps, and ends with whoever asked', async () => {
  const rows = Array.from({ length: 400 }, (_, n) => ({ values: [n % 40, n % 37, n % 3], people: 1, answered: [1, n % 2] }));
  const asked = [1, 2].map((id) => ({ id, conditional: false, count: '' }));
  const step = vi.fn<() => undefined>();
  const { classes } = await groundOf({ rows, asked }, [null, null, null], 5, null, step);
  expect(classes.length).toBe(2);
  expect(step.mock.calls.length).toBeGreaterThan(1_000);
  const left = new Error('left');
  const leaves = () => {
    throw left;
  };
  await expect(groundOf({ rows, asked }, [null, null, null], 5, null, leaves)).rejects.toBe(left);
});
