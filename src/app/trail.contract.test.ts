import { afterAll, beforeAll, expect, it } from 'vitest';
import { unguarded } from './migrate-database.server.ts';
import { done, openTestApp, type TestApp } from './test-app.server.ts';

let app: TestApp;

beforeAll(async () => {
  app = await openTestApp();
  await done(await app.login(0), 'POST', '/api/cargo-salario/areas-organizacionais', { nome: 'Diretoria' });
});
afterAll(() => app?.close());

it.each([
  'update auditoria set tabela = tabela',
  'delete from auditoria',
  'truncate auditoria',
  'truncate auditoria, usuarios cascade',
  'drop table auditoria',
  'drop trigger auditoria_imutavel on auditoria',
  'alter table auditoria disable trigger all',
  'alter table auditoria rename to outra',
  'create or replace function auditoria_imutavel() returns trigger language plpgsql as $$ begin return new; end $$',
  'create rule nada as on insert to auditoria do instead nothing',
  'delete from log',
  'update log set empresa_id = null',
  'set session_replication_role = replica',
  'set role vinculo_dono',
  'reassign owned by vinculo_dono to vinculo',
  `copy auditoria (tabela) from program 'echo x'`,
  `copy auditoria to program 'cat'`,
  `merge into auditoria a using (select 1) x on true when matched then delete`,
  `insert into auditoria (id, tabela, registro_id, acao) overriding system value values (1, 'x', 1, 'I') on conflict (id) do update set tabela = 'x'`,
  `update migracoes set hash = ''`,
  'delete from migracoes',
])('the role of the application is refused: %s', async (text) => {
  const before = await app.db.one({ text: 'select count(*) as n, max(id) as last from auditoria' });
  await expect(app.db.query({ text })).rejects.toMatchObject({ code: '42501' });
  expect(await app.db.one({ text: 'select count(*) as n, max(id) as last from auditoria' })).toEqual(before);
});

it('a start as a role that may do it says so, in a sentence', async () => {
  expect(await unguarded(app.db)).toBeNull();
  expect(await unguarded(app.db.owner)).toMatch(/^Aviso: .*trilha/);
  await app.db.owner.query({ text: 'grant execute on function lo_create(oid) to public' });
  expect(await unguarded(app.db)).toMatch(/^Aviso: .*objetos grandes/);
});

it('the trail goes on', async () => {
  expect(await app.db.one({ text: `select count(*) as n from auditoria where tabela = 'areas_organizacionais'` })).toEqual({
    n: 1,
  });
});
