import { isRepeated, sampleDigits, weightedSum } from './checksum.ts';
import { identityNumber } from './identity-number.ts';

const WEIGHTS = [7, 4, 1, 8, 5, 2, 1, 6, 3, 7, 4];

// Tens and units of the sum are added, and that is taken modulo 10 before it is subtracted: without this step, as in many copies of
// the rule, good numbers are refused.
function complete(base: string): string {
  const sum = weightedSum(base, WEIGHTS);
  const folded = (Math.floor(sum / 10) % 10) + (sum % 10);
  return `${base}${(10 - (folded % 10)) % 10}`;
}

/** CNO, the register of a construction work, 12 digits, 00.000.00000/00. Repeated digits are refused. */
export const cno = identityNumber({
  masks: ['##.###.#####/##'],
  shape: /^\d{12}$/,
  check: (bare) => !isRepeated(bare) && complete(bare.slice(0, 11)) === bare,
  sample: (n) => complete(sampleDigits(n, 11)),
});
