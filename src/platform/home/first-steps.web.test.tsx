// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { beforeEach, expect, it, vi } from 'vitest';
import { AuthorityProvider } from '#kit/acting/authority.web.tsx';
import { FirstSteps } from './first-steps.web.tsx';

const step = (titulo: string, feito: boolean) => ({ titulo, descricao: `Por que ${titulo}`, caminho: `/x/${titulo}`, feito });

/** The panel of a company for which the server answers those steps; what was asked is kept. */
function open(empresaId: number, steps: readonly object[]) {
  const asked: string[] = [];
  vi.stubGlobal('fetch', (url: string) => {
    asked.push(url);
    return Promise.resolve(Response.json(steps));
  });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <AuthorityProvider authorities={[]} user={{ id: 1 }}>
          <MemoryRouter>
            <FirstSteps empresaId={empresaId} />
          </MemoryRouter>
        </AuthorityProvider>
      </QueryClientProvider>
    </MantineProvider>,
  );
  return asked;
}

beforeEach(() => localStorage.clear());

it('leads to each step and says which are done', async () => {
  open(1, [step('Áreas', true), step('Cargos', false), step('Talentos', false)]);
  expect((await screen.findByRole('link', { name: 'Cargos' })).getAttribute('href')).toBe('/x/Cargos');
  expect(screen.getByText('1 de 3 feito.')).toBeTruthy();
  expect(screen.getAllByRole('img').map((icon) => icon.getAttribute('aria-label'))).toEqual(['Feito', 'A fazer', 'A fazer']);
});

it.each([[[]], [[step('Áreas', true)]]])('is not there when nothing is left to do', async (steps) => {
  const asked = open(1, steps);
  await waitFor(() => expect(asked).toHaveLength(1));
  expect(screen.queryByRole('region')).toBeNull();
});

it('is put away by whoever does not want it, and not asked for again', async () => {
  open(1, [step('Áreas', false)]);
  fireEvent.click(await screen.findByRole('button', { name: 'Não mostrar mais' }));
  expect(screen.queryByRole('region')).toBeNull();
  cleanup();
  expect(open(1, [step('Áreas', false)])).toEqual([]);
});
