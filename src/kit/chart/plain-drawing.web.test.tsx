import { expect, test } from 'vitest';
import { scaleOf, stepOf } from './plain-drawing.web.tsx';

test('the steps of an axis of whole numbers are whole, however few there are', () => {
  expect([1, 2, 5, 63].map((greatest) => stepOf(greatest))).toEqual([1, 1, 2, 20]);
  expect(stepOf(1, 1)).toBe(0.5);
});

test('an axis holds values below zero, and zero itself', () => {
  expect(scaleOf([-52, 69, null])).toEqual({ step: 50, from: -2, to: 2 });
  expect(scaleOf([43, 68])).toEqual({ step: 20, from: 0, to: 4 });
  expect(scaleOf([])).toEqual({ step: 1, from: 0, to: 1 });
});
