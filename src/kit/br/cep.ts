import { sampleDigits } from './checksum.ts';
import { identityNumber } from './identity-number.ts';

/** CEP, the postal code, 8 digits, 00000-000. There is no check digit; codes begin at 01000-000. */
export const cep = identityNumber({
  masks: ['#####-###'],
  shape: /^\d{8}$/,
  check: (bare) => !bare.startsWith('00'),
  sample: (n) => `6${sampleDigits(n, 7)}`,
});
