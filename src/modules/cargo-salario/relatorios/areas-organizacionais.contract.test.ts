import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, openTestApp, type TestApp } from '#app/test-app.server.ts';
import { today } from '#kit/br/date.ts';
import { areasOrganizacionaisDados } from './areas-organizacionais.report.server.ts';

let app: TestApp;
let admin: Client;
const URL_ = '/api/cargo-salario/areas-organizacionais/relatorio';

beforeAll(async () => {
  app = await openTestApp();
  await app.seed(30);
  admin = await app.login(0);
});
afterAll(() => app.close());

test('CALL-137: the tree of areas is a PDF of the list, also of one branch; nothing is a 204', async () => {
  const whole = await admin('GET', URL_);
  expect([whole.status, whole.headers['content-type']]).toEqual([200, 'application/pdf']);
  const { id } = (await app.db.one<{ id: number }>(
    sql`select id from areas_organizacionais where area_mae_id is not null order by id limit 1`,
  )) as { id: number };
  expect((await admin('GET', `${URL_}?areaOrganizacionalId=${id}&situacao=A`)).status).toBe(200);
  expect((await admin('GET', `${URL_}?situacao=I`)).status).toBe(204);
  expect((await admin('GET', `${URL_}?situacao=X&inventado=1`)).status).toBe(400);
  const other = await app.login(0, app.empresas[2]);
  expect((await other('GET', `${URL_}?areaOrganizacionalId=${id}`)).status).toBe(204);
});

test('areas stand under their mother, with who answers for them and how many work there', async () => {
  const empresaId = app.empresas[0] as number;
  const acting = { ...({} as Parameters<typeof areasOrganizacionaisDados.data>[2]), empresaId, today: today(), can: () => true };
  const data = await areasOrganizacionaisDados.data(app.services, { situacao: null, areaOrganizacionalId: null }, acting);
  const { areas, total } = data as {
    areas: { nome: string; nivel: number; responsaveis: string | null; talentos: number }[];
    total: number;
  };
  const all = await app.db.one<{ areas: number; ativos: number }>(sql`
    select (select count(*)::int from areas_organizacionais where empresa_id = ${empresaId}) as areas,
      (select count(*)::int from talentos where empresa_id = ${empresaId} and situacao = 'A') as ativos`);
  expect([areas.length, total]).toEqual([all?.areas, all?.ativos]);
  expect(areas[0]?.nivel).toBe(0);
  for (const [i, { nivel }] of areas.entries()) if (i > 0) expect(nivel).toBeLessThanOrEqual((areas[i - 1]?.nivel ?? 0) + 1);
  expect(areas.some(({ responsaveis }) => responsaveis !== null)).toBe(true);
});
