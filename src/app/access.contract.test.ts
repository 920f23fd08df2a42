import { request as begin } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { diff } from '#kit/db/schema-diff.server.ts';
import type { Fields } from '#kit/fields/field.ts';
import { guardsOf } from '#kit/fields/sensitive.ts';
import { moveVersion } from '#platform/authority/access.server.ts';
import { grantNewAuthorities } from '#platform/authority/new-authorities.server.ts';
import { authorities, declaredTables } from './declared.server.ts';
import { DEMO_LOGINS, DEMO_PASSWORD } from './demo-users.server.ts';
import { modules } from './modules.server.ts';
import { openTestApp, send, type TestApp } from './test-app.server.ts';

let app: TestApp;
interface Operation {
  method: string;
  url: string;
  authority: string;
  besides: readonly string[];
}
let operations: Operation[] = [];

beforeAll(async () => {
  app = await openTestApp();
  await app.app.ready();
  const { paths } = app.app.swagger() as unknown as {
    paths: Record<string, Record<string, { 'x-authority': string; 'x-authority-besides'?: string[] }>>;
  };
  operations = Object.entries(paths).flatMap(([path, verbs]) =>
    Object.entries(verbs).map(([verb, operation]) => ({
      method: verb.toUpperCase(),
      url: path.replace(/\{[^}]+\}/g, '1'),
      authority: operation['x-authority'],
      besides: operation['x-authority-besides'] ?? [],
    })),
  );
});
afterAll(() => app.close());

describe('every route', () => {
  it('says its authority, which a profile can hold', () => {
    expect(operations.length).toBeGreaterThan(50);
    for (const { method, url, authority, besides } of operations) {
      expect(authority, `${method} ${url}`).toBeTruthy();
      for (const one of [authority, ...besides])
        if (!['publico', 'sessao', 'externo'].includes(one)) expect(authorities.has(one), `${method} ${url}: ${one}`).toBe(true);
    }
    expect(operations.find(({ url }) => url === '/api/captacao/candidaturas/recusar/previa')?.besides).toEqual([
      'ROLE_CAD_CANDIDATURA',
    ]);
  });

  it('lets in whoever has a profile that allows nothing more, and nobody without one', async () => {
    const user = await app.login(3);
    const profile = DEMO_LOGINS[3].perfil;
    const { autoridades } = await app.db.only<{ autoridades: string[] }>({
      text: 'select autoridades from perfis where nome = $1',
      values: [profile],
    });
    const holds = (which: string[], ativo = true) =>
      app.db.tx(async (tx) => {
        await tx.query({
          text: 'update perfis set autoridades = $2, ativo = $3 where nome = $1',
          values: [profile, which, ativo],
        });
        await moveVersion(tx);
      });
    await holds([]);
    expect((await user('GET', '/api/pesquisa/responder')).status).toBe(200);
    expect((await user('GET', '/api/gestao-talentos/talentos')).status).toBe(403);
    const demanding = operations.filter(({ besides }) => besides.length > 0);
    expect(demanding.length).toBeGreaterThan(5);
    for (const { method, url, authority } of demanding) {
      await holds([authority]);
      expect((await user(method, url)).status, `${method} ${url}`).toBe(403);
    }
    await holds([], false);
    expect((await user('GET', '/api/pesquisa/responder')).status).toBe(401);
    await holds(autoridades);
  });

  it('answers 401 without a session', async () => {
    for (const { method, url, authority } of operations.filter((one) => one.authority !== 'publico')) {
      const answer = await send(app.app, { method: method as 'GET', url });
      expect(answer, `${method} ${url} ${authority}`).toMatchObject({ status: 401, body: { code: 'SESSAO_EXPIRADA' } });
    }
  });

  it('answers 403 to a session that lacks the authority', async () => {
    await app.db.query({
      text: `insert into perfis (nome, ativo, autoridades) values ('Nenhum', true, '{ROLE_CAD_INFO_PESSOAL}')`,
    });
    await app.db.query({
      text: `update usuarios_acessos set perfil_id = (select id from perfis where nome = 'Nenhum') where registro_id = (select id from usuarios where cpf = $1)`,
      values: [DEMO_LOGINS[3].cpf.replace(/\D/g, '')],
    });
    await app.db.query({ text: 'update versao_acessos set versao = versao + 1' });
    const nobody = await app.login(3);
    for (const { method, url, authority } of operations.filter(
      (one) => one.authority.startsWith('ROLE_') && one.authority !== 'ROLE_CAD_INFO_PESSOAL',
    )) {
      const answer = await nobody(method, url);
      expect(answer, `${method} ${url} ${authority}`).toMatchObject({ status: 403, body: { code: 'NAO_AUTORIZADO' } });
    }
  });
});

describe('every guarded field', () => {
  it('names an authority that a profile can hold', () => {
    const guards = (fields: Fields): string[] =>
      Object.values(fields).flatMap((field) => [...guardsOf(field), ...guards(field.fields ?? {})]);
    const named = modules.flatMap(({ registries, reports }) => [
      ...registries.flatMap(({ fields }) => guards(fields)),
      ...reports.flatMap(({ row }) => guards(row)),
    ]);
    expect(named.length).toBeGreaterThan(0);
    for (const authority of named) expect(authorities.has(authority), authority).toBe(true);
  });
});

describe('the session', () => {
  const login = (cpf: string, senha: string) =>
    send(app.app, { method: 'POST', url: '/api/login', payload: { cpf, senha, empresaId: app.empresas[0] } });

  it('says the same of a wrong password and of an unknown CPF', async () => {
    const wrong = await login(DEMO_LOGINS[1].cpf, 'errada');
    const unknown = await login('111.444.777-35', 'errada');
    expect(wrong).toMatchObject({ status: 401, body: { code: 'CREDENCIAIS_INVALIDAS' } });
    expect(unknown.body).toEqual(wrong.body);
  });

  it('shuts out a CPF after five failures, even with the right password', async () => {
    for (let n = 0; n < 5; n++) await login(DEMO_LOGINS[2].cpf, 'errada');
    expect(await login(DEMO_LOGINS[2].cpf, DEMO_PASSWORD)).toMatchObject({
      status: 429,
      body: { code: 'MUITAS_TENTATIVAS' },
      headers: { 'retry-after': expect.stringMatching(/^\d+$/) },
    });
    await app.db.query({ text: 'delete from tentativas' });
  });

  it('refuses a change that comes from a foreign page', async () => {
    const answer = await send(app.app, {
      method: 'POST',
      url: '/api/login',
      payload: {},
      headers: { origin: 'https://mal.exemplo' },
    });
    expect(answer).toMatchObject({ status: 403, body: { code: 'ORIGEM_RECUSADA' } });
  });

  it('refuses a tab that believes in another company', async () => {
    const user = await app.login(0);
    expect(await user('GET', '/api/geral/estados?page=0', undefined, { 'x-empresa-id': String(app.empresas[1]) })).toMatchObject({
      status: 409,
      body: { code: 'EMPRESA_ALTERADA' },
    });
    expect((await user('PUT', '/api/userinfo/empresa', { empresaId: app.empresas[1] })).status).toBe(200);
    expect((await user('GET', '/api/geral/estados?page=0', undefined, { 'x-empresa-id': String(app.empresas[1]) })).status).toBe(
      200,
    );
  });

  it('RUL-094: a new password takes the present one, the new one and the new one again', async () => {
    const user = await app.login(1);
    const whole = { senha: DEMO_PASSWORD, novaSenha: 'Outra#2027', confNovaSenha: 'Outra#2027' };
    for (const missing of Object.keys(whole))
      expect(await user('PUT', '/api/userinfo/senha', { ...whole, [missing]: '' })).toMatchObject({
        status: 400,
        body: { errors: [{ field: missing, message: expect.stringMatching(/ é obrigatória$/) }] },
      });
  });

  it('RUL-095: ends at logout, and everywhere when the password changes, which is said twice alike', async () => {
    const first = await app.login(1);
    const second = await app.login(1);
    expect((await first('POST', '/api/logout')).status).toBe(204);
    expect((await first('GET', '/api/userinfo/empresa/1/valid')).status).toBe(401);
    expect(
      await second('PUT', '/api/userinfo/senha', { senha: DEMO_PASSWORD, novaSenha: 'Outra#2027', confNovaSenha: 'Diferente#1' }),
    ).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'confNovaSenha', message: 'A senha não foi confirmada corretamente. Por favor, confira.' }] },
    });
    expect(
      (await second('PUT', '/api/userinfo/senha', { senha: DEMO_PASSWORD, novaSenha: 'Outra#2027', confNovaSenha: 'Outra#2027' }))
        .status,
    ).toBe(204);
    expect((await second('GET', '/api/userinfo/empresa/1/valid')).status).toBe(401);
  });

  /** Sends half of a body, waits until its sender was recognised, lets `meanwhile` happen, sends the rest. */
  async function late(meanwhile: (cookie: string) => Promise<unknown>, method: string, path: string, type: string, body: string) {
    const { origin, port, hostname } = new URL(app.app.listeningOrigin);
    const answer = await send(app.app, {
      method: 'POST',
      url: '/api/login',
      payload: { cpf: DEMO_LOGINS[0].cpf, senha: DEMO_PASSWORD, empresaId: app.empresas[0] },
    });
    const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? '';
    // Whoever recognises the session sees that it was not used for a while, and writes that it is.
    await app.db.query({ text: `update sessoes set vista_em = now() - interval '2 minutes'` });
    const recognised = { text: `select 1 from sessoes where vista_em > now() - interval '1 minute'` };
    const headers = { cookie, origin, 'content-type': type, 'content-length': Buffer.byteLength(body) };
    const sent = begin({ hostname, port, method, path, headers });
    const answered = new Promise<{ status: number | undefined; code?: string }>((resolve, reject) => {
      sent.on('error', reject).on('response', (from) => {
        text(from).then((told) => resolve({ status: from.statusCode, ...JSON.parse(told) }), reject);
      });
    });
    sent.write(body.slice(0, 100));
    await expect.poll(() => app.db.one(recognised)).toBeDefined();
    await meanwhile(cookie);
    sent.end(body.slice(100));
    return answered;
  }
  const logout = (cookie: string) => send(app.app, { method: 'POST', url: '/api/logout', headers: { cookie } });
  const enterAnother = (cookie: string) =>
    send(app.app, { method: 'PUT', url: '/api/userinfo/empresa', payload: { empresaId: app.empresas[1] }, headers: { cookie } });
  const MULTIPART = 'multipart/form-data; boundary=xx';
  const FILE = `--xx\r\ncontent-disposition: form-data; name="arquivo"; filename="a.txt"\r\n\r\n${'a'.repeat(500)}\r\n--xx--\r\n`;
  const LANGUAGE = JSON.stringify({ nome: 'Tardio', x: 'x'.repeat(500) });

  it('is asked again once a body has arrived that was long in coming', async () => {
    await app.app.listen({ host: '127.0.0.1', port: 0 });
    const gone = { status: 401, code: 'SESSAO_EXPIRADA' };
    expect(await late(logout, 'POST', '/api/arquivos', MULTIPART, FILE)).toMatchObject(gone);
    expect(await late(logout, 'POST', '/api/captacao/idiomas', 'application/json', LANGUAGE)).toMatchObject(gone);
    const moved = { status: 409, code: 'EMPRESA_ALTERADA' };
    expect(await late(enterAnother, 'POST', '/api/arquivos', MULTIPART, FILE)).toMatchObject(moved);
    expect(await late(enterAnother, 'POST', '/api/captacao/idiomas', 'application/json', LANGUAGE)).toMatchObject(moved);
    expect(await late(async () => undefined, 'POST', '/api/arquivos', MULTIPART, FILE)).toMatchObject({ status: 201 });
    expect(await app.db.one({ text: `select 1 from idiomas where nome = 'Tardio'` })).toBeUndefined();
  });
});

describe('own data', () => {
  it('change with the present password alone, and are audited', async () => {
    const user = await app.login(0);
    const own = { nome: 'Mariana Borges Lima', email: 'mariana@exemplo.com.br' };
    expect(await user('PUT', '/api/userinfo/dados', { ...own, senha: 'errada' })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'senha' }] },
    });
    expect(await user('PUT', '/api/userinfo/dados', { nome: '', email: 'x', senha: DEMO_PASSWORD })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'nome' }, { field: 'email' }] },
    });
    expect((await user('PUT', '/api/userinfo/dados', { ...own, senha: DEMO_PASSWORD })).status).toBe(200);
    expect((await user('GET', '/api/userinfo')).body).toMatchObject({ usuario: { nome: own.nome } });
    const trail = await app.db.one<{ mudancas: object }>({
      text: `select mudancas from auditoria where tabela = 'usuarios' order by id desc limit 1`,
    });
    expect(trail?.mudancas).toMatchObject({ email: [expect.anything(), own.email] });
    await app.db.query({ text: 'delete from tentativas' });
  });
});

describe('nobody can grant what they lack', () => {
  it('so neither a profile nor a user gets it', async () => {
    const manager = {
      autoridades: [
        'ROLE_CAD_PERFIL',
        'ROLE_CAD_PERFIL_EDITAR',
        'ROLE_CAD_USUARIO',
        'ROLE_CAD_USUARIO_EDITAR',
        'ROLE_VER_DOCUMENTOS',
        'ROLE_CAD_ESTADO',
      ],
    };
    const admin = await app.login(0);
    const profile = (await admin('POST', '/api/utilitario/perfis', { nome: 'Chefe', ativo: true, ...manager })).body as {
      id: number;
    };
    const boss = (await admin('GET', '/api/utilitario/perfis?page=0&busca=Administrador')).body as { content: { id: number }[] };
    await app.db.query({
      text: 'update usuarios_acessos set perfil_id = $1 where registro_id = (select id from usuarios where cpf = $2)',
      values: [profile.id, DEMO_LOGINS[2].cpf.replace(/\D/g, '')],
    });
    await app.db.query({ text: 'update versao_acessos set versao = versao + 1' });
    const chief = await app.login(2);
    expect(
      (await chief('POST', '/api/utilitario/perfis', { nome: 'Meu', ativo: true, autoridades: ['ROLE_CAD_ESTADO'] })).status,
    ).toBe(201);
    expect(
      await chief('POST', '/api/utilitario/perfis', { nome: 'Demais', ativo: true, autoridades: ['ROLE_CAD_EMPRESA_EDITAR'] }),
    ).toMatchObject({ status: 403 });
    expect(
      await chief('POST', '/api/utilitario/usuarios', {
        nome: 'Eu',
        cpf: '390.533.447-05',
        ativo: true,
        acessos: [{ empresa: app.empresas[0], perfil: boss.content[0]?.id }],
      }),
    ).toMatchObject({ status: 403 });
    expect(
      (
        await chief('POST', '/api/utilitario/usuarios', {
          nome: 'Eu',
          cpf: '390.533.447-05',
          ativo: true,
          acessos: [{ empresa: app.empresas[0], perfil: profile.id }],
        })
      ).status,
    ).toBe(201);
  });
});

describe('an authority of a newer version', () => {
  it('goes to the profiles of full administrators, and to no other', async () => {
    expect(await grantNewAuthorities(app.db, ['ROLE_CAD_ESTADO'])).toBe(0);
    await app.db.query({
      text: `insert into perfis (nome, ativo, autoridades) values ('Não abre perfis', true, '{ROLE_GERAL_TODAS_EMPRESAS,ROLE_CAD_PERFIL_EDITAR}')`,
    });
    expect(await grantNewAuthorities(app.db, ['ROLE_CAD_ESTADO', 'ROLE_CAD_NOVIDADE'])).toBe(1);
    const holders = await app.db.query<{ nome: string }>({
      text: `select nome from perfis where 'ROLE_CAD_NOVIDADE' = any(autoridades)`,
    });
    expect(holders).toEqual([{ nome: 'Administrador' }]);
    expect(await grantNewAuthorities(app.db, ['ROLE_CAD_ESTADO', 'ROLE_CAD_NOVIDADE'])).toBe(0);
  });
});

describe('the database', () => {
  it('is as the declarations ask', async () => {
    expect(await diff(app.db.owner, declaredTables())).toEqual([]);
  });

  it('keeps the audit trail from being changed', async () => {
    await app.db.query({ text: `insert into auditoria (tabela, registro_id, acao) values ('x', 1, 'I')` });
    await expect(app.db.query({ text: `update auditoria set tabela = 'y'` })).rejects.toThrow(/auditoria/);
    await expect(app.db.query({ text: 'delete from auditoria' })).rejects.toThrow(/auditoria/);
    await expect(app.db.query({ text: 'truncate auditoria' })).rejects.toThrow(/auditoria/);
  });
});

describe('the documentation', () => {
  it('lists every route with its authority, for programs and for people', async () => {
    const page = await send(app.app, { method: 'GET', url: '/api/docs' });
    expect(page.status).toBe(200);
    const text = (page.body as Buffer).toString();
    for (const { url } of operations.slice(0, 20)) expect(text).toContain(url.split('/').slice(0, 4).join('/'));
    expect((await send(app.app, { method: 'GET', url: '/api/openapi.json' })).body).toMatchObject({ openapi: '3.1.0' });
  });
});
