import { expect, test } from 'vitest';
import { modules } from './modules.ts';
import { modules as halves, publicPages } from './modules.web.ts';

const declared = modules.flatMap(({ id, pages = [] }) => pages.map(({ path }): [string, string] => [path, id]));

test('every page for people who are no users is found by its address', () => {
  expect(publicPages).toEqual(Object.fromEntries(declared));
  for (const module of Object.values(publicPages)) expect(Object.keys(halves)).toContain(module);
});
