import { cpf as CPF } from '#kit/br/cpf.ts';
import { formatDate } from '#kit/br/date.ts';

// Cells of a spreadsheet as people type them, for tests and measurements of the import.

const months = 'jan fev mar abr mai jun jul ago set out nov dez'.split(' ');
const longMonths = 'janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro'.split(' ');

export const anyOf = <T>(ways: readonly T[], n: number) => ways[n % ways.length] as T;

/** The same day as the n-th person would type it. */
export function messyDay(iso: string, n: number): string | number | Date {
  const [year = '', month = '', date = ''] = iso.split('-');
  return anyOf<string | number | Date>(
    [
      formatDate(iso),
      iso,
      new Date(`${iso}T00:00:00Z`),
      `${Number(date)}${date === '01' ? 'º' : ''} de ${longMonths[Number(month) - 1]} de ${year}`,
      `${date}-${months[Number(month) - 1]}-${year.slice(2)}`,
      Date.parse(`${iso}T00:00:00Z`) / 86_400_000 + 25_569,
      `${Number(date)}/${Number(month)}/${year.slice(2)}`,
      `${formatDate(iso)} 00:00`,
    ],
    n,
  );
}

/** The same CPF: masked, bare, as a number, between spaces. */
export const messyCpf = (bare: string, n: number): string | number =>
  anyOf([CPF.format(bare), bare, Number(bare), `\u00a0${CPF.format(bare)} `], n);
