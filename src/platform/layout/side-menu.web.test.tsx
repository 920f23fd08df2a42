// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { describe, expect, it, test, vi } from 'vitest';
import type { MenuItem } from '#platform/menu/menu.ts';
import { presentOf, SideMenu } from './side-menu.web.tsx';
import { sstOfTheFuture } from './sst-of-the-future.ts';

const items = [
  { titulo: 'Talentos', caminho: '/gestao-talentos/talentos' },
  { titulo: 'Importação de Talentos', caminho: '/gestao-talentos/talentos/importacao-colaborador' },
  {
    titulo: 'Ocorrências',
    caminho: '/gestao-talentos/ocorrencias',
    itens: [{ titulo: 'Tipos', caminho: '/gestao-talentos/tipos' }],
  },
  { titulo: 'Providências da Ocorrência', caminho: '/gestao-talentos/ocorrencia-providencia' },
];

test.each([
  ['/gestao-talentos/talentos', 'Talentos'],
  ['/gestao-talentos/talentos/113', 'Talentos'],
  ['/gestao-talentos/talentos/importacao-colaborador', 'Importação de Talentos'],
  ['/gestao-talentos/ocorrencias', 'Ocorrências'],
  ['/gestao-talentos/tipos/3', 'Ocorrências'],
  ['/gestao-talentos/ocorrencia', undefined],
])('%s belongs to one link of the menu: %s', (path, titulo) => {
  const found = presentOf(items, path);
  expect(items.find(({ caminho }) => caminho === found)?.titulo).toBe(titulo);
});

const geral: MenuItem = { titulo: 'Geral', itens: [{ titulo: 'Estados', caminho: '/geral/estados' }] };

function open(path: string, more: Partial<Parameters<typeof SideMenu>[0]> = {}) {
  render(
    <MantineProvider env="test">
      <MemoryRouter initialEntries={[path]}>
        <SideMenu
          items={[sstOfTheFuture, geral]}
          favourites={[]}
          onMoveFavourite={() => undefined}
          version="1"
          onSearch={() => {}}
          {...more}
        />
      </MemoryRouter>
    </MantineProvider>,
  );
}
const opened = () =>
  screen
    .getAllByRole('button', { expanded: true })
    .map(({ textContent }) => textContent)
    .filter((name) => name !== 'Pesquisar MenuCtrl K');
const links = () => within(screen.getByRole('navigation')).getAllByRole('link');

describe('the side menu', () => {
  it('opens one module at a time, and that of the address first', () => {
    open('/geral/estados');
    expect(opened()).toEqual(['Geral']);
    fireEvent.click(screen.getByRole('button', { name: 'SST' }));
    expect(opened()).toEqual(['SST', 'Hoje']);
  });

  it('shows a module of fifty entries by its first group, with the others to be opened and one link to the reports', () => {
    open('/');
    fireEvent.click(screen.getByRole('button', { name: 'SST' }));
    expect(links().map(({ textContent }) => textContent)).toEqual([
      'Visão geral',
      'Painel',
      'Vencimentos',
      'Pendências',
      'Relatórios',
    ]);
    expect(screen.getAllByRole('button', { expanded: false }).map(({ textContent }) => textContent)).toEqual([
      'Riscos e ambientes',
      'Saúde',
      'EPI',
      'Acidentes e CIPA',
      'eSocial',
      'Cadastros',
      'Geral',
    ]);
  });

  it('opens the group of the address, and marks its link', () => {
    open('/sst/caixas-epi/12');
    expect(opened()).toEqual(['SST', 'Hoje', 'EPI']);
    expect(screen.getByRole('link', { current: 'page' }).textContent).toBe('Caixas de EPI');
  });

  it('has the favourites at the top, ordered by Alt and the arrows and by dragging', () => {
    const moves: unknown[] = [];
    const favourites = ['Estados', 'Bruna', 'Minha equipe'].map((titulo) => ({ titulo, detalhe: '', caminho: `/${titulo}` }));
    open('/', { favourites, onMoveFavourite: (...move) => moves.push(move) });
    const links = within(screen.getByRole('region', { name: 'Favoritos' })).getAllByRole('link');
    expect(links.map(({ textContent }) => textContent)).toEqual(['Estados', 'Bruna', 'Minha equipe']);
    const [first, second, third] = links as [HTMLElement, HTMLElement, HTMLElement];
    fireEvent.keyDown(first, { key: 'ArrowUp', altKey: true });
    fireEvent.keyDown(second, { key: 'ArrowUp', altKey: true });
    fireEvent.keyDown(second, { key: 'ArrowDown' });
    fireEvent.dragStart(first);
    fireEvent.drop(third);
    expect(moves).toEqual([
      ['/Bruna', 0],
      ['/Estados', 2],
    ]);
    expect(screen.getByRole('status').textContent).toBe('Estados: 3 de 3.');
  });

  it('is a rail of the modules, each leading to its page, when it is folded', () => {
    const toggle = vi.fn<() => void>();
    open('/geral/estados', { rail: { isRail: true, toggle } });
    expect(links().map((link) => [link.getAttribute('aria-label'), link.getAttribute('href')])).toEqual([
      ['SST', '/sst'],
      ['Geral', '/geral'],
    ]);
    fireEvent.click(screen.getByRole('button', { name: 'Expandir menu' }));
    expect(toggle).toHaveBeenCalledOnce();
  });
});
