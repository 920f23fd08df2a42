import { expect, it } from 'vitest';
import { icalendar } from './ical.server.ts';

const day = { uid: 'x-1@vinculo', text: 'Férias: Ana', first: '2026-11-23', last: '2026-11-24', url: 'http://127.0.0.1/x/1' };
const unfolded = (text: string) => text.replaceAll('\r\n ', '').split('\r\n');

it('days are whole, without a zone, and end on the day after the last', () => {
  const lines = unfolded(icalendar('Aurora', [day]));
  expect(lines).toContain('DTSTART;VALUE=DATE:20261123');
  expect(lines).toContain('DTEND;VALUE=DATE:20261125');
  expect([lines[0], lines.at(-1)]).toEqual(['BEGIN:VCALENDAR', 'END:VCALENDAR']);
  expect(lines.filter((line) => line.startsWith('UID'))).toEqual(['UID:x-1@vinculo']);
});

it('a hostile name opens no line of its own, and stays what it is', () => {
  const text = 'Ana; "Léia", \\ \r\nATTENDEE:mailto:x@y\nEND:VEVENT\u2028BEGIN:VALARM';
  const lines = unfolded(icalendar('A\r\nX-EVIL:1', [{ ...day, text }]));
  expect(lines.filter((line) => /^(ATTENDEE|X-EVIL|BEGIN:VALARM)/.test(line))).toEqual([]);
  expect(lines.filter((line) => line === 'END:VEVENT')).toHaveLength(1);
  expect(lines.find((line) => line.startsWith('SUMMARY'))).toBe(
    'SUMMARY:Ana\\; "Léia"\\, \\\\  ATTENDEE:mailto:x@y END:VEVENT BEGIN:VALARM',
  );
});

it('lines are folded at 75 octets, and no sign is parted', () => {
  const answer = icalendar('Aurora', [{ ...day, text: 'ação🙂'.repeat(40) }]);
  for (const line of answer.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  expect(unfolded(answer)).toContain(`SUMMARY:${'ação🙂'.repeat(40)}`);
});
