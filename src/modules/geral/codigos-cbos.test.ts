import { expect, it } from 'vitest';
import { codigosCbos } from './codigos-cbos.registry.ts';

it('RUL-278: code and description are required', () => {
  const { codigo, descricao } = codigosCbos.fields;
  expect([codigo.required, descricao.required]).toEqual([true, true]);
  expect(codigo.schema.safeParse(' ').success).toBe(false);
  expect(descricao.schema.safeParse('').success).toBe(false);
  expect(codigo.schema.safeParse('411010').success).toBe(true);
});
