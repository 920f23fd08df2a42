import { expect, test } from 'vitest';
import { choice } from './choice.ts';
import { date } from './date.ts';
import { having, optional, readOnly } from './field.ts';
import { formValues, nextRow } from './form-values.web.ts';
import { money } from './number.ts';
import { ref, rows } from './reference.ts';
import { text } from './text.ts';

const fields = {
  data: date('Data'),
  motivo: choice('Motivo', { A: 'Admissão', R: 'Reajuste' }),
  lugar: optional(ref('Lugar', 'utilitario/estabelecimentos')),
  valor: having(money('Valor'), { initial: 1 }),
  por: readOnly(text('Por', 40)),
};
const matriz = { id: 1, nome: 'Matriz' };
const linhas = [
  { id: 7, data: '2026-02-01', motivo: 'R', lugar: matriz, valor: 20, por: 'plano' },
  { id: 6, data: '2026-01-01', motivo: 'A', lugar: null, valor: 10, por: 'plano' },
];

test('a new entry of a dated list goes on from the last one, but for its day, what it says anew and what the server says', () => {
  const historico = rows('Histórico', fields, 1, { dated: 'data', anew: ['motivo'] });
  expect(nextRow(historico, linhas)).toEqual({ data: null, motivo: null, lugar: matriz, valor: 20, por: '' });
});

test('the first entry, and a row of any other list, begins empty', () => {
  const vazia = { data: null, motivo: null, lugar: null, valor: 1, por: '' };
  expect(nextRow(rows('Histórico', fields, 1, { dated: 'data' }), [])).toEqual(vazia);
  expect(nextRow(rows('Linhas', fields), linhas)).toEqual(vazia);
});

test('a required list of named rows begins with one, and a record keeps the rows that it has', () => {
  const doses = rows('Doses', { nome: text('Nome', 40), peso: having(money('Peso'), { initial: 1 }) }, 1, { singular: 'Dose' });
  expect(formValues({ doses })).toEqual({ doses: [{ nome: '', peso: 1 }] });
  expect(formValues({ doses }, { doses: [] })).toEqual({ doses: [] });
  expect(formValues({ doses: { ...doses, min: 0 } })).toEqual({ doses: [] });
});
