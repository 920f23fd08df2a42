import { expect, it } from 'vitest';
import { addDays, formatDate, today } from '#kit/br/date.ts';
import { periodText, tooFew } from './indicator.ts';

it.each([
  ['nobody is few', [3, 9, 4], []],
  ['one is few: the smallest beside it goes along', [20, 1, 6], [1, 2]],
  ['two are few, and together enough', [20, 2, 1], [1, 2]],
  ['two are few, and together still too few', [20, 1, 1, 7], [1, 2, 3]],
  ['a group of nobody hides nobody', [20, 1, 0, 7], [1, 3]],
  ['one group alone', [2], [0]],
])('%s', (_case, people, places) => expect([...tooFew(people)].toSorted((a, b) => a - b)).toEqual(places));

it('what counts the past says no day after today', () => {
  const filter = { dataInicio: '2026-01-01', dataFim: addDays(today(), 90) };
  const [hoje, fim] = [today(), filter.dataFim].map(formatDate);
  expect(periodText({ period: { on: 'dataFim', of: 'até', past: true } }, filter)).toBe(`até ${hoje}`);
  expect(periodText({ period: { from: 'dataInicio', until: 'dataFim', past: true } }, filter)).toBe(`de 01/01/2026 a ${hoje}`);
  expect(periodText({ period: { from: 'dataInicio', until: 'dataFim' } }, filter)).toBe(`de 01/01/2026 a ${fim}`);
  const antes = { ...filter, dataFim: '2026-03-01' };
  expect(periodText({ period: { on: 'dataFim', of: 'até', past: true } }, antes)).toBe('até 01/03/2026');
});
