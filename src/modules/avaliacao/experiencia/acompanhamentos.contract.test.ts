import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DEMO_LOGINS } from '#app/demo-users.server.ts';
import { type Client, done, faultsOf, openTestApp, type Row, send, type TestApp } from '#app/test-app.server.ts';
import { cpf as CPF } from '#kit/br/cpf.ts';
import { addDays, today } from '#kit/br/date.ts';
import { type Importing, importJobs } from '#kit/import/import.server.ts';
import { startWorker } from '#kit/jobs/worker.server.ts';
import { putBack } from '#kit/store/put-back.server.ts';
import { readText } from '#kit/text/text.server.ts';
import { createAccessCache } from '#platform/authority/access.server.ts';
import { DEFINICAO_VAZIA } from '#platform/questionario/definition.ts';
import { newQuestion, withQuestions } from '#platform/questionario/edits.ts';
import { OWNED } from '#platform/questionario/versions.server.ts';
import { systemActing } from '#platform/session/session.server.ts';
import type { QuestionarioRespondido, TalentoEmExperiencia } from './acompanhamento.ts';
import { AVISOS } from './avisos.server.ts';

const URL = '/api/avaliacao/acompanhamentos-periodos-experiencia';
const AVALIACOES = '/api/gestao-talentos/colaboradores-periodos-experienciais-avaliacoes';
const HOJE = today();

let app: TestApp;
let admin: Client;
let lider: Row;
const periodo = { primeiro: 0, segundo: 0 };
const modelo = { primeiro: 0, segundo: 0 };
const gente: number[] = [];

interface Pessoa {
  id: number;
  nome: string;
  email: string;
}

const questionarios = (id: number) => `${URL}/talentos/${id}/colaboradores-questionarios`;
const detalhe = (id: number, client = admin) => done<TalentoEmExperiencia>(client, 'GET', `${questionarios(id)}/detail`);
const doPeriodo = async (id: number, qual = periodo.primeiro) =>
  (await detalhe(id)).questionarios.find((um) => um.periodo.id === qual);
const perguntar = (id: number, mais: object = {}) =>
  admin('POST', `${URL}/perguntar`, { colaborador: id, periodo: periodo.primeiro, ...mais });
/** 3 questions: a note from 0 to 10 of weight 2, another of weight 1, and a text. */
const respostas = (a: number, b: number) => [
  { perguntaId: 1, nota: a },
  { perguntaId: 2, nota: b },
  { perguntaId: 3, comentario: 'Aprende depressa.' },
];
const avaliacao = (id: number, mais: object = {}) => ({
  colaborador: id,
  periodo: periodo.primeiro,
  data: HOJE,
  avaliador: 'RH',
  parecer: 'EFETIVAR',
  ...mais,
});
const pessoa = (place: number): number => gente[place] as number;

const roda = async () => {
  await app.db.query(sql`insert into tarefas (tipo, chave) values (${AVISOS}, ${AVISOS}) on conflict do nothing`);
  await app.work();
};
const admitidoHa = (id: number, dias: number) =>
  app.db.tx(async (tx) => {
    await tx.query(sql`update talentos_historicos set data = ${addDays(HOJE, -dias)}::date where registro_id = ${id}`);
    await tx.query(sql`update talentos set data_admissao = ${addDays(HOJE, -dias)}::date where id = ${id}`);
  });

beforeAll(async () => {
  app = await openTestApp();
  await app.seed(20);
  await app.db.query(sql`delete from avaliacoes_experiencia`);
  await app.db.query(sql`delete from modelos_avaliacao`);
  await app.db.query(sql`delete from periodos_experiencia`);
  admin = await app.login(0);
  const novo = async (url: string, corpo: object) =>
    (await done(admin, 'POST', `/api/avaliacao/${url}`, { ativo: true, ...corpo })).id;
  periodo.primeiro = await novo('periodos-experiencia', { nome: 'Primeiro', dias: 45, avisos: ['15', '5'] });
  periodo.segundo = await novo('periodos-experiencia', { nome: 'Segundo', dias: 90, avisos: [] });
  const definicao = withQuestions([
    { ...newQuestion(0, '4'), texto: 'Aprende a rotina', peso: 2, notaMinima: 0, notaMaxima: 10 },
    { ...newQuestion(0, '4'), texto: 'Convive bem', peso: 1, notaMinima: 0, notaMaxima: 10 },
    { ...newQuestion(0, '3'), texto: 'O que mais?', obrigatoria: false },
  ])(DEFINICAO_VAZIA);
  for (const qual of ['primeiro', 'segundo'] as const) {
    modelo[qual] = await novo('modelos-avaliacao', {
      titulo: `Modelo ${qual}`,
      tipo: 'A',
      percentualMinimoAprovacao: 70,
      periodoAcompanhamentoExperienciaId: periodo[qual],
    });
    await app.db.query(sql`
      insert into questionario_versoes (empresa_id, dono, dono_id, numero, definicao)
      values (${app.empresas[0]}, 'avaliacao/modelos-avaliacao', ${modelo[qual]}, 1, ${JSON.stringify(definicao)}::jsonb)`);
  }
  // Everybody works in one area, whose leader is the user `gestora`.
  const ativos = await app.db.query<{ id: number; area: number }>(
    sql`select id, area_atual_id as area from talentos where empresa_id = ${app.empresas[0]} and situacao = 'A' and data_desligamento is null order by id`,
  );
  const area = ativos[0]?.area as number;
  lider = { id: ativos.at(-1)?.id as number };
  await app.db.query(
    sql`update talentos set cpf = (select cpf from usuarios where cpf = ${DEMO_LOGINS[1]?.cpf.replace(/\D/g, '')}) where id = ${lider.id}`,
  );
  await app.db.query(sql`delete from areas_organizacionais_empresa_e_responsaveis`);
  await app.db.query(sql`
    insert into areas_organizacionais_empresa_e_responsaveis (registro_id, ordem, empresa_id, colaborador_dto_id) values (${area}, 1, ${app.empresas[0]}, ${lider.id})`);
  for (const { id } of ativos.slice(0, 6)) {
    gente.push(id);
    await app.db.tx(async (tx) => {
      await tx.query(
        sql`delete from talentos_historicos where registro_id = ${id} and data > (select min(data) from talentos_historicos where registro_id = ${id})`,
      );
      await tx.query(
        sql`update talentos_historicos set data = ${addDays(HOJE, -30)}::date, ate = null where registro_id = ${id}`,
      );
      await tx.query(
        sql`update talentos set vinculo = 'E', area_atual_id = ${area}, data_admissao = ${addDays(HOJE, -30)}::date where id = ${id}`,
      );
    });
  }
});
afterAll(() => app.close());

it('CALL-230 to 232: the leader is asked once, answers where questions wait, and the percentage is that of the answers', async () => {
  const id = pessoa(0);
  const gestora = await app.login(1);
  expect(await doPeriodo(id)).toMatchObject({
    resposta: 'N',
    questionarioId: modelo.primeiro,
    avaliador: null,
    percentual: null,
  });
  expect((await perguntar(id)).body).toMatchObject({ avisado: true });
  expect((await perguntar(id)).status).toBe(201);
  expect(await app.db.query(sql`select 1 from acompanhamentos_experiencia where colaborador_id = ${id}`)).toHaveLength(1);
  const [espera] = (await done<{ id: number; sobre: string }[]>(gestora, 'GET', '/api/pesquisa/responder')).filter(
    ({ sobre }) => sobre !== null,
  );
  const { colaborador } = await detalhe(id);
  expect(espera?.sobre).toBe(colaborador.nome);
  const minhas = await done<{ sobre: string | null }[]>(gestora, 'GET', '/api/pesquisa/colaborador-questionario');
  expect(minhas.map(({ sobre }) => sobre)).toContain(colaborador.nome);
  const enviar = (a: number, b: number) =>
    gestora('POST', `/api/pesquisa/responder/${espera?.id}/enviar`, { envio: crypto.randomUUID(), respostas: respostas(a, b) });
  expect(faultsOf(await enviar(11, 5))).toEqual(['perguntas.1: Nota deve ser um número inteiro de 0 a 10']);
  expect((await enviar(10, 4)).status).toBe(200);
  // (2 × 100 + 1 × 40) ÷ 3
  expect(await doPeriodo(id)).toMatchObject({ resposta: 'R', percentual: 80, minha: false, respondidaEm: HOJE });
  const lido = await done<QuestionarioRespondido>(admin, 'GET', `${questionarios(id)}/${modelo.primeiro}`);
  expect(lido).toMatchObject({ percentual: 80, minimo: 70, respostas: [{ perguntaId: 1, nota: 10 }, { perguntaId: 2 }, {}] });
  const pagina = await done<{ content: TalentoEmExperiencia[]; totalElements: number }>(
    admin,
    'GET',
    `${URL}/talentos?page=0&size=2`,
  );
  expect(pagina.content).toHaveLength(2);
  expect(pagina.totalElements).toBe((await done<object[]>(admin, 'GET', `${URL}/talentos`)).length);
  const lista = await done<{ content: Row[] }>(admin, 'GET', `${URL}?page=0&colaboradorId=${id}&resposta=R`);
  expect(lista.content).toHaveLength(1);
});

it('CALL-236: what was answered is on paper, by aspect or not, in little space or not, and for nobody else', async () => {
  const { id: colaboradorQuestionarioId } = (await doPeriodo(pessoa(0))) as { id: number };
  const papel = (client: Client, mais: object = {}) =>
    client('POST', `${URL}/imprimir-avaliacao-respondida`, { colaboradorQuestionarioId, ...mais });
  for (const [agruparPorAspecto, modoEconomico] of [
    [false, false],
    [true, true],
  ]) {
    const { status, headers, body } = await papel(admin, { agruparPorAspecto, modoEconomico });
    expect([status, headers['content-type']]).toEqual([200, 'application/pdf']);
    const folder = mkdtempSync(join(tmpdir(), 'vinculo-experiencia-'));
    const file = join(folder, 'respondida.pdf');
    writeFileSync(file, body as Buffer);
    const { text } = await readText(file, 'application/pdf');
    rmSync(folder, { recursive: true, force: true });
    const texto = 'texto' in text ? text.texto : '';
    expect(texto).toContain('80,00%');
    // A model without aspects has no heading for what is without one.
    expect(texto).not.toContain('Sem aspecto');
  }
  expect((await papel(await app.login(0, app.empresas[1]))).status).toBe(404);
  expect((await papel(admin, { colaboradorQuestionarioId: 'x' })).status).toBe(400);
});

it('the evaluation takes the percentage of the answers, and no other', async () => {
  const id = pessoa(0);
  expect(faultsOf(await admin('POST', AVALIACOES, avaliacao(id, { percentual: 50, modelo: modelo.primeiro })))).toEqual([
    'percentual: O percentual vem das respostas: 80,00%.',
  ]);
  expect(faultsOf(await admin('POST', AVALIACOES, avaliacao(id, { modelo: modelo.primeiro })))).toEqual([
    'percentual: Percentual obtido é obrigatório',
  ]);
  const feita = await done(admin, 'POST', AVALIACOES, avaliacao(id));
  expect(feita).toMatchObject({ percentual: 80, modelo: { id: modelo.primeiro }, resultado: 'A', contratoAte: null });
  expect(await doPeriodo(id)).toMatchObject({ parecer: 'EFETIVAR', avaliacaoId: feita.id });
  const { id: participacao } = (await doPeriodo(id)) as { id: number };
  expect((await admin('DELETE', `${questionarios(id)}/${participacao}`)).body).toMatchObject({ code: 'RESPOSTAS_USADAS' });
  // CALL-234: a correction reaches the decided evaluation.
  const corrigida = await done(admin, 'PUT', `${questionarios(id)}/${participacao}`, { respostas: respostas(5, 5) });
  expect(corrigida).toMatchObject({ percentual: 50 });
  expect(await done(admin, 'GET', `${AVALIACOES}/${feita.id}`)).toMatchObject({ percentual: 50, resultado: 'R' });
});

it('a model by which somebody was asked keeps its type and its period, and everything else of it may change', async () => {
  const URL_DO_MODELO = `/api/avaliacao/modelos-avaliacao/${modelo.primeiro}`;
  const antes = await done<Row & { versao: number }>(admin, 'GET', URL_DO_MODELO);
  const muda = (mais: object) =>
    admin('PUT', URL_DO_MODELO, {
      titulo: 'Modelo primeiro',
      tipo: 'A',
      percentualMinimoAprovacao: 70,
      periodoAcompanhamentoExperienciaId: periodo.primeiro,
      ativo: true,
      versao: antes.versao,
      ...mais,
    });
  const outro = { periodoAcompanhamentoExperienciaId: periodo.segundo };
  expect(faultsOf(await muda(outro))).toEqual([expect.stringMatching(/^periodoAcompanhamentoExperienciaId: Este modelo já/)]);
  const deDesempenho = { tipo: 'D', periodoAcompanhamentoExperienciaId: null };
  expect(faultsOf(await muda(deDesempenho))).toEqual([expect.stringMatching(/^tipo: Este modelo já/)]);
  expect((await muda({ observacao: 'Para quem começa.' })).status).toBe(200);
});

it('CALL-233, CALL-235: HR answers in the place of the leader, who waits no longer, and may take it back', async () => {
  const id = pessoa(1);
  await perguntar(id);
  const envia = () => admin('POST', questionarios(id), { questionarioId: modelo.primeiro, respostas: respostas(7, 10) });
  const [uma, outra] = await Promise.all([envia(), envia()]);
  expect([uma.status, outra.status].toSorted((a, b) => a - b)).toEqual([201, 409]);
  const depois = await doPeriodo(id);
  expect(depois).toMatchObject({ resposta: 'R', percentual: 80, avaliador: DEMO_LOGINS[0]?.nome });
  const gestora = await app.login(1);
  expect(await done<{ sobre: string | null }[]>(gestora, 'GET', '/api/pesquisa/responder')).toEqual([]);
  const { cpf } = await app.db.only<{ cpf: string }>(sql`select cpf from talentos where id = ${id}`);
  await app.db.query(sql`update talentos set cpf = ${DEMO_LOGINS[0]?.cpf.replace(/\D/g, '')} where id = ${id}`);
  // Nobody corrects, or takes back, what was answered about themselves.
  const proprias = [
    await admin('PUT', `${questionarios(id)}/${depois?.id}`, { respostas: respostas(10, 10) }),
    await admin('DELETE', `${questionarios(id)}/${depois?.id}`),
    await perguntar(id),
  ];
  const recusada = { status: 403, body: { code: 'PROPRIA_EXPERIENCIA' } };
  expect(proprias).toMatchObject([recusada, recusada, recusada]);
  await app.db.query(sql`update talentos set cpf = ${cpf} where id = ${id}`);
  expect((await admin('DELETE', `${questionarios(id)}/${depois?.id}`)).status).toBe(204);
  expect(await doPeriodo(id)).toMatchObject({ resposta: 'N', percentual: null });
});

it('whoever is asked is not written to without end', async () => {
  const id = pessoa(1);
  const pedidos = [];
  for (let n = 0; n < 6; n += 1) pedidos.push(await perguntar(id));
  expect(pedidos.at(-1)).toMatchObject({ status: 429, body: { message: expect.stringMatching(/tent/i) } });
  await app.db.query(sql`delete from tentativas`);
  await admin('DELETE', `${questionarios(id)}/${(await doPeriodo(id))?.id}`);
});

it('who decides without answers waits for none, and a decided period asks nobody', async () => {
  const id = pessoa(2);
  await perguntar(id);
  await done(admin, 'POST', AVALIACOES, avaliacao(id, { parecer: 'PRORROGAR' }));
  expect(await doPeriodo(id)).toMatchObject({ resposta: 'N', parecer: 'PRORROGAR', contratoAte: addDays(HOJE, 59) });
  expect((await perguntar(id)).body).toMatchObject({ code: 'AVALIACAO_FEITA' });
});

it('CLT 445 and 451: a contract beyond 90 days, or prolonged twice, is said and confirmed, never forbidden', async () => {
  const id = pessoa(2);
  const segunda = avaliacao(id, { periodo: periodo.segundo, parecer: 'PRORROGAR', contratoAte: addDays(HOJE, 60) });
  const duvida = await admin('POST', AVALIACOES, segunda);
  expect(duvida).toMatchObject({ status: 409, body: { code: 'CONFIRMACAO_NECESSARIA' } });
  expect(JSON.stringify(duvida.body)).toMatch(/já foi prorrogada.*art\. 451.*não passa de 90 dias.*art\. 445/);
  expect((await admin('POST', AVALIACOES, { ...segunda, confirma: true })).status).toBe(201);
});

it('15 and 5 days before the end the leader is asked and reminded, each once, also after a missed morning', async () => {
  const id = pessoa(3);
  const avisosDe = async () => (await app.db.query(sql`select 1 from avisos_experiencia where colaborador_id = ${id}`)).length;
  const mensagens = async () =>
    (
      await app.db.query(
        sql`select 1 from mensagens where tipo = 'avaliacao/experiencia-termina' and texto like '%' || (select nome from talentos where id = ${id}) || '%'`,
      )
    ).length;
  const admitido = (dias: number) => admitidoHa(id, dias);
  await admitido(28); // 16 days are left
  await roda();
  expect(await avisosDe()).toBe(0);
  await admitido(29);
  await roda();
  await roda();
  expect([await avisosDe(), await mensagens()]).toEqual([1, 1]);
  expect(await doPeriodo(id)).toMatchObject({ resposta: 'E' });
  await admitido(41); // 3 days are left: the morning of the 5th was missed
  await roda();
  expect([await avisosDe(), await mensagens()]).toEqual([2, 2]);
  await admitido(30);
});

it('a period that ended more than 30 days ago unjudged asks nobody any more, and waits for nobody', async () => {
  const id = pessoa(5);
  const gestora = await app.login(1);
  const { colaborador } = await detalhe(id);
  const esperam = async () =>
    (await done<{ sobre: string | null }[]>(gestora, 'GET', '/api/pesquisa/colaborador-questionario')).map(({ sobre }) => sobre);
  await perguntar(id);
  await admitidoHa(id, 74); // 30 days ago
  await roda();
  expect(await doPeriodo(id)).toMatchObject({ situacao: 'V', resposta: 'E' });
  expect(await esperam()).toContain(colaborador.nome);
  await admitidoHa(id, 75);
  await roda();
  expect(await doPeriodo(id)).toMatchObject({ situacao: 'N', resposta: 'S' });
  expect(await esperam()).not.toContain(colaborador.nome);
  const noLugar = { questionarioId: modelo.primeiro, respostas: respostas(9, 9) };
  for (const recusa of [await perguntar(id), await admin('POST', questionarios(id), noLugar)])
    expect(recusa).toMatchObject({ status: 409, body: { code: 'PERIODO_ENCERRADO' } });
  await admitidoHa(id, 30);
});

it('whoever leaves answers no more and is not written to: the present leader, or who is named, is asked in their place', async () => {
  const id = pessoa(1);
  const [ela, outro] = (await app.db.query(sql`
    select id, nome, email from talentos where empresa_id = ${app.empresas[0]} and situacao = 'A' and email is not null
      and id <> all(${[...gente, lider.id]}::bigint[]) order by id limit 2`)) as [Pessoa, Pessoa];
  const situacao = (quem: Pessoa, qual: string) =>
    app.db.query(sql`update talentos set situacao = ${qual} where id = ${quem.id}`);
  const bilhetesDe = async ({ email }: Pessoa) =>
    (
      await app.db.query<{ texto: string }>(
        sql`select texto from emails where para = ${email} and tipo = 'avaliacao/experiencia-termina-por-link' order by id`,
      )
    ).map(({ texto }) => /#([\w-]+)/.exec(texto)?.[1]);
  /** Whom the list and the talent's page name. */
  const nomeado = async () => {
    const { content } = await done<{ content: { periodo: Row; avaliador: Pessoa | null }[] }>(
      admin,
      'GET',
      `${URL}?page=0&colaboradorId=${id}`,
    );
    const naLista = content.find((linha) => linha.periodo.id === periodo.primeiro)?.avaliador?.nome ?? null;
    return [naLista, (await doPeriodo(id))?.avaliador];
  };
  const publico = (acao: string, corpo: object) =>
    send(app.app, { method: 'POST', url: `/api/publico/responder/${acao}`, payload: corpo });
  const enviar = (bilhete: string | undefined) =>
    publico('enviar', { bilhete, envio: crypto.randomUUID(), respostas: respostas(8, 8) });
  await app.db.query(sql`delete from tentativas`);

  expect((await perguntar(id, { avaliador: ela.id })).body).toEqual({ avaliador: ela.nome, avisado: true });
  const [bilhete] = await bilhetesDe(ela);
  expect((await publico('abrir', { bilhete })).status).toBe(200);
  expect(await nomeado()).toEqual([ela.nome, ela.nome]);
  await situacao(ela, 'D');
  expect(await nomeado()).toEqual([null, null]);
  for (const recusa of [await publico('abrir', { bilhete }), await enviar(bilhete)])
    expect(recusa).toMatchObject({ status: 409, body: { code: 'NAO_TRABALHA_AQUI' } });
  expect(await doPeriodo(id)).toMatchObject({ resposta: 'E', avaliador: null });
  expect(faultsOf(await perguntar(id, { avaliador: ela.id }))).toEqual([
    'avaliador: Este talento não trabalha mais na empresa: escolha outra pessoa.',
  ]);
  const { lider: presente } = await detalhe(id);
  expect((await perguntar(id)).body).toEqual({ avaliador: presente?.nome, avisado: true });
  expect(await bilhetesDe(ela)).toHaveLength(1);
  expect((await publico('abrir', { bilhete })).status).toBe(404);

  // Another one who is named takes the leader's place, and leaves before the morning.
  expect((await perguntar(id, { avaliador: outro.id })).body).toEqual({ avaliador: outro.nome, avisado: true });
  await situacao(outro, 'D');
  const perguntados = () =>
    app.db.query(sql`
      select p.pessoa from participacoes p join rodadas r on r.id = p.rodada_id join acompanhamentos_experiencia a on a.id = r.dono_id
      where r.dono = 'avaliacao/acompanhamentos-periodos-experiencia' and a.colaborador_id = ${id}`);
  expect(await perguntados()).toEqual([{ pessoa: `talentos:${outro.id}` }]);
  // In the morning the present leader is asked, once, without waiting for the next notice.
  await app.db.query(sql`delete from mensagens where tipo = 'avaliacao/experiencia-termina'`);
  await roda();
  await roda();
  expect(await perguntados()).toEqual([{ pessoa: `talentos:${lider.id}` }]);
  expect(await app.db.query(sql`select 1 from mensagens where tipo = 'avaliacao/experiencia-termina'`)).toHaveLength(1);
  // The trail says in whose place.
  expect(
    await app.db.query(sql`
      select acao, mudancas -> 'avaliador' as avaliador from auditoria where tabela = 'acompanhamentos_experiencia'
        and registro_id = (select id from acompanhamentos_experiencia where colaborador_id = ${id}) order by id desc limit 3`),
  ).toEqual([
    { acao: 'A', avaliador: [outro.nome, presente?.nome] },
    { acao: 'A', avaliador: [presente?.nome, outro.nome] },
    { acao: 'A', avaliador: [ela.nome, presente?.nome] },
  ]);

  // Once somebody has answered, nobody takes their place.
  await situacao(outro, 'A');
  await perguntar(id, { avaliador: outro.id });
  expect((await enviar((await bilhetesDe(outro)).at(-1))).status).toBe(200);
  await app.db.query(sql`delete from tentativas`);
  expect(await perguntar(id, { avaliador: lider.id })).toMatchObject({ status: 409, body: { code: 'JA_RESPONDIDA' } });
  expect(await doPeriodo(id)).toMatchObject({ resposta: 'R', avaliador: outro.nome, percentual: 80 });
  await situacao(outro, 'D');
  expect(await nomeado()).toEqual([outro.nome, outro.nome]);
  for (const quem of [ela, outro]) await situacao(quem, 'A');
  await done(admin, 'DELETE', `${questionarios(id)}/${(await doPeriodo(id))?.id}`);
});

it('is nobody else’s: another company, other areas, without the right, and oneself', async () => {
  const id = pessoa(4);
  const outra = await app.login(0, app.empresas[1]);
  expect((await outra('GET', `${questionarios(id)}/detail`)).status).toBe(404);
  expect((await outra('POST', `${URL}/perguntar`, { colaborador: id, periodo: periodo.primeiro })).status).toBeGreaterThanOrEqual(
    400,
  );
  expect(faultsOf(await perguntar(id, { avaliador: id }))).toEqual(['avaliador: Ninguém avalia a própria experiência.']);
  const semNada = await app.loginWithout(2, (name) => name.startsWith('ROLE_CAD_PERIODO_EXPERIENCIA_TALENTO'));
  expect((await semNada('GET', `${questionarios(id)}/detail`)).status).toBe(403);
  expect((await semNada('POST', questionarios(id), { questionarioId: modelo.primeiro, respostas: [] })).status).toBe(403);
  expect((await admin('POST', questionarios(id), { questionarioId: modelo.segundo, respostas: [] })).status).toBe(400);
  expect((await admin('POST', questionarios(id), { questionarioId: 999_999, respostas: [] })).status).toBe(400);
  expect((await send(app.app, { method: 'GET', url: `${questionarios(id)}/detail` })).status).toBe(401);
});

const RELATORIOS = '/api/avaliacao/relatorios';
const linhasDe = async (relatorio: string, filtro: object) => {
  const answer = await admin('POST', `${RELATORIOS}/${relatorio}`, filtro, { accept: 'application/json' });
  return answer.status === 204 ? [] : (answer.body as { rows: Record<string, unknown>[] }).rows;
};
const areaDe = async (id: number) =>
  (await app.db.only<{ id: number }>(sql`select area_atual_id as id from talentos where id = ${id}`)).id;

it('RUL-316 to 319: the reports say what they need', async () => {
  const periodo_ = { dataIni: HOJE, dataFim: HOJE };
  const falta = (relatorio: string, filtro: object) => admin('POST', `${RELATORIOS}/${relatorio}`, filtro).then(faultsOf);
  expect(await falta('acompanhamento-experiencia-previsto', { ...periodo_, dataFim: null, periodoAcompanhamento: 7 })).toEqual([
    'dataFim: Data final é obrigatória',
    'periodoAcompanhamento: Período de acompanhamento deve ser no máximo 6',
  ]);
  expect(await falta('acompanhamento-periodo-experiencia', periodo_)).toEqual([
    'areasIds: Selecione ao menos uma Área Organizacional',
  ]);
  expect(
    await falta('acompanhamento-periodo-experiencia', {
      ...periodo_,
      areasIds: [await areaDe(pessoa(0))],
      periodoAcompanhamento: 5,
    }),
  ).toEqual(['periodoAcompanhamento: Período de acompanhamento deve ser no máximo 4']);
  expect(await falta('ranking-performance-periodo-experiencia', periodo_)).toEqual([
    'avaliacoesIds: Avaliações são obrigatórias',
  ]);
});

it('REP-030 to 033: tell what was decided and what is to come, by period, in order of the means', async () => {
  const [nome0, nome2, nome4] = await Promise.all(
    [0, 2, 4].map(async (place) => (await detalhe(pessoa(place))).colaborador.nome),
  );
  const areasIds = [await areaDe(pessoa(0))];
  const prevista = await linhasDe('acompanhamento-experiencia-previsto', {
    dataIni: addDays(HOJE, 14),
    dataFim: addDays(HOJE, 14),
    periodoAcompanhamento: 1,
    areasIds,
  });
  expect(prevista.find(({ talento }) => talento === nome4)).toMatchObject({
    periodo: 'Primeiro',
    termino: addDays(HOJE, 14),
    situacao: 'No prazo',
  });
  expect(prevista.every(({ avaliador }) => avaliador !== null)).toBe(true);
  const feitas = (mais: object) =>
    linhasDe('acompanhamento-periodo-experiencia', { dataIni: HOJE, dataFim: HOJE, areasIds, ...mais });
  expect(await feitas({ periodoAcompanhamento: 2 })).toMatchObject([
    { talento: nome2, periodo: 'Segundo', parecer: 'Prorrogar' },
  ]);
  expect((await feitas({ periodoAcompanhamento: 1 })).map(({ talento }) => talento)).toEqual(
    [nome0, nome2].toSorted((a = '', b = '') => a.localeCompare(b)),
  );
  expect(
    await linhasDe('ranking-performance-periodo-experiencia', { dataIni: HOJE, dataFim: HOJE, avaliacoesIds: [modelo.primeiro] }),
  ).toMatchObject([{ posicao: 1, talento: nome0, avaliacoes: 1 }]);
  const cartao = await linhasDe('cartao-acompanhamento-periodo-experiencia', { colaboradoresIds: [pessoa(2)] });
  expect(cartao).toMatchObject([
    { periodo: 'Primeiro', contratoAte: addDays(HOJE, 59) },
    { periodo: 'Segundo', contratoAte: addDays(HOJE, 60) },
  ]);
});

it('the undo of an import takes those along whom only a morning asked about, and leaves those whom somebody has asked or answered about', async () => {
  const versao = 1;
  const importado = (cpf: string): Promise<{ id: number; lote: number }> =>
    app.db.tx(async (tx) => {
      const { linha, passado } = await tx.only<{ linha: Row; passado: Row }>(sql`
        select to_jsonb(t) as linha, (select to_jsonb(h) from talentos_historicos h where h.registro_id = t.id order by h.data limit 1) as passado
        from talentos t where t.id = ${pessoa(3)}`);
      const { id } = await tx.only<{ id: number }>(sql`select max(id) + 1 as id from talentos`);
      const nova = { ...linha, id, versao, cpf, matricula: `I${id}`, email: null };
      await putBack(tx, 'talentos', Object.keys(nova), sql`jsonb_build_array(${JSON.stringify(nova)}::jsonb)`);
      const { id: _id, ...historico } = { ...passado, registro_id: id };
      await putBack(
        tx,
        'talentos_historicos',
        Object.keys(historico),
        sql`jsonb_build_array(${JSON.stringify(historico)}::jsonb)`,
      );
      const { lote } = await tx.only<{ lote: number }>(sql`
        with i as (insert into importacoes (empresa_id, usuario_id, usuario_nome, cadastro, nome, estado)
          select ${app.empresas[0]}, id, nome, 'gestao-talentos/talentos', 'talentos.csv', 'aplicada' from usuarios where nome = 'Mariana Borges' returning id)
        insert into importacao_linhas (importacao_id, linha, celulas, registro_id, registro_versao)
        select i.id, 2, '[]', ${id}, ${versao} from i returning importacao_id as lote`);
      return { id, lote };
    });
  const [sozinho, pedido, comecado] = [
    await importado(CPF.sample(81_001)),
    await importado(CPF.sample(81_002)),
    await importado(CPF.sample(81_003)),
  ];
  for (const { id } of [sozinho, pedido, comecado]) await admitidoHa(id, 30);
  await roda();
  const perguntas = (id: number) =>
    app.db.query<{ id: number }>(sql`select id from acompanhamentos_experiencia where colaborador_id = ${id}`);
  const [feita] = await perguntas(sozinho.id);
  expect([feita !== undefined, (await perguntas(pedido.id)).length, (await perguntas(comecado.id)).length]).toEqual([true, 1, 1]);
  expect((await perguntar(pedido.id)).status).toBe(201);
  await app.db.query(sql`
    update participacoes set estado = 'P' where rodada_id in (
      select r.id from rodadas r join acompanhamentos_experiencia a on a.id = r.dono_id where r.dono like 'avaliacao/acomp%' and a.colaborador_id = ${comecado.id})`);
  const desfaz = ({ lote }: { lote: number }) => admin('POST', `/api/gestao-talentos/talentos/importar/${lote}/desfazer`, {});
  for (const um of [pedido, comecado])
    expect(await desfaz(um)).toMatchObject({ status: 409, body: { code: 'REGISTROS_ALTERADOS' } });
  expect((await desfaz(sozinho)).status).toBe(202);
  const acting = {
    ...systemActing(await createAccessCache(app.db)(0, app.empresas[0] ?? 0, 0), 'importacao:1'),
    can: () => true,
  };
  const talentos = app.services.store('gestao-talentos/talentos');
  const worker = startWorker(app.db, {
    connection: app.db.connection,
    handlers: importJobs({ ...app.services, storeOf: app.services.store, owned: OWNED } as unknown as Importing, (path) => ({
      path,
      store: talentos,
    })),
    actingFor: async () => acting,
  });
  const desfeita = sql`select estado from importacoes where id = ${sozinho.lote}`;
  await expect.poll(() => app.db.only(desfeita), { timeout: 20_000 }).toEqual({ estado: 'desfeita' });
  await worker.stop();
  expect(await app.db.query(sql`select 1 from talentos where id = ${sozinho.id}`)).toEqual([]);
  // Whoever has begun to answer keeps the talent, whichever way it would go.
  await expect(app.db.tx((tx) => talentos.remove(tx, acting, comecado.id, undefined, { takesBack: true }))).rejects.toMatchObject(
    { code: 'EM_USO' },
  );
  expect(
    await app.db.query(sql`select 1 from rodadas where dono like 'avaliacao/acomp%' and dono_id = ${feita?.id ?? 0}`),
  ).toEqual([]);
});
