import { expect, test } from 'vitest';
import { stepOf } from './plain-drawing.web.tsx';

test('the steps of an axis of whole numbers are whole, however few there are', () => {
  expect([1, 2, 5, 63].map((greatest) => stepOf(greatest))).toEqual([1, 1, 2, 20]);
  expect(stepOf(1, 1)).toBe(0.5);
});
