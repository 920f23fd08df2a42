import { expect, it } from 'vitest';
import { move, porGrupo, trocaColuna } from './colunas.ts';

it('moves a column one place, and never over an end', () => {
  expect(move(['a', 'b', 'c'], 0, 1)).toEqual(['b', 'a', 'c']);
  expect(move(['a', 'b', 'c'], 2, -1)).toEqual(['a', 'c', 'b']);
  expect(move(['a', 'b'], 0, -1)).toEqual(['a', 'b']);
  expect(move(['a', 'b'], 1, 1)).toEqual(['a', 'b']);
});

it('takes a column in at the end, and out from where it is', () => {
  expect(trocaColuna(['a'], 'b')).toEqual(['a', 'b']);
  expect(trocaColuna(['a', 'b'], 'a')).toEqual(['b']);
});

it('keeps the order of headings', () => {
  expect(
    porGrupo([
      { grupo: 'y', n: 1 },
      { grupo: 'x', n: 2 },
      { grupo: 'y', n: 3 },
    ]),
  ).toEqual([
    [
      'y',
      [
        { grupo: 'y', n: 1 },
        { grupo: 'y', n: 3 },
      ],
    ],
    ['x', [{ grupo: 'x', n: 2 }]],
  ]);
});
