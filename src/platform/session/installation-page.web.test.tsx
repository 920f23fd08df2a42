// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { InstallationPage } from './installation-page.web.tsx';
import { SessionProvider } from './session.web.tsx';

function open(userinfo: object) {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(userinfo)));
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <SessionProvider>
          <MemoryRouter>
            <InstallationPage />
          </MemoryRouter>
        </SessionProvider>
      </QueryClientProvider>
    </MantineProvider>,
  );
}
const leads = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('a stranger reads the version, the licence and whom to ask for the source, and is led to the login', async () => {
  open({ autenticado: false, versao: '1.2.3', emailSuporte: 'suporte@exemplo.com.br' });
  expect(await screen.findByText('Versão em uso: 1.2.3')).toBeTruthy();
  expect(leads('AGPL-3.0-or-later')).toContain('gnu.org/licenses/agpl-3.0');
  expect(leads('suporte@exemplo.com.br')).toBe('mailto:suporte@exemplo.com.br');
  expect(leads('Voltar para o login')).toBe('/login');
});

it('a user is led back to the start, and no address is shown where none is set', async () => {
  open({
    autenticado: true,
    usuario: { id: 1 },
    empresas: [],
    menu: [],
    autoridades: [],
    parametros: {},
    versao: '1',
    emailSuporte: null,
  });
  expect((await screen.findByRole('link', { name: 'Voltar à página inicial' })).getAttribute('href')).toBe('/');
  expect(screen.getByText(/a quem mantém a instalação\./)).toBeTruthy();
});
