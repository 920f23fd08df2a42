import { isRepeated, mod11Digit, sampleDigits, weightedSum } from './checksum.ts';
import { identityNumber } from './identity-number.ts';

const FIRST = [5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2];
const SECOND = [6, ...FIRST];

function complete(base: string): string {
  const first = `${base}${mod11Digit(weightedSum(base, FIRST))}`;
  return `${first}${mod11Digit(weightedSum(first, SECOND))}`;
}

/** CNPJ, 14 characters, 00.000.000/0000-00, with letters in the first twelve since July 2026 (IN RFB 2.229/2024). Repeated digits are refused. */
export const cnpj = identityNumber({
  masks: ['##.###.###/####-##'],
  shape: /^[0-9A-Z]{12}\d{2}$/,
  check: (bare) => !isRepeated(bare) && complete(bare.slice(0, 12)) === bare,
  sample: (n) => complete(`${sampleDigits(n, 8)}0001`),
});
