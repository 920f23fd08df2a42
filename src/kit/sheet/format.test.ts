import { expect, test } from 'vitest';
import { fc } from '#kit/testing/fast-check.server.ts';
import type { CellType } from './column.ts';
import { formatCell } from './format.ts';

test.each<[CellType, unknown, number | undefined, string, string]>([
  ['integer', 1234567, undefined, '1.234.567', '1234567'],
  ['code', 1946, undefined, '1946', '1946'],
  ['integer', -999, undefined, '-999', '-999'],
  ['number', '1234.5', undefined, '1.234,5', '1234,5'],
  ['number', 1234.5, 3, '1.234,500', '1234,500'],
  ['money', '-1234.5', undefined, '-R$\u00a01.234,50', '-1234,50'],
  ['money', 0, undefined, 'R$\u00a00,00', '0,00'],
  ['money', '123456789012345678.99', undefined, 'R$\u00a0123.456.789.012.345.678,99', '123456789012345678,99'],
  ['percentage', 12.5, undefined, '12,50%', '12,50%'],
  ['date', '2024-02-29', undefined, '29/02/2024', '29/02/2024'],
  ['month', '2024-02', undefined, '02/2024', '02/2024'],
  ['month', '2024-02-29', undefined, '02/2024', '02/2024'],
  ['instant', '2026-03-01T02:30:00.000Z', undefined, '28/02/2026 23:30', '28/02/2026 23:30'],
  ['instant', '2026-03-01T12:30:00-03:00', undefined, '01/03/2026 12:30', '01/03/2026 12:30'],
  ['boolean', true, undefined, 'Sim', 'Sim'],
  ['boolean', false, undefined, 'Não', 'Não'],
  ['duration', 13200, undefined, '220:00', '220:00'],
  ['duration', -5, undefined, '-0:05', '-0:05'],
  ['text', ['A', 'B'], undefined, 'A, B', 'A, B'],
])('%s %s prints in Portuguese', (type, value, decimals, print, data) => {
  expect(formatCell(type, value, decimals)).toBe(print);
  expect(formatCell(type, value, decimals, 'data')).toBe(data);
});

test('an absent value is empty in every type', () => {
  for (const type of ['text', 'integer', 'money', 'date', 'month', 'instant', 'boolean', 'duration'] as const)
    for (const value of [null, undefined, '']) expect(formatCell(type, value)).toBe('');
});

test('a value of another type prints as it is and never throws', () => {
  expect(formatCell('money', 'a combinar')).toBe('a combinar');
  const types = fc.constantFrom<CellType>(
    'text',
    'integer',
    'number',
    'money',
    'percentage',
    'date',
    'month',
    'instant',
    'boolean',
    'duration',
  );
  fc.assert(
    fc.property(
      types,
      fc.anything({ maxDepth: 1, withDate: true, withBigInt: true }),
      (type, value) => typeof formatCell(type, value) === 'string',
    ),
  );
});
