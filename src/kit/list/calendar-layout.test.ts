import { describe, expect, it } from 'vitest';
import { layWeek, weeksOf } from './calendar-layout.ts';

describe('weeksOf', () => {
  it('a month stands in whole weeks from Sunday on', () => {
    const weeks = weeksOf('2026-11');
    expect([weeks[0]?.[0], weeks.at(-1)?.[6], weeks.length]).toEqual(['2026-11-01', '2026-12-05', 5]);
    expect(weeksOf('2026-02')).toHaveLength(4);
    expect(weeksOf('2026-08').map((week) => week[0])).toEqual([
      '2026-07-26',
      '2026-08-02',
      '2026-08-09',
      '2026-08-16',
      '2026-08-23',
      '2026-08-30',
    ]);
  });
});

describe('layWeek', () => {
  const week = weeksOf('2026-11')[1] as string[];
  const span = (of: string, from: string, to: string | null = from) => ({ of, from, to });

  it('a span is cut to the week and says whether it goes on beyond', () => {
    const { bars } = layWeek(week, [span('a', '2026-11-02', '2026-11-09'), span('b', '2026-11-13', null)], 3);
    expect(bars).toEqual([
      { of: 'a', column: 0, days: 2, lane: 0, begins: false, ends: true },
      { of: 'b', column: 5, days: 2, lane: 0, begins: true, ends: false },
    ]);
  });

  it('what meets stands in lanes, and what finds none is counted by day', () => {
    const { bars, hidden } = layWeek(
      week,
      [
        span('x', '2026-11-10'),
        span('a', '2026-11-09', '2026-11-11'),
        span('b', '2026-11-10', '2026-11-12'),
        span('c', '2026-11-12'),
      ],
      2,
    );
    expect(bars.map(({ of, lane }) => [of, lane])).toEqual([
      ['a', 0],
      ['b', 1],
      ['c', 0],
    ]);
    expect(hidden).toEqual([0, 0, 1, 0, 0, 0, 0]);
  });

  it('leaves out what stands in other weeks', () => {
    expect(layWeek(week, [span('a', '2026-11-01', '2026-11-07'), span('b', '2026-11-15', null)], 2).bars).toEqual([]);
  });
});
