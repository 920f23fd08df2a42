import { expect, test } from 'vitest';
import { boolean, choice } from '#kit/fields/choice.ts';
import { date } from '#kit/fields/date.ts';
import { money } from '#kit/fields/number.ts';
import { refId, refIds } from '#kit/fields/reference.ts';
import { filterFromQuery, filterToText } from './filter-query.ts';

const fields = {
  dataIni: date('Início'),
  situacao: choice('Situação', { A: 'Ativos', '1': 'Um' }),
  areasIds: refIds('Áreas', 'prova/areas'),
  talentoId: refId('Talento', 'prova/pessoas'),
  acimaDe: money('Acima de'),
  comFoto: boolean('Com foto'),
};

test('a filter goes to the address and comes back', () => {
  const filter = { dataIni: '2026-10-21', situacao: '1', areasIds: [3, 14], talentoId: 9, acimaDe: 1200.5, comFoto: false };
  const text = filterToText(fields, { ...filter, areasIds: [{ id: 3, nome: 'A' }, 14], talentoId: { id: 9, nome: 'Ana' } });
  expect(text).toEqual({
    dataIni: '2026-10-21',
    situacao: '1',
    areasIds: '3,14',
    talentoId: '9',
    acimaDe: '1200.5',
    comFoto: 'false',
  });
  expect(filterFromQuery(fields, text)).toEqual(filter);
});

test('what is empty is empty text; what is no number is left for the judge', () => {
  expect(filterToText(fields, {})).toEqual({
    dataIni: '',
    situacao: '',
    areasIds: '',
    talentoId: '',
    acimaDe: '',
    comFoto: '',
  });
  expect(filterFromQuery(fields, { areasIds: ['1', '2,x'], talentoId: 'x', inventado: '1' })).toEqual({
    areasIds: [1, 2, 'x'],
    talentoId: 'x',
    inventado: '1',
  });
});
