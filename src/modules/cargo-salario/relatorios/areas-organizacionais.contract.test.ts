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

test('of many who answer for an area the first are told, wherever it is named, and how many more there are', async () => {
  const empresaId = app.empresas[0] as number;
  const area = await app.db.only<{ id: number; nome: string }>(
    sql`select id, nome from areas_organizacionais where empresa_id = ${empresaId} order by id limit 1`,
  );
  await app.db.query(sql`delete from areas_organizacionais_empresa_e_responsaveis where registro_id = ${area.id}`);
  const nomes = await app.db.query<{ nome: string }>(sql`
    with postos as (
      insert into areas_organizacionais_empresa_e_responsaveis (registro_id, ordem, empresa_id, colaborador_dto_id)
      select ${area.id}, row_number() over (order by t.id), ${empresaId}, t.id from (select id from talentos where empresa_id = ${empresaId} order by id limit 18) t
      returning colaborador_dto_id, ordem)
    select t.nome from postos p join talentos t on t.id = p.colaborador_dto_id order by p.ordem`);
  const dito = `${nomes
    .slice(0, 15)
    .map(({ nome }) => nome)
    .join(', ')} e mais 3`;
  const acting = { ...({} as Parameters<typeof areasOrganizacionaisDados.data>[2]), empresaId, today: today(), can: () => true };
  const data = await areasOrganizacionaisDados.data(app.services, { situacao: null, areaOrganizacionalId: area.id }, acting);
  expect((data as { areas: unknown[] }).areas[0]).toMatchObject({ nome: area.nome, responsaveis: dito });
  const { body } = await admin('GET', `/api/cargo-salario/areas-organizacionais/${area.id}`);
  expect(body).toMatchObject({ nomeResponsaveis: dito });
});
