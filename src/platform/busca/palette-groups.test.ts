import { expect, it } from 'vitest';
import { atFirst, groupsFor } from './palette-groups.ts';

const menu = [
  {
    titulo: 'Gestão de Talentos',
    itens: [
      { titulo: 'Talentos', caminho: '/gestao-talentos/talentos' },
      { titulo: 'Desligamentos', caminho: '/gestao-talentos/desligamentos' },
    ],
  },
];
const bruna = { titulo: 'Bruna', detalhe: 'Analista', caminho: '/gestao-talentos/talentos/1' };
const found = {
  faltaNome: false,
  acoes: [{ ...bruna, titulo: 'Desligar Bruna', caminho: '/gestao-talentos/desligamentos/new?colaborador=1' }],
  grupos: [{ cadastro: 'gestao-talentos/talentos', titulo: 'Talentos', itens: [bruna], mais: true }],
};

it('screens stand first and do not wait for the server; its answer moves none of them', () => {
  const early = groupsFor(menu, 'des', undefined);
  const late = groupsFor(menu, 'des', found);
  expect(early.map(({ titulo }) => titulo)).toEqual(['Telas']);
  expect(late.map(({ titulo }) => titulo)).toEqual(['Telas', 'Ações', 'Talentos']);
  expect(late[0]).toEqual(early[0]);
});

it('leads to the list when there are more than are shown', () => {
  expect(groupsFor(menu, 'bruna s', found).at(-1)?.itens.at(-1)).toMatchObject({
    titulo: 'Ver todos em Talentos',
    caminho: '/gestao-talentos/talentos?busca=bruna%20s',
  });
});

it('offers favourites and what was opened lately before anything is typed, without empty headings', () => {
  expect(atFirst([], [bruna], []).map(({ titulo }) => titulo)).toEqual(['Registros recentes']);
});
