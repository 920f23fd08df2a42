import { expect, it } from 'vitest';
import { date } from '#kit/fields/date.ts';
import { readOnly } from '#kit/fields/field.ts';
import { ref } from '#kit/fields/reference.ts';
import { longText, text } from '#kit/fields/text.ts';
import { type ListColumn, namingColumn } from '#kit/query/list-column.ts';
import { nameOfRow } from './record-name.ts';
import { defineRegistry } from './registry.ts';

const niveis = (columns: readonly ('talento' | 'data' | 'nome')[]) =>
  defineRegistry({
    id: 'niveis',
    title: 'Níveis',
    singular: 'Níveis',
    authority: 'ROLE_CAD_NIVEL',
    scope: 'empresa',
    fields: { talento: ref('Talento', 'x/talentos'), data: date('Data'), nome: readOnly(text('Nome', 40)) },
    columns,
    label: 'nome',
  });
const row = { id: 7, talento: { id: 1, nome: 'Ana' }, data: '2026-01-02', nome: 'A partir de 02/01/2026' };

it('a name that is no column follows that of whose the record is', () =>
  expect(nameOfRow(row, niveis(['talento', 'data']))).toBe('Ana · A partir de 02/01/2026'));

it('a name that says whose it is stands alone, as does one that is a column', () => {
  expect(nameOfRow({ ...row, nome: 'Ana: férias' }, niveis(['talento', 'data']))).toBe('Ana: férias');
  expect(nameOfRow(row, niveis(['talento', 'nome']))).toBe('A partir de 02/01/2026');
});

it('what has no name has a number', () =>
  expect(nameOfRow({ id: 7, talento: null, nome: null }, niveis(['talento']))).toBe('Registro 7'));

const passos = (of: 'responsavel' | 'folha') =>
  defineRegistry({
    id: 'passos',
    title: 'Passos',
    singular: 'Passo',
    authority: 'ROLE_CAD_PASSO',
    scope: 'empresa',
    fields: {
      pessoa: ref('Pessoa', 'x/pessoas'),
      responsavel: text('Responsável', 40),
      folha: longText('Folha', 2_000),
    },
    columns: ['pessoa', 'responsavel'],
    label: of,
    searchOf: 'pessoa',
  });
const passo = { id: 3, pessoa: { id: 1, nome: 'Ana' }, responsavel: 'Rui', folha: 'Traços firmes.\nMargem larga.' };

it('what is searched by the person it is of is named by the person', () => {
  expect(nameOfRow(passo, passos('responsavel'))).toBe('Ana · Rui');
  expect(nameOfRow(passo, passos('folha'))).toBe('Ana');
  const { fields, columns } = passos('responsavel');
  const shown = columns.map((name): ListColumn => ({ name, field: fields[name] }));
  expect(namingColumn(passos('responsavel'), shown)).toBe('pessoa');
  expect(namingColumn(passos('responsavel'), shown.slice(1))).toBe('responsavel');
});
