/** Short cuts for the common shapes of a cell; null leads the value through the exact code. With a million cells they pay off. */

const isoDay = /^\d{4}-\d\d-\d\d$/;

/** `YYYY-MM-DD` and nothing else. */
export const quickDay = (value: unknown): string | null =>
  typeof value === 'string' && value.length === 10 && isoDay.test(value) ? value : null;

/** A number whose shortest decimal text has no exponent and at most 15 digits. */
export function quickDecimal(value: unknown): string | null {
  if (typeof value !== 'number') return null;
  const size = Math.abs(value);
  if (!(size < 1e14 && (size >= 1e-4 || size === 0))) return null;
  const text = String(value);
  return text.length <= 15 ? text : null;
}

/** The number with exactly so many decimals, or null when digits would be lost. */
export function quickFixed(value: unknown, decimals: number): string | null {
  const text = quickDecimal(value);
  if (text === null) return null;
  const point = text.indexOf('.');
  const missing = decimals - (point < 0 ? 0 : text.length - point - 1);
  if (missing < 0) return null;
  if (missing === 0) return text;
  return `${text}${point < 0 ? '.' : ''}${'0'.repeat(missing)}`;
}
