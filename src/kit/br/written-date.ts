import { isDate, parseDate } from './date.ts';
import { fold } from './text.ts';

const months = ['jan', 'fev', 'mar', 'abr', 'mai', 'jun', 'jul', 'ago', 'set', 'out', 'nov', 'dez'];
const wholeNames = [
  'janeiro',
  'fevereiro',
  'marco',
  'abril',
  'maio',
  'junho',
  'julho',
  'agosto',
  'setembro',
  'outubro',
  'novembro',
  'dezembro',
];

const monthOf = (word: string): number => (word.length === 3 ? months.indexOf(word) : wholeNames.indexOf(word)) + 1;

/** Day, month and two or four digits of a year, as people write them, or null when there is no such day. */
const written = (day: string, month: number | string, year: string) => parseDate(`${day}/${month}/${year}`);

/**
 * A date as files from elsewhere write it: all that `parseDate` reads, and '1º de março de 2024', '05-mar-24', 'sexta-feira, 1 de
 * março de 2024', '2024/03/01', '2024-03-01T00:00:00', '01/03/2024 00:00', '01032024', and an Excel serial that became text. Null
 * for anything else: an ambiguous day is never guessed.
 */
export function parseWrittenDate(input: string | number): string | null {
  const known = parseDate(input);
  if (known !== null || typeof input === 'number') return known;
  if (typeof input !== 'string' || input.length > 60) return null;
  const text = fold(input)
    .replace(/^(domingo|segunda|terca|quarta|quinta|sexta|sabado)(-feira)?\s*,?\s*/, '')
    .replace(/[T ]\d{1,2}:\d{2}(:\d{2}(\.\d+)?)?(z|[+-]\d{2}:?\d{2})?$/i, '')
    .trim();
  const plain = parseDate(text);
  if (plain !== null) return plain;
  const reversed = /^(\d{4})[/.-](\d{1,2})[/.-](\d{1,2})$/.exec(text);
  if (reversed) return written(reversed[3] as string, reversed[2] as string, reversed[1] as string);
  const named = /^(\d{1,2})(?:º|°|o|a|ª)?(?: de |[-/. ])([a-z]{3,9})\.?(?: de |[-/. ]| )(\d{4}|\d{2})$/.exec(text);
  if (named) {
    const month = monthOf(named[2] as string);
    return month > 0 ? written(named[1] as string, month, named[3] as string) : null;
  }
  return parseDigits(text);
}

/** Digits alone: a day without separators, or an Excel serial whose cell was exported as text. */
function parseDigits(text: string): string | null {
  if (/^\d{8}$/.test(text)) {
    const european = written(text.slice(0, 2), text.slice(2, 4), text.slice(4));
    const iso = `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}`;
    const isIso = isDate(iso) && iso >= '1900' && iso < '2200';
    const isEuropean = european !== null && european >= '1900' && european < '2200';
    if (isIso === isEuropean) return null;
    return isIso ? iso : european;
  }
  // 1927 to 2146: shorter numbers are years or ages, not days.
  const serial = /^\d{5}(?:[.,]\d+)?$/.test(text) ? Number(text.replace(',', '.')) : 0;
  return serial >= 10_000 && serial < 90_000 ? parseDate(serial) : null;
}
