/**
 * Decimal arithmetic on texts ('1234.50', '-0.1'), exact, for money and percentages: never binary floating point. A number that is not a text is read
 * by its shortest decimal form, so 1.005 is 1.005. Results keep the digits they have ('0.10' + '0.20' is '0.30'); there is no negative zero.
 */

export type Decimal = string | number;

/** digits × 10^−scale */
interface Parts {
  digits: bigint;
  scale: number;
}

// More digits than any column; beyond it a text is an attack, and big integers grow slow.
const MAX_LENGTH = 100;

function read(value: Decimal): Parts | null {
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string' || text.length > MAX_LENGTH) return null;
  const match = /^(-?\d+)(?:\.(\d+))?(?:e([+-]\d{1,3}))?$/.exec(text);
  // Only numbers may come with an exponent.
  if (!match || (match[3] !== undefined && typeof value !== 'number')) return null;
  const fraction = match[2] ?? '';
  const scale = fraction.length - Number(match[3] ?? 0);
  const digits = BigInt(`${match[1]}${fraction}`);
  return scale < 0 ? { digits: digits * 10n ** BigInt(-scale), scale: 0 } : { digits, scale };
}

function operand(value: Decimal): Parts {
  const parts = read(value);
  if (!parts) throw new RangeError('Not a decimal');
  return parts;
}

function write({ digits, scale }: Parts): string {
  const sign = digits < 0n ? '-' : '';
  const text = String(digits < 0n ? -digits : digits).padStart(scale + 1, '0');
  return scale === 0 ? `${sign}${text}` : `${sign}${text.slice(0, -scale)}.${text.slice(-scale)}`;
}

const raise = ({ digits, scale }: Parts, to: number) => digits * 10n ** BigInt(to - scale);

// Half away from zero, as commerce rounds.
function divide(dividend: bigint, divisor: bigint): bigint {
  const negative = dividend < 0n !== divisor < 0n;
  const top = dividend < 0n ? -dividend : dividend;
  const bottom = divisor < 0n ? -divisor : divisor;
  const quotient = (top * 2n + bottom) / (bottom * 2n);
  return negative ? -quotient : quotient;
}

function align(a: Decimal, b: Decimal): { x: bigint; y: bigint; scale: number } {
  const left = operand(a);
  const right = operand(b);
  const scale = Math.max(left.scale, right.scale);
  return { x: raise(left, scale), y: raise(right, scale), scale };
}

/** The plain text of a decimal without leading zeros, exponent or negative zero; null for anything else. */
export function toDecimal(value: Decimal): string | null {
  const parts = read(value);
  return parts && write(parts);
}

/** a + b. This and the functions below throw a RangeError on what is no decimal: such a value should not have passed the check. */
export function add(a: Decimal, b: Decimal): string {
  const { x, y, scale } = align(a, b);
  return write({ digits: x + y, scale });
}

/** a − b */
export function sub(a: Decimal, b: Decimal): string {
  const { x, y, scale } = align(a, b);
  return write({ digits: x - y, scale });
}

/** a × b, all digits kept. */
export function mul(a: Decimal, b: Decimal): string {
  const left = operand(a);
  const right = operand(b);
  return write({ digits: left.digits * right.digits, scale: left.scale + right.scale });
}

/** a ÷ b with `scale` decimals, half away from zero; null when b is zero. */
export function div(a: Decimal, b: Decimal, scale: number): string | null {
  const { x, y } = align(a, b);
  return y === 0n ? null : write({ digits: divide(x * 10n ** BigInt(scale), y), scale });
}

/** Exactly `scale` decimals, half away from zero: 1.005 → 1.01, −0.5 → −1. */
export function round(value: Decimal, scale: number): string {
  const parts = operand(value);
  if (parts.scale <= scale) return write({ digits: raise(parts, scale), scale });
  return write({ digits: divide(parts.digits, 10n ** BigInt(parts.scale - scale)), scale });
}

/** −1, 0 or 1; 1.5 and 1.50 are equal. */
export function compare(a: Decimal, b: Decimal): number {
  const { x, y } = align(a, b);
  return x < y ? -1 : x > y ? 1 : 0;
}
