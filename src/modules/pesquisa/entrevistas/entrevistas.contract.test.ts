import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Client, done, faultsOf, openTestApp, type Row, send, type TestApp } from '#app/test-app.server.ts';
import { startWorker } from '#kit/jobs/worker.server.ts';
import { readText } from '#kit/text/text.server.ts';
import { createAccessCache } from '#platform/authority/access.server.ts';
import { actingOf } from '#platform/session/session.server.ts';
import { prontas } from '../pesquisas/prontas/prontas.ts';
import { colaboreJobs } from '../questionarios/colabore.server.ts';

const ENTREVISTAS = '/api/pesquisa/entrevistas';
const QUESTIONARIOS = '/api/pesquisa/questionarios';
const folder = mkdtempSync(join(tmpdir(), 'vinculo-papel-'));
let app: TestApp;
let admin: Client;
let desligamento: number;
let pessoas: Row[];
let answers: unknown = { respostas: [] };
let status = 200;
const heard: unknown[] = [];

/** The mobile product's double. */
const mobile = createServer((request, response) => {
  let text = '';
  request.on('data', (chunk: Buffer) => (text += chunk.toString()));
  request.on('end', () => {
    heard.push(text === '' ? request.url : JSON.parse(text));
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answers));
  });
});

beforeAll(async () => {
  await new Promise<void>((resolve) => void mobile.listen(0, '127.0.0.1', resolve));
  app = await openTestApp({
    COLABORE_URL: `http://127.0.0.1:${(mobile.address() as AddressInfo).port}`,
    COLABORE_TOKEN: 'segredo',
  });
  await app.seed(20);
  await app.db.query(
    sql`insert into parametros_sistema (status_colabore) select 'Ativo' where not exists (select 1 from parametros_sistema)`,
  );
  await app.db.query(sql`update parametros_sistema set status_colabore = 'Ativo'`);
  admin = await app.login();
  desligamento = (await done(admin, 'POST', '/api/pesquisa/pesquisas/prontas', { modelo: 'D' })).id;
  pessoas = await app.db.query<Row>(
    sql`select id, cpf, email from talentos where empresa_id = ${app.empresas[0]} and situacao = 'A' order by id limit 6`,
  );
});
afterAll(async () => {
  await app.close();
  mobile.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Something that satisfies every required question. */
const respostas = (modelo: 'D' | 'E') =>
  prontas[modelo].perguntas.flatMap(({ id, tipo, obrigatoria, notaMaxima, respostas: opcoes }): object[] => {
    if (!obrigatoria) return [];
    if (tipo === '4') return [{ perguntaId: id, nota: notaMaxima }];
    if (tipo === '1') return [{ perguntaId: id, respostaId: opcoes[0]?.id }];
    return [{ perguntaId: id, respostasIds: opcoes.slice(0, 2).map((opcao) => opcao.id) }];
  });

it('CALL-450 to 457: somebody who leaves answers by a link, another to whoever interviews, and both are on paper', async () => {
  const { id } = await done(admin, 'POST', ENTREVISTAS, { titulo: 'Desligamento', pesquisa: desligamento, ativa: true });
  const [sai, conta, sem] = pessoas as [Row, Row, Row];
  await app.db.query(sql`update talentos set email = null where id = ${sem.id}`);
  expect(faultsOf(await admin('POST', `${ENTREVISTAS}/${id}/entrevistar`, { colaborador: sem.id, enviarLink: true }))).toEqual([
    expect.stringMatching(/^enviarLink: Este talento não tem e-mail/),
  ]);
  const juntos = await Promise.all(
    [1, 2].map(() => done(admin, 'POST', `${ENTREVISTAS}/${id}/entrevistar`, { colaborador: sai.id, enviarLink: true })),
  );
  expect(new Set(juntos.map((uma) => uma.solicitacaoId)).size).toBe(1);
  const email = await app.db.one<{ texto: string }>(
    sql`select texto from emails where para = ${sai.email} order by id desc limit 1`,
  );
  const bilhete = /#([\w-]+)/.exec(email?.texto ?? '')?.[1];
  const enviada = await send(app.app, {
    method: 'POST',
    url: '/api/publico/responder/enviar',
    payload: { bilhete, envio: crypto.randomUUID(), respostas: respostas('D') },
  });
  expect(enviada.status).toBe(200);
  await done(admin, 'POST', `${ENTREVISTAS}/respostas`, { entrevistaId: id, colaboradorId: conta.id, respostas: respostas('D') });
  expect(
    await admin('POST', `${ENTREVISTAS}/respostas`, { entrevistaId: id, colaboradorId: conta.id, respostas: respostas('D') }),
  ).toMatchObject({
    status: 409,
  });
  // What is asked in interviews is told to whoever reads interviews, beside questionnaires.
  const perguntadas = async (quem: Client) =>
    (await done<{ titulo: string }[]>(quem, 'GET', '/api/pesquisa/colaborador-questionario?minhas=false')).filter(
      ({ titulo }) => titulo === 'Desligamento',
    );
  expect(await perguntadas(admin)).toHaveLength(2);
  expect(await perguntadas(await app.loginWithout(1, (authority) => authority === 'ROLE_CAD_ENTREVISTA'))).toEqual([]);
  // Refused answers leave nobody asked.
  expect(
    (await admin('POST', `${ENTREVISTAS}/respostas`, { entrevistaId: id, colaboradorId: sem.id, respostas: [] })).status,
  ).toBe(400);
  expect(await app.db.query(sql`select 1 from participacoes where pessoa = ${`talentos:${sem.id}`}`)).toEqual([]);
  expect(await done(admin, 'GET', `${ENTREVISTAS}/${id}`)).toMatchObject({ entrevistados: 2 });
  const papel = await admin('POST', `${ENTREVISTAS}/print`, { entrevistaId: id });
  expect([papel.status, papel.headers['content-type']]).toEqual([200, 'application/pdf']);
  const { body } = await admin(
    'POST',
    '/api/pesquisa/relatorios/entrevistas',
    { entrevistaId: id },
    { accept: 'application/json' },
  );
  expect(JSON.stringify(body)).toContain('Salário e benefícios; Falta de crescimento');
  const chave = { 'idempotency-key': crypto.randomUUID() };
  const clona = (headers = {}) => admin('POST', `${ENTREVISTAS}/${id}/clone`, undefined, headers);
  // The same click twice is one copy; two clicks at once are two.
  const juntas = await Promise.all([clona(chave), clona(chave), clona()]);
  expect(juntas.map(({ status }) => status)).toEqual([201, 201, 201]);
  expect(new Set(juntas.map(({ body }) => (body as Row).id)).size).toBe(2);
  const copia = await done(admin, 'POST', `${ENTREVISTAS}/${id}/clone`);
  expect(copia).toMatchObject({ titulo: 'Desligamento (4)', entrevistados: 0 });
  expect(await done<Row[]>(admin, 'GET', `${ENTREVISTAS}/questionarios?ativa=true`)).toHaveLength(4);
  expect((await admin('DELETE', `${ENTREVISTAS}/${id}`)).status).toBe(400);
});

it('CALL-429, CALL-437, CALL-438, RUL-416: an identified questionnaire goes to the mobile product, and its answers come back once', async () => {
  const enps = (await done(admin, 'POST', '/api/pesquisa/pesquisas/prontas', { modelo: 'E' })).id;
  const novo = (modo: string) =>
    done(admin, 'POST', QUESTIONARIOS, { titulo: `Pulso ${modo}`, pesquisa: enps, modo, minimo: 5, alcance: 'T' });
  const [nominal, sigiloso] = [await novo('I'), await novo('C')];
  for (const { id } of [nominal, sigiloso]) await done(admin, 'POST', `${QUESTIONARIOS}/${id}/liberar`, {});
  const oferecidas = async ({ id }: Row) => (await done<{ acoes: string[] }>(admin, 'GET', `${QUESTIONARIOS}/${id}`)).acoes;
  expect(await oferecidas(nominal)).toEqual(expect.arrayContaining(['imprimir', 'pontoMobile']));
  expect(await oferecidas(sigiloso)).not.toContain('pontoMobile');
  expect(await admin('PUT', `${QUESTIONARIOS}/${sigiloso.id}/enviar-colabore`)).toMatchObject({
    status: 400,
    body: { code: 'RESPOSTA_SIGILOSA' },
  });
  await done(admin, 'PUT', `${QUESTIONARIOS}/${nominal.id}/enviar-colabore`);
  expect(heard.at(-1)).toMatchObject({ empresaId: app.empresas[0], questionario: { id: nominal.id, titulo: 'Pulso I' } });
  answers = {
    respostas: [
      // What nobody can take over keeps out no other answer.
      { cpf: pessoas[5]?.cpf, envio: crypto.randomUUID(), respostas: [{ perguntaId: 1, comentario: 'x'.repeat(100_000) }] },
      { cpf: pessoas[4]?.cpf, envio: crypto.randomUUID(), respostas: respostas('E') },
      { cpf: pessoas[5]?.cpf, envio: crypto.randomUUID(), respostas: [] },
      { cpf: '00000000000', envio: crypto.randomUUID(), respostas: respostas('E') },
    ],
  };
  const sincroniza = () =>
    done<{ recebidas: number }>(admin, 'POST', `${QUESTIONARIOS}/${nominal.id}/sincronizacao-colabore`, { async: false });
  expect(await sincroniza()).toMatchObject({ recebidas: 1 });
  expect(await sincroniza()).toMatchObject({ recebidas: 0 });
  const situacao = () => done(admin, 'GET', `${QUESTIONARIOS}/${nominal.id}/sincronizacao-colabore/status`);
  expect(await situacao()).toEqual({ status: 'COM_ERRO' });
  answers = { respostas: [] };
  await sincroniza();
  expect(await situacao()).toEqual({ status: 'SINCRONIZADO' });
  // An answer without end is not read to its end.
  answers = { respostas: [], resto: 'x'.repeat(17 * 1024 * 1024) };
  expect((await admin('POST', `${QUESTIONARIOS}/${nominal.id}/sincronizacao-colabore`, {})).status).toBe(503);
  answers = 'outra coisa';
  expect((await admin('POST', `${QUESTIONARIOS}/${nominal.id}/sincronizacao-colabore`, {})).status).toBe(503);
  expect(await done(admin, 'GET', `${QUESTIONARIOS}/${nominal.id}/sincronizacao-colabore/status`)).toEqual({
    status: 'COM_ERRO',
  });
});

it('CALL-437, CALL-438: with async the answers come by a task, one for each questionnaire, which says how it ended', async () => {
  const enps = (await done(admin, 'POST', '/api/pesquisa/pesquisas/prontas', { modelo: 'E' })).id;
  const { id } = await done(admin, 'POST', QUESTIONARIOS, {
    titulo: 'Pulso',
    pesquisa: enps,
    modo: 'I',
    minimo: 5,
    alcance: 'T',
  });
  await done(admin, 'POST', `${QUESTIONARIOS}/${id}/liberar`, {});
  await done(admin, 'PUT', `${QUESTIONARIOS}/${id}/enviar-colabore`);
  const busca = (by = admin, body: object = { async: true }) => by('POST', `${QUESTIONARIOS}/${id}/sincronizacao-colabore`, body);
  const situacao = async () =>
    (await done<{ status: string }>(admin, 'GET', `${QUESTIONARIOS}/${id}/sincronizacao-colabore/status`)).status;
  const emAndamento = { status: 409, body: { code: 'BUSCA_EM_ANDAMENTO' } };
  /** Works the task off as the worker does, with the rights and settings of who asked for it. */
  const fim = async (tarefaId: number, by = admin) => {
    const accessOf = createAccessCache(app.db);
    const worker = startWorker(app.db, {
      connection: app.db.connection,
      handlers: colaboreJobs(app.services),
      actingFor: async (usuario, empresa) =>
        actingOf({ id: usuario ?? 0, nome: 'Quem pediu' }, await accessOf(usuario ?? 0, empresa ?? 0, -1), 'tarefa'),
    });
    const tarefa = () => done<{ estado: string; mensagem: string | null }>(by, 'GET', `/api/tarefas/${tarefaId}`);
    await expect.poll(async () => (await tarefa()).mensagem, { timeout: 20_000 }).not.toBeNull();
    await worker.stop();
    return tarefa();
  };
  const pede = async (by = admin) => {
    const pedida = await busca(by);
    expect(pedida).toMatchObject({ status: 202, body: { tarefaId: expect.any(Number) } });
    return (pedida.body as { tarefaId: number }).tarefaId;
  };

  answers = {
    respostas: [
      ...[3, 4].map((qual) => ({ cpf: pessoas[qual]?.cpf, envio: crypto.randomUUID(), respostas: respostas('E') })),
      { cpf: 'de ninguém' },
    ],
  };
  const antes = heard.length;
  const tarefaId = await pede();
  // The same user gets the same task; nobody begins a second one, nor takes the answers over beside it.
  expect(await pede()).toBe(tarefaId);
  const outra = await app.loginWithout(1, () => false);
  expect(await busca(outra)).toMatchObject(emAndamento);
  expect(await busca(admin, {})).toMatchObject(emAndamento);
  expect([await situacao(), heard.length]).toEqual(['SINCRONIZANDO', antes]);
  expect(await fim(tarefaId)).toMatchObject({
    estado: 'concluida',
    mensagem: '2 respostas recebidas do ponto mobile. 1 não pôde ser lida.',
    progresso: 3,
    total: 3,
  });
  expect([await situacao(), heard.length]).toEqual(['COM_ERRO', antes + 1]);

  answers = { respostas: [] };
  expect(await fim(await pede())).toMatchObject({ estado: 'concluida', mensagem: 'Nenhuma resposta nova no ponto mobile.' });
  expect(await situacao()).toBe('SINCRONIZADO');

  // What does not answer as it should ends the task with a sentence, at once.
  status = 500;
  expect(await fim(await pede())).toMatchObject({ estado: 'falhou', mensagem: 'O ponto mobile recusou o pedido (código 500).' });
  expect(await situacao()).toBe('COM_ERRO');
  status = 200;
  answers = 'outra coisa';
  expect(await fim(await pede())).toMatchObject({
    estado: 'falhou',
    mensagem: 'O ponto mobile respondeu de uma forma que não se conhece.',
  });

  // A cancelled task leaves what was known before.
  answers = { respostas: [] };
  await busca(admin, {});
  await done(admin, 'POST', `/api/tarefas/${await pede()}/cancelar`);
  expect(await situacao()).toBe('SINCRONIZADO');

  // Whoever may no longer release a questionnaire has nothing taken over.
  const semDireito = await pede(outra);
  await app.loginWithout(1, (authority) => authority === 'ROLE_LIBERAR_QUESTIONARIO');
  const vezes = heard.length;
  expect(await fim(semDireito, outra)).toMatchObject({ estado: 'falhou', mensagem: expect.any(String) });
  expect(heard).toHaveLength(vezes);
});

it('CALL-439: a questionnaire is printed with what is promised and required, and in little space fills its sheet', async () => {
  const clima = (await done(admin, 'POST', '/api/pesquisa/pesquisas/prontas', { modelo: 'C' })).id;
  const impresso = async (pesquisa: number, economica: boolean) => {
    const { id } = await done(admin, 'POST', QUESTIONARIOS, { titulo: 'No papel', pesquisa, modo: 'C', minimo: 5, alcance: 'T' });
    const papel = await admin('POST', `${QUESTIONARIOS}/${id}/imprimir?imprimirFormaEconomica=${economica}`);
    expect([papel.status, papel.headers['content-type']]).toEqual([200, 'application/pdf']);
    const file = join(folder, 'papel.pdf');
    writeFileSync(file, papel.body as Buffer);
    const { text } = await readText(file, 'application/pdf');
    return 'texto' in text ? text.texto.replaceAll(/\s+/g, ' ') : '';
  };
  for (const economica of [true, false])
    for (const dito of ['Confidencial: O sistema sabe', prontas.D.perguntas[0]?.texto, '* Resposta obrigatória'])
      expect(await impresso(desligamento, economica)).toContain(dito);
  expect(await impresso(clima, true)).toContain('página 1 de 1');
});

it('CALL-427 to 436, RUL-417: the questions of a survey are served below its questionnaire, and change until it is released', async () => {
  const pesquisa = (await done(admin, 'POST', '/api/pesquisa/pesquisas/prontas', { modelo: 'E' })).id;
  const { id } = await done(admin, 'POST', QUESTIONARIOS, {
    titulo: 'Com perguntas',
    pesquisa,
    modo: 'C',
    minimo: 5,
    alcance: 'T',
  });
  const perguntas = () => done<Row[]>(admin, 'GET', `${QUESTIONARIOS}/${id}/perguntas`);
  const [nota, texto] = (await perguntas()) as [Row, Row];
  await done(admin, 'PATCH', `${QUESTIONARIOS}/${id}/perguntas/ordem`, { id: texto.id, ordem: 1 });
  expect((await admin('PATCH', `${QUESTIONARIOS}/${id}/perguntas/ordem`, { id: 9_000, ordem: 1 })).status).toBe(404);
  expect((await perguntas()).map((uma) => uma.id)).toEqual([texto.id, nota.id]);
  await done(admin, 'PUT', `${QUESTIONARIOS}/${id}/perguntas/ordem-aleatoria`);
  expect(await done<Row[]>(admin, 'GET', `${QUESTIONARIOS}/${id}/respostas-sugeridas`)).not.toEqual([]);
  expect(await done<Row[]>(admin, 'GET', `${QUESTIONARIOS}/aspectos`)).toContainEqual({ nome: 'Como foi trabalhar aqui' });
  await done(admin, 'POST', `${QUESTIONARIOS}/${id}/liberar`, {});
  expect((await admin('PUT', `${QUESTIONARIOS}/${id}/perguntas/ordem-aleatoria`)).status).toBe(409);
  const nova = { texto: 'Mais alguma coisa?', tipo: '3' };
  expect(await admin('POST', `${QUESTIONARIOS}/${id}/perguntas`, nova)).toMatchObject({
    status: 409,
    body: { code: 'PERGUNTAS_TRAVADAS' },
  });
});

it('writes to somebody a few times in a quarter of an hour, and no more', async () => {
  const { id } = await done(admin, 'POST', ENTREVISTAS, { titulo: 'Insistente', pesquisa: desligamento, ativa: true });
  const ultima = pessoas.at(-1) as Row;
  const chama = (enviarLink: boolean, quem = admin) =>
    quem('POST', `${ENTREVISTAS}/${id}/entrevistar`, { colaborador: ultima.id, enviarLink });
  // Whoever does not see the person takes none of them.
  const semVer = await app.loginWithout(1, (authority) => authority === 'ROLE_VER_TODAS_AREAS');
  for (let n = 0; n < 6; n++) expect((await chama(true, semVer)).status).toBe(404);
  const vezes = await Promise.all(Array.from({ length: 8 }, () => chama(true)));
  expect(vezes.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 201, 201, 201, 201, 429, 429, 429]);
  expect((await chama(false)).status).toBe(201);
  const { n } = await app.db.only<{ n: number }>(sql`select count(*)::int as n from emails where para = ${ultima.email}`);
  expect(n).toBe(5);
});
