import { expect, it } from 'vitest';
import { date } from '#kit/fields/date.ts';
import type { Field, Fields } from '#kit/fields/field.ts';
import { money } from '#kit/fields/number.ts';
import { rows } from '#kit/fields/reference.ts';
import { text } from '#kit/fields/text.ts';
import { isSame, meetingLines, merged } from './merge.ts';

const fields: Fields = {
  nome: text('Nome', 100),
  grupo: text('Grupo', 100),
  historico: rows('Histórico', { data: date('A partir de'), valor: money('Valor') }),
};
const written = Object.entries(fields) as [string, Field][];
const day = (id: number | undefined, data: string, valor: number) => ({ ...(id === undefined ? {} : { id }), data, valor });
const base = {
  nome: 'Mínimo',
  grupo: '',
  historico: [day(1, '2024-01-01', 100), day(2, '2025-01-01', 200), day(3, '2026-01-01', 300)],
};

it('what only the other person changed stands, beside what I changed', () => {
  const meeting = { base, mine: { ...base, nome: 'Piso' }, theirs: { ...base, grupo: 'A' } };
  expect(merged(written, meeting)).toEqual({ ...base, nome: 'Piso', grupo: 'A' });
  expect(meetingLines(fields, written, meeting)).toEqual({
    theirs: [{ campo: 'Grupo', de: '', para: 'A' }],
    mine: [{ campo: 'Nome', de: 'Mínimo', para: 'Piso' }],
  });
});

it('where both changed the same, mine stands', () => {
  const meeting = { base, mine: { ...base, nome: 'Piso' }, theirs: { ...base, nome: 'Teto' } };
  expect(merged(written, meeting).nome).toBe('Piso');
  expect(meetingLines(fields, written, meeting).mine).toEqual([{ campo: 'Nome', de: 'Teto', para: 'Piso' }]);
});

it('rows meet one by one: changed, added and removed on either side', () => {
  const [one, two, three] = base.historico as [object, object, object];
  const mine = { ...base, historico: [one, day(2, '2025-01-01', 222), three, day(undefined, '2027-01-01', 400)] };
  const theirs = { ...base, historico: [day(1, '2024-01-01', 111), two, day(9, '2028-01-01', 900)] };
  const meeting = { base, mine, theirs };
  expect(merged(written, meeting).historico).toEqual([
    day(1, '2024-01-01', 111),
    day(2, '2025-01-01', 222),
    day(undefined, '2027-01-01', 400),
    day(9, '2028-01-01', 900),
  ]);
  expect(meetingLines(fields, written, meeting).mine.map(({ campo }) => campo)).toEqual([
    'Histórico, 01/01/2025: Valor',
    'Histórico (incluído)',
  ]);
});

it('a row that I changed and they removed comes back as a new one', () => {
  const mine = { ...base, historico: [day(1, '2024-01-01', 1)] };
  expect(merged(written, { base, mine, theirs: { ...base, historico: [] } }).historico).toEqual([
    day(undefined, '2024-01-01', 1),
  ]);
});

it('the same twice is no meeting', () => {
  expect(isSame(written, base, { ...base, grupo: null })).toBe(true);
  expect(isSame(written, base, { ...base, nome: 'Piso' })).toBe(false);
});
