import { expect, it } from 'vitest';
import { filledRows } from './field-rows.ts';

it.each([
  [
    'full rows stay',
    [6, 6, 4, 4, 4],
    [
      [6, 6],
      [4, 4, 4],
    ],
  ],
  ['the narrower input grows', [6, 4], [[6, 6]]],
  ['each of several grows in turn', [6, 2, 2], [[6, 3, 3]]],
  [
    'a short row takes the columns above',
    [4, 4, 4, 4, 4],
    [
      [4, 4, 4],
      [4, 4],
    ],
  ],
  [
    'a narrow row below halves becomes halves',
    [6, 6, 4, 4],
    [
      [6, 6],
      [6, 6],
    ],
  ],
  ['a last input stands below the first column', [6, 4, 4], [[6, 6], [6]]],
  ['a lone input keeps its width', [4], [[4]]],
  ['also below one that takes the whole row', [12, 4], [[12], [4]]],
  [
    'what does not fit the columns above grows',
    [4, 4, 4, 6, 4],
    [
      [4, 4, 4],
      [6, 6],
    ],
  ],
  ['nothing', [], []],
])('%s', (_, wanted, rows) => {
  expect(filledRows(wanted)).toEqual(rows);
});
