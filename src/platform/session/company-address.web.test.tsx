// @vitest-environment happy-dom
import { afterEach, expect, it, test } from 'vitest';
import { companyIn, ownPath, setPresentCompany, withCompany, withoutCompany } from './company-address.web.ts';
import { createCompanyRouter } from './company-router.web.ts';

afterEach(() => setPresentCompany(null));

test.each([
  ['/sst/vacinas', '/sst/vacinas?empresaId=2'],
  ['/sst/vacinas?page=1&sort=nome,desc', '/sst/vacinas?page=1&sort=nome,desc&empresaId=2'],
  ['/sst/vacinas?empresaId=1&page=1', '/sst/vacinas?page=1&empresaId=2'],
  ['/sst/vacinas?busca=a%26b#fim', '/sst/vacinas?busca=a%26b&empresaId=2#fim'],
  ['/login?voltar=/x', '/login?voltar=/x'],
  ['/externo', '/externo'],
  ['/publico/ideias', '/publico/ideias'],
  ['/utilitario/caixa-saida?empresa=1', '/utilitario/caixa-saida?empresa=1&empresaId=2'],
])('%s with its company is %s', (path, told) => {
  setPresentCompany(2);
  expect(withCompany(path)).toBe(told);
  expect(withoutCompany(told)).toBe(withoutCompany(path));
});

test.each([
  ['?empresaId=2', 2],
  ['?page=1&empresaId=15', 15],
  ['?empresaId=x', null],
  ['?empresaId=-1', null],
  ['?empresa=2', null],
  ['', null],
])('the address %s tells the company %s', (search, empresaId) => expect(companyIn(search)).toBe(empresaId));

test.each([
  ['/sst/vacinas?empresaId=2&page=1#fim', '/sst/vacinas?empresaId=2&page=1#fim'],
  ['/a/../sst', '/sst'],
  ['/%09/b', '/%09/b'],
  [null, '/'],
  ['', '/'],
  ['//elsewhere.example', '/'],
  ['/\\elsewhere.example', '/'],
  ['/\t/elsewhere.example', '/'],
  ['/\n/elsewhere.example', '/'],
  ['/\r\\elsewhere.example', '/'],
  ['/.//elsewhere.example', '/'],
  ['/a/..//elsewhere.example', '/'],
  ['https://elsewhere.example/', '/'],
  ['javascript:alert(1)', '/'],
  ['\tjavascript:alert(1)', '/'],
  ['http://[', '/'],
])('of %j only what leads to a page of ours is kept: %s', (path, kept) => expect(ownPath(path)).toBe(kept));

it('address bar and links tell the company, and screens do not see it', async () => {
  history.replaceState(null, '', '/a?empresaId=7&page=2');
  const router = createCompanyRouter([{ path: '*', element: null }]);
  expect(router.state.location.search).toBe('?page=2');
  setPresentCompany(7);
  await router.navigate('/b?page=3');
  expect(router.state.location.search).toBe('?page=3');
  expect(location.search).toBe('?page=3&empresaId=7');
  expect(router.createHref({ pathname: '/c', search: '', hash: '' } as never)).toBe('/c?empresaId=7');
  setPresentCompany(8);
  await router.navigate('/b?page=3', { replace: true });
  expect(location.search).toBe('?page=3&empresaId=8');
  router.dispose();
});

it('the external area and public pages read the company of their link themselves', () => {
  history.replaceState(null, '', '/externo/login?empresaId=7');
  const router = createCompanyRouter([{ path: '*', element: null }]);
  expect(router.state.location.search).toBe('?empresaId=7');
  expect(router.createHref({ pathname: '/publico/ideias', search: '?empresaId=7', hash: '' } as never)).toBe(
    '/publico/ideias?empresaId=7',
  );
  router.dispose();
});
