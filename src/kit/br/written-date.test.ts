import { describe, expect, it } from 'vitest';
import { fc } from '#kit/testing/fast-check.server.ts';
import { formatDate } from './date.ts';
import { parseWrittenDate } from './written-date.ts';

describe('a date of a file', () => {
  it.each([
    ['1º de março de 2024', '2024-03-01'],
    ['1° de Março de 2024', '2024-03-01'],
    ['5 de dezembro de 1999', '1999-12-05'],
    ['Sexta-feira, 1 de março de 2024', '2024-03-01'],
    ['05-mar-24', '2024-03-05'],
    ['05/MAR/2024', '2024-03-05'],
    ['5 mar. 2024', '2024-03-05'],
    ['01/03/24', '2024-03-01'],
    ['1.3.2024', '2024-03-01'],
    ['2024/03/01', '2024-03-01'],
    ['1992-7-3', '1992-07-03'],
    ['2024-03-01T00:00:00.000Z', '2024-03-01'],
    ['2024-03-01 00:00:00', '2024-03-01'],
    ['01/03/2024 08:30', '2024-03-01'],
    ['31031990', '1990-03-31'],
    ['19900331', '1990-03-31'],
    ['45352', '2024-03-01'],
    ['45352,5', '2024-03-01'],
    [45_352, '2024-03-01'],
  ])('%s', (input, expected) => {
    expect(parseWrittenDate(input)).toBe(expected);
  });

  it.each([
    '',
    '03/25/2024',
    '31/02/2024',
    '1 de brumário de 2024',
    '2024',
    '1990',
    '0103',
    '20202020x',
    'ontem',
    '32 de maio de 2024',
  ])('is not guessed of %s', (input) => {
    expect(parseWrittenDate(input)).toBeNull();
  });

  it('is the day that was written, in whatever way', () => {
    const days = fc.date({ min: new Date('1930-01-01'), max: new Date('2029-12-31'), noInvalidDate: true });
    const all = fc.check(
      fc.property(days, (at) => {
        const iso = at.toISOString().slice(0, 10);
        const [year, month, day] = iso.split('-');
        const ways = [
          iso,
          formatDate(iso),
          `${day}/${month}/${year?.slice(2)}`,
          `${year}/${month}/${day}`,
          `${day}-${month}-${year}`,
        ];
        return ways.every((way) => parseWrittenDate(way) === iso);
      }),
    );
    expect(all.counterexample).toBeNull();
  });
});
