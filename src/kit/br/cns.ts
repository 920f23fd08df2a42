import { sampleDigits, weightedSum, weightsDown } from './checksum.ts';
import { identityNumber } from './identity-number.ts';

const ALL = weightsDown(15, 1);

// Definitive numbers (1 and 2) are a PIS, a filler and a digit; a digit of 10 does not fit, so the filler becomes 001 and the digit 8 follows.
function definitive(base: string): string {
  const sum = weightedSum(base, ALL.slice(0, 11));
  const digit = (11 - (sum % 11)) % 11;
  return digit === 10 ? `${base}001${(11 - ((sum + 2) % 11)) % 11}` : `${base}000${digit}`;
}

function provisional(base: string): string {
  const digit = (11 - (weightedSum(base, ALL.slice(0, 13)) % 11)) % 11;
  return digit === 10 ? `${base}18` : `${base}0${digit}`;
}

/** CNS, the health card, 15 digits, 000 0000 0000 0000. Definitive numbers begin with 1 or 2, provisional ones with 7, 8 or 9. */
export const cns = identityNumber({
  masks: ['### #### #### ####'],
  shape: /^[12789]\d{14}$/,
  check: (bare) => (/^[12]/.test(bare) ? definitive(bare.slice(0, 11)) === bare : weightedSum(bare, ALL) % 11 === 0),
  sample: (n) => (n % 2 === 0 ? definitive(`1${sampleDigits(n, 10)}`) : provisional(`7${sampleDigits(n, 12)}`)),
});
