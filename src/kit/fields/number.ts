import { z } from 'zod';
import { formatNumber } from '#kit/br/number.ts';
import { asks, field } from './field.ts';

interface Bounds {
  min?: number;
  max?: number;
}

const atLeast = (label: string, min: number) => `${label} deve ser no mínimo ${formatNumber(min)}`;
const atMost = (label: string, max: number) => `${label} deve ser no máximo ${formatNumber(max)}`;
const finite = (label: string) => z.number(asks(label)).finite(`${label} inválido`);
const decimalsOf = (value: number) => /\.(\d+)$/.exec(String(value))?.[1]?.length ?? 0;

function bounded(label: string, { min, max }: Bounds, decimals: number) {
  return finite(label)
    .refine(
      (value) => /e-/i.test(String(value)) === false && decimalsOf(value) <= decimals,
      `${label} deve ter no máximo ${decimals} casas decimais`,
    )
    .min(min ?? -1e12, min === undefined ? `${label} é muito pequeno` : atLeast(label, min))
    .max(max ?? 1e12, max === undefined ? `${label} é muito grande` : atMost(label, max));
}

/** A year of four digits: 1946, not 1.946. */
export const year = (label: string, { min = 1900, max = 2199 }: Bounds = {}) =>
  field(
    'integer',
    label,
    z.int(asks(label)).min(min, `${label} deve ser no mínimo ${min}`).max(max, `${label} deve ser no máximo ${max}`),
    { min, max, isCode: true },
  );

/** A whole number that identifies a record: 1216, not 1.216. */
export const code = (label: string) => ({ ...integer(label, { min: 1 }), isCode: true });

export const integer = (label: string, bounds: Bounds = {}) =>
  field(
    'integer',
    label,
    z
      .int(asks(label))
      .min(bounds.min ?? -2147483648, atLeast(label, bounds.min ?? -2147483648))
      .max(bounds.max ?? 2147483647, atMost(label, bounds.max ?? 2147483647)),
    bounds,
  );

export const number = (label: string, decimals = 2, bounds: Bounds = {}) =>
  field('number', label, bounded(label, bounds, decimals), { decimals, ...bounds });

/** Reais with two decimals: a JSON number on the wire, `numeric(14,2)` in the table, never computed in binary floating point. */
export const money = (label: string, bounds: Bounds = {}) =>
  field('money', label, bounded(label, { min: 0, max: 999_999_999_999, ...bounds }, 2), { decimals: 2, ...bounds });

/** 12.5 means 12,5 %. */
export const percentage = (label: string, decimals = 2, bounds: Bounds = {}) =>
  field('percentage', label, bounded(label, { min: 0, max: 100, ...bounds }, decimals), { decimals, ...bounds });
