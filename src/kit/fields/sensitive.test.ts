import { expect, test } from 'vitest';
import { program } from '#kit/acting/world.ts';
import { having } from './field.ts';
import { money } from './number.ts';
import { isHidden, readable } from './sensitive.ts';
import { text } from './text.ts';

const fields = { nome: text('Nome', 60), salario: having(money('Salário'), { sensitive: 'ROLE_VER_SALARIO' }) };

test('a guarded field is there for the program and for who holds its authority, and for nobody else', () => {
  const shown = (can: (authority: string) => boolean) => Object.keys(readable(fields, { can }));
  expect(shown(program)).toEqual(['nome', 'salario']);
  expect(shown((authority) => authority === 'ROLE_VER_SALARIO')).toEqual(['nome', 'salario']);
  expect(shown(() => false)).toEqual(['nome']);
});

test('rights that nobody gave show nothing', () => {
  expect(() => isHidden(fields.salario, undefined as never)).toThrow(TypeError);
});
