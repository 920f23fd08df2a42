// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, it, vi } from 'vitest';
import { AuthorityProvider } from '#kit/acting/authority.web.tsx';
import { ReajusteColetivoColaborador } from './coletivo.web.tsx';

it('who sees no salaries is told so instead of being offered a form that the server refuses', () => {
  const asked = vi.fn<() => void>();
  vi.stubGlobal('fetch', asked);
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <AuthorityProvider authorities={['ROLE_CAD_REAJUSTE_COLABORADOR_EDITAR']} user={{ id: 1 }}>
          <MemoryRouter>
            <ReajusteColetivoColaborador />
          </MemoryRouter>
        </AuthorityProvider>
      </QueryClientProvider>
    </MantineProvider>,
  );
  expect(screen.getByText('Só quem vê salários faz este reajuste.')).toBeTruthy();
  expect(screen.getByText('As linhas podem ser inseridas uma a uma no planejamento.')).toBeTruthy();
  expect(screen.queryByRole('form')).toBeNull();
  expect(asked).not.toHaveBeenCalled();
});
