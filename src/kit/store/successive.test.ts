import { expect, test } from 'vitest';
import { meant } from './successive.ts';

const spans = [
  { id: 1, from: '2010-03-01', until: '2015-06-30' },
  { id: 2, from: '2020-01-10', until: null },
];
const gone = [{ id: 1, from: '2010-03-01', until: '2015-06-30' }];

test.each([
  ['no day: the last one', spans, null, null, 2],
  ['the very first day', spans, '2010-03-01', null, 1],
  ['a first day that is put right', spans, '2019-12-01', null, 2],
  ['a first day that is put right, of one that has ended', gone, '2009-03-01', null, 1],
  ['after the end: a further one', gone, '2015-07-01', null, null],
  ['on the last day: still that one', gone, '2015-06-30', null, 1],
  ['between two of them', spans, '2016-01-01', '2017-01-01', null],
  ['before all of them', spans, '2005-01-01', '2009-01-01', null],
  ['nobody', [], '2005-01-01', null, null],
])('%s', (_name, given, from, until, id) => {
  expect(meant(given, from, until)).toBe(id);
});
