import { expect, test } from 'vitest';
import { chosenIn, chosenText, saysBranch } from './branch.ts';

test.each(['', '12', '12,13', 'so:12,13'])('a filter by a tree is the same after it was read and written: %s', (text) => {
  const { parts, only } = chosenIn(text);
  expect(chosenText(parts, only)).toBe(text);
});

test('who chose nothing has no mode left, and the words say which one it is', () => {
  expect(chosenText([], true)).toBe('');
  expect(saysBranch('Administração', false)).toBe('Administração e abaixo');
  expect(saysBranch('Administração', true)).toBe('só Administração');
});
