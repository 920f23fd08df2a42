// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { createMemoryRouter, MemoryRouter, RouterProvider } from 'react-router';
import { expect, test, vi } from 'vitest';
import { choice } from '#kit/fields/choice.ts';
import { having, optional } from '#kit/fields/field.ts';
import { year } from '#kit/fields/number.ts';
import { text } from '#kit/fields/text.ts';
import { columnsShown } from '#kit/query/list-column.ts';
import { defineRegistry } from '#kit/registry/registry.ts';
import type { RecordRow, RowAction } from '#kit/registry/view.web.tsx';
import { ListCards } from './list-cards.web.tsx';
import type { RowsProps } from './list-cell.web.tsx';
import { ListTable } from './list-table.web.tsx';

const registry = defineRegistry({
  id: 'talentos',
  title: 'Talentos',
  singular: 'Talento',
  authority: 'ROLE_CAD_TALENTO',
  scope: 'empresa',
  fields: {
    nome: text('Nome', 100),
    situacao: having(choice('Situação', { A: 'Ativo', D: 'Desligado' }), { tones: { A: 'good' } }),
  },
  columns: ['nome', 'situacao'],
});
const columns = Object.entries(registry.fields).map(([name, field]) => ({ name, field }));
const rows = [
  { id: 1, nome: 'Ana', situacao: 'A' },
  { id: 2, nome: 'Bia', situacao: 'D' },
];
const labels = ['Editar', 'Imprimir', 'Desligar', 'Copiar', 'Histórico', 'Excluir'];
const some = (count: number): RowAction[] => labels.slice(0, count).map((label) => ({ label, icon: null, onClick: () => label }));

const open = (actionsOf: (id: number) => RowAction[], shown = columns) =>
  render(
    <MantineProvider env="test">
      <MemoryRouter>
        <ListTable
          registry={registry}
          columns={shown}
          rows={rows}
          linkOf={() => '/'}
          actionsOf={({ id }) => actionsOf(id)}
          sort={{ field: 'nome', order: 'asc' }}
          onSort={() => undefined}
          selected={null}
          onSelect={() => undefined}
        />
      </MemoryRouter>
    </MantineProvider>,
  );
const spoken = (name: string) =>
  within(screen.getByRole('row', { name }))
    .getAllByRole('button')
    .map((button) => button.getAttribute('aria-label'));

test('five actions stand in the row', () => {
  open(() => some(5));
  expect(spoken('Ana')).toEqual(labels.slice(0, 5).map((label) => `${label}: Ana`));
});

test('where actions are seen only in the row that is pointed at, the others draw no pictures, and are called as ever', () => {
  const told: ((event: { matches: boolean }) => void)[] = [];
  vi.spyOn(window, 'matchMedia').mockImplementation(((query: string) => ({
    matches: query === '(hover: hover)',
    addEventListener: (_: string, tell: (typeof told)[number]) => query === '(hover: hover)' && told.push(tell),
    removeEventListener: () => undefined,
  })) as unknown as typeof window.matchMedia);
  open(() => some(6).map((action, place) => ({ ...action, icon: <svg />, ...(place === 0 ? { to: '/1' } : {}) })));
  const pictures = (name: string) =>
    screen.getByRole('row', { name }).querySelectorAll('td:last-child :is(a, button) > svg').length;
  expect([pictures('Ana'), pictures('Bia')]).toEqual([0, 0]);
  expect(screen.getByRole('link', { name: 'Editar: Bia' })).toBeDefined();
  fireEvent.pointerEnter(screen.getByRole('row', { name: 'Ana' }));
  expect([pictures('Ana'), pictures('Bia')]).toEqual([3, 0]);
  fireEvent.focus(screen.getByRole('link', { name: 'Editar: Bia' }));
  expect([pictures('Ana'), pictures('Bia')]).toEqual([3, 3]);
  cleanup();
  open(() => some(3).map((action) => ({ ...action, icon: <svg /> })));
  expect(pictures('Bia')).toBe(0);
  // The mouse of a tablet is taken away: all are seen.
  act(() => {
    for (const tell of told) tell({ matches: false });
  });
  expect(pictures('Bia')).toBe(3);
  vi.restoreAllMocks();
});

test('where one row has more than five, every row keeps its first two and puts the others in a menu', async () => {
  open((id) => some(id === 1 ? 6 : 3));
  expect(spoken('Ana')).toEqual(['Editar: Ana', 'Imprimir: Ana', 'Mais ações: Ana']);
  expect(spoken('Bia')).toEqual(['Editar: Bia', 'Imprimir: Bia', 'Mais ações: Bia']);
  fireEvent.click(screen.getByRole('button', { name: 'Mais ações: Bia' }));
  const items = await screen.findAllByRole('menuitem');
  expect(items.map(({ textContent }) => textContent)).toEqual(['Desligar']);
});

test('a card of a phone leaves out what is empty', () => {
  const cards = {
    columns: [...columns, { name: 'ano', field: year('Ano') }],
    rows: [{ id: 1, nome: 'Ana', situacao: '', ano: 1946 }],
  };
  render(
    <MantineProvider env="test">
      <MemoryRouter>
        <ListCards
          {...cards}
          registry={registry}
          linkOf={() => '/'}
          actionsOf={() => []}
          sort={{ field: 'nome', order: 'asc' }}
          onSort={() => undefined}
          selected={null}
          onSelect={() => undefined}
        />
      </MemoryRouter>
    </MantineProvider>,
  );
  expect(screen.queryByText('Situação')).toBeNull();
  expect(screen.getByText('1946')).toBeTruthy();
});

test('a choice with tones is coloured by its code, one without stays plain', () => {
  open(() => []);
  expect(screen.getByText('Ativo').className).toContain('good');
  expect(screen.getByText('Desligado').tagName).not.toBe('SPAN');
});

test('a situation is never cut: its pill stands in the cell itself, no tooltip is needed', () => {
  open(() => []);
  expect(screen.getByText('Ativo').closest('[data-tip-cut]')).toBeNull();
});

test('a row is called by its name, though no column says it', () => {
  open(() => some(1), columns.slice(1));
  expect(screen.getByRole('button', { name: 'Editar: Ana' })).toBeDefined();
});

const registered = defineRegistry({
  id: 'registrados',
  title: 'Talentos',
  singular: 'Talento',
  authority: 'ROLE_CAD_TALENTO',
  scope: 'empresa',
  fields: { ...registry.fields, matricula: optional(text('Matrícula', 20)), apelido: optional(text('Apelido', 20)) },
  columns: ['nome', 'matricula', 'apelido', 'situacao'],
  secondary: 'matricula',
});

function openRows(rows: RecordRow[], props: Partial<RowsProps> = {}) {
  const shown = columnsShown(registered, null, () => true);
  const router = createMemoryRouter(
    [
      {
        path: '*',
        element: (
          <ListTable
            registry={registered}
            columns={shown}
            rows={rows}
            linkOf={({ id }) => `/talentos/${id}`}
            actionsOf={() => []}
            sort={{ field: 'nome', order: 'asc' }}
            onSort={() => undefined}
            selected={null}
            onSelect={() => undefined}
            {...props}
          />
        ),
      },
    ],
    { initialEntries: ['/talentos'] },
  );
  render(
    <MantineProvider env="test">
      <RouterProvider router={router} />
    </MantineProvider>,
  );
  return router;
}
const headings = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
const ana = { id: 1, nome: 'Ana', matricula: '000179', situacao: 'A' };

test('the registration stands under the name, and a column that nobody on the page fills is not drawn', () => {
  openRows([ana]);
  expect(headings()).toEqual(['Nome', 'Situação', 'Ações']);
  expect(screen.getByRole('cell', { name: /^Ana/ }).textContent).toBe('Ana000179');
});

test('a column that somebody chose is drawn, empty or not', () => {
  openRows([ana], { isChosen: true });
  expect(headings()).toEqual(['Nome', 'Apelido', 'Situação', 'Ações']);
});

test('the whole row leads to its record, and marking its text does not', () => {
  const router = openRows([ana]);
  const cell = screen.getByText('Ativo');
  const selection = vi.spyOn(window, 'getSelection').mockReturnValue({ isCollapsed: false } as Selection);
  fireEvent.click(cell);
  expect(router.state.location.pathname).toBe('/talentos');
  selection.mockRestore();
  fireEvent.click(cell);
  expect(router.state.location.pathname).toBe('/talentos/1');
});

test('the columns that say least leave together, in one more drawing, and those that have room stay', () => {
  const wide = Object.fromEntries(['nome', 'b', 'c', 'd', 'e', 'f'].map((name) => [name, text(name.toUpperCase(), 100)]));
  const asked = Object.entries(wide).map(([name, field]) => ({ name, field }));
  const said = rows.map(({ id, nome }) => ({ id, nome, b: 'x', c: 'x', d: 'x', e: 'x', f: 'x' }));
  // Each cell takes 100 pixels, as much as the window has for five of them.
  const standing = (box: Element) => [...(box.querySelector('tr')?.cells ?? [])].filter(({ style }) => style.display !== 'none');
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(500);
  vi.spyOn(HTMLElement.prototype, 'scrollWidth', 'get').mockImplementation(function (this: HTMLElement) {
    return standing(this).length * 100;
  });
  const link = vi.fn<() => string>(() => '/');
  render(
    <MantineProvider env="test">
      <MemoryRouter>
        <ListTable
          registry={{ ...registry, fields: wide }}
          columns={asked}
          rows={said}
          linkOf={link}
          actionsOf={() => []}
          sort={{ field: 'nome', order: 'asc' }}
          onSort={() => undefined}
          selected={null}
          onSelect={() => undefined}
        />
      </MemoryRouter>
    </MantineProvider>,
  );
  expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual(['NOME', 'B', 'C', 'D', 'Ações']);
  expect(screen.getByText('Sem espaço nesta janela: E, F')).toBeDefined();
  expect(document.querySelector('[style*="display"]')).toBeNull();
  expect(link).toHaveBeenCalledTimes(2 * said.length);
});
