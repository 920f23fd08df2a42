import { expect, it } from 'vitest';
import { having, optional } from '#kit/fields/field.ts';
import { ref, rows } from '#kit/fields/reference.ts';
import { text } from '#kit/fields/text.ts';
import { defineRegistry } from './registry.ts';
import { tablesOf } from './tables.server.ts';

const setores = defineRegistry({
  id: 'setores',
  title: 'Setores',
  singular: 'Setor',
  authority: 'ROLE_CAD_SETOR',
  scope: 'global',
  fields: {
    nome: text('Nome', 60),
    filial: ref('Filial', 'cadastros/setores'),
    mae: optional(ref('Setor mãe', 'cadastros/setores')),
    oficina: ref('Oficina', 'cadastros/setores'),
    foiDe: having(ref('Foi de', 'cadastros/setores'), { snapshot: true }),
    turnos: rows('Turnos', {
      chefia: ref('Chefia', 'cadastros/setores'),
      reserva: optional(ref('Reserva', 'cadastros/setores')),
    }),
  },
  columns: ['nome'],
  visibleWhen: { oficina: ({ nome }) => nome === 'Fábrica' },
});

const indexesOf = (name: string) =>
  tablesOf(setores, () => setores)
    .find((table) => table.name === name)
    ?.indexes?.filter(({ columns }) => columns.every((column) => column.endsWith('_id')));

it('a reference that may be empty has an index of those alone that name something', () => {
  expect(indexesOf('setores')).toEqual([
    { columns: ['filial_id'] },
    { columns: ['mae_id'], where: '"mae_id" is not null' },
    { columns: ['oficina_id'], where: '"oficina_id" is not null' },
  ]);
  expect(indexesOf('setores_turnos')).toEqual([
    { columns: ['chefia_id'] },
    { columns: ['reserva_id'], where: '"reserva_id" is not null' },
  ]);
});
