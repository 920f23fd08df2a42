import { expect, it } from 'vitest';
import { refuse } from './refusal.ts';

const faults = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ field: `linhas.${n}.nome`, message: 'Nome é requerido' }));

it('tells a thousand faults, and how many more there are', () => {
  const { message, extra } = refuse.invalid(faults(2_345));
  expect(extra.errors).toEqual(faults(1_000));
  expect(message).toBe('Preencha os campos indicados. São mostrados 1.000 problemas; há mais 1.345.');
});

it('tells all of them when they are few', () => {
  const { message, extra } = refuse.invalid(faults(1_000));
  expect([message, (extra.errors as unknown[]).length]).toEqual(['Preencha os campos indicados', 1_000]);
});
