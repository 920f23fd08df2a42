import { expect, test } from 'vitest';
import { csvCell } from '#kit/sheet/csv/csv-cell.ts';
import { csvWriterOf } from '#kit/sheet/csv/csv-writer.server.ts';
import { fc } from '#kit/testing/fast-check.server.ts';
import { plainDecimal } from './amount.ts';
import type { CellType } from './column.ts';
import { formatCell } from './format.ts';
import { quickDay, quickDecimal } from './quick.ts';

const types: CellType[] = ['text', 'integer', 'number', 'money', 'percentage', 'date', 'month', 'instant', 'boolean', 'duration'];
const texts = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.stringMatching(/^[=+\-@ \t\r\n;"'\u00a0\u0000]{0,3}[a-z0-9.,]{0,6}[ \t;"\u2028\u00a0]{0,2}$/),
  fc.stringMatching(/^-?\d{1,18}([.,]\d{0,6})?$/),
  fc.stringMatching(/^\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\dZ)?$/),
);
const values = fc.oneof(
  texts,
  fc.double(),
  fc.integer(),
  fc.integer({ min: -1_000_000, max: 1_000_000 }).map((n) => n / 100),
  fc.constantFrom(0, -0, 1e21, 1e-7, 0.1 + 0.2, 1.005, 999_999_999_999.99, Number.NaN, true, false, ['a', 'b'], { a: 1 }),
);

test('what a column writes quickly is what the long way writes, whatever the value', () => {
  fc.assert(
    fc.property(fc.constantFrom(...types), fc.option(fc.nat(6), { nil: undefined }), values, (type, decimals, value) => {
      const column = { type, ...(decimals === undefined ? {} : { decimals }) };
      expect(csvWriterOf(column)(value)).toBe(csvCell(formatCell(type, value, decimals, 'data'), type));
    }),
    { numRuns: 5_000 },
  );
});

test('a quick number or day is the exact one', () => {
  const agrees = (value: unknown) => {
    const number = quickDecimal(value);
    const day = quickDay(value);
    return (
      (number === null || number === plainDecimal(value)) &&
      (day === null || formatCell('date', value) === day.split('-').reverse().join('/'))
    );
  };
  const { failed, counterexample } = fc.check(fc.property(values, agrees), { numRuns: 5_000 });
  expect([failed, counterexample]).toEqual([false, null]);
});
