/** More would be a menu of its own. */
export const MOST_FAVOURITES = 50;

/** A screen, a record or a view of a list that the user keeps at hand. */
export interface Favorito {
  titulo: string;
  detalhe: string;
  caminho: string;
}

/** The address that opens a list with one of its views. */
export const viewAddress = (cadastro: string, id: number) => `/${cadastro}?vista=${id}`;

/** What the user kept, in its order; favourites without a place come last. */
export function inOrder(kept: readonly string[], known: readonly Favorito[]): Favorito[] {
  const places = new Map(kept.map((path, place) => [path, place]));
  const placeOf = ({ caminho }: Favorito) => places.get(caminho) ?? kept.length;
  return known.toSorted((a, b) => placeOf(a) - placeOf(b));
}

/**
 * The kept addresses after one of the shown favourites is moved to the place of another one. What is not shown here, such as a
 * record of another company, keeps its neighbours.
 */
export function moved(kept: readonly string[], shown: readonly string[], path: string, to: number): string[] {
  const from = shown.indexOf(path);
  const target = shown[to];
  if (from === -1 || target === undefined || from === to) return [...kept];
  const all = [...kept, ...shown.filter((one) => !kept.includes(one))].filter((one) => one !== path);
  return all.toSpliced(all.indexOf(target) + (to > from ? 1 : 0), 0, path);
}
