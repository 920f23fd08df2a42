import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { guardsOf, Ledger, type Place } from './audit.ts';

const everybody = (places: readonly Place[]) => places.map((_, place) => place);
const where = (places: readonly Place[], has: (values: readonly number[]) => boolean) =>
  places.flatMap(({ values }, place) => (has(values) ? [place] : []));
const ledgerOf = (places: readonly Place[], minimum: number) =>
  new Ledger(
    places.map(({ people }) => people),
    guardsOf(places, minimum),
    minimum,
  );

describe('Ledger', () => {
  it('shows a group of the minimum and hides one of fewer people', () => {
    const places = [5, 4, 20].map((people, index) => ({ values: [index + 1], people }));
    const ledger = ledgerOf(places, 5);
    expect([0, 1].map((place) => ledger.show([place]))).toEqual([true, false]);
  });

  it('hides a group whose remainder in the whole is small', () => {
    const places = [10, 8, 4].map((people, index) => ({ values: [index + 1], people }));
    const ledger = ledgerOf(places, 5);
    expect([[0, 1, 2], [0], [1]].map((set) => ledger.show(set))).toEqual([true, true, false]);
  });

  it('hides a group that leaves several small ones, which together are too few', () => {
    const places = [10, 8, 2, 2].map((people, index) => ({ values: [index + 1], people }));
    const ledger = ledgerOf(places, 5);
    expect([[0, 1, 2, 3], [0], [1]].map((set) => ledger.show(set))).toEqual([true, true, false]);
  });

  it('says the same of a set whenever it is asked again', () => {
    const places = [10, 8, 4].map((people, index) => ({ values: [index + 1], people }));
    const ledger = ledgerOf(places, 5);
    const ask = () => [[1], [0, 1, 2], [0]].map((set) => ledger.show(set));
    expect([ask(), ask(), ask()]).toEqual([
      [true, true, false],
      [true, true, false],
      [true, true, false],
    ]);
  });

  it('shows nothing of an empty round', () => {
    expect(new Ledger([], [], 5).show([])).toBe(false);
  });

  it('hides a branch that differs from a larger one by too few', () => {
    // 1 is above 2 and 3; 3 has two people
    const places = [20, 6, 2].map((people, index) => ({ values: [index + 1], people }));
    const guards = guardsOf(places, 5, (_, value) => (value === 1 ? [] : [1]));
    const ledger = new Ledger([20, 6, 2], guards, 5);
    expect([[0, 1, 2], [0], [1]].map((set) => ledger.show(set))).toEqual([true, true, false]);
  });

  it('hides a group that another one differs from by few people, whoever they are', () => {
    const places = [20, 4, 1, 1, 1, 1, 1, 1].map((people, index) => ({ values: [index + 1], people }));
    const ledger = ledgerOf(places, 5);
    const whole = everybody(places);
    const areas = [
      [2, 4, 5, 6, 7],
      [3, 4, 5, 6, 7],
    ];
    expect([whole, ...areas].map((set) => ledger.show(set))).toEqual([true, true, false]);
  });
});

/** A population and what somebody asks of it, one after the other. */
const worlds = fc
  .record({
    widths: fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 3 }),
    minimum: fc.integer({ min: 3, max: 6 }),
    draws: fc.array(fc.array(fc.double({ min: 0, max: 0.999, noNaN: true }), { minLength: 3, maxLength: 3 }), {
      minLength: 5,
      maxLength: 45,
    }),
    asked: fc.array(
      fc.array(fc.option(fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 3 })), {
        minLength: 3,
        maxLength: 3,
      }),
      {
        minLength: 5,
        maxLength: 40,
      },
    ),
  })
  .map(({ widths, minimum, draws, asked }) => {
    const counted = new Map<string, { values: number[]; people: number }>();
    for (const draw of draws) {
      const values = widths.map((width, at) => 1 + Math.floor(width * (draw[at] as number) ** 1.6));
      const place = counted.get(values.join()) ?? { values, people: 0 };
      place.people++;
      counted.set(values.join(), place);
    }
    const places: Place[] = [...counted.values()];
    const sets = asked.map((filter) =>
      where(places, (values) => values.every((value, at) => filter[at] === null || filter[at]?.includes(value) === true)),
    );
    return { places, minimum, sets };
  });

describe('what is shown of any population, by any filters', () => {
  it('lets nobody calculate a group of fewer people than the minimum', () => {
    fc.assert(
      fc.property(worlds, ({ places, minimum, sets }) => {
        const ledger = ledgerOf(places, minimum);
        const shown = sets.filter((set) => ledger.show(set));
        const solver = solverOver(shown.map((set) => everybody(places).map((place) => BigInt(set.includes(place)))));
        for (const few of fewOf(places, minimum)) {
          const row = everybody(places).map((place) => BigInt(few.includes(place)));
          expect(solver(row), `${JSON.stringify(places)} ${JSON.stringify(few)}`).toBe(false);
        }
      }),
      { numRuns: 250 },
    );
  });

  it('tells two viewers together no more than one of them, in whatever order they ask', () => {
    fc.assert(
      fc.property(worlds, ({ places, minimum, sets }) => {
        const ledger = ledgerOf(places, minimum);
        const first = sets.filter((set, index) => index % 2 === 0 && ledger.show(set));
        const second = sets.filter((set, index) => index % 2 === 1 && ledger.show(set));
        const again = sets.toReversed().filter((set) => ledger.show(set));
        const solver = solverOver(
          [...first, ...second, ...again].map((set) => everybody(places).map((place) => BigInt(set.includes(place)))),
        );
        for (const few of fewOf(places, minimum))
          expect(solver(everybody(places).map((place) => BigInt(few.includes(place))))).toBe(false);
      }),
      { numRuns: 100 },
    );
  });
});

/** Every set of places, of whatever values, with fewer people than the minimum. */
function fewOf(places: readonly Place[], minimum: number): number[][] {
  const found: number[][] = [];
  const grow = (from: number, chosen: readonly number[], people: number) => {
    for (let place = from; place < places.length && found.length < 3_000; place++) {
      const more = people + (places[place] as Place).people;
      if (more >= minimum) continue;
      found.push([...chosen, place]);
      grow(place + 1, [...chosen, place], more);
    }
  };
  grow(0, [], 0);
  return found;
}

/** Whether a row is a combination of others, by elimination with whole numbers of any size: exact, and nothing of the ledger's. */
function solverOver(rows: readonly (readonly bigint[])[]): (row: readonly bigint[]) => boolean {
  const basis: { row: bigint[]; pivot: number }[] = [];
  const rest = (given: readonly bigint[]): bigint[] => {
    let left = [...given];
    for (const { row, pivot } of basis) {
      const [mine, its] = [left[pivot] as bigint, row[pivot] as bigint];
      if (mine !== 0n) left = left.map((value, at) => value * its - (row[at] as bigint) * mine);
    }
    const common = left.reduce((a, b) => divisor(a, b), 0n);
    return common > 1n ? left.map((value) => value / common) : left;
  };
  for (const given of rows) {
    const row = rest(given);
    const pivot = row.findIndex((value) => value !== 0n);
    if (pivot >= 0) basis.push({ row, pivot });
  }
  return (row) => rest(row).every((value) => value === 0n);
}

function divisor(a: bigint, b: bigint): bigint {
  let [x, y] = [a < 0n ? -a : a, b < 0n ? -b : b];
  while (y) [x, y] = [y, x % y];
  return x;
}
