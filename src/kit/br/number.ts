import { type Decimal, round, toDecimal } from './decimal.ts';

/**
 * Numbers as Brazilians write them. Formatters are exact for texts of any size, and give '' for what is no number. The space after R$ is U+00A0,
 * as `Intl` writes it, so that a value never breaks from its currency; `parseNumber` takes it back.
 */

function group(plain: string): string {
  const [whole = '', fraction] = plain.split('.');
  const digits = whole.replace('-', '');
  const first = digits.length % 3 || 3;
  const groups = [digits.slice(0, first), ...(digits.slice(first).match(/\d{3}/g) ?? [])];
  const grouped = `${whole.startsWith('-') ? '-' : ''}${groups.join('.')}`;
  return fraction === undefined ? grouped : `${grouped},${fraction}`;
}

/** 1234.5 → '1.234,50' with 2 decimals. Without `decimals`, the digits the value has. */
export function formatNumber(value: Decimal, decimals?: number): string {
  const plain = toDecimal(value);
  if (plain === null) return '';
  return group(decimals === undefined ? plain : round(plain, decimals));
}

/** '1234.56' → 'R$ 1.234,56', negative '-R$ 1.234,56'. */
export function formatMoney(value: Decimal): string {
  const text = formatNumber(value, 2);
  if (text === '') return '';
  return text.startsWith('-') ? `-R$\u00a0${text.slice(1)}` : `R$\u00a0${text}`;
}

/** A value that already is a percentage: 12.5 → '12,5%'. Without `decimals`, the digits that matter. */
export function formatPercentage(value: Decimal, decimals?: number): string {
  const text = formatNumber(value, decimals);
  if (text === '') return '';
  return `${decimals === undefined && text.includes(',') ? text.replace(/(?<!0)0+$/, '').replace(/,$/, '') : text}%`;
}

// The point is the doubtful character. Groups of three after one to three digits are thousands ('1.234' is 1234, as a Brazilian means it), unless
// the first group is 0 or begins with 0 ('0.125' is an eighth). Every other single point is a decimal one ('1234.56', '1.5', '1234.567').
const GROUPED = /^[1-9]\d{0,2}(?:\.\d{3})+$/;

function plainBody(body: string): string | null {
  const [whole = '', fraction, more] = body.split(',');
  if (more !== undefined) return null;
  if (fraction !== undefined) {
    if (!/^\d+$/.test(fraction) || !(whole === '' || /^\d+$/.test(whole) || GROUPED.test(whole))) return null;
    return `${whole.replaceAll('.', '') || '0'}.${fraction}`;
  }
  if (GROUPED.test(body)) return body.replaceAll('.', '');
  return /^\d+(?:\.\d+)?$/.test(body) ? body : null;
}

/**
 * '1.234,56', '1234,56', '1234.56', 'R$ 1.234,56', '-12%' → plain decimal text ('1234.56'), the decimals kept as typed; null for the rest, '1,234.56' and
 * '12,' among them. A percentage gives the number before the sign. A number (a spreadsheet's cell) gives its decimal text.
 */
export function parseNumber(input: string | number): string | null {
  if (typeof input === 'number') return toDecimal(input);
  if (typeof input !== 'string' || input.length > 60) return null;
  const match = /^([-\u2212]?)[ \u00a0]*(?:(R\$)[ \u00a0]*)?([-\u2212]?)([\d.,]+)[ \u00a0]*(%)?$/i.exec(input.trim());
  if (!match) return null;
  const [, before = '', currency, after = '', body = '', percent] = match;
  if ((before && after) || (currency && percent)) return null;
  const plain = plainBody(body);
  return plain === null ? null : toDecimal(before || after ? `-${plain}` : plain);
}
