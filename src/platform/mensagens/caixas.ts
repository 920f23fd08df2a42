/** Where the boxes of a user stand (document 3 §7). */
export interface Organizacao {
  caixasDireita: readonly string[];
  caixasEsquerda: readonly string[];
  caixasMinimizadas: readonly string[];
}

export type Side = 'caixasEsquerda' | 'caixasDireita';

export const sideOf = ({ caixasDireita }: Organizacao, box: string): Side =>
  caixasDireita.includes(box) ? 'caixasDireita' : 'caixasEsquerda';

/** The box moved to a side: before another box of it, or to its end. */
export function moveBox(all: Organizacao, box: string, side: Side, before?: string): Organizacao {
  if (before === box) return all;
  const without = (boxes: readonly string[]) => boxes.filter((other) => other !== box);
  const moved = { ...all, caixasEsquerda: without(all.caixasEsquerda), caixasDireita: without(all.caixasDireita) };
  const column = moved[side];
  const place = before === undefined ? -1 : column.indexOf(before);
  return { ...moved, [side]: place < 0 ? [...column, box] : column.toSpliced(place, 0, box) };
}

/** The box one place up or down among those that are shown; the same where there is no such place. */
export function stepBox(all: Organizacao, box: string, step: -1 | 1, shown: readonly string[]): Organizacao {
  const side = sideOf(all, box);
  const column = all[side].filter((other) => shown.includes(other));
  const place = column.indexOf(box) + step;
  if (place < 0 || place >= column.length) return all;
  return moveBox(all, box, side, column[step < 0 ? place : place + 1]);
}

/** The box collapsed, or opened again. */
export const toggleBox = (all: Organizacao, box: string): Organizacao => ({
  ...all,
  caixasMinimizadas: all.caixasMinimizadas.includes(box)
    ? all.caixasMinimizadas.filter((other) => other !== box)
    : [...all.caixasMinimizadas, box],
});

/** RUL-226: how many of its messages a box shows. */
export const counterOf = (shown: number, total: number): string =>
  total > shown ? `1-${shown} de muitas` : shown === 0 ? '' : `1-${shown} de ${total}`;
