import { expect, it } from 'vitest';
import { inOrder, moved } from './favoritos.ts';

const of = (caminho: string) => ({ caminho, titulo: caminho, detalhe: '' });

it('favourites stand in the order that was kept, new ones last', () => {
  expect(inOrder(['/b', '/x', '/a'], [of('/a'), of('/n'), of('/b')]).map(({ caminho }) => caminho)).toEqual(['/b', '/a', '/n']);
});

it('a favourite is moved among those that are shown; the others keep their neighbours', () => {
  const kept = ['/a', '/outra/1', '/b', '/c'];
  const shown = ['/a', '/b', '/c', '/n'];
  expect(moved(kept, shown, '/c', 0)).toEqual(['/c', '/a', '/outra/1', '/b', '/n']);
  expect(moved(kept, shown, '/a', 1)).toEqual(['/outra/1', '/b', '/a', '/c', '/n']);
  expect(moved(kept, shown, '/n', 2)).toEqual(['/a', '/outra/1', '/b', '/n', '/c']);
  for (const to of [-1, 4, 0]) expect(moved(kept, shown, '/a', to)).toEqual(kept);
});
