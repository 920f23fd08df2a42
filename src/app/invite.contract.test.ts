import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { moveVersion } from '#platform/authority/access.server.ts';
import { ALL_COMPANIES } from '#platform/authority/perfis.registry.ts';
import { authorities } from './declared.server.ts';
import { DEMO_CANDIDATE, DEMO_LOGINS } from './demo-users.server.ts';
import { type Client, done, openTestApp, type Row, send, type TestApp } from './test-app.server.ts';

const USUARIOS = '/api/utilitario/usuarios';
const CAIXA = '/api/utilitario/caixa-saida';
const SENHA = 'Jabuticaba#77';
const CPFS = ['390.533.447-05', '168.995.350-09', '714.287.938-60', '863.288.190-64', '935.411.347-80', '453.178.287-91'];

let app: TestApp;
let admin: Client;
let perfil = 0;
let next = 0;

beforeAll(async () => {
  app = await openTestApp();
  admin = await app.login(0);
  perfil = await profile('Consulta', ['ROLE_CAD_ESTADO']);
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.db.query(sql`delete from emails`);
  await app.db.query(sql`delete from tentativas`);
  await app.db.query(sql`delete from recuperacoes`);
});

async function profile(nome: string, names: readonly string[]): Promise<number> {
  const row = await app.db.one<Row>(
    sql`insert into perfis (nome, ativo, autoridades) values (${`${nome} ${Math.random()}`}, true, ${[...names]}) returning id`,
  );
  return row?.id as number;
}

const emails = () =>
  app.db.query<{ para: string; texto: string; tipo: string; dias: number; empresa: number }>(
    sql`select para, texto, tipo, round(extract(epoch from vale_ate - now()) / 86400)::int as dias, empresa_id as empresa from emails order by id`,
  );
const tokenOf = (text = '') => /token=([^\s"<&]+)/.exec(text)?.[1] ?? '';
const links = async (id: number) => (await app.db.query(sql`select 1 from recuperacoes where usuario_id = ${id}`)).length;
const acesso = async (id: number) => (await done(admin, 'GET', `${USUARIOS}/${id}`)).acesso;
const trail = async (id: number) =>
  (
    await app.db.query<{ campos: string[] }>(
      sql`select array(select jsonb_object_keys(mudancas)) as campos from auditoria where tabela = 'usuarios' and registro_id = ${id} and acao = 'A' order by id`,
    )
  ).flatMap(({ campos }) => campos);
const setPassword = (token: string) =>
  send(app.app, { method: 'POST', url: '/api/login/redefinir', payload: { token, senha: SENHA, confSenha: SENHA } });
const enter = (cpf: string) =>
  send(app.app, { method: 'POST', url: '/api/login', payload: { cpf, senha: SENHA, empresaId: app.empresas[0] } });

/** A new user of the first company, who may look at states. */
async function newUser(more: Record<string, unknown> = {}) {
  const cpf = CPFS[next % CPFS.length] as string;
  const n = next++;
  await app.db.query(
    sql`delete from usuarios_acessos where registro_id in (select id from usuarios where cpf = ${cpf.replace(/\D/g, '')})`,
  );
  await app.db.query(sql`delete from usuarios where cpf = ${cpf.replace(/\D/g, '')}`);
  const body = {
    nome: `Convidada ${n}`,
    cpf,
    email: `convidada${n}@exemplo.com.br`,
    ativo: true,
    acessos: [{ empresa: app.empresas[0], perfil }],
    ...more,
  };
  const { id, versao } = await done<Row & { versao: number }>(admin, 'POST', USUARIOS, body);
  return { id, versao, url: `${USUARIOS}/${id}`, body, cpf };
}

describe('a new user', () => {
  it('is invited by mail: one link, for a week, that sets the first password once', async () => {
    const { id, body, cpf } = await newUser();
    const [mail, ...none] = await emails();
    expect([mail?.para, mail?.tipo, mail?.dias, mail?.empresa, none]).toEqual([
      body.email,
      'utilitario/convite-de-acesso',
      7,
      app.empresas[0],
      [],
    ]);
    expect(mail?.texto).toContain('Mariana Borges');
    expect(await acesso(id)).toBe('CONVIDADO');
    const token = tokenOf(mail?.texto);
    expect((await setPassword(token)).status).toBe(204);
    expect(await acesso(id)).toBe('NUNCA_ENTROU');
    expect((await setPassword(token)).body).toMatchObject({ code: 'CHAVE_INVALIDA' });
    expect((await enter(cpf)).status).toBe(200);
    expect(await acesso(id)).toBe('ATIVO');
    expect(await trail(id)).toEqual(['convite', 'senha']);
  });

  it('is invited when they may first enter, and again at a new address, never when inactive or twice', async () => {
    const { id, url, body } = await newUser({ acessos: [] });
    expect([await emails(), await acesso(id)]).toEqual([[], 'NUNCA_ENTROU']);
    const given = { ...body, acessos: [{ empresa: app.empresas[0], perfil }] };
    await done(admin, 'PUT', url, given);
    await done(admin, 'PUT', url, { ...given, nome: 'Outro Nome' });
    expect(await emails()).toHaveLength(1);
    await done(admin, 'PUT', url, { ...given, email: 'nova@exemplo.com.br' });
    expect((await emails()).filter(({ tipo }) => tipo.endsWith('convite-de-acesso')).map(({ para }) => para)).toEqual([
      body.email,
      'nova@exemplo.com.br',
    ]);
    expect(await links(id)).toBe(1);
    await done(admin, 'PUT', url, { ...given, ativo: false });
    expect(await acesso(id)).toBe('INATIVO');
    const inactive = await newUser({ ativo: false });
    expect(await links(inactive.id)).toBe(0);
  });

  it('is found by the state of their access', async () => {
    const { id } = await newUser();
    const listed = async (state: string) =>
      (await done<{ content: Row[] }>(admin, 'GET', `${USUARIOS}?page=0&size=100&acesso=${state}`)).content.map((row) => row.id);
    expect(await listed('CONVIDADO')).toEqual([id]);
    expect(await listed('ATIVO')).not.toContain(id);
  });
});

describe('a link of a user', () => {
  it('is sent again, and the one before ends', async () => {
    const { id, url } = await newUser();
    const [first] = await emails();
    await done(admin, 'POST', `${url}/convidar`);
    expect((await setPassword(tokenOf(first?.texto))).body).toMatchObject({ code: 'CHAVE_INVALIDA' });
    const [, second] = await emails();
    expect([await links(id), second?.tipo, (await setPassword(tokenOf(second?.texto))).status]).toEqual([
      1,
      'utilitario/convite-de-acesso',
      204,
    ]);
  });

  it('is copied once, in place of every other, and the trail says who copied it', async () => {
    const { id, url } = await newUser();
    const [first] = await emails();
    const { link } = await done<{ link: string }>(admin, 'POST', `${url}/copiar-link`);
    expect(link).toMatch(/\/redefinir-senha\?token=/);
    expect((await setPassword(tokenOf(first?.texto))).body).toMatchObject({ code: 'CHAVE_INVALIDA' });
    expect([await links(id), await trail(id)]).toEqual([1, ['convite', 'link']]);
    const told = await done<unknown[]>(admin, 'GET', `${url}/historico`);
    expect(JSON.stringify(told)).not.toContain(tokenOf(link));
    expect((await setPassword(tokenOf(link))).status).toBe(204);
  });

  it('sets a new password at the request of an administrator: the old one and its sessions end with it', async () => {
    const { id, url, cpf } = await newUser();
    await setPassword(tokenOf((await emails())[0]?.texto));
    await enter(cpf);
    await done(admin, 'POST', `${url}/redefinir-senha`);
    const mail = (await emails()).at(-1);
    expect([mail?.tipo, mail?.texto.includes('2 horas')]).toEqual(['utilitario/redefinicao-de-senha', true]);
    const sessions = () => app.db.query(sql`select 1 from sessoes where usuario_id = ${id}`);
    expect(await sessions()).toHaveLength(1);
    const payload = { token: tokenOf(mail?.texto), senha: 'Carambola#88', confSenha: 'Carambola#88' };
    expect((await send(app.app, { method: 'POST', url: '/api/login/redefinir', payload })).status).toBe(204);
    expect(await sessions()).toHaveLength(0);
    expect((await admin('POST', `${url}/convidar`)).body).toMatchObject({ code: 'JA_ENTROU' });
  });

  it('is refused in a sentence to one’s own account, to the inactive, to who may enter nowhere or has no address', async () => {
    const code = async (url: string, deed = 'convidar') =>
      ((await admin('POST', `${url}/${deed}`)).body as { code: string }).code;
    const me = await app.db.one<Row>(sql`select id from usuarios where cpf = ${DEMO_LOGINS[0].cpf.replace(/\D/g, '')}`);
    for (const deed of ['convidar', 'copiar-link', 'redefinir-senha'])
      expect(await code(`${USUARIOS}/${me?.id}`, deed)).toBe('PROPRIO_USUARIO');
    const { id: _, ...eu } = (await admin('GET', `${USUARIOS}/${me?.id}`)).body as Row;
    expect(await admin('PUT', `${USUARIOS}/${me?.id}`, { ...eu, cpf: '98765432100' })).toMatchObject({
      status: 403,
      body: { code: 'PROPRIO_USUARIO' },
    });
    expect(await code((await newUser({ ativo: false })).url)).toBe('USUARIO_INATIVO');
    expect(await code((await newUser({ acessos: [] })).url)).toBe('SEM_ACESSO');
    const unreachable = await newUser({ email: null });
    expect(await code(unreachable.url)).toBe('SEM_EMAIL');
    expect((await admin('POST', `${unreachable.url}/copiar-link`)).status).toBe(200);
    expect((await admin('POST', `${USUARIOS}/999999/convidar`)).status).toBe(404);
  });

  it('is made a few times, then the door is shut for a while', async () => {
    const { url } = await newUser();
    const statuses: number[] = [];
    for (let n = 0; n < 6; n++) statuses.push((await admin('POST', `${url}/convidar`)).status);
    expect(statuses).toEqual([204, 204, 204, 204, 204, 429]);
  });
});

describe('several users', () => {
  interface Answer {
    convidados: Row[];
    links: (Row & { nome: string; link: string })[];
    fora: (Row & { nome: string | null; message: string })[];
  }
  it('without a mail server each gets a link of their own, and who may not have one is said with the reason', async () => {
    const [first, second] = [await newUser(), await newUser({ email: null })];
    const entered = await newUser();
    await setPassword(tokenOf((await emails()).at(-1)?.texto));
    await enter(entered.cpf);
    const none = await newUser({ acessos: [] });
    const me = await app.db.one<Row>(sql`select id from usuarios where cpf = ${DEMO_LOGINS[0].cpf.replace(/\D/g, '')}`);
    const held = (await emails()).length;
    const ids = [first.id, second.id, first.id, entered.id, none.id, me?.id, 999_999];
    const answer = await done<Answer>(admin, 'POST', `${USUARIOS}/convidar`, { ids });
    expect([answer.links.map(({ id }) => id), answer.convidados]).toEqual([[first.id, second.id], []]);
    expect(answer.fora.map(({ id, message }) => [id, message.slice(0, 30)])).toEqual([
      [entered.id, 'Este usuário já entrou no sist'],
      [none.id, 'Este usuário não entra em nenh'],
      [me?.id, 'A sua própria senha você muda '],
      [999_999, 'Este usuário não existe, ou nã'],
    ]);
    expect((await emails()).length).toBe(held);
    for (const { link } of answer.links) expect((await setPassword(tokenOf(link))).status).toBe(204);
  });

  it('no list, an endless one or hostile ids are refused in a sentence', async () => {
    for (const ids of [undefined, [], ['x'], [-1], [1.5], Array.from({ length: 201 }, (_, n) => n + 1), 'todos'])
      expect((await admin('POST', `${USUARIOS}/convidar`, { ids })).status).toBe(400);
  });

  it('who edits users invites nobody who may more than they do, nor sees the name of whom they do not see', async () => {
    const { id } = await newUser({ nome: 'Nome Oculto', acessos: [{ empresa: app.empresas[1], perfil }] });
    const user = await app.db.one<Row>(sql`select id from usuarios where cpf = ${DEMO_LOGINS[1].cpf.replace(/\D/g, '')}`);
    await app.db.query(sql`delete from usuarios_acessos where registro_id = ${user?.id}`);
    const weak = await profile('P', ['ROLE_CAD_USUARIO', 'ROLE_CAD_USUARIO_EDITAR']);
    await app.db.query(
      sql`insert into usuarios_acessos (registro_id, ordem, empresa_id, perfil_id) values (${user?.id}, 0, ${app.empresas[0]}, ${weak})`,
    );
    await moveVersion(app.db);
    const client = await app.login(1);
    const seen = await newUser();
    const answer = await done<Answer>(client, 'POST', `${USUARIOS}/convidar`, { ids: [id, seen.id] });
    expect([answer.links, answer.convidados]).toEqual([[], []]);
    expect(answer.fora.map(({ nome }) => nome)).toEqual([null, expect.stringMatching(/^Convidada/)]);
  });
});

it('one’s own row offers no link', async () => {
  const me = await app.db.one<Row>(sql`select id from usuarios where cpf = ${DEMO_LOGINS[0].cpf.replace(/\D/g, '')}`);
  const { acoes } = await done<{ acoes: string[] }>(admin, 'GET', `${USUARIOS}/${me?.id}`);
  expect(acoes).toEqual(expect.not.arrayContaining(['convidar', 'reenviar-convite', 'redefinir-senha', 'copiar-link']));
  const { acoes: others } = await done<{ acoes: string[] }>(admin, 'GET', (await newUser()).url);
  expect(others).toContain('copiar-link');
});

it('a message that is held with a link that has ended is not sent any more, and says why', async () => {
  const { url } = await newUser();
  await app.db.query(sql`update emails set estado = 'RETIDO'`);
  const states = async () =>
    (await app.db.query<{ estado: string; erro: string | null }>(sql`select estado, erro from emails order by id`)).map(
      ({ estado, erro }) => [estado, erro?.slice(0, 30) ?? null],
    );
  expect(await states()).toEqual([['RETIDO', null]]);
  await done(admin, 'POST', `${url}/convidar`);
  const ended = ['FALHOU', 'O link desta mensagem não vale'];
  expect(await states()).toEqual([ended, ['PENDENTE', null]]);
  const [first, second] = await app.db.query<Row>(sql`select id from emails order by id`);
  expect((await admin('POST', `${CAIXA}/${first?.id}/reenviar`)).body).toMatchObject({ code: 'MENSAGEM_VENCIDA' });
  await setPassword(tokenOf((await emails())[1]?.texto));
  expect([(await states())[1], second?.id]).toEqual([ended, expect.any(Number)]);
});

it('a candidate’s link is copied from the message that waits with it, by who reads the outbox and hands links over', async () => {
  const payload = { cpf: DEMO_CANDIDATE.cpf, empresaId: app.empresas[0] };
  await send(app.app, { method: 'PUT', url: '/api/externo/candidatos/recuperar-senha', payload });
  await app.work();
  const [waiting] = (await done<{ content: Row[] }>(admin, 'GET', `${CAIXA}?page=0&size=5`)).content;
  const url = `${CAIXA}/${waiting?.id}`;
  expect(waiting).toMatchObject({ acoes: ['copiar-link'] });
  const some = await app.loginWithout(1, (name) => name === 'ROLE_CAD_USUARIO_EDITAR');
  expect((await some('POST', `${url}/copiar-link`)).status).toBe(403);
  expect((await (await app.loginWithout(1, (name) => name === ALL_COMPANIES))('POST', `${url}/copiar-link`)).status).toBe(404);
  const { link } = await done<{ link: string }>(admin, 'POST', `${url}/copiar-link`);
  expect(link).toMatch(/\/externo\/redefinir-senha\?empresaId=\d+&token=/);
  expect(await done(admin, 'GET', url)).toMatchObject({ estado: 'FALHOU', acoes: [] });
  expect((await admin('POST', `${url}/copiar-link`)).body).toMatchObject({ code: 'SEM_LINK' });
  const reset = { token: tokenOf(link), senha: SENHA, confSenha: SENHA };
  expect((await send(app.app, { method: 'POST', url: '/api/externo/redefinir', payload: reset })).status).toBe(204);
  // Nobody has read the mailbox for it.
  const provada = sql`select from contas_externas where cpf = ${DEMO_CANDIDATE.cpf.replace(/\D/g, '')} and email_provado_em is not null`;
  expect(await app.db.query(provada)).toEqual([]);
});

describe('nobody makes a link', () => {
  const deeds = ['convidar', 'copiar-link', 'redefinir-senha'];
  const RIGHTS = ['ROLE_CAD_USUARIO', 'ROLE_CAD_USUARIO_EDITAR', 'ROLE_CAD_ESTADO'];
  const statuses = async (client: Client, url: string) => {
    await app.db.query(sql`delete from tentativas`);
    return Promise.all(deeds.map(async (deed) => (await client('POST', `${url}/${deed}`)).status));
  };
  /** User 1 holds these profiles, by company. */
  async function holding(...held: [number, readonly string[]][]): Promise<Client> {
    const user = await app.db.one<Row>(sql`select id from usuarios where cpf = ${DEMO_LOGINS[1].cpf.replace(/\D/g, '')}`);
    await app.db.query(sql`delete from usuarios_acessos where registro_id = ${user?.id}`);
    for (const [index, [empresa, names]] of held.entries())
      await app.db.query(
        sql`insert into usuarios_acessos (registro_id, ordem, empresa_id, perfil_id) values (${user?.id}, ${index}, ${empresa}, ${await profile('P', names)})`,
      );
    await moveVersion(app.db);
    return app.login(1, held[0]?.[0]);
  }

  it('without the right to edit users', async () => {
    const { url } = await newUser();
    const reader = await holding([app.empresas[0] as number, ['ROLE_CAD_USUARIO', 'ROLE_CAD_ESTADO']]);
    expect(await statuses(reader, url)).toEqual([403, 403, 403]);
    expect((await done(reader, 'GET', url)).acoes).toEqual(['por-que']);
  });

  it('of somebody who may more than they do', async () => {
    const strong = await profile('Forte', [...RIGHTS, 'ROLE_CAD_PERFIL']);
    const { id, url } = await newUser({ acessos: [{ empresa: app.empresas[0], perfil: strong }] });
    const before = (await emails()).length;
    expect(await statuses(await holding([app.empresas[0] as number, RIGHTS]), url)).toEqual([403, 403, 403]);
    expect([(await emails()).length, await links(id)]).toEqual([before, 1]);
    const weak = await holding([app.empresas[0] as number, RIGHTS]);
    for (let n = 0; n < 6; n++) expect((await weak('POST', `${url}/copiar-link`)).status).toBe(403);
    const equal = await holding([app.empresas[0] as number, [...RIGHTS, 'ROLE_CAD_PERFIL']]);
    // What was refused shuts no door to others.
    expect((await equal('POST', `${url}/copiar-link`)).status).toBe(200);
  });

  it('of somebody who works in a company that they do not administer', async () => {
    const [first, second] = app.empresas as [number, number];
    const { url } = await newUser({
      acessos: [
        { empresa: first, perfil },
        { empresa: second, perfil },
      ],
    });
    expect(await statuses(await holding([first, RIGHTS], [second, ['ROLE_CAD_ESTADO']]), url)).toEqual([403, 403, 403]);
    expect((await (await holding([first, RIGHTS], [second, RIGHTS]))('POST', `${url}/convidar`)).status).toBe(204);
    const stranger = await holding([second, RIGHTS]);
    const { url: elsewhere } = await newUser();
    expect(await statuses(stranger, elsewhere)).toEqual([404, 404, 404]);
  });

  it('of a candidate whose account is joined to one of a company where they edit no users', async () => {
    const [first, second] = app.empresas as [number, number];
    const CPF_DO_CANDIDATO = DEMO_CANDIDATE.cpf.replace(/\D/g, '');
    const { id } = await app.db.only<{ id: number }>(sql`
      insert into contas_externas (empresa_id, cpf, nome, email, hash) select ${second}, cpf, nome, email, hash from contas_externas
      where cpf = ${CPF_DO_CANDIDATO} and empresa_id = ${first} returning id`);
    await app.db.query(sql`delete from tentativas`);
    await send(app.app, {
      method: 'PUT',
      url: '/api/externo/candidatos/recuperar-senha',
      payload: { cpf: CPF_DO_CANDIDATO, empresaId: second },
    });
    await app.work();
    const { mensagem } = await app.db.only<{ mensagem: number }>(sql`
      select m.id as mensagem from emails m join recuperacoes_externas r on r.chave = m.link_chave where r.conta_id = ${id}`);
    const reads = ['ROLE_CAD_CAIXA_SAIDA', ...RIGHTS];
    const copies = async () =>
      (
        await (
          await holding([second, reads], [second, [ALL_COMPANIES, 'ROLE_CAD_CAIXA_SAIDA']])
        )('POST', `${CAIXA}/${mensagem}/copiar-link`)
      ).status;
    await app.db.query(sql`
      with uma as (insert into identidades_externas default values returning id)
      update contas_externas set identidade_id = (select id from uma) where cpf = ${CPF_DO_CANDIDATO}`);
    expect(await copies()).toBe(403);
    await app.db.query(sql`update contas_externas set identidade_id = null where id = ${id}`);
    expect(await copies()).toBe(200);
  });

  it('of somebody whose rights reach every company, with the same rights in one company alone', async () => {
    const everywhere = await profile('Todas', [ALL_COMPANIES, ...authorities.keys()]);
    const { url } = await newUser({ acessos: [{ empresa: app.empresas[0], perfil: everywhere }] });
    const mixed = await holding(
      [app.empresas[0] as number, [...authorities.keys()].filter((name) => name !== ALL_COMPANIES)],
      [app.empresas[0] as number, [ALL_COMPANIES]],
    );
    expect(await statuses(mixed, url)).toEqual([403, 403, 403]);
  });
});

describe('a live token', () => {
  it('is not readable in the outbox: not in a message, the list, an export or the trail', async () => {
    await newUser();
    const payload = { cpf: DEMO_LOGINS[2].cpf };
    await send(app.app, { method: 'POST', url: '/api/login/recuperar', payload });
    await app.work();
    const tokens = (await emails()).map(({ texto }) => tokenOf(texto));
    expect(tokens).toEqual([expect.stringMatching(/.{20}/), expect.stringMatching(/.{20}/)]);
    const { content } = await done<{ content: Row[] }>(admin, 'GET', `${CAIXA}?page=0&size=50`);
    const shown = [
      content,
      ...(await Promise.all(content.map(({ id }) => done(admin, 'GET', `${CAIXA}/${id}`)))),
      ...(await Promise.all(content.map(({ id }) => admin('GET', `${CAIXA}/${id}/historico`)))),
      String((await admin('GET', `${CAIXA}/exportar?formato=csv`)).body),
      await app.db.query(sql`select mudancas from auditoria`),
    ];
    for (const one of shown) for (const token of tokens) expect(JSON.stringify(one)).not.toContain(token);
    const [first] = content;
    expect((await done(admin, 'GET', `${CAIXA}/${first?.id}`)).texto).toContain('/redefinir-senha?token=•••');
  });
});

it('notices tell of messages that wait only to those who may read them', async () => {
  await newUser();
  await app.db.query(sql`update emails set estado = 'RETIDO'`);
  const notices = (client: Client) => done<{ codigo: string }[]>(client, 'GET', '/api/geral/avisos');
  expect((await notices(admin)).map(({ codigo }) => codigo)).toContain('SEM_SMTP');
  const other = await app.loginWithout(2, (authority) => authority === ALL_COMPANIES);
  expect(await done(other, 'GET', CAIXA)).toEqual([]);
  expect(await notices(other)).toEqual([]);
});

it('the browser learns whether mails go out', async () => {
  expect((await done(admin, 'GET', '/api/userinfo')).enviaEmail).toBe(false);
});
