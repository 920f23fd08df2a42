// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { useLongWork } from './use-long-work.web.tsx';

function Work() {
  const { progress, ended } = useLongWork('Incluindo');
  const [said, setSaid] = useState('');
  const begin = () =>
    ended(7).then(
      ({ estado }) => setSaid(estado),
      ({ message }: Error) => setSaid(message),
    );
  return (
    <>
      <button type="button" onClick={() => void begin()}>
        Começar
      </button>
      <output>{said}</output>
      {progress}
    </>
  );
}

/** The work for whose task the server gives this answer, and what it ends with. */
async function endOf(status: number, body: unknown): Promise<string> {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(body, { status })));
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retryDelay: 0 } } })}>
        <Work />
      </QueryClientProvider>
    </MantineProvider>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Começar' }));
  expect(screen.getByRole('progressbar', { name: 'Incluindo' })).toBeTruthy();
  const said = await screen.findByText(/./, { selector: 'output' });
  expect(screen.queryByRole('progressbar')).toBeNull();
  return said.textContent;
}
afterEach(cleanup);

it('waits until the task is over', async () => {
  expect(await endOf(200, { estado: 'concluida', progresso: 1, total: 1, mensagem: null })).toBe('concluida');
});

it('throws why the task had no effect', async () => {
  expect(await endOf(200, { estado: 'falhou', progresso: 0, total: 1, mensagem: 'Sem espaço.' })).toBe('Sem espaço.');
});

it('waits for no task of which the server no longer tells', async () => {
  expect(await endOf(500, { message: 'Erro', code: 'ERRO' })).toContain('Não foi possível acompanhar a tarefa');
});
