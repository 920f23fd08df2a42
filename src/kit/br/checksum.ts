/** Sum of each character's value times its weight. A character counts ASCII − 48: digits count themselves, `A` 17 … `Z` 42 (CNPJ with letters). */
export function weightedSum(text: string, weights: readonly number[]): number {
  let sum = 0;
  for (const [index, weight] of weights.entries()) sum += (text.charCodeAt(index) - 48) * weight;
  return sum;
}

/** Weights that go down by one, both ends included: `weightsDown(5, 2)` is 5, 4, 3, 2. */
export function weightsDown(from: number, to: number): number[] {
  return Array.from({ length: from - to + 1 }, (_, index) => from - index);
}

/** The common modulo 11 digit (CPF, CNPJ, PIS): 11 − rest, and 0 where that has two digits. */
export function mod11Digit(sum: number): number {
  const digit = 11 - (sum % 11);
  return digit > 9 ? 0 : digit;
}

/** True for a text made of one repeated character. The check digits of such numbers are right, so they are refused separately. */
export function isRepeated(text: string): boolean {
  return /^(.)\1*$/.test(text);
}

// Ends in 9, so it is coprime to every power of ten and the map below never meets itself.
const SPREAD = 61_803_398_874_989n;

/**
 * `length` digits that look random but depend on `n` (a whole number from 0) alone, never all equal, distinct for distinct `n` below 10^(length − 1).
 * The first digit differs from the last one, which is what keeps repeated sequences out.
 */
export function sampleDigits(n: number, length: number): string {
  const tail = String((BigInt(n) * SPREAD + 12_345_678_901n) % 10n ** BigInt(length - 1)).padStart(length - 1, '0');
  return `${(Number(tail.at(-1)) + 1) % 10}${tail}`;
}
