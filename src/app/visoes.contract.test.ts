import { afterAll, beforeAll, expect, it } from 'vitest';
import { MASK } from '#kit/fields/sensitive.ts';
import type { ListViews } from '#kit/query/saved-view.ts';
import { until } from './server-process.server.ts';
import { type Client, done, openTestApp, type TestApp } from './test-app.server.ts';

let app: TestApp;
let admin: Client;
let other: Client;
/** sees neither documents nor salaries, and shares nothing */
let plain: Client;

const TALENTOS = 'gestao-talentos/talentos';

beforeAll(async () => {
  app = await openTestApp();
  admin = await app.login(0);
  other = await app.login(0, app.empresas[1]);
  plain = await app.loginWithout(1, (authority) => authority.startsWith('ROLE_VER_') || authority === 'ROLE_COMPARTILHAR_VISAO');
});
afterAll(() => app.close());

const views = (client: Client, cadastro = TALENTOS) => done<ListViews>(client, 'GET', `/api/visoes?cadastro=${cadastro}`);
const named = async (client: Client, nome: string) => (await views(client)).visoes.find((view) => view.nome === nome);
const save = (client: Client, body: object) => client('POST', '/api/visoes', { cadastro: TALENTOS, ...body });

it('a view keeps what the list has of it: columns and filters that are no more are left out', async () => {
  const query = 'busca=ana&situacao=A&inventado=1&vinculo=XX&page=7&sort=nome,desc';
  expect((await save(admin, { nome: 'Anas', query, colunas: ['nome', 'inventada', 'sexo', 'nome'] })).status).toBe(201);
  const view = await named(admin, 'Anas');
  expect(view).toMatchObject({ colunas: ['nome', 'sexo'], minha: true, compartilhada: false, favorita: false, padrao: false });
  expect(Object.fromEntries(new URLSearchParams(view?.query))).toEqual({ busca: 'ana', situacao: 'A', sort: 'nome,desc' });
});

it('a view is as short as an address may be, also where its text becomes longer in one', async () => {
  expect(await save(admin, { nome: 'Longa', query: `busca=${'あ'.repeat(900)}` })).toMatchObject({
    status: 400,
    body: { errors: [{ field: 'query', message: 'Filtros deve ter no máximo 8000 caracteres' }] },
  });
});

it('a personal view is of one user in one company; a shared one is seen by all of the company', async () => {
  await save(admin, { nome: 'Só minha', query: '' });
  await save(admin, { nome: 'De todos', query: '', compartilhada: true });
  expect(await named(plain, 'Só minha')).toBeUndefined();
  expect(await named(plain, 'De todos')).toMatchObject({ minha: false, compartilhada: true });
  expect(await named(other, 'Só minha')).toBeUndefined();
  expect(await named(other, 'De todos')).toBeUndefined();
});

it('a shared view tells nobody of columns, filters or an order that they may not see', async () => {
  const query = 'salarioAtualIni=9000&situacao=A&sort=salarioAtual,desc';
  await save(admin, { nome: 'Altos', query, colunas: ['nome', 'salarioAtual'], compartilhada: true });
  expect(await named(admin, 'Altos')).toMatchObject({ colunas: ['nome', 'salarioAtual'] });
  const seen = await named(plain, 'Altos');
  expect(seen).toMatchObject({ colunas: ['nome'], query: 'situacao=A' });
  expect(JSON.stringify(seen)).not.toContain('salario');
});

// ADR 41
it('who shares and does not see all of a view leaves it, when they save, what they do not see', async () => {
  const sharer = await app.loginWithout(2, (authority) => authority === 'ROLE_VER_SALARIO');
  const write = async (id: number, body: object) => {
    await done(sharer, 'PUT', `/api/visoes/${id}`, { nome: 'Da folha', compartilhada: true, ...body });
    const { colunas, query } = (await named(admin, 'Da folha')) ?? {};
    return [colunas, query];
  };
  const { id } = (
    await save(admin, {
      nome: 'Da folha',
      query: 'salarioAtualIni=9000&situacao=A&sort=salarioAtual,desc',
      colunas: ['nome', 'salarioAtual', 'situacao'],
      compartilhada: true,
    })
  ).body as { id: number };
  expect(await named(sharer, 'Da folha')).toMatchObject({ colunas: ['nome', 'situacao'], query: 'situacao=A' });
  expect(await write(id, { query: 'situacao=D', colunas: ['situacao', 'nome', 'matricula'] })).toEqual([
    ['situacao', 'nome', 'salarioAtual', 'matricula'],
    'sort=salarioAtual%2Cdesc&salarioAtualIni=9000&situacao=D',
  ]);
  // Another order is theirs to choose, and a filter that they see is theirs to take away; nor do they write what they do not see.
  expect(await write(id, { query: 'sort=nome,desc&salarioAtualIni=1', colunas: ['nome'] })).toEqual([
    ['nome', 'salarioAtual'],
    'sort=nome%2Cdesc&salarioAtualIni=9000',
  ]);
  const report = (
    await save(admin, {
      cadastro: 'gestao-talentos/relatorios/talento-dinamico',
      nome: 'Folha deles',
      query: 'agruparPor=areaAtual&ordenarPor=salarioAtual',
      colunas: ['salarioAtual', 'nome'],
      compartilhada: true,
    })
  ).body as { id: number };
  await done(sharer, 'PUT', `/api/visoes/${report.id}`, {
    nome: 'Folha deles',
    query: 'agruparPor=cargoAtual',
    colunas: ['nome'],
    compartilhada: true,
  });
  expect(
    (await views(admin, 'gestao-talentos/relatorios/talento-dinamico')).visoes.find(({ nome }) => nome === 'Folha deles'),
  ).toMatchObject({ colunas: ['salarioAtual', 'nome'], query: 'agruparPor=cargoAtual&ordenarPor=salarioAtual' });
  await done(admin, 'DELETE', `/api/visoes/${id}`);
  await done(admin, 'DELETE', `/api/visoes/${report.id}`);
});

it('sharing needs its authority, as do the change and removal of a shared view; a personal one of others is not there', async () => {
  expect((await save(plain, { nome: 'Minha', query: '', compartilhada: true })).status).toBe(403);
  const shared = (await named(admin, 'De todos'))?.id;
  const personal = (await named(admin, 'Só minha'))?.id;
  const body = { nome: 'Outra', query: '', compartilhada: true };
  expect((await plain('PUT', `/api/visoes/${shared}`, body)).status).toBe(403);
  expect((await plain('DELETE', `/api/visoes/${shared}`)).status).toBe(403);
  for (const [method, path] of [
    ['PUT', ''],
    ['DELETE', ''],
    ['PUT', '/uso'],
  ] as const)
    expect(
      (await plain(method, `/api/visoes/${personal}${path}`, { ...body, favorita: true, padrao: true })).status,
      method + path,
    ).toBe(404);
  expect((await other('DELETE', `/api/visoes/${shared}`)).status).toBe(404);
  expect((await views(plain)).visoes.map(({ nome }) => nome)).toContain('De todos');
});

it('a shared view that its maker takes back is not written by somebody who shares', async () => {
  const { id } = (await save(admin, { nome: 'Nossa', compartilhada: true })).body as { id: number };
  const sharer = await app.loginWithout(2, () => false);
  let written: Promise<{ status: number }> | undefined;
  await app.db.tx(async (tx) => {
    await tx.query({ text: `update visoes set compartilhada = false, nome = 'Minha' where id = $1`, values: [id] });
    written = sharer('PUT', `/api/visoes/${id}`, {
      nome: 'Dela',
      compartilhada: true,
      query: '',
      colunas: null,
      densidade: null,
    });
    await until(
      async () =>
        (await app.db.one({
          text: `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' limit 1`,
        })) !== undefined,
    );
  });
  expect((await written)?.status).toBe(404);
  expect(await named(admin, 'Minha')).toMatchObject({ compartilhada: false });
  await admin('DELETE', `/api/visoes/${id}`);
});

it('each user has favourites and one view with which the list opens', async () => {
  const [anas, todos] = [(await named(admin, 'Anas'))?.id, (await named(admin, 'De todos'))?.id];
  await done(admin, 'PUT', `/api/visoes/${anas}/uso`, { favorita: true, padrao: true });
  await done(admin, 'PUT', `/api/visoes/${todos}/uso`, { favorita: false, padrao: true });
  expect(await named(admin, 'Anas')).toMatchObject({ favorita: true, padrao: false });
  expect(await named(admin, 'De todos')).toMatchObject({ favorita: false, padrao: true });
  expect((await views(admin)).visoes[0]?.nome).toBe('Anas');
  expect(await named(plain, 'De todos')).toMatchObject({ favorita: false, padrao: false });
});

it('two views of one list are not called the same, and a change keeps the rest', async () => {
  expect(await save(admin, { nome: 'anás', query: '' })).toMatchObject({
    status: 400,
    body: { errors: [{ field: 'nome', message: 'Você já tem uma visão com este nome' }] },
  });
  const id = (await named(admin, 'Anas'))?.id;
  await done(admin, 'PUT', `/api/visoes/${id}`, { nome: 'Anas ativas', query: 'busca=ana', colunas: null });
  expect(await named(admin, 'Anas ativas')).toMatchObject({ id, favorita: true, query: 'busca=ana', colunas: null });
  await done(admin, 'DELETE', `/api/visoes/${id}`);
  expect(await named(admin, 'Anas ativas')).toBeUndefined();
});

it('columns and density are kept for the user, whatever the browser; columns that they may not see are left out', async () => {
  const put = (client: Client, body: object) => done(client, 'PUT', '/api/visoes/preferencias', { cadastro: TALENTOS, ...body });
  await put(plain, { colunas: ['nome', 'salarioAtual', 'inventada'], densidade: 'compacta' });
  expect(await views(plain)).toMatchObject({ colunas: ['nome'], densidade: 'compacta' });
  expect(await views(plain, 'geral/estados')).toMatchObject({ colunas: null, densidade: 'compacta' });
  await put(plain, { colunas: null });
  expect(await views(plain)).toMatchObject({ colunas: null, densidade: 'compacta' });
  expect((await views(admin)).densidade).toBeNull();
});

it('a list that somebody may not open has no views for them, and bad input is answered in words', async () => {
  const few = await app.loginWithout(2, (authority) => authority.startsWith('ROLE_CAD_TALENTO'));
  expect((await few('GET', `/api/visoes?cadastro=${TALENTOS}`)).status).toBe(404);
  expect((await few('POST', '/api/visoes', { cadastro: TALENTOS, nome: 'X', query: '' })).status).toBe(404);
  expect((await admin('GET', '/api/visoes?cadastro=nada/nenhum')).status).toBe(404);
  expect((await admin('GET', '/api/visoes')).status).toBe(400);
  for (const body of [
    { nome: '   ' },
    { nome: 'x'.repeat(61) },
    { nome: 'A\0' },
    { nome: 'Y', densidade: 'larga' },
    { nome: 'Z', colunas: 'nome' },
  ])
    expect((await save(admin, { query: '', ...body })).status, JSON.stringify(body)).toBe(400);
});

it('a report has models like a list has views: several, shared, and none tells what its reader may not see', async () => {
  const cadastro = 'gestao-talentos/relatorios/talento-dinamico';
  const body = {
    cadastro,
    query: 'agruparPor=areaAtual&ordenarPor=salarioAtual&inventado=1',
    colunas: ['nome', 'salarioAtual', 'inventada'],
  };
  await done(admin, 'POST', '/api/visoes', { ...body, nome: 'Folha', compartilhada: true });
  await done(admin, 'POST', '/api/visoes', { ...body, nome: 'Quadro' });
  expect((await admin('POST', '/api/visoes', { ...body, nome: 'folha' })).status).toBe(400);
  const mine = (await views(admin, cadastro)).visoes;
  expect(mine.map(({ nome }) => nome)).toEqual(['Folha', 'Quadro']);
  expect(mine[0]).toMatchObject({ colunas: ['nome', 'salarioAtual'], query: 'agruparPor=areaAtual&ordenarPor=salarioAtual' });
  expect((await views(plain, cadastro)).visoes).toEqual([
    expect.objectContaining({ nome: 'Folha', minha: false, colunas: ['nome'], query: 'agruparPor=areaAtual' }),
  ]);
  const withoutReport = await app.loginWithout(1, (authority) => authority === 'ROLE_REL_TALENTO_DINAMICO');
  expect((await withoutReport('GET', `/api/visoes?cadastro=${cadastro}`)).status).toBe(404);
});

it('the trail tells who shared a view, changed it and took it away, and nothing of views that somebody keeps for themselves', async () => {
  const trail = async (id: unknown) =>
    (
      await app.db.query<{ acao: string; mudancas: Record<string, unknown> }>({
        text: `select acao, mudancas from auditoria where tabela = 'visoes' and registro_id = $1 order by id`,
        values: [id],
      })
    ).map(({ acao, mudancas }) => [acao, mudancas]);
  const made = async (body: object) => ((await save(admin, body)).body as { id: number }).id;
  const shared = await made({ nome: 'Da equipe', query: 'situacao=A', compartilhada: true });
  const sharer = await app.loginWithout(2, () => false);
  await done(sharer, 'PUT', `/api/visoes/${shared}`, { nome: 'Da equipe', query: 'situacao=D', compartilhada: true });
  await done(sharer, 'PUT', `/api/visoes/${shared}`, { nome: 'Da equipe', query: 'situacao=D', compartilhada: true });
  await done(sharer, 'PUT', `/api/visoes/${shared}`, { nome: 'Do turno', query: 'situacao=D', compartilhada: true });
  await done(sharer, 'DELETE', `/api/visoes/${shared}`);
  expect(await trail(shared)).toEqual([
    ['I', { cadastro: [null, TALENTOS], nome: [null, MASK], compartilhada: [null, true], query: [null, 'situacao=A'] }],
    ['A', { query: ['situacao=A', 'situacao=D'] }],
    ['A', { nome: [MASK, MASK] }],
    ['E', expect.objectContaining({ nome: [MASK, null], query: ['situacao=D', null] })],
  ]);
  const ofPay = await made({ nome: 'Quem ganha', query: 'salarioAtualIni=9000&situacao=A', compartilhada: true });
  await done(admin, 'PUT', `/api/visoes/${ofPay}`, {
    nome: 'Quem ganha',
    query: 'salarioAtualIni=9001&situacao=A',
    compartilhada: true,
  });
  expect((await trail(ofPay)).map(([, mudancas]) => (mudancas as Record<string, unknown>).query)).toEqual([
    [null, `situacao=A&${MASK}`],
    [`situacao=A&${MASK}`, `situacao=A&${MASK}`],
  ]);
  const own = await made({ nome: 'Rascunho', query: '' });
  await done(admin, 'PUT', `/api/visoes/${own}`, { nome: 'Rascunho 2', query: '' });
  expect(await trail(own)).toEqual([]);
  await done(admin, 'PUT', `/api/visoes/${own}`, { nome: 'Rascunho 2', query: '', compartilhada: true });
  expect(await trail(own)).toEqual([['A', { compartilhada: [false, true] }]]);
  await done(admin, 'DELETE', `/api/visoes/${own}`);
});

it('two views of one user do not look the same, and no name turns the direction of what is read', async () => {
  await save(admin, { nome: 'Café', query: '' });
  for (const nome of ['Cafe\u0301', 'Ca\u200bfé', '\u202eCafé', 'Café\u3164'])
    expect(await save(admin, { nome, query: '' }), JSON.stringify(nome)).toMatchObject({ status: 400 });
  expect(await save(admin, { nome: '\u200b\u2060', query: '' })).toMatchObject({ status: 400 });
});
