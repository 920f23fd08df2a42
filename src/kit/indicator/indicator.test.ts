import { expect, it } from 'vitest';
import { tooFew } from './indicator.ts';

it.each([
  ['nobody is few', [3, 9, 4], []],
  ['one is few: the smallest beside it goes along', [20, 1, 6], [1, 2]],
  ['two are few, and together enough', [20, 2, 1], [1, 2]],
  ['two are few, and together still too few', [20, 1, 1, 7], [1, 2, 3]],
  ['a group of nobody hides nobody', [20, 1, 0, 7], [1, 3]],
  ['one group alone', [2], [0]],
])('%s', (_case, people, places) => expect([...tooFew(people)].toSorted((a, b) => a - b)).toEqual(places));
