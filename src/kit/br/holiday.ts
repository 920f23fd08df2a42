import { addDays, daysBetween, isDate } from './date.ts';

const FIXED: readonly (readonly [string, number])[] = [
  ['01-01', 0],
  ['04-21', 0],
  ['05-01', 0],
  ['09-07', 0],
  ['10-12', 0],
  ['11-02', 0],
  ['11-15', 0],
  // Lei 14.759/2023
  ['11-20', 2024],
  ['12-25', 0],
];

/** Easter Sunday of a Gregorian year, by the anonymous computation of 1876. */
export function easter(year: number): string {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const d = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30;
  const e = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - d - (c % 4)) % 7;
  const f = d + e - 7 * Math.floor((a + 11 * d + 22 * e) / 451) + 114;
  return `${String(year).padStart(4, '0')}-${String(Math.floor(f / 31)).padStart(2, '0')}-${String((f % 31) + 1).padStart(2, '0')}`;
}

/** The national holidays of a year, and Good Friday, which is municipal by law and kept everywhere. */
export function nationalHolidays(year: number): readonly string[] {
  const fixed = FIXED.filter(([, since]) => year >= since).map(([day]) => `${String(year).padStart(4, '0')}-${day}`);
  return [...fixed, addDays(easter(year), -2)].sort();
}

/**
 * Mondays to Fridays from `start` to `end`, both counted, without national holidays; empty when the period is backwards or longer
 * than 50 years.
 */
export function businessDays(start: string, end: string): string[] {
  if (!isDate(start) || !isDate(end)) return [];
  const length = daysBetween(start, end) + 1;
  if (length > 18_300) return [];
  const holidays = new Set<string>();
  for (let year = Number(start.slice(0, 4)); year <= Number(end.slice(0, 4)); year++)
    for (const day of nationalHolidays(year)) holidays.add(day);
  const days: string[] = [];
  for (let index = 0; index < length; index++) {
    const day = addDays(start, index);
    // 1970-01-05 was a Monday
    const weekday = (((daysBetween('1970-01-05', day) % 7) + 7) % 7) + 1;
    if (weekday <= 5 && !holidays.has(day)) days.push(day);
  }
  return days;
}
