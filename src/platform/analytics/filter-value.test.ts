import { expect, test } from 'vitest';
import { boolean, choice, choices } from '#kit/fields/choice.ts';
import { date } from '#kit/fields/date.ts';
import { percentage } from '#kit/fields/number.ts';
import { refIds } from '#kit/fields/reference.ts';
import { filterValue } from './filter-value.ts';

test.each([
  [refIds('Áreas', 'm/areas'), '1,2', [1, 2]],
  [refIds('Áreas', 'm/areas'), '1,x', [1, 'x']],
  [choices('Vínculos', { E: 'Empregado', T: 'Temporário' }), 'E,T', ['E', 'T']],
  [choice('Sexo', { F: 'Feminino' }), 'F', 'F'],
  [boolean('Aprendizes'), 'false', false],
  [percentage('Meta'), '12.5', 12.5],
  [percentage('Meta'), 'muito', 'muito'],
  [date('Desde'), '2026-01-31', '2026-01-31'],
])('the filter $label reads %j', (field, text, value) => {
  expect(filterValue(field, text)).toEqual(value);
});
