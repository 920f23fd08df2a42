import { describe, expect, it } from 'vitest';
import { fc } from '#kit/testing/fast-check.server.ts';
import { guardsOf, Ledger, type Place } from './audit.ts';

const everybody = (places: readonly Place[]) => places.map((_, place) => place);
const where = (places: readonly Place[], has: (values: readonly number[]) => boolean) =>
  places.flatMap(({ values }, place) => (has(values) ? [place] : []));
const ledgerOf = (places: readonly Place[], minimum: number) =>
  new Ledger(
    places.map(({ people }) => people),
    [...guardsOf(places, minimum)].flat(),
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
    const guards = [...guardsOf(places, 5, (_, value) => (value === 1 ? [] : [1]))].flat();
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

describe('what is shown of 300 populations, most of whose places hold one person', () => {
  const draw = drawing(1);
  const worlds = Array.from({ length: 300 }, () => {
    const minimum = 3 + draw(4);
    const widths = Array.from({ length: 1 + draw(3) }, () => 2 + draw(6));
    const counted = new Map<string, { values: number[]; people: number }>();
    for (let person = 8 + draw(14); person > 0; person--) {
      const values = widths.map((width) => 1 + draw(width));
      const place = counted.get(values.join()) ?? { values, people: 0 };
      place.people += draw(6) === 0 ? 3 : 1;
      counted.set(values.join(), place);
    }
    const places: Place[] = [...counted.values()];
    const filters = Array.from({ length: 60 }, () =>
      widths.map((width) =>
        draw(3) === 0 ? null : Array.from({ length: width }, (_, value) => value + 1).filter(() => draw(2) === 0),
      ),
    );
    const sets = filters.map((filter) =>
      where(places, (values) => values.every((value, at) => filter[at] === null || filter[at]?.includes(value) === true)),
    );
    return { places, minimum, sets: [everybody(places), ...sets] };
  });
  const exposed = ({ places, minimum, sets }: (typeof worlds)[number], ledger: Ledger) => {
    const shown = sets.filter((set) => ledger.show(set));
    const solver = solverOver(shown.map((set) => everybody(places).map((place) => BigInt(set.includes(place)))));
    return mixturesOfFew(places, minimum).some((row) => solver(row));
  };

  it('lets nobody calculate a sum or a difference about fewer people than the minimum', () => {
    expect(worlds.filter((world) => exposed(world, ledgerOf(world.places, world.minimum))).length).toBe(0);
  });
});

describe('a group with a name', () => {
  // Three dimensions: 24 people of whom 20 stand alone, and beside them many who are in no set.
  const places: Place[] = [
    [5, 3, 2],
    [6, 1, 2],
    [1, 3, 4],
    [4, 3, 1],
    [1, 1, 2],
    [4, 1, 3],
    [5, 3, 5],
    [3, 1, 4],
    [4, 3, 3],
    [1, 3, 2],
    [1, 1, 5],
    [1, 3, 5],
    [6, 3, 0],
    [3, 2, 3],
    [2, 2, 1],
    [6, 3, 3],
    [5, 3, 1],
    [1, 2, 0],
    [2, 1, 3],
    [4, 3, 5],
    [6, 1, 1],
    [5, 2, 4],
    [7, 7, 7],
  ].map((values, place) => ({ values, people: values[0] === 7 ? 100 : place === 2 || place === 3 ? 2 : 1 }));
  const sets = [
    [0, 3, 4, 5, 6, 8, 9, 10, 11, 13, 14, 16, 18, 19],
    [6, 12, 13, 15],
    [2, 5, 7, 8, 12, 13, 15, 17, 21],
    [2, 3, 5, 6, 7, 8, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21],
    [2, 4, 9, 14, 17],
    everybody(places).slice(0, -1),
  ];

  it('is not told by more than two totals together, either', () => {
    const shown = (ledger: Ledger) => sets.filter((set) => ledger.show(set));
    expect(shown(ledgerOf(places, 5))).not.toContainEqual(sets.at(-1));
    const unguarded = shown(
      new Ledger(
        places.map(({ people }) => people),
        [],
        5,
      ),
    );
    const solver = solverOver(unguarded.map((set) => everybody(places).map((place) => BigInt(set.includes(place)))));
    const told = [...guardsOf(places, 5)]
      .flat()
      .filter((group) => solver(everybody(places).map((place) => BigInt(group.includes(place)))));
    expect(told.length).toBeGreaterThan(0);
  });
});

/** Whole numbers below a bound that look random and are always the same. */
function drawing(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Every sum and difference of places with fewer people than the minimum. */
function mixturesOfFew(places: readonly Place[], minimum: number): bigint[][] {
  return fewOf(places, minimum).flatMap((few) =>
    // The sign of the first one decides nothing.
    Array.from({ length: 2 ** (few.length - 1) }, (_, signs) =>
      everybody(places).map((place) => {
        const at = few.indexOf(place);
        return at === -1 ? 0n : at > 0 && signs & (2 ** (at - 1)) ? -1n : 1n;
      }),
    ),
  );
}

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
