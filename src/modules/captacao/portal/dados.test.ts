import { expect, it } from 'vitest';
import { lido } from './dados.ts';

it.each([
  ['1.234,5', 1234.5],
  ['3500.50', 3500.5],
  ['3500.5', 3500.5],
  ['3.500', 3500],
  ['1.234.567', 1_234_567],
  ['3500', 3500],
  [' ', null],
  ['muito', 'muito'],
])('a number is read as people write it: %s', (texto, numero) => {
  expect(lido(texto)).toBe(numero);
});
