import { DEFAULT_TIME_ZONE } from '#kit/br/date.ts';
import { round } from '#kit/br/decimal.ts';
import { formatNumber } from '#kit/br/number.ts';
import { plainDecimal } from './amount.ts';
import type { CellType } from './column.ts';

/** 'print' is for eyes (R$ 1.234,56); 'data' is for another program that reads Portuguese numbers (1234,56). */
type FormatStyle = 'print' | 'data';

const clocks = new Map<string, Intl.DateTimeFormat>();
const clockOf = (zone: string) => {
  let clock = clocks.get(zone);
  if (!clock) {
    clock = new Intl.DateTimeFormat('en-CA', {
      timeZone: zone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
    });
    clocks.set(zone, clock);
  }
  return clock;
};

/** An instant as the wall clock shows it: ['YYYY-MM-DD', 'HH:MM:SS'], or null when the value is no instant. */
export function wallClock(value: unknown, zone = DEFAULT_TIME_ZONE): [date: string, time: string] | null {
  if (!(value instanceof Date) && !(typeof value === 'string' && /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(value))) return null;
  const at = value instanceof Date ? value : new Date(/([zZ]|[+-]\d\d(:?\d\d)?)$/.test(value) ? value : `${value}Z`);
  if (Number.isNaN(at.getTime())) return null;
  const [date = '', time = ''] = clockOf(zone).format(at).split(', ');
  return [date, time];
}

/** `YYYY-MM-DD` of a civil date, an instant's date part, or a Date at UTC midnight; null for anything else. */
export function civilDate(value: unknown): string | null {
  const text = value instanceof Date && !Number.isNaN(value.getTime()) ? value.toISOString() : value;
  if (typeof text !== 'string') return null;
  const date = /^(\d{4}-\d\d-\d\d)(?:$|[T ])/.exec(text)?.[1];
  return date ?? null;
}

/** `YYYY-MM` of a month or of a date; null for anything else. */
export function civilMonth(value: unknown): string | null {
  return (typeof value === 'string' ? /^(\d{4}-\d\d)$/.exec(value)?.[1] : undefined) ?? civilDate(value)?.slice(0, 7) ?? null;
}

function amount(value: unknown, decimals: number | undefined, style: FormatStyle, prefix = '', suffix = ''): string | null {
  const plain = plainDecimal(value);
  if (plain === null) return null;
  const text =
    style === 'print'
      ? formatNumber(plain, decimals)
      : (decimals === undefined ? plain : round(plain, decimals)).replace('.', ',');
  return text.startsWith('-') ? `-${prefix}${text.slice(1)}${suffix}` : `${prefix}${text}${suffix}`;
}

function hours(value: unknown): string | null {
  const plain = plainDecimal(value);
  if (plain === null) return null;
  const minutes = round(plain, 0);
  const bare = Number(minutes.replace('-', ''));
  return `${minutes.startsWith('-') ? '-' : ''}${Math.floor(bare / 60)}:${String(bare % 60).padStart(2, '0')}`;
}

function asText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value))
    return value
      .map((one) => (Array.isArray(one) ? '' : asText(one)))
      .filter(Boolean)
      .join(', ');
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : value.toISOString();
  if (value !== null && typeof value === 'object') {
    try {
      return JSON.stringify(value) ?? '';
    } catch {
      return ''; // a ring, or a bigint inside
    }
  }
  return String(value);
}

function formatted(type: CellType, value: unknown, decimals: number | undefined, style: FormatStyle): string | null {
  switch (type) {
    case 'integer':
      return amount(value, 0, style);
    case 'code':
      return amount(value, 0, 'data');
    case 'number':
      return amount(value, decimals, style);
    case 'money':
      return amount(value, decimals ?? 2, style, style === 'print' ? 'R$\u00a0' : '');
    case 'percentage':
      return amount(value, decimals ?? 2, style, '', '%');
    case 'date':
      return civilDate(value)?.split('-').reverse().join('/') ?? null;
    case 'month':
      return civilMonth(value)?.split('-').reverse().join('/') ?? null;
    case 'instant': {
      const [date, time] = wallClock(value) ?? [];
      return date && time ? `${date.split('-').reverse().join('/')} ${time.slice(0, 5)}` : null;
    }
    case 'boolean':
      return value === true || value === 'true' ? 'Sim' : value === false || value === 'false' ? 'Não' : null;
    case 'duration':
      return hours(value);
    case 'text':
      return typeof value === 'boolean' ? (value ? 'Sim' : 'Não') : null;
  }
}

/**
 * A text that a spreadsheet program (of any language) runs as a formula when a cell begins with it; a leading apostrophe makes it
 * text again.
 */
export const formulaLike = /^\p{Cf}*[=+\-@＝＋－＠\t\r\n]/u;

/**
 * A plain value in Portuguese, the same on screen, in PDF and in CSV. An absent value is ''; a value of another type prints
 * unchanged and never throws. Percentages are in points: 12.5 is '12,50%'.
 */
export function formatCell(type: CellType, value: unknown, decimals?: number, style: FormatStyle = 'print'): string {
  if (value === null || value === undefined || value === '') return '';
  return formatted(type, value, decimals, style) ?? asText(value);
}

/** The default alignment of a column of this type. */
export function alignOf(type: CellType): 'left' | 'right' {
  return type === 'integer' || type === 'number' || type === 'money' || type === 'percentage' || type === 'duration'
    ? 'right'
    : 'left';
}
