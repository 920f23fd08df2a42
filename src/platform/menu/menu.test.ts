import { expect, test } from 'vitest';
import { text } from '#kit/fields/text.ts';
import { defineModule } from '#kit/module/module.ts';
import { defineRegistry } from '#kit/registry/registry.ts';
import { type MenuItem, menuFor, pageOf } from './menu.ts';

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

const casas = defineModule({
  id: 'casas',
  title: 'Casas',
  icon: 'tables',
  registries: [registry('telhados'), registry('portas'), registry('tintas'), registry('fechaduras')],
  screens: [{ path: 'planta', title: 'planta', authority: 'ROLE_CAD_FEIRA' }],
  menu: [{ title: 'Obra', items: ['planta', ['portas', 'fechaduras']] }],
});
const titles = (items: readonly MenuItem[] = []): unknown[] =>
  items.map(({ titulo, itens }) => (itens ? [titulo, titles(itens)] : titulo));

test('groups follow the manifest; what no group names is in Cadastros, closed and last', () => {
  const [menu] = menuFor([casas], () => true);
  expect(menu?.icone).toBe('tables');
  expect(titles(menu?.itens)).toEqual([
    ['Obra', ['planta', ['portas', ['fechaduras']]]],
    ['Cadastros', ['telhados', 'tintas']],
  ]);
  expect(menu?.itens?.map(({ fechado }) => fechado)).toEqual([undefined, true]);
  expect(pageOf(menu as MenuItem)).toBe('/casas');
});

test('a group of which nothing may be opened is not there', () => {
  const [menu] = menuFor([{ ...casas, screens: [] }], (authority) => authority === 'ROLE_CAD_FEIRA');
  expect(titles(menu?.itens)).toEqual([
    ['Obra', [['portas', ['fechaduras']]]],
    ['Cadastros', ['telhados', 'tintas']],
  ]);
});
