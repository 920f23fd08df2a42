// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { money } from '#kit/fields/number.ts';
import { text } from '#kit/fields/text.ts';
import { AuthorityProvider } from '#kit/ui/authority.web.tsx';
import { ConfirmHost } from '#kit/ui/confirm.web.tsx';
import { defineRegistry } from './registry.ts';
import { RegistryFormPage } from './registry-form.web.tsx';

const PATH = 'cargo-salario/indices';

const indices = defineRegistry({
  id: 'indices',
  title: 'Índices',
  singular: 'Índice',
  authority: 'ROLE_CAD_INDICE',
  scope: 'global',
  fields: { nome: text('Nome', 40), valor: money('Valor') },
  columns: ['nome', 'valor'],
  sections: [
    { title: 'Dados', fields: ['nome'] },
    { title: 'Valores', fields: ['valor'] },
  ],
});

const authorities = ['ROLE_CAD_INDICE', 'ROLE_CAD_INDICE_EDITAR'];

function open(may = authorities) {
  const router = createMemoryRouter(
    [
      { path: `/${PATH}/new`, element: <RegistryFormPage path={PATH} registry={indices} /> },
      { path: '*', element: <p>outra tela</p> },
    ],
    { initialEntries: [`/${PATH}/new`] },
  );
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <AuthorityProvider authorities={may} user={{ id: 1 }}>
          <ConfirmHost />
          <RouterProvider router={router} />
        </AuthorityProvider>
      </QueryClientProvider>
    </MantineProvider>,
  );
  return router;
}

const input = (name: string) => document.querySelector<HTMLInputElement>(`[name="${name}"]`) as HTMLInputElement;
const save = () => act(async () => fireEvent.click(screen.getByRole('button', { name: 'Salvar' })));

afterEach(() => {
  cleanup();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

test('an invalid save says what to do and focuses the first fault', async () => {
  open();
  await save();
  expect(screen.getByText('Preencha os campos indicados')).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(input('nome')));
});

test('a fault in another tab brings that tab to the front', async () => {
  open();
  fireEvent.change(input('nome'), { target: { value: 'IPCA' } });
  await save();
  await waitFor(() => expect(document.activeElement).toBe(input('valor')));
  expect(screen.getByRole('tab', { name: /Valores/ }).getAttribute('aria-selected')).toBe('true');
});

test('each tab counts its faults', async () => {
  open();
  await save();
  expect(screen.getByRole('tab', { name: /Valores/ }).textContent).toBe('Valores1');
});

test('unsaved work is not left without a question', async () => {
  const router = open();
  fireEvent.change(input('nome'), { target: { value: 'IPCA' } });
  await act(async () => router.navigate('/inicio'));
  const stay = await screen.findByRole('button', { name: 'Continuar editando' });
  await act(async () => fireEvent.click(stay));
  expect(router.state.location.pathname).toBe(`/${PATH}/new`);
});

test('whoever chooses to leave, leaves', async () => {
  const router = open();
  fireEvent.change(input('nome'), { target: { value: 'IPCA' } });
  await act(async () => router.navigate('/inicio'));
  const leave = await screen.findByRole('button', { name: 'Sair sem salvar' });
  await act(async () => fireEvent.click(leave));
  await waitFor(() => expect(router.state.location.pathname).toBe('/inicio'));
});

test('an untouched form is left without a question', async () => {
  const router = open();
  await act(async () => router.navigate('/inicio'));
  expect(router.state.location.pathname).toBe('/inicio');
});

test('a draft of the same tab is offered and restored', async () => {
  sessionStorage.setItem(
    `vinculo:rascunho:1:0:${PATH}:novo`,
    JSON.stringify({ values: { nome: 'INPC', valor: 2 }, quando: '2026-11-20T12:00:00Z' }),
  );
  open();
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Restaurar rascunho' })));
  expect(input('nome').value).toBe('INPC');
});

test('faults of the server stand on their fields', async () => {
  const fault = { code: 'FIELD_VALIDATION_VIOLATION', message: 'x', errors: [{ field: 'nome', message: 'Nome já cadastrado' }] };
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(JSON.stringify(fault), { status: 400 })));
  open();
  fireEvent.change(input('nome'), { target: { value: 'IPCA' } });
  fireEvent.focus(input('valor'));
  fireEvent.change(input('valor'), { target: { value: '10,5' } });
  await save();
  expect(await screen.findByText('Nome já cadastrado')).toBeTruthy();
});

test('without the authority to edit nothing can be saved', () => {
  open(['ROLE_CAD_INDICE']);
  expect(screen.queryByRole('button', { name: 'Salvar' })).toBeNull();
});
