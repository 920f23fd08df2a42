import { readFileSync } from 'node:fs';
import sql from 'sql-template-tag';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '#kit/testing/testdb.server.ts';
import { objectName, type TableSpec } from './schema.server.ts';
import { diff } from './schema-diff.server.ts';

let db: TestDatabase;
beforeEach(async () => {
  db = await testDatabase(async (fresh) => {
    await fresh.query({ text: readFileSync('migrations/0001-base.sql', 'utf8') });
  }, 'base');
});
afterEach(() => db.drop());

const areas: TableSpec = {
  name: 'areas',
  columns: [
    { name: 'id', type: 'bigint', notNull: true, identity: true },
    { name: 'nome', type: 'varchar(100)', notNull: true },
    { name: 'nome_ord', type: 'text', notNull: false, collation: 'C', generated: 'dobra("nome")' },
    { name: 'valor', type: 'numeric(14,2)', notNull: false },
    { name: 'ativo', type: 'boolean', notNull: true, default: 'true' },
    { name: 'emails', type: 'text[]', notNull: true, default: `'{}'` },
    { name: 'order', type: 'int', notNull: false },
    { name: 'area_mae_id', type: 'bigint', notNull: false },
    { name: 'criado_em', type: 'timestamptz', notNull: true, default: 'now()' },
    {
      name: 'busca',
      type: 'text',
      notNull: false,
      generated: `dobra(coalesce("nome", '') || ' ' || coalesce("order"::text, ''))`,
    },
  ],
  primaryKey: ['id'],
  uniques: [{ columns: ['nome_ord'] }, { columns: ['area_mae_id', 'order'], nullsNotDistinct: true }],
  indexes: [
    { columns: ['busca'], using: 'gin', opclass: 'gin_trgm_ops' },
    { columns: ['lower(nome)', 'id desc'], where: 'ativo' },
  ],
  foreignKeys: [{ columns: ['area_mae_id'], table: 'areas', onDelete: 'restrict' }],
  checks: [{ name: 'areas_valor_ck', expression: 'valor >= 0' }],
};
const cargos: TableSpec = {
  name: 'cargos',
  columns: [
    { name: 'id', type: 'bigint', notNull: true, identity: true },
    { name: 'area_id', type: 'bigint', notNull: true },
  ],
  primaryKey: ['id'],
  indexes: [{ columns: ['area_id'] }],
  foreignKeys: [{ columns: ['area_id'], table: 'areas', onDelete: 'cascade', deferrable: true }],
};

async function apply(tables: TableSpec[]): Promise<string[]> {
  const statements = await diff(db.owner, tables);
  await db.owner.tx(async (tx) => {
    for (const text of statements) await tx.query({ text });
  });
  return statements;
}
const change = (table: TableSpec, name: string, to: object | null): TableSpec => ({
  ...table,
  columns: table.columns.flatMap((column) => (column.name === name ? (to ? [{ ...column, ...to }] : []) : [column])),
});

test('creates tables in any order, and finds nothing to do after that', async () => {
  expect((await apply([cargos, areas])).filter((text) => text.startsWith('create table'))).toHaveLength(2);
  expect(await diff(db.owner, [cargos, areas])).toEqual([]);
  expect(await diff(db.owner, [areas])).toEqual([]);
  expect(await diff(db.owner, [cargos])).toEqual([]);
});

test('leaves no trace of its scratch work and does not look at other tables', async () => {
  await db.owner.query(sql`create table outra (x int)`);
  await apply([areas]);
  expect(await db.query(sql`select nspname from pg_namespace where nspname like 'diff%'`)).toEqual([]);
});

test.each<[string, TableSpec, RegExp[]]>([
  [
    'a new column',
    { ...areas, columns: [...areas.columns, { name: 'sigla', type: 'text', notNull: false }] },
    [/^alter table areas add column sigla text$/],
  ],
  [
    'a new required column, with a warning',
    { ...areas, columns: [...areas.columns, { name: 'sigla', type: 'text', notNull: true }] },
    [/^-- coluna obrigatória.*\nalter table areas add column sigla text not null$/],
  ],
  ['another default', change(areas, 'ativo', { default: 'false' }), [/drop default/, /alter column ativo set default false/]],
  ['a column that may be empty now', change(areas, 'nome', { notNull: false }), [/alter column nome drop not null/]],
  [
    'a type that no other column reads',
    change(areas, 'valor', { type: 'numeric(16,4)' }),
    [/alter column valor type numeric\(16,4\) using valor::numeric\(16,4\)/],
  ],
  [
    'a foreign key with another rule',
    { ...areas, foreignKeys: [{ columns: ['area_mae_id'], table: 'areas', onDelete: 'set null' }] },
    [/drop constraint if exists areas_area_mae_id_fk/, /on delete set null/],
  ],
  [
    'an index nobody wants',
    { ...areas, indexes: areas.indexes?.slice(0, 1) },
    [/drop index if exists areas_lower_nome_id_desc_ix/],
  ],
  [
    'a check that says something else',
    { ...areas, checks: [{ name: 'areas_valor_ck', expression: 'valor > 0' }] },
    [/drop constraint if exists areas_valor_ck/, /check \(valor > 0\)/],
  ],
])('alters: %s', async (_, changed, expected) => {
  await apply([areas]);
  await db.query(sql`insert into areas (nome, valor) values ('Ônix', 1)`);
  const statements = await diff(db.owner, [changed]);
  expect(statements).toHaveLength(expected.length);
  for (const [at, pattern] of expected.entries()) expect(statements[at]).toMatch(pattern);
  // A required column without default needs an empty table.
  await db.query(sql`delete from areas`);
  await apply([changed]);
  expect(await diff(db.owner, [changed])).toEqual([]);
});

test('changes the type of a column that generated columns and their indexes read', async () => {
  await apply([areas]);
  await db.query(sql`insert into areas (nome) values ('Ônix')`);
  const wider = change(areas, 'nome', { type: 'text' });
  await apply([wider]);
  expect(await diff(db.owner, [wider])).toEqual([]);
  expect(await db.one(sql`select nome, nome_ord, busca from areas`)).toEqual({ nome: 'Ônix', nome_ord: 'onix', busca: 'onix' });
});

test('a column that is declared no more comes as a comment and stays', async () => {
  await apply([areas]);
  const less = { ...change(areas, 'valor', null), checks: [] };
  expect(await diff(db.owner, [less])).toEqual([
    'alter table areas drop constraint if exists areas_valor_ck',
    '-- alter table areas drop column valor',
  ]);
  await apply([less]);
  expect(await db.query(sql`select valor from areas`)).toEqual([]);
});

test('what a migration made by hand is left alone', async () => {
  await apply([areas]);
  await db.owner.query(sql`create index areas_a_mao on areas (criado_em)`);
  await db.owner.query(
    sql`alter table areas add constraint areas_sem_sobreposicao exclude using gist (int8range(id, id + 1) with &&)`,
  );
  expect(await diff(db.owner, [areas])).toEqual([]);
});

test('names fit into 63 bytes and stay apart', () => {
  const long = ['identificador_da_area_organizacional_responsavel', 'data_de_encerramento'];
  const names = [
    objectName('areas_organizacionais_responsaveis', long, 'fk'),
    objectName('areas_organizacionais_responsaveis', [...long, 'x'], 'fk'),
  ];
  for (const name of names) expect(Buffer.byteLength(name)).toBeLessThanOrEqual(63);
  expect(new Set(names).size).toBe(2);
  expect(objectName('areas', ['nome'], 'uq')).toBe('areas_nome_uq');
});
