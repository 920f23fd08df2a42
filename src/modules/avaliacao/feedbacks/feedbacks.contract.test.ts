import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DEMO_LOGINS } from '#app/demo-users.server.ts';
import { type Client, done, faultsOf, openTestApp, type Row, type TestApp } from '#app/test-app.server.ts';
import { addDays, today } from '#kit/br/date.ts';
import type { FeedbackLido } from './feedback.ts';

const FEEDBACKS = '/api/avaliacao/feedbacks';
const hoje = today();
/** Everybody but the administrator holds one authority that opens nobody. */
const alheio = (name: string) => name !== 'ROLE_CAD_VACINA';
const SEGREDO = 'Chegou atrasado três vezes, xilofone.';
let app: TestApp;
let admin: Client;
let lider: Client;
let talento: Client;
let chefia: Client;
let [chefe, dela, diretor, longe] = [0, 0, 0, 0];

const nota = (mais: object = {}) => ({
  tipo: 'F',
  data: hoje,
  colaboradorId: dela,
  texto: SEGREDO,
  combinado: 'Avisar antes',
  partilha: 'E',
  ...mais,
});
const escreve = (client: Client, mais: object = {}) => done<FeedbackLido>(client, 'POST', FEEDBACKS, nota(mais));
const vistos = async (client: Client) => done<FeedbackLido[]>(client, 'GET', FEEDBACKS);
const ve = async (client: Client, id: number) => (await vistos(client)).find((um) => um.id === id);

beforeAll(async () => {
  app = await openTestApp();
  await app.seed(60);
  const empresa = app.empresas[0] as number;
  const areas = await app.db.query<{ id: number }>(sql`
    select area_atual_id as id from talentos where empresa_id = ${empresa} and situacao = 'A' group by 1 having count(*) >= 2 order by 1 limit 2`);
  const [area, outra] = areas.map(({ id }) => id) as [number, number];
  const pessoas = async (de: number) =>
    (
      await app.db.query<Row>(sql`select id from talentos where area_atual_id = ${de} and situacao = 'A' order by id limit 2`)
    ).map(({ id }) => id);
  [chefe, dela] = (await pessoas(area)) as [number, number];
  [diretor, longe] = (await pessoas(outra)) as [number, number];
  const eles: [number, number][] = [
    [2, chefe],
    [1, dela],
    [3, diretor],
  ];
  for (const [who, id] of eles)
    await app.db.query(sql`update talentos set cpf = ${DEMO_LOGINS[who]?.cpf.replace(/\D/g, '')} where id = ${id}`);
  await app.db.query(sql`delete from areas_organizacionais_empresa_e_responsaveis where empresa_id = ${empresa}`);
  // The leader's area stands below the one of the director, who answers for what is below it too.
  await app.db.query(sql`update areas_organizacionais set area_mae_id = ${outra} where id = ${area}`);
  await app.db.query(
    sql`update areas_organizacionais set replicar_responsaveis_para_areas_filhas = true, area_mae_id = null where id = ${outra}`,
  );
  for (const [de, quem] of [
    [area, chefe],
    [outra, diretor],
  ])
    await app.db.query(sql`
      insert into areas_organizacionais_empresa_e_responsaveis (registro_id, ordem, empresa_id, colaborador_dto_id) values (${de}, 1, ${empresa}, ${quem})`);
  admin = await app.login(0);
  talento = await app.loginWithout(1, alheio);
  lider = await app.loginWithout(2, alheio);
  chefia = await app.loginWithout(3, alheio);
});
afterAll(() => app.close());

it('a private note is read by its author alone: no administrator, no talent, no leader above, no trail, no message', async () => {
  const { id } = await escreve(lider);
  expect(await ve(lider, id)).toMatchObject({ meu: true, texto: SEGREDO, leitores: [], podeMudar: true });
  for (const client of [admin, talento, chefia]) {
    expect(await ve(client, id)).toBeUndefined();
    for (const [method, url, body] of [
      ['PUT', `${FEEDBACKS}/${id}`, { ...nota({ partilha: 'L' }), versao: 1 }],
      ['POST', `${FEEDBACKS}/${id}/leitura`, undefined],
      ['DELETE', `${FEEDBACKS}/${id}`, undefined],
    ] as const)
      expect([method, (await client(method, url, body)).status]).toEqual([method, 404]);
  }
  const tabelas = await app.db.query<{ nome: string }>(sql`
    select table_name as nome from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'feedbacks'`);
  for (const { nome } of tabelas)
    expect([nome, await app.db.query({ text: `select 1 from "${nome}" x where x::text like '%xilofone%'` })]).toEqual([nome, []]);
});

it('a shared note is opened by its receiver, its author learns when, and then nobody changes it any more', async () => {
  const { id, versao } = await escreve(lider);
  const partilhada = await done<FeedbackLido>(lider, 'PUT', `${FEEDBACKS}/${id}`, { ...nota({ partilha: 'C' }), versao });
  expect(partilhada).toMatchObject({ partilha: 'C', leitores: [{ lidoEm: null }], podeMudar: true });
  expect(await ve(talento, id)).toMatchObject({ meu: false, texto: null, combinado: null, leitores: [], podeMudar: false });
  expect(await ve(chefia, id)).toBeUndefined();
  expect(await ve(admin, id)).toBeUndefined();
  expect(JSON.stringify(await done(talento, 'GET', '/api/geral/para-fazer'))).toContain('Feedbacks por ler');
  const aviso = await app.db.only<{ texto: string }>(
    sql`select texto from mensagens where tipo = 'avaliacao/feedback' order by id desc limit 1`,
  );
  expect(aviso.texto).toContain('compartilhou com você um registro (Feedback)');
  expect((await talento('DELETE', `${FEEDBACKS}/${id}`)).status).toBe(404);
  expect(await done<FeedbackLido>(talento, 'POST', `${FEEDBACKS}/${id}/leitura`)).toMatchObject({ texto: SEGREDO });
  expect((await ve(lider, id))?.leitores[0]?.lidoEm).toEqual(expect.any(String));
  const mudar = await lider('PUT', `${FEEDBACKS}/${id}`, { ...nota({ partilha: 'L' }), versao: partilhada.versao });
  expect(mudar).toMatchObject({ status: 409, body: { code: 'FEEDBACK_LIDO' } });
  expect((await lider('DELETE', `${FEEDBACKS}/${id}`)).status).toBe(409);
});

it('sharing with leaders names those who lead at that moment, and is never taken back', async () => {
  const { id, versao } = await escreve(lider, { partilha: 'L', tipo: 'C' });
  const autor = await ve(lider, id);
  expect(autor?.leitores).toHaveLength(2);
  expect(faultsOf(await lider('PUT', `${FEEDBACKS}/${id}`, { ...nota({ partilha: 'C' }), versao }))).toEqual([
    'partilha: O que foi compartilhado não deixa de ser.',
  ]);
  expect(
    faultsOf(await lider('PUT', `${FEEDBACKS}/${id}`, { ...nota({ partilha: 'L', colaboradorId: chefe }), versao })),
  ).toEqual(['colaboradorId: A pessoa não muda: escreva outro registro.']);
  expect(await done<FeedbackLido>(chefia, 'POST', `${FEEDBACKS}/${id}/leitura`)).toMatchObject({ texto: SEGREDO, meu: false });
  // The leader's reading is no reading by the receiver.
  expect(await ve(talento, id)).toMatchObject({ texto: null });
  expect((await lider('DELETE', `${FEEDBACKS}/${id}`)).status).toBe(409);
  expect(await ve(admin, id)).toBeUndefined();
});

it('one writes about those near oneself; whoever sees talents by their profile about these too', async () => {
  const nomes = (await done<Row[]>(talento, 'GET', `${FEEDBACKS}/pessoas`)).map(({ id }) => id);
  expect(nomes).toContain(chefe);
  expect(nomes).toContain(diretor);
  expect(nomes).not.toContain(dela);
  expect(nomes).not.toContain(longe);
  expect(faultsOf(await talento('POST', FEEDBACKS, nota({ colaboradorId: longe })))).toEqual([
    'colaboradorId: Escolha quem você lidera, quem lidera você ou alguém da sua área.',
  ]);
  expect((await escreve(admin, { colaboradorId: longe })).colaborador.id).toBe(longe);
  expect(faultsOf(await talento('POST', FEEDBACKS, nota({ colaboradorId: chefe, texto: '' })))).toEqual([
    expect.stringMatching(/^texto: /),
  ]);
  expect(faultsOf(await talento('POST', FEEDBACKS, nota({ colaboradorId: chefe, data: addDays(hoje, 1) })))).toEqual([
    'data: A data do feedback não pode ser futura.',
  ]);
});

it('a note sent twice is written once, and two who read at once leave one time of reading', async () => {
  const key = { 'idempotency-key': crypto.randomUUID() };
  const enviadas = await Promise.all([1, 2].map(() => lider('POST', FEEDBACKS, nota({ partilha: 'C' }), key)));
  const [id = 0, outro] = enviadas.map(({ body }) => (body as FeedbackLido).id);
  expect(outro).toBe(id);
  await Promise.all([1, 2].map(() => done(talento, 'POST', `${FEEDBACKS}/${id}/leitura`)));
  const antes = (await ve(lider, id))?.leitores;
  await done(talento, 'POST', `${FEEDBACKS}/${id}/leitura`);
  expect((await ve(lider, id))?.leitores).toEqual(antes);
});

it('nobody is written to without end: whoever shares too often waits, and still writes for themselves', async () => {
  const { id } = await app.db.only<Row>(sql`select id from usuarios where cpf = ${DEMO_LOGINS[2]?.cpf.replace(/\D/g, '')}`);
  await app.db.query(sql`
    insert into tentativas (chave, janela, falhas) values (${`feedbackCompartilhado:${id}`}, date_trunc('minute', now()), 30)
    on conflict (chave, janela) do update set falhas = 30`);
  expect((await lider('POST', FEEDBACKS, nota({ partilha: 'C' }))).status).toBe(429);
  const { id: nova, versao } = await escreve(lider);
  expect((await lider('PUT', `${FEEDBACKS}/${nova}`, { ...nota({ partilha: 'L' }), versao })).status).toBe(429);
  await app.db.query(sql`delete from tentativas`);
  expect((await lider('PUT', `${FEEDBACKS}/${nova}`, { ...nota({ partilha: 'L' }), versao })).status).toBe(200);
});

it('whoever has written keeps the CPF of their user: with another one, another person would read it', async () => {
  const { id } = await app.db.only<Row>(sql`select id from usuarios where cpf = ${DEMO_LOGINS[3]?.cpf.replace(/\D/g, '')}`);
  const url = `/api/utilitario/usuarios/${id}`;
  const change = async () => {
    const { id: _, ...user } = await done(admin, 'GET', url);
    return admin('PUT', url, { ...user, cpf: '390.533.447-05' });
  };
  const notas = [await escreve(chefia), await escreve(chefia, { partilha: 'C' })];
  for (const { id: nota } of notas) {
    expect(faultsOf(await change())).toEqual([
      'cpf: Este usuário já guarda o que só ele lê. Para outra pessoa, crie outro usuário.',
    ]);
    await done(chefia, 'DELETE', `${FEEDBACKS}/${nota}`);
  }
  expect((await change()).status).toBe(200);
});
