import { sampleDigits } from './checksum.ts';
import { identityNumber } from './identity-number.ts';

/**
 * Telephone with area code, 10 or 11 digits ("10 or 11 digits, else 'Número inválido'"), (00) 0000-0000 or (00) 00000-0000.
 * `format` also masks the 8 or 9 digits of the fields that keep the DDD apart. Country code and trunk zero are not accepted.
 */
export const telefone = identityNumber({
  masks: ['####-####', '#####-####', '(##) ####-####', '(##) #####-####'],
  shape: /^\d{10,11}$/,
  check: () => true,
  sample: (n) => `859${sampleDigits(n, 8)}`,
});
