// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { AuthorityProvider } from '#kit/acting/authority.web.tsx';
import { text } from '#kit/fields/text.ts';
import { defineRegistry } from '#kit/registry/registry.ts';
import { ListEmpty } from './list-empty.web.tsx';

const registry = defineRegistry({
  id: 'ideias',
  title: 'Ideias',
  singular: 'Ideia',
  authority: 'ROLE_CAD_IDEIA',
  scope: 'empresa',
  fields: { nome: text('Nome', 50) },
  columns: ['nome'],
});

const open = (more: Partial<Parameters<typeof ListEmpty>[0]>, authorities: string[] = []) =>
  render(
    <MantineProvider env="test">
      <AuthorityProvider authorities={authorities} user={{ id: 1 }}>
        <MemoryRouter>
          <ListEmpty path="melhoria/ideias" registry={registry} mayInsert={false} onImport={() => {}} {...more} />
        </MemoryRouter>
      </AuthorityProvider>
    </MantineProvider>,
  );
afterEach(cleanup);

it('offers to insert and to import to whoever may, and keeps the words of the list', () => {
  open({ mayInsert: true }, ['ROLE_CAD_IDEIA_EDITAR']);
  expect(screen.getByText('Nenhum registro encontrado.')).toBeTruthy();
  expect(
    screen.getByText('Ainda não há nada em Ideias. Insira o primeiro registro, ou traga todos de uma planilha.'),
  ).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Inserir' }).getAttribute('href')).toBe('/melhoria/ideias/new');
  expect(screen.getByRole('button', { name: 'Importar planilha' })).toBeTruthy();
});

it('says which right is missing, and offers nothing', () => {
  open({});
  expect(screen.getByText(/autorização “Inserir e editar Ideias”/)).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});

it('says in the words of the declaration what the records are for, and where they begin', () => {
  open({ registry: { ...registry, readOnly: true, empty: { why: 'Vêm de longe.', next: { label: 'Ir lá', to: '/la' } } } });
  expect(screen.getByText('Vêm de longe.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Ir lá' }).getAttribute('href')).toBe('/la');
});

it('leads only those where the records begin who may open that screen', () => {
  const empty = { why: 'Comece.', next: { label: 'Ir lá', to: '/la', authority: 'ROLE_LA' } };
  open({ registry: { ...registry, empty } });
  expect(screen.queryByRole('link')).toBeNull();
  cleanup();
  open({ registry: { ...registry, empty } }, ['ROLE_LA']);
  expect(screen.getByRole('link', { name: 'Ir lá' })).toBeTruthy();
});

it('offers nothing under a filter but to take it away', () => {
  const onClear = vi.fn<() => void>();
  open({ mayInsert: true, onClear }, ['ROLE_CAD_IDEIA_EDITAR']);
  fireEvent.click(screen.getByRole('button', { name: 'Limpar filtros' }));
  expect(onClear).toHaveBeenCalledOnce();
  expect(screen.queryByRole('link')).toBeNull();
});
