// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { beforeEach, expect, it, vi } from 'vitest';
import { AuthorityProvider } from '#kit/acting/authority.web.tsx';
import { FirstSteps } from './first-steps.web.tsx';
import { StepBar } from './step-bar.web.tsx';

const step = (titulo: string, feito: boolean) => ({
  id: titulo,
  titulo,
  descricao: `Por que ${titulo}`,
  caminho: `/x/${titulo}`,
  feito,
});

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
            <StepBar empresaId={empresaId} />
            <FirstSteps empresaId={empresaId} />
          </MemoryRouter>
        </AuthorityProvider>
      </QueryClientProvider>
    </MantineProvider>,
  );
  return asked;
}

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

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

it('is put away by whoever does not want it, and found again', async () => {
  open(1, [step('Áreas', false)]);
  fireEvent.click(await screen.findByRole('button', { name: 'Esconder' }));
  expect(screen.queryByRole('region')).toBeNull();
  cleanup();
  open(1, [step('Áreas', false)]);
  fireEvent.click(await screen.findByRole('button', { name: 'Mostrar' }));
  expect(screen.getByRole('link', { name: 'Áreas' })).toBeTruthy();
});

it('a step is skipped and taken up again, and one whose steps are all skipped is put away', async () => {
  open(1, [step('Áreas', true), step('Cargos', false)]);
  fireEvent.click(await screen.findByRole('button', { name: 'Pular: Cargos' }));
  expect(screen.queryByRole('region')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Mostrar' }));
  expect(screen.getByRole('button', { name: 'Pular: Cargos' })).toBeTruthy();
  cleanup();
  open(2, [step('Áreas', false), step('Cargos', false)]);
  fireEvent.click(await screen.findByRole('button', { name: 'Pular: Áreas' }));
  expect(screen.getAllByRole('img').map((icon) => icon.getAttribute('aria-label'))).toEqual(['Pulado', 'A fazer']);
  fireEvent.click(screen.getByRole('button', { name: 'Retomar: Áreas' }));
  expect(screen.getByRole('button', { name: 'Pular: Áreas' })).toBeTruthy();
});

it('a step that was begun is shown above its screen, with the way back and to the next one', async () => {
  open(1, [step('Áreas', false), step('Cargos', false)]);
  const link = await screen.findByRole('link', { name: 'Áreas' });
  expect(screen.queryByRole('complementary')).toBeNull();
  fireEvent.click(link);
  const bar = await screen.findByRole('complementary', { name: 'Primeiros passos' });
  expect(bar.textContent).toContain('Passo 1 de 2: Áreas');
  fireEvent.click(within(bar).getByRole('link', { name: 'Próximo passo' }));
  expect(screen.getByRole('complementary').textContent).toContain('Passo 2 de 2: Cargos');
  fireEvent.click(within(bar).getByRole('link', { name: 'Voltar aos passos' }));
  expect(screen.queryByRole('complementary')).toBeNull();
});
