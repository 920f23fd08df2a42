import { addDays, addMonths, daysBetween } from '#kit/br/date.ts';

/** The days of a month in whole weeks, from Sunday on. */
export function weeksOf(month: string): string[][] {
  const first = `${month}-01`;
  const weekday = new Date(`${first}T00:00:00Z`).getUTCDay();
  const start = addDays(first, -weekday);
  const days = weekday + daysBetween(first, addMonths(first, 1));
  return Array.from({ length: Math.ceil(days / 7) }, (_, week) =>
    Array.from({ length: 7 }, (_day, day) => addDays(start, week * 7 + day)),
  );
}

/** An item from one day until another, both included. */
export interface Span<T> {
  of: T;
  from: string;
  /** null: it has no end yet */
  to: string | null;
}

/** A span as one week draws it. */
export interface Bar<T> {
  of: T;
  /** from 0, Sunday's */
  column: number;
  days: number;
  lane: number;
  /** whether its first and its last day are in this week */
  begins: boolean;
  ends: boolean;
}

/** Lays the spans of a week into lanes, the earliest and longest first; spans without a lane are counted by day in `hidden`. */
export function layWeek<T>(
  week: readonly string[],
  spans: readonly Span<T>[],
  lanes: number,
): { bars: Bar<T>[]; hidden: number[] } {
  const [first = '', last = ''] = [week[0], week.at(-1)];
  const endOf = ({ to }: Span<T>) => (to === null || to > last ? last : to);
  const here = spans
    .filter((span) => span.from <= last && (span.to === null || span.to >= first))
    .toSorted((a, b) => (a.from === b.from ? (endOf(a) < endOf(b) ? 1 : -1) : a.from < b.from ? -1 : 1));
  /** the first free column of each lane */
  const free: number[] = Array.from({ length: lanes }, () => 0);
  const hidden = week.map(() => 0);
  const bars: Bar<T>[] = [];
  for (const span of here) {
    const column = span.from <= first ? 0 : daysBetween(first, span.from);
    const days = daysBetween(first, endOf(span)) - column + 1;
    const lane = free.findIndex((next) => next <= column);
    if (lane < 0) {
      for (let day = column; day < column + days; day++) hidden[day] = (hidden[day] ?? 0) + 1;
      continue;
    }
    free[lane] = column + days;
    bars.push({ of: span.of, column, days, lane, begins: span.from >= first, ends: span.to !== null && span.to <= last });
  }
  return { bars, hidden };
}
