import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DEMO_LOGINS } from '#app/demo-users.server.ts';
import { type Client, done, faultsOf, openTestApp, type Row, type TestApp } from '#app/test-app.server.ts';
import { inputOf } from '#kit/registry/registry.ts';
import type { MetaDoTalento } from './meta.ts';
import { metas as registroDeMetas } from './metas.registry.ts';

let app: TestApp;
let admin: Client;
let lider: Client;
let talento: Client;
let alheio: Client;
let [chefe, dela, longe, area] = [0, 0, 0, 0];
let metas: string;

const meta = (mais: object = {}) => ({
  titulo: 'Atender melhor',
  dataIni: '2026-01-01',
  dataFim: '2026-12-31',
  peso: 1,
  resultados: [
    { descricao: 'Tempo de resposta', unidade: 'horas', inicio: 12, alvo: 4, atual: null, peso: 1 },
    { descricao: 'Satisfação', unidade: '%', inicio: 60, alvo: 90, atual: null, peso: 3 },
  ],
  ...mais,
});
const inclui = (client: Client, mais: object = {}) => done<MetaDoTalento>(client, 'POST', metas, meta(mais));
const move = (client: Client, id: number, transicao: string, body: object = {}) =>
  client('POST', `${metas}/${id}/transicao/${transicao}`, body);

beforeAll(async () => {
  app = await openTestApp();
  await app.seed(60);
  const empresa = app.empresas[0] as number;
  const areas = await app.db.query<Row>(sql`
    select area_atual_id as id from talentos where empresa_id = ${empresa} and situacao = 'A' group by 1 having count(*) >= 2 order by 1 limit 2`);
  const [uma, outra] = areas.map(({ id }) => id) as [number, number];
  area = uma;
  const pessoas = async (de: number) =>
    (
      await app.db.query<Row>(sql`select id from talentos where area_atual_id = ${de} and situacao = 'A' order by id limit 2`)
    ).map(({ id }) => id);
  [chefe, dela] = (await pessoas(uma)) as [number, number];
  [longe] = (await pessoas(outra)) as [number];
  const eles: [number, number][] = [
    [2, chefe],
    [1, dela],
    [3, longe],
  ];
  for (const [who, id] of eles)
    await app.db.query(sql`update talentos set cpf = ${DEMO_LOGINS[who]?.cpf.replace(/\D/g, '')} where id = ${id}`);
  await app.db.query(sql`delete from areas_organizacionais_empresa_e_responsaveis where empresa_id = ${empresa}`);
  await app.db.query(sql`
    insert into areas_organizacionais_empresa_e_responsaveis (registro_id, ordem, empresa_id, colaborador_dto_id) values (${uma}, 1, ${empresa}, ${chefe})`);
  metas = `/api/avaliacao/pdi/${dela}/metas`;
  admin = await app.login(0);
  talento = await app.login(1);
  lider = await app.login(2);
  alheio = await app.login(3);
});
afterAll(() => app.close());

it('a talent has no more goals than an evaluation can keep', async () => {
  const empresa = app.empresas[0] as number;
  const quantas = async () =>
    (await app.db.only<{ n: number }>(sql`select count(*)::int as n from metas where colaborador_id = ${dela}`)).n;
  const antes = await quantas();
  await app.db.query(sql`
    insert into metas (empresa_id, titulo, colaborador_id, data_ini, data_fim, peso, situacao, progresso)
    select ${empresa}, 'Encher', ${dela}, '2020-01-01', '2020-12-31', 1, 'C', 0 from generate_series(1, ${299 - antes}::int)`);
  await inclui(lider);
  expect(await lider('POST', metas, meta())).toMatchObject({ status: 409, body: { code: 'METAS_DEMAIS' } });
  await app.db.query(sql`delete from metas where titulo = 'Encher'`);
  await inclui(lider);
});

it('a leader gives a goal, the talent tells where it stands, and its progress follows from the key results', async () => {
  const dada = await inclui(lider);
  expect(dada).toMatchObject({
    situacao: 'N',
    progresso: 0,
    podeEditar: true,
    podeContar: false,
    acoes: ['iniciar', 'cancelar'],
  });
  const parada = await talento('PUT', `${metas}/${dada.id}/andamento`, { resultados: [], versao: dada.versao });
  expect(parada).toMatchObject({ status: 400, body: { code: 'META_PARADA' } });
  const iniciada = (await move(lider, dada.id, 'iniciar')).body as MetaDoTalento;
  const [tempo, satisfacao] = iniciada.resultados as unknown as [Row, Row];
  const contada = await done<MetaDoTalento>(talento, 'PUT', `${metas}/${dada.id}/andamento`, {
    resultados: [
      { id: tempo.id, atual: 6 },
      { id: satisfacao.id, atual: 75 },
    ],
    versao: iniciada.versao,
  });
  // (75 × 1 + 50 × 3) ÷ 4
  expect(contada).toMatchObject({ progresso: 56.25, podeEditar: false, acoes: [] });
  expect(contada.resultados.map(({ alvo, atual }) => [alvo, atual])).toEqual([
    [4, 6],
    [90, 75],
  ]);
  expect((await talento('PUT', `${metas}/${dada.id}/andamento`, { resultados: [], versao: iniciada.versao })).status).toBe(409);
  expect((await talento('PUT', `${metas}/${dada.id}`, { ...meta(), versao: contada.versao })).status).toBe(403);
  expect((await move(talento, dada.id, 'concluir')).status).toBe(403);
  expect((await move(lider, dada.id, 'concluir')).body).toMatchObject({ situacao: 'C', progresso: 56.25, acoes: ['reabrir'] });
  expect((await move(lider, dada.id, 'iniciar')).status).toBe(400);
  expect((await move(lider, dada.id, 'explodir')).status).toBe(404);
});

it('a talent proposes a goal and changes it until it is begun; a goal is cancelled with its reason', async () => {
  const propria = await inclui(talento);
  expect(propria).toMatchObject({ podeEditar: true, acoes: [] });
  const mudada = await done<MetaDoTalento>(talento, 'PUT', `${metas}/${propria.id}`, {
    ...meta({ titulo: 'Atender ainda melhor' }),
    resultados: propria.resultados,
    versao: propria.versao,
  });
  expect(mudada.resultados.map(({ id }) => id)).toEqual(propria.resultados.map(({ id }) => id));
  expect(faultsOf(await move(lider, propria.id, 'cancelar'))).toEqual([expect.stringMatching(/^motivo: /)]);
  expect((await move(lider, propria.id, 'cancelar', { motivo: 'Mudou a prioridade' })).body).toMatchObject({
    situacao: 'X',
    motivo: 'Mudou a prioridade',
  });
});

it('a goal has twenty key results at most, whoever writes it, so that nobody makes a list that keeps all others waiting', async () => {
  const muitos = (quantos: number) => ({
    resultados: Array.from({ length: quantos }, (_, n) => ({ ...meta().resultados[0], descricao: `Resultado ${n}` })),
  });
  const demais = ['resultados: Uma meta tem no máximo 20 resultados-chave.'];
  expect(faultsOf(await talento('POST', metas, meta(muitos(21))))).toEqual(demais);
  expect(faultsOf(await admin('POST', '/api/avaliacao/metas', { ...meta(muitos(21)), colaborador: null, area: null }))).toEqual(
    demais,
  );
  expect((await inclui(talento, muitos(20))).resultados).toHaveLength(20);
});

it('goals of others are nobody else’s, and those of an area are moved by who answers for it', async () => {
  const { id } = await inclui(lider);
  for (const [method, url, body] of [
    ['GET', metas],
    ['POST', metas, meta()],
    ['PUT', `${metas}/${id}`, { ...meta(), versao: 1 }],
    ['PUT', `${metas}/${id}/andamento`, { resultados: [], versao: 1 }],
    ['POST', `${metas}/${id}/transicao/iniciar`, {}],
  ] as const)
    expect([method, url, (await alheio(method, url, body)).status]).toEqual([method, url, 404]);
  const deOutro = `/api/avaliacao/pdi/${longe}/metas`;
  expect((await admin('PUT', `${deOutro}/${id}`, { ...meta(), versao: 1 })).status).toBe(404);
  const daArea = await done(admin, 'POST', '/api/avaliacao/metas', meta({ area, colaborador: null }));
  const daEmpresa = await done(admin, 'POST', '/api/avaliacao/metas', meta({ area: null, colaborador: null }));
  const vistas = await done<MetaDoTalento[]>(talento, 'GET', metas);
  expect(vistas.find((uma) => uma.id === daArea.id)).toMatchObject({ podeEditar: false, podeContar: false, acoes: [] });
  expect(vistas.find((uma) => uma.id === daEmpresa.id)).toMatchObject({ area: 'Toda a empresa', acoes: [] });
  expect((await move(lider, daArea.id, 'iniciar')).status).toBe(200);
  expect((await move(lider, daEmpresa.id, 'iniciar')).status).toBe(403);
  expect((await move(talento, daEmpresa.id, 'iniciar')).status).toBe(403);
});

it('a goal ends after it begins, and each key result has somewhere to go', async () => {
  expect(faultsOf(await lider('POST', metas, meta({ dataFim: '2025-01-01' })))).toEqual([
    'dataFim: Data final inferior à data inicial.',
  ]);
  expect(
    faultsOf(await lider('POST', metas, meta({ resultados: [{ descricao: 'Nada', inicio: 3, alvo: 3, peso: 1 }] }))),
  ).toEqual(['resultados.0.alvo: O alvo deve ser outro que o valor inicial.']);
  expect(faultsOf(await lider('POST', metas, meta({ resultados: [] })))).toEqual([expect.stringMatching(/^resultados: /)]);
  expect(faultsOf(await admin('POST', '/api/avaliacao/metas', meta({ area, colaborador: dela })))).toEqual([
    expect.stringMatching(/^area: Uma meta é de um talento ou de uma área/),
  ]);
});

it('in the registry, nobody begins, takes over, ends or removes a goal of their own that an evaluation may weigh', async () => {
  const CADASTRO = '/api/avaliacao/metas';
  const { id } = await inclui(lider);
  await done(lider, 'POST', `${metas}/${id}/transicao/iniciar`, {});
  const propria = await app.loginWithout(1, () => false);
  const registro = await done<Row>(propria, 'GET', `${CADASTRO}/${id}`);
  const recusada = { status: 403, body: { code: 'PROPRIA_META' } };
  expect(
    await propria('PUT', `${CADASTRO}/${id}`, { ...inputOf(registroDeMetas, registro), colaborador: dela, peso: 1_000 }),
  ).toMatchObject(recusada);
  expect(await propria('DELETE', `${CADASTRO}/${id}`)).toMatchObject(recusada);
  expect((await propria('POST', `${CADASTRO}/${id}/concluir`, { versao: registro.versao })).status).toBe(400);
  // Nor from the bin.
  expect((await admin('DELETE', `${CADASTRO}/${id}?versao=${String(registro.versao)}`)).status).toBe(204);
  expect(await propria('POST', `${CADASTRO}/${id}/restaurar`)).toMatchObject({
    status: 403,
    body: { message: expect.stringContaining('Ninguém decide sobre a própria meta') },
  });
  // Somebody else's running goal is not made one's own either.
  const dele = await done<Row>(admin, 'POST', CADASTRO, { ...meta(), colaborador: longe, area: null });
  await done(admin, 'POST', `${CADASTRO}/${dele.id}/iniciar`, { versao: dele.versao });
  const corrente = await done<Row>(propria, 'GET', `${CADASTRO}/${dele.id}`);
  expect(
    await propria('PUT', `${CADASTRO}/${dele.id}`, { ...inputOf(registroDeMetas, corrente), colaborador: dela }),
  ).toMatchObject(recusada);
});

it('a goal of the whole company is made, changed, moved and removed by who sees all areas alone, and read by all', async () => {
  const CADASTRO = '/api/avaliacao/metas';
  const gestora = await app.loginWithout(2, (authority) =>
    ['ROLE_VER_TODAS_AREAS', 'ROLE_GERAL_TODAS_EMPRESAS'].includes(authority),
  );
  const daEmpresa = { colaborador: null, area: null };
  const recusada = { status: 409, body: { code: 'FORA_DA_VISTA' } };
  const { id } = await done(admin, 'POST', CADASTRO, meta(daEmpresa));
  const registro = await done<Row>(gestora, 'GET', `${CADASTRO}/${id}`);
  const entrada = inputOf(registroDeMetas, registro);
  expect(registro.acoes).not.toContain('excluir');
  expect((await done<Row>(admin, 'GET', `${CADASTRO}/${id}`)).acoes).toContain('excluir');
  expect(await gestora('POST', CADASTRO, meta(daEmpresa))).toMatchObject(recusada);
  expect(await gestora('PUT', `${CADASTRO}/${id}`, { ...entrada, peso: 9 })).toMatchObject(recusada);
  expect(await gestora('PUT', `${CADASTRO}/${id}`, { ...entrada, area })).toMatchObject(recusada);
  expect(await gestora('DELETE', `${CADASTRO}/${id}?versao=${String(registro.versao)}`)).toMatchObject(recusada);
  expect(await gestora('POST', `${CADASTRO}/${id}/iniciar`, { versao: registro.versao })).toMatchObject({
    status: 400,
    body: { motivos: [expect.stringContaining('toda a empresa')] },
  });
  const daArea = await done<Row>(gestora, 'POST', CADASTRO, meta({ colaborador: null, area }));
  expect(await gestora('PUT', `${CADASTRO}/${daArea.id}`, { ...inputOf(registroDeMetas, daArea), area: null })).toMatchObject(
    recusada,
  );
  await done(gestora, 'POST', `${CADASTRO}/${daArea.id}/iniciar`, { versao: daArea.versao });
  await done(admin, 'POST', `${CADASTRO}/${id}/iniciar`, { versao: registro.versao });
});
