import { isRepeated, mod11Digit, sampleDigits, weightedSum, weightsDown } from './checksum.ts';
import { identityNumber } from './identity-number.ts';

const FIRST = weightsDown(10, 2);
const SECOND = weightsDown(11, 2);

function complete(base: string): string {
  const first = `${base}${mod11Digit(weightedSum(base, FIRST))}`;
  return `${first}${mod11Digit(weightedSum(first, SECOND))}`;
}

/** CPF, 11 digits, 000.000.000-00. Repeated digits are refused. */
export const cpf = identityNumber({
  masks: ['###.###.###-##'],
  shape: /^\d{11}$/,
  check: (bare) => !isRepeated(bare) && complete(bare.slice(0, 9)) === bare,
  sample: (n) => complete(sampleDigits(n, 9)),
});
