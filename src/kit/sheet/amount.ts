import { add, toDecimal } from '#kit/br/decimal.ts';

// Far longer than any column, and short enough that sums of such numbers stay within the limit of `decimal.ts`.
const maxLength = 45;

/**
 * A cell's number as plain decimal text ('-1234.50'), or null when the value is no number. Takes numbers, bigints and decimal
 * text.
 */
export function plainDecimal(value: unknown): string | null {
  if (typeof value === 'string') {
    // The common case of a million cells: text from the database that is plain already.
    if (/^-?[1-9]\d{0,20}(\.\d{1,20})?$/.test(value)) return value;
  } else if (typeof value !== 'number' && typeof value !== 'bigint') return null;
  const plain = toDecimal(typeof value === 'number' ? value : String(value).trim());
  return plain === null || plain.length > maxLength ? null : plain;
}

/** Adds decimals exactly. */
export class ExactSum {
  #sum: string | null = null;

  /** Ignores values that are no numbers: an empty cell is not a zero. */
  add(value: unknown): void {
    const text = plainDecimal(value);
    if (text !== null) this.#sum = this.#sum === null ? text : add(this.#sum, text);
  }

  /** The sum as decimal text, or null when nothing was added. */
  value(): string | null {
    return this.#sum;
  }
}
