import { sampleDigits, weightedSum, weightsDown } from './checksum.ts';
import { identityNumber } from './identity-number.ts';

const FIRST = weightsDown(16, 2);
const SECOND = weightsDown(17, 2);

// Here only the units digit is kept: 10 becomes 0, but 11 becomes 1.
const digit = (sum: number) => (11 - (sum % 11)) % 10;

function complete(base: string): string {
  const first = `${base}${digit(weightedSum(base, FIRST))}`;
  return `${first}${digit(weightedSum(first, SECOND))}`;
}

/** Administrative process (NUP), 17 digits, OOOOO.SSSSSS/AAAA-DD. */
export const processoAdministrativo = identityNumber({
  masks: ['#####.######/####-##'],
  shape: /^\d{17}$/,
  check: (bare) => complete(bare.slice(0, 15)) === bare,
  sample: (n) => complete(`${sampleDigits(n, 11)}${2010 + (n % 15)}`),
});
