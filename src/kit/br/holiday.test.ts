import { expect, test } from 'vitest';
import { businessDays, easter, nationalHolidays } from './holiday.ts';

test.each([
  [2024, '2024-03-31'],
  [2025, '2025-04-20'],
  [2026, '2026-04-05'],
  [2027, '2027-03-28'],
  [2038, '2038-04-25'],
])('Easter of %i is %s', (year, day) => expect(easter(year)).toBe(day));

test('20/11 is a holiday since 2024', () => {
  expect(nationalHolidays(2023)).not.toContain('2023-11-20');
  expect(nationalHolidays(2024)).toContain('2024-11-20');
  expect(nationalHolidays(2026)).toEqual([
    '2026-01-01',
    '2026-04-03',
    '2026-04-21',
    '2026-05-01',
    '2026-09-07',
    '2026-10-12',
    '2026-11-02',
    '2026-11-15',
    '2026-11-20',
    '2026-12-25',
  ]);
});

test('business days leave out weekends and holidays, and count both ends', () => {
  expect(businessDays('2026-11-01', '2026-11-30')).toHaveLength(19);
  expect(businessDays('2026-11-19', '2026-11-23')).toEqual(['2026-11-19', '2026-11-23']);
  expect(businessDays('2026-02-01', '2026-02-28')).toHaveLength(20);
  expect(businessDays('1969-12-29', '1970-01-02')).toEqual(['1969-12-29', '1969-12-30', '1969-12-31', '1970-01-02']);
});

test('what is no period has no days', () => {
  expect(businessDays('2026-11-02', '2026-11-01')).toEqual([]);
  expect(businessDays('x', '2026-11-01')).toEqual([]);
  expect(businessDays('0001-01-01', '9999-12-31')).toEqual([]);
});
