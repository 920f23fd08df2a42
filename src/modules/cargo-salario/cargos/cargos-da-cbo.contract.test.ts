import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Client, done, faultsOf, openTestApp, type TestApp } from '#app/test-app.server.ts';
import type { CargosCriados, Ocupacoes } from './cargos-da-cbo.ts';

const API = '/api/cargo-salario';
const CBO = `${API}/cargos/cbo`;

let app: TestApp;
let admin: Client;
let vizinho: Client;
let area: number;
let alheia: number;
beforeAll(async () => {
  app = await openTestApp();
  admin = await app.login();
  vizinho = await app.login(0, app.empresas[1]);
  area = (await done(admin, 'POST', `${API}/areas-organizacionais`, { nome: 'Diretoria' })).id;
  alheia = (await done(vizinho, 'POST', `${API}/areas-organizacionais`, { nome: 'Alheia' })).id;
});
afterAll(() => app.close());

const acha = (client: Client, query: string) => done<Ocupacoes>(client, 'GET', `${CBO}?${query}`);
const cria = (client: Client, codigos: unknown, areasOrganizacionais: unknown = [area]) =>
  client('POST', CBO, { codigos, areasOrganizacionais });
const cargos = async (client = admin) =>
  (await done<{ content: { id: number; nome: string }[] }>(client, 'GET', `${API}/cargos?page=0&size=500`)).content;

it('finds occupations by sector, by words without accents and by code, at most two hundred', async () => {
  const setor = await acha(admin, 'setor=42');
  expect(setor.content).toHaveLength(setor.total);
  expect(setor.content.every(({ codigo }) => codigo.startsWith('42'))).toBe(true);
  expect((await acha(admin, 'busca=TECNICO%20enfermagem')).content.map(({ nome }) => nome)).toContain('Técnico de enfermagem');
  expect((await acha(admin, 'busca=4221-05')).content.map(({ codigo }) => codigo)).toEqual(['422105']);
  expect((await acha(admin, 'setor=21&busca=enfermagem')).total).toBe(0);
  const muitas = await acha(admin, 'busca=a');
  expect([muitas.content.length, muitas.total > 2_000]).toEqual([200, true]);
  expect(await acha(admin, '')).toEqual({ content: [], total: 0 });
  expect((await acha(admin, `busca=${encodeURIComponent("%_\\' or 1=1 --")}`)).total).toBe(0);
  for (const query of ['setor=4', 'setor=%27%27', `busca=${'a'.repeat(201)}`, 'empresaId=1'])
    expect(faultsOf(await admin('GET', `${CBO}?${query}`))).toHaveLength(1);
});

it('makes what was chosen once, with name and code, and knows it afterwards, in this company alone', async () => {
  const answer = await cria(admin, ['422105', '411010', '411010']);
  expect([answer.status, answer.body]).toEqual([201, { criados: 2, existentes: 0 }]);
  const recepcionista = (await cargos()).find(({ nome }) => nome.startsWith('Recepcionista'));
  expect(await done(admin, 'GET', `${API}/cargos/${recepcionista?.id}`)).toMatchObject({
    nomeMercado: recepcionista?.nome,
    ativa: true,
    observacao: 'CBO 4221-05',
    areasOrganizacionais: [{ id: area }],
  });
  expect((await cria(admin, ['422105', '411005'])).body).toEqual<CargosCriados>({ criados: 1, existentes: 1 });
  expect(await cargos()).toHaveLength(3);
  expect((await acha(admin, 'busca=422105')).content[0]?.existe).toBe(true);
  expect((await acha(vizinho, 'busca=422105')).content[0]?.existe).toBe(false);
  expect(await cargos(vizinho)).toHaveLength(0);
});

it('makes all or nothing, and takes no hostile input', async () => {
  const antes = (await cargos()).length;
  expect(faultsOf(await cria(admin, ['212405', '999999']))).toEqual(['codigos: Um dos códigos não está na tabela da CBO']);
  for (const ids of [[alheia], [area, alheia], [0], ['x'], [], null])
    expect((await cria(admin, ['212405'], ids)).status, JSON.stringify(ids)).toBe(400);
  const demais = Array.from({ length: 201 }, (_, n) => String(100_000 + n));
  for (const codigos of [[], demais, null, 'tudo', ["1' or '1"], [212405], ['21240\u0000'], [{}]])
    expect((await cria(admin, codigos)).status, JSON.stringify(codigos)?.slice(0, 40)).toBe(400);
  expect((await cargos()).length).toBe(antes);
});

it('two at once make each position once', async () => {
  const duas = await Promise.all([cria(admin, ['223505', '223510']), cria(admin, ['223510', '223505'])]);
  expect(duas.some(({ status }) => status === 201)).toBe(true);
  expect(duas.every(({ status }) => status < 500)).toBe(true);
  expect((await cargos()).filter(({ nome }) => nome.startsWith('Enfermeiro'))).toHaveLength(2);
});

it('is for those who may insert positions', async () => {
  const leitor = await app.loginWithout(1, (authority) => authority === 'ROLE_CAD_CARGO_EDITAR');
  expect((await leitor('GET', `${CBO}?setor=42`)).status).toBe(403);
  expect((await cria(leitor, ['212405'])).status).toBe(403);
});
