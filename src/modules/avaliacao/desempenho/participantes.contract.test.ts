import { createHash } from 'node:crypto';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DEMO_LOGINS } from '#app/demo-users.server.ts';
import { multipart } from '#app/server-process.server.ts';
import { type Client, done, faultsOf, openTestApp, type Row, type TestApp } from '#app/test-app.server.ts';
import { provador } from '#app/test-plans.server.ts';
import { addDays, today } from '#kit/br/date.ts';
import { createDatabase } from '#kit/db/database.server.ts';
import { startWorker } from '#kit/jobs/worker.server.ts';
import { DEFINICAO_VAZIA, questionOf } from '#platform/questionario/definition.ts';
import { avaliacoesDesempenho } from './avaliacoes-desempenho.registry.ts';
import { CORREIO, correioJobs } from './correio.server.ts';
import type { PreviaDaMontagem } from './montagem.ts';
import { participantesJobs } from './participantes.routes.server.ts';
import type { PaginaDeAvaliados } from './participantes.wire.ts';

const AVALIACOES = '/api/avaliacao/avaliacoes-desempenho';
const PARTICIPANTES = '/api/avaliacao/participante-avaliacao-desempenho';
let app: TestApp;
let admin: Client;
let modelo: number;

/** A company of two levels: Ana answers for the whole, Bia for the shop with Caio as co-responsible, and four work in it. */
const gente = ['Ana', 'Bia', 'Caio', 'Davi', 'Eva', 'Fábio', 'Gil'] as const;
type Nome = (typeof gente)[number];
const id = {} as Record<Nome, number>;
let fabrica: number;

beforeAll(async () => {
  app = await openTestApp();
  await app.seed(30);
  admin = await app.login();
  const empresa = app.empresas[0] as number;
  const area = async (nome: string, mae: number | null) =>
    (
      await app.db.only<{ id: number }>(
        sql`insert into areas_organizacionais (empresa_id, nome, area_mae_id) values (${empresa}, ${nome}, ${mae}) returning id`,
      )
    ).id;
  const cupula = await area('Cúpula', null);
  fabrica = await area('Fábrica Nova', cupula);
  const talentos = await app.db.query<{ id: number }>(
    sql`select id from talentos where empresa_id = ${empresa} and situacao = 'A' order by id limit ${gente.length}`,
  );
  for (const [n, nome] of gente.entries()) {
    id[nome] = talentos[n]?.id as number;
    await app.db.query(sql`update talentos set nome = ${nome}, email = ${`pessoa${n}@exemplo.com.br`},
      area_atual_id = ${nome === 'Ana' ? cupula : fabrica} where id = ${id[nome]}`);
  }
  await app.db.query(sql`delete from areas_organizacionais_empresa_e_responsaveis`);
  const responde = (tabela: 'responsaveis' | 'coresponsaveis', onde: number, quem: number) =>
    app.db.query({
      text: `insert into areas_organizacionais_empresa_e_${tabela} (registro_id, ordem, empresa_id, colaborador_dto_id) values ($1, 1, $2, $3)`,
      values: [onde, empresa, quem],
    });
  await responde('responsaveis', cupula, id.Ana);
  await responde('responsaveis', fabrica, id.Bia);
  await responde('coresponsaveis', fabrica, id.Caio);
  const feito = await done(admin, 'POST', '/api/avaliacao/modelos-avaliacao', { titulo: 'Anual', tipo: 'D', ativo: true });
  modelo = feito.id;
  const definicao = {
    ...DEFINICAO_VAZIA,
    perguntas: [questionOf({ id: 1, texto: 'Entrega o que combina?', tipo: '4', notaMinima: 1, notaMaxima: 5 })],
    proximoId: 2,
  };
  await app.db.query(sql`insert into questionario_versoes (empresa_id, dono, dono_id, numero, definicao)
    values (${empresa}, 'avaliacao/modelos-avaliacao', ${modelo}, 1, ${JSON.stringify(definicao)}::jsonb)`);
});
afterAll(() => app.close());

let quantas = 0;
const corpo = (mais: object = {}) => ({
  titulo: `Avaliação ${(quantas += 1)}`,
  dataIni: today(),
  dataFim: addDays(today(), 20),
  modeloAvaliacao: modelo,
  tipo: '2.0',
  formato: '0',
  permiteAutoAvaliacao: true,
  anonima: false,
  pesoCompetencias: 1,
  pesoQuestionario: 1,
  pesoAutoavaliacao: 0,
  pesoLider: 1,
  pesoPar: 1,
  pesoSubordinado: 1,
  pesoAvaliador: 1,
  ...mais,
});
const nova = (mais: object = {}) => done(admin, 'POST', AVALIACOES, corpo(mais));
const inclui = (avaliacao: Row, escolha: object) =>
  done<{ avaliados: number; pares: number }>(admin, 'POST', `${AVALIACOES}/${avaliacao.id}/participantes`, escolha);
const pagina = (avaliacao: Row, query = '') =>
  done<PaginaDeAvaliados>(admin, 'GET', `${AVALIACOES}/${avaliacao.id}/participantes${query}`);
const naFabrica = () => ({ alcance: 'F', areas: [fabrica], soAreas: true });
/** Who evaluates somebody: 'L Bia'. */
const quemAvalia = async (avaliacao: Row, nome: Nome) =>
  (await pagina(avaliacao)).avaliados.find((um) => um.nome === nome)?.avaliadores.map((um) => `${um.tipo} ${um.nome}`) ?? [];
const lote = (acao: string, avaliacao: Row, nomes: readonly Nome[]) =>
  admin('POST', `${PARTICIPANTES}/${acao}`, {
    avaliacaoDesempenhoId: avaliacao.id,
    colaboradoresIds: nomes.map((nome) => id[nome]),
  });
const participacoes = (avaliacao: Row) =>
  app.db.query<{ pessoa: string; sobre: string; papel: string; estado: string }>(sql`
    select p.pessoa, p.sobre, p.papel, p.estado from participacoes p join rodadas r on r.id = p.rodada_id
    where r.dono = 'avaliacao/avaliacoes-desempenho' and r.dono_id = ${avaliacao.id} order by p.sobre, p.pessoa`);
const responde = (avaliacao: Row, avaliador: Nome, avaliado: Nome) =>
  app.db.query(sql`
    update participacoes set estado = 'R' where pessoa = ${`talentos:${id[avaliador]}`} and sobre = ${`talentos:${id[avaliado]}`}
      and rodada_id = (select id from rodadas where dono = 'avaliacao/avaliacoes-desempenho' and dono_id = ${avaliacao.id})`);

it('RUL-247, RUL-292 to 298: says what is missing, self-evaluation and anonymity too', async () => {
  const vazia = await admin('POST', AVALIACOES, {});
  expect(faultsOf(vazia)).toEqual(
    expect.arrayContaining([
      'titulo: Título é obrigatório',
      'dataIni: Início é obrigatório',
      'dataFim: Término é obrigatório',
      expect.stringMatching(/^modeloAvaliacao: /),
      'tipo: Tipo de avaliação é obrigatório',
      'permiteAutoAvaliacao: Informe se a avaliação permite autoavaliação',
      'anonima: Informe se a avaliação é anônima.',
    ]),
  );
  expect(faultsOf(await admin('POST', AVALIACOES, corpo({ formato: null })))).toEqual(['formato: Formato é obrigatório']);
  expect(faultsOf(await admin('POST', AVALIACOES, corpo({ dataFim: addDays(today(), -1) })))).toEqual([
    'dataFim: Data final inferior à data inicial.',
  ]);
  // Nobody would have a result, and of a concluded evaluation nobody could mend it.
  const semPapel = { pesoLider: 0, pesoPar: 0, pesoSubordinado: 0, pesoAvaliador: 0 };
  const semPeso = { pesoCompetencias: 0, pesoQuestionario: 0, ...semPapel };
  const papel = 'Dê peso a ao menos um papel: sem nenhum, resposta nenhuma conta';
  expect(faultsOf(await admin('POST', AVALIACOES, corpo(semPeso)))).toEqual([
    'pesoCompetencias: Dê peso às competências, ao questionário ou às metas: sem nenhum, ninguém tem performance',
    `pesoLider: ${papel}`,
  ]);
  expect(faultsOf(await admin('POST', AVALIACOES, corpo({ tipo: '1.0', formato: null, pesoAvaliador: 0 })))).toEqual([
    `pesoAvaliador: ${papel}`,
  ]);
  const antiga = await nova();
  await app.db.query(
    sql`update avaliacoes_desempenho set peso_lider = 0, peso_par = 0, peso_subordinado = 0, peso_avaliador = 0 where id = ${antiga.id}`,
  );
  expect((await done<{ motivos: string[] }>(admin, 'GET', `${AVALIACOES}/${antiga.id}/liberar/previa`)).motivos).toContain(
    `${papel}.`,
  );
  const feita = await nova({ avaliarSomenteCompetencias: true, modeloAvaliacao: null });
  expect(feita).toMatchObject({ situacao: 'N', liberada: false, possuiResposta: false, modeloAvaliacao: null });
});

it('an evaluation that weighs goals says of which period, tells it before the release, and keeps it afterwards', async () => {
  expect(faultsOf(await admin('POST', AVALIACOES, corpo({ pesoMetas: 2 })))).toEqual([
    expect.stringMatching(/^metasDe: /),
    expect.stringMatching(/^metasAte: /),
  ]);
  const periodo = { pesoMetas: 2, metasDe: '2025-01-01', metasAte: '2025-12-31' };
  expect(faultsOf(await admin('POST', AVALIACOES, corpo({ ...periodo, metasAte: '2024-12-31' })))).toEqual([
    expect.stringMatching(/^metasAte: /),
  ]);
  const avaliacao = await nova(periodo);
  await inclui(avaliacao, { alcance: 'L', talentos: [id.Davi], lider: true });
  const { avisos } = await done<{ avisos: string[] }>(admin, 'GET', `${AVALIACOES}/${avaliacao.id}/liberar/previa`);
  expect(avisos).toContain(
    'As metas que terminam de 01/01/2025 a 31/12/2025 contam com peso 2; 1 pessoa não tem nenhuma iniciada.',
  );
  await done(admin, 'PUT', `${AVALIACOES}/${avaliacao.id}/liberada/true`);
  for (const mudada of [{ ...periodo, pesoMetas: 3 }, { ...periodo, metasAte: '2026-12-31' }, { pesoMetas: null }])
    expect((await admin('PUT', `${AVALIACOES}/${avaliacao.id}`, corpo({ titulo: avaliacao.titulo, ...mudada }))).status).toBe(
      409,
    );
  await done(admin, 'PUT', `${AVALIACOES}/${avaliacao.id}`, corpo({ titulo: avaliacao.titulo, ...periodo, pesoCompetencias: 5 }));
});

it('finds leaders, subordinates and peers by who answers for which area', async () => {
  const avaliacao = await nova();
  await inclui(avaliacao, {
    alcance: 'L',
    talentos: gente.map((nome) => id[nome]),
    autoavaliacao: true,
    lider: true,
    subordinados: true,
  });
  // Of Ana nobody in the company stands above; Bia's leader is who answers for the area above hers.
  expect(await quemAvalia(avaliacao, 'Ana')).toEqual(['U Ana', 'A Bia']);
  expect(await quemAvalia(avaliacao, 'Davi')).toEqual(['U Davi', 'L Bia']);
  expect(await quemAvalia(avaliacao, 'Bia')).toEqual(['U Bia', 'L Ana', 'A Caio', 'A Davi', 'A Eva', 'A Fábio', 'A Gil']);

  const comCorresponsaveis = await nova({ consideraRespCorespHierarquia: true });
  await inclui(comCorresponsaveis, { ...naFabrica(), lider: true, pares: true, maximo: 2 });
  expect(await quemAvalia(comCorresponsaveis, 'Davi')).toEqual(expect.arrayContaining(['L Bia', 'L Caio']));
  // Each of the four evaluates two others and is evaluated by two.
  const { avaliados } = await pagina(comCorresponsaveis);
  const pares = avaliados.flatMap(({ nome, avaliadores }) =>
    avaliadores.filter(({ tipo }) => tipo === 'P').map((um) => [nome, um.nome] as const),
  );
  for (const nome of ['Davi', 'Eva', 'Fábio', 'Gil']) {
    expect(pares.filter(([avaliado]) => avaliado === nome).length).toBe(2);
    expect(pares.filter(([, avaliador]) => avaliador === nome).length).toBe(2);
  }
});

it('a preview tells who and how many, as the inclusion then does', async () => {
  const avaliacao = await nova({ tipo: '1.0', formato: null });
  const escolha = { ...naFabrica(), autoavaliacao: true, lider: true, pares: true, avaliadores: [id.Ana], papel: 'R' };
  const previa = await done<PreviaDaMontagem>(admin, 'POST', `${AVALIACOES}/${avaliacao.id}/participantes/previa`, escolha);
  // Caio, Davi, Eva, Fábio and Gil are led by Bia, who is led by Ana; an evaluation 1.0 knows no peers.
  expect(previa).toMatchObject({ avaliados: 6, novos: 6, pares: 17, semAvaliador: 0 });
  expect(previa.papeis).toEqual([
    { tipo: 'U', pares: 6 },
    { tipo: 'R', pares: 11 },
  ]);
  expect(previa.pessoas.map(({ nome }) => nome)).toEqual(['Bia', 'Caio', 'Davi', 'Eva', 'Fábio', 'Gil']);
  expect(await inclui(avaliacao, escolha)).toEqual({ avaliados: 6, pares: 17 });
  expect(await inclui(avaliacao, escolha)).toEqual({ avaliados: 0, pares: 0 });
  expect(faultsOf(await admin('POST', `${AVALIACOES}/${avaliacao.id}/participantes`, { alcance: 'L' }))).toEqual([
    'talentos: É necessário selecionar ao menos 1 talento.',
  ]);
  // Nobody else is asked for somebody's self-evaluation.
  const propria = { alcance: 'L', talentos: [id.Davi], avaliadores: [id.Eva], papel: 'U' };
  expect(faultsOf(await admin('POST', `${AVALIACOES}/${avaliacao.id}/participantes`, propria))).toEqual([
    expect.stringMatching(/^papel: /),
  ]);
});

it('an evaluation that comes back from the bin has those without an evaluator, too', async () => {
  const avaliacao = await nova();
  await inclui(avaliacao, { alcance: 'L', talentos: [id.Ana, id.Davi], lider: true });
  const antes = await pagina(avaliacao);
  expect(antes.avaliados).toContainEqual(expect.objectContaining({ nome: 'Ana', avaliadores: [] }));
  await done(admin, 'DELETE', `${AVALIACOES}/${avaliacao.id}`);
  await done(admin, 'POST', `${AVALIACOES}/${avaliacao.id}/restaurar`);
  expect(await pagina(avaliacao)).toEqual(antes);
});

it('names some of those whom a choice reaches, includes very many by a task, and refuses more than are made at once', async () => {
  const avaliacao = await nova();
  const novos = await app.db.query<{ id: number }>(sql`
    insert into talentos (empresa_id, nome, cpf, sexo, vinculo, data_admissao, situacao)
    select empresa_id, 'Muita gente ' || n, (90000000000 + n)::text, sexo, vinculo, data_admissao, 'A' from talentos, generate_series(1, 460) n
    where id = ${id.Ana} returning id`);
  const muitos = novos.map((um) => um.id);
  const escolha = (quantos: number) => ({
    alcance: 'L',
    talentos: muitos.slice(0, quantos),
    lider: false,
    avaliadores: muitos,
    papel: 'R',
  });
  const previa = (quantos: number) => admin('POST', `${AVALIACOES}/${avaliacao.id}/participantes/previa`, escolha(quantos));
  const { pares, pessoas } = (await previa(60)).body as PreviaDaMontagem;
  expect([pares, pessoas.length]).toEqual([60 * 459, 50]);
  expect(pessoas.map(({ avaliadores, outros }) => [avaliadores.length, outros])).toEqual(pessoas.map(() => [20, 439]));
  const muita = await nova({ anonima: true });
  const pede = () => admin('POST', `${AVALIACOES}/${muita.id}/participantes`, escolha(12));
  const pedida = await pede();
  expect(pedida).toMatchObject({ status: 202, body: { tarefaId: expect.any(Number) } });
  expect(await pede()).toMatchObject({ status: 409, body: { code: 'PARTICIPANTES_EM_INCLUSAO' } });
  expect(await pagina(muita)).toMatchObject({ total: 0, pares: 0 });
  const worker = startWorker(app.db, {
    connection: app.db.connection,
    handlers: participantesJobs,
    actingFor: () => Promise.resolve(provador(app)),
  });
  const tarefa = async () =>
    (await admin('GET', `/api/tarefas/${(pedida.body as { tarefaId: number }).tarefaId}`)).body as { mensagem: string | null };
  await expect.poll(async () => (await tarefa()).mensagem, { timeout: 60_000 }).not.toBeNull();
  await worker.stop();
  expect(await tarefa()).toMatchObject({
    estado: 'concluida',
    // ADR 69: whoever reads tasks would subtract the pairs of which they are told.
    mensagem: 'Participantes incluídos.',
  });
  const nomeada = await pagina(muita);
  expect(nomeada).toMatchObject({ total: 12, pares: 12 * 459 });
  expect(nomeada.avaliados.map(({ avaliadores, outros }) => [avaliadores.length, outros])).toEqual(
    nomeada.avaliados.map(() => [100, 359]),
  );
  // Whoever is searched for is among those who are named.
  const nomes = nomeada.avaliados[0]?.avaliadores.map(({ nome }) => nome) ?? [];
  const { avaliados: comEle } = await pagina(muita, `?busca=${encodeURIComponent('Muita gente 99')}`);
  expect(nomes).not.toContain('Muita gente 99');
  expect(comEle.map(({ avaliadores }) => avaliadores.map(({ nome }) => nome))).toEqual(
    comEle.map(() => expect.arrayContaining(['Muita gente 99'])),
  );
  await app.db.query(sql`delete from participantes_avaliacao_desempenho where avaliacao_desempenho_id = ${muita.id}`);
  await app.db.query(sql`delete from avaliados_desempenho where avaliacao_desempenho_id = ${muita.id}`);
  const demais = { status: 400, body: { code: 'PARTICIPANTES_DEMAIS' } };
  expect(await previa(460)).toMatchObject(demais);
  expect(await admin('POST', `${AVALIACOES}/${avaliacao.id}/participantes`, escolha(460))).toMatchObject(demais);
  await app.db.query(sql`delete from talentos where id = any(${muitos}::bigint[])`);
});

it('a manager of some areas includes people of these alone, and sees these alone', async () => {
  const avaliacao = await nova();
  await inclui(avaliacao, { ...naFabrica(), lider: true });
  const gestora = await app.loginWithout(2, (authority) =>
    ['ROLE_VER_TODAS_AREAS', 'ROLE_GERAL_TODAS_EMPRESAS'].includes(authority),
  );
  const vistos = await done<PaginaDeAvaliados>(gestora, 'GET', `${AVALIACOES}/${avaliacao.id}/participantes`);
  expect(vistos).toMatchObject({ total: 0, pares: 0 });
  expect(
    await done(gestora, 'POST', `${AVALIACOES}/${avaliacao.id}/participantes`, { alcance: 'L', talentos: [], areas: [] }).catch(
      String,
    ),
  ).toMatch(/400/);
  const antes = (await pagina(avaliacao)).pares;
  await done(gestora, 'POST', `${PARTICIPANTES}/remover-avaliados`, {
    avaliacaoDesempenhoId: avaliacao.id,
    colaboradoresIds: [id.Davi],
  });
  expect((await pagina(avaliacao)).pares).toBe(antes);
  await inclui(avaliacao, { alcance: 'L', talentos: [id.Ana] });
  const motivos = async (client: Client) =>
    (await done<{ motivos: string[] }>(client, 'GET', `${AVALIACOES}/${avaliacao.id}/liberar/previa`)).motivos;
  expect(await motivos(admin)).toEqual(['Sem avaliador: Ana.']);
  expect(await motivos(gestora)).toEqual(['Sem avaliador: 1 pessoa de área que você não vê.']);
});

it('STA-017, RUL-248, RUL-255: is released, blocked, released again and concluded, and says everything that prevents it', async () => {
  const avaliacao = await nova({ dataIni: addDays(today(), -9), dataFim: addDays(today(), -1) });
  const motivos = async () =>
    (await done<{ motivos: string[] }>(admin, 'GET', `${AVALIACOES}/${avaliacao.id}/liberar/previa`)).motivos;
  expect(await motivos()).toEqual([
    'O término já passou: mude-o antes de liberar.',
    'Ainda não há avaliados: inclua os participantes.',
  ]);
  await done(admin, 'PUT', `${AVALIACOES}/${avaliacao.id}`, corpo({ titulo: avaliacao.titulo }));
  await inclui(avaliacao, { alcance: 'L', talentos: [id.Davi, id.Ana], lider: true });
  expect(await motivos()).toEqual(['Sem avaliador: Ana.']);
  expect(await lote('incluir-autoavaliacao', avaliacao, ['Ana'])).toMatchObject({ status: 204 });
  expect(await motivos()).toEqual([]);
  const liberada = await done(admin, 'PUT', `${AVALIACOES}/${avaliacao.id}/liberada/true`);
  expect(liberada).toMatchObject({ situacao: 'L', liberada: true });
  expect((await participacoes(avaliacao)).map(({ papel }) => papel)).toEqual(['U', 'L']);
  expect(
    await app.db.query(sql`select 1 from avaliados_desempenho where avaliacao_desempenho_id = ${avaliacao.id}
      and area_id is not null and faixa_salarial_id is not null and config_nivel_faixa_id is not null`),
  ).toHaveLength(2);
  await done(admin, 'PUT', `${AVALIACOES}/${avaliacao.id}/liberada/false`);
  const estado = () =>
    app.db.only(sql`select estado from rodadas where dono = 'avaliacao/avaliacoes-desempenho' and dono_id = ${avaliacao.id}`);
  expect(await estado()).toEqual({ estado: 'P' });
  await done(admin, 'PUT', `${AVALIACOES}/liberacao`, { id: avaliacao.id, liberada: true });
  expect(await estado()).toEqual({ estado: 'A' });
  const { acoes } = await done<{ acoes: string[] }>(admin, 'GET', `${AVALIACOES}/${avaliacao.id}`);
  expect(acoes).not.toContain('excluir');
  expect((await admin('PUT', `${AVALIACOES}/${avaliacao.id}`, corpo({ anonima: true }))).status).toBe(409);
  const passado = { dataIni: addDays(today(), -9), dataFim: addDays(today(), -1) };
  expect(faultsOf(await admin('PUT', `${AVALIACOES}/${avaliacao.id}`, corpo(passado)))).toEqual(['dataFim: Este dia já passou']);
  const depois = addDays(today(), 40);
  await done(admin, 'PUT', `${AVALIACOES}/${avaliacao.id}`, corpo({ dataFim: depois }));
  expect(
    await app.db.only(
      sql`select ate::text as ate from rodadas where dono = 'avaliacao/avaliacoes-desempenho' and dono_id = ${avaliacao.id}`,
    ),
  ).toEqual({ ate: depois });
  expect(await done(admin, 'POST', `${AVALIACOES}/${avaliacao.id}/concluir`, {})).toMatchObject({ situacao: 'C' });
  expect((await estado()) as { estado: string }).toMatchObject({ estado: expect.stringMatching(/[FD]/) });
  expect((await lote('remover-avaliados', avaliacao, ['Davi'])).status).toBe(409);
  // It has these four states and no others: what a survey can be besides (reopened, prolonged) it cannot.
  expect(Object.keys(avaliacoesDesempenho.lifecycle?.states ?? {})).toEqual(['N', 'L', 'B', 'C']);
  for (const ato of ['encerrar', 'reabrir', 'prorrogar'])
    expect((await admin('POST', `${AVALIACOES}/${avaliacao.id}/${ato}`, {})).status).toBe(404);
});

it('RUL-251, RUL-325, RUL-371 to 373: whoever is included later is asked, whoever is removed no longer, and whoever has answered stays', async () => {
  const avaliacao = await nova();
  await inclui(avaliacao, { alcance: 'L', talentos: [id.Davi], lider: true });
  await done(admin, 'PUT', `${AVALIACOES}/${avaliacao.id}/liberada/true`);
  await inclui(avaliacao, { alcance: 'L', talentos: [id.Eva, id.Davi], lider: true, autoavaliacao: true });
  expect((await participacoes(avaliacao)).length).toBe(4);
  await responde(avaliacao, 'Bia', 'Davi');
  expect(await lote('remover-avaliadores', avaliacao, ['Davi', 'Eva'])).toMatchObject({ status: 204 });
  expect((await participacoes(avaliacao)).map(({ papel, estado }) => papel + estado)).toEqual(['LR']);
  expect(await quemAvalia(avaliacao, 'Davi')).toEqual(['L Bia']);
  expect(await lote('remover-avaliados', avaliacao, ['Davi', 'Eva'])).toMatchObject({
    status: 409,
    body: { code: 'AVALIADO_RESPONDIDO' },
  });
  expect(await lote('remover-avaliados', avaliacao, ['Eva'])).toMatchObject({ status: 204 });
  expect((await pagina(avaliacao)).avaliados.map(({ nome }) => nome)).toEqual(['Davi']);
  expect(faultsOf(await lote('remover-avaliados', avaliacao, []))).toEqual([
    'colaboradoresIds: É necessário selecionar ao menos 1 talento.',
  ]);
  const [par] = (await pagina(avaliacao)).avaliados[0]?.avaliadores ?? [];
  expect((await admin('DELETE', `${PARTICIPANTES}/${par?.participanteId}`)).status).toBe(409);
});

it('a pair has a role that the evaluation has, and nobody but oneself in a self-evaluation', async () => {
  const avaliacao = await nova({ formato: '90', permiteAutoAvaliacao: true });
  const par = (avaliado: Nome, avaliador: Nome, tipo: string) =>
    admin('POST', PARTICIPANTES, {
      avaliacaoDesempenho: avaliacao.id,
      avaliado: id[avaliado],
      avaliador: id[avaliador],
      tipo,
      peso: 1,
    });
  expect(faultsOf(await par('Davi', 'Eva', 'P'))).toEqual(['tipo: Esta avaliação não tem o papel Par']);
  expect(faultsOf(await par('Davi', 'Eva', 'U'))).toHaveLength(1);
  expect(faultsOf(await par('Davi', 'Davi', 'L'))).toEqual(['avaliador: Só na autoavaliação alguém avalia a si']);
  expect((await par('Davi', 'Bia', 'L')).status).toBe(201);
  expect((await pagina(avaliacao)).avaliados.map(({ nome }) => nome)).toEqual(['Davi']);
  const { id: registro } = (await par('Davi', 'Davi', 'U')).body as Row;
  expect((await admin('DELETE', `${PARTICIPANTES}/${registro}`)).status).toBe(204);
  // Removed with its participants, it comes back with them.
  expect((await admin('DELETE', `${AVALIACOES}/${avaliacao.id}`)).status).toBe(204);
});

it('whoever does not see everybody who is evaluated does not conclude it, remind of it, nor shorten an anonymous one', async () => {
  const avaliacao = await nova({ permiteAutoAvaliacao: false, anonima: true });
  await inclui(avaliacao, { alcance: 'L', talentos: [id.Davi, id.Ana], lider: true });
  await inclui(avaliacao, { alcance: 'L', talentos: [id.Ana], subordinados: true });
  await done(admin, 'PUT', `${AVALIACOES}/${avaliacao.id}/liberada/true`);
  const gestora = await app.loginWithout(2, (authority) =>
    ['ROLE_VER_TODAS_AREAS', 'ROLE_GERAL_TODAS_EMPRESAS'].includes(authority),
  );
  const fim = await gestora('POST', `${AVALIACOES}/${avaliacao.id}/concluir`, {});
  expect([fim.status, JSON.stringify(fim.body)]).toEqual([400, expect.stringContaining('avaliados em áreas que você não vê')]);
  const lembrete = `${AVALIACOES}/${avaliacao.id}/envia-email`;
  expect(await gestora('POST', lembrete)).toMatchObject({ status: 409, body: { code: 'FORA_DA_VISTA' } });
  expect((await admin('POST', lembrete)).status).toBe(204);
  const hoje = await gestora(
    'PUT',
    `${AVALIACOES}/${avaliacao.id}`,
    corpo({ titulo: avaliacao.titulo, permiteAutoAvaliacao: false, anonima: true, dataFim: today() }),
  );
  expect([hoje.status, JSON.stringify(hoje.body)]).toEqual([409, expect.stringContaining('avaliados em áreas que você não vê')]);
  expect(await participacoes(avaliacao)).not.toEqual([]);
  expect(await done(admin, 'POST', `${AVALIACOES}/${avaliacao.id}/concluir`, {})).toMatchObject({ situacao: 'C' });
});

it('an evaluation in preparation is not removed by who sees none of its people, nor an imported one taken back once it has some', async () => {
  const avaliacao = await nova({ permiteAutoAvaliacao: false });
  await inclui(avaliacao, { alcance: 'L', talentos: [id.Ana], subordinados: true });
  const gestora = await app.loginWithout(2, (authority) =>
    ['ROLE_VER_TODAS_AREAS', 'ROLE_GERAL_TODAS_EMPRESAS'].includes(authority),
  );
  const { versao } = await done(gestora, 'GET', `${AVALIACOES}/${avaliacao.id}`);
  expect(await gestora('DELETE', `${AVALIACOES}/${avaliacao.id}?versao=${String(versao)}`)).toMatchObject({
    status: 409,
    body: { code: 'FORA_DA_VISTA' },
  });
  // The same evaluation, as an import that made it would know it: its participants moved no version.
  const { lote } = await app.db.only<{ lote: number }>(sql`
    with i as (insert into importacoes (empresa_id, usuario_id, usuario_nome, cadastro, nome, estado)
      select ${app.empresas[0] ?? 0}, id, nome, 'avaliacao/avaliacoes-desempenho', 'avaliacoes.csv', 'aplicada' from usuarios where nome = 'Mariana Borges' returning id)
    insert into importacao_linhas (importacao_id, linha, celulas, registro_id, registro_versao)
    select i.id, 2, '[]', ${avaliacao.id}, ${Number(versao)} from i returning importacao_id as lote`);
  expect(await admin('POST', `${AVALIACOES}/importar/${lote}/desfazer`, {})).toMatchObject({
    status: 409,
    body: { code: 'REGISTROS_ALTERADOS' },
  });
  expect((await pagina(avaliacao)).pares).toBeGreaterThan(0);
});

it('nobody is told who of a group evaluates them anonymously, whatever they conduct, and who conducts is told of the others', async () => {
  const avaliacao = await nova({ anonima: true });
  await inclui(avaliacao, { alcance: 'L', talentos: [id.Bia, id.Davi], lider: true, subordinados: true, autoavaliacao: true });
  await done(admin, 'PUT', `${AVALIACOES}/${avaliacao.id}/liberada/true`);
  await responde(avaliacao, 'Davi', 'Bia');
  await responde(avaliacao, 'Gil', 'Bia');
  const subordinado = (await pagina(avaliacao)).avaliados
    .find((um) => um.nome === 'Bia')
    ?.avaliadores.find((um) => um.nome === 'Gil');
  expect(subordinado).toMatchObject({ tipo: 'A', estado: 'R' });
  const { cpf } = await app.db.only<{ cpf: string }>(sql`select cpf from talentos where id = ${id.Bia}`);
  await app.db.query(
    sql`update talentos set cpf = (select cpf from usuarios where nome = 'Mariana Borges') where id = ${id.Bia}`,
  );
  const tudo = await pagina(avaliacao);
  expect(tudo.respondidas).toBe(0);
  expect(tudo.avaliados.find((um) => um.nome === 'Bia')).toMatchObject({
    reservado: true,
    minha: true,
    avaliadores: [{ tipo: 'U' }],
  });
  expect(tudo.avaliados.find((um) => um.nome === 'Davi')).toMatchObject({
    reservado: false,
    minha: false,
    avaliadores: { length: 2 },
  });
  expect((await pagina(avaliacao, '?busca=Gil')).avaliados).toEqual([]);
  expect((await pagina(avaliacao, '?sem=resposta')).avaliados.map(({ nome }) => nome)).toEqual(['Davi']);
  expect((await admin('GET', `${PARTICIPANTES}/${subordinado?.participanteId}`)).status).toBe(404);
  const relatorio = async (qual: string, filtro: object) => {
    const { status, body } = await admin('POST', `/api/avaliacao/relatorios/${qual}`, filtro, { accept: 'application/json' });
    expect(status, qual).toBe(200);
    return body;
  };
  for (const dito of [
    await done(admin, 'POST', `${AVALIACOES}/${avaliacao.id}/participantes/previa`, {
      alcance: 'L',
      talentos: [id.Bia],
      subordinados: true,
    }),
    await done(admin, 'GET', `${PARTICIPANTES}?avaliacaoDesempenho=${avaliacao.id}`),
    await done(admin, 'GET', `${AVALIACOES}/${avaliacao.id}/avaliadores`),
    await relatorio('avaliacao-desempenho-avaliadores-avaliados', { avaliacaoDesempenhoId: avaliacao.id }),
    await relatorio('avaliacao-desempenho-respondidas', { avaliacoesIds: [avaliacao.id] }),
    await done(admin, 'GET', `/api/avaliacao/ninebox/avaliadores-nao-responderam?avaliacaoDesempenhoId=${avaliacao.id}`),
  ]) {
    expect(JSON.stringify(dito)).not.toContain('Gil');
    expect(JSON.stringify(dito)).not.toContain('Fábio');
  }
  const respondidas = await done<{ respondidas: number }>(admin, 'GET', `${AVALIACOES}/${avaliacao.id}/avaliacoes-respondidas`);
  expect(respondidas.respondidas).toBe(0);
  await app.db.query(sql`update talentos set cpf = ${cpf} where id = ${id.Bia}`);
});

it('ADR 69: nor by copies, mails, trials of an import, or counts beside each other', async () => {
  const avaliacao = await nova({ anonima: true });
  const url = `${AVALIACOES}/${avaliacao.id}`;
  await inclui(avaliacao, { alcance: 'L', talentos: [id.Bia, id.Davi], lider: true, subordinados: true, autoavaliacao: true });
  await done(admin, 'PUT', `${url}/liberada/true`);
  await responde(avaliacao, 'Davi', 'Bia');
  await app.work();
  const escritos = async () =>
    (await done<Row[]>(admin, 'GET', `/api/utilitario/caixa-saida?busca=${encodeURIComponent(String(avaliacao.titulo))}`)).filter(
      ({ assunto }) => String(assunto).endsWith(`: ${String(avaliacao.titulo)}`),
    );
  const vistos = await escritos();
  expect(vistos.length).toBe(7);
  expect((await done(admin, 'GET', `/api/utilitario/caixa-saida/${vistos[0]?.id}`)).texto).toContain(
    'Você tem avaliações a responder.',
  );
  const { cpf } = await app.db.only<{ cpf: string }>(sql`select cpf from talentos where id = ${id.Bia}`);
  await app.db.query(
    sql`update talentos set cpf = (select cpf from usuarios where nome = 'Mariana Borges') where id = ${id.Bia}`,
  );
  expect(await escritos()).toEqual([]);
  expect((await admin('GET', `/api/utilitario/caixa-saida/${vistos[0]?.id}`)).status).toBe(404);
  // Of nine pairs five are subordinates of hers, and one of these has answered.
  expect(await done(admin, 'GET', url)).toMatchObject({ possuiResposta: false, respondidas: null });
  expect((await done<{ avisos: string[] }>(admin, 'GET', `${url}/concluir/previa`)).avisos).toContain(
    '3 respostas ainda não chegaram, e não contam.',
  );
  const fim = addDays(today(), 20);
  const { participacao } = await done<{ participacao: { series: { label: string; data: unknown[] }[] } }>(
    admin,
    'GET',
    `/api/analytics/desempenho?dataInicio=${fim}&dataFim=${fim}`,
  );
  expect(participacao.series.find(({ label }) => label === avaliacao.titulo)?.data).toEqual([null, null, 3]);
  expect(
    (await done<{ nome: string; avaliadores: number }[]>(admin, 'GET', `${url}/avaliados`)).find(({ nome }) => nome === 'Bia')
      ?.avaliadores,
  ).toBe(1);
  const linha = async (avaliador: string) => {
    const folha = `Avaliação;Avaliado;Avaliador;Papel;Peso\r\n${String(avaliacao.titulo)};Bia;${avaliador};Subordinado;1`;
    const { body, headers } = multipart('participantes.csv', Buffer.from(folha));
    return (await admin('POST', `${PARTICIPANTES}/importar/analisar`, body, headers)).body;
  };
  await app.db.query(sql`
    insert into talentos (empresa_id, nome, cpf, sexo, vinculo, data_admissao, situacao)
    select empresa_id, 'Fora', '90000009999', sexo, vinculo, data_admissao, 'A' from talentos where id = ${id.Ana}`);
  // The same for everybody, a subordinate or not.
  for (const nome of ['Gil', 'Fora'])
    expect(await linha(nome)).toMatchObject({
      existentes: 0,
      falhas: [{ mensagem: 'Ninguém muda quem o avalia, nem o peso de cada um: peça a outra pessoa.' }],
    });
  await app.db.query(sql`delete from talentos where nome = 'Fora'`);
  const [copia] = await done<Row[]>(admin, 'POST', url, { empresas: app.empresas.slice(0, 1), clonarParticipantes: true });
  // Of themselves nothing is copied; they come in as everybody does.
  expect(copia).toMatchObject({ participantes: 2 });
  expect((await pagina(copia as Row)).avaliados.map(({ nome }) => nome)).toEqual(['Davi']);
  const outra = await nova({ anonima: true });
  const todos = { ...naFabrica(), subordinados: true, lider: true };
  expect(await done(admin, 'POST', `${AVALIACOES}/${outra.id}/participantes/previa`, todos)).toMatchObject({
    pares: 5,
    papeis: [{ tipo: 'L', pares: 5 }],
    pessoas: expect.arrayContaining([expect.objectContaining({ nome: 'Bia', avaliadores: [], reservado: true })]),
  });
  expect(await inclui(outra, todos)).toEqual({ avaliados: 6, pares: 5 });
  for (const [campo, muda] of [
    ['anonima', { anonima: false }],
    ['formato', { anonima: true, formato: '90' }],
  ] as const)
    expect(faultsOf(await admin('PUT', `${AVALIACOES}/${outra.id}`, corpo({ titulo: outra.titulo, ...muda })))).toEqual([
      expect.stringContaining(`${campo}: Você é um dos avaliados: só outra pessoa tira`),
    ]);
  expect((await done<{ avisos: string[] }>(admin, 'GET', `${AVALIACOES}/${outra.id}/liberar/previa`)).avisos).toContain(
    '6 pessoas são avaliadas, em 5 respostas.',
  );
  await app.db.query(sql`update talentos set cpf = ${cpf} where id = ${id.Bia}`);
  expect((await pagina(outra)).pares).toBe(11);
});

it('ADR 69: what keeps an evaluation from its release, and what it warns of, tells nobody how many of a group evaluate them', async () => {
  const avaliacao = await nova({ anonima: true, formato: '360' });
  await inclui(avaliacao, { alcance: 'L', talentos: [id.Davi, id.Eva], lider: true, pares: true, maximo: 2 });
  const previa = async () => {
    const { motivos, avisos } = await done<Record<'motivos' | 'avisos', string[]>>(
      admin,
      'GET',
      `${AVALIACOES}/${avaliacao.id}/liberar/previa`,
    );
    return [...motivos, ...avisos];
  };
  const poucos = (nomes: string) =>
    `Com menos de três pares, subordinados e avaliadores, cujas respostas não apareceriam: ${nomes}.`;
  const { cpf } = await app.db.only<{ cpf: string }>(sql`select cpf from talentos where id = ${id.Davi}`);
  expect(await previa()).toContain(poucos('Davi, Eva'));
  const souDavi = () =>
    app.db.query(sql`update talentos set cpf = (select cpf from usuarios where nome = 'Mariana Borges') where id = ${id.Davi}`);
  const souOutra = () => app.db.query(sql`update talentos set cpf = ${cpf} where id = ${id.Davi}`);
  await souDavi();
  const antes = await previa();
  expect(antes).toContain(poucos('Eva'));
  const no90 = corpo({ titulo: avaliacao.titulo, anonima: true, formato: '90' });
  await souOutra();
  await done(admin, 'PUT', `${AVALIACOES}/${avaliacao.id}`, no90);
  await souDavi();
  const impedida = await previa();
  expect(impedida).toContain('Há participantes com o papel Par, que esta avaliação não tem.');
  // Whether all or none of a group evaluate the reader: they are told the same.
  await app.db.query(sql`
    delete from participantes_avaliacao_desempenho where avaliado_id = ${id.Davi} and avaliacao_desempenho_id = ${avaliacao.id} and tipo = 'P'`);
  expect(await previa()).toEqual(impedida);
  await done(admin, 'PUT', `${AVALIACOES}/${avaliacao.id}`, { ...no90, formato: '360' });
  expect(await previa()).toEqual(antes);
  await souOutra();
  // Nor is it told how many left, among whom are theirs.
  await lote('remover-avaliadores', avaliacao, ['Davi', 'Eva']);
  const historico = JSON.stringify(await done(admin, 'GET', `${AVALIACOES}/${avaliacao.id}/historico`));
  expect(historico).toContain('avaliadores removidos');
  expect(historico).not.toMatch(/\d avaliador/);
});

it('ADR 69: who of a group evaluates somebody does not follow from who comes in as their leader, or does not', async () => {
  const corresponsaveis = sql`delete from areas_organizacionais_empresa_e_coresponsaveis where colaborador_dto_id <> ${id.Caio}`;
  const { cpf } = await app.db.only<{ cpf: string }>(sql`select cpf from talentos where id = ${id.Bia}`);
  const souBia = () =>
    app.db.query(sql`update talentos set cpf = (select cpf from usuarios where nome = 'Mariana Borges') where id = ${id.Bia}`);
  const souOutra = () => app.db.query(sql`update talentos set cpf = ${cpf} where id = ${id.Bia}`);
  const sobreBia = (avaliacao: Row) =>
    app.db.query(sql`
      select v.nome, p.tipo from participantes_avaliacao_desempenho p join talentos v on v.id = p.avaliador_id
      where p.avaliado_id = ${id.Bia} and p.avaliacao_desempenho_id = ${avaliacao.id} order by 1`);
  const suspeitos: readonly Nome[] = ['Ana', 'Davi', 'Eva', 'Gil'];

  /** All that Bia is told, before the release and after it, of an evaluation in which some of a group evaluate her. */
  const dito = async (grupo: readonly Nome[]) => {
    const avaliacao = await nova({ anonima: true, formato: '0', consideraRespCorespHierarquia: true });
    const url = `${AVALIACOES}/${avaliacao.id}`;
    await inclui(avaliacao, { alcance: 'L', talentos: [id.Davi, id.Bia], lider: false, autoavaliacao: true });
    for (const avaliador of grupo)
      await done(admin, 'POST', PARTICIPANTES, {
        avaliacaoDesempenho: avaliacao.id,
        avaliado: id.Bia,
        avaliador: id[avaliador],
        tipo: 'R',
        peso: 1,
      });
    // She has the right to areas, and makes whom she suspects her leaders.
    for (const [n, quem] of (['Davi', 'Eva', 'Gil'] as const).entries())
      await app.db.query(sql`
        insert into areas_organizacionais_empresa_e_coresponsaveis (registro_id, ordem, empresa_id, colaborador_dto_id)
        select area_mae_id, ${n + 1}, empresa_id, ${id[quem]} from areas_organizacionais where id = ${fabrica}`);
    // Somebody else includes her leaders: who of the group is among them stays in it.
    await inclui(avaliacao, { alcance: 'L', talentos: [id.Bia], lider: true });
    await souBia();
    const havia = await sobreBia(avaliacao);
    const ouve = async () => {
      const tudo: unknown[] = [];
      for (const escolha of [
        { alcance: 'L', talentos: [id.Bia], lider: true },
        { alcance: 'J', lider: true, subordinados: true, maximo: 50, autoavaliacao: true },
        { ...naFabrica(), lider: true, subordinados: true, maximo: 50, autoavaliacao: true },
        { alcance: 'L', talentos: [id.Bia, id.Davi], avaliadores: suspeitos.map((nome) => id[nome]), papel: 'L' },
      ])
        tudo.push(
          await done(admin, 'POST', `${url}/participantes/previa`, escolha),
          await inclui(avaliacao, escolha),
          await done(admin, 'POST', `${url}/participantes/previa`, escolha),
        );
      for (const nome of suspeitos) {
        const par = { avaliacaoDesempenho: avaliacao.id, avaliado: id.Bia, avaliador: id[nome], tipo: 'L', peso: 1 };
        tudo.push((await admin('POST', PARTICIPANTES, par)).body, await pagina(avaliacao, `?busca=${nome}`));
      }
      for (const sem of ['', '?sem=avaliador', '?sem=resposta']) tudo.push(await pagina(avaliacao, sem));
      const pares = await done<Row[]>(admin, 'GET', `${PARTICIPANTES}?avaliacaoDesempenho=${avaliacao.id}`);
      tudo.push(pares.map(({ resumo, tipo }) => `${String(resumo)} ${String(tipo)}`));
      for (const onde of [
        'avaliadores',
        'avaliados',
        'liberar/previa',
        'concluir/previa',
        'excluir/previa',
        'avaliacoes-respondidas',
      ])
        tudo.push((await admin('GET', `${url}/${onde}`)).body);
      return tudo;
    };
    const antes = await ouve();
    await done(admin, 'PUT', `${url}/liberada/true`);
    const tudo = JSON.stringify([antes, await ouve()])
      .replaceAll(String(avaliacao.titulo), 'Avaliação')
      .replaceAll(/"(participanteId|colaboradorQuestionarioId|id|versao)":("[^"]*"|\d+)/g, '');
    // What she does about herself changes nothing.
    expect(await sobreBia(avaliacao)).toEqual(havia);
    await souOutra();
    await app.db.query(corresponsaveis);
    return tudo;
  };
  const ninguem = await dito([]);
  expect(ninguem).toContain('"reservado":true');
  expect(await dito(['Davi', 'Ana'])).toBe(ninguem);
  expect(await dito(['Eva', 'Gil', 'Fábio'])).toBe(ninguem);

  // Before anybody can evaluate her she comes in as everybody does, with her leaders; alone in HR, too.
  const outra = await nova({ anonima: true });
  await souBia();
  await inclui(outra, { ...naFabrica(), lider: true, subordinados: true });
  expect(await sobreBia(outra)).toHaveLength(6);
  expect((await done<{ motivos: string[] }>(admin, 'GET', `${AVALIACOES}/${outra.id}/liberar/previa`)).motivos).toEqual([]);
  await souOutra();
});

it('nobody chooses who evaluates them, weighs it or ends it, nor makes the group of an anonymous evaluation smaller', async () => {
  const avaliacao = await nova({ anonima: true });
  await inclui(avaliacao, { alcance: 'L', talentos: [id.Bia, id.Davi], lider: true, subordinados: true, autoavaliacao: true });
  await done(admin, 'PUT', `${AVALIACOES}/${avaliacao.id}/liberada/true`);
  const doGrupo = async (nome: Nome) =>
    (await pagina(avaliacao)).avaliados
      .find((um) => um.nome === nome)
      ?.avaliadores.filter(({ tipo }) => tipo === 'A')
      .map(({ participanteId }) => participanteId) ?? [];
  const [subordinado] = await doGrupo('Bia');
  expect(await admin('DELETE', `${PARTICIPANTES}/${subordinado}`)).toMatchObject({
    status: 409,
    body: { code: 'RESPOSTA_SIGILOSA' },
  });
  expect(await lote('remover-avaliadores', avaliacao, ['Bia'])).toMatchObject({
    status: 409,
    body: { code: 'RESPOSTA_SIGILOSA' },
  });
  const cpfDaBia = await app.db.only<{ cpf: string }>(sql`select cpf from talentos where id = ${id.Bia}`);
  await app.db.query(sql`update talentos set cpf = ${DEMO_LOGINS[2].cpf.replace(/\D/g, '')} where id = ${id.Bia}`);
  const bia = await app.loginWithout(2, (authority) => ['ROLE_VER_TODAS_AREAS', 'ROLE_GERAL_TODAS_EMPRESAS'].includes(authority));
  const par = { avaliacaoDesempenho: avaliacao.id, avaliado: id.Bia, avaliador: id.Davi, tipo: 'R', peso: 99_999 };
  expect(await bia('POST', PARTICIPANTES, par)).toMatchObject({ status: 403, body: { code: 'PROPRIA_AVALIACAO' } });
  // Nor by the panel, which includes without a record of each.
  const amigo = { alcance: 'L', talentos: [id.Bia, id.Davi], avaliadores: [id.Eva], papel: 'R' };
  await done(bia, 'POST', `${AVALIACOES}/${avaliacao.id}/participantes`, amigo);
  expect([await quemAvalia(avaliacao, 'Bia'), await quemAvalia(avaliacao, 'Davi')]).toEqual([
    expect.not.arrayContaining(['R Eva']),
    expect.arrayContaining(['R Eva']),
  ]);
  const liderDaBia = async (qual: Row) =>
    (await pagina(qual)).avaliados.find((um) => um.nome === 'Bia')?.avaliadores.find(({ tipo }) => tipo === 'L');
  expect(await bia('DELETE', `${PARTICIPANTES}/${(await liderDaBia(avaliacao))?.participanteId}`)).toMatchObject({ status: 404 });
  const comNomes = await nova();
  await inclui(comNomes, { alcance: 'L', talentos: [id.Bia], lider: true });
  const lider = await liderDaBia(comNomes);
  expect(await bia('DELETE', `${PARTICIPANTES}/${lider?.participanteId}`)).toMatchObject({ status: 403 });
  // Nor does she bring back whom somebody else took out.
  const parDoLider = `${PARTICIPANTES}/${lider?.participanteId}`;
  const { versao } = await done(admin, 'GET', parDoLider);
  await done(admin, 'DELETE', `${parDoLider}?versao=${String(versao)}`);
  expect(await bia('POST', `${parDoLider}/restaurar`)).toMatchObject({
    status: 403,
    body: { message: expect.stringContaining('Ninguém muda quem o avalia') },
  });
  const corpoDoLote = { avaliacaoDesempenhoId: avaliacao.id, colaboradoresIds: [id.Bia] };
  expect(await bia('POST', `${PARTICIPANTES}/remover-avaliados`, corpoDoLote)).toMatchObject({ status: 403 });
  // Nor in which roles: whom they name comes as named, they themselves with their leader, and as everybody does with everybody.
  const outra = await nova();
  const sozinha = { avaliacaoDesempenhoId: outra.id, colaboradoresIds: [id.Bia] };
  expect(await bia('POST', `${PARTICIPANTES}/incluir-autoavaliacao`, sozinha)).toMatchObject({
    status: 403,
    body: { code: 'PROPRIA_AVALIACAO' },
  });
  const papeisTodos = { autoavaliacao: true, lider: true, pares: true, subordinados: true };
  const aDedo = { alcance: 'L', talentos: [id.Bia, id.Davi], ...papeisTodos };
  await done(bia, 'POST', `${AVALIACOES}/${outra.id}/participantes`, aDedo);
  expect([await quemAvalia(outra, 'Bia'), await quemAvalia(outra, 'Davi')]).toEqual([
    ['L Ana'],
    expect.arrayContaining(['U Davi', 'L Bia']),
  ]);
  await done(bia, 'POST', `${AVALIACOES}/${outra.id}/participantes`, { alcance: 'J', autoavaliacao: true, lider: true });
  expect(await quemAvalia(outra, 'Bia')).toEqual(['U Bia', 'L Ana']);
  const peso = corpo({ titulo: avaliacao.titulo, anonima: true, pesoAutoavaliacao: 99_999 });
  expect(await bia('PUT', `${AVALIACOES}/${avaliacao.id}`, peso)).toMatchObject({ status: 409, body: { code: 'FORA_DA_VISTA' } });
  for (const ato of ['bloquear', 'concluir'])
    expect((await bia('POST', `${AVALIACOES}/${avaliacao.id}/${ato}`, {})).status, ato).toBe(400);
  // Nor does she take back the block of somebody else.
  await done(admin, 'POST', `${AVALIACOES}/${avaliacao.id}/bloquear`, {});
  expect((await bia('POST', `${AVALIACOES}/${avaliacao.id}/liberar`, { confirma: true })).status).toBe(400);
  await done(admin, 'POST', `${AVALIACOES}/${avaliacao.id}/liberar`, { confirma: true });
  await app.db.query(sql`update talentos set cpf = ${cpfDaBia.cpf} where id = ${id.Bia}`);
});

it('ADR 69: who reads the lists of all others, and knows every id, finds nobody who must be a peer or a subordinate of theirs', async () => {
  const { area } = await app.db.only<{ area: number }>(sql`
    insert into areas_organizacionais (empresa_id, nome, area_mae_id) select empresa_id, 'Trio', area_mae_id from areas_organizacionais where id = ${fabrica}
    returning id as area`);
  const trio = await app.db.query<{ id: number; nome: string }>(sql`
    insert into talentos (empresa_id, nome, cpf, sexo, vinculo, data_admissao, situacao, area_atual_id)
    select empresa_id, 'Trio ' || n, (90000008000 + n)::text, sexo, vinculo, data_admissao, 'A', ${area} from talentos, generate_series(1, 3) n
    where id = ${id.Ana} returning id, nome`);
  const [eu, ...outros] = trio.map((um) => um.nome) as [string, string, string];
  const quantasVezes = 96;
  const avaliacoes = await app.db.query<Row>(sql`
    insert into avaliacoes_desempenho (empresa_id, titulo, data_ini, data_fim, tipo, formato, permite_auto_avaliacao, anonima, peso_competencias, situacao)
    select ${app.empresas[0]}, 'Trio ' || n, ${today()}::date, ${today()}::date, '2.0', '0', true, true, 1, 'N' from generate_series(1, ${quantasVezes}::int) n
    returning id`);
  // Each of three is evaluated by one of the two others; and Ana by one of all whom she leads.
  for (const avaliacao of avaliacoes) {
    await inclui(avaliacao, { alcance: 'F', areas: [area], soAreas: true, lider: false, pares: true, maximo: 1 });
    await inclui(avaliacao, { alcance: 'L', talentos: [id.Ana], lider: false, subordinados: true, maximo: 1 });
  }
  const digest = (avaliacao: number, quem: number) => createHash('md5').update(`${avaliacao}-${quem}`).digest('hex');
  const lideradas = [id.Bia, ...trio.map((um) => um.id)];
  const subordinados = await app.db.query<{ avaliacao: number; quem: number }>(sql`
    select avaliacao_desempenho_id as avaliacao, avaliador_id as quem from participantes_avaliacao_desempenho
    where tipo = 'A' and avaliado_id = ${id.Ana} and avaliacao_desempenho_id = any(${avaliacoes.map((uma) => uma.id)}::bigint[])`);
  expect(subordinados.length).toBe(quantasVezes);
  expect(
    subordinados.every(
      ({ avaliacao, quem }) => quem === lideradas.toSorted((a, b) => digest(avaliacao, a).localeCompare(digest(avaliacao, b)))[0],
    ),
  ).toBe(false);
  await app.db.query(sql`update talentos set cpf = (select cpf from usuarios where nome = 'Mariana Borges') where nome = ${eu}`);
  const mundos = new Map<string, Set<string>>();
  for (const avaliacao of avaliacoes) {
    const { avaliados } = await pagina(avaliacao);
    const lista = (nome: string) => avaliados.find((um) => um.nome === nome)?.avaliadores.map((um) => um.nome);
    expect(lista(eu)).toEqual([]);
    const visto = outros.map((nome) => `${nome}: ${lista(nome)?.join()}`).join('; ');
    const { quem } = await app.db.only<{ quem: string }>(sql`
      select v.nome as quem from participantes_avaliacao_desempenho p join talentos v on v.id = p.avaliador_id
      where p.avaliacao_desempenho_id = ${avaliacao.id} and p.avaliado_id = ${trio[0]?.id}`);
    mundos.set(visto, (mundos.get(visto) ?? new Set()).add(quem));
  }
  // Whatever they read about the others, it was sometimes the one who evaluates them, sometimes the other.
  expect([...mundos.values()].map((quem) => [...quem].toSorted())).toEqual([outros, outros, outros, outros]);
  // Nor does the order in which pairs were made tell who comes before whom.
  const { emOrdem } = await app.db.only<{ emOrdem: boolean }>(sql`
    select bool_and(x.em_ordem) as "emOrdem" from (
      select id > lag(id) over (partition by avaliacao_desempenho_id order by avaliado_id, avaliador_id) as em_ordem from participantes_avaliacao_desempenho
      where tipo = 'P' and avaliacao_desempenho_id = any(${avaliacoes.map((uma) => uma.id)}::bigint[])) x`);
  expect(emOrdem).toBe(false);
  await app.db.query(
    sql`delete from participantes_avaliacao_desempenho where avaliacao_desempenho_id = any(${avaliacoes.map((uma) => uma.id)}::bigint[])`,
  );
  await app.db.query(sql`delete from avaliacoes_desempenho where id = any(${avaliacoes.map((uma) => uma.id)}::bigint[])`);
  await app.db.query(sql`delete from talentos where id = any(${trio.map((um) => um.id)}::bigint[])`);
});

it('peers of an anonymous evaluation are drawn once: asked again for as many, nobody gets more', async () => {
  const avaliacao = await nova({ anonima: true });
  const escolha = { ...naFabrica(), lider: false, pares: true, maximo: 2 };
  const previa = await done<PreviaDaMontagem>(admin, 'POST', `${AVALIACOES}/${avaliacao.id}/participantes/previa`, escolha);
  const deCada = (pessoas: { nome: string; avaliadores: { nome: string }[] }[]) =>
    pessoas.map(({ nome, avaliadores }) => `${nome}: ${avaliadores.map((um) => um.nome).join()}`);
  expect(await inclui(avaliacao, escolha)).toMatchObject({ pares: previa.pares });
  const feitos = deCada((await pagina(avaliacao)).avaliados);
  expect(feitos).toEqual(deCada(previa.pessoas));
  expect(await inclui(avaliacao, escolha)).toEqual({ avaliados: 0, pares: 0 });
  const [saiu] = (await pagina(avaliacao)).avaliados.find((um) => um.nome === 'Davi')?.avaliadores ?? [];
  await done(admin, 'DELETE', `${PARTICIPANTES}/${saiu?.participanteId}`);
  expect(await inclui(avaliacao, escolha)).toEqual({ avaliados: 0, pares: 1 });
  for (const um of (await pagina(avaliacao)).avaliados) expect(um.avaliadores.length, um.nome).toBe(um.nome === 'Bia' ? 0 : 2);
});

it('peers of thousands of one area are counted and drawn within the time of one statement, also before the database knows how many they are', async () => {
  const { area } = await app.db.only<{ area: number }>(sql`
    insert into areas_organizacionais (empresa_id, nome, area_mae_id) select empresa_id, 'Multidão', area_mae_id from areas_organizacionais where id = ${fabrica}
    returning id as area`);
  await app.db.query(sql`
    insert into talentos (empresa_id, nome, cpf, sexo, vinculo, data_admissao, situacao, area_atual_id)
    select empresa_id, 'Multidão ' || n, (70000000000 + n)::text, sexo, vinculo, data_admissao, 'A', ${area} from talentos, generate_series(1, 3000) n
    where id = ${id.Ana}`);
  const escolha = { alcance: 'F', areas: [area], soAreas: true, lider: false, pares: true, maximo: 50 };
  for (const anonima of [true, false]) {
    const previa = await done<PreviaDaMontagem>(
      admin,
      'POST',
      `${AVALIACOES}/${(await nova({ anonima })).id}/participantes/previa`,
      escolha,
    );
    expect(previa).toMatchObject({ avaliados: 3000, pares: 150_000, semAvaliador: 0 });
  }
  await app.db.query(sql`delete from talentos where area_atual_id = ${area}`);
  await app.db.query(sql`delete from areas_organizacionais where id = ${area}`);
});

it('anonymity does not change once somebody of a group was included: names were shown, or are those of an earlier evaluation', async () => {
  const porDireito = { alcance: 'L', talentos: [id.Davi], lider: true };
  for (const anonima of [false, true]) {
    const avaliacao = await nova({ anonima });
    const muda = (quando: boolean) =>
      admin('PUT', `${AVALIACOES}/${avaliacao.id}`, corpo({ titulo: avaliacao.titulo, anonima: quando }));
    await inclui(avaliacao, porDireito);
    expect((await muda(!anonima)).status).toBe(200);
    expect((await muda(anonima)).status).toBe(200);
    await inclui(avaliacao, { ...porDireito, pares: true });
    expect(faultsOf(await muda(!anonima))).toEqual([
      'anonima: O anonimato não muda com pares, subordinados ou avaliadores já incluídos: remova-os antes, ou comece outra avaliação',
    ]);
    await lote('remover-avaliadores', avaliacao, ['Davi']);
    expect((await muda(!anonima)).status).toBe(200);
  }
});

it('the log tells nobody who of a group evaluates them anonymously, with the right over evaluations or without it', async () => {
  const avaliacao = await nova({ anonima: true });
  const par = async (avaliado: Nome, avaliador: Nome) => {
    const corpoDoPar = {
      avaliacaoDesempenho: avaliacao.id,
      avaliado: id[avaliado],
      avaliador: id[avaliador],
      tipo: 'R',
      peso: 3,
    };
    const { id: registro } = await done(admin, 'POST', PARTICIPANTES, corpoDoPar);
    const { linha } = await app.db.only<{ linha: number }>(
      sql`select id as linha from auditoria where tabela = 'participantes_avaliacao_desempenho' and registro_id = ${registro}`,
    );
    return { registro, linha };
  };
  const [sobreMim, sobreOutro] = [await par('Bia', 'Eva'), await par('Davi', 'Eva')];
  const dito = async (quem: Client, { linha }: { linha: number }) => {
    const { status, body } = await quem('GET', `/api/utilitario/log/${linha}/alteracoes`);
    expect(status).toBe(200);
    return JSON.stringify(body);
  };
  const { cpf } = await app.db.only<{ cpf: string }>(sql`select cpf from talentos where id = ${id.Bia}`);
  await app.db.query(sql`update talentos set cpf = ${DEMO_LOGINS[2].cpf.replace(/\D/g, '')} where id = ${id.Bia}`);
  const semLer = (authority: string) => authority.startsWith('ROLE_CAD_AVALIACAO_DESEMPENHO');
  const ninguemDiz = async () => {
    for (const lacks of [() => false, semLer]) {
      const bia = await app.loginWithout(2, lacks);
      expect(await dito(bia, sobreMim)).not.toContain('Eva');
      expect(await dito(bia, sobreOutro)).toContain('Eva');
    }
    expect(await dito(admin, sobreMim)).toContain('Eva');
  };
  await ninguemDiz();
  for (const { registro } of [sobreMim, sobreOutro]) await done(admin, 'DELETE', `${PARTICIPANTES}/${registro}`);
  await ninguemDiz();
  // Nor while the evaluation itself is in the bin.
  await done(admin, 'DELETE', `${AVALIACOES}/${avaliacao.id}`);
  const bia = await app.loginWithout(2, () => false);
  expect(JSON.stringify(await done(bia, 'GET', '/api/utilitario/lixeira'))).not.toMatch(/Bia[^"]*Eva|Eva[^"]*Bia/);
  expect(await dito(bia, sobreMim)).not.toContain('Eva');
  const { entrada } = await app.db.only<{ entrada: number }>(
    sql`select id as entrada from lixeira where tabela = 'avaliacoes_desempenho' and registro_id = ${avaliacao.id}`,
  );
  await done(admin, 'POST', '/api/utilitario/lixeira/restaurar', { ids: [entrada] });
  // Of what is gone for good nobody knows any more about whom it was.
  await app.db.query(sql`delete from lixeira where tabela = 'participantes_avaliacao_desempenho'`);
  expect(await dito(await app.loginWithout(2, semLer), sobreMim)).not.toContain('Eva');
  // Nor does the evaluation's own trail count evaluators, among whom are those of the reader.
  await inclui(avaliacao, { alcance: 'L', talentos: [id.Bia, id.Davi], subordinados: true });
  const historico = JSON.stringify(await done(admin, 'GET', `${AVALIACOES}/${avaliacao.id}/historico`));
  expect(historico).toContain('com os seus avaliadores');
  expect(historico).not.toMatch(/\d avaliador/);
  await app.db.query(sql`update talentos set cpf = ${cpf} where id = ${id.Bia}`);
});

it('mails of an anonymous evaluation go to everybody who evaluates, whether or not they have finished', async () => {
  const avaliacao = await nova({ anonima: true });
  await inclui(avaliacao, { alcance: 'L', talentos: [id.Davi, id.Eva], lider: true, autoavaliacao: true });
  await app.db.query(sql`update talentos set email = null where id = ${id.Eva}`);
  await done(admin, 'PUT', `${AVALIACOES}/${avaliacao.id}/liberada/true`);
  await app.work();
  const escritos = (tipo: string) =>
    app.db.query<{ para: string; texto: string }>(sql`
      select para, texto from emails where tipo = ${tipo} and assunto like ${`%${String(avaliacao.titulo)}`} order by para`);
  const aQuem = async (tipo: string) => (await escritos(tipo)).map(({ para }) => para);
  expect(await aQuem('avaliacao/convite')).toEqual(['pessoa1@exemplo.com.br', 'pessoa3@exemplo.com.br']);
  for (const nome of ['Davi', 'Eva'] as const) {
    await responde(avaliacao, nome, nome);
    await responde(avaliacao, 'Bia', nome);
  }
  // Whoever gives somebody an address of their own does not read in it whether an invitation still comes.
  await app.db.query(sql`update talentos set email = 'pessoa4@exemplo.com.br' where id = ${id.Eva}`);
  expect((await admin('POST', `${AVALIACOES}/${avaliacao.id}/envia-email`)).status).toBe(204);
  await app.work();
  const todos = ['pessoa1@exemplo.com.br', 'pessoa3@exemplo.com.br', 'pessoa4@exemplo.com.br'];
  expect(await aQuem('avaliacao/convite')).toEqual(todos);
  expect(await aQuem('avaliacao/lembrete')).toEqual(todos);
  for (const { texto } of await escritos('avaliacao/lembrete')) expect(texto).toContain('Se já respondeu a todas, obrigado');
});

it('everybody who evaluates is invited once, reminded once a day, and the evaluated told when it is concluded', async () => {
  const avaliacao = await nova();
  await inclui(avaliacao, { alcance: 'L', talentos: [id.Davi, id.Eva], lider: true, autoavaliacao: true });
  await done(admin, 'PUT', `${AVALIACOES}/${avaliacao.id}/liberada/true`);
  await app.work();
  const correio = async (tipo: string) =>
    app.db.query<{ para: string; texto: string }>(sql`
      select para, texto from emails where tipo = ${tipo} and assunto like ${`%${String(avaliacao.titulo)}`} order by para`);
  const convites = await correio('avaliacao/convite');
  expect(convites.length).toBe(3);
  expect(convites[0]?.texto).toContain('Você tem 2 avaliações a responder.');
  await responde(avaliacao, 'Davi', 'Davi');
  const lembrar = () => admin('POST', `${AVALIACOES}/${avaliacao.id}/envia-email`);
  expect((await lembrar()).status).toBe(204);
  expect(await lembrar()).toMatchObject({ status: 409, body: { code: 'LEMBRETE_ENVIADO' } });
  await app.work();
  expect((await correio('avaliacao/lembrete')).length).toBe(2);
  expect((await correio('avaliacao/convite')).length).toBe(3);
  await done(admin, 'POST', `${AVALIACOES}/${avaliacao.id}/concluir`, {});
  await app.work();
  expect((await correio('avaliacao/conclusao')).length).toBe(2);
});

it('whoever works here no longer is neither invited nor reminded', async () => {
  const avaliacao = await nova();
  await inclui(avaliacao, { alcance: 'L', talentos: [id.Davi, id.Eva], autoavaliacao: true, lider: false });
  await done(admin, 'PUT', `${AVALIACOES}/${avaliacao.id}/liberada/true`);
  await app.db.query(sql`update talentos set situacao = 'D' where id = ${id.Eva}`);
  await app.work();
  expect((await admin('POST', `${AVALIACOES}/${avaliacao.id}/envia-email`)).status).toBe(204);
  await app.work();
  await app.db.query(sql`update talentos set situacao = 'A' where id = ${id.Eva}`);
  expect(
    await app.db.query(sql`select para from emails where assunto like ${`%${String(avaliacao.titulo)}`} order by tipo`),
  ).toEqual([{ para: 'pessoa3@exemplo.com.br' }, { para: 'pessoa3@exemplo.com.br' }]);
});

it('nobody is written to while the company is not active, and everybody afterwards', async () => {
  const avaliacao = await nova();
  await inclui(avaliacao, { alcance: 'L', talentos: [id.Davi], autoavaliacao: true, lider: false });
  const ativa = (sim: boolean) => app.db.query(sql`update empresas set ativo = ${sim} where id = ${app.empresas[0]}`);
  const escreve = () => correioJobs({ address: (path: string) => path } as never)[CORREIO]({ db: app.db });
  const escritos = async () =>
    (
      await app.db.query<{ tipo: string }>(
        sql`select tipo from emails where assunto like ${`%${String(avaliacao.titulo)}`} order by tipo`,
      )
    ).map(({ tipo }) => tipo);
  await done(admin, 'PUT', `${AVALIACOES}/${avaliacao.id}/liberada/true`);
  await ativa(false);
  await escreve();
  expect(await escritos()).toEqual([]);
  await ativa(true);
  await escreve();
  await done(admin, 'POST', `${AVALIACOES}/${avaliacao.id}/concluir`, {});
  await ativa(false);
  await escreve();
  expect(await escritos()).toEqual(['avaliacao/convite']);
  await ativa(true);
  await escreve();
  expect(await escritos()).toEqual(['avaliacao/conclusao', 'avaliacao/convite']);
});

it('an evaluation that cannot be written about holds up no other', async () => {
  let falha = false;
  const address = (path: string) => {
    if (falha) {
      falha = false;
      throw new Error('no address');
    }
    return `http://localhost${path}`;
  };
  // Nor do the messages of all of them together, which are more than a query may bring.
  const pequeno = createDatabase({ ...app.db.connection, max: 2, mostRead: 1024 * 1024 });
  const escreve = () => correioJobs({ address } as never)[CORREIO]({ db: pequeno });
  await escreve();
  const duas = [await nova(), await nova()];
  for (const avaliacao of duas) await inclui(avaliacao, { alcance: 'L', talentos: [id.Gil], autoavaliacao: true, lider: false });
  for (const avaliacao of duas) {
    await done(admin, 'PUT', `${AVALIACOES}/${avaliacao.id}/liberada/true`);
    await app.db.query(sql`update avaliacoes_desempenho set mensagem = repeat('x', 600000) where id = ${avaliacao.id}`);
  }
  falha = true;
  await expect(escreve()).rejects.toThrow('no address');
  const [primeira, segunda] = await Promise.all(
    duas.map(({ id: qual }) =>
      app.db.query(sql`select 1 from avaliacoes_desempenho_convites where avaliacao_desempenho_id = ${qual}`),
    ),
  );
  expect([primeira?.length, segunda?.length]).toEqual([0, 1]);
  await pequeno.close();
});

it('an answer that arrives while its evaluator is removed stays, and so do they', async () => {
  const avaliacao = await nova();
  await inclui(avaliacao, { alcance: 'L', talentos: [id.Davi], lider: true });
  await done(admin, 'PUT', `${AVALIACOES}/${avaliacao.id}/liberada/true`);
  const [par] = (await pagina(avaliacao)).avaliados[0]?.avaliadores ?? [];
  let removida: ReturnType<Client> | undefined;
  await app.db.tx(async (tx) => {
    await tx.query(sql`
      update participacoes set estado = 'R' where rodada_id = (
        select id from rodadas where dono = 'avaliacao/avaliacoes-desempenho' and dono_id = ${avaliacao.id})`);
    removida = admin('DELETE', `${PARTICIPANTES}/${par?.participanteId}`);
    await expect
      .poll(() =>
        app.db.query(sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`),
      )
      .toHaveLength(1);
  });
  expect(await removida).toMatchObject({ status: 409, body: { code: 'PARTICIPANTE_RESPONDEU' } });
  expect(await quemAvalia(avaliacao, 'Davi')).toEqual(['L Bia']);
});

it('CALL-271, 272, 275, 283: names evaluated of whom no competency is required, and only competencies cannot be asked of them', async () => {
  const avaliacao = await nova({ avaliarSomenteCompetencias: true, modeloAvaliacao: null });
  await inclui(avaliacao, { alcance: 'L', talentos: [id.Davi, id.Eva], lider: true });
  const { faixa } = await app.db.only<{ faixa: number }>(sql`select faixa_atual_id as faixa from talentos where id = ${id.Davi}`);
  await app.db.query(sql`update talentos set faixa_atual_id = null where id = ${id.Davi}`);
  const nomes = await done<{ nome: string }[]>(
    admin,
    'GET',
    `${AVALIACOES}/nomes-avaliados-sem-competencias?avaliacaoDesempenhoId=${avaliacao.id}`,
  );
  expect(nomes.map(({ nome }) => nome)).toEqual(['Davi']);
  for (const lista of ['titulos-avaliacoes-com-avaliados-sem-competencias', 'com-talentos-sem-competencia-configurada'])
    expect(await done<Row[]>(admin, 'GET', `${AVALIACOES}/${lista}`)).toContainEqual({
      id: avaliacao.id,
      titulo: avaliacao.titulo,
      situacao: 'N',
      talentos: 1,
    });
  expect(await done(admin, 'GET', `${AVALIACOES}/${avaliacao.id}/configuracao-competencia-avaliacao`)).toEqual({
    configurada: true,
    semConfiguracao: 1,
  });
  expect((await admin('POST', `${AVALIACOES}/${avaliacao.id}/liberar`, {})).body).toMatchObject({
    code: 'TRANSICAO_IMPEDIDA',
    motivos: ['Sem competências configuradas na faixa: Davi.'],
  });
  await lote('remover-avaliados', avaliacao, ['Davi']);
  await app.db.query(sql`update talentos set faixa_atual_id = ${faixa} where id = ${id.Davi}`);
  // A sheet takes no more than so many.
  await app.db.query(sql`
    insert into config_niveis_faixas_configs_niveis_competencias (registro_id, ordem, competencia_id, competencia_peso, nivel_competencia_id)
    select i.registro_id, 10000 + n, i.competencia_id, 1, i.nivel_competencia_id from config_niveis_faixas_configs_niveis_competencias i
    join config_niveis_faixas k on k.id = i.registro_id join talentos t on t.faixa_atual_id = k.faixa_salarial_id and t.id = ${id.Eva},
    generate_series(1, 501) n where i.ordem = (select min(ordem) from config_niveis_faixas_configs_niveis_competencias where registro_id = k.id)`);
  expect((await admin('POST', `${AVALIACOES}/${avaliacao.id}/liberar`, {})).body).toMatchObject({
    code: 'TRANSICAO_IMPEDIDA',
    motivos: ['A faixa exige mais de 500 competências, e ninguém responde a tantas: Eva.'],
  });
  await app.db.query(sql`delete from config_niveis_faixas_configs_niveis_competencias where ordem > 10000`);
  expect(await done(admin, 'POST', `${AVALIACOES}/${avaliacao.id}/liberar`, {})).toMatchObject({ situacao: 'L' });
});

it('whoever has written to many often enough waits before they ask, remind or conclude more', async () => {
  const [liberada, nova_] = [await nova(), await nova()];
  for (const uma of [liberada, nova_]) await inclui(uma, { alcance: 'L', talentos: [id.Eva], lider: true });
  await done(admin, 'POST', `${AVALIACOES}/${liberada.id}/liberar`, {});
  await app.db.query(sql`update tentativas set falhas = 60 where chave like 'correioAMuitos:%'`);
  for (const url of [`${nova_.id}/liberar`, `${liberada.id}/envia-email`, `${liberada.id}/concluir`])
    expect(await admin('POST', `${AVALIACOES}/${url}`, {})).toMatchObject({ status: 429, body: { code: 'MUITAS_TENTATIVAS' } });
  await app.db.query(sql`delete from tentativas where chave like 'correioAMuitos:%'`);
  await done(admin, 'POST', `${AVALIACOES}/${liberada.id}/concluir`, {});
});

it('CALL-276 to 289: tells who is evaluated, who evaluates, where they work, and the facts of the evaluation', async () => {
  const avaliacao = await nova({ anonima: true });
  await inclui(avaliacao, { alcance: 'L', talentos: [id.Davi, id.Eva], lider: true, autoavaliacao: true, pares: true });
  await done(admin, 'PUT', `${AVALIACOES}/${avaliacao.id}/liberada/true`);
  await responde(avaliacao, 'Eva', 'Davi');
  await responde(avaliacao, 'Bia', 'Davi');
  const ler = <T = unknown>(caminho: string) => done<T>(admin, 'GET', `${AVALIACOES}/${caminho}`);
  const nomes = (linhas: { nome: string }[]) => linhas.map(({ nome }) => nome);
  expect(nomes(await ler(`${avaliacao.id}/avaliados`))).toEqual(['Davi', 'Eva']);
  expect(nomes(await ler(`avaliados?avaliacoesIds=${avaliacao.id}`))).toEqual(['Davi', 'Eva']);
  expect(await ler(`${avaliacao.id}/avaliadores`)).toContainEqual(
    expect.objectContaining({ nome: 'Bia', avaliados: 2, respondidas: 1 }),
  );
  expect(nomes(await ler(`participantes/areas-organizacionais?avaliacoesIds=${avaliacao.id}`))).toEqual(['Fábrica Nova']);
  for (const lugar of ['estabelecimentos', 'cargos'])
    expect((await ler<unknown[]>(`participantes/${lugar}?avaliacoesIds=${avaliacao.id}`)).length).toBeGreaterThan(0);
  // Whose answer a peer's is, is nobody's to know.
  const { respondidas, avaliacoes } = await ler<{ respondidas: number; avaliacoes: { tipo: string; avaliador: unknown }[] }>(
    `${avaliacao.id}/avaliacoes-respondidas`,
  );
  expect(respondidas).toBe(2);
  expect(avaliacoes.map(({ tipo, avaliador }) => [tipo, avaliador === null])).toEqual([
    ['L', false],
    ['P', true],
  ]);
  expect(await ler(`${avaliacao.id}/data-minima`)).toEqual({ dataMinima: today() });
  expect(await ler(`${avaliacao.id}/anonima`)).toEqual({ anonima: true });
  expect(await ler(`${avaliacao.id}/dois-ponto-zero`)).toEqual({ doisPontoZero: true });
  expect(await ler(`${avaliacao.id}/possui-participantes-com-autoavaliacao`)).toEqual({ possuiAutoavaliacao: true });
  expect(await ler(`${avaliacao.id}/possui-performance-individual`)).toEqual({ possuiPerformanceIndividual: false });
  // The administrator is Davi, by the CPF, and evaluates himself and Eva.
  const { cpf } = await app.db.only<{ cpf: string }>(sql`select cpf from talentos where id = ${id.Davi}`);
  await app.db.query(
    sql`update talentos set cpf = (select cpf from usuarios where nome = 'Mariana Borges') where id = ${id.Davi}`,
  );
  expect(await ler('avaliador-e-empresa')).toContainEqual(
    expect.objectContaining({ id: avaliacao.id, empresaId: app.empresas[0], avaliados: 2, respondidas: 0, situacao: 'L' }),
  );
  const tarefas = await done<{ id: string; linhas: { nome: string }[] }[]>(admin, 'GET', '/api/geral/para-fazer');
  expect(tarefas.find((um) => um.id === 'avaliacao/avaliacoes')?.linhas.map(({ nome }) => nome)).toContain('A sua autoavaliação');
  await app.db.query(sql`update talentos set cpf = ${cpf} where id = ${id.Davi}`);
  const outra = await app.login(0, app.empresas[1]);
  for (const caminho of ['avaliados', 'avaliadores', 'avaliacoes-respondidas', 'anonima', 'participantes'])
    expect((await outra('GET', `${AVALIACOES}/${avaliacao.id}/${caminho}`)).status, caminho).toBe(404);
  const alheio = await app.loginWithout(1, (held) => held.startsWith('ROLE_CAD_AVALIACAO_DESEMPENHO'));
  expect((await alheio('GET', `${AVALIACOES}/${avaliacao.id}/anonima`)).status).toBe(404);
  // Nor do they choose among evaluations that are not theirs.
  expect(await done(alheio, 'GET', '/api/avaliacao/resultados/avaliacoes')).toEqual([]);
  expect(await done(admin, 'GET', '/api/avaliacao/resultados/avaliacoes')).toContainEqual({
    id: avaliacao.id,
    nome: avaliacao.titulo,
  });
  expect((await alheio('GET', `${AVALIACOES}/${avaliacao.id}/avaliados`)).status).toBe(403);
});

it('CALL-123, 274: is cloned with its participants, also to a company where some of them work', async () => {
  const avaliacao = await nova();
  await inclui(avaliacao, { alcance: 'L', talentos: [id.Davi, id.Eva], lider: true });
  const aqui = app.empresas[0] as number;
  const la = app.empresas[1] as number;
  const empresas = await done<{ id: number }[]>(
    admin,
    'GET',
    `/api/utilitario/empresas/avaliacao-desempenho?avaliacaoDesempenhoId=${avaliacao.id}&empresasPermitidasIds=${aqui},${la}`,
  );
  expect(empresas.map((um) => um.id).toSorted((a, b) => a - b)).toEqual([aqui, la]);
  const [copia] = await done<{ id: number; participantes: number }[]>(admin, 'POST', `${AVALIACOES}/${avaliacao.id}`, {
    empresas: [aqui],
    clonarParticipantes: true,
  });
  expect(copia?.participantes).toBe(2);
  expect(await done(admin, 'GET', `${AVALIACOES}/${copia?.id}`)).toMatchObject({
    titulo: `${String(avaliacao.titulo)} (cópia)`,
    situacao: 'N',
    avaliados: 2,
  });
  const paraLa = () => admin('POST', `${AVALIACOES}/${avaliacao.id}`, { empresas: [la], clonarParticipantes: true });
  expect(await paraLa()).toMatchObject({ status: 400, body: { code: 'MODELO_AUSENTE' } });
  await done(admin, 'POST', `/api/avaliacao/avaliacoes/${modelo}?empresas=${la}`);
  expect((await paraLa()).body).toMatchObject([{ empresaId: la, participantes: 0 }]);
  const limitado = await app.loginWithout(1, (held) => held === 'ROLE_GERAL_TODAS_EMPRESAS');
  expect((await limitado('POST', `${AVALIACOES}/${avaliacao.id}`, { empresas: [la] })).status).toBe(400);
});

it('is cloned once for each key, and refused by a sentence when its title has no free number', async () => {
  const avaliacao = await nova();
  const clona = (key?: string) =>
    admin('POST', `${AVALIACOES}/${avaliacao.id}`, undefined, key === undefined ? {} : { 'idempotency-key': key });
  const key = crypto.randomUUID();
  expect((await clona(key)).status).toBe(201);
  expect(await clona(key)).toMatchObject({ status: 409, body: { code: 'JA_SALVO' } });
  await app.db.query(sql`
    insert into avaliacoes_desempenho (empresa_id, titulo, data_ini, data_fim, tipo, peso_competencias, situacao)
    select empresa_id, titulo || ' (cópia ' || n || ')', data_ini, data_fim, tipo, peso_competencias, 'N' from avaliacoes_desempenho, generate_series(2, 1000) n
    where id = ${avaliacao.id}`);
  expect(await clona()).toMatchObject({ status: 409, body: { code: 'COPIAS_DEMAIS' } });
});

it('a great evaluation is released by a task, whatever the door', async () => {
  const avaliacao = await nova();
  const [primeiro] = await app.db.query<{ id: number }>(sql`
    insert into talentos (empresa_id, nome, cpf, sexo, vinculo, data_admissao, situacao)
    select empresa_id, 'Muita gente ' || n, (90000000000 + n)::text, sexo, vinculo, data_admissao, 'A' from talentos, generate_series(1, 75) n
    where id = ${id.Ana} returning id`);
  await app.db.query(sql`
    insert into participantes_avaliacao_desempenho (empresa_id, avaliacao_desempenho_id, avaliado_id, avaliador_id, tipo, peso, resumo)
    select a.empresa_id, ${avaliacao.id}, a.id, r.id, 'R', 1, a.nome from talentos a, talentos r
    where a.nome like 'Muita gente %' and r.nome like 'Muita gente %' and a.id <> r.id and a.id >= ${primeiro?.id}`);
  const { body, status } = await admin('PUT', `${AVALIACOES}/${avaliacao.id}/liberada/true`);
  expect([status, body]).toEqual([202, { tarefaId: expect.any(Number) }]);
  expect(await admin('PUT', `${AVALIACOES}/liberacao`, { id: avaliacao.id })).toMatchObject({ status: 202, body });
  expect(await participacoes(avaliacao)).toEqual([]);
});

it('one of many people and questions is concluded by a task, though its pairs are few', async () => {
  const avaliacao = await nova();
  await app.db.query(sql`
    insert into participantes_avaliacao_desempenho (empresa_id, avaliacao_desempenho_id, avaliado_id, avaliador_id, tipo, peso, resumo)
    select a.empresa_id, ${avaliacao.id}, a.id, r.id, 'R', 1, a.nome
    from (select * from talentos where nome like 'Muita gente %' order by id limit 20) a, (select * from talentos where nome like 'Muita gente %') r
    where a.id <> r.id`);
  await app.db.query(sql`
    insert into avaliados_desempenho (empresa_id, avaliacao_desempenho_id, colaborador_id)
    select distinct empresa_id, avaliacao_desempenho_id, avaliado_id from participantes_avaliacao_desempenho where avaliacao_desempenho_id = ${avaliacao.id}`);
  await done(admin, 'POST', `${AVALIACOES}/${avaliacao.id}/liberar`, {});
  const pares = (await participacoes(avaliacao)).length;
  expect(pares).toBeGreaterThan(1_000);
  const perguntas = Array.from({ length: 50 }, (_, n) =>
    questionOf({ id: n + 1, texto: `Pergunta ${n}`, tipo: '4', notaMinima: 1, notaMaxima: 5 }),
  );
  const versao = sql`(select versao_id from rodadas where dono = 'avaliacao/avaliacoes-desempenho' and dono_id = ${avaliacao.id})`;
  const antes = await app.db.only<{ definicao: object }>(sql`select definicao from questionario_versoes where id = ${versao}`);
  const pergunta = (definicao: object) =>
    app.db.query(sql`update questionario_versoes set definicao = ${JSON.stringify(definicao)}::jsonb where id = ${versao}`);
  await pergunta({ ...antes.definicao, perguntas, proximoId: 51 });
  expect(await admin('POST', `${AVALIACOES}/${avaliacao.id}/concluir`, {})).toMatchObject({
    status: 202,
    body: { tarefaId: expect.any(Number) },
  });
  await pergunta(antes.definicao);
});
