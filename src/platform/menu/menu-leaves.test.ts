import { expect, test } from 'vitest';
import { leafAt, leavesOf, searchLeaves } from './menu-leaves.ts';

const leaves = leavesOf([
  {
    titulo: 'Cargos e Salários',
    itens: [
      { titulo: 'Áreas Organizacionais', caminho: '/cargo-salario/areas-organizacionais' },
      { titulo: 'Cargos', caminho: '/cargo-salario/cargos' },
      { titulo: 'Relatórios', itens: [{ titulo: 'Cargos', caminho: '/cargo-salario/relatorios/cargos' }] },
    ],
  },
]);

test('every item that opens something is a leaf with the titles above it', () => {
  expect(leaves.map(({ caminho }) => caminho)).toEqual([
    '/cargo-salario/areas-organizacionais',
    '/cargo-salario/cargos',
    '/cargo-salario/relatorios/cargos',
  ]);
  expect(leaves[2]?.trilha).toEqual(['Cargos e Salários', 'Relatórios']);
});

test('a search ignores accents and case and finds words in title and trail', () => {
  expect(searchLeaves(leaves, 'AREAS').map(({ titulo }) => titulo)).toEqual(['Áreas Organizacionais']);
  expect(searchLeaves(leaves, 'relatorio cargo')).toHaveLength(1);
  expect(searchLeaves(leaves, 'nada disso')).toEqual([]);
});

test('titles that begin with the text stand before the others', () => {
  expect(searchLeaves(leaves, 'cargos')[0]?.caminho).toBe('/cargo-salario/cargos');
});

test('the exact title stands first, screens before reports, and hits in the trail alone last', () => {
  const all = leavesOf([
    {
      titulo: 'Gestão de Talentos',
      itens: [
        { titulo: 'Cotas', caminho: '/gestao-talentos/cotas' },
        { titulo: 'Importação de Talentos', caminho: '/gestao-talentos/talentos/importacao-colaborador' },
        { titulo: 'Talentos', caminho: '/gestao-talentos/talentos' },
        { titulo: 'Relatórios', itens: [{ titulo: 'Talentos por Cargo', caminho: '/gestao-talentos/relatorios/cargo' }] },
      ],
    },
  ]);
  expect(searchLeaves(all, 'talentos').map(({ titulo }) => titulo)).toEqual([
    'Talentos',
    'Importação de Talentos',
    'Talentos por Cargo',
    'Cotas',
  ]);
});

test('a sub-page belongs to the longest leaf that begins its path', () => {
  expect(leafAt(leaves, '/cargo-salario/cargos/12')?.caminho).toBe('/cargo-salario/cargos');
  expect(leafAt(leaves, '/cargo-salario/cargos-antigos')).toBeUndefined();
});
