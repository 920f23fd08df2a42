// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { AuthorityProvider } from '#kit/acting/authority.web.tsx';
import { addDays, today } from '#kit/br/date.ts';
import { ParaFazer } from './para-fazer.web.tsx';

const hoje = today();
const linha = (nome: string, dias: number | null) => ({
  nome,
  nota: 'De 45 dias',
  prazo: dias === null ? null : addDays(hoje, dias),
  link: `/x/${nome}`,
});
const tarefa = (total: number, linhas: object[]) => ({
  id: 'x/y',
  titulo: 'Experiência',
  acao: 'Avaliar',
  link: '/x',
  total,
  linhas,
});

/** The box for which the server gives these answers, one after the other. */
function open(...answers: readonly [status: number, body: unknown][]) {
  let asked = 0;
  vi.stubGlobal('fetch', () => {
    const [status, body] = answers[Math.min(asked++, answers.length - 1)] as [number, unknown];
    return Promise.resolve(Response.json(body, { status }));
  });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <AuthorityProvider authorities={[]} user={{ id: 1 }}>
          <MemoryRouter>
            <ParaFazer empresaId={1} />
          </MemoryRouter>
        </AuthorityProvider>
      </QueryClientProvider>
    </MantineProvider>,
  );
}
afterEach(cleanup);

it('names what waits, until when, and leads to each deed and to all of them', async () => {
  open([200, [tarefa(7, [linha('Ana', -2), linha('Bia', 0), linha('Caio', 7)])]]);
  expect((await screen.findByRole('link', { name: 'Avaliar: Ana' })).getAttribute('href')).toBe('/x/Ana');
  for (const text of ['7 coisas esperam por você.', 'Venceu há 2 dias', 'Hoje', 'Em 7 dias'])
    expect(screen.getByText(text)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Ver todos: Experiência' }).getAttribute('href')).toBe('/x');
});

it('says of what could not be counted in time where it is', async () => {
  open([200, [{ ...tarefa(0, []), demora: true }]]);
  expect((await screen.findByRole('link', { name: 'Abrir a lista' })).getAttribute('href')).toBe('/x');
  expect(screen.queryByLabelText('0 no total')).toBeNull();
});

it('is quiet where nothing waits', async () => {
  open([200, []]);
  expect(await screen.findByText(/Nada espera por você agora/)).toBeTruthy();
});

it('asks again after a failure', async () => {
  open([500, { message: 'Erro', code: 'ERRO' }], [200, [tarefa(1, [linha('Ana', null)])]]);
  fireEvent.click(await screen.findByRole('button', { name: 'Tentar de novo' }));
  expect(await screen.findByRole('link', { name: 'Avaliar: Ana' })).toBeTruthy();
});
