import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DEMO_CANDIDATE } from './demo-users.server.ts';
import { openTestApp, send, type TestApp } from './test-app.server.ts';

let app: TestApp;
let cookie = '';
let id = 0;
let hash = '';

const form = { 'content-type': 'application/x-www-form-urlencoded' };
const enter = (senha = DEMO_CANDIDATE.senha, empresaId: unknown = app.empresas[0]) =>
  send(app.app, {
    method: 'POST',
    url: '/api/externo/login',
    headers: form,
    payload: new URLSearchParams({ cpf: DEMO_CANDIDATE.cpf, senha, empresaId: String(empresaId) }).toString(),
  });
const call = (method: 'GET' | 'PUT' | 'PATCH' | 'POST', url: string, payload?: object, as = cookie) =>
  send(app.app, { method, url, ...(payload ? { payload } : {}), headers: { cookie: as } });
const cookieOf = (answer: { headers: Record<string, unknown> }) => String(answer.headers['set-cookie']).split(';')[0] as string;

/** The password of the demonstration, which nobody may choose. */
const restore = () => app.db.query({ text: 'update contas_externas set hash = $1', values: [hash] });

beforeAll(async () => {
  app = await openTestApp();
  hash = (await app.db.one<{ hash: string }>({ text: 'select hash from contas_externas' }))?.hash ?? '';
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.db.query({ text: 'delete from tentativas' });
  const answer = await enter();
  cookie = cookieOf(answer);
  id = (answer.body as { id: number }).id;
});

describe('the external area', () => {
  it('lets the candidate in with a form, as the spec sends it, and tells who is inside', async () => {
    const info = await call('GET', '/api/externo/userinfo');
    expect(info.body).toMatchObject({
      autenticado: true,
      usuario: { id, nome: DEMO_CANDIDATE.nome },
      empresa: { id: app.empresas[0] },
    });
    expect(JSON.stringify(info.body)).not.toContain('hash');
  });

  it('says the same of a wrong password, an unknown CPF and another company', async () => {
    const wrong = await enter('errada');
    expect(wrong).toMatchObject({ status: 401, body: { code: 'CREDENCIAIS_INVALIDAS' } });
    expect((await enter(DEMO_CANDIDATE.senha, app.empresas[1])).body).toEqual(wrong.body);
    expect(await enter(DEMO_CANDIDATE.senha, 'abc')).toMatchObject({ status: 400 });
  });

  it('shuts after five failures without shutting the internal login of the same CPF', async () => {
    for (let n = 0; n < 5; n++) await enter('errada');
    expect(await enter()).toMatchObject({ status: 429 });
    const internal = await send(app.app, {
      method: 'POST',
      url: '/api/login',
      payload: { cpf: DEMO_CANDIDATE.cpf, senha: 'errada' },
    });
    expect(internal.status).toBe(401);
  });

  it('opens nothing inside to a candidate, and nothing of a candidate to a user', async () => {
    expect(await call('GET', '/api/geral/estados')).toMatchObject({ status: 401 });
    const user = await app.login(0);
    expect(await user('GET', `/api/externo/candidatos/${id}`)).toMatchObject({ status: 401 });
  });

  it("answers 404 for another candidate's id, whatever it looks like", async () => {
    for (const other of [id + 1, 0, 'abc', `${id}%20`, `0${id}`])
      expect(await call('GET', `/api/externo/candidatos/${other}`), String(other)).toMatchObject({ status: 404 });
  });

  it('saves the own data under a version and leaves a trail', async () => {
    const before = (await call('GET', `/api/externo/candidatos/${id}`)).body as { versao: number };
    const change = { nome: 'Tainá Sampaio', email: 'taina@exemplo.com.br', versao: before.versao, senha: DEMO_CANDIDATE.senha };
    expect(await call('PUT', `/api/externo/candidatos/${id}`, change)).toMatchObject({
      status: 200,
      body: { nome: 'Tainá Sampaio' },
    });
    expect(await call('PUT', `/api/externo/candidatos/${id}`, change)).toMatchObject({ status: 409 });
    expect(await call('PUT', `/api/externo/candidatos/${id}`, { nome: '', email: 'x' })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'nome' }, { field: 'email' }] },
    });
    const trail = await app.db.query({
      text: `select 1 from auditoria where tabela = 'contas_externas' and registro_id = $1`,
      values: [id],
    });
    expect(trail).toHaveLength(1);
  });

  it('RUL-096: changes the password, ends the other sessions and wants both to be equal', async () => {
    const other = cookieOf(await enter());
    const path = `/api/externo/candidatos/${id}/alterar-senha`;
    expect(
      await call('PATCH', path, { senha: DEMO_CANDIDATE.senha, novaSenha: 'Nova#2026a', confNovaSenha: 'outra' }),
    ).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'confNovaSenha', message: 'As senhas devem ser iguais' }] },
    });
    const done = await call('PATCH', path, { senha: DEMO_CANDIDATE.senha, novaSenha: 'Nova#2026a', confNovaSenha: 'Nova#2026a' });
    expect(done.status).toBe(204);
    expect((await call('GET', `/api/externo/candidatos/${id}`, undefined, other)).status).toBe(401);
    const now = cookieOf(done);
    expect((await call('GET', `/api/externo/candidatos/${id}`, undefined, now)).status).toBe(200);
    const back = { senha: 'Nova#2026a', novaSenha: DEMO_CANDIDATE.senha, confNovaSenha: DEMO_CANDIDATE.senha };
    expect(await call('PATCH', path, back, now)).toMatchObject({ status: 400, body: { errors: [{ field: 'novaSenha' }] } });
    await restore();
  });

  it('mails a link that sets the password once, and answers alike for unknown people', async () => {
    const ask = (cpf: string) => call('PUT', '/api/externo/candidatos/recuperar-senha', { cpf, empresaId: app.empresas[0] }, '');
    const known = await ask(DEMO_CANDIDATE.cpf);
    expect(known).toMatchObject({ status: 202 });
    expect((await ask('529.982.247-25')).body).toEqual(known.body);
    await app.work();
    const mail = await app.db.one<{ texto: string }>({
      text: `select texto from emails where assunto like '%candidato%' order by id desc limit 1`,
    });
    const token = /token=([\w-]+)/.exec(mail?.texto ?? '')?.[1];
    const reset = { token, senha: 'Canoa-Verde-58', confSenha: 'Canoa-Verde-58' };
    expect((await call('POST', '/api/externo/redefinir', reset, '')).status).toBe(204);
    expect(await call('POST', '/api/externo/redefinir', reset, '')).toMatchObject({
      status: 400,
      body: { code: 'CHAVE_INVALIDA' },
    });
    await restore();
  });

  it('ends at logout', async () => {
    expect((await call('POST', '/api/externo/userinfo/logout')).status).toBe(204);
    expect((await call('GET', '/api/externo/userinfo')).body).toMatchObject({ autenticado: false });
  });
});
