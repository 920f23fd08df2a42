import { fold } from '#kit/br/text.ts';
import type { MenuItem } from './menu.ts';

/** A menu item that opens a screen, with the titles above it. */
export interface MenuLeaf {
  titulo: string;
  caminho: string;
  trilha: readonly string[];
}

/** Every item that opens a screen, in menu order. */
export function leavesOf(items: readonly MenuItem[], trilha: readonly string[] = []): MenuLeaf[] {
  return items.flatMap(({ titulo, caminho, itens }) => [
    ...(caminho === undefined ? [] : [{ titulo, caminho, trilha }]),
    ...leavesOf(itens ?? [], [...trilha, titulo]),
  ]);
}

/** Leaves whose title and path contain every word of the text; titles that begin with it come first. */
export function searchLeaves(leaves: readonly MenuLeaf[], text: string): MenuLeaf[] {
  const wanted = fold(text);
  const words = wanted.split(' ').filter(Boolean);
  const rank = (leaf: MenuLeaf) => {
    const title = fold(leaf.titulo);
    return title.startsWith(wanted) ? 0 : words.every((word) => title.includes(word)) ? 1 : 2;
  };
  return leaves
    .filter((leaf) => {
      const all = fold([...leaf.trilha, leaf.titulo].join(' '));
      return words.every((word) => all.includes(word));
    })
    .sort((a, b) => rank(a) - rank(b));
}

/** The leaf of a path: the leaf itself, or the one above a sub-page. */
export const leafAt = (leaves: readonly MenuLeaf[], path: string): MenuLeaf | undefined =>
  leaves
    .filter(({ caminho }) => path === caminho || path.startsWith(`${caminho}/`))
    .sort((a, b) => b.caminho.length - a.caminho.length)[0];
