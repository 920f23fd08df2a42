import { describe, expect, it } from 'vitest';
import { dizPeriodo, periodoDe } from './nps.ts';

describe('a period of the NPS', () => {
  it('begins with its first month', () => {
    expect(periodoDe('2026-11-23', 3)).toBe('2026-10');
    expect(periodoDe('2026-01-01', 3)).toBe('2026-01');
    expect(periodoDe('2026-11-23', 1)).toBe('2026-11');
    expect(periodoDe('2026-06-30', 6)).toBe('2026-01');
  });
  it('is said in words', () => {
    expect(dizPeriodo('2026-10', 3)).toBe('out a dez de 2026');
    expect(dizPeriodo('2026-07', 6)).toBe('jul a dez de 2026');
    expect(dizPeriodo('2026-11', 1)).toBe('11/2026');
  });
});
