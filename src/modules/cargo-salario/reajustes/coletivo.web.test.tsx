// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { AuthorityProvider } from '#kit/acting/authority.web.tsx';
import { ReajusteColetivoColaborador } from './coletivo.web.tsx';

const asked = vi.fn<() => void>();
afterEach(cleanup);

function show(settings: Record<string, unknown>) {
  vi.stubGlobal('fetch', asked);
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <AuthorityProvider authorities={['ROLE_CAD_REAJUSTE_COLABORADOR_EDITAR']} user={{ id: 1 }} settings={settings}>
          <MemoryRouter>
            <ReajusteColetivoColaborador />
          </MemoryRouter>
        </AuthorityProvider>
      </QueryClientProvider>
    </MantineProvider>,
  );
}

it('who sees no salaries is told so instead of being offered a form that the server refuses', () => {
  show({ exibirSalario: true });
  expect(screen.getByText('Só quem vê salários faz este reajuste.')).toBeTruthy();
  expect(screen.getByText('As linhas podem ser inseridas uma a uma no planejamento.')).toBeTruthy();
  expect(screen.queryByRole('form')).toBeNull();
  expect(asked).not.toHaveBeenCalled();
});

it('in a company that shows them to nobody it is said what to turn on', () => {
  show({ exibirSalario: false });
  expect(screen.getByText('Esta empresa não exibe salários a ninguém.')).toBeTruthy();
  expect(screen.getByText(/ligue “Exibir salário” na configuração da empresa \(Utilitário, Empresas\)\.$/)).toBeTruthy();
});
