type Value = string | number | null;

/** A person's values in the dimensions, the most important first; null: none, or not told. */
export type Place = readonly Value[];

/** What stands above a value of a dimension in its tree, nearest first. */
type Above = (dimension: number, value: Value) => readonly Value[];

/**
 * Tells of each place only so much that at least `minimo` of the list share it (all, if they are fewer): the database knows with which
 * place each person was asked, so that a rare one would name its person. The list is divided by the first dimension. Parts that
 * are too small stand with the value above theirs, or, if there is none, lose their value and stand together; if they are too few even
 * then, the smallest of the others joins them. Each part is then divided by the next dimension in the same way.
 */
export function coarsen(places: readonly Place[], minimo: number, above: Above = () => []): Place[] {
  const told: Value[][] = places.map((place) => place.map(() => null));
  const depth = places[0]?.length ?? 0;
  const divide = (rows: readonly number[], dimension: number): void => {
    if (dimension >= depth) return;
    const parts = Map.groupBy(rows, (row) => places[row]?.[dimension] ?? null);
    const untold = [...(parts.get(null) ?? [])];
    parts.delete(null);
    for (const value of climbing([...parts.keys()], (one) => above(dimension, one))) {
      const part = parts.get(value) ?? [];
      const [next] = above(dimension, value);
      if (part.length === 0 || part.length >= minimo || next === undefined) continue;
      parts.set(next, [...(parts.get(next) ?? []), ...part]);
      parts.delete(value);
    }
    const largestFirst = [...parts].toSorted(([, a], [, b]) => b.length - a.length);
    const enough = largestFirst.filter(([, part]) => part.length >= minimo);
    for (const [, part] of largestFirst.slice(enough.length)) for (const row of part) untold.push(row);
    if (untold.length > 0 && untold.length < minimo) for (const row of enough.pop()?.[1] ?? []) untold.push(row);
    for (const [value, part] of enough) {
      for (const row of part) (told[row] as Value[])[dimension] = value;
      divide(part, dimension + 1);
    }
    divide(untold, dimension + 1);
  };
  divide(
    places.map((_, row) => row),
    0,
  );
  return told;
}

/** The values and all that stand above them, what is lowest in the tree first. */
function climbing(values: readonly Value[], above: (value: Value) => readonly Value[]): Value[] {
  const depths = new Map(values.flatMap((value) => [value, ...above(value)]).map((value) => [value, above(value).length]));
  return [...depths].sort(([, a], [, b]) => b - a).map(([value]) => value);
}
