// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { NewsBell, type Noticia } from './news-bell.web.tsx';

const noticia = (id: number, criticidade: number, lida = false): Noticia => ({
  id,
  titulo: `Notícia ${id}`,
  texto: '<p>Abre na <strong>segunda</strong>.</p><img src="x" onerror="alert(1)"><a href="javascript:alert(1)">aqui</a>',
  link: null,
  lida,
  criticidade,
  data: '2026-11-20',
});

/** The bell at an address, with a server that knows these news. */
function open(path: string, all: Noticia[]) {
  const asked: string[] = [];
  vi.stubGlobal('fetch', (url: string, { method }: RequestInit) => {
    asked.push(`${method} ${url}`);
    return Promise.resolve(method === 'GET' ? Response.json(all) : new Response(null, { status: 204 }));
  });
  render(
    <MantineProvider env="test">
      <div id="vinculo-listas" />
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <MemoryRouter initialEntries={[path]}>
          <NewsBell empresaId={1} />
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );
  return asked;
}
afterEach(cleanup);

it('RUL-395, RUL-396: counts the unread; one opens in a dialog, and is read when that is closed', async () => {
  const asked = open('/sst', [noticia(1, 1), noticia(2, 1, true)]);
  fireEvent.click(await screen.findByRole('button', { name: 'Notícias: 1 não lida' }));
  fireEvent.click(await screen.findByRole('button', { name: /Notícia 1/ }));
  const dialog = await screen.findByRole('dialog', { name: 'Notícia 1' });
  expect(dialog.querySelector('strong')?.textContent).toBe('segunda');
  expect(dialog.querySelector('img, a')).toBeNull();
  expect(asked.some((one) => one.startsWith('PUT'))).toBe(false);
  fireEvent.click(screen.getByText('Fechar'));
  await waitFor(() => expect(asked).toContain('PUT /api/userinfo/usuario/noticias/1/lida'));
  expect(await screen.findByRole('button', { name: 'Notícias' })).toBeTruthy();
});

it('RUL-397: the first unread critical one opens by itself on the start page alone', async () => {
  const all = [noticia(1, 1), noticia(2, 0, true), noticia(3, -1), noticia(4, 0)];
  open('/', all);
  expect(await screen.findByRole('dialog', { name: 'Notícia 3' })).toBeTruthy();
  cleanup();
  open('/sst', all);
  await screen.findByRole('button', { name: 'Notícias: 3 não lidas' });
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('RUL-397: does not cover a dialog that is open, as the search with Ctrl+K, and opens when that is closed', async () => {
  const search = document.body.appendChild(document.createElement('div'));
  search.setAttribute('role', 'dialog');
  open('/', [noticia(3, -1)]);
  await screen.findByRole('button', { name: 'Notícias: 1 não lida' });
  expect(screen.queryByRole('dialog', { name: 'Notícia 3' })).toBeNull();
  search.remove();
  expect(await screen.findByRole('dialog', { name: 'Notícia 3' })).toBeTruthy();
});
