import { expect, it } from 'vitest';
import { emOrdem, montaArvore, type NoDaArvore } from './organograma.ts';

const no = (id: number, areaMaeId: number | null): NoDaArvore => ({ id, nome: `Área ${id}`, areaMaeId });

it('nests every area under its parent', () => {
  const [raiz] = montaArvore([no(1, null), no(2, 1), no(3, 2)]);
  expect(raiz?.filhas[0]?.filhas[0]?.id).toBe(3);
});

it('answers one branch when asked for it', () => {
  expect(montaArvore([no(1, null), no(2, 1), no(3, 2)], 2).map(({ id, filhas }) => [id, filhas.length])).toEqual([[2, 1]]);
});

it('stands an area whose parent was filtered out as a root', () => {
  expect(montaArvore([no(2, 1)]).map(({ id }) => id)).toEqual([2]);
});

it('lists every area behind its mother, with how far down it stands', () => {
  const arvore = montaArvore([no(1, null), no(2, 1), no(3, 2), no(4, 1)]);
  expect(emOrdem(arvore).map(({ ramo, nivel }) => [ramo.id, nivel])).toEqual([
    [1, 0],
    [2, 1],
    [3, 2],
    [4, 1],
  ]);
});
