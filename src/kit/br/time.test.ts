import { describe, expect, it } from 'vitest';
import { fc } from '#kit/testing/fast-check.server.ts';
import { formatDuration, isTime, parseDuration, typedDuration } from './time.ts';

describe('durations', () => {
  it.each([
    ['0:00', 0],
    ['1:30', 90],
    ['08:05', 485],
    ['100:59', 6059],
    ['9999999:59', 599_999_999],
  ])('%s is %d minutes', (text, minutes) => {
    expect(parseDuration(text)).toBe(minutes);
  });

  it.each(['', ':30', '1', '1:5', '1:60', '1:300', '-1:00', ' 1:00', '1:00 ', '1.30', '10000000:00', '1:00:00', '١:٠٠'])(
    'refuses %j',
    (text) => {
      expect(parseDuration(text)).toBeNull();
    },
  );

  it('are written from minutes', () => {
    expect([0, 5, 90, 6059, 59.6, -90, -0.2].map(formatDuration)).toEqual([
      '0:00',
      '0:05',
      '1:30',
      '100:59',
      '1:00',
      '-1:30',
      '0:00',
    ]);
    expect([Number.NaN, Number.POSITIVE_INFINITY].map(formatDuration)).toEqual(['', '']);
  });

  it('come back the same', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 599_999_999 }), (minutes) => {
        expect(parseDuration(formatDuration(minutes))).toBe(minutes);
      }),
    );
  });

  it('grow as they are typed', () => {
    expect(['', 'a', '5', '13', '130', '1:305', '0130', '000', '1234567890123'].map(typedDuration)).toEqual([
      '',
      '',
      '0:05',
      '0:13',
      '1:30',
      '13:05',
      '1:30',
      '0:00',
      '1234567:89',
    ]);
  });
});

describe('times of day', () => {
  it.each(['0:00', '00:00', '8:05', '08:05', '19:59', '23:59'])('%s is one', (text) => {
    expect(isTime(text)).toBe(true);
  });

  it.each(['', '24:00', '23:60', '123:00', '8:5', '8', ' 8:05', '08:05:00'])('%j is none', (text) => {
    expect(isTime(text)).toBe(false);
  });
});
