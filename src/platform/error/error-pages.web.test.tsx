// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { createMemoryRouter, type RouteObject } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { afterEach, expect, it, vi } from 'vitest';
import { SessionProvider } from '#platform/session/session.web.tsx';
import { DeniedPage, NotFoundPage, RouteErrorPage } from './error-pages.web.tsx';

/** A page of these routes, with a server that answers by address. */
function open(element: ReactNode, answers: Readonly<Record<string, unknown>>, path = '/x') {
  const asked: { url: string; body: unknown }[] = [];
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
    asked.push({ url, body: typeof init?.body === 'string' ? JSON.parse(init.body) : undefined });
    const found = Object.entries(answers).find(([start]) => url.startsWith(start));
    if (found?.[1] === 'lost') return Promise.reject(new TypeError('Failed to fetch'));
    return Promise.resolve(Response.json(found?.[1] ?? {}));
  });
  const routes: RouteObject[] = [{ path, element, errorElement: <RouteErrorPage /> }];
  render(
    <MantineProvider env="test">
      <Notifications />
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <SessionProvider>
          <RouterProvider router={createMemoryRouter(routes, { initialEntries: [path] })} />
        </SessionProvider>
      </QueryClientProvider>
    </MantineProvider>,
  );
  return asked;
}
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const userinfo = {
  usuario: { id: 1 },
  autenticado: true,
  emailSuporte: 'suporte@exemplo.com.br',
  empresas: [],
  menu: [],
  autoridades: [],
  parametros: {},
};

function Broken({ error }: { error: Error }): ReactNode {
  throw error;
}
const silence = () => vi.spyOn(console, 'error').mockImplementation(() => {});

it('RUL-219: an address that leads nowhere names whom to tell, and leads to the start of its own area', async () => {
  open(<NotFoundPage />, { '/api/userinfo': userinfo }, '/externo/nada');
  expect((await screen.findByRole('link', { name: 'suporte@exemplo.com.br' })).getAttribute('href')).toBe(
    'mailto:suporte@exemplo.com.br',
  );
  expect(screen.getByRole('link', { name: 'Voltar à página inicial' }).getAttribute('href')).toBe('/externo');
});

it('RUL-220: a denied page says what is missing, which profiles have it and whom to ask', async () => {
  open(<DeniedPage authorities={['ROLE_A', 'ROLE_B']} />, {
    '/api/userinfo/quem-autoriza?autorizacoes=ROLE_A,ROLE_B': {
      autorizacoes: ['Consultar Talentos'],
      perfis: ['RH', 'Gestor'],
      pessoas: ['Mariana Borges'],
    },
    '/api/userinfo': userinfo,
  });
  expect(await screen.findByText('Consultar Talentos')).toBeTruthy();
  for (const text of ['O que falta', 'RH, Gestor', 'Mariana Borges']) expect(screen.getByText(text)).toBeTruthy();
});

it('RUL-221, RUL-222: a screen that fails to draw shows its numbered trace, and the number of the report', async () => {
  silence();
  const asked = open(<Broken error={new Error('Quebrou ao desenhar')} />, {
    '/api/geral/relatorio-erro': { protocolo: 41 },
    '/api/userinfo': userinfo,
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Ver Detalhes do Erro' }));
  const dialog = await screen.findByRole('dialog', { name: 'Detalhes do Erro' });
  expect(dialog.querySelectorAll('ol > li').length).toBeGreaterThan(1);
  fireEvent.click(screen.getByText('Enviar'));
  expect(await screen.findByText(/Relato de problema número 41 enviado/)).toBeTruthy();
  expect(asked.at(-1)?.body).toMatchObject({ mensagem: 'Error: Quebrou ao desenhar', pilha: expect.stringContaining('Quebrou') });
});

it.each([
  ['Failed to fetch dynamically imported module: /assets/x.js', {}, 'Há uma versão nova', 'Recarregar a página'],
  ['error loading dynamically imported module', { '/api/health': 'lost' }, 'Sem conexão', 'Tentar de novo'],
])('a part of the program that is not there: %s', async (message, answers, title, deed) => {
  silence();
  open(<Broken error={new TypeError(message)} />, { ...answers, '/api/userinfo': userinfo });
  expect(await screen.findByRole('heading', { name: title })).toBeTruthy();
  expect(screen.getByRole('button', { name: deed })).toBeTruthy();
});
