import { z } from 'zod';
import { isDate, isMonth } from '#kit/br/date.ts';
import { isTime } from '#kit/br/time.ts';
import { asks, field, readOnly, says } from './field.ts';
import { anyText } from './text.ts';

/** A civil date, `YYYY-MM-DD` on the wire: no time zone ever touches it. Years 1900 to 2199. */
export const date = (label: string) =>
  field(
    'date',
    label,
    anyText(label)
      .min(1, says(label))
      .refine((value) => isDate(value) && value >= '1900' && value < '2200', 'Data inválida'),
  );

/** `YYYY-MM` on the wire, `MM/yyyy` on the screen. */
export const month = (label: string) =>
  field(
    'month',
    label,
    anyText(label)
      .min(1, says(label))
      .refine((value) => isMonth(value) && value >= '1900' && value < '2200', 'Mês inválido'),
  );

/** A time of the day, `HH:MM`; an hour of one digit is taken too. */
export const time = (label: string) =>
  field(
    'time',
    label,
    anyText(label)
      .min(1, says(label))
      .refine(isTime, 'Hora inválida')
      .transform((value) => value.padStart('00:00'.length, '0')),
  );

/** Hours and minutes as a whole number of minutes; the screen writes `220:00`. */
export const duration = (label: string) =>
  field('duration', label, z.int(asks(label)).min(0, `${label} inválida`).max(5_999_940, `${label} inválida`));

/** A moment that the server writes: ISO 8601 in UTC on the wire, local time on the screen. Filtered by civil day. */
export const instant = (label: string) => readOnly(field('instant', label, anyText(label)));
