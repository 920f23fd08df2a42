// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Keys } from './keys.web.tsx';

vi.mock('#platform/session/session.web.tsx', () => ({
  useSession: () => ({
    menu: [{ titulo: 'SST', tecla: 'o', itens: [{ titulo: 'Vacinas', caminho: '/sst/vacinas' }] }],
  }),
}));

const Here = () => <output>{useLocation().pathname}</output>;

beforeEach(() => {
  localStorage.clear();
  history.replaceState(null, '', '/sst/vacinas');
  render(
    <MantineProvider env="test">
      <MemoryRouter initialEntries={['/sst/vacinas']}>
        <Keys />
        <main>
          <input type="search" aria-label="Pesquisar" />
          <textarea aria-label="Observação" />
          <a href="/sst/vacinas/new" onClick={(event) => event.preventDefault()}>
            Inserir
          </a>
          <Routes>
            <Route path="*" element={<Here />} />
          </Routes>
        </main>
      </MemoryRouter>
    </MantineProvider>,
  );
});
afterEach(cleanup);

const press = (key: string, at: Element = document.body) => fireEvent.keyDown(at, { key });

it('/ goes to the search of the list, and N inserts', () => {
  press('/');
  expect(document.activeElement).toBe(screen.getByRole('searchbox'));
  const clicked = vi.fn<() => void>();
  screen.getByRole('link', { name: 'Inserir' }).addEventListener('click', clicked);
  press('n');
  expect(clicked).toHaveBeenCalledOnce();
});

it('G and a letter lead to a module, G and I to the start page', () => {
  press('g');
  press('o');
  expect(screen.getByRole('status').textContent).toBe('/sst');
  press('g');
  press('i');
  expect(screen.getByRole('status').textContent).toBe('/');
  press('o');
  expect(screen.getByRole('status').textContent).toBe('/');
});

it('? shows every key', async () => {
  press('?');
  expect(await screen.findByRole('dialog', { name: 'Teclas de atalho' })).toBeTruthy();
  expect(screen.getByText('Ir à pesquisa da lista')).toBeTruthy();
  expect(screen.getByText('SST')).toBeTruthy();
});

it('a key that is typed into a field stays there, and one with Ctrl is the browser’s', () => {
  const field = screen.getByRole('textbox', { name: 'Observação' });
  field.focus();
  press('/', field);
  press('g', field);
  press('o', field);
  fireEvent.keyDown(document.body, { key: 'n', ctrlKey: true });
  expect(document.activeElement).toBe(field);
  expect(screen.getByRole('status').textContent).toBe('/sst/vacinas');
});

it('whoever does not want keys of one letter turns them off', async () => {
  press('?');
  fireEvent.click(await screen.findByRole('switch', { name: 'Usar teclas de uma letra' }));
  fireEvent.click(screen.getByRole('button', { name: 'Fechar' }));
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  press('/');
  expect(document.activeElement).not.toBe(screen.getByRole('searchbox'));
});
