import { expect, test } from 'vitest';
import { text } from '#kit/fields/text.ts';
import { defineModule } from '#kit/module/module.ts';
import { defineRegistry } from '#kit/registry/registry.ts';
import { menuFor } from './menu.ts';

const registry = (id: string) =>
  defineRegistry({
    id,
    title: id,
    singular: id,
    authority: 'ROLE_CAD_FEIRA',
    scope: 'empresa',
    fields: { nome: text('Nome', 10) },
    columns: ['nome'],
  });
const feiras = defineModule({
  id: 'feiras',
  title: 'Feiras',
  registries: [registry('feiras'), { ...registry('feiras/estandes'), menu: false }],
  reports: [],
});

test('a registry that is reached from another screen is not in the menu', () => {
  expect(menuFor([feiras], () => true)).toEqual([{ titulo: 'Feiras', itens: [{ titulo: 'feiras', caminho: '/feiras/feiras' }] }]);
  expect(menuFor([feiras], () => false)).toEqual([]);
});
