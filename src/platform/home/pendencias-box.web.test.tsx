// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, it, vi } from 'vitest';
import { AuthorityProvider } from '#kit/acting/authority.web.tsx';
import { ConfirmHost } from '#kit/ui/confirm.web.tsx';
import { type PendenciaAC, PendenciasBox } from './pendencias-box.web.tsx';

const item = (id: number, more: Partial<PendenciaAC> = {}): PendenciaAC => ({
  id,
  pendencia: 'Admissão',
  detalhes: `Admissão de Pessoa ${id}`,
  statusDetalhes: 'Pendente',
  statusCancelado: false,
  criadaEm: '2026-11-20T12:00:00Z',
  origem: `gestao-talentos/talentos/${id}`,
  podeRemover: true,
  ...more,
});

/** The server with those items, whose removal answers that status. */
function open(items: readonly PendenciaAC[], removal = 204) {
  const asked: string[] = [];
  vi.stubGlobal('fetch', (url: string, { method }: RequestInit) => {
    asked.push(`${method} ${url}`);
    if (method !== 'DELETE') return Promise.resolve(Response.json(items));
    return Promise.resolve(
      removal === 204
        ? new Response(null, { status: 204 })
        : Response.json({ code: 'NAO_AUTORIZADO', message: 'Não autorizado.' }, { status: removal }),
    );
  });
  render(
    <MantineProvider env="test">
      <Notifications />
      <QueryClientProvider client={new QueryClient()}>
        <AuthorityProvider authorities={[]} user={{ id: 1 }}>
          <ConfirmHost header="RH" />
          <MemoryRouter>
            <PendenciasBox empresaId={1} />
          </MemoryRouter>
        </AuthorityProvider>
      </QueryClientProvider>
    </MantineProvider>,
  );
  return asked;
}

async function removeAll() {
  fireEvent.click(await screen.findByLabelText('Selecionar todas as pendências'));
  fireEvent.click(screen.getByRole('button', { name: 'Remover selecionadas' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Remover' }));
}

it('RUL-392: the box is minimized, and stays so for whoever minimized it', async () => {
  open([item(1)]);
  fireEvent.click(await screen.findByRole('button', { name: 'Minimizar as pendências' }));
  expect(screen.getByRole('button', { name: 'Expandir as pendências' }).getAttribute('aria-expanded')).toBe('false');
  cleanup();
  open([item(1)]);
  expect(await screen.findByRole('button', { name: 'Expandir as pendências' })).toBeTruthy();
});

it('RUL-526: the removal of what one may remove is confirmed', async () => {
  const asked = open([item(1), item(2, { podeRemover: false }), item(3, { statusCancelado: true, statusDetalhes: 'Cancelada' })]);
  await removeAll();
  expect(await screen.findByText('Pendência(s) AC excluída(s) com sucesso.')).toBeTruthy();
  expect(asked).toContain('DELETE /api/geral/pendencias-ac?pendencias=1,3');
});

it('RUL-527: a removal that failed says so', async () => {
  open([item(1)], 403);
  await removeAll();
  expect(await screen.findByText('Não foi possível excluir a(s) pendência(s).')).toBeTruthy();
});

it('is not there when nothing waits', async () => {
  const asked = open([]);
  await waitFor(() => expect(asked).toHaveLength(1));
  expect(screen.queryByRole('region')).toBeNull();
});
