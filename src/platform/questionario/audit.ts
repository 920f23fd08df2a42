/** People with the same values in every dimension. */
export interface Place {
  values: readonly number[];
  people: number;
}

/** For each dimension, what stands above a value in its tree, nearest first; without a tree nothing. */
export type Above = (dimension: number, value: number) => readonly number[];

/** What a small step of finding guards yields: nothing yet. */
const NONE: readonly (readonly number[])[] = [];

/**
 * The groups that nobody may learn about, as lists of places: every combination of values, branches of trees too, of fewer people
 * than the minimum, and the small values of one table together, which are what remains beside its larger ones. They come in small steps,
 * some of which find nothing, so that others are served in between.
 */
export function* guardsOf(
  places: readonly Place[],
  minimum: number,
  above: Above = () => [],
): Generator<readonly (readonly number[])[], void> {
  const dimensions = places[0]?.values.length ?? 0;
  const known = new Set<string>();
  const peopleIn = (group: readonly number[]) => group.reduce((sum, place) => sum + (places[place]?.people ?? 0), 0);
  const isNew = (group: readonly number[]) => known.size < known.add(group.join()).size;
  for (let table = 1; table < 2 ** dimensions; table++) {
    const within = Array.from({ length: dimensions }, (_, dimension) => dimension).filter((bit) => table & (2 ** bit));
    const groups = new Map<string, number[]>();
    for (const [place, { values, people }] of places.entries()) {
      if (people > 0)
        for (const key of keysOf(within, values, above)) {
          const group = groups.get(key);
          if (group) group.push(place);
          else groups.set(key, [place]);
        }
      if (place % 20 === 0) yield NONE;
    }
    const small: (readonly [key: string, group: number[]])[] = [];
    let looked = 0;
    for (const [key, group] of groups) {
      if (peopleIn(group) < minimum) {
        small.push([key, group]);
        if (isNew(group)) yield [group];
      }
      if (looked++ % 500 === 0) yield NONE;
    }
    for (const [at] of within.entries()) {
      const rests = new Map<string, Set<number>>();
      for (const [index, [key, group]] of small.entries()) {
        const rest = key.split('|').with(at, '').join('|');
        const together = rests.get(rest) ?? new Set();
        for (const place of group) together.add(place);
        rests.set(rest, together);
        if (index % 500 === 0) yield NONE;
      }
      for (const rest of rests.values()) {
        const together = [...rest].sort((a, b) => a - b);
        yield peopleIn(together) < minimum && isNew(together) ? [together] : NONE;
      }
    }
  }
}

/** The groups of a table to which a place belongs: one without trees. */
function keysOf(within: readonly number[], values: readonly number[], above: Above): string[] {
  let keys: string[] = [];
  for (const [index, dimension] of within.entries()) {
    const value = values[dimension] as number;
    const each = [value, ...above(dimension, value)];
    keys = index === 0 ? each.map(String) : keys.flatMap((key) => each.map((one) => `${key}|${one}`));
  }
  return keys;
}

/** A prime below 2^26, so that products are exact. */
const PRIME = 67_108_859;
const modulo = (value: number): number => {
  const rest = value - Math.floor(value / PRIME) * PRIME;
  return rest < 0 ? rest + PRIME : rest >= PRIME ? rest - PRIME : rest;
};

function inverse(value: number): number {
  let result = 1;
  for (let [base, power] = [value, PRIME - 2]; power > 0; base = modulo(base * base), power = Math.floor(power / 2))
    if (power % 2 === 1) result = modulo(result * base);
  return result;
}

/** Numbers that look random and are always the same. */
function* weights(): Generator<number, never> {
  for (let seed = 0x9e3779b9; ; ) {
    seed = (seed + 0x6d2b79f5) | 0;
    const mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    yield 1 + ((((mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed) >>> 0) % (PRIME - 1));
  }
}

/** Sets beyond these are withheld: what may be learned from the shown ones is then no longer cheap to know. */
const MOST_ROWS = 600;

/** Columns of pairs of rows that are looked at for one set: some 0.2 s. A set that takes more is withheld, too. */
const MOST_STEPS = 5_000_000;

/**
 * What is shown of a round, and whether one more set of its people may be. A total of a set is the sum over its places, so whoever
 * knows some totals knows every linear combination of them. The shown sets are kept as the rows of a reduced matrix; a set is
 * shown when, with it, no guarded group is a combination of the rows, and no row or two of them are about fewer people than the minimum. It looks
 * at who answered and never at what, so that a refusal tells nothing either.
 */
export class Ledger {
  readonly #people: readonly number[];
  readonly #minimum: number;
  /** places from the largest one: rows that begin late are about small places alone */
  readonly #columns: readonly number[];
  readonly #columnOf: readonly number[];
  readonly #weights: readonly number[];
  /** columns and weighted sum of each guarded group */
  readonly #guards: { columns: readonly number[]; sum: number }[] = [];
  /** a number for each column, and their weighted sum, by which rows are compared with groups */
  readonly #rows: Float64Array[] = [];
  readonly #pivots: number[] = [];
  readonly #rowOf: Int32Array;
  /** as many independent totals as there could be groups of the minimum: with more, mixtures of many totals come down to few people */
  readonly #mostRows: number;
  #steps = 0;

  constructor(people: readonly number[], guards: readonly (readonly number[])[], minimum: number) {
    this.#people = people;
    this.#minimum = minimum;
    this.#columns = people.map((_, place) => place).sort((a, b) => (people[b] as number) - (people[a] as number) || a - b);
    const columnOf = people.map(() => 0);
    for (const [column, place] of this.#columns.entries()) columnOf[place] = column;
    this.#columnOf = columnOf;
    const source = weights();
    this.#weights = people.map(() => source.next().value);
    this.#rowOf = new Int32Array(people.length).fill(-1);
    const all = people.reduce((sum, one) => sum + one, 0);
    this.#mostRows = Math.min(MOST_ROWS, Math.floor(all / minimum));
    for (const group of guards) this.guard(group);
  }

  /** Guards one more group, before anything is shown. */
  guard(group: readonly number[]): void {
    const columns = group.map((place) => this.#columnOf[place] as number);
    this.#guards.push({ columns, sum: this.#sumOf(columns) });
  }

  /** How many of the shown sets say something that the others do not. */
  get size(): number {
    return this.#rows.length;
  }

  /**
   * Whether the set is shown; a shown set counts from now on. `isKnown`: it was shown before, and is not judged again. `also`: whether another
   * ledger shows it, too, asked of what this one shows; `isNew`: its total does not follow from those that were shown before.
   */
  show(
    places: readonly number[],
    { isKnown = false, also = () => true }: { isKnown?: boolean; also?: (isNew: boolean) => boolean } = {},
  ): boolean {
    if (this.#peopleIn(places) < this.#minimum) return false;
    const { row, pivot } = this.#news(places);
    if (pivot === null) return also(false);
    if (this.#rows.length >= this.#mostRows) return false;
    const factors = this.#add(row, pivot);
    if (isKnown || (!this.#tells((index) => factors[index] !== 0) && also(true))) return true;
    this.#takeBack(factors, pivot);
    return false;
  }

  /** Whether the total of the set follows from those that are shown. */
  follows(places: readonly number[]): boolean {
    return this.#news(places).pivot === null;
  }

  #peopleIn(places: readonly number[]): number {
    return places.reduce((sum, place) => sum + (this.#people[place] ?? 0), 0);
  }

  /** What a set tells beside the rows, and the first column of it; null: nothing. */
  #news(places: readonly number[]): { row: Float64Array; pivot: number | null } {
    // Nobody stands in an empty place, so it tells nothing.
    const row = this.#reduced(places.filter((place) => (this.#people[place] as number) > 0));
    const pivot = row.findIndex((value) => value !== 0);
    return { row, pivot: pivot === -1 || pivot === this.#people.length ? null : pivot };
  }

  #sumOf(columns: readonly number[]): number {
    return columns.reduce((sum, column) => modulo(sum + (this.#weights[column] as number)), 0);
  }

  #reduced(places: readonly number[]): Float64Array {
    const size = this.#people.length;
    const row = new Float64Array(size + 1);
    const columns = places.map((place) => this.#columnOf[place] as number);
    for (const column of columns) row[column] = 1;
    row[size] = this.#sumOf(columns);
    for (const column of columns) {
      const above = this.#rows[this.#rowOf[column] as number];
      if (above) subtract(row, above, 1);
    }
    return row;
  }

  /** Adds a row and clears its column in the others; answers what each of them lost. */
  #add(row: Float64Array, pivot: number): number[] {
    const scale = inverse(row[pivot] as number);
    for (let column = pivot; column < row.length; column++) row[column] = modulo((row[column] as number) * scale);
    const factors = this.#rows.map((other) => {
      const factor = other[pivot] as number;
      if (factor !== 0) subtract(other, row, factor);
      return factor;
    });
    this.#rowOf[pivot] = this.#rows.push(row) - 1;
    this.#pivots.push(pivot);
    return factors;
  }

  #takeBack(factors: readonly number[], pivot: number): void {
    const row = this.#rows.pop() as Float64Array;
    this.#pivots.pop();
    this.#rowOf[pivot] = -1;
    for (const [index, factor] of factors.entries())
      if (factor !== 0) subtract(this.#rows[index] as Float64Array, row, PRIME - factor);
  }

  /** Whether the rows tell of too few people, of which only some have changed. */
  #tells(hasChanged: (index: number) => boolean): boolean {
    if (this.#guards.some((one) => this.#isTold(one))) return true;
    this.#steps = 0;
    // What is about few people stands in small places alone, and so do the pivots of its rows.
    const small = this.#rows.flatMap((row, index) =>
      this.#peopleAt(this.#pivots[index] as number) < this.#minimum
        ? [{ row, columns: filledOf(row.subarray(0, -1)), isNew: hasChanged(index) }]
        : [],
    );
    return small.some(
      (one, index) =>
        (one.isNew && this.#isAboutFew(one, NOTHING)) ||
        small.some((other, at) => at < index && (one.isNew || other.isNew) && this.#isAboutFew(one, other)),
    );
  }

  #peopleAt(column: number): number {
    return this.#people[this.#columns[column] as number] as number;
  }

  /** Whether a mixture of two rows is about fewer people than the minimum, or may be, for all that there is time to look at. Of the columns that both have, it cancels those of one ratio. */
  #isAboutFew(one: Filled, other: Filled): boolean {
    // People in shared columns, by the ratio of the rows there, as a pair of numbers.
    const shared: { a: number; b: number; people: number }[] = [];
    let people = 0;
    let most = 0;
    if (this.#steps > MOST_STEPS) return true;
    for (let [i, j] = [0, 0]; i < one.columns.length || j < other.columns.length; ) {
      const [mine, its] = [one.columns[i] ?? Number.POSITIVE_INFINITY, other.columns[j] ?? Number.POSITIVE_INFINITY];
      const column = Math.min(mine, its);
      this.#steps += 1;
      const here = this.#peopleAt(column);
      people += here;
      if (mine === its) {
        const [a, b] = [one.row[column] as number, other.row[column] as number];
        const alike = shared.find((known) => modulo(known.a * b) === modulo(known.b * a));
        if (alike) alike.people += here;
        else shared.push({ a, b, people: here });
        most = Math.max(most, alike?.people ?? here);
      }
      // Each further column adds at least as much as it lets cancel.
      if (people - most >= this.#minimum) return false;
      if (mine === column) i++;
      if (its === column) j++;
    }
    return true;
  }

  /** A group that the rows tell is the sum of those rows whose pivots it contains. */
  #isTold({ columns, sum }: { columns: readonly number[]; sum: number }): boolean {
    let found = false;
    let told = 0;
    for (const column of columns) {
      const row = this.#rows[this.#rowOf[column] as number];
      if (!row) continue;
      found = true;
      told = modulo(told + (row[this.#people.length] as number));
    }
    return found && told === sum;
  }
}

/** A row with the columns in which it is not zero. */
interface Filled {
  row: Float64Array;
  columns: readonly number[];
}

const NOTHING: Filled = { row: new Float64Array(), columns: [] };

function filledOf(row: Float64Array): number[] {
  const columns: number[] = [];
  for (let column = 0; column < row.length; column++) if (row[column] !== 0) columns.push(column);
  return columns;
}

function subtract(from: Float64Array, row: Float64Array, factor: number): void {
  for (let column = 0; column < row.length; column++) {
    const value = row[column] as number;
    if (value !== 0) from[column] = modulo((from[column] as number) + (PRIME - factor) * value);
  }
}
