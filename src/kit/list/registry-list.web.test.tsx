// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AuthorityProvider, personKey } from '#kit/acting/authority.web.tsx';
import { choice } from '#kit/fields/choice.ts';
import { having, optional } from '#kit/fields/field.ts';
import { integer } from '#kit/fields/number.ts';
import { text } from '#kit/fields/text.ts';
import type { ListViews } from '#kit/query/saved-view.ts';
import { defineRegistry } from '#kit/registry/registry.ts';
import { askedByList, viewsQuery } from './list-query.web.ts';
import { StandardList } from './registry-list.web.tsx';

const PATH = 'sst/epis';
const registry = defineRegistry({
  id: 'epis',
  title: 'EPIs',
  singular: 'EPI',
  authority: 'ROLE_CAD_EPI',
  scope: 'empresa',
  fields: {
    nome: text('Nome', 60),
    tipo: choice('Tipo', { L: 'Luva', C: 'Capacete' }),
    dias: integer('Dias', { min: 1, max: 99 }),
    custo: having(optional(text('Custo', 20)), { sensitive: 'ROLE_VER_CUSTO' }),
  },
  columns: ['nome', 'tipo', 'dias', 'custo'],
});
const luva = { id: 7, versao: 3, nome: 'Luva nitrílica', tipo: 'L', dias: 30, custo: '9,90', acoes: ['editar'] };

interface Asked {
  method: string;
  url: string;
  body: unknown;
}
let asked: Asked[] = [];
let views: ListViews;
let content: object[];
/** the rows without a filter, where they are others */
let ofAll: object[] | null = null;
let counted: object = {};
let refusal: { status: number; body: object } | null = null;
/** the choice of columns that is sent is answered when this is done */
let choiceIsSaved: Promise<void> | null = null;

beforeEach(() => {
  asked = [];
  refusal = null;
  choiceIsSaved = null;
  counted = {};
  content = [luva];
  ofAll = null;
  views = { densidade: null, colunas: null, visoes: [] };
  localStorage.clear();
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body }: RequestInit = {}) => {
    asked.push({ method, url: decodeURIComponent(String(url)), body: typeof body === 'string' ? JSON.parse(body) : undefined });
    const { pathname } = new URL(String(url), 'http://localhost');
    if (method === 'PUT' && pathname.endsWith('/7') && refusal) return Response.json(refusal.body, { status: refusal.status });
    if (pathname.endsWith('/preferencias')) await choiceIsSaved;
    if (pathname.endsWith('/visoes') && method === 'GET') return Response.json(views);
    if (pathname.endsWith('/epis/7')) return Response.json(luva);
    if (pathname.endsWith('/importar/12')) return Response.json({ code: 'NAO_ENCONTRADO', message: 'Não há' }, { status: 404 });
    if (pathname.endsWith('/epis') && ofAll && !String(url).includes('tipo='))
      return Response.json({ content: ofAll, totalElements: 1, totalPages: 1 });
    if (pathname.endsWith('/epis')) return Response.json({ content, totalElements: content.length, totalPages: 1, ...counted });
    return method === 'GET' ? Response.json([]) : new Response(null, { status: 204 });
  });
});
afterEach(() => vi.unstubAllGlobals());

const ALL = ['ROLE_CAD_EPI', 'ROLE_CAD_EPI_EDITAR', 'ROLE_VER_CUSTO'];

async function open(search = '', authorities = ALL) {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const router = createMemoryRouter([{ path: '*', element: <StandardList path={PATH} registry={registry} /> }], {
    initialEntries: [`/${PATH}${search}`],
  });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queries}>
        <AuthorityProvider authorities={authorities} user={{ id: 1 }} empresaId={2}>
          <RouterProvider router={router} />
        </AuthorityProvider>
      </QueryClientProvider>
    </MantineProvider>,
  );
  if (content.length > 0) await screen.findByRole('link', { name: 'Luva nitrílica' });
  return Object.assign(router, { queries });
}
const sent = (method: string, end: string) => asked.filter((one) => one.method === method && one.url.includes(end));
const cell = (name: string) => document.querySelector<HTMLElement>(`td[data-editable="${name}"]`);
const present = <T,>(value: T | null): T => {
  if (value === null) throw new Error('it is not there');
  return value;
};

test('of more records than are counted the list says how many it shows, and its last page is the last of these', async () => {
  counted = { totalElements: 6_000, totalPages: 400, hasMore: true };
  await open();
  expect(screen.getByRole('status').textContent).toBe('Mais de 6.000 registros encontrados: a lista mostra os 6.000 primeiros.');
  expect(screen.getByRole('button', { name: 'Página 400' })).toBeTruthy();
  expect(screen.getByText('Registros 1 a 1 de mais de 6.000')).toBeTruthy();
});

test('where not all records were looked at the list says in how many, and what to do', async () => {
  counted = { totalElements: 12, totalPages: 1, lookedAt: 10_000 };
  await open();
  expect(screen.getByRole('status').textContent).toBe(
    '12 registro(s) encontrado(s) em 10.000 que têm as palavras da frase: acrescente uma palavra ou um filtro para procurar em todos.',
  );
});

test('a filter in use is a chip that says its value, and that its cross takes away', async () => {
  const router = await open('?tipo=L');
  expect(screen.getByRole('button', { name: 'Tipo: Luva' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Retirar o filtro Tipo' }));
  await waitFor(() => expect(router.state.location.search).toBe(''));
});

test('a filter of the address whose value is no more is left out of the request, with a note', async () => {
  const router = await open('?tipo=X&dias=1&busca=lu');
  expect(screen.getByText(/O filtro Tipo deste endereço tem um valor que não existe mais/)).toBeTruthy();
  expect(sent('GET', '/epis?').at(-1)?.url).not.toContain('tipo=');
  fireEvent.click(screen.getByRole('button', { name: 'Fechar o aviso' }));
  await waitFor(() => expect(router.state.location.search).toBe('?busca=lu'));
});

test('a double click edits a plain value; Enter saves it with the version that was seen, and all else as it stands', async () => {
  await open();
  fireEvent.doubleClick(present(cell('dias')));
  const input = await screen.findByRole('textbox', { name: 'Dias' });
  fireEvent.change(input, { target: { value: '45' } });
  fireEvent.keyDown(input, { key: 'Enter' });
  await waitFor(() => expect(sent('PUT', '/epis/7').length).toBe(1));
  expect(sent('PUT', '/epis/7')[0]?.body).toMatchObject({ nome: 'Luva nitrílica', tipo: 'L', dias: 45, versao: 3 });
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Dias' })).toBeNull());
});

test('a fault stands at its cell, whoever finds it; Esc puts back what was there, and sends nothing', async () => {
  await open();
  fireEvent.keyDown(present(cell('dias')), { key: 'F2' });
  const input = await screen.findByRole('textbox', { name: 'Dias' });
  fireEvent.change(input, { target: { value: '100' } });
  fireEvent.keyDown(input, { key: 'Enter' });
  expect(await within(present(cell('dias'))).findByText('Dias deve ser no máximo 99')).toBeTruthy();
  expect(sent('PUT', '/epis/7')).toEqual([]);

  refusal = {
    status: 409,
    body: { code: 'REGISTRO_ALTERADO', message: 'Este registro foi alterado por outra pessoa.', registro: luva },
  };
  fireEvent.change(input, { target: { value: '50' } });
  fireEvent.keyDown(input, { key: 'Enter' });
  expect(await within(present(cell('dias'))).findByText('Este registro foi alterado por outra pessoa.')).toBeTruthy();
  fireEvent.keyDown(screen.getByRole('textbox', { name: 'Dias' }), { key: 'Escape' });
  expect(present(cell('dias')).textContent).toBe('30');
});

test('neither the name nor a guarded value is edited in a cell, and nothing by who only reads', async () => {
  await open();
  expect([...document.querySelectorAll<HTMLElement>('td[data-editable]')].map(({ dataset }) => dataset.editable)).toEqual([
    'tipo',
    'dias',
  ]);
});

test('who only reads edits no cell', async () => {
  await open('', ['ROLE_CAD_EPI']);
  expect(document.querySelector('td[data-editable]')).toBeNull();
});

test('what an earlier version kept in the browser is handed to the server once', async () => {
  localStorage.setItem(`vinculo:1:2:${PATH}:colunas`, '["nome","dias"]');
  localStorage.setItem(`vinculo:1:2:${PATH}:filtros`, '[{"nome":"Luvas","query":"tipo=L"}]');
  await open();
  await waitFor(() =>
    expect(sent('POST', '/visoes').map(({ body }) => body)).toEqual([{ cadastro: PATH, nome: 'Luvas', query: 'tipo=L' }]),
  );
  expect(sent('PUT', '/visoes/preferencias').map(({ body }) => body)).toEqual([{ cadastro: PATH, colunas: ['nome', 'dias'] }]);
  expect(localStorage.getItem(`vinculo:1:2:${PATH}:filtros`)).toBeNull();
});

test('a second choice of columns is sent after the first one is saved', async () => {
  const first = Promise.withResolvers<void>();
  choiceIsSaved = first.promise;
  await open();
  fireEvent.click(screen.getByRole('button', { name: 'Escolher colunas' }));
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Tipo' }));
  await waitFor(() => expect(screen.queryByRole('columnheader', { name: 'Tipo' })).toBeNull());
  fireEvent.click(screen.getByRole('checkbox', { name: 'Dias' }));
  await waitFor(() => expect(screen.queryByRole('columnheader', { name: 'Dias' })).toBeNull());
  const chosen = () => sent('PUT', '/visoes/preferencias').map(({ body }) => (body as ListViews).colunas);
  expect(chosen()).toEqual([['nome', 'dias', 'custo']]);
  first.resolve();
  await waitFor(() =>
    expect(chosen()).toEqual([
      ['nome', 'dias', 'custo'],
      ['nome', 'custo'],
    ]),
  );
});

test('a list that is opened without a query begins with the view of its user, and one with a query as its address says', async () => {
  const mine = { nome: 'Luvas', query: 'tipo=L', colunas: ['nome', 'tipo'], densidade: 'compacta', padrao: true } as const;
  views.visoes = [{ ...mine, id: 5, compartilhada: false, minha: true, de: null, favorita: false }];
  // The company is said beside what the list says.
  const router = await open('?empresaId=2');
  await waitFor(() => expect(router.state.location.search).toContain('tipo=L'));
  await waitFor(() => expect(screen.queryByRole('columnheader', { name: 'Dias' })).toBeNull());
  expect(screen.getByRole('table').dataset.density).toBe('compacta');
});

test('a list that begins with a view never shows the rows that it has without it', async () => {
  const mine = { nome: 'Luvas', query: 'tipo=L', colunas: null, densidade: null, padrao: true } as const;
  views.visoes = [{ ...mine, id: 5, compartilhada: false, minha: true, de: null, favorita: false }];
  ofAll = [{ ...luva, id: 8, nome: 'Capacete' }];
  const seen: string[] = [];
  const watch = new MutationObserver(() => seen.push(screen.queryByRole('table')?.textContent ?? ''));
  watch.observe(document.body, { childList: true, subtree: true, characterData: true });
  await open();
  watch.disconnect();
  expect(screen.getByRole('link', { name: 'Luva nitrílica' })).toBeDefined();
  expect(seen.filter((text) => text.includes('Capacete'))).toEqual([]);
});

test('what a list asks ahead is what its view shows, once that is known', () => {
  const mine = { nome: 'Luvas', query: 'tipo=L', colunas: null, densidade: null, padrao: true } as const;
  views.visoes = [{ ...mine, id: 5, compartilhada: false, minha: true, de: null, favorita: false }];
  const acting = {
    usuarioId: 1,
    empresaId: 2,
    authorities: new Set(ALL),
    context: { today: '', settings: {} },
    moduleTitle: String,
  };
  const queries = new QueryClient();
  const listAsked = (search: string) =>
    askedByList(PATH, registry, new URLSearchParams(search), acting, queries).map(({ queryKey }) => queryKey.at(-1));
  expect(listAsked('')[1]).not.toHaveProperty('tipo');
  queries.setQueryData(viewsQuery(personKey(acting), PATH).queryKey, views);
  expect(listAsked('empresaId=2')[1]).toHaveProperty('tipo', 'L');
  expect(listAsked('busca=lu')[1]).not.toHaveProperty('tipo');
  expect(listAsked('vista=5')[1]).toHaveProperty('tipo', 'L');
  expect(listAsked('vista=6')[1]).not.toHaveProperty('tipo');
});

test('an address with a query is left as it is, whatever view its user likes', async () => {
  const mine = { nome: 'Luvas', query: 'tipo=L', colunas: null, densidade: null, padrao: true } as const;
  views.visoes = [{ ...mine, id: 5, compartilhada: false, minha: true, de: null, favorita: false }];
  const router = await open('?busca=lu');
  expect(router.state.location.search).toBe('?busca=lu');
});

test('an import that was opened from an empty list stays open when its first records are there', async () => {
  content = [];
  const { queries } = await open();
  fireEvent.click(await screen.findByRole('button', { name: 'Importar planilha' }));
  const dialog = await screen.findByRole('dialog', { name: 'Importar EPIs' });
  content = [luva];
  await queries.invalidateQueries({ queryKey: ['registro', PATH] });
  await screen.findByRole('link', { name: 'Luva nitrílica', hidden: true });
  expect(screen.getByRole('dialog', { name: 'Importar EPIs' })).toBe(dialog);
});

test('an address that names an unfinished import opens that import; closing it leaves the list', async () => {
  const router = await open('?importar=12');
  await waitFor(() => expect(sent('GET', '/epis/importar/12').length).toBe(1));
  const dialog = await screen.findByRole('dialog', { name: 'Importar EPIs' });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Cancelar' }));
  await waitFor(() => expect(router.state.location.search).toBe(''));
  expect(screen.queryByRole('dialog')).toBeNull();
});
