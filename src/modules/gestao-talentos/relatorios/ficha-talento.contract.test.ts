import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createServices } from '#app/services.server.ts';
import { type Client, openTestApp, type TestApp } from '#app/test-app.server.ts';
import type { Acting } from '#kit/acting/acting.server.ts';
import { today } from '#kit/br/date.ts';
import { talentos } from '../talentos/talentos.registry.ts';
import { fichaTalentoDocumento } from './ficha-talento.server.ts';

let app: TestApp;
let admin: Client;
let talento: number;

beforeAll(async () => {
  app = await openTestApp();
  await app.seed(20);
  admin = await app.login(0);
  talento =
    (await app.db.one<{ id: number }>(sql`select id from talentos where matricula is not null order by id limit 1`))?.id ?? 0;
});
afterAll(() => app.close());

const url = (id: unknown) => `/api/gestao-talentos/talentos/${String(id)}/ficha`;
const leituras = () =>
  app.db.query(sql`select 1 from auditoria where acao = 'L' and tabela = ${talentos.table} and registro_id = ${talento}`);

/** Somebody with every authority but those named. */
const acting = (sem: (authority: string) => boolean): Acting => ({
  kind: 'usuario',
  usuarioId: 1,
  usuarioNome: 'Prova',
  empresaId: app.empresas[0] as number,
  empresaNome: 'Prova',
  requestId: 'prova',
  today: today(),
  settings: {},
  can: (authority) => !sem(authority),
  everywhere: () => true,
  audit: async () => {},
});

test('the record prints as a PDF of the talent, whose reading is logged; another company does not find it', async () => {
  const before = (await leituras()).length;
  const answer = await admin('GET', url(talento));
  expect(answer.status).toBe(200);
  expect((answer.body as Buffer).subarray(0, 5).toString()).toBe('%PDF-');
  expect(String(answer.headers['content-disposition'])).toMatch(/Ficha do Talento - /);
  expect(await leituras()).toHaveLength(before + 1);
  const other = await app.login(0, app.empresas[1]);
  expect((await other('GET', url(talento))).status).toBe(404);
  expect((await admin('GET', url('x'))).status).toBe(400);
  expect((await admin('GET', `${url(talento)}?formato=csv`)).status).toBe(400);
});

test('who may not read salaries gets the record without them', async () => {
  const reading = createServices(app.db);
  const all = JSON.stringify(
    await fichaTalentoDocumento.data(
      reading,
      { talentoId: talento },
      acting(() => false),
    ),
  );
  expect(all).toMatch(/R\$\s?\d/);
  const hidden = (authority: string) => authority === 'ROLE_VER_SALARIO' || authority === 'ROLE_VER_DOCUMENTOS';
  const some = JSON.stringify(await fichaTalentoDocumento.data(reading, { talentoId: talento }, acting(hidden)));
  expect(some).not.toMatch(/R\$/);
  expect(some).not.toContain('Salário"');
  expect(some).toContain('Contratação');
});

test('several records print as one document, each reading logged; many become a task, and one out of reach refuses all', async () => {
  const ids = (
    await app.db.query<{ id: number }>(
      sql`select id from talentos where empresa_id = ${app.empresas[0]} order by nome_ord limit 12`,
    )
  ).map(({ id }) => id);
  const fichas = '/api/gestao-talentos/relatorios/fichas-talentos';
  const lidos = () =>
    app.db.query(
      sql`select distinct registro_id from auditoria where acao = 'L' and tabela = ${talentos.table} and registro_id = any(${ids}::bigint[])`,
    );
  const three = await admin('POST', fichas, { talentosIds: ids.slice(0, 3) });
  expect(three.status, JSON.stringify(three.body).slice(0, 200)).toBe(200);
  const pdf = (three.body as Buffer).toString('latin1');
  expect(pdf.startsWith('%PDF-')).toBe(true);
  expect(Number(/\/Type\s*\/Pages[^>]*?\/Count (\d+)/.exec(pdf)?.[1] ?? /\/Count (\d+)/.exec(pdf)?.[1])).toBeGreaterThanOrEqual(
    3,
  );
  expect((await lidos()).length).toBeGreaterThanOrEqual(3);
  expect((await admin('POST', fichas, { talentosIds: ids })).status).toBe(202);
  const [alheio] = await app.db.query<{ id: number }>(sql`select id from talentos where empresa_id = ${app.empresas[1]} limit 1`);
  expect((await admin('POST', fichas, { talentosIds: [ids[0], alheio?.id] })).status).toBeGreaterThanOrEqual(400);
  expect((await admin('POST', fichas, { talentosIds: [] })).status).toBe(400);
  expect((await admin('POST', fichas, { talentosIds: Array.from({ length: 301 }, (_, n) => n + 1) })).status).toBe(400);
  const sem = await app.loginWithout(1, (authority) => authority === 'ROLE_REL_FICHA_TALENTO');
  expect((await sem('POST', fichas, { talentosIds: ids.slice(0, 1) })).status).toBe(403);
});
