// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import { AuthorityProvider } from '#kit/acting/authority.web.tsx';
import { boolean, choice } from '#kit/fields/choice.ts';
import { date } from '#kit/fields/date.ts';
import { having, optional, readOnly } from '#kit/fields/field.ts';
import { money } from '#kit/fields/number.ts';
import { rows } from '#kit/fields/reference.ts';
import { text } from '#kit/fields/text.ts';
import { type AnyRegistry, defineRegistry } from '#kit/registry/registry.ts';
import type { DeedProps, RegistryView } from '#kit/registry/view.web.tsx';
import { ConfirmHost } from '#kit/ui/confirm.web.tsx';
import { RegistryFormPage } from './registry-form.web.tsx';

const PATH = 'rh/pessoas';

const pessoas = defineRegistry({
  id: 'pessoas',
  title: 'Pessoas',
  singular: 'Pessoa',
  authority: 'ROLE_CAD_PESSOA',
  scope: 'empresa',
  fields: {
    nome: text('Nome', 60),
    apelido: optional(text('Apelido', 60)),
    cargo: text('Cargo', 60),
    situacao: readOnly(choice('Situação', { A: 'Ativa', D: 'Desligada' })),
    admissao: date('Data de admissão'),
    salario: having(optional(money('Salário')), { sensitive: 'ROLE_VER_SALARIO' }),
    teto: optional(money('Teto')),
    ddd: optional(text('DDD', 2)),
    fone: having(optional(text('Celular', 9)), { areaCode: 'ddd' }),
    historico: rows('Histórico', { data: date('A partir de'), valor: money('Valor') }, 0, { dated: 'data' }),
  },
  columns: ['nome'],
  sections: [
    { title: 'Dados pessoais', fields: ['nome', 'apelido', 'cargo', 'situacao', 'ddd', 'fone'] },
    { title: 'Pagamento', fields: ['salario', 'teto', 'historico'] },
  ],
  headline: { lines: ['cargo'], state: 'situacao', since: { from: 'admissao' } },
  deeds: { promover: { label: 'Promover', authority: 'ROLE_CAD_PESSOA_EDITAR' } },
});

const view: RegistryView = {
  deeds: {
    promover: {
      dialog: ({ record, onClose }: DeedProps) => (
        <button type="button" onClick={onClose}>{`Promovendo ${String(record.nome)}`}</button>
      ),
    },
  },
};

const ana = {
  id: 4,
  versao: 1,
  nome: 'Ana Lima',
  apelido: null,
  cargo: 'Analista',
  situacao: 'A',
  admissao: '2020-01-10',
  salario: '5000.00',
  teto: '6000.00',
  ddd: '85',
  fone: '980071271',
  historico: [
    { id: 1, data: '2020-01-10', valor: '4000.00' },
    { id: 2, data: '2024-01-10', valor: '5000.00' },
  ],
  acoes: ['editar', 'promover'],
};

const EDITS = ['ROLE_CAD_PESSOA', 'ROLE_CAD_PESSOA_EDITAR', 'ROLE_VER_SALARIO'];

let stored: object = ana;
const sent: unknown[] = [];
beforeEach(() => {
  stored = ana;
  sent.length = 0;
  vi.stubGlobal('fetch', (_url: string, init?: RequestInit) => {
    if (init?.method === 'PUT' || init?.method === 'POST') sent.push(JSON.parse(init.body as string));
    return Promise.resolve(
      new Response(JSON.stringify(stored), { status: 200, headers: { 'content-type': 'application/json' } }),
    );
  });
});

function open(at = `/${PATH}/4`, { may = EDITS, registry = pessoas as AnyRegistry } = {}) {
  const router = createMemoryRouter(
    [
      { path: `/${PATH}/4`, element: <RegistryFormPage path={PATH} registry={registry} view={view} id={4} /> },
      { path: `/${PATH}/new`, element: <RegistryFormPage path={PATH} registry={registry} view={view} /> },
      { path: '*', element: <p>outra tela</p> },
    ],
    { initialEntries: [at] },
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

const input = (name: string) => document.querySelector<HTMLInputElement>(`[name="${name}"]`);
const press = (name: string) => act(async () => fireEvent.click(screen.getByRole('button', { name })));

test('a record is read first: its head, then its sections, and nothing on it looks like an input', async () => {
  open();
  expect(await screen.findByRole('heading', { level: 1, name: 'Ana Lima' })).toBeTruthy();
  expect(screen.getAllByText('Ativa').length).toBeGreaterThan(0);
  expect(screen.getByText(/^\d+ anos/)).toBeTruthy();
  expect(within(screen.getByRole('region', { name: 'Dados pessoais' })).getByText('Analista')).toBeTruthy();
  expect(document.querySelectorAll('form').length).toBe(0);
});

test('the address names the section that is read, and the empty fields show when asked for', async () => {
  const router = open();
  expect(await screen.findByText('Cargo')).toBeTruthy();
  expect(screen.queryByText('Apelido')).toBeNull();
  fireEvent.click(screen.getByRole('switch', { name: 'Mostrar campos vazios (1)' }));
  expect(screen.getByText('Apelido')).toBeTruthy();
  await act(async () => fireEvent.click(screen.getByRole('tab', { name: 'Pagamento' })));
  expect(new URLSearchParams(router.state.location.search).get('aba')).toBe('pagamento');
});

test('an area code is read with its number', async () => {
  open();
  expect(await screen.findByText('(85) 98007-1271')).toBeTruthy();
  expect(screen.queryByText('DDD')).toBeNull();
});

test('a history is read newest first', async () => {
  open(`/${PATH}/4?aba=pagamento`);
  const table = await screen.findByRole('table', { name: 'Histórico' });
  expect(
    within(table)
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.textContent?.slice(0, 10)),
  ).toEqual(['10/01/2024', '10/01/2020']);
});

test('whoever may not see a value reads the section without it, and whoever may not edit is offered no editing', async () => {
  stored = { ...ana, salario: null, acoes: [] };
  open(`/${PATH}/4?aba=pagamento&editar=1`, { may: ['ROLE_CAD_PESSOA'] });
  expect(await screen.findByText('Teto')).toBeTruthy();
  expect(screen.queryByText('Salário')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Editar' })).toBeNull();
  expect(document.querySelectorAll('form').length).toBe(0);
});

test('a section is edited in its place, a save says so and stays on the record, to be read', async () => {
  const router = open(`/${PATH}/4?aba=dados-pessoais`);
  await screen.findByRole('button', { name: 'Editar' });
  await press('Editar');
  expect(router.state.location.search).toBe('?aba=dados-pessoais&editar=1');
  fireEvent.change(input('cargo') as HTMLInputElement, { target: { value: 'Gerente' } });
  stored = { ...ana, versao: 2, cargo: 'Gerente' };
  await act(async () => fireEvent.keyDown(window, { key: 's', ctrlKey: true }));
  await waitFor(() => expect(router.state.location.search).toBe('?aba=dados-pessoais'));
  expect(router.state.location.pathname).toBe(`/${PATH}/4`);
  expect(sent).toMatchObject([{ cargo: 'Gerente' }]);
  expect(within(await screen.findByRole('region', { name: 'Dados pessoais' })).getByText('Gerente')).toBeTruthy();
});

test('cancelling what was typed asks first, and leads back to reading', async () => {
  const router = open(`/${PATH}/4?editar=1`);
  await screen.findByRole('button', { name: 'Salvar' });
  fireEvent.change(input('cargo') as HTMLInputElement, { target: { value: 'Gerente' } });
  await press('Cancelar');
  await act(async () => fireEvent.click(await screen.findByRole('button', { name: 'Sair sem salvar' })));
  await waitFor(() => expect(router.state.location.search).toBe(''));
  expect(await screen.findByRole('button', { name: 'Editar' })).toBeTruthy();
});

test('a saved entry of a history is corrected only when asked to', async () => {
  open(`/${PATH}/4?aba=pagamento&editar=1`);
  await screen.findByRole('button', { name: 'Salvar' });
  expect(input('historico.1.valor')).toBeNull();
  await press('Corrigir o item 2');
  expect(input('historico.1.valor')).toBeTruthy();
  expect(input('historico.0.valor')).toBeNull();
});

test('a deed stands in the head, and an address may lead to it', async () => {
  const router = open();
  await screen.findByRole('button', { name: 'Editar' });
  await press('Promover');
  expect(screen.getByText('Promovendo Ana Lima')).toBeTruthy();
  await press('Promovendo Ana Lima');
  await act(async () => router.navigate(`/${PATH}/4?ato=promover`));
  expect(await screen.findByText('Promovendo Ana Lima')).toBeTruthy();
  expect(router.state.location.search).toBe('');
});

const tipos: AnyRegistry = defineRegistry({
  id: 'tipos',
  title: 'Tipos',
  singular: 'Tipo',
  authority: 'ROLE_CAD_PESSOA',
  scope: 'empresa',
  fields: { nome: text('Nome', 60), ativo: having(boolean('Ativo'), { activity: true }) },
  columns: ['nome'],
});

test('a record of a line or two opens as its form for whoever may change it, and stays there when saved', async () => {
  stored = { id: 4, versao: 1, nome: 'Férias', ativo: true, acoes: ['editar'] };
  const router = open(`/${PATH}/4`, { registry: tipos });
  await screen.findByRole('button', { name: 'Salvar' });
  fireEvent.change(input('nome') as HTMLInputElement, { target: { value: 'Folga' } });
  stored = { ...stored, versao: 2, nome: 'Folga' };
  await press('Salvar');
  expect(await screen.findByRole('heading', { level: 1, name: 'Folga' })).toBeTruthy();
  expect(router.state.location.pathname).toBe(`/${PATH}/4`);
  expect(await screen.findByRole('button', { name: 'Voltar' })).toBeTruthy();
});

test('a new record is saved and another begins, under a key of its own', async () => {
  const keys: unknown[] = [];
  vi.stubGlobal('fetch', (_url: string, init?: RequestInit) => {
    if (init?.method === 'POST') keys.push(new Headers(init.headers).get('idempotency-key'));
    return Promise.resolve(new Response('{"id":7}', { status: 201, headers: { 'content-type': 'application/json' } }));
  });
  const router = open(`/${PATH}/new`, { registry: tipos });
  for (const nome of ['Férias', 'Folga']) {
    await waitFor(() => expect(input('nome')?.value).toBe(''));
    fireEvent.change(input('nome') as HTMLInputElement, { target: { value: nome } });
    await press('Salvar e inserir outro');
    await waitFor(() => expect(keys).toContain(keys.at(-1)));
  }
  await waitFor(() => expect(keys).toHaveLength(2));
  expect(keys[0]).not.toBe(keys[1]);
  expect(router.state.location.pathname).toBe(`/${PATH}/new`);
});

test('a record is removed from its own page by who may, and the list is open then', async () => {
  stored = { ...ana, acoes: ['editar', 'excluir'] };
  const preview = { total: 1, nomes: ['Ana Lima'], falhas: [], usadoEm: [], leva: [], tambem: [], lixeira: true };
  const asked: string[] = [];
  const plain = fetch;
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
    asked.push(`${init?.method} ${url}`);
    if (url.endsWith('/excluir/previa')) return Promise.resolve(Response.json(preview));
    return init?.method === 'DELETE' ? Promise.resolve(new Response(null, { status: 204 })) : plain(url, init);
  });
  const router = open();
  fireEvent.click(await screen.findByRole('button', { name: 'Ações' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Excluir' }));
  await press(await screen.findByRole('button', { name: 'Remover' }).then(() => 'Remover'));
  await waitFor(() => expect(router.state.location.pathname).toBe(`/${PATH}`));
  expect(asked.some((one) => one.startsWith(`DELETE /api/${PATH}/4`))).toBe(true);
});
