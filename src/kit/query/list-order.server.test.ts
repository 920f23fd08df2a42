import { expect, test } from 'vitest';
import { having } from '#kit/fields/field.ts';
import { text } from '#kit/fields/text.ts';
import { defineRegistry } from '#kit/registry/registry.ts';
import { orderSql } from './list.server.ts';

const registry = defineRegistry({
  id: 'contatos',
  title: 'Contatos',
  singular: 'Contato',
  authority: 'ROLE_CAD_CONTATO',
  scope: 'empresa',
  fields: {
    nome: text('Nome', 60),
    apelido: text('Apelido', 60),
    ddd: text('DDD', 2),
    fone: having(text('Fone', 9), { areaCode: 'ddd' }),
  },
  columns: ['nome', 'ddd', 'fone'],
});
const orderOf = (field: string) =>
  orderSql(registry, [{ field, order: 'desc' }], () => {
    throw new Error('no reference');
  }).order;

test('words are sorted without accents, the digits of a telephone as they stand', () => {
  expect(orderOf('nome')).toBe('t."nome_ord" desc, t.id desc');
  expect(orderOf('apelido')).toContain('dobra(');
  expect(orderOf('ddd')).toBe('t."ddd" desc, t.id desc');
  expect(orderOf('fone')).toBe('t."fone" desc, t.id desc');
});
