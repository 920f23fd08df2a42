import { randomBytes } from 'node:crypto';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Change } from '#kit/acting/acting.server.ts';
import { auditaConjunto, auditor } from '#platform/audit/audit.server.ts';
import { forgetShares } from '#platform/audit/share.server.ts';
import { unguarded } from './migrate-database.server.ts';
import { type Client, done, openTestApp, type Row, type TestApp } from './test-app.server.ts';

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

describe('what one user adds to the trail in a day (ADR 21)', () => {
  const KiB = 1024;
  const MOST = 512 * KiB;
  const habilidades = '/api/cargo-salario/habilidades';
  let who: Client;
  let own: Row & { versao: number };
  let areasOrganizacionais: number[];

  beforeAll(async () => {
    who = await app.loginWithout(1, () => false);
    areasOrganizacionais = await app.ids('areas_organizacionais');
    own = await done(who, 'POST', habilidades, { nome: 'Solda', areasOrganizacionais, competencias: [] });
    forgetShares({ most: MOST, step: 16 * KiB });
  });
  afterAll(() => {
    vi.restoreAllMocks();
    forgetShares();
  });

  const stored = async () =>
    (
      await app.db.only<{ n: number }>(
        sql`select sum(pg_column_size(mudancas))::int as n from auditoria where tabela = 'habilidades' and registro_id = ${own.id}`,
      )
    ).n;
  const read = async () => (await who('GET', `${habilidades}/${own.id}`)).body as typeof own;
  const text = (bytes: number) => randomBytes(bytes).toString('base64');
  const save = async (client: Client, rows: number) => {
    const competencias = Array.from({ length: rows }, () => ({ descricao: text(180) }));
    const { versao } = await read();
    return client('PUT', `${habilidades}/${own.id}`, { versao, nome: 'Solda', areasOrganizacionais, competencias });
  };
  const author = (usuarioId: number) => ({
    usuarioId,
    usuarioNome: 'Alguém',
    empresaId: app.empresas[0] as number,
    requestId: 'prova',
  });
  const line: Change = { table: 'x', id: 1, action: 'A', changes: { texto: [null, text(3_000)] } };

  it('is bounded: the next save is refused whole, others save, and who has too much still reads, removes and logs in', async () => {
    let answer = await save(who, 100);
    for (let n = 0; n < 80 && answer.status === 200; n++) answer = await save(who, 100);
    expect(answer).toMatchObject({
      status: 429,
      headers: { 'retry-after': '3600' },
      body: { code: 'MUITAS_ALTERACOES', message: expect.stringMatching(/^Você já salvou .* Tente de novo mais tarde\.$/) },
    });
    const written = await stored();
    expect(written).toBeGreaterThan(MOST / 2);
    expect(written).toBeLessThan(2 * MOST);
    const { versao } = await read();

    expect((await save(who, 1)).status, 'a short one neither').toBe(429);
    expect(await read()).toMatchObject({ versao });
    expect(await stored()).toBe(written);
    expect((await save(await app.login(0), 1)).status, 'somebody else').toBe(200);
    expect((await who('GET', `${habilidades}?page=0&size=10`)).status).toBe(200);
    await done(who, 'DELETE', `${habilidades}/${own.id}`);
    await app.login(1);
  });

  it('counts the lines of one statement together, of all companies, and none that is older than a day', async () => {
    const many = (n: number) =>
      sql`select x::bigint as registro_id, ${JSON.stringify(line.changes)}::jsonb as mudancas from generate_series(1, ${n}::int) x`;
    const write = (usuarioId: number, n: number) => app.db.tx((tx) => auditaConjunto(tx, author(usuarioId), 'x', 'A', many(n)));
    await expect(write(9_001, 400)).rejects.toMatchObject({ status: 429 });
    expect(await app.db.query(sql`select from auditoria where usuario_id = 9001`)).toEqual([]);
    await write(9_002, 60);
    const elsewhere = { ...author(9_002), empresaId: app.empresas[1] as number };
    await expect(app.db.tx((tx) => auditaConjunto(tx, elsewhere, 'x', 'A', many(80)))).rejects.toMatchObject({ status: 429 });

    await app.db.query(sql`
      insert into auditoria (instante, usuario_id, empresa_id, tabela, registro_id, acao, mudancas)
      select now() - interval '25 hours', 9003, ${app.empresas[0]}, 'x', 1, 'A', l.mudancas from (${many(400)}) l`);
    await write(9_003, 60);
  });

  it('what was rolled back is forgotten after a minute; readings and removals have as much room again, and then end too', async () => {
    const audit = auditor(author(9_004));
    const tooMuch = app.db.tx(async (tx) => {
      for (let n = 0; n < 400; n++) await audit(tx, line);
    });
    await expect(tooMuch).rejects.toMatchObject({ status: 429 });
    const later = Date.now() + 61_000;
    vi.spyOn(Date, 'now').mockReturnValue(later);
    await audit(app.db, line);

    const add = async (action: 'A' | 'L') => {
      for (let n = 0; n < 400; n++) await audit(app.db, { ...line, action });
    };
    await expect(add('A')).rejects.toMatchObject({ status: 429 });
    await audit(app.db, { ...line, action: 'E' });
    await expect(add('L')).rejects.toMatchObject({ status: 429 });
    await audit(app.db, { ...line, unbounded: true });
  });
});
