import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Client, done, failingOnce, faultsOf, openTestApp, type TestApp } from '#app/test-app.server.ts';
import { addMonths, today } from '#kit/br/date.ts';
import type { Job, JobHandler } from '#kit/jobs/jobs.server.ts';
import { ENCERRAR_NPS, npsJobs } from './nps.server.ts';
import { type PainelDoNps, periodoDe } from './nps.ts';

const NPS = '/api/pesquisa/nps';
let app: TestApp;
let admin: Client;
let recrutador: Client;

beforeAll(async () => {
  app = await openTestApp();
  await app.seed(40);
  admin = await app.login();
  recrutador = await app.login(1);
});
afterAll(() => app.close());

const pergunta = async (client: Client) => (await done<{ perguntar: boolean }>(client, 'GET', NPS)).perguntar;
const painel = () => done<PainelDoNps>(admin, 'GET', `${NPS}/resultados`);
async function encerraPeriodos(): Promise<void> {
  await app.db.query(sql`insert into tarefas (tipo, chave) values ('pesquisa.nps', 'pesquisa.nps')`);
  await app.work();
}

it('nobody is asked until a company wants it', async () => {
  expect(await pergunta(recrutador)).toBe(false);
  expect(await recrutador('POST', NPS, { nota: 9 })).toMatchObject({ status: 400, body: { code: 'NPS_DESLIGADO' } });
  expect((await recrutador('PUT', `${NPS}/configuracao`, { ativo: true, meses: '3', minimo: 5 })).status).toBe(403);
  expect((await recrutador('GET', `${NPS}/resultados`)).status).toBe(403);
});

it('CALL-440, CALL-441: everybody is asked at most once in a period', async () => {
  await done(admin, 'PUT', `${NPS}/configuracao`, { ativo: true, meses: '3', minimo: 5 });
  expect(await pergunta(recrutador)).toBe(true);
  expect(faultsOf(await recrutador('POST', NPS, { nota: 11 }))).toEqual([expect.stringMatching(/^nota: /)]);
  const juntas = await Promise.all([1, 2, 3].map(() => recrutador('POST', NPS, { nota: 9, comentario: 'Gente boa' })));
  expect(juntas.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409]);
  expect(await pergunta(recrutador)).toBe(false);
});

it('whoever closes the question is not asked again in the period, and counts nowhere', async () => {
  await done(admin, 'POST', `${NPS}/dispensar`);
  expect(await pergunta(admin)).toBe(false);
  const emCurso = async () => (await painel()).emCurso;
  expect(await emCurso()).toEqual({ periodo: periodoDe(today(), 3), respostas: 1 });
  // Counted once a day: whoever reads it again and again does not see who answers just now.
  const terceiro = await app.login(2);
  await done(terceiro, 'POST', NPS, { nota: 7 });
  expect(await emCurso()).toMatchObject({ respostas: 1 });
  // Around midnight, too: no two counts are a minute apart.
  const contadoHa = (horas: number) =>
    app.db.query(
      sql`update nps_configuracoes set contado = contado || jsonb_build_object('em', now() - make_interval(hours => ${horas}::int))`,
    );
  await contadoHa(23);
  expect(await emCurso()).toMatchObject({ respostas: 1 });
  await contadoHa(25);
  expect(await emCurso()).toMatchObject({ respostas: 2 });
});

it('a period is told of when it has ended, by groups of the least size', async () => {
  const anterior = periodoDe(addMonths(today(), -3), 3);
  const [empresa] = app.empresas;
  // Twelve people of one area and one of another: worked out by hand, 8 promoters, 2 passives, 3 detractors.
  await app.db.query(sql`
    with u as (insert into usuarios (nome, cpf, ativo) select 'Pessoa ' || n, lpad((70000000000 + n)::text, 11, '0'), true from generate_series(1, 13) n returning id),
    o as (select id, row_number() over (order by id) as n from u), a as (select array_agg(id order by id) as ids from areas_organizacionais where empresa_id = ${empresa})
    insert into nps_respostas (empresa_id, usuario_id, periodo, nota, comentario, area_id)
    select ${empresa}, o.id, ${anterior}, case when n <= 8 then 10 when n <= 10 then 8 else 3 end, case when n <= 4 then 'Texto ' || n end, a.ids[case when n = 13 then 3 else 2 end]
    from o, a`);
  expect((await painel()).periodos).toEqual([]);
  await encerraPeriodos();
  const { periodos, areas, comentarios } = await painel();
  expect(periodos).toEqual([
    {
      periodo: anterior,
      respostas: 13,
      nps: { valor: 38 },
      promotores: { valor: 62 },
      neutros: { valor: 15 },
      detratores: { valor: 23 },
    },
  ]);
  expect(areas.reduce((total, { respostas }) => total + respostas, 0)).toBe(13);
  for (const { respostas } of areas) expect(respostas).toBeGreaterThanOrEqual(5);
  // Four comments are fewer than five, and three more are asked for.
  expect(comentarios).toEqual([]);
});

it('a period that has ended stays as it was told: no moved area, raised minimum or removed user tells of one person', async () => {
  const [empresa] = app.empresas;
  const antes = await painel();
  await app.db.query(sql`
    update areas_organizacionais set area_mae_id = null where empresa_id = ${empresa}`);
  await app.db.query(sql`delete from usuarios where nome like 'Pessoa %'`);
  await done(admin, 'PUT', `${NPS}/configuracao`, { ativo: true, meses: '3', minimo: 6 });
  await encerraPeriodos();
  const { periodos, areas } = await painel();
  expect({ periodos, areas }).toEqual({ periodos: antes.periodos, areas: antes.areas });
  expect(
    await app.db.query(sql`select 1 from nps_respostas where nota is not null and periodo < ${periodoDe(today(), 3)}`),
  ).toEqual([]);
});

it('what cannot be ended of one company holds up no other', async () => {
  const anterior = periodoDe(addMonths(today(), -3), 3);
  await app.db.query(sql`
    insert into nps_configuracoes (empresa_id, ativo, meses, minimo) select id, true, 3, 5 from empresas on conflict do nothing`);
  await app.db.query(sql`
    insert into nps_respostas (empresa_id, usuario_id, periodo, nota) select e.id, (select min(id) from usuarios), ${anterior}, 9
    from nps_configuracoes c join empresas e on e.id = c.empresa_id`);
  const abertas = async () => (await app.db.query(sql`select 1 from nps_respostas where periodo = ${anterior}`)).length;
  const todas = await abertas();
  expect(todas).toBeGreaterThan(1);
  const encerra = npsJobs[ENCERRAR_NPS] as JobHandler;
  await expect(encerra({ db: failingOnce(app.db) } as Job)).rejects.toThrow('only once');
  expect(await abertas()).toBe(1);
  await app.db.query(sql`delete from nps_respostas where periodo = ${anterior}`);
  await app.db.query(sql`delete from nps_configuracoes where empresa_id <> ${app.empresas[0]}`);
});

it('a manager of some areas is told of these alone, and not how many answer in the others', async () => {
  const todas = (authority: string) => ['ROLE_VER_TODAS_AREAS', 'ROLE_GERAL_TODAS_EMPRESAS'].includes(authority);
  const gestora = await app.loginWithout(2, todas);
  const { periodos, emCurso, comentarios } = await done<PainelDoNps>(gestora, 'GET', `${NPS}/resultados`);
  expect({ emCurso: emCurso.respostas, comentarios }).toEqual({ emCurso: null, comentarios: [] });
  expect(periodos[0]?.respostas).toBeLessThan(13);
});

it('once somebody has answered, the least size only grows, and periods keep their length', async () => {
  expect(faultsOf(await admin('PUT', `${NPS}/configuracao`, { ativo: true, meses: '3', minimo: 5 }))).toEqual([
    'minimo: Já há respostas: o menor grupo mostrado só pode aumentar',
  ]);
  expect(faultsOf(await admin('PUT', `${NPS}/configuracao`, { ativo: true, meses: '1', minimo: 6 }))).toEqual([
    'meses: Já há respostas: o período não muda mais',
  ]);
});

it('the trail tells who configured it, and nothing of who answered', async () => {
  const linhas = await app.db.query<{ tabela: string }>(sql`select distinct tabela from auditoria where tabela like 'nps%'`);
  expect(linhas).toEqual([{ tabela: 'nps_configuracoes' }]);
});
