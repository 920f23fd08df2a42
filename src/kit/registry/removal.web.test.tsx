// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { ConfirmHost } from '#kit/ui/confirm.web.tsx';
import type { RemovalPreview } from './removal.ts';
import { removeRecord, removeSeveral } from './removal.web.tsx';

const PATH = 'sst/vacinas';
const registry = { singular: 'Vacina', title: 'Vacinas' };
const nothing = { nomes: [], total: 0, leva: [], tambem: [], falhas: [], usadoEm: [], lixeira: true } satisfies RemovalPreview;

let preview: RemovalPreview = nothing;
let calls: string[] = [];

beforeEach(() => {
  calls = [];
  vi.stubGlobal('fetch', (url: string, { method = 'GET' }: RequestInit = {}) => {
    calls.push(`${method} ${new URL(url, 'http://localhost').pathname.replace('/api/', '')}`);
    if (url.includes('/previa')) return Promise.resolve(Response.json(preview));
    if (url.endsWith('/excluir-varios')) return Promise.resolve(Response.json({ removidos: 2, falhas: [] }));
    if (url.endsWith('/restaurar-varios')) return Promise.resolve(Response.json({ restaurados: 2, falhas: [] }));
    return Promise.resolve(new Response(null, { status: 204 }));
  });
  render(
    <MantineProvider env="test">
      <Notifications />
      <ConfirmHost header="RH" />
    </MantineProvider>,
  );
});

const reload = vi.fn<() => void>();
const remove = (people?: object) =>
  removeRecord({ path: PATH, registry: { ...registry, ...(people ? { people } : {}) }, reload }, { id: 7, versao: 3 });
const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name });

test('the question says what is removed and what goes with it; Ctrl+Z afterwards restores it', async () => {
  preview = {
    ...nothing,
    nomes: ['Febre amarela'],
    total: 1,
    leva: [{ titulo: 'Doses', quantidade: 3 }],
    tambem: ['O estoque é refeito.'],
  };
  const done = remove();
  expect((await screen.findByRole('dialog', { name: 'Excluir Vacina' })).textContent).toMatch(
    /Confirma exclusão\?Febre amarela.*Doses: 3.*O estoque é refeito.*Fica na Lixeira por 30 dias/,
  );
  fireEvent.click(await button('Remover'));
  expect(await done).toBe(true);
  expect(calls).toContain(`DELETE ${PATH}/7`);
  await screen.findByText('Registro removido com sucesso.');
  fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true });
  await screen.findByText('Registro restaurado com sucesso.');
  expect(calls).toContain(`POST ${PATH}/7/restaurar`);
});

test('the removal of somebody asks for their name, whatever its capitals and accents', async () => {
  preview = { ...nothing, nomes: ['José Sá'], total: 1, lixeira: false };
  const done = remove({});
  const remover = await button('Remover');
  expect(remover.disabled).toBe(true);
  const field = screen.getByLabelText(/Para confirmar, digite/);
  await act(async () => fireEvent.change(field, { target: { value: 'jose' } }));
  expect(remover.disabled).toBe(true);
  await act(async () => fireEvent.change(field, { target: { value: ' jose  sa' } }));
  fireEvent.click(remover);
  expect(await done).toBe(true);
  expect(screen.queryByRole('button', { name: /Desfazer/ })).toBeNull();
});

test('a record that cannot be removed is shown with where it is used, and nothing is asked', async () => {
  preview = {
    ...nothing,
    falhas: [{ id: 7, nome: 'Febre amarela', message: 'Em uso.' }],
    usadoEm: [
      { titulo: 'Talentos', quantidade: 1200 },
      { titulo: 'Cargos', quantidade: null },
    ],
  };
  const done = remove();
  const dialog = await screen.findByRole('dialog');
  expect(dialog.textContent).toMatch(/Febre amarela.*Talentos: 1\.200.*Cargos/);
  expect(screen.queryByRole('button', { name: 'Remover' })).toBeNull();
  fireEvent.click(await button('Fechar'));
  expect(await done).toBe(false);
  expect(calls).not.toContain(`DELETE ${PATH}/7`);
});

test('several are named and counted, and come back together', async () => {
  preview = { ...nothing, nomes: ['Febre amarela', 'Influenza'], total: 2 };
  const done = removeSeveral({ path: PATH, registry, reload }, [7, 8]);
  expect((await screen.findByRole('dialog', { name: 'Excluir Vacinas' })).textContent).toMatch(
    /2 registros:Febre amarelaInfluenza/,
  );
  fireEvent.click(await button('Remover'));
  expect(await done).toEqual([]);
  fireEvent.click(await screen.findByRole('button', { name: /Desfazer/ }));
  await waitFor(() => expect(calls).toContain(`POST ${PATH}/restaurar-varios`));
});
