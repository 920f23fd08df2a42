import fc from 'fast-check';
import { expect, test } from 'vitest';
import { coarsen, type Place } from './coarsen.ts';

const key = (place: Place) => JSON.stringify(place);

test('every place that is told is shared by enough, or by all, and tells nothing but the truth', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.option(fc.nat(5)), fc.nat(3), fc.constantFrom('a', 'b', null)), { maxLength: 80 }),
      fc.integer({ min: 2, max: 8 }),
      (places, minimo) => {
        const told = coarsen(places, minimo);
        const counts = Map.groupBy(told, key);
        for (const shared of counts.values()) expect(shared.length).toBeGreaterThanOrEqual(Math.min(minimo, places.length));
        told.forEach((place, row) =>
          place.forEach((value, dimension) => expect([null, places[row]?.[dimension]]).toContain(value)),
        );
      },
    ),
    { numRuns: 300 },
  );
});

test('the first dimension is kept before the later ones', () => {
  const places: Place[] = [
    ...Array.from({ length: 6 }, (_, n) => [1, n % 2]),
    ...Array.from({ length: 5 }, () => [2, 7]),
    [3, 0],
  ];
  const told = coarsen(places, 3);
  // The one of area 3 is not alone: the smaller of the areas that are large enough keeps them company.
  expect(told.filter(([area]) => area === 1)).toHaveLength(6);
  expect(told.filter(([area]) => area === null)).toHaveLength(6);
  expect(told.slice(0, 6)).toEqual(places.slice(0, 6));
  expect(told.slice(6, 11)).toEqual(Array.from({ length: 5 }, () => [null, null]));
});
