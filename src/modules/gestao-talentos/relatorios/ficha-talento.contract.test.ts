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
