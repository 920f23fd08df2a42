import sharp from 'sharp';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { diff } from '#kit/db/schema-diff.server.ts';
import { multipart } from './server-process.server.ts';
import { type Client, done, openTestApp, type Row, send, type TestApp } from './test-app.server.ts';

// The worked example of CONTRIBUTING.md, found beside the modules as one of them.
vi.mock('./module-folders.ts', () => ({ MODULE_FOLDERS: ['modules', 'app/example'] }));
const { declaredTables } = await import('./declared.server.ts');

const IDEIAS = '/api/melhoria/ideias';
const RELATORIO = '/api/melhoria/relatorios/ideias';
const SUGERIR = '/api/publico/ideias';

let app: TestApp;
let admin: Client;
let migration: string[];

beforeAll(async () => {
  app = await openTestApp();
  migration = await diff(app.db.owner, declaredTables());
  await app.db.owner.tx(async (tx) => {
    for (const text of migration) await tx.query({ text });
  });
  admin = await app.login(0);
});
afterAll(() => app.close());

const ideia = (titulo: string) => ({
  titulo,
  descricao: 'Com painéis no telhado.',
  autor: 'Iara Nunes',
  email: 'iara@exemplo.com.br',
  telefone: '(11) 98765-4321',
});
/** As a browser without any session sends it. */
const sugere = (body: object, { key, from = '203.0.113.7' }: { key?: string; from?: string } = {}) =>
  send(app.app, {
    method: 'POST',
    url: `${SUGERIR}?empresaId=${app.empresas[0]}`,
    remoteAddress: from,
    payload: body,
    headers: key ? { 'idempotency-key': key } : {},
  });
const nova = async (titulo: string) => ((await sugere(ideia(titulo))).body as { id: number }).id;
const lista = (query: string) => done<{ totalElements: number; content: Row[] }>(admin, 'GET', `${IDEIAS}?page=0&${query}`);

describe('the worked example', () => {
  it('makes its table and touches nothing else', () => {
    expect(migration.join('\n')).toMatch(/create table ideias /);
    for (const statement of migration) expect(statement).toContain('ideias');
  });

  it('stands in the menu, in the profiles and in OpenAPI', async () => {
    const { menu, autoridades } = await done<{ menu: { titulo: string; itens: { caminho: string }[] }[]; autoridades: string[] }>(
      admin,
      'GET',
      '/api/userinfo',
    );
    const [last] = menu.slice(-1);
    expect(last?.titulo).toBe('Melhoria Contínua');
    expect(last?.itens[0]?.caminho).toBe('/melhoria/ideias');
    expect(autoridades).toEqual(expect.arrayContaining(['ROLE_CAD_IDEIA', 'ROLE_CAD_IDEIA_EDITAR', 'ROLE_REL_IDEIA']));
    const { paths } = await done<{ paths: object }>(admin, 'GET', '/api/openapi.json');
    expect(Object.keys(paths)).toEqual(
      expect.arrayContaining([SUGERIR, `${IDEIAS}/{id}/aceitar`, `${IDEIAS}/{id}/recusar`, RELATORIO]),
    );
  });
});

describe('its public form', () => {
  it('is sent by somebody without a session, judged, and kept once though it is sent again', async () => {
    expect(await sugere({ titulo: '', email: 'nada' })).toMatchObject({
      status: 400,
      body: { errors: expect.arrayContaining([{ field: 'titulo', message: 'Título é obrigatório' }]) },
    });
    const key = '00000000-0000-4000-8000-000000000001';
    const answers = [await sugere(ideia('Energia solar'), { key }), await sugere(ideia('Energia solar'), { key })];
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers[0]?.body).toEqual(answers[1]?.body);
    const { totalElements, content } = await lista('busca=energia');
    expect(totalElements).toBe(1);
    expect(content[0]).toMatchObject({ autor: 'Iara Nunes', telefone: '11987654321', situacao: 'N' });
    expect(await done(admin, 'GET', `${IDEIAS}/${content[0]?.id}/historico`)).toMatchObject([
      { acao: 'I', usuario: 'Formulário público' },
    ]);
  });

  it('writes neither the state nor what is for users, and opens nothing else', async () => {
    const { id } = (await sugere({ ...ideia('Horta'), situacao: 'A', motivo: 'x' })).body as { id: number };
    expect(await done(admin, 'GET', `${IDEIAS}/${id}`)).toMatchObject({ situacao: 'N', motivo: null });
    expect((await send(app.app, { method: 'GET', url: `${IDEIAS}/${id}` })).status).toBe(401);
  });

  it('is throttled by its address, for each address apart', async () => {
    const statuses = await Promise.all(Array.from({ length: 70 }, () => sugere({}, { from: '198.51.100.9' })));
    expect(new Set(statuses.map(({ status }) => status))).toEqual(new Set([400, 429]));
    expect((await sugere(ideia('Bicicletário'), { from: '198.51.100.10' })).status).toBe(200);
  });

  it('has a page that says the company of its link by name and logo', async () => {
    const page = (empresaId: number | string = '') =>
      send(app.app, { method: 'GET', url: `/api/publico/empresa?empresaId=${empresaId}` });
    expect(await page(app.empresas[0])).toMatchObject({
      status: 200,
      body: { id: app.empresas[0], nome: expect.any(String), logo: null },
    });
    const { body, headers } = multipart(
      'logo.png',
      await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
        .png()
        .toBuffer(),
    );
    const { id } = (await admin('POST', '/api/arquivos', body, headers)).body as { id: number };
    await app.db.query(sql`update empresas set logo_empresa_id = ${id} where id = ${app.empresas[0]}`);
    const { logo } = (await page(app.empresas[0])).body as { logo: string };
    expect(await send(app.app, { method: 'GET', url: logo })).toMatchObject({
      status: 200,
      headers: { 'content-type': 'image/png' },
    });
    expect((await send(app.app, { method: 'GET', url: `/api/publico/empresa/logo?empresaId=${app.empresas[1]}` })).status).toBe(
      404,
    );
    expect((await page(999_999)).status).toBe(404);
    expect((await page('x')).status).toBe(400);
  });
});

describe('its states', () => {
  it('are worked by: a step asks for its reason, keeps it, and is refused anywhere else', async () => {
    const id = await nova('Piscina');
    const record = await done<{ acoes: string[]; versao: number }>(admin, 'GET', `${IDEIAS}/${id}`);
    expect(record.acoes).toEqual(['editar', 'excluir', 'aceitar', 'recusar']);
    expect(await admin('POST', `${IDEIAS}/${id}/recusar`, {})).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'motivo', message: 'Motivo é obrigatório' }] },
    });
    expect(await done(admin, 'POST', `${IDEIAS}/${id}/recusar`, { motivo: 'Não há terreno.' })).toMatchObject({
      situacao: 'R',
      motivo: 'Não há terreno.',
      versao: record.versao + 1,
      acoes: ['excluir'],
    });
    expect(await admin('POST', `${IDEIAS}/${id}/aceitar`, {})).toMatchObject({
      status: 400,
      body: { code: 'TRANSICAO_IMPEDIDA', message: 'Só uma ideia nova pode ser aceita.' },
    });
    expect(await admin('PUT', `${IDEIAS}/${id}`, { ...ideia('Outra'), versao: record.versao + 1 })).toMatchObject({
      status: 400,
      body: { message: 'Uma ideia recusada não muda mais.' },
    });
    const [line] = await done<object[]>(admin, 'GET', `${IDEIAS}/${id}/historico`);
    expect(line).toMatchObject({ transicao: 'recusar' });
  });

  it('tell by mail whoever had the idea, who is no user', async () => {
    const id = await nova('Teleférico <b>');
    await app.db.query(sql`delete from emails`);
    await done(admin, 'POST', `${IDEIAS}/${id}/recusar`, { motivo: 'É longe & caro.' });
    const mails = await app.db.query(sql`select para, assunto, texto, html, link, tipo from emails`);
    expect(mails).toEqual([
      {
        para: 'iara@exemplo.com.br',
        assunto: 'Sobre a sua ideia: Teleférico <b>',
        texto: 'Olá, Iara Nunes.\n\nDesta vez a sua ideia não será realizada: É longe & caro.\n\nObrigado por participar.',
        html: expect.stringContaining('É longe &amp; caro.'),
        link: null,
        tipo: 'melhoria/ideia-recusada',
      },
    ]);
    await nova('Sem aviso');
    expect(await app.db.query(sql`select 1 from emails`)).toHaveLength(1);
  });

  it('are the columns of its board, each a list of its own', async () => {
    const id = await nova('Quadro');
    await done(admin, 'POST', `${IDEIAS}/${id}/aceitar`, {});
    expect((await lista('situacao=A')).content.map((row) => row.id)).toEqual([id]);
    for (const row of (await lista('situacao=N')).content) expect(row).toMatchObject({ situacao: 'N' });
    expect((await lista('situacao=N')).totalElements).toBeGreaterThan(0);
  });
});

it('its report is run, by company', async () => {
  const asked = async (filter: object) =>
    (await admin('POST', RELATORIO, filter, { accept: 'application/json' })).body as { rows: { titulo: string }[] };
  expect((await asked({ situacoes: null })).rows.length).toBe((await lista('')).totalElements);
  expect((await asked({ situacoes: ['R'] })).rows.map(({ titulo }) => titulo)).toEqual(['Piscina', 'Teleférico <b>']);
  expect(((await admin('POST', RELATORIO, { situacoes: ['R'] })).body as Buffer).subarray(0, 5).toString()).toBe('%PDF-');
  const elsewhere = await app.login(0, app.empresas[1]);
  expect((await elsewhere('POST', RELATORIO, { situacoes: null })).status).toBe(204);
});

it('a template of a company takes the place of the declared words', async () => {
  await done(admin, 'POST', '/api/utilitario/modelos-mensagens', {
    tipo: 'melhoria/ideia-recusada',
    ativo: true,
    assunto: 'Sua ideia',
    corpo: '<p>{{autor}}: {{motivo}}</p>',
  });
  const id = await nova('Modelo');
  await app.db.query(sql`delete from emails`);
  await done(admin, 'POST', `${IDEIAS}/${id}/recusar`, { motivo: 'Ainda não.' });
  expect(await app.db.query(sql`select assunto, texto from emails`)).toEqual([
    { assunto: 'Sua ideia', texto: 'Iara Nunes: Ainda não.' },
  ]);
});
