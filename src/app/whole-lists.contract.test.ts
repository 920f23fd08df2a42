import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Client, openTestApp, type TestApp } from './test-app.server.ts';

let app: TestApp;
let admin: Client;

beforeAll(async () => {
  app = await openTestApp();
  await app.seed(30);
  admin = await app.login();
});
afterAll(() => app.close());

it.each([
  '/api/gestao-talentos/talentos',
  '/api/cargo-salario/colaboradores',
  '/api/cargo-salario/colaboradores/historicos',
  '/api/cargo-salario/areas-organizacionais',
  '/api/sst/vacinas',
])('%s: a page of everything holds what its array holds, under the names of a page', async (url) => {
  const array = (await admin('GET', url)).body as object[];
  const all = await admin('GET', `${url}?unpaged=true`);
  expect(all.headers['content-length']).toBeUndefined();
  expect(all.body).toEqual({
    content: array,
    pageable: { paged: false, offset: 0 },
    size: array.length,
    totalElements: array.length,
    totalPages: array.length === 0 ? 0 : 1,
    number: 0,
  });
  expect(Object.keys(all.body as object)).toEqual(['content', 'pageable', 'size', 'totalElements', 'totalPages', 'number']);
  const page = (await admin('GET', `${url}?page=0&size=500`)).body as { content: object[] };
  expect(page.content).toEqual(array);
});

it('whoever is refused a whole list is told so, not an empty one', async () => {
  const blind = await app.loginWithout(1, (name) => name === 'ROLE_VER_SALARIO');
  for (const url of ['?unpaged=true&salarioAtualIni=1', '?salarioAtualIni=1'])
    expect(await blind('GET', `/api/gestao-talentos/talentos${url}`)).toMatchObject({
      status: 403,
      body: { code: 'NAO_AUTORIZADO' },
    });
});
