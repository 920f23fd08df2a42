import { expect, it } from 'vitest';
import { strangers } from '#kit/refusal/issues.ts';
import { knownAmong } from './known-names.ts';

const names = Array.from({ length: 500 }, (_, n) => `n${n}`);

it.each([[[]], [['n0']], [['n7', 'n8', 'n249', 'n250', 'n499']], [names]])(
  'finds %j in refusals that name twenty strangers',
  async (known) => {
    let asked = 0;
    const ask = async (some: readonly string[]) => {
      asked++;
      return strangers(['ninguem', ...some].filter((name) => !known.includes(name)));
    };
    expect(await knownAmong(names, ask)).toEqual(known);
    expect(asked).toBeLessThan(60);
  },
);

it('learns nothing of a refusal that is about something else', async () => {
  expect(await knownAmong(names, async () => [{ field: 'data', message: 'Data inválida' }])).toEqual([]);
});
