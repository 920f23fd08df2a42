import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cpf as CPF } from '#kit/br/cpf.ts';
import type { Files } from '#kit/files/files.server.ts';
import { sweepJobs } from '#kit/module/sweep.server.ts';
import { type Answer, type Client, openTestApp, type TestApp } from './test-app.server.ts';

/** A record is made once for each key, however often its form sends it. */
const IDIOMAS = '/api/captacao/idiomas';

let app: TestApp;
let admin: Client;
let next = 0;

beforeAll(async () => {
  app = await openTestApp();
  admin = await app.login(0);
});
afterAll(() => app.close());

const chave = () => `00000000-0000-4000-8000-${String(++next).padStart(12, '0')}`;
const envia = (body: object, key: string, client = admin, url = IDIOMAS) => client('POST', url, body, { 'idempotency-key': key });
const quantos = async (nome: string) =>
  (await app.db.one<{ n: number }>(sql`select count(*)::int as n from idiomas where nome = ${nome}`))?.n;
const idDe = ({ body }: Answer) => (body as { id: number }).id;

it('answers again with the record, as it is now', async () => {
  const key = chave();
  const primeiro = await envia({ nome: 'Guarani' }, key);
  expect(primeiro.status).toBe(201);
  expect(await envia({ nome: 'Guarani' }, key)).toMatchObject({ status: 201, body: { id: idDe(primeiro), versao: 1 } });
  await admin('PUT', `${IDIOMAS}/${idDe(primeiro)}`, { nome: 'Guarani mbyá' });
  expect(await envia({ nome: 'Guarani' }, key)).toMatchObject({
    status: 201,
    body: { id: idDe(primeiro), nome: 'Guarani mbyá' },
  });
  expect(await quantos('Guarani')).toBe(0);
});

it('makes one of many that come at once', async () => {
  const key = chave();
  const answers = await Promise.all(Array.from({ length: 6 }, () => envia({ nome: 'Kaingang' }, key)));
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 201));
  expect(new Set(answers.map(idDe)).size).toBe(1);
  expect(await quantos('Kaingang')).toBe(1);
  const trilha = await app.db.one<{ n: number }>(
    sql`select count(*)::int as n from auditoria where tabela = 'idiomas' and registro_id = ${idDe(answers[0] as Answer)} and acao = 'I'`,
  );
  expect(trilha?.n).toBe(1);
});

it('takes another body under the same key for a change that came too late', async () => {
  const key = chave();
  await envia({ nome: 'Terena' }, key);
  expect(await envia({ nome: 'Terena II' }, key)).toMatchObject({
    status: 409,
    body: {
      code: 'JA_SALVO',
      message: 'Este registro já foi salvo, antes da sua última alteração. Abra-o na lista para continuar.',
    },
  });
  expect(await quantos('Terena II')).toBe(0);
});

it('keeps no key of a save that was refused', async () => {
  const key = chave();
  expect((await envia({ nome: '' }, key)).status).toBe(400);
  expect((await envia({ nome: 'Xavante' }, key)).status).toBe(201);
});

it('belongs to one person in one company, and to one address', async () => {
  const key = chave();
  expect((await envia({ nome: 'Ticuna' }, key)).status).toBe(201);
  // The key of somebody else, or of another company, tells nothing of the record: this save is judged as any other, and the name is taken.
  for (const client of [await app.login(0, app.empresas[1]), await app.loginWithout(1, () => false)])
    expect((await envia({ nome: 'Ticuna' }, key, client)).status).toBe(400);
  expect((await envia({ nome: 'Ticuna' }, key, admin, '/api/captacao/areas-formacao')).status).toBe(409);
});

it('says so when the record has been removed, and what a key is', async () => {
  const key = chave();
  const id = idDe(await envia({ nome: 'Yanomami' }, key));
  await admin('DELETE', `${IDIOMAS}/${id}`);
  expect(await envia({ nome: 'Yanomami' }, key)).toMatchObject({
    status: 409,
    body: { message: 'Este registro já foi salvo e, depois disso, excluído.' },
  });
  for (const estranha of ['', 'x', '1'.repeat(5_000)])
    expect(await envia({ nome: 'Yanomami' }, estranha)).toMatchObject({ status: 400, body: { code: 'CHAVE_INVALIDA' } });
});

it('is forgotten after some days', async () => {
  const [velha, nova] = [chave(), chave()];
  await envia({ nome: 'Pataxó' }, velha);
  await envia({ nome: 'Potiguara' }, nova);
  await app.db.query(sql`update envios set criado_em = now() - interval '3 days' where chave = ${velha}`);
  await sweepJobs(app.db, {} as Files)['tarefas.limpar']();
  const chaves = await app.db.query<{ chave: string }>(sql`select chave from envios where chave in (${velha}, ${nova})`);
  expect(chaves.map((one) => one.chave)).toEqual([nova]);
});

it('an import of long ago goes with its rows, whatever state it was left in, unless it is worked on', async () => {
  const empresa = app.empresas[0];
  const { id } = await app.db.only<{ id: number }>(sql`
    with arquivo as (
      insert into arquivos (empresa_id, criado_por, nome, tipo, tamanho, checksum, chave)
      select ${empresa}, min(id), 'gente.csv', 'text/csv', 1, 'x', 'gente-csv' from usuarios returning id, criado_por)
    insert into importacoes (empresa_id, usuario_id, cadastro, arquivo_id, nome, estado, criada_em, desde)
    select ${empresa}, criado_por, 'captacao/candidatos', id, 'gente.csv', 'aplicando', now() - interval '31 days', now() from arquivo returning id`);
  const stands = async () => {
    await sweepJobs(app.db, {} as Files)['tarefas.limpar']();
    return (await app.db.query(sql`select 1 from importacoes where id = ${id}`)).length;
  };
  expect(await stands()).toBe(1);
  await app.db.query(sql`
    with tarefa as (insert into tarefas (tipo, estado) values ('importar', 'executando') returning id)
    update importacoes i set desde = criada_em, tarefa_id = tarefa.id from tarefa where i.id = ${id}`);
  expect(await stands()).toBe(1);
  await app.db.query(sql`
    update tarefas t set estado = 'cancelada', concluida_em = now() from importacoes i where i.id = ${id} and t.id = i.tarefa_id`);
  expect(await stands()).toBe(0);
});

it('leaves the line that any reading of guarded data leaves', async () => {
  await app.seed(2);
  const [primeiro = 0] = await app.ids('talentos');
  const {
    id: _,
    versao: _versao,
    ...ficha
  } = (await admin('GET', `/api/gestao-talentos/talentos/${primeiro}`)).body as Record<string, unknown>;
  const body = { ...ficha, cpf: CPF.sample(900), matricula: null, codigoAC: null };
  const key = chave();
  const id = idDe(await envia(body, key, admin, '/api/gestao-talentos/talentos'));
  const lido = async () =>
    (
      await app.db.one<{ n: number }>(
        sql`select count(*)::int as n from auditoria where tabela = 'talentos' and registro_id = ${id} and acao = 'L'`,
      )
    )?.n;
  expect(await lido()).toBe(1);
  expect(await envia(body, key, admin, '/api/gestao-talentos/talentos')).toMatchObject({ status: 201, body: { id } });
  expect(await lido()).toBe(2);
});
