import { expect, test } from 'vitest';
import { fc } from '#kit/testing/fast-check.server.ts';
import { coarsen, type Place } from './coarsen.ts';

const key = (place: Place) => JSON.stringify(place);

test('every place that is told is shared by enough, or by all, and tells nothing but the truth', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.option(fc.nat(5)), fc.nat(3), fc.constantFrom('a', 'b', null)), { maxLength: 80 }),
      fc.integer({ min: 2, max: 8 }),
      fc.boolean(),
      (places, minimo, isTree) => {
        // Of the first dimension 0 stands above 1 and 2, and 1 above 3.
        const chains: Record<number, number[]> = isTree ? { 1: [0], 2: [0], 3: [1, 0] } : {};
        const above = (dimension: number, value: Place[number]) => (dimension === 0 ? (chains[Number(value)] ?? []) : []);
        const told = coarsen(places, minimo, above);
        const counts = Map.groupBy(told, key);
        for (const shared of counts.values()) expect(shared.length).toBeGreaterThanOrEqual(Math.min(minimo, places.length));
        told.forEach((place, row) =>
          place.forEach((value, dimension) => {
            const own = places[row]?.[dimension] ?? null;
            expect([null, own, ...above(dimension, own)]).toContain(value);
          }),
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

test('what is too small stands with the area above it, and loses nothing but its own name', () => {
  // Ten teams of four below one directorate, which stands beside another one.
  const places: Place[] = [...Array.from({ length: 40 }, (_, n) => [100 + (n % 10)]), ...Array.from({ length: 7 }, () => [2])];
  const told = coarsen(places, 5, (_, value) => (Number(value) >= 100 ? [1] : []));
  expect(told.slice(0, 40)).toEqual(Array.from({ length: 40 }, () => [1]));
  expect(told.slice(40)).toEqual(places.slice(40));
});
