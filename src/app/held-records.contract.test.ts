import sql, { raw } from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Acting } from '#kit/acting/acting.server.ts';
import { pgErrorKind, type Tx } from '#kit/db/database.server.ts';
import { inputOf } from '#kit/registry/registry.ts';
import { actingOf } from '#platform/session/session.server.ts';
import { DEMO_LOGINS, DEMO_PASSWORD } from './demo-users.server.ts';
import { until } from './server-process.server.ts';
import { openTestApp, type Row, send, type TestApp } from './test-app.server.ts';

/** Who waits for a transaction that saves a record and has not ended. */
let app: TestApp;
let acting: Acting;
const ids: number[] = [];

beforeAll(async () => {
  app = await openTestApp();
  await app.seed(10);
  for (const { cpf } of DEMO_LOGINS)
    ids.push((await app.db.only<Row>(sql`select id from usuarios where cpf = ${cpf.replace(/\D/g, '')}`)).id);
  const [id = 0] = ids;
  acting = actingOf({ id, nome: 'Prova' }, await app.sessions.accessOf(id, app.empresas[0] as number, -1), 'prova');
});
beforeEach(() => app.db.query(sql`delete from tentativas`));
afterAll(() => app.close());

const storeOf = (target: string) => app.services.store(target);
/** Saves a record with other values, as it stands otherwise. */
async function save(tx: Tx, target: string, id: number, values: object): Promise<void> {
  const store = storeOf(target);
  const before = await store.readWhole(tx, acting, id);
  await store.update(tx, acting, id, { ...inputOf(store.registry, before), ...values, confirma: true });
}
const enters = (who: number) =>
  send(app.app, {
    method: 'POST',
    url: '/api/login',
    payload: { cpf: DEMO_LOGINS[who]?.cpf, senha: DEMO_PASSWORD, empresaId: app.empresas[0] },
  });
/** Whether somebody else gets this lock of a row now. */
const isFree = (table: string, id: number, how: string): Promise<boolean> =>
  app.db.query(sql`select from ${raw(table)} where id = ${id} for ${raw(how)} nowait`).then(
    () => true,
    (error) => {
      if (pgErrorKind(error)?.kind !== 'conflict') throw error;
      return false;
    },
  );

describe('a user who is being saved', () => {
  it('enters, and writes what is theirs', async () => {
    const gestora = await app.login(2);
    const [preference] = (await gestora('GET', '/api/userinfo/mensagens/preferencias')).body as { tipo: string }[];
    await app.db.tx(async (tx) => {
      await save(tx, 'utilitario/usuarios', ids[2] as number, { email: 'outro@exemplo.com.br' });
      expect((await enters(2)).status).toBe(200);
      const body = { tipo: preference?.tipo, email: false };
      expect(await gestora('PUT', '/api/userinfo/mensagens/preferencias', body)).toMatchObject({ status: 204 });
    });
  });

  it('does not enter by a session that opens as they are deactivated', async () => {
    let entering: ReturnType<typeof enters> | undefined;
    await app.db.tx(async (tx) => {
      await save(tx, 'utilitario/usuarios', ids[3] as number, { ativo: false });
      entering = enters(3);
      await until(async () =>
        Boolean(
          await app.db.owner.one(sql`
            select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`),
        ),
      );
    });
    expect((await entering)?.status).toBe(401);
    expect(await app.db.query(sql`select from sessoes where usuario_id = ${ids[3]}`)).toEqual([]);
  });
});

describe('the version of accesses', () => {
  const free = () => app.db.query(sql`select versao from versao_acessos for update nowait`);

  it('is held by nobody who changes rights until they end, and moves once', async () => {
    const [before] = await free();
    const { perfil } = await app.db.only<{ perfil: number }>(
      sql`select perfil_id as perfil from usuarios_acessos where registro_id = ${ids[0]} limit 1`,
    );
    const acessos = [{ empresa: app.empresas[1], perfil }];
    await app.db.tx(async (tx) => {
      await save(tx, 'utilitario/usuarios', ids[1] as number, { acessos });
      await save(tx, 'utilitario/usuarios', ids[2] as number, { acessos });
      expect(await free()).toEqual([before]);
    });
    expect(await free()).toEqual([{ versao: (before as { versao: number }).versao + 1 }]);
  });

  it('makes the last of two wait who take the rights of the last administrators', async () => {
    const taking = app.db.tx(async (tx) => {
      await save(tx, 'utilitario/usuarios', ids[0] as number, { acessos: [] });
      await app.db.tx(async (other) => {
        for (const id of [ids[1], ids[2]]) await save(other, 'utilitario/usuarios', id as number, { acessos: [] });
      });
    });
    await expect(taking).rejects.toMatchObject({ code: 'ULTIMO_ADMINISTRADOR' });
  });
});

describe('a save', () => {
  it.each([
    ['gestao-talentos/talentos', 'talentos', { celular: '11987654321' }],
    ['cargo-salario/cargos', 'cargos', { nomeMercado: 'Outro' }],
    ['cargo-salario/areas-organizacionais', 'areas_organizacionais', { descricao: 'Outra' }],
    ['utilitario/empresas', 'empresas', { razaoSocial: 'Outra S.A.' }],
  ])('of %s keeps other writers waiting, and nobody who refers to the record', async (target, table, values) => {
    const { id } = await app.db.only<Row>(
      table === 'empresas'
        ? sql`select id from empresas where id = ${app.empresas[0]}`
        : sql`select id from ${raw(table)} where empresa_id = ${app.empresas[0]} order by id limit 1`,
    );
    await app.db.tx(async (tx) => {
      await save(tx, target, id, values);
      expect(await isFree(table, id, 'key share')).toBe(true);
      expect(await isFree(table, id, 'no key update')).toBe(false);
    });
  });

  it.each([
    ['gestao-talentos/talentos', 'talentos', { nome: 'Nome de Outra Pessoa' }],
    ['cargo-salario/areas-organizacionais', 'areas_organizacionais', { ativo: false }],
  ])('of %s that looks at what refers to the record keeps that waiting too', async (target, table, values) => {
    const { id } = await app.db.only<Row>(
      sql`select id from ${raw(table)} where empresa_id = ${app.empresas[0]} order by id desc limit 1`,
    );
    await app.db.tx(async (tx) => {
      // Whether or not an area may be deactivated.
      await save(tx, target, id, values).catch(() => {});
      expect(await isFree(table, id, 'key share')).toBe(false);
    });
  });

  it('that is a removal keeps whoever would refer to the record waiting', async () => {
    const { id } = await app.db.only<Row>(
      sql`insert into areas_interesse (empresa_id, nome) values (${app.empresas[0]}, 'Que sai') returning id`,
    );
    await app.db.tx(async (tx) => {
      await storeOf('captacao/areas-interesse').remove(tx, acting, id);
      expect(await isFree('areas_interesse', id, 'key share')).toBe(false);
    });
  });
});
