import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Client, done, faultsOf, openTestApp, type Row, type TestApp } from '#app/test-app.server.ts';
import { DEFINICAO_VAZIA } from '#platform/questionario/definition.ts';
import { adopted } from '#platform/questionario/edits.ts';
import { faultsToAsk } from '#platform/questionario/faults.ts';
import { latestVersion } from '#platform/questionario/versions.server.ts';
import { modelosProntos } from './modelos-prontos.ts';
import { prontas } from './prontas/prontas.ts';

const PESQUISAS = '/api/pesquisa/pesquisas';
let app: TestApp;
let admin: Client;

beforeAll(async () => {
  app = await openTestApp();
  admin = await app.login();
});
afterAll(() => app.close());

const definicaoDe = (id: number, empresaId = app.empresas[0] as number) =>
  latestVersion(app.db, { empresaId, dono: 'pesquisa/pesquisas', donoId: id });

it('every ready model can be asked as it is', () => {
  for (const [modelo, definicao] of Object.entries(prontas)) expect([modelo, faultsToAsk(definicao)]).toEqual([modelo, []]);
});

it('a ready model becomes a survey with its questions, as often as somebody wants one', async () => {
  for (const modelo of Object.keys(modelosProntos)) {
    const { id } = await done(admin, 'POST', `${PESQUISAS}/prontas`, { modelo });
    const pesquisa = await done(admin, 'GET', `${PESQUISAS}/${id}`);
    expect(pesquisa).toMatchObject({ modelo, ativa: true, quantidadePerguntas: prontas[modelo as 'C'].perguntas.length });
  }
  const outra = await done(admin, 'POST', `${PESQUISAS}/prontas`, { modelo: 'C' });
  expect(await done(admin, 'GET', `${PESQUISAS}/${outra.id}`)).toMatchObject({ titulo: 'Clima organizacional (2)' });
  expect(faultsOf(await admin('POST', `${PESQUISAS}/prontas`, { modelo: 'X' }))).toEqual(['modelo: Modelo inválido']);
});

it('the same click twice makes one survey', async () => {
  const key = { 'idempotency-key': crypto.randomUUID() };
  const [uma, outra] = await Promise.all([1, 2].map(() => admin('POST', `${PESQUISAS}/prontas`, { modelo: 'E' }, key)));
  expect(uma?.body).toMatchObject({ id: (outra?.body as Row | undefined)?.id });
});

it('CALL-423: a survey is cloned to companies with its questions', async () => {
  const { id } = await done(admin, 'POST', `${PESQUISAS}/prontas`, { modelo: 'P' });
  const [aqui, la] = app.empresas as [number, number];
  const feitas = await done<{ empresaId: number; id: number }[]>(admin, 'POST', `${PESQUISAS}/${id}?empresas=${aqui},${la}`);
  expect(feitas.map(({ empresaId }) => empresaId)).toEqual([aqui, la].sort((a, b) => a - b));
  // With the least ids: nobody has answered a copy.
  const igual = adopted((await definicaoDe(id)).definicao, DEFINICAO_VAZIA, false);
  for (const copia of feitas) expect((await definicaoDe(copia.id, copia.empresaId)).definicao).toEqual(igual);
});

it('CALL-423: nobody clones to a company where they may make no survey', async () => {
  const [, la] = app.empresas as [number, number];
  const { id } = await done(admin, 'POST', `${PESQUISAS}/prontas`, { modelo: 'E' });
  const daqui = await app.loginWithout(1, (authority) => authority === 'ROLE_GERAL_TODAS_EMPRESAS');
  expect(faultsOf(await daqui('POST', `${PESQUISAS}/${id}`, { empresas: [la] }))).toEqual([
    'empresas: O registro selecionado não existe',
  ]);
  expect(faultsOf(await daqui('POST', `${PESQUISAS}/${id}`, { empresas: [999_999] }))).toEqual([
    'empresas: O registro selecionado não existe',
  ]);
  expect((await app.db.query(sql`select 1 from pesquisas where empresa_id = ${la} and modelo = 'E'`)).length).toBe(0);
});
