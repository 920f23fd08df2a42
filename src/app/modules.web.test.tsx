import { expect, test } from 'vitest';
import { modules, publicPages } from './modules.web.ts';

test('a module without a half for the browser is its declaration', async () => {
  expect(await modules.geral?.()).toEqual({ declaration: expect.objectContaining({ id: 'geral' }) });
});

test('no two public pages stand at one address', () => {
  const addresses = publicPages.map(([path]) => path);
  expect(addresses).toEqual([...new Set(addresses)]);
});
