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

/**
 * Hides a CPF but for three digits, which tell namesakes apart and leave a million possible numbers: ***.***.247-**. A text without eleven digits is
 * hidden whole; a masked one, also of before when six digits were shown, stays masked.
 */
export function maskCpf(text: string): string {
  const masked = /^(?:\d{3}|\*{3})\.?(?:\d{3}|\*{3})\.?(\d{3})-?(?:\d{2}|\*{2})$/.exec(text);
  return masked ? `***.***.${masked[1]}-**` : '•••';
}
