import { expect, test } from 'vitest';
import { readIndented } from './indented.ts';

test('an indented list is a tree: spaces or tabs, bullets aside, one level at a time', () => {
  const text =
    'Comercial\r\n  Comercial Sul\n\n\t\tLojas  do\u00a0Sul\n  - Comercial Norte\n1. Operações\n   Produção\n  Qualidade';
  expect(readIndented(text)).toEqual([
    { linha: 1, nivel: 0, nome: 'Comercial' },
    { linha: 2, nivel: 1, nome: 'Comercial Sul' },
    { linha: 4, nivel: 2, nome: 'Lojas do Sul' },
    { linha: 5, nivel: 1, nome: 'Comercial Norte' },
    { linha: 6, nivel: 0, nome: 'Operações' },
    { linha: 7, nivel: 1, nome: 'Produção' },
    { linha: 8, nivel: 1, nome: 'Qualidade' },
  ]);
  expect(readIndented(' \n\t\n')).toEqual([]);
});

test('whatever breaks a line stands within a name, and many spaces are read once', () => {
  const blank = ' '.repeat(49_000);
  // A regular expression that goes back over the spaces would take many seconds.
  expect(readIndented(`${blank}Norte\u2028Sul\n${blank}\u2029Leste`)).toEqual([
    { linha: 1, nivel: 0, nome: 'Norte Sul' },
    { linha: 2, nivel: 1, nome: 'Leste' },
  ]);
});
