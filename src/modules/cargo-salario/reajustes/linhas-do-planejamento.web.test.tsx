// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import { AuthorityProvider } from '#kit/acting/authority.web.tsx';
import { LinhasDoPlanejamento } from './linhas-do-planejamento.web.tsx';
import type { Planejamento } from './planejamento-lido.web.ts';

const asked: string[] = [];
let answer = { content: [] as object[], totalElements: 0, totalPages: 0 };
beforeEach(() => {
  asked.length = 0;
  answer = { content: [], totalElements: 0, totalPages: 0 };
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  vi.stubGlobal(
    'fetch',
    vi.fn<(url: string) => Promise<Response>>(async (url) => {
      asked.push(url);
      return Response.json(answer);
    }),
  );
});

function open(search: string) {
  const plano = { id: 9, situacao: 'P', faixasAplicadasEm: null } as Planejamento;
  const router = createMemoryRouter([{ path: '*', element: <LinhasDoPlanejamento planejamento={plano} /> }], {
    initialEntries: [`/cargo-salario/tabelas-reajustes-colaboradores/9${search}`],
  });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <AuthorityProvider authorities={['ROLE_CAD_REAJUSTE_FAIXA_SALARIAL', 'ROLE_CAD_REAJUSTE_COLABORADOR']} user={{ id: 1 }}>
          <RouterProvider router={router} />
        </AuthorityProvider>
      </QueryClientProvider>
    </MantineProvider>,
  );
  return router;
}

test('the lines of a plan are read as the address says: kind, page, order and search', async () => {
  const router = open('?linhas=faixas&page=2&sort=valorProposto%2Cdesc&busca=chefe');
  await waitFor(() => expect(asked.length).toBe(1));
  const { searchParams, pathname } = new URL(asked[0] as string, 'http://localhost');
  expect(pathname).toContain('reajustes-faixas-salariais');
  expect(Object.fromEntries(searchParams)).toEqual({
    tabelaReajuste: '9',
    page: '2',
    size: '30',
    sort: 'valorProposto,desc',
    busca: 'chefe',
  });

  await act(async () =>
    fireEvent.change(screen.getByRole('textbox', { name: 'Buscar nas linhas' }), { target: { value: 'ana' } }),
  );
  await waitFor(() => expect(router.state.location.search).toBe('?linhas=faixas&sort=valorProposto%2Cdesc&busca=ana'));
});

test('where the last line of the last page is gone, the page before it is shown, of the same lines', async () => {
  answer = { content: [], totalElements: 60, totalPages: 2 };
  const router = open('?linhas=faixas&page=2');
  await waitFor(() => expect(router.state.location.search).toBe('?linhas=faixas&pagina=2'));
});
