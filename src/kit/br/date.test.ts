import { describe, expect, it } from 'vitest';
import { fc } from '#kit/testing/fast-check.server.ts';
import {
  addDays,
  addMonths,
  age,
  daysBetween,
  formatDate,
  formatInstant,
  formatMonth,
  isDate,
  isMonth,
  parseDate,
  parseMonth,
  timeBetween,
  today,
} from './date.ts';

const day = fc
  .date({ min: new Date('0001-01-01T00:00:00Z'), max: new Date('9999-12-31T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

describe('isDate', () => {
  it.each(['2026-11-20', '2024-02-29', '2000-02-29', '0001-01-01', '9999-12-31'])('accepts %s', (text) => {
    expect(isDate(text)).toBe(true);
  });

  it.each([
    '',
    '2026-02-29',
    '1900-02-29',
    '2026-04-31',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '0000-01-01',
    '20/11/2026',
    '2026-1-5',
    '2026-11-20T00:00',
    ' 2026-11-20',
    '２026-11-20',
    '-2026-11-20',
  ])('refuses %j', (text) => {
    expect(isDate(text)).toBe(false);
  });

  it('agrees with the built-in calendar', () => {
    fc.assert(
      fc.property(day, (iso) => {
        expect(isDate(iso)).toBe(true);
      }),
    );
  });
});

describe('parseDate', () => {
  it.each([
    ['20/11/2026', '2026-11-20'],
    ['5/1/2026', '2026-01-05'],
    ['20-11-2026', '2026-11-20'],
    ['20.11.2026', '2026-11-20'],
    ['2026-11-20', '2026-11-20'],
    ['20/11/26', '2026-11-20'],
    ['20/11/29', '2029-11-20'],
    ['20/11/30', '1930-11-20'],
    ['01/01/00', '2000-01-01'],
    [' 29/02/2024 ', '2024-02-29'],
  ])('reads %j', (text, iso) => {
    expect(parseDate(text)).toBe(iso);
  });

  it.each([
    '',
    '20/11',
    '29/02/2025',
    '31/04/2026',
    '11/20/2026',
    '20/11-2026',
    '20/11/202',
    '2026/11/20',
    '20112026',
    '45000',
    'ontem',
    '20/11/2026 10:00',
    '0/1/2026',
    '9'.repeat(100_000),
  ])('refuses %.20j', (text) => {
    expect(parseDate(text)).toBeNull();
  });

  it.each([
    [1, '1900-01-01'],
    [59, '1900-02-28'],
    [61, '1900-03-01'],
    [45_658, '2025-01-01'],
    [45_658.75, '2025-01-01'],
    [2_958_465, '9999-12-31'],
  ])('reads the Excel serial %d', (serial, iso) => {
    expect(parseDate(serial)).toBe(iso);
  });

  it.each([0, -1, 60, 60.5, 2_958_466, Number.NaN, Number.POSITIVE_INFINITY])('refuses the serial %d', (serial) => {
    expect(parseDate(serial)).toBeNull();
  });

  it('reads back what it formats', () => {
    fc.assert(
      fc.property(day, (iso) => {
        expect(parseDate(formatDate(iso))).toBe(iso);
      }),
    );
  });

  it('never throws and gives a date or null', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.double(), fc.anything()), (input) => {
        const parsed = parseDate(input as string);
        expect(parsed === null || isDate(parsed)).toBe(true);
      }),
    );
  });
});

describe('formatDate', () => {
  it('gives back what is no date', () => {
    expect(['', 'x', '2026-02-30'].map(formatDate)).toEqual(['', 'x', '2026-02-30']);
    expect(formatDate(null as unknown as string)).toBe('');
  });
});

describe('arithmetic', () => {
  it('agrees with the built-in calendar', () => {
    fc.assert(
      fc.property(day, fc.integer({ min: -4000, max: 4000 }), (iso, days) => {
        const expected = new Date(`${iso}T00:00:00Z`);
        expected.setUTCDate(expected.getUTCDate() + days);
        fc.pre(expected.getUTCFullYear() >= 1 && expected.getUTCFullYear() <= 9999);
        expect(addDays(iso, days)).toBe(expected.toISOString().slice(0, 10));
        expect(daysBetween(iso, addDays(iso, days))).toBe(days);
      }),
    );
  });

  it('crosses the days on which clocks once changed', () => {
    expect(addDays('2018-11-03', 1)).toBe('2018-11-04');
    expect(daysBetween('2018-11-03', '2018-11-05')).toBe(2);
  });

  it.each([
    ['2026-01-31', 1, '2026-02-28'],
    ['2024-01-31', 1, '2024-02-29'],
    ['2026-03-31', -1, '2026-02-28'],
    ['2024-02-29', 12, '2025-02-28'],
    ['2026-11-20', 14, '2028-01-20'],
    ['2026-01-15', -1, '2025-12-15'],
    ['2026-01-15', 0, '2026-01-15'],
  ])('%s and %d months are %s', (iso, months, expected) => {
    expect(addMonths(iso, months)).toBe(expected);
  });

  it('stops at the ends of the calendar', () => {
    expect(addDays('2026-11-20', 1e15)).toBe('9999-12-31');
    expect(addDays('2026-11-20', Number.NEGATIVE_INFINITY)).toBe('0001-01-01');
    expect(addMonths('2026-11-20', 1e9)).toBe('9999-12-31');
    expect(addMonths('0001-01-31', -1)).toBe('0001-01-01');
    expect([addDays('9999-12-31', 1), addDays('0001-01-01', -1)]).toEqual(['9999-12-31', '0001-01-01']);
  });

  it('gives back what is no date', () => {
    expect([addDays('x', 1), addMonths('', 1), addDays('2026-11-20', Number.NaN)]).toEqual(['x', '', '2026-11-20']);
    expect([daysBetween('x', '2026-11-20'), age('2026-11-20', '')]).toEqual([Number.NaN, Number.NaN]);
  });
});

describe('age', () => {
  it.each([
    ['2000-11-20', '2026-11-19', 25],
    ['2000-11-20', '2026-11-20', 26],
    ['2004-02-29', '2025-02-28', 20],
    ['2004-02-29', '2025-03-01', 21],
    ['2004-02-29', '2024-02-29', 20],
    ['2026-11-20', '2026-11-20', 0],
  ])('born on %s, on %s: %d', (birth, on, years) => {
    expect(age(birth, on)).toBe(years);
  });
});

describe('months', () => {
  it.each([
    ['11/2026', '2026-11'],
    ['1/2026', '2026-01'],
    ['01-2026', '2026-01'],
    ['2026-11', '2026-11'],
  ])('reads %s', (text, month) => {
    expect(parseMonth(text)).toBe(month);
  });

  it.each(['', '13/2026', '0/2026', '11/26', '2026', '2026-13', '20/11/2026'])('refuses %j', (text) => {
    expect(parseMonth(text)).toBeNull();
  });

  it('formats, and knows a month from a day', () => {
    expect([formatMonth('2026-11'), formatMonth('x')]).toEqual(['11/2026', 'x']);
    expect([isMonth('2026-11'), isMonth('2026-11-20'), isMonth('2026-13')]).toEqual([true, false, false]);
  });
});

describe('instants', () => {
  it('are shown on the clocks of the zone', () => {
    expect(formatInstant('2026-11-20T02:30:00Z')).toBe('19/11/2026 23:30');
    expect(formatInstant('2026-11-20T02:30:00.123-03:00')).toBe('20/11/2026 02:30');
    expect(formatInstant('2026-11-20T02:30:00Z', 'America/Rio_Branco')).toBe('19/11/2026 21:30');
    expect(formatInstant('2018-12-20T02:30:00Z')).toBe('20/12/2018 00:30');
    expect(formatInstant('2026-11-20 02:30:00+00')).toBe('19/11/2026 23:30');
  });

  it('show midnight as 00:00', () => {
    expect(formatInstant('2026-11-20T03:00:00Z')).toBe('20/11/2026 00:00');
  });

  it('come back as they came when they are none, or have no offset', () => {
    for (const text of ['', 'x', '2026-11-20', '2026-11-20T10:00:00', '2026-99-20T10:00:00Z'])
      expect(formatInstant(text)).toBe(text);
  });

  it('fall back to the usual zone when theirs does not exist', () => {
    expect(formatInstant('2026-11-20T02:30:00Z', 'Marte/Olimpo')).toBe('19/11/2026 23:30');
  });

  it('tell the day of each zone', () => {
    const now = new Date('2026-11-20T03:30:00Z');
    expect([today(undefined, now), today('America/Manaus', now), today('America/Noronha', now)]).toEqual([
      '2026-11-20',
      '2026-11-19',
      '2026-11-20',
    ]);
    expect(isDate(today())).toBe(true);
  });
});

it('the time between two days is said in years and months, or in days of the first month', () => {
  expect(timeBetween('2023-09-10', '2026-11-23')).toBe('3 anos e 2 meses');
  expect(timeBetween('2025-11-23', '2026-11-23')).toBe('1 ano');
  expect(timeBetween('2026-10-22', '2026-11-23')).toBe('1 mês');
  expect(timeBetween('2026-10-31', '2026-11-30')).toBe('30 dias');
  expect(timeBetween('2026-11-23', '2026-11-23')).toBe('hoje');
  for (const [from, to] of [
    ['2026-11-24', '2026-11-23'],
    ['', '2026-11-23'],
    ['x', 'y'],
  ] as const)
    expect(timeBetween(from, to)).toBe('');
});
