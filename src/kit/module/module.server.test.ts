import { expect, it } from 'vitest';
import { text } from '#kit/fields/text.ts';
import { defineRegistry } from '#kit/registry/registry.ts';
import { defineReport } from '#kit/report/report.ts';
import { defineModuleServer } from './module.server.ts';
import { defineModule } from './module.ts';

const fields = { nome: text('Nome', 60) };
const coisas = defineRegistry({
  id: 'coisas',
  title: 'Coisas',
  singular: 'Coisa',
  authority: 'ROLE_CAD_COISA',
  scope: 'global',
  fields,
  columns: ['nome'],
});
const lista = defineReport({ id: 'lista', title: 'Lista', authority: 'ROLE_REL_LISTA', filter: {}, row: fields });
const declaration = defineModule({ id: 'prova', title: 'Prova', registries: [coisas], reports: [lista] });
const query = () => {
  throw new Error('nobody asks');
};

it('what a module says on the server belongs to registries and reports that it has, and no report lacks its query', () => {
  const queries = { lista: query };
  expect(defineModuleServer({ declaration, queries, hooks: { coisas: {} } }).declaration.id).toBe('prova');
  expect(() => defineModuleServer({ declaration, queries, hooks: { cosas: {} } })).toThrow('prova: there is no registry cosas');
  expect(() => defineModuleServer({ declaration, queries: { lista: query, outra: query } })).toThrow('there is no report outra');
  expect(() => defineModuleServer({ declaration, queries: {} })).toThrow('the report lista has no query');
});

it('a module that has no registries or no reports need not say so', () => {
  const bare = defineModule({ id: 'prova', title: 'Prova' });
  expect(bare).toMatchObject({ registries: [], reports: [] });
  expect(defineModuleServer({ declaration: bare }).queries).toEqual({});
});
