// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import { AuthorityProvider } from '#kit/acting/authority.web.tsx';
import { Organograma } from './organograma.web.tsx';

const area = (id: number, nome: string, filhas: object[] = []) => ({
  id,
  nome,
  ativo: true,
  responsaveis: null,
  talentos: 1,
  cargoDoResponsavel: null,
  talentosNoRamo: 1,
  filhas,
});
const asked: string[] = [];

beforeEach(() => {
  asked.length = 0;
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
      return Response.json([area(1, 'Diretoria', [area(2, 'Vendas', [area(3, 'Balcão')]), area(4, 'Produção')])]);
    }),
  );
});

function open(address: string) {
  const router = createMemoryRouter([{ path: '*', element: <Organograma /> }], { initialEntries: [address] });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <AuthorityProvider authorities={['ROLE_CAD_AREA_ORGANIZACIONAL']} user={{ id: 1 }}>
          <RouterProvider router={router} />
        </AuthorityProvider>
      </QueryClientProvider>
    </MantineProvider>,
  );
  return () => router.state.location.search;
}

test('REP-028: the branch that the address names is drawn, and printed, alone', async () => {
  open('/cargo-salario/organograma?areaOrganizacionalId=2');
  expect(await screen.findByRole('region', { name: 'Organograma: Vendas' })).toBeTruthy();
  expect((screen.getByRole('combobox', { name: 'Ramo' }) as HTMLInputElement).value).toContain('Vendas');
});

test('whether inactive areas show stands in the address', async () => {
  const search = open('/cargo-salario/organograma');
  await screen.findByRole('region', { name: 'Organograma' });
  expect(asked.at(-1)).toContain('ativa=true');
  await act(async () => fireEvent.click(screen.getByRole('switch', { name: 'Exibir áreas inativas' })));
  expect(search()).toBe('?todas=true');
  expect(asked.at(-1)).not.toContain('ativa');
});

test('a page that is printed from the browser is the whole chart alone', async () => {
  open('/cargo-salario/organograma');
  await screen.findByText('Diretoria');
  await act(async () => window.dispatchEvent(new Event('beforeprint')));
  const sheet = document.querySelector('.vinculo-print');
  expect(sheet?.querySelector('h1')?.textContent).toBe('Organograma');
  for (const name of ['Diretoria', 'Vendas', 'Balcão', 'Produção'])
    expect(sheet?.querySelector('svg')?.textContent).toContain(name);
  await act(async () => window.dispatchEvent(new Event('afterprint')));
  expect(document.querySelector('.vinculo-print')).toBeNull();
});
