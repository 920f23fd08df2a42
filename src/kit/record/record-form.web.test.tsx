// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test, vi } from 'vitest';
import { AuthorityProvider } from '#kit/acting/authority.web.tsx';
import { maskCpf } from '#kit/br/cpf.ts';
import { choice } from '#kit/fields/choice.ts';
import { having, optional } from '#kit/fields/field.ts';
import { cpf } from '#kit/fields/identity.ts';
import { money } from '#kit/fields/number.ts';
import { rows } from '#kit/fields/reference.ts';
import { emails, text } from '#kit/fields/text.ts';
import { leaveUnsaved } from '#kit/form/use-unsaved-guard.web.ts';
import { type AnyRegistry, defineRegistry } from '#kit/registry/registry.ts';
import type { RegistryView } from '#kit/registry/view.web.tsx';
import { ConfirmHost } from '#kit/ui/confirm.web.tsx';
import { RecordForm } from './record-form.web.tsx';
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

function open(may = authorities, view: RegistryView = {}) {
  const router = createMemoryRouter(
    [
      { path: `/${PATH}/new`, element: <RegistryFormPage path={PATH} registry={indices} view={view} /> },
      { path: '*', element: <p>outra tela</p> },
    ],
    { initialEntries: [`/${PATH}/new`] },
  );
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <AuthorityProvider authorities={may} user={{ id: 1 }}>
          <ConfirmHost header="RH" />
          <RouterProvider router={router} />
        </AuthorityProvider>
      </QueryClientProvider>
    </MantineProvider>,
  );
  return router;
}

const input = (name: string) => document.querySelector<HTMLInputElement>(`[name="${name}"]`) as HTMLInputElement;
const save = () => act(async () => fireEvent.click(screen.getByRole('button', { name: 'Salvar' })));

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

test('whoever takes the user elsewhere asks once, and only where something would be lost', async () => {
  const router = open();
  expect(await leaveUnsaved()).toBe(true);
  fireEvent.change(input('nome'), { target: { value: 'IPCA' } });
  const stays = leaveUnsaved();
  await act(async () => fireEvent.click(await screen.findByRole('button', { name: 'Continuar editando' })));
  expect(await stays).toBe(false);
  const goes = leaveUnsaved();
  await act(async () => fireEvent.click(await screen.findByRole('button', { name: 'Sair sem salvar' })));
  expect(await goes).toBe(true);
  await act(async () => router.navigate('/inicio'));
  expect(router.state.location.pathname).toBe('/inicio');
  expect(await leaveUnsaved()).toBe(true);
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

test('faults of the server stand on their fields, the first where there are several', async () => {
  const errors = ['Nome já cadastrado', 'Nome em uso'].map((message) => ({ field: 'nome', message }));
  const fault = { code: 'FIELD_VALIDATION_VIOLATION', message: 'x', errors };
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(JSON.stringify(fault), { status: 400 })));
  open();
  fireEvent.change(input('nome'), { target: { value: 'IPCA' } });
  fireEvent.focus(input('valor'));
  fireEvent.change(input('valor'), { target: { value: '10,5' } });
  await save();
  expect(await screen.findByText('Nome já cadastrado')).toBeTruthy();
  expect(screen.queryByText('Nome em uso')).toBeNull();
});

test('without the authority to edit nothing can be saved', () => {
  open(['ROLE_CAD_INDICE']);
  expect(screen.queryByRole('button', { name: 'Salvar' })).toBeNull();
});

test('what a record no longer changes is shown, with the reason, and the rest is typed', () => {
  const applied: AnyRegistry = {
    ...indices,
    lockedWhen: { edit: () => ({ fields: ['nome'], why: 'Já aplicado: o nome não muda mais.' }) },
  };
  const record = { id: 1, versao: 1, nome: 'IPCA', valor: 2, acoes: ['editar'] };
  const form = <RecordForm path={PATH} registry={applied} id={1} title="IPCA" record={record} initial={record} />;
  const router = createMemoryRouter([{ path: '*', element: form }]);
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <AuthorityProvider authorities={authorities} user={{ id: 1 }}>
          <RouterProvider router={router} />
        </AuthorityProvider>
      </QueryClientProvider>
    </MantineProvider>,
  );
  expect(screen.getByText('Já aplicado: o nome não muda mais.')).toBeTruthy();
  expect(input('nome').readOnly).toBe(true);
  expect(input('valor').readOnly).toBe(false);
});

test('a fault of one address of a list is told under the box, and names it', async () => {
  const avisos = defineRegistry({
    id: 'avisos',
    title: 'Avisos',
    singular: 'Aviso',
    authority: 'ROLE_CAD_INDICE',
    scope: 'global',
    fields: { destinos: emails('E-mails') },
    columns: ['destinos'],
  });
  const initial = { id: 1, destinos: ['rh@exemplo.com.br', 'rh@exemplo'] };
  const element = <RecordForm path={PATH} registry={avisos} title="Inserir Aviso" initial={initial} />;
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <AuthorityProvider authorities={authorities} user={{ id: 1 }}>
          <RouterProvider router={createMemoryRouter([{ path: '*', element }])} />
        </AuthorityProvider>
      </QueryClientProvider>
    </MantineProvider>,
  );
  await save();
  expect(screen.getByText('E-mail inválido: rh@exemplo')).toBeTruthy();
});

const historico = defineRegistry({
  id: 'historicos',
  title: 'Históricos',
  singular: 'Histórico',
  authority: 'ROLE_CAD_INDICE',
  scope: 'global',
  fields: {
    nome: text('Nome', 40),
    teto: having(money('Teto'), { sensitive: 'ROLE_VER_SALARIO' }),
    cpf: having(cpf(), { sensitive: 'ROLE_VER_DOCUMENTOS', masked: maskCpf }),
    linhas: rows(
      'Linhas',
      {
        tipo: choice('Tipo', { I: 'Índice', V: 'Valor' }),
        fator: optional(money('Fator')),
        salario: having(optional(money('Salário')), { sensitive: 'ROLE_VER_SALARIO' }),
      },
      0,
      {
        visibleWhen: { fator: ({ tipo }) => tipo === 'I' },
        lockedWhen: ({ fator }) => fator === 7 && 'Sete não muda.',
      },
    ),
  },
  columns: ['nome'],
});

function edit(record: Record<string, unknown> & { id: number; versao: number }) {
  const element = (
    <RecordForm
      path={PATH}
      registry={historico}
      id={record.id}
      title="Ana"
      record={{ ...record, acoes: ['editar'] }}
      initial={record}
    />
  );
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <AuthorityProvider authorities={authorities} user={{ id: 1 }}>
          <ConfirmHost header="RH" />
          <RouterProvider router={createMemoryRouter([{ path: '*', element }])} />
        </AuthorityProvider>
      </QueryClientProvider>
    </MantineProvider>,
  );
}

test('rows keep their ids, show what they say, and hide what the user may not see', async () => {
  const sent: unknown[] = [];
  const record = {
    id: 4,
    versao: 1,
    nome: 'Ana',
    teto: null,
    linhas: [
      { id: 71, tipo: 'V', fator: null, salario: null },
      { id: 72, tipo: 'I', fator: 2, salario: null },
    ],
  };
  edit(record);
  vi.stubGlobal(
    'fetch',
    vi.fn(
      async (_url: string, init?: RequestInit) => (
        sent.push(JSON.parse(init?.body as string)),
        new Response('{}', { status: 200, headers: { 'content-type': 'application/json' } })
      ),
    ),
  );
  expect(screen.queryByText('Salário')).toBeNull();
  expect(screen.queryByText('Teto')).toBeNull();
  expect([input('linhas.0.fator'), input('linhas.1.fator')].map(Boolean)).toEqual([false, true]);
  fireEvent.change(input('nome'), { target: { value: 'Bia' } });
  await save();
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject({
    nome: 'Bia',
    linhas: [
      { id: 71, fator: null },
      { id: 72, fator: 2 },
    ],
  });
});

test('the focus goes into a row that is added, and stays with the list when one goes', async () => {
  edit({ id: 4, versao: 1, nome: 'Ana', linhas: [{ id: 72, tipo: 'I', fator: 2 }] });
  const button = (name: RegExp) => screen.getByRole('button', { name });
  await act(async () => fireEvent.click(button(/^Adicionar mais um/)));
  await waitFor(() => expect(document.activeElement?.id).toBe('campo-linhas-1-tipo'));
  await act(async () => fireEvent.click(button(/^Remover o item 2/)));
  await act(async () => fireEvent.click(await screen.findByRole('button', { name: 'Remover' })));
  await waitFor(() => expect(document.activeElement).toBe(button(/^Adicionar mais um/)));
});

test('a locked row is read, says why, and is not removed', async () => {
  edit({
    id: 4,
    versao: 1,
    nome: 'Ana',
    linhas: [
      { id: 71, tipo: 'I', fator: 7 },
      { id: 72, tipo: 'I', fator: 2 },
    ],
  });
  expect([input('linhas.0.fator').readOnly, input('linhas.1.fator').readOnly]).toEqual([true, false]);
  expect(screen.queryByRole('button', { name: 'Remover o item 1' })).toBeNull();
  expect(screen.getByRole('button', { name: 'O item 1 não muda aqui: Sete não muda.' })).toBeTruthy();
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Remover o item 2' })));
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Remover' })));
  await waitFor(() => expect(input('linhas.1.fator')).toBeNull());
  expect(input('linhas.0.fator')).toBeTruthy();
});

test('what is masked is read and not typed, and a save leaves it to the server', async () => {
  const sent: Record<string, unknown>[] = [];
  vi.stubGlobal('fetch', (_url: string, init?: RequestInit) => {
    if (init?.method === 'PUT' && typeof init.body === 'string') sent.push(JSON.parse(init.body) as Record<string, unknown>);
    return Promise.resolve(new Response('{"id":4}', { status: 200 }));
  });
  edit({ id: 4, versao: 1, nome: 'Ana', cpf: '***.***.247-**', linhas: [] });
  expect(screen.getByText('***.***.247-**')).toBeTruthy();
  expect(input('cpf')).toBeNull();
  fireEvent.change(input('nome'), { target: { value: 'Ana Maria' } });
  await save();
  await waitFor(() => expect(sent).toMatchObject([{ nome: 'Ana Maria', cpf: null }]));
});

test('what a view loads again is loaded after a save, and not where it failed', async () => {
  let isThere = false;
  vi.stubGlobal('fetch', () =>
    isThere ? Promise.resolve(Response.json({ id: 7 }, { status: 201 })) : Promise.reject(new TypeError('network')),
  );
  const afterSave = vi.fn<() => void>();
  const router = open(authorities, { afterSave });
  fireEvent.change(input('nome'), { target: { value: 'IPCA' } });
  fireEvent.change(input('valor'), { target: { value: '2,50' } });
  await save();
  await screen.findByText(/O que você digitou continua aqui/);
  expect(afterSave).not.toHaveBeenCalled();
  isThere = true;
  await save();
  await waitFor(() => expect(router.state.location.pathname).toBe(`/${PATH}/7`));
  expect(afterSave).toHaveBeenCalledTimes(1);
});

test('a new record whose answer was lost is sent again under the same key', async () => {
  const keys: unknown[] = [];
  vi.stubGlobal(
    'fetch',
    vi.fn(async (_url: string, init?: RequestInit) => {
      keys.push(new Headers(init?.headers).get('idempotency-key'));
      if (keys.length === 1) throw new TypeError('network');
      return new Response('{"id":7}', { status: 201, headers: { 'content-type': 'application/json' } });
    }),
  );
  const router = open();
  fireEvent.change(input('nome'), { target: { value: 'IPCA' } });
  fireEvent.change(input('valor'), { target: { value: '2,50' } });
  await save();
  await screen.findByText(/O que você digitou continua aqui/);
  await save();
  await waitFor(() => expect(router.state.location.pathname).toBe(`/${PATH}/7`));
  expect(keys[0]).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
  expect(keys[1]).toBe(keys[0]);
});

test('the button of an empty list does not say one more', async () => {
  edit({ id: 4, versao: 1, nome: 'Ana', linhas: [] });
  await act(async () => fireEvent.click(screen.getByRole('button', { name: /^Adicionar: / })));
  expect(await screen.findByRole('button', { name: 'Adicionar mais um' })).toBeTruthy();
});
