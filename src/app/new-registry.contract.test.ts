import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate } from '#kit/db/migrate.server.ts';
import { diff } from '#kit/db/schema-diff.server.ts';
import { text } from '#kit/fields/text.ts';
import { createHttp } from '#kit/http/server.server.ts';
import { lookupOver } from '#kit/module/module.server.ts';
import { authoritiesOf, defineModule } from '#kit/module/module.ts';
import { defineRegistry } from '#kit/registry/registry.ts';
import { tablesOf } from '#kit/registry/tables.server.ts';
import { registerRegistry } from '#kit/routes/routes.server.ts';
import { wholeCompany } from '#kit/store/references.server.ts';
import { createStore } from '#kit/store/store.server.ts';
import { type TestDatabase, testDatabase } from '#kit/testing/testdb.server.ts';
import { captacao } from '#modules/captacao/module.ts';
import { auditor } from '#platform/audit/audit.server.ts';
import { menuFor } from '#platform/menu/menu.ts';
import { declaredTables, MIGRATIONS, RIGHTS } from './declared.server.ts';
import { seedDemoUsers } from './demo-users.server.ts';
import { modules } from './modules.server.ts';
import { type Answer, send } from './test-app.server.ts';

// The worked example of README.md, «Como acrescentar um cadastro em cinco minutos»: one file …
const feirasEmprego = defineRegistry({
  id: 'feiras-emprego',
  title: 'Feiras de Emprego',
  singular: 'Feira de Emprego',
  authority: 'ROLE_CAD_FEIRA_EMPREGO',
  scope: 'empresa',
  fields: { nome: text('Nome', 100) },
  columns: ['nome'],
  unique: [['nome']],
});

// … one line of the manifest …
const extended = defineModule({ ...captacao, registries: [...captacao.registries, feirasEmprego] });
const withExample = modules.map((module) => (module.id === captacao.id ? extended : module));

let db: TestDatabase;
let app: FastifyInstance;
let migration: string[];
let empresaId = 0;

const url = '/api/captacao/feiras-emprego';
const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object): Promise<Answer> =>
  send(app, { method, url: path, ...(payload ? { payload } : {}) });

beforeAll(async () => {
  db = await testDatabase(async (fresh, role) => {
    await migrate(fresh, MIGRATIONS, { rights: { ...RIGHTS, role } });
    await fresh.tx(seedDemoUsers);
  }, 'new-registry');
  empresaId = (await db.one<{ id: number }>({ text: 'select min(id) as id from empresas' }))?.id as number;
  const lookup = lookupOver(withExample, {});

  // … and one generated migration.
  migration = await diff(db.owner, [...declaredTables(), ...tablesOf(feirasEmprego, lookup)]);
  await db.owner.tx(async (tx) => {
    for (const text of migration) await tx.query({ text });
  });

  app = await createHttp({
    origins: [],
    version: '0',
    logLevel: 'silent',
    trustProxy: false,
    bodyLimit: 100_000,
    isSecure: false,
  });
  app.addHook('preHandler', async (request) => {
    request.acting = {
      kind: 'usuario',
      usuarioId: 1,
      usuarioNome: 'Mariana Borges',
      empresaId,
      empresaNome: 'Indústria Aurora',
      requestId: request.id,
      today: '2026-11-20',
      settings: {},
      can: () => true,
      everywhere: () => true,
      audit: auditor({ usuarioId: 1, usuarioNome: 'Mariana Borges', empresaId, requestId: request.id }),
    };
  });
  registerRegistry(app, db, url, createStore(feirasEmprego, lookup, {}, { accessTo: wholeCompany }));
});

afterAll(async () => {
  await app?.close();
  await db?.drop();
});

describe('a new registry', () => {
  it('has a migration that makes its table and touches nothing else', async () => {
    expect(migration[0]).toMatch(/^create table feiras_emprego/);
    for (const statement of migration) expect(statement).toContain('feiras_emprego');
    expect(await diff(db.owner, [...declaredTables(), ...tablesOf(feirasEmprego, lookupOver(withExample, {}))])).toEqual([]);
  });

  it('brings its menu item and its authorities', () => {
    const authorities = authoritiesOf(withExample);
    expect(authorities.get('ROLE_CAD_FEIRA_EMPREGO')?.sentence).toBe('Consultar Feiras de Emprego');
    expect([...authorities.keys()]).toEqual(
      expect.arrayContaining(['ROLE_CAD_FEIRA_EMPREGO_EDITAR', 'ROLE_CAD_FEIRA_EMPREGO_EXCLUIR']),
    );
    const item = { titulo: 'Feiras de Emprego', caminho: '/captacao/feiras-emprego' };
    expect(menuFor([extended], (authority) => authority === 'ROLE_CAD_FEIRA_EMPREGO')).toEqual([
      { titulo: 'Captação', icone: 'search', tecla: 'c', itens: [{ titulo: 'Cadastros', fechado: true, itens: [item] }] },
    ]);
    expect(menuFor([extended], () => false)).toEqual([]);
  });

  it('is created, read, found without accents, updated and removed, each change audited', async () => {
    const created = await call('POST', url, { nome: '  Saúde e Segurança  ' });
    expect(created).toMatchObject({ status: 201, body: { nome: 'Saúde e Segurança', versao: 1 } });
    const { id } = created.body as { id: number };
    expect(await call('GET', `${url}/${id}`)).toMatchObject({ status: 200, body: created.body });
    await call('POST', url, { nome: 'Administração' });

    expect(await call('GET', `${url}?page=0&size=1`)).toMatchObject({
      status: 200,
      body: { totalElements: 2, totalPages: 2, content: [{ nome: 'Administração' }] },
    });
    expect(await call('GET', `${url}?page=0&busca=SAUDE`)).toMatchObject({ body: { totalElements: 1, content: [{ id }] } });
    expect(await call('GET', `${url}/opcoes?busca=seguranca`)).toMatchObject({ body: [{ id, nome: 'Saúde e Segurança' }] });

    expect(await call('PUT', `${url}/${id}`, { nome: 'Saúde', versao: 1 })).toMatchObject({ status: 200, body: { versao: 2 } });
    expect(await call('PUT', `${url}/${id}`, { nome: 'Outra', versao: 1 })).toMatchObject({
      status: 409,
      body: { code: 'REGISTRO_ALTERADO' },
    });
    expect((await call('DELETE', `${url}/${id}`)).status).toBe(204);
    expect((await call('GET', `${url}/${id}`)).status).toBe(404);

    const trail = await db.query<{ acao: string; mudancas: object }>({
      text: `select acao, mudancas from auditoria where tabela = 'feiras_emprego' and registro_id = $1 order by id`,
      values: [id],
    });
    expect(trail.map(({ acao }) => acao)).toEqual(['I', 'A', 'E']);
    expect(trail[1]?.mudancas).toEqual({ nome: ['Saúde e Segurança', 'Saúde'] });
  });

  it('tells what is wrong in the words of the field', async () => {
    expect(await call('POST', url, {})).toMatchObject({
      status: 400,
      body: { code: 'FIELD_VALIDATION_VIOLATION', errors: [{ field: 'nome', message: 'Nome é obrigatório' }] },
    });
    await call('POST', url, { nome: 'Direito' });
    expect(await call('POST', url, { nome: 'direito' })).toMatchObject({ status: 400, body: { errors: [{ field: 'nome' }] } });
  });
});
