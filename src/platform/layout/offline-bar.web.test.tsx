// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { api } from '#kit/client/client.web.ts';
import { OfflineBar } from './offline-bar.web.tsx';

afterEach(cleanup);

function Asking() {
  const { data = '…' } = useQuery({ queryKey: ['x'], queryFn: () => api.get<string>('/api/x') });
  return <p>{data}</p>;
}

it('shows while the server is out of reach, and asks again for what failed', async () => {
  let isThere = false;
  vi.stubGlobal('fetch', () => (isThere ? Promise.resolve(Response.json('veio')) : Promise.reject(new TypeError('Failed'))));
  render(
    <MantineProvider env="test">
      <Notifications />
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } })}>
        <Asking />
        <OfflineBar />
      </QueryClientProvider>
    </MantineProvider>,
  );
  const button = await screen.findByRole('button', { name: 'Tentar agora' });
  expect(screen.getByText('Não foi possível conectar ao servidor.')).toBeTruthy();
  isThere = true;
  fireEvent.click(button);
  expect(await screen.findByText('veio')).toBeTruthy();
  await waitFor(() => expect(screen.queryByText('Sem conexão.')).toBeNull());
});
