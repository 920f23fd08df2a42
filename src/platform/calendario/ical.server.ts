import ical, { ICalEventTransparency } from 'ical-generator';
import { addDays } from '#kit/br/date.ts';

/** One entry of a calendar: whole days, the last one included. */
export interface CalendarDay {
  /** the same at every reading, so that a program keeps its entry */
  uid: string;
  text: string;
  first: string;
  last: string;
  url: string;
}

/** A civil date has no zone: midnight of UTC is read as its day alone. */
const at = (day: string) => new Date(`${day}T00:00:00Z`);

/** Signs that no line of text has; a name may come from a spreadsheet. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
const CONTROLS = /[\u0000-\u001f\u007f\u2028\u2029]+/g;
const clean = (text: string) => text.replace(CONTROLS, ' ').trim().slice(0, 300);

/** An iCalendar (RFC 5545) of whole days, read as UTF-8. */
export function icalendar(name: string, days: readonly CalendarDay[]): string {
  const calendar = ical({ name: clean(name), prodId: { company: 'Vinculo', product: 'Vinculo', language: 'PT-BR' }, ttl: 3_600 });
  for (const { uid, text, first, last, url } of days)
    calendar.createEvent({
      id: uid,
      summary: clean(text),
      // The day after the last one, as the standard says it.
      start: at(first),
      end: at(addDays(last, 1)),
      allDay: true,
      timezone: 'UTC',
      // One and the same answer as long as nothing has changed.
      stamp: at(first),
      url,
      transparency: ICalEventTransparency.TRANSPARENT,
    });
  return calendar.toString();
}
