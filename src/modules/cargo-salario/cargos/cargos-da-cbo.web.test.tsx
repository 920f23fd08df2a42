// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, test, vi } from 'vitest';
import { AuthorityProvider } from '#kit/acting/authority.web.tsx';
import { CargosDaCbo } from './cargos-da-cbo.web.tsx';

vi.mock('#kit/acting/acting.web.tsx', async (original) => ({
  ...(await original<object>()),
  useActing: () => ({ moduleTitle: () => 'Cargos e Salários', favourites: [], context: { settings: {} } }),
}));
vi.mock('#kit/ui/page.web.tsx', () => ({ Page: ({ children }: { children: React.ReactNode }) => children }));

const content = [
  { codigo: '422105', nome: 'Recepcionista, em geral', existe: true },
  { codigo: '422110', nome: 'Recepcionista de consultório', existe: false },
  { codigo: '422115', nome: 'Recepcionista de seguro saúde', existe: false },
];

test('ticks stay while other occupations are searched; those of the company are not ticked', async () => {
  let answer = content;
  vi.stubGlobal(
    'fetch',
    vi.fn<() => Promise<Response>>(async () => Response.json({ content: answer, total: answer.length })),
  );
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <AuthorityProvider authorities={[]} user={{ id: 1 }}>
          <MemoryRouter>
            <CargosDaCbo />
          </MemoryRouter>
        </AuthorityProvider>
      </QueryClientProvider>
    </MantineProvider>,
  );
  const busca = screen.getByRole('textbox', { name: 'Pesquisar' });
  const caixa = (name: RegExp) => screen.findByRole<HTMLInputElement>('checkbox', { name });
  fireEvent.change(busca, { target: { value: 'recep' } });
  expect((await caixa(/em geral.*4221-05.*já existe/)).disabled).toBe(true);
  fireEvent.click(await caixa(/^Marcar as 2 ocupações/));
  expect(screen.getByRole('button', { name: 'Criar 2 cargos' })).toBeTruthy();
  answer = [{ codigo: '212405', nome: 'Analista de desenvolvimento de sistemas', existe: false }];
  fireEvent.change(busca, { target: { value: 'analista' } });
  fireEvent.click(await caixa(/Analista de desenvolvimento/));
  expect(screen.getByText('3 ocupações escolhidas')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Desmarcar todas' }));
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Criar cargos' }).disabled).toBe(true);
});
