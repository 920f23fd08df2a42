// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import { AuthorityProvider } from '#kit/acting/authority.web.tsx';
import { colaboradores, historicosColaboradores } from './colaboradores.registry.ts';
import { ColaboradorPage } from './colaboradores.web.tsx';
import { HistoricoPage, NovoHistorico } from './historico.web.tsx';

const NEW = '/cargo-salario/colaboradores/historicos/new';
const de = (data: string, estabelecimento: string) => ({
  id: 1,
  data,
  ate: null,
  motivo: 'T',
  areaOrganizacional: { id: 3, nome: 'Almoxarifado' },
  faixaSalarial: { id: 4, nome: 'Almoxarife II' },
  estabelecimento: { id: 5, nome: estabelecimento },
  ambiente: null,
  funcao: null,
  tipoSalario: '3',
  indice: null,
  quantidadeIndice: null,
  salario: 2_600,
  salarioPago: 2_600,
});

beforeEach(() => {
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
      if (url.endsWith('/404')) return Response.json({ code: 'NAO_ENCONTRADO', message: 'x' }, { status: 404 });
      const answer = url.includes('/colaboradores/historicos')
        ? { content: [de('2999-01-01', 'Filial do futuro'), de('2020-01-01', 'Matriz'), de('2019-01-01', 'Filial antiga')] }
        : url.includes('/talentos/opcoes')
          ? [{ id: 9, nome: 'Adriano Freitas' }]
          : [];
      return Response.json(answer);
    }),
  );
});
const open = (address: string, screen = <NovoHistorico />) =>
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <AuthorityProvider
          authorities={['ROLE_CAD_HISTORICO_COLABORADOR', 'ROLE_CAD_HISTORICO_COLABORADOR_EDITAR', 'ROLE_VER_SALARIO']}
          user={{ id: 1 }}
        >
          <RouterProvider router={createMemoryRouter([{ path: '*', element: screen }], { initialEntries: [address] })} />
        </AuthorityProvider>
      </QueryClientProvider>
    </MantineProvider>,
  );
const box = (name: string) => screen.getByRole('combobox', { name }) as HTMLInputElement;

/** Where somebody works and what they are paid, as the form shows it: nothing of it gets lost because nobody typed it again. */
const shown = () => ({
  area: box('Área Organizacional').value,
  faixa: box('Faixa Salarial').value,
  estabelecimento: box('Estabelecimento').value,
  salario: (screen.getByRole('textbox', { name: /^Salário/ }) as HTMLInputElement).value,
  inicio: (screen.getByRole('textbox', { name: /^Início/ }) as HTMLInputElement).value,
});
const emVigor = {
  area: 'Almoxarifado',
  faixa: 'Almoxarife II',
  estabelecimento: 'Matriz',
  salario: 'R$\u00a02.600,00',
  inicio: '',
};

test('a new entry of somebody begins with the one in force, but for its day', async () => {
  open(`${NEW}?colaborador=9`);
  await waitFor(() => expect(shown()).toEqual(emVigor));
});

test('so it does when somebody is chosen in the form', async () => {
  open(NEW);
  const quem = await screen.findByRole('combobox', { name: /Colaborador/ });
  await act(async () => fireEvent.click(quem));
  // The one option that comes from the server.
  await waitFor(() => {
    fireEvent.keyDown(quem, { key: 'Enter' });
    expect((quem as HTMLInputElement).value).toBe('Adriano Freitas');
  });
  await waitFor(() => expect(shown()).toEqual(emVigor));
});

test.each([
  ['somebody', <ColaboradorPage key="c" path="cargo-salario/colaboradores" registry={colaboradores} id={404} />],
  [
    'an entry',
    <HistoricoPage key="h" path="cargo-salario/colaboradores/historicos" registry={historicosColaboradores} id={404} />,
  ],
])('a bookmark of %s who is no longer there says so', async (_who, page) => {
  open('/marcador', page);
  expect(await screen.findByText('Este registro não existe ou foi excluído.')).toBeTruthy();
});
