import { isRepeated, sampleDigits, weightedSum } from './checksum.ts';
import { identityNumber } from './identity-number.ts';

const SECOND = [5, 6, 7, 8, 9, 2, 3, 4, 5, 6, 7, 8, 9];
const FIRST = SECOND.slice(1);

const digit = (sum: number) => (sum % 11) % 10;

// The pair is shifted by 12: this is what keeps a CAEPF from being taken for a CNPJ.
function complete(base: string): string {
  const first = digit(weightedSum(base, FIRST));
  const second = digit(weightedSum(`${base}${first}`, SECOND));
  return `${base}${String((first * 10 + second + 12) % 100).padStart(2, '0')}`;
}

/** CAEPF, the register of a person's economic activity, 14 digits (CPF base, order, check), 000.000.000/000-00. */
export const caepf = identityNumber({
  masks: ['###.###.###/###-##'],
  shape: /^\d{14}$/,
  check: (bare) => !isRepeated(bare.slice(0, 12)) && complete(bare.slice(0, 12)) === bare,
  sample: (n) => complete(`${sampleDigits(n, 9)}001`),
});
