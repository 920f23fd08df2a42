import { expect, it } from 'vitest';
import { date } from '#kit/fields/date.ts';
import { readOnly } from '#kit/fields/field.ts';
import { ref } from '#kit/fields/reference.ts';
import { text } from '#kit/fields/text.ts';
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
