import { expect, it } from 'vitest';
import { emOrdem, montaArvore, type NoDaArvore, somaRamos } from './organograma.ts';

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

it('lists every area behind its mother', () => {
  const arvore = montaArvore([no(1, null), no(2, 1), no(3, 2), no(4, 1)]);
  expect(emOrdem(arvore).map(({ id }) => id)).toEqual([1, 2, 3, 4]);
});

it('counts the people of an area with those below it, and only those that the reader sees', () => {
  const area = (id: number, areaMaeId: number | null, talentos: number | null) => ({ id, areaMaeId, talentos });
  const somas = somaRamos([area(1, null, null), area(2, 1, 0), area(3, 2, 7), area(4, 1, 2), area(5, null, null)]);
  expect([1, 2, 3, 4, 5].map((id) => somas.get(id))).toEqual([9, 7, 7, 2, undefined]);
});
