import { describe, expect, it } from 'vitest';
import { diasTrabalhados, mesesDoPeriodo } from './indicadores.rules.ts';

it('RUL-380: days worked are Monday to Friday without national holidays', () => {
  expect(diasTrabalhados({ inicio: '2026-11-01', fim: '2026-11-30' })).toBe(19);
  // from Thursday over holiday (Friday 20th) and weekend to Monday: two days
  expect(diasTrabalhados({ inicio: '2026-11-19', fim: '2026-11-23' })).toBe(2);
  expect(diasTrabalhados({ inicio: '2026-11-21', fim: '2026-11-22' })).toBe(0);
});

describe('mesesDoPeriodo', () => {
  it('RUL-382: the period is by day, month and year: its first and last month are cut', () => {
    expect(mesesDoPeriodo('2026-01-15', '2026-03-10')).toEqual([
      { mes: '2026-01', inicio: '2026-01-15', fim: '2026-01-31' },
      { mes: '2026-02', inicio: '2026-02-01', fim: '2026-02-28' },
      { mes: '2026-03', inicio: '2026-03-01', fim: '2026-03-10' },
    ]);
    expect(mesesDoPeriodo('2024-02-29', '2024-02-29')).toEqual([{ mes: '2024-02', inicio: '2024-02-29', fim: '2024-02-29' }]);
    expect(mesesDoPeriodo('2025-12-31', '2026-01-01').map(({ mes }) => mes)).toEqual(['2025-12', '2026-01']);
    expect(mesesDoPeriodo('2026-02-01', '2026-01-01')).toEqual([]);
  });

  it('RUL-382: a period of ages stops after ten years', () => {
    expect(mesesDoPeriodo('1900-01-01', '9999-12-31')).toHaveLength(120);
  });
});
