// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter, useLocation } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Palette } from './palette.web.tsx';

vi.mock('#platform/session/session.web.tsx', () => ({
  useSession: () => ({
    menu: [{ titulo: 'SST', itens: [{ titulo: 'Vacinas', caminho: '/sst/vacinas' }] }],
    favoritos: ['/sst/vacinas', '/nao/ha'],
    usuario: { id: 1 },
  }),
}));

const bruna = { titulo: 'Bruna Rêgo', detalhe: 'Técnica', caminho: '/gestao-talentos/talentos/7' };
const answer = {
  acoes: [],
  faltaNome: false,
  grupos: [{ cadastro: 'gestao-talentos/talentos', titulo: 'Talentos', itens: [bruna], mais: false }],
};

let asked: { url: string; signal: AbortSignal | null | undefined; answer: (body: object) => void }[] = [];
const Here = () => <output aria-label="onde">{useLocation().pathname}</output>;
const closed = vi.fn<() => void>();

beforeEach(() => {
  asked = [];
  closed.mockReset();
  vi.stubGlobal(
    'fetch',
    (url: string, { signal }: RequestInit) =>
      new Promise((resolve) => asked.push({ url, signal, answer: (body) => resolve(Response.json(body)) })),
  );
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <MemoryRouter>
          <Palette opened onClose={closed} />
          <Here />
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );
});
afterEach(cleanup);

const box = () => screen.getByRole('combobox', { name: 'Pesquisar Menu' });
const type = (value: string) => fireEvent.change(box(), { target: { value } });
const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);
const here = () => screen.getByLabelText('onde').textContent;

it('offers favourites before anything is typed, and only those that the menu has', () => {
  expect(options()).toEqual(['VacinasSST']);
});

it('has the focus as soon as it is drawn, so that no letter is lost', () => {
  expect(document.activeElement).toBe(box());
});

it('screens answer at once, while the server is slow; people follow below, and the number is announced', async () => {
  type('va');
  expect(options()).toEqual(['VacinasSST']);
  await waitFor(() => expect(asked).toHaveLength(1));
  expect(options()).toEqual(['VacinasSST']);
  asked[0]?.answer(answer);
  await waitFor(() => expect(options()).toEqual(['VacinasSST', 'Bruna RêgoTécnica']));
  expect(screen.getByText('2 resultado(s)')).toBeTruthy();
});

it('a pause in typing sends one request and cancels an older one', async () => {
  for (const text of ['b', 'br', 'bru']) type(text);
  await waitFor(() => expect(asked).toHaveLength(1));
  expect(asked[0]?.url).toContain('texto=bru');
  type('brun');
  await waitFor(() => expect(asked).toHaveLength(2));
  expect(asked[0]?.signal?.aborted).toBe(true);
});

it('Enter before the answer follows the first that comes', async () => {
  type('bruna');
  fireEvent.keyDown(box(), { key: 'Enter' });
  await waitFor(() => expect(asked).toHaveLength(1));
  expect(here()).toBe('/');
  asked[0]?.answer(answer);
  await waitFor(() => expect(here()).toBe('/gestao-talentos/talentos/7'));
  expect(closed).toHaveBeenCalled();
});

it('arrows choose, Enter follows, and nothing found is said', async () => {
  type('va');
  await waitFor(() => expect(asked).toHaveLength(1));
  asked[0]?.answer(answer);
  await waitFor(() => expect(options()).toHaveLength(2));
  fireEvent.keyDown(box(), { key: 'ArrowDown' });
  expect(screen.getByRole('option', { selected: true }).textContent).toBe('Bruna RêgoTécnica');
  type('zzq');
  await waitFor(() => expect(asked).toHaveLength(2));
  asked[1]?.answer({ acoes: [], faltaNome: false, grupos: [] });
  expect(await screen.findByText('Sem resultados encontrados')).toBeTruthy();
  type('promover');
  await waitFor(() => expect(asked).toHaveLength(3));
  asked[2]?.answer({ acoes: [], faltaNome: true, grupos: [] });
  expect(await screen.findByText('Escreva também o nome de quem.')).toBeTruthy();
});
