// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { AuthorityProvider } from '#kit/acting/authority.web.tsx';
import { CopiarFaixa } from './copiar-faixa.web.tsx';

test('MSG-197: a copy that lacks something says what, and asks for the position before its bands', async () => {
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <AuthorityProvider authorities={[]} user={{ id: 1 }}>
          <CopiarFaixa onClose={vi.fn<(isDone: boolean) => void>()} />
        </AuthorityProvider>
      </QueryClientProvider>
    </MantineProvider>,
  );
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Faixa Salarial' }).disabled).toBe(true);
  fireEvent.click(screen.getByRole('button', { name: 'Copiar' }));
  expect((await screen.findByRole('alert')).textContent).toBe('Preencha os campos indicados');
  for (const label of ['Cargo de origem', 'Nome da nova faixa']) expect(screen.getByText(`${label} é obrigatório`)).toBeDefined();
  expect(screen.getByText('Faixa Salarial é obrigatória')).toBeDefined();
});
