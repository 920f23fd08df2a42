/** Answers of one area itself, without those below it. */
export interface Grupo {
  area: number | null;
  /** how many gave each note, from 0 to 10 */
  notas: readonly number[];
}

/** An area of the tree that groups stand in. */
export interface Ramo {
  id: number;
  mae: number | null;
}

/** People who are told of together, under the name of the area that holds them all; null: of the whole company. */
export interface Bloco extends Grupo {
  /** smaller areas below it that are counted here, because they are too small to be told of alone */
  juntas: number;
}

const NENHUMA = Array.from({ length: 11 }, () => 0);
const soma = (um: readonly number[], outro: readonly number[]): number[] => um.map((n, nota) => n + (outro[nota] ?? 0));
export const quantas = (notas: readonly number[]): number => notas.reduce((total, n) => total + n, 0);

/**
 * Parts the answers of one period into groups of at least `minimo` people, along the tree of areas: an area with too few is
 * counted with the one above it, and what is too few at the top with the smallest group beside it. Every answer stands in one
 * group, so no difference of what is shown tells of fewer people. Empty: all together are too few.
 */
export function blocosDe(ramos: readonly Ramo[], grupos: readonly Grupo[], minimo: number): Bloco[] {
  const conhecidos = new Map(ramos.map((ramo) => [ramo.id, ramo]));
  const filhas = Map.groupBy(ramos, ({ mae }) => (mae !== null && conhecidos.has(mae) ? mae : null));
  const proprias = new Map<number | null, readonly number[]>();
  for (const { area, notas } of grupos) {
    const de = area !== null && conhecidos.has(area) ? area : null;
    proprias.set(de, soma(proprias.get(de) ?? NENHUMA, notas));
  }
  const prontos: Bloco[] = [];
  /** What the area hands up: too few to stand alone. */
  const desce = (area: number | null): Bloco => {
    let notas = proprias.get(area) ?? NENHUMA;
    let juntas = 0;
    for (const { id } of filhas.get(area) ?? []) {
      const resto = desce(id);
      if (quantas(resto.notas) === 0) continue;
      notas = soma(notas, resto.notas);
      juntas += resto.juntas + 1;
    }
    if (quantas(notas) < minimo) return { area, notas, juntas };
    prontos.push({ area, notas, juntas });
    return { area, notas: NENHUMA, juntas: 0 };
  };
  const sobra = desce(null);
  if (quantas(sobra.notas) === 0) return prontos;
  const menor = prontos.toSorted((a, b) => quantas(a.notas) - quantas(b.notas))[0];
  if (!menor) return [];
  const junto = { area: null, notas: soma(menor.notas, sobra.notas), juntas: menor.juntas + sobra.juntas + 1 };
  return [...prontos.filter((bloco) => bloco !== menor), junto];
}
