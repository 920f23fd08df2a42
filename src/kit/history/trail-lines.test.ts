import { expect, it } from 'vitest';
import { boolean } from '#kit/fields/choice.ts';
import { date } from '#kit/fields/date.ts';
import { having } from '#kit/fields/field.ts';
import { money } from '#kit/fields/number.ts';
import { ref, rows } from '#kit/fields/reference.ts';
import { text } from '#kit/fields/text.ts';
import { changeLines } from './trail-lines.ts';

const fields = {
  nome: text('Nome', 40),
  ativo: boolean('Ativo'),
  area: ref('Área', 'x/areas'),
  salario: having(money('Salário'), { sensitive: 'ROLE_VER_SALARIO' }),
  historicos: rows('Históricos', { data: date('A partir de'), cargo: ref('Cargo', 'x/cargos') }),
};

it('tells each field by its label, in words', () =>
  expect(
    changeLines(fields, {
      nome: [null, 'Ana'],
      ativo: [true, false],
      area: [
        { id: 1, nome: 'Loja' },
        { id: 2, nome: 'Fábrica' },
      ],
    }),
  ).toEqual([
    { campo: 'Nome', de: '', para: 'Ana' },
    { campo: 'Ativo', de: 'Sim', para: 'Não' },
    { campo: 'Área', de: 'Loja', para: 'Fábrica' },
  ]));

it('tells the fields in the order of the form, and what is no field at the end', () =>
  expect(
    changeLines(fields, { motivo: ['', 'x'], area: [null, { id: 1, nome: 'Loja' }], nome: [null, 'Ana'] }).map(
      ({ campo }) => campo,
    ),
  ).toEqual(['Nome', 'Área', 'Motivo']));

it('tells child rows one by one: gone, new, changed', () => {
  const one = { id: 1, data: '2024-01-01', cargo: { id: 5, nome: 'Motorista' } };
  const two = { id: 2, data: '2025-01-01', cargo: { id: 6, nome: 'Gerente' } };
  expect(changeLines(fields, { historicos: [[one], [{ ...one, cargo: two.cargo }, two]] })).toEqual([
    { campo: 'Históricos, 01/01/2024: Cargo', de: 'Motorista', para: 'Gerente' },
    { campo: 'Históricos (incluído)', de: '', para: 'A partir de: 01/01/2025; Cargo: Gerente' },
  ]);
  expect(changeLines(fields, { historicos: [[one], null] })).toEqual([
    { campo: 'Históricos (removido)', de: 'A partir de: 01/01/2024; Cargo: Motorista', para: '' },
  ]);
});

it('keeps what is masked', () =>
  expect(changeLines(fields, { salario: ['•••', '•••'], historicos: ['•••', '•••'] })).toEqual([
    { campo: 'Salário', de: '•••', para: '•••' },
    { campo: 'Históricos', de: '•••', para: '•••' },
  ]));

it('says in words what the registry has no field for', () =>
  expect(changeLines(fields, { tabelaReajuste: [null, { id: 3, nome: 'Dissídio 2026' }] })).toEqual([
    { campo: 'Tabela reajuste', de: '', para: 'Dissídio 2026' },
  ]));
