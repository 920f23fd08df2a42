/**
 * Civil dates: a birthday, a deadline, an exam is a day, not an instant. They are texts 'YYYY-MM-DD' (months 'YYYY-MM') everywhere, from 0001-01-01
 * to 9999-12-31, and nothing here but `formatInstant` and `today` knows a time zone. Texts that are no dates never make these functions
 * throw: predicates say false, parsers null, formatters and arithmetic give the text back, and counts are NaN.
 */

const FIRST_DAY = '0001-01-01';
const LAST_DAY = '9999-12-31';

/** Civil time of most of the country; without a company's own zone this is the one. */
export const DEFAULT_TIME_ZONE = 'America/Sao_Paulo';

interface Civil {
  year: number;
  month: number;
  day: number;
}

const pad = (value: number, length: number) => String(value).padStart(length, '0');

const write = ({ year, month, day }: Civil) => `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`;

function daysInMonth(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

const exists = ({ year, month, day }: Civil) =>
  year >= 1 && year <= 9999 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);

function read(iso: string): Civil | null {
  const match = typeof iso === 'string' ? /^(\d{4})-(\d{2})-(\d{2})$/.exec(iso) : null;
  if (!match) return null;
  const civil = { year: Number(match[1]), month: Number(match[2]), day: Number(match[3]) };
  return exists(civil) ? civil : null;
}

// Day numbers count from 1970-01-01, by the usual trick of years that begin in March, so that the leap day is the last one.
function toDayNumber({ year, month, day }: Civil): number {
  const y = month > 2 ? year : year - 1;
  const era = Math.floor(y / 400);
  const yearOfEra = y - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  return era * 146_097 + yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear - 719_468;
}

function fromDayNumber(dayNumber: number): Civil {
  const shifted = dayNumber + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const m = Math.floor((5 * dayOfYear + 2) / 153);
  const month = m < 10 ? m + 3 : m - 9;
  return { year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day: dayOfYear - Math.floor((153 * m + 2) / 5) + 1 };
}

/** True for an existing day written 'YYYY-MM-DD'. */
export function isDate(text: string): boolean {
  return read(text) !== null;
}

// Excel counts 1900-01-01 as 1 and believes in a 1900-02-29 (60), so that later days are one too many.
function fromExcel(serial: number): string | null {
  const whole = Math.floor(serial);
  if (!(whole >= 1 && whole <= 2_958_465) || whole === 60) return null;
  return write(fromDayNumber(whole - (whole < 60 ? 25_568 : 25_569)));
}

/**
 * Reads a date as a person, a CSV or a spreadsheet writes it → 'YYYY-MM-DD', or null. Texts: dd/mm/aaaa, d/m/aaaa, also with - or
 * . throughout, with two digits for the year (00–29 are 2000s, 30–99 are 1900s, as in spreadsheets), and aaaa-mm-dd. Numbers:
 * Excel serials, time of day dropped.
 */
export function parseDate(input: string | number): string | null {
  if (typeof input === 'number') return fromExcel(input);
  if (typeof input !== 'string' || input.length > 40) return null;
  const text = input.trim();
  if (isDate(text)) return text;
  const match = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d{2})$/.exec(text);
  if (!match) return null;
  const written = Number(match[4]);
  const year = match[4]?.length === 2 ? written + (written < 30 ? 2000 : 1900) : written;
  const civil = { year, month: Number(match[3]), day: Number(match[1]) };
  return exists(civil) ? write(civil) : null;
}

/** 'YYYY-MM-DD' → 'dd/MM/yyyy'. */
export function formatDate(iso: string): string {
  return isDate(iso) ? `${iso.slice(8)}/${iso.slice(5, 7)}/${iso.slice(0, 4)}` : asText(iso);
}

const asText = (value: unknown) => (typeof value === 'string' ? value : '');

// A user's "999999999 days" must not end in an error: the calendar has ends, and arithmetic stops there.
function clampDay(dayNumber: number): string {
  if (dayNumber < -719_162) return FIRST_DAY;
  if (dayNumber > 2_932_896) return LAST_DAY;
  return write(fromDayNumber(dayNumber));
}

/** The day `days` later (earlier when negative), within the calendar's ends. */
export function addDays(iso: string, days: number): string {
  const civil = read(iso);
  return civil && !Number.isNaN(days) ? clampDay(toDayNumber(civil) + Math.trunc(days)) : asText(iso);
}

/** The same day `months` later, or the month's last one where it is shorter: 31/01 + 1 is 28/02 or 29/02. */
export function addMonths(iso: string, months: number): string {
  const civil = read(iso);
  if (!civil || Number.isNaN(months)) return asText(iso);
  const count = civil.year * 12 + civil.month - 1 + Math.trunc(months);
  if (count < 12) return FIRST_DAY;
  if (count >= 120_000) return LAST_DAY;
  const year = Math.floor(count / 12);
  const month = (count % 12) + 1;
  return write({ year, month, day: Math.min(civil.day, daysInMonth(year, month)) });
}

/** Days from `start` to `end`, 0 on the same day, negative when `end` is earlier. */
export function daysBetween(start: string, end: string): number {
  const from = read(start);
  const to = read(end);
  return from && to ? toDayNumber(to) - toDayNumber(from) : Number.NaN;
}

/** Whole years from birth to `on`. Whoever was born on 29/02 turns a year older on 01/03 of a common year. */
export function age(birth: string, on: string): number {
  const from = read(birth);
  const to = read(on);
  if (!from || !to) return Number.NaN;
  const years = to.year - from.year;
  return to.month < from.month || (to.month === from.month && to.day < from.day) ? years - 1 : years;
}

/** The time from one day to a later one in words: '3 anos e 2 meses', or the days of the first month. */
export function timeBetween(start: string, end: string): string {
  const from = read(start);
  const to = read(end);
  if (!from || !to || end < start) return '';
  const months = (to.year - from.year) * 12 + to.month - from.month - (to.day < from.day ? 1 : 0);
  const said = (count: number, one: string, many: string) => (count === 0 ? [] : [`${count} ${count === 1 ? one : many}`]);
  return months === 0
    ? (said(daysBetween(start, end), 'dia', 'dias')[0] ?? 'hoje')
    : [...said(Math.floor(months / 12), 'ano', 'anos'), ...said(months % 12, 'mês', 'meses')].join(' e ');
}

/** True for an existing month written 'YYYY-MM'. */
export function isMonth(text: string): boolean {
  return typeof text === 'string' && isDate(`${text}-01`);
}

/** 'mm/aaaa' (m/aaaa, with - or . too) or 'aaaa-mm' → 'YYYY-MM', or null. */
export function parseMonth(input: string): string | null {
  if (typeof input !== 'string' || input.length > 40) return null;
  const text = input.trim();
  if (isMonth(text)) return text;
  const match = /^(\d{1,2})[/.-](\d{4})$/.exec(text);
  const month = match && `${match[2]}-${match[1]?.padStart(2, '0')}`;
  return month && isMonth(month) ? month : null;
}

/** 'YYYY-MM' → 'MM/yyyy'. */
export function formatMonth(month: string): string {
  return isMonth(month) ? `${month.slice(5)}/${month.slice(0, 4)}` : asText(month);
}

function formatter(timeZone: string): Intl.DateTimeFormat {
  const parts = {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  } as const;
  try {
    return new Intl.DateTimeFormat('pt-BR', { ...parts, timeZone });
  } catch {
    // A zone comes from a company's parameters; a wrong one must not take the page down.
    return new Intl.DateTimeFormat('pt-BR', { ...parts, timeZone: DEFAULT_TIME_ZONE });
  }
}

// Making a formatter costs a hundred times more than using it.
const formatters = new Map<string, Intl.DateTimeFormat>();

function clock(instant: Date, timeZone: string): { date: string; time: string } {
  const known = formatters.get(timeZone) ?? formatter(timeZone);
  if (formatters.size < 100) formatters.set(timeZone, known);
  const part: Record<string, string> = {};
  for (const { type, value } of known.formatToParts(instant)) part[type] = value;
  return { date: `${part.year?.padStart(4, '0')}-${part.month}-${part.day}`, time: `${part.hour}:${part.minute}` };
}

const INSTANT = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}(?::?\d{2})?)$/;

/** An instant with its offset ('2026-11-20T12:00:00Z') → 'dd/MM/yyyy HH:mm' on the clocks of `timeZone`. */
export function formatInstant(isoInstant: string, timeZone: string = DEFAULT_TIME_ZONE): string {
  // A text without offset is refused: it would be read in the zone of whatever machine runs this.
  if (typeof isoInstant !== 'string' || !INSTANT.test(isoInstant)) return asText(isoInstant);
  const instant = new Date(isoInstant.replace(' ', 'T').replace(/([+-]\d{2})$/, '$1:00'));
  if (Number.isNaN(instant.getTime())) return isoInstant;
  const { date, time } = clock(instant, timeZone);
  return `${formatDate(date)} ${time}`;
}

/** The civil date of now in `timeZone`. `now` is there for tests. */
export function today(timeZone: string = DEFAULT_TIME_ZONE, now: Date = new Date()): string {
  return clock(now, timeZone).date;
}
