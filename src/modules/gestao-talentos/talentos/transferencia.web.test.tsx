// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { Conferencia } from './transferencia.web.tsx';

const previa = {
  transferidos: [
    { id: 2, nome: 'Zélia', avisos: ['O cargo Advogado não é da área Vendas.'] },
    { id: 1, nome: 'Ana', avisos: [] },
  ],
  falhas: [{ id: 3, nome: 'Caio', message: 'Já existe um histórico nesta data.' }],
};

test('who goes, who stays and what is odd stands before the transfer, which ends the dialog', async () => {
  const sent: unknown[] = [];
  vi.stubGlobal(
    'fetch',
    vi.fn<(url: string, init?: RequestInit) => Promise<Response>>(async (_url, init) => {
      sent.push(JSON.parse(init?.body as string));
      return Response.json({ id: 9, alterados: 2, inalterados: 0, falhas: [] });
    }),
  );
  const edited = vi.fn<(outcome: unknown) => void>();
  const closed = vi.fn<() => void>();
  const values = { data: '2026-12-01', areaOrganizacional: 7, estabelecimento: null };
  render(
    <MantineProvider env="test">
      <Conferencia values={values} previa={previa} onEdited={edited} onBack={() => undefined} onClose={closed} />
    </MantineProvider>,
  );
  screen.getByText('2 talentos são transferidos · 1 não pode ser transferido');
  screen.getByText(/Já existe um histórico nesta data/);
  screen.getByText('O cargo Advogado não é da área Vendas.');
  screen.getByText('Ana, Zélia');
  fireEvent.click(screen.getByRole('button', { name: 'Transferir 2 talentos' }));
  await vi.waitFor(() => expect(closed).toHaveBeenCalledOnce());
  expect(sent).toEqual([{ ...values, ids: [1, 2] }]);
  expect(edited).toHaveBeenCalledWith({ id: 9, alterados: 2, inalterados: 0, falhas: previa.falhas });
});
