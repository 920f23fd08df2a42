import { expect, it } from 'vitest';
import { inOrder } from './choice.ts';

const shown = (options: Readonly<Record<string, string>>) => inOrder(options).map(({ label }) => label);

it('shows the options of a choice as they are declared', () => {
  expect(shown({ S: 'Simples', C: 'Composta' })).toEqual(['Simples', 'Composta']);
  expect(shown({ '1': 'Uma', outra: 'Outra' })).toEqual(['Uma', 'Outra']);
});

it('shows codes that are numbers by size, which JavaScript would not', () => {
  expect(shown({ '-1': 'Urgente', '0': 'Importante', '1': 'Informativa' })).toEqual(['Urgente', 'Importante', 'Informativa']);
  expect(shown({ '01': 'Cônjuge', '02': 'Companheiro', '10': 'Menor', '99': 'Outros' })).toEqual([
    'Cônjuge',
    'Companheiro',
    'Menor',
    'Outros',
  ]);
});
