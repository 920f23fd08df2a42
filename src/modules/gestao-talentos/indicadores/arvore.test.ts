import { expect, it } from 'vitest';
import { type No, nivelDe } from './arvore.ts';

const no = (id: number, mae: number | null, nome = `A${id}`, empresaId = 1): No => ({
  id,
  nome,
  mae,
  empresaId,
  empresa: `Empresa ${empresaId}`,
});

/** 1 → 2, 3 (→ 4), 5 */
const areas = [no(1, null), no(2, 1), no(3, 1), no(4, 3), no(5, 1)];
const valores = new Map([
  [1, [1, 100]],
  [2, [4, 400]],
  [3, [2, 200]],
  [4, [3, 300]],
]);

it('starts at the first level with more than one area, and its slices add up to the whole', () => {
  expect(nivelDe(areas, valores, null)).toEqual([
    { id: 2, fatia: '2', nome: 'A2', valores: [4, 400], temFilhas: false },
    { id: 3, fatia: '3', nome: 'A3', valores: [5, 500], temFilhas: true },
    { id: null, fatia: 'd1', nome: 'A1 (direto)', valores: [1, 100], temFilhas: false },
  ]);
});

it('tens of thousands of areas below one mother are one pass over them', () => {
  const muitas = [no(1, null), ...Array.from({ length: 60_000 }, (_, n) => no(n + 2, 1))];
  expect(
    nivelDe(
      muitas,
      new Map([
        [60_000, [1]],
        [2, [2]],
      ]),
      null,
    ).map(({ id }) => id),
  ).toEqual([2, 60_000]);
});

it('RUL-393: a slice leads to its child areas, and one without any to nothing', () => {
  expect(nivelDe(areas, valores, 3)).toEqual([
    { id: 4, fatia: '4', nome: 'A4', valores: [3, 300], temFilhas: false },
    { id: null, fatia: 'd3', nome: 'A3 (direto)', valores: [2, 200], temFilhas: false },
  ]);
  expect(nivelDe(areas, valores, 4)).toEqual([]);
  expect(nivelDe(areas, valores, 99)).toEqual([]);
});

it('companies stand side by side by their names', () => {
  const duas = [no(1, null, 'Diretoria'), no(2, null, 'Diretoria', 2)];
  expect(
    nivelDe(
      duas,
      new Map([
        [1, [1]],
        [2, [2]],
      ]),
      null,
    ).map(({ nome }) => nome),
  ).toEqual(['Empresa 1 – Diretoria', 'Empresa 2 – Diretoria']);
});

it('a mother out of reach makes a root; a ring ends', () => {
  expect(
    nivelDe(
      [no(7, 99), no(8, 99)],
      new Map([
        [7, [1]],
        [8, [2]],
      ]),
      null,
    ),
  ).toHaveLength(2);
  expect(nivelDe([no(1, 2), no(2, 1)], new Map([[1, [1]]]), null)).toEqual([]);
});

it('without anybody there is nothing', () => {
  expect(nivelDe(areas, new Map(), null)).toEqual([]);
});
