import { expect, it } from 'vitest';
import { faltasDoFiltroDeTalentos } from './talentos-areas-organizacionais.rules.ts';

it.each([
  [
    'asks areas when filtered by area',
    { filtrarPor: '1', areasIds: [], cargosIds: [] },
    [{ field: 'areasIds', message: 'Áreas Organizacionais são obrigatórias' }],
  ],
  [
    'asks positions when filtered by group',
    { filtrarPor: '2', areasIds: [1], cargosIds: [] },
    [{ field: 'cargosIds', message: 'Grupos Ocupacionais são obrigatórios' }],
  ],
  ['takes areas', { filtrarPor: '1', areasIds: [1], cargosIds: null }, []],
  ['takes positions', { filtrarPor: '2', areasIds: null, cargosIds: [1] }, []],
] as const)('%s', (_sentence, filtro, expected) => {
  expect([...faltasDoFiltroDeTalentos(filtro)]).toEqual(expected);
});
