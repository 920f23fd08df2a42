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

const isReport = ({ caminho }: MenuLeaf) => caminho.split('/')[2] === 'relatorios';

/**
 * Leaves whose title and trail contain every word of the text: first the title itself, then titles that begin with it, then those
 * in which each word begins a word, then those that contain them; screens before reports, and hits in the trail alone last.
 */
export function searchLeaves(leaves: readonly MenuLeaf[], text: string): MenuLeaf[] {
  const wanted = fold(text);
  const words = wanted.split(' ').filter(Boolean);
  const rankOf = (leaf: MenuLeaf): number | undefined => {
    const title = fold(leaf.titulo);
    const place =
      title === wanted
        ? 0
        : title.startsWith(wanted)
          ? 1
          : words.every((word) => ` ${title}`.includes(` ${word}`))
            ? 2
            : words.every((word) => title.includes(word))
              ? 3
              : undefined;
    if (place !== undefined) return (isReport(leaf) ? 10 : 0) + place;
    const all = fold([...leaf.trilha, leaf.titulo].join(' '));
    return words.every((word) => all.includes(word)) ? 20 : undefined;
  };
  return leaves
    .flatMap((leaf) => {
      const rank = rankOf(leaf);
      return rank === undefined ? [] : [{ leaf, rank }];
    })
    .sort((a, b) => a.rank - b.rank)
    .map(({ leaf }) => leaf);
}

/** The leaf of a path: the leaf itself, or the one above a sub-page. */
export const leafAt = (leaves: readonly MenuLeaf[], path: string): MenuLeaf | undefined =>
  leaves
    .filter(({ caminho }) => path === caminho || path.startsWith(`${caminho}/`))
    .sort((a, b) => b.caminho.length - a.caminho.length)[0];
