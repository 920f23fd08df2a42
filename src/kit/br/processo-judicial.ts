import { sampleDigits } from './checksum.ts';
import { identityNumber } from './identity-number.ts';

// Twenty digits do not fit a number without loss: BigInt.
function complete(sequence: string, rest: string): string {
  const digits = 98n - (BigInt(`${sequence}${rest}00`) % 97n);
  return `${sequence}${String(digits).padStart(2, '0')}${rest}`;
}

/** Judicial process (CNJ), 20 digits, NNNNNNN-DD.AAAA.J.TR.OOOO, modulo 97. Segment J goes from 1 to 9; courts are not looked up. */
export const processoJudicial = identityNumber({
  masks: ['#######-##.####.#.##.####'],
  shape: /^\d{13}[1-9]\d{6}$/,
  check: (bare) => complete(bare.slice(0, 7), bare.slice(9)) === bare,
  sample: (n) =>
    complete(
      sampleDigits(n, 7),
      `${2010 + (n % 15)}5${String((n % 24) + 1).padStart(2, '0')}${String((n % 9999) + 1).padStart(4, '0')}`,
    ),
});
