import { isRepeated, mod11Digit, sampleDigits, weightedSum } from './checksum.ts';
import { identityNumber } from './identity-number.ts';

const WEIGHTS = [3, 2, 9, 8, 7, 6, 5, 4, 3, 2];

const complete = (base: string) => `${base}${mod11Digit(weightedSum(base, WEIGHTS))}`;

/** PIS, PASEP, NIT and NIS, 11 digits, 000.00000.00-0. All zeros are refused, though the sum works. */
export const pis = identityNumber({
  masks: ['###.#####.##-#'],
  shape: /^\d{11}$/,
  check: (bare) => !isRepeated(bare) && complete(bare.slice(0, 10)) === bare,
  sample: (n) => complete(sampleDigits(n, 10)),
});
