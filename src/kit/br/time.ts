/**
 * Times of day and durations written 'H:MM', counted in minutes. A duration has up to ten characters, so its hours go far beyond a day.
 */

const DURATION = /^(\d{1,7}):([0-5]\d)$/;

/** 'H:MM' → minutes, or null: '1:30' is 90, '0:00' is 0. */
export function parseDuration(text: string): number | null {
  const match = typeof text === 'string' ? DURATION.exec(text) : null;
  return match ? Number(match[1]) * 60 + Number(match[2]) : null;
}

/** Minutes → 'H:MM', rounded to the minute, '-H:MM' for a lack; '' for what is no number. */
export function formatDuration(minutes: number): string {
  if (!Number.isFinite(minutes)) return '';
  const whole = Math.round(Math.abs(minutes));
  return `${minutes < 0 && whole > 0 ? '-' : ''}${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

/** What is typed in a time input → 'H:MM' as it grows: '130' is '1:30', '5' is '0:05'. Everything but digits is dropped, and ten characters are read at most. */
export function typedDuration(text: string): string {
  const digits = typeof text === 'string' ? text.slice(0, 200).replace(/\D/g, '').slice(0, 9) : '';
  if (digits === '') return '';
  const padded = digits.replace(/^0+/, '').padStart(3, '0');
  return `${padded.slice(0, -2)}:${padded.slice(-2)}`;
}

/** True for a time of day, 0:00 to 23:59, with or without the leading zero. */
export function isTime(text: string): boolean {
  return typeof text === 'string' && /^(?:[01]?\d|2[0-3]):[0-5]\d$/.test(text);
}
