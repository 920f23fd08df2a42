import { expect, test } from 'vitest';
import { fc } from '#kit/testing/fast-check.server.ts';
import { ExactSum, plainDecimal } from './amount.ts';

test('a sum of cents is exact where binary floating point is not', () => {
  const sum = new ExactSum();
  for (let i = 0; i < 10; i++) sum.add('0.10');
  sum.add(0.2);
  expect(sum.value()).toBe('1.20');
});

test('a sum of nothing is null and other values are ignored', () => {
  const sum = new ExactSum();
  for (const value of [null, undefined, '', 'abc', {}, Number.NaN, Number.POSITIVE_INFINITY]) sum.add(value);
  expect(sum.value()).toBeNull();
});

test('sums agree with integers of cents', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -1e9, max: 1e9 })), (cents) => {
      const sum = new ExactSum();
      for (const cent of cents) {
        const digits = String(Math.abs(cent)).padStart(3, '0');
        sum.add(`${cent < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`);
      }
      expect(Math.round(Number(sum.value() ?? 0) * 100)).toBe(cents.reduce((a, b) => a + b, 0));
    }),
  );
});

test('every number of a usual size has a plain form that reads back as itself', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, min: -1e15, max: 1e15 }), (value) => {
      const plain = plainDecimal(value);
      if (value !== 0 && Math.abs(value) < 1e-15) return;
      expect(plain).toMatch(/^-?\d+(\.\d+)?$/);
      expect(Number(plain)).toBe(value === 0 ? 0 : value);
    }),
  );
});

test('numbers of absurd length are no numbers, so sums never throw', () => {
  expect(plainDecimal(5e-324)).toBeNull();
  expect(plainDecimal('9'.repeat(60))).toBeNull();
  const sum = new ExactSum();
  fc.assert(fc.property(fc.oneof(fc.double(), fc.bigInt(), fc.string()), (value) => sum.add(value)));
});
