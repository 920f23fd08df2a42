import { sampleDigits, weightedSum } from './checksum.ts';
import { identityNumber } from './identity-number.ts';

const SEQUENCE = [2, 3, 4, 5, 6, 7, 8, 9];

// In São Paulo (01) and Minas Gerais (02) a rest of 0 becomes 1.
function digit(sum: number, state: string): number {
  const rest = sum % 11;
  return rest === 0 && (state === '01' || state === '02') ? 1 : rest % 10;
}

// The sum takes the first eight digits of the sequence, also where an old number has nine.
function complete(sequence: string, state: string): string {
  const first = digit(weightedSum(sequence, SEQUENCE), state);
  const second = digit(weightedSum(`${state}${first}`, [7, 8, 9]), state);
  return `${sequence}${state}${first}${second}`;
}

/** Título de eleitor, 12 digits (sequence, state 01–28, check), 0000 0000 0000. Old ones of São Paulo and Minas Gerais may have 13. */
export const tituloEleitor = identityNumber({
  masks: ['#### #### ####', '##### #### ####'],
  shape: /^(?:\d{8}(?:0[1-9]|1\d|2[0-8])|\d{9}0[12])\d{2}$/,
  check: (bare) => complete(bare.slice(0, -4), bare.slice(-4, -2)) === bare,
  sample: (n) => complete(sampleDigits(n, 8), String((n % 28) + 1).padStart(2, '0')),
});
