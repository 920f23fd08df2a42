import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { registriesWith } from '#app/declared.server.ts';
import { DEMO_LOGINS } from '#app/demo-users.server.ts';
import { createSamples } from '#app/samples.server.ts';
import { until } from '#app/server-process.server.ts';
import { type Client, done, failingOnce, faultsOf, openTestApp, type Row, send, type TestApp } from '#app/test-app.server.ts';
import type { ExternalActing, UserActing } from '#kit/acting/acting.server.ts';
import { cpf as CPF } from '#kit/br/cpf.ts';
import { addDays, formatDate, today } from '#kit/br/date.ts';
import { Refusal } from '#kit/refusal/refusal.ts';
import type { AnyRegistry } from '#kit/registry/registry.ts';
import { UNASKED } from '#kit/store/store.server.ts';
import { talentos, VER_DOCUMENTOS } from '#modules/gestao-talentos/public.ts';
import { DEFINICAO_VAZIA } from '#platform/questionario/definition.ts';
import { newQuestion, withQuestions } from '#platform/questionario/edits.ts';
import { consente } from '../portal/termo.server.ts';
import type { Admissao } from './admissao.ts';
import { inscreve, tiraDaSelecao } from './inscreve.server.ts';
import { lembraEntrevistas } from './lembretes.server.ts';
import { move } from './move.server.ts';
import type { CandidatoNaSelecao, Selecao } from './selecao.ts';

const SOLICITACOES = '/api/captacao/solicitacoes-pessoal';
const HOJE = today();

/** Rows whose values must agree with each other. */
const LINHAS: Record<string, object> = {
  experiencias: {
    dataAdmissao: '2015-02-01',
    dataDesligamento: '2018-03-01',
    checkNomeCargo: true,
    nomeMercado: 'Auxiliar',
    cargo: null,
  },
  certificados: {
    emAndamento: false,
    validade: null,
    dataInicio: '2019-01-10',
    dataFim: '2019-06-10',
    cargaHorariaTotal: 40,
    cargaHorariaDiaria: 4,
  },
  formacoes: { conclusao: '12/2012' },
};

/** Rows of two records are the same but for their own numbers. */
const semNumeros = (valor: unknown) => (Array.isArray(valor) ? valor.map((linha: Row) => ({ ...linha, id: 0 })) : valor);

let app: TestApp;
let admin: Client;
let empresa: number;
let etapas: number[];
let eu: UserActing;

const novo = (caminho: string, corpo: object) => done(admin, 'POST', `/api/captacao/${caminho}`, corpo);

/** An approved, open request. */
async function vaga(mais: { situacao?: string; status?: string } = {}): Promise<number> {
  const { situacao = 'A', status = 'A' } = mais;
  const { id } = await app.db.only<{ id: number }>(sql`
    insert into solicitacoes_pessoal (empresa_id, descricao, data, quantidade, horario_comercial, vinculo, sexo, situacao, status, qtd_vagas_preenchidas)
    values (${empresa}, 'Vaga de teste', ${HOJE}::date, 1, 'Comercial', 'E', 'I', ${situacao}, ${status}, 0) returning id`);
  return id;
}

async function anuncio(
  solicitacaoId: number,
  mais: { espera?: number | null; resposta?: number; ate?: string } = {},
): Promise<void> {
  const { espera = null, resposta = null, ate = null } = mais;
  await app.db.query(sql`
    insert into anuncios_vagas (empresa_id, titulo, solicitacao_id, descricao, exibir_modulo_externo, data_fim, dias_espera_nova_aplicacao, dias_resposta)
    values (${empresa}, 'Anúncio', ${solicitacaoId}, 'Texto', true, ${ate}::date, ${espera}, ${resposta})`);
}

async function gente(quantos: number, nome = 'Candidata'): Promise<number[]> {
  const rows = await app.db.query<{ id: number }>(sql`
    insert into candidatos (empresa_id, nome, sexo) select ${empresa}, ${nome} || ' ' || n, 'I' from generate_series(1, ${quantos}::int) n returning id`);
  return rows.map(({ id }) => id);
}

/** The candidate at the portal, with an account of their own. */
async function externo(candidatoId: number): Promise<ExternalActing> {
  const { conta } =
    (await app.db.one<{ conta: number }>(
      sql`select conta_id as conta from candidatos_contas where candidato_id = ${candidatoId}`,
    )) ??
    (await app.db.only<{ conta: number }>(sql`
      with c as (
        insert into contas_externas (empresa_id, cpf, nome, hash) values (${empresa}, lpad(${candidatoId}::bigint::text, 11, '0'), 'Candidata', 'x') returning id)
      insert into candidatos_contas (candidato_id, conta_id) select ${candidatoId}, id from c returning conta_id as conta`));
  const pessoa = { id: conta, nome: 'Candidata' };
  return { ...eu, kind: 'externo', usuarioId: null, externo: `candidatos:${conta}`, pessoa, can: () => false };
}

const inscrita = async (solicitacaoId: number, candidatoId: number, origem: 'P' | 'R' = 'R') => {
  const acting = origem === 'P' ? await externo(candidatoId) : eu;
  return app.db.tx((tx) => inscreve(tx, acting, { solicitacaoId, candidatoId, origem }));
};

const recusa = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'aceita',
    (error: unknown) => {
      if (error instanceof Refusal) return error.code;
      throw error;
    },
  );

const passos = (candidatura: number) =>
  app.db.query<{ etapa: number | null; apto: string }>(
    sql`select etapa_seletiva_id as etapa, apto from candidatos_historicos where candidatura_id = ${candidatura} order by id`,
  );

beforeAll(async () => {
  app = await openTestApp();
  empresa = app.empresas[0] as number;
  admin = await app.login(0);
  etapas = [];
  for (const [ordem, nome] of ['Triagem', 'Entrevista', 'Proposta'].entries())
    etapas.push((await novo('etapas-seletivas', { ordem: ordem + 1, nome, analiseComportamental: false })).id);
  const linhas: unknown[] = [];
  eu = {
    kind: 'usuario',
    usuarioId: 1,
    usuarioNome: 'Recrutadora',
    empresaId: empresa,
    empresaNome: 'Empresa',
    requestId: 'teste',
    today: HOJE,
    settings: {},
    can: () => true,
    everywhere: () => true,
    audit: async (_db, change) => void linhas.push(change),
  };
});
afterAll(() => app.close());

it('an application stands among those who applied, with its first step and the day of the promised answer', async () => {
  const [id] = await gente(1);
  const solicitacao = await vaga();
  await anuncio(solicitacao, { resposta: 10 });
  const candidatura = await inscrita(solicitacao, id as number, 'P');
  expect(
    await app.db.one(
      sql`select situacao, origem, etapa_seletiva_id as etapa, resposta_ate as ate from candidaturas where id = ${candidatura}`,
    ),
  ).toEqual({
    situacao: 'A',
    origem: 'P',
    etapa: null,
    ate: addDays(HOJE, 10),
  });
  expect(await passos(candidatura)).toEqual([{ etapa: null, apto: 'I' }]);
});

it('the same candidate who applies twice at once is in the selection once', async () => {
  const [id] = await gente(1);
  const solicitacao = await vaga();
  const duas = await Promise.all([1, 2, 3].map(() => recusa(inscrita(solicitacao, id as number))));
  expect(duas.sort()).toEqual(['JA_NA_SELECAO', 'JA_NA_SELECAO', 'aceita']);
  expect(await app.db.query(sql`select 1 from candidaturas where candidato_id = ${id}`)).toHaveLength(1);
});

it('refuses requests that are rejected, suspended, closed or cancelled, and at the portal those in analysis or without an ad', async () => {
  const [id] = (await gente(1)) as [number];
  expect(await recusa(inscrita(await vaga({ status: 'I' }), id))).toBe('aceita');
  expect(await recusa(inscrita(await vaga({ status: 'I' }), id, 'P'))).toBe('VAGA_FECHADA');
  for (const fechada of [{ status: 'R' }, { situacao: 'S' }, { situacao: 'E' }, { situacao: 'C' }])
    expect(await recusa(inscrita(await vaga(fechada), id))).toBe('VAGA_FECHADA');
  const aberta = await vaga();
  expect(await recusa(inscrita(aberta, id, 'P'))).toBe('VAGA_FECHADA');
  await anuncio(aberta, { ate: addDays(HOJE, -1) });
  expect(await recusa(inscrita(aberta, id, 'P'))).toBe('VAGA_FECHADA');
  expect(await recusa(inscrita(aberta, id, 'R'))).toBe('aceita');
});

it('an application races the suspension of its request: whichever is first, none enters a suspended one', async () => {
  const [id] = (await gente(1)) as [number];
  const solicitacao = await vaga();
  let solta: () => void = () => {};
  const espera = new Promise<void>((resolve) => (solta = resolve));
  let travada: () => void = () => {};
  const comecou = new Promise<void>((resolve) => (travada = resolve));
  const suspende = app.db.tx(async (tx) => {
    await tx.query(sql`update solicitacoes_pessoal set situacao = 'S' where id = ${solicitacao}`);
    travada();
    await espera;
  });
  await comecou;
  const inscricao = recusa(inscrita(solicitacao, id));
  solta();
  await suspende;
  expect(await inscricao).toBe('VAGA_FECHADA');
});

it('where an application is chosen, two of one person are told apart by vacancy and day, by whoever reads applications', async () => {
  const [pessoa = 0] = await gente(1, 'Quem voltou');
  const solicitacao = await vaga();
  const primeira = await inscrita(solicitacao, pessoa);
  await app.db.tx((tx) => tiraDaSelecao(tx, eu, primeira, 'Mudou de ideia.'));
  await app.db.query(sql`update candidaturas set inscrita_em = '2026-01-05T12:00:00Z' where id = ${primeira}`);
  const segunda = await inscrita(solicitacao, pessoa);
  const opcoes = await done<{ id: number; nome: string; detalhe: string }[]>(
    admin,
    'GET',
    '/api/captacao/candidaturas/opcoes?busca=quem%20voltou',
  );
  expect(opcoes.map(({ id }) => id).sort((a, b) => a - b)).toEqual([primeira, segunda]);
  const [uma, outra] = opcoes.toSorted((a, b) => a.id - b.id);
  expect(uma?.detalhe).toMatch(/^.+ · 05\/01\/2026/);
  expect(uma?.detalhe).not.toBe(outra?.detalhe);
  await app.db.query(sql`update candidatos set email = 'voltou@exemplo.com.br' where id = ${pessoa}`);
  expect(await done(admin, 'GET', '/api/captacao/candidatos/opcoes?busca=quem%20voltou')).toMatchObject([
    { detalhe: 'voltou@exemplo.com.br' },
  ]);
  const [etapa] = await done<object[]>(admin, 'GET', '/api/captacao/etapas-seletivas/opcoes');
  expect(etapa).not.toHaveProperty('detalhe');
});

it('RUL-066: whoever was in a selection waits the days of the ad at the portal, and may be put in again by HR', async () => {
  const [ana, bia, lia] = (await gente(3)) as [number, number, number];
  const [semEspera, comEspera] = [await vaga(), await vaga()];
  await anuncio(semEspera);
  await anuncio(comEspera, { espera: 30 });
  for (const solicitacao of [semEspera, comEspera])
    for (const pessoa of [ana, bia, lia]) {
      const candidatura = await inscrita(solicitacao, pessoa, 'P');
      const acting = await externo(pessoa);
      await app.db.tx((tx) => tiraDaSelecao(tx, acting, candidatura, 'Mudei de ideia.'));
    }
  expect(await recusa(inscrita(semEspera, ana, 'P'))).toBe('JA_NA_SELECAO');
  const erro = await inscrita(comEspera, ana, 'P').catch((error: unknown) => error);
  expect(erro).toMatchObject({
    code: 'ESPERA_NOVA_APLICACAO',
    message: `Você poderá se candidatar de novo a esta vaga a partir de ${formatDate(addDays(HOJE, 30))}.`,
  });
  expect(await recusa(inscrita(comEspera, bia, 'R'))).toBe('aceita');
  await app.db.query(sql`update candidaturas set inscrita_em = now() - interval '31 days' where candidato_id = ${lia}`);
  expect(await recusa(inscrita(comEspera, lia, 'P'))).toBe('aceita');
});

it('a candidate takes the last place of maxCandidataCargo once, however many vacancies they apply to at once', async () => {
  await app.seed(3);
  const faixas = await app.db.query<{ id: number }>(
    sql`select min(id)::int as id from faixas_salariais where empresa_id = ${empresa} group by cargo_id order by 1 limit 3`,
  );
  const [id] = (await gente(1)) as [number];
  const vagas: number[] = [];
  for (const faixa of faixas) {
    const solicitacao = await vaga();
    await app.db.query(sql`update solicitacoes_pessoal set faixa_salarial_id = ${faixa.id} where id = ${solicitacao}`);
    await anuncio(solicitacao);
    vagas.push(solicitacao);
  }
  const limitada = { ...(await externo(id)), settings: { maxCandidataCargo: 1 } };
  const respostas = await Promise.all(
    vagas.map((solicitacaoId) =>
      recusa(app.db.tx((tx) => inscreve(tx, limitada, { solicitacaoId, candidatoId: id, origem: 'P' }))),
    ),
  );
  expect(respostas.sort()).toEqual(['LIMITE_DE_CARGOS', 'LIMITE_DE_CARGOS', 'aceita']);
});

it('of two recruiters who move the same candidate one moves, and the other is told where the candidate is', async () => {
  const [id] = (await gente(1)) as [number];
  const candidatura = await inscrita(await vaga(), id);
  const [triagem, entrevista] = etapas as [number, number];
  const dois = await Promise.all(
    [triagem, entrevista].map((etapaId) => app.db.tx((tx) => move(tx, eu, [candidatura], { etapaId, de: null }))),
  );
  expect(dois.map(({ movidas }) => movidas.length).sort((a, b) => a - b)).toEqual([0, 1]);
  const { etapa } = await app.db.only<{ etapa: number }>(
    sql`select etapa_seletiva_id as etapa from candidaturas where id = ${candidatura}`,
  );
  const [falha] = dois.flatMap(({ falhas }) => falhas);
  expect(falha).toMatchObject({ id: candidatura, etapa: { id: etapa } });
  expect(falha?.motivo).toMatch(
    /^Outra pessoa já levou Candidata 1 para (Triagem|Entrevista): mova de novo, se ainda for o caso\.$/,
  );
  expect(await passos(candidatura)).toEqual([
    { etapa: null, apto: 'I' },
    { etapa, apto: 'I' },
  ]);
});

it('moves many together, and answers those who may not go with their reasons', async () => {
  const solicitacao = await vaga();
  const todas: number[] = [];
  for (const id of await gente(4)) todas.push(await inscrita(solicitacao, id));
  const [fora, ...dentro] = todas as [number, ...number[]];
  await app.db.tx((tx) => tiraDaSelecao(tx, eu, fora, 'Não atende.'));
  const etapaId = etapas[0] as number;
  const { movidas, falhas } = await app.db.tx((tx) => move(tx, eu, todas, { etapaId, de: null, apto: 'S', observacao: 'Boa' }));
  expect(movidas).toEqual(dentro);
  expect(falhas.map(({ id, motivo }) => [id, motivo])).toEqual([[fora, 'A candidatura de Candidata 1 já terminou.']]);
  expect(await passos(dentro[0] as number)).toEqual([
    { etapa: null, apto: 'I' },
    { etapa: etapaId, apto: 'S' },
  ]);
  // What was written along with the move stands in the history that the page of the application shows.
  const historico = await done<Row[]>(admin, 'GET', `/api/captacao/historico?candidatura=${dentro[0]}&sort=id,desc`);
  expect(historico[0]).toMatchObject({ observacao: 'Boa' });
  expect(await recusa(app.db.tx((tx) => tiraDaSelecao(tx, eu, fora, 'De novo.')))).toBe('CANDIDATURA_TERMINADA');
});

it('another company neither moves, takes out nor puts in', async () => {
  const [id] = (await gente(1)) as [number];
  const solicitacao = await vaga();
  const candidatura = await inscrita(solicitacao, id);
  const alheia = { ...eu, empresaId: app.empresas[1] as number };
  expect(await app.db.tx((tx) => move(tx, alheia, [candidatura], { etapaId: null }))).toEqual({ movidas: [], falhas: [] });
  expect(await recusa(app.db.tx((tx) => move(tx, alheia, [candidatura], { etapaId: etapas[0] as number })))).toBe(
    'NAO_ENCONTRADO',
  );
  expect(await recusa(app.db.tx((tx) => tiraDaSelecao(tx, alheia, candidatura, 'x')))).toBe('NAO_ENCONTRADO');
  expect(
    await recusa(app.db.tx((tx) => inscreve(tx, alheia, { solicitacaoId: solicitacao, candidatoId: id, origem: 'R' }))),
  ).toBe('NAO_ENCONTRADO');
});

it('the board counts its columns, shows whoever waits longest first, and moves over its own address', async () => {
  const solicitacao = await vaga();
  const [ana, bia] = (await gente(2, 'Ação Ímpar')) as [number, number];
  expect(await done(admin, 'POST', `${SOLICITACOES}/candidato/${solicitacao}`, { candidatosIds: [ana, bia, ana] })).toEqual({
    feitos: 2,
    falhas: [],
  });
  const quadro = async () => done<Selecao>(admin, 'GET', `/api/captacao/selecao/${solicitacao}`);
  expect((await quadro()).etapas.map(({ nome, total }) => [nome, total])).toEqual([
    ['Inscritos', 2],
    ['Triagem', 0],
    ['Entrevista', 0],
    ['Proposta', 0],
  ]);
  const coluna = async (mais: string) =>
    (await done<{ content: CandidatoNaSelecao[] }>(admin, 'GET', `/api/captacao/selecao/${solicitacao}/candidatos?${mais}`))
      .content;
  const inscritos = await coluna('etapa=0');
  expect(inscritos.map(({ candidato }) => candidato.id)).toEqual([ana, bia]);
  expect(await coluna('etapa=0&busca=acao%20impar%202')).toMatchObject([{ candidato: { id: bia } }]);
  expect(await coluna('etapa=0&busca=%25')).toEqual([]);
  const [primeira] = inscritos as [CandidatoNaSelecao];
  await app.db.query(sql`
    insert into candidaturas_entrevistas (empresa_id, candidatura_id, data, hora, duracao, situacao) values (${app.empresas[0]}, ${primeira.id}, current_date + 9, '10:00', 30, 'M')`);
  expect((await coluna('etapa=0'))[0]).toMatchObject({ pareceres: 0, anotacoes: 0, entrevista: { hora: '10:00' } });
  const semEles = await app.loginWithout(2, (right) => /PARECER|ANOTACAO|ENTREVISTA/.test(right));
  const visto = await done<{ content: CandidatoNaSelecao[] }>(
    semEles,
    'GET',
    `/api/captacao/selecao/${solicitacao}/candidatos?etapa=0`,
  );
  expect(visto.content[0]).toMatchObject({ id: primeira.id, pareceres: null, anotacoes: null, entrevista: null });
  const corpo = { ids: [primeira.id], etapaId: etapas[1], de: null };
  expect(await done(admin, 'POST', `/api/captacao/selecao/${solicitacao}/mover`, corpo)).toMatchObject({
    movidas: [primeira.id],
  });
  const atrasado = await admin('POST', `/api/captacao/selecao/${solicitacao}/mover`, { ...corpo, etapaId: etapas[0] });
  expect(atrasado).toMatchObject({
    status: 409,
    body: {
      code: 'CANDIDATO_NAO_MOVIDO',
      message: 'Outra pessoa já levou Ação Ímpar 1 para Entrevista: mova de novo, se ainda for o caso.',
    },
  });
  expect(await coluna(`etapa=${etapas[1]}`)).toMatchObject([{ id: primeira.id, apto: 'I' }]);
  const trilha = await done<{ mudancas: Record<string, unknown> }[]>(
    admin,
    'GET',
    `/api/captacao/candidaturas/${primeira.id}/historico`,
  );
  expect(JSON.stringify(trilha[0])).toContain('Entrevista');
  const historico = await done<object[]>(admin, 'GET', `/api/captacao/historico/candidato/${ana}`);
  expect(historico).toMatchObject([{ etapaSeletiva: { nome: 'Entrevista' } }, { etapaSeletiva: null }]);
  const alheio = await app.login(0, app.empresas[1]);
  for (const [metodo, url] of [
    ['GET', `/api/captacao/selecao/${solicitacao}`],
    ['GET', `/api/captacao/selecao/${solicitacao}/candidatos`],
    ['POST', `/api/captacao/selecao/${solicitacao}/mover`],
    ['POST', `${SOLICITACOES}/candidato/${solicitacao}`],
    ['GET', `${SOLICITACOES}/${solicitacao}/possui-candidato`],
    ['GET', `/api/captacao/historico/candidato/${ana}`],
    ['GET', `/api/captacao/candidaturas/${primeira.id}/admissao`],
  ] as const)
    expect([url, (await alheio(metodo, url, metodo === 'POST' ? { ...corpo, candidatosIds: [ana] } : undefined)).status]).toEqual(
      [url, 404],
    );
});

it('CALL-096, 109, 110, RUL-135 to 137: a candidate is linked to the requests where they are not yet, and told of those that refuse', async () => {
  const [id] = (await gente(1)) as [number];
  const [aberta, suspensa] = [await vaga(), await vaga({ situacao: 'S' })];
  const disponiveis = async () =>
    (await done<{ id: number }[]>(admin, 'GET', `${SOLICITACOES}/candidato/${empresa}?candidatoId=${id}`)).map((uma) => uma.id);
  expect(await disponiveis()).toContain(aberta);
  expect(await disponiveis()).not.toContain(suspensa);
  const vinculo = `/api/captacao/candidatos/${id}/solicitacoes`;
  expect(
    await done(admin, 'POST', vinculo, { empresaId: empresa, candidatoId: id, solicitacoesIds: [aberta, suspensa] }),
  ).toEqual({
    feitos: 1,
    falhas: [{ id: suspensa, nome: 'Vaga de teste', message: 'A vaga está suspensa: não recebe candidatos.' }],
  });
  expect(await disponiveis()).not.toContain(aberta);
  expect((await admin('POST', vinculo, { solicitacoesIds: [] })).body).toMatchObject({
    errors: [{ message: 'Solicitações disponíveis é obrigatório' }],
  });
  expect((await admin('POST', vinculo, { empresaId: 999, solicitacoesIds: [aberta] })).status).toBe(404);
});

it('whoever did not let the company consider them for other vacancies enters these when HR confirms it', async () => {
  const [ana, doRh] = (await gente(2, 'Quirinalda')) as [number, number];
  const dela = await externo(ana);
  const vagas = [await vaga(), await vaga(), await vaga()] as [number, number, number];
  const sem = {
    status: 409,
    body: { code: 'CONFIRMACAO_NECESSARIA', confirmar: [expect.stringContaining('Quirinalda 1 não autorizou')] },
  };
  const muitos = (id: number, mais: object = {}) =>
    admin('POST', `${SOLICITACOES}/candidato/${id}`, { candidatosIds: [ana, doRh], ...mais });
  const varias = (mais: object = {}) =>
    admin('POST', `/api/captacao/candidatos/${ana}/solicitacoes`, { solicitacoesIds: [vagas[1]], ...mais });
  const uma = (mais: object = {}) =>
    admin('POST', '/api/captacao/candidaturas', { solicitacao: vagas[2], candidato: ana, ...mais });
  for (const answer of [await muitos(vagas[0]), await varias(), await uma()]) expect(answer).toMatchObject(sem);
  const naSelecao = () => app.db.query(sql`select 1 from candidaturas where candidato_id = any(${[ana, doRh]}::bigint[])`);
  expect(await naSelecao()).toEqual([]);

  const cabeca = (id: number) => done<object>(admin, 'GET', `/api/captacao/candidatos/${id}/cabecalho`);
  const filtra = async (codigo: string) =>
    (await done<Row[]>(admin, 'GET', `/api/captacao/candidatos?busca=Quirinalda&outrasVagas=${codigo}`)).map(({ id }) => id);
  expect(await cabeca(ana)).toMatchObject({ estado: { texto: 'Só nas vagas a que se candidatou' } });
  expect(await cabeca(doRh)).toMatchObject({ estado: null });
  expect([await filtra('S'), await filtra('N'), await filtra('I')]).toEqual([[], [ana], [doRh]]);

  expect(
    await done(admin, 'POST', `${SOLICITACOES}/candidato/${vagas[0]}`, { candidatosIds: [ana, doRh], confirma: true }),
  ).toMatchObject({ feitos: 2 });
  await app.db.tx((tx) => consente(tx, dela, true, '::1'));
  expect(await cabeca(ana)).toMatchObject({ estado: { texto: 'Aceita outras vagas' } });
  expect(await filtra('S')).toEqual([ana]);
  expect((await varias()).status).toBe(200);

  // Whoever cares for a selection that others put them into is told that they withdrew it; their own application is their own.
  const propria = await vaga();
  await anuncio(propria);
  await inscrita(propria, ana, 'P');
  const { recrutador } = await app.db.only<{ recrutador: number }>(
    sql`update solicitacoes_pessoal set descricao = 'Vaga ' || id, recrutador_responsavel_id = (select id from usuarios where cpf = ${DEMO_LOGINS[1].cpf.replace(/\D/g, '')})
      where id = any(${[...vagas, propria]}::bigint[]) returning recrutador_responsavel_id as recrutador`,
  );
  const avisos = () =>
    app.db.query<{ vaga: string; quem: number }>(sql`
      select substring(m.texto from 'seleção de (Vaga \\d+)') as vaga, u.usuario_id as quem from mensagens m join usuarios_mensagens u on u.mensagem_id = m.id
      where m.tipo = 'captacao/consentimento-retirado' and m.sobre = ${[`candidatos:${ana}`]}::text[] order by m.id`);
  // Not to a recruiter who may not open it.
  await app.loginWithout(1, (authority) => authority === 'ROLE_CAD_CANDIDATO');
  await app.db.tx((tx) => consente(tx, dela, false, '::1'));
  expect(await avisos()).toEqual([]);
  await app.db.tx((tx) => consente(tx, dela, true, '::1'));
  await app.loginWithout(1, () => false);
  await app.db.tx((tx) => consente(tx, dela, false, '::1'));
  await app.db.tx((tx) => consente(tx, dela, false, '::1'));
  expect(await avisos()).toEqual(vagas.slice(0, 2).map((id) => ({ vaga: `Vaga ${id}`, quem: recrutador })));
  expect(await cabeca(ana)).toMatchObject({
    estado: { texto: `Outras vagas: retirou em ${formatDate(HOJE)}`, tom: 'bad' },
  });
  expect([await filtra('S'), await filtra('N'), await filtra('R')]).toEqual([[], [], [ana]]);
  const outra = await uma();
  expect(outra).toMatchObject({ ...sem, body: { confirmar: [expect.stringContaining('Quirinalda 1 retirou a autorização')] } });
  expect((await uma({ confirma: true })).status).toBe(201);
});

it('a refusal closes the application with its reason for HR, and tells the candidate only the decent words', async () => {
  const [id] = (await gente(1)) as [number];
  await app.db.query(sql`update candidatos set email = 'ana@exemplo.com.br' where id = ${id}`);
  const candidatura = await inscrita(await vaga(), id);
  const [semEmail] = (await gente(1)) as [number];
  const outra = await inscrita(await vaga(), semEmail);
  const PREVIA = '/api/captacao/candidaturas/recusar/previa';
  const prevista = await done<{ assunto: string; texto: string }>(admin, 'POST', PREVIA, {
    ids: [candidatura, outra],
    recado: 'Gostamos de conhecer você.',
  });
  expect(prevista).toMatchObject({ recebem: 1, semEmail: 1, para: expect.any(String) });
  expect((await (await app.login(0, app.empresas[1]))('POST', PREVIA, { ids: [candidatura] })).status).toBe(404);
  await done(admin, 'POST', `/api/captacao/candidaturas/${candidatura}/recusar`, {
    motivo: 'Sem a experiência pedida.',
    avisar: true,
    recado: 'Gostamos de conhecer você.',
  });
  const [email] = await app.db.query<{ assunto: string; texto: string }>(
    sql`select assunto, texto from emails where para = 'ana@exemplo.com.br' and tipo = 'captacao/candidato-nao-selecionado'`,
  );
  expect(email).toEqual({ assunto: prevista.assunto, texto: prevista.texto });
  expect(email?.texto).toContain('Gostamos de conhecer você.');
  expect(email?.texto).not.toContain('Sem a experiência');
  expect((await passos(candidatura)).at(-1)).toEqual({ etapa: null, apto: 'N' });
  await done(admin, 'POST', `/api/captacao/candidaturas/${candidatura}/retomar`, {});
  expect(await done(admin, 'GET', `/api/captacao/candidaturas/${candidatura}`)).toMatchObject({
    situacao: 'A',
    motivo: null,
    recado: null,
  });
});

it('a hire makes the talent with every field that both records share, and fills the place of the vacancy', async () => {
  const samples = createSamples(admin);
  const registro = registriesWith(({ id }) => id === 'candidatos').find(
    ([path]) => path === 'captacao/candidatos',
  )?.[1] as AnyRegistry;
  const modelo = await samples.sample(registro);
  const linhas = Object.fromEntries(
    await Promise.all(
      Object.entries(registro.fields)
        .filter(([nome, campo]) => campo.kind === 'rows' && nome !== 'candidatoCurriculos')
        .map(async ([nome, campo]) => [nome, [{ ...(await samples.values(campo.fields ?? {})), ...LINHAS[nome] }]]),
    ),
  );
  const [cargo] = await app.ids('cargos');
  const uf = await app.db.only<{ id: number; cidade: number }>(
    sql`select c.uf_id as id, c.id as cidade from cidades c order by c.id limit 1`,
  );
  const { id: candidatoId } = await novo('candidatos', {
    ...modelo,
    ...linhas,
    nome: 'Maria das Dores Lima',
    nomeSocial: 'Dora Lima',
    sexo: 'F',
    cpf: '52998224725',
    dataNascimento: '1990-05-20',
    cargos: [cargo],
    ddd: '85',
    foneFixo: '32221100',
    dddCelular: '85',
    foneCelular: '988887777',
    cep: '60000000',
    logradouro: 'Rua A',
    numero: '10',
    bairro: 'Centro',
    uf: uf.id,
    cidade: uf.cidade,
    cns: '',
    titEleitNumero: '',
    pis: '12056412545',
    rg: '123456',
    deficiencia: 'N',
    primeiroEmprego: false,
    cursos: 'Excel',
    observacao: 'Prefere a manhã.',
    confirma: true,
  });
  const { id: arquivo } = await app.db.only<{ id: number }>(sql`
    insert into arquivos (nome, tipo, tamanho, chave, checksum, empresa_id, criado_por) values ('cv.pdf', 'application/pdf', 10, 'teste-cv', 'x', ${empresa}, 1) returning id`);
  await app.db.query(
    sql`insert into candidatos_candidato_curriculos (registro_id, ordem, curriculo_id) values (${candidatoId}, 1, ${arquivo})`,
  );
  const [faixa] = await app.db.query<{ id: number; area: number }>(sql`
    select x.faixa_atual_id as id, x.area_atual_id as area from talentos x where x.empresa_id = ${empresa} order by x.id limit 1`);
  const solicitacao = await vaga();
  await app.db.query(sql`
    update solicitacoes_pessoal set faixa_salarial_id = ${faixa?.id}, area_organizacional_id = ${faixa?.area} where id = ${solicitacao}`);
  const candidatura = await inscrita(solicitacao, candidatoId);
  const antes = await done<Admissao>(admin, 'GET', `/api/captacao/candidaturas/${candidatura}/admissao`);
  expect(antes).toMatchObject({ vagasLivres: 1, faltam: [], faltas: [] });
  const contrato = {
    ...Object.fromEntries(Object.entries(antes.proposta).map(([nome, valor]) => [nome, (valor as Row | null)?.id ?? valor])),
    salario: 2_000,
    confirma: true,
  };
  // What the record says is changed there.
  expect(
    faultsOf(await admin('POST', `/api/captacao/candidaturas/${candidatura}/admitir`, { ...contrato, nome: 'Outra Pessoa' })),
  ).toEqual([expect.stringMatching(/^nome: .*o cadastro do candidato já diz outro valor/)]);
  // Two recruiters take the last place at once.
  const [rival] = (await gente(1)) as [number];
  const outra = await inscrita(solicitacao, rival);
  const dois = await Promise.all([
    admin('POST', `/api/captacao/candidaturas/${candidatura}/admitir`, contrato),
    admin('POST', `/api/captacao/candidaturas/${candidatura}/admitir`, contrato),
  ]);
  expect(dois.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409]);
  const { talento } = (dois.find(({ status }) => status === 200) as (typeof dois)[number]).body as { talento: Row };
  expect(
    (await admin('POST', `/api/captacao/candidaturas/${outra}/admitir`, { ...contrato, cpf: '11144477735', sexo: 'M' })).body,
  ).toMatchObject({ code: 'VAGAS_PREENCHIDAS', message: 'A vaga desta solicitação já foi preenchida.' });

  const dele = await done(admin, 'GET', `/api/captacao/candidatos/${candidatoId}`);
  const novoTalento = await done(admin, 'GET', `/api/gestao-talentos/talentos/${talento.id}`);
  const comuns = Object.entries(registro.fields).filter(
    ([nome, campo]) => !campo.readOnly && Object.hasOwn(talentos.fields, nome) && nome !== 'foto',
  );
  expect(comuns.length).toBeGreaterThan(70);
  for (const [nome] of comuns) expect([nome, semNumeros(novoTalento[nome])]).toEqual([nome, semNumeros(dele[nome])]);
  expect(novoTalento).toMatchObject({
    dataAdmissao: HOJE,
    historicos: [
      { data: HOJE, motivo: 'C', areaOrganizacional: { id: faixa?.area }, faixaSalarial: { id: faixa?.id }, salario: 2_000 },
    ],
  });
  expect(dele).toMatchObject({ contratado: true, disponivel: false, talento: { id: talento.id } });
  expect(await done(admin, 'GET', `/api/captacao/candidaturas/${candidatura}`)).toMatchObject({ situacao: 'C' });
  expect(await done(admin, 'GET', `${SOLICITACOES}/${solicitacao}`)).toMatchObject({ qtdVagasPreenchidas: 1 });
  expect(
    await app.db.query(sql`select origem, anexo_id as anexo from documentos_anexos where colaborador_id = ${talento.id}`),
  ).toEqual([{ origem: 'CANDIDATO', anexo: arquivo }]);
});

it('whoever hires hands on what the candidate has said of race, disability and former pay, and sets no salary unseen', async () => {
  const recrutador = await app.loginWithout(1, (held) => held.startsWith('ROLE_VER_') && held !== 'ROLE_VER_TODAS_SOLICITACOES');
  const [candidato] = (await gente(1)) as [number];
  const lugar = await app.db.only(sql`select c.uf_id as uf, c.id as cidade from cidades c order by c.id limit 1`);
  await app.db.query(sql`update candidatos set sexo = 'F', data_nascimento = '1990-05-20', cpf = '86288366757', etnia_raca = '4', deficiencia = 'A',
    observacao_deficiencia = 'Perda bilateral' where id = ${candidato}`);
  const solicitacao = await vaga();
  const samples = createSamples(admin);
  const area = await samples.existing('cargo-salario/areas-organizacionais');
  const faixa = await samples.existing('cargo-salario/faixas-salariais');
  await app.db.query(
    sql`update solicitacoes_pessoal set faixa_salarial_id = ${faixa}, area_organizacional_id = ${area} where id = ${solicitacao}`,
  );
  const url = `/api/captacao/candidaturas/${await inscrita(solicitacao, candidato)}`;
  const { proposta, pedidos, lembretes } = await done<Admissao>(recrutador, 'GET', `${url}/admissao`);
  // The candidate has said no address: it is asked here, and may come later.
  expect(pedidos).toEqual(['cep', 'logradouro', 'numero', 'complemento', 'bairro', 'uf', 'cidade']);
  expect(lembretes).not.toContain('CEP');
  const corpo = Object.fromEntries(Object.entries(proposta).map(([nome, valor]) => [nome, (valor as Row | null)?.id ?? valor]));
  const endereco = { logradouro: 'Rua A', numero: '10', bairro: 'Centro', cep: '60000000', ...lugar };
  expect(faultsOf(await recrutador('POST', `${url}/admitir`, { ...corpo, logradouro: 'Rua A', confirma: true }))).toEqual([
    'numero: Número é obrigatório',
    'bairro: Bairro é obrigatório',
    'uf: Estado é obrigatório',
    'cidade: Cidade é obrigatória',
  ]);
  const { talento } = await done<{ talento: Row }>(recrutador, 'POST', `${url}/admitir`, {
    ...corpo,
    ...endereco,
    salario: 99_999,
    etniaRaca: '1',
    confirma: true,
  });
  const feito = await done<Row & { historicos: Row[] }>(admin, 'GET', `/api/gestao-talentos/talentos/${talento.id}`);
  expect(feito).toMatchObject({
    logradouro: 'Rua A',
    numero: '10',
    bairro: 'Centro',
    cep: '60000000',
    cidade: { id: lugar.cidade },
  });
  expect(feito).toMatchObject({ etniaRaca: '4', deficiencia: 'A', observacaoDeficiencia: 'Perda bilateral' });
  expect(JSON.stringify(feito.historicos)).not.toContain('99999');
});

it('whoever hires sees no talent, takes over the documents that they do not read, and writes none of their own', async () => {
  const recrutador = await app.loginWithout(
    1,
    (held) => held === VER_DOCUMENTOS || held === 'ROLE_VER_TODAS_AREAS' || held.startsWith(talentos.authority),
  );
  const CPF_DELA = '39053344705';
  const [comCpf, semCpf] = (await gente(2)) as [number, number];
  await app.db.query(sql`
    update candidatos set sexo = 'F', data_nascimento = '1990-05-20', cpf = case when id = ${comCpf} then ${CPF_DELA} end where id in (${comCpf}, ${semCpf})`);
  const solicitacao = await vaga();
  const samples = createSamples(admin);
  const area = await samples.existing('cargo-salario/areas-organizacionais');
  const faixa = await samples.existing('cargo-salario/faixas-salariais');
  await app.db.query(sql`
    update solicitacoes_pessoal set quantidade = 2, faixa_salarial_id = ${faixa}, area_organizacional_id = ${area} where id = ${solicitacao}`);
  const lugar = await app.db.only(sql`select c.uf_id as uf, c.id as cidade from cidades c order by c.id limit 1`);
  const contrata = async (candidato: number) => {
    const url = `/api/captacao/candidaturas/${await inscrita(solicitacao, candidato)}`;
    const { proposta, faltam, faltas } = await done<Admissao>(recrutador, 'GET', `${url}/admissao`);
    const corpo = Object.fromEntries(Object.entries(proposta).map(([nome, valor]) => [nome, (valor as Row | null)?.id ?? valor]));
    const completa = {
      logradouro: 'Rua A',
      numero: '10',
      bairro: 'Centro',
      cep: '60000000',
      ...lugar,
      cpf: '11144477735',
      confirma: true,
    };
    return { faltam, faltas, answer: await recrutador('POST', `${url}/admitir`, { ...corpo, ...completa }) };
  };
  const levada = await contrata(comCpf);
  expect(levada.faltam).not.toContain('cpf');
  expect([levada.answer.status, levada.answer.body]).toEqual([200, expect.anything()]);
  const { talento } = levada.answer.body as { talento: Row };
  expect(await done(admin, 'GET', `/api/gestao-talentos/talentos/${talento.id}`)).toMatchObject({ cpf: CPF_DELA });
  const nua = await contrata(semCpf);
  expect([nua.faltam.includes('cpf'), nua.faltas]).toEqual([false, expect.arrayContaining([expect.stringContaining('CPF')])]);
  expect(nua.answer.status).toBe(400);
});

it('the notes about a candidate name whom they cite', async () => {
  const [id] = (await gente(1)) as [number];
  const candidatura = await inscrita(await vaga(), id);
  const [citado] = await app.db.query<{ id: number; nome: string }>(sql`
    select u.id, u.nome from usuarios u join usuarios_acessos a on a.registro_id = u.id where a.empresa_id = ${eu.empresaId} order by u.id limit 1`);
  await novo('anotacoes', { candidatura, texto: 'Vejam o currículo.', mencionados: [citado?.id] });
  const { content } = await done<{ content: Row[] }>(
    admin,
    'GET',
    `/api/captacao/anotacoes?candidatura=${candidatura}&page=0&size=10`,
  );
  expect(content).toMatchObject([{ texto: 'Vejam o currículo.', mencionados: [citado] }]);
  const muitos = await app.db.query<{ id: number }>(sql`
    insert into usuarios (nome, cpf) select 'Citada ' || n, lpad(n::text, 11, '0') from generate_series(1, 21) n returning id`);
  const demais = { candidatura, texto: 'Todos.', mencionados: muitos.map((um) => um.id) };
  expect(faultsOf(await admin('POST', '/api/captacao/anotacoes', demais))).toEqual([expect.stringContaining('mencionados: ')]);
});

it('nobody reads the opinions of others before giving their own, nor changes them', async () => {
  const [id] = (await gente(1)) as [number];
  const candidatura = await inscrita(await vaga(), id);
  const outro = await app.loginWithout(2, () => false);
  const parecer = {
    candidatura,
    recomendacao: 'S',
    criterios: [
      { nome: 'Clareza', peso: 2, nota: 5 },
      { nome: 'Técnica', peso: 1, nota: 2 },
    ],
  };
  const meu = await novo('pareceres', parecer);
  expect(meu).toMatchObject({ media: 4, resumo: 'Candidata 1' });
  const lista = `/api/captacao/pareceres?page=0&candidatura=${candidatura}`;
  expect(await done(admin, 'GET', lista)).toMatchObject({ totalElements: 1 });
  expect(await done(outro, 'GET', lista)).toMatchObject({ totalElements: 0 });
  expect((await outro('GET', `/api/captacao/pareceres/${meu.id}`)).status).toBe(404);
  expect((await admin('POST', '/api/captacao/pareceres', parecer)).body).toMatchObject({ code: 'PARECER_DADO' });
  await done(outro, 'POST', '/api/captacao/pareceres', { ...parecer, recomendacao: 'N' });
  expect(await done(outro, 'GET', lista)).toMatchObject({ totalElements: 2 });
  expect((await outro('PUT', `/api/captacao/pareceres/${meu.id}`, parecer)).body).toMatchObject({ code: 'PARECER_ALHEIO' });
});

it('whoever may evaluate reads nothing by moving the candidate on, ending it, or before saying that they do not evaluate', async () => {
  const [id] = (await gente(1, 'Avaliada')) as [number];
  const solicitacao = await vaga();
  const candidatura = await inscrita(solicitacao, id);
  const outro = await app.loginWithout(2, () => false);
  const leitor = await app.loginWithout(3, (authority) => authority === 'ROLE_CAD_PARECER_CANDIDATO_EDITAR');
  const PARECERES = '/api/captacao/pareceres';
  const vistos = async (quem: Client) =>
    (await done<{ totalElements: number }>(quem, 'GET', `${PARECERES}?page=0&candidatura=${candidatura}`)).totalElements;
  const meu = await novo('pareceres', { candidatura, recomendacao: 'S' });

  // Who evaluates nobody reads at once.
  expect(await vistos(leitor)).toBe(1);
  const move = (etapaId: number | null) =>
    done(outro, 'POST', `/api/captacao/selecao/${solicitacao}/mover`, { ids: [candidatura], etapaId });
  await move(etapas[0] as number);
  expect(await vistos(outro)).toBe(0);
  expect(await done(outro, 'GET', `/api/captacao/candidaturas/${candidatura}/parecer`)).toMatchObject({
    ocultos: 1,
    ocultosDaEtapa: 0,
  });
  await move(null);
  const { versao } = await done(outro, 'GET', `/api/captacao/candidaturas/${candidatura}`);
  const encerrada = await done(outro, 'POST', `/api/captacao/candidaturas/${candidatura}/recusar`, {
    versao,
    motivo: 'Prova',
    avisar: false,
  });
  expect(await vistos(outro)).toBe(0);
  await done(outro, 'POST', `/api/captacao/candidaturas/${candidatura}/retomar`, { versao: encerrada.versao });

  const avaliar = () => done(outro, 'GET', `/api/captacao/candidaturas/${candidatura}/parecer`);
  expect(await avaliar()).toMatchObject({ meu: null, ocultos: 1, leu: false });
  const comparado = async (quem: Client) =>
    (
      await done<{ finalistas: { ocultos: number; recomendacoes: object }[] }>(
        quem,
        'GET',
        `/api/captacao/selecao/${solicitacao}/comparacao?ids=${candidatura}`,
      )
    ).finalistas;
  expect(await comparado(outro)).toMatchObject([{ ocultos: 1, recomendacoes: { S: 0 } }]);
  expect(await comparado(leitor)).toMatchObject([{ ocultos: 0, recomendacoes: { S: 1 } }]);
  const leitura = { ids: [candidatura] };
  await done(outro, 'POST', '/api/captacao/candidaturas/ler-pareceres', leitura);
  expect(await vistos(outro)).toBe(1);
  expect(await avaliar()).toMatchObject({ meu: null, ocultos: 0, leu: true });
  expect((await outro('POST', PARECERES, { candidatura, recomendacao: 'N' })).body).toMatchObject({ code: 'PARECERES_LIDOS' });
  // In a stage that comes later they may evaluate.
  await move(etapas[0] as number);
  expect(await avaliar()).toMatchObject({ ocultos: 0, leu: false });
  // Reading of stages before takes nothing of the present one.
  await done(admin, 'POST', PARECERES, { candidatura, recomendacao: 'I' });
  expect(await avaliar()).toMatchObject({ ocultos: 1, ocultosDaEtapa: 1 });
  await done(outro, 'POST', '/api/captacao/candidaturas/ler-pareceres', { ...leitura, soAnteriores: true });
  expect(await avaliar()).toMatchObject({ ocultos: 1, leu: false });
  await done(outro, 'POST', PARECERES, { candidatura, recomendacao: 'N' });

  const corpo = { candidatura, recomendacao: 'I', versao: meu.versao };
  const meuAinda = await done(admin, 'PUT', `${PARECERES}/${meu.id}`, corpo);
  expect(meuAinda).toMatchObject({ recomendacao: 'I' });
  const alheio = await app.login(0, app.empresas[1]);
  expect((await alheio('POST', '/api/captacao/candidaturas/ler-pareceres', leitura)).status).toBe(404);
});

it('an opinion that was taken back comes back before its evaluator reads those of others, not after', async () => {
  const [id] = (await gente(1, 'Retomada')) as [number];
  const candidatura = await inscrita(await vaga(), id);
  const outro = await app.loginWithout(2, () => false);
  const PARECERES = '/api/captacao/pareceres';
  const meu = await novo('pareceres', { candidatura, recomendacao: 'S' });
  const exclui = ({ versao }: Row) => done(admin, 'DELETE', `${PARECERES}/${meu.id}?versao=${String(versao)}`);
  await exclui(meu);
  await done(admin, 'POST', `${PARECERES}/${meu.id}/restaurar`);
  await exclui(await done<Row>(admin, 'GET', `${PARECERES}/${meu.id}`));
  await done(outro, 'POST', PARECERES, { candidatura, recomendacao: 'N' });
  await done(admin, 'POST', '/api/captacao/candidaturas/ler-pareceres', { ids: [candidatura] });
  expect(await admin('POST', `${PARECERES}/${meu.id}/restaurar`)).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('Você leu os pareceres desta etapa sem avaliar') },
  });
});

it('an evaluator who gives an opinion has not said in the same instant that they do not evaluate', async () => {
  const [id] = (await gente(1, 'Simultânea')) as [number];
  const candidatura = await inscrita(await vaga(), id);
  const outro = await app.loginWithout(2, () => false);
  await novo('pareceres', { candidatura, recomendacao: 'S' });
  const { lendo } = await app.db.owner.tx(async (tx) => {
    await tx.query(sql`select from candidaturas where id = ${candidatura} for update`);
    const reading = outro('POST', '/api/captacao/candidaturas/ler-pareceres', { ids: [candidatura] });
    const isWaiting = () =>
      app.db.one(sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
    await Promise.race([reading, until(isWaiting)]);
    // The reader's own opinion, under the lock that its request takes.
    await tx.query(sql`
      insert into candidaturas_pareceres (empresa_id, candidatura_id, etapa_seletiva_id, avaliador_id, data, recomendacao, resumo)
      select p.empresa_id, p.candidatura_id, p.etapa_seletiva_id, u.id, p.data, 'N', p.resumo
      from candidaturas_pareceres p, usuarios u where p.candidatura_id = ${candidatura} and u.cpf = ${DEMO_LOGINS[2].cpf.replace(/\D/g, '')}`);
    return { lendo: reading };
  });
  expect((await lendo).status).toBe(200);
  expect(await app.db.query(sql`select from candidaturas_pareceres_leituras where candidatura_id = ${candidatura}`)).toEqual([]);
});

it('what its author took back is put back by its author alone', async () => {
  const [id] = (await gente(1, 'Anotada')) as [number];
  const candidatura = await inscrita(await vaga(), id);
  const outro = await app.loginWithout(2, () => false);
  const leitor = await app.loginWithout(3, (authority) => authority === 'ROLE_CAD_PARECER_CANDIDATO_EDITAR');
  for (const [onde, corpo, alheio] of [
    ['anotacoes', { texto: 'Disse isto.' }, outro],
    ['pareceres', { recomendacao: 'S' }, leitor],
  ] as const) {
    const { id: meu, versao } = await done<Row & { versao: number }>(admin, 'POST', `/api/captacao/${onde}`, {
      candidatura,
      ...corpo,
    });
    await done(admin, 'DELETE', `/api/captacao/${onde}/${meu}?versao=${versao}`);
    expect(await alheio('POST', `/api/captacao/${onde}/${meu}/restaurar`), onde).toMatchObject({
      status: 403,
      body: { message: expect.stringMatching(/^Só quem (deu|escreveu) .* restaura/) },
    });
    expect((await admin('POST', `/api/captacao/${onde}/${meu}/restaurar`)).status, onde).toBe(204);
  }
});

it('an opinion changes no more once another one of its stage was given', async () => {
  const [id] = (await gente(1, 'Fechada')) as [number];
  const candidatura = await inscrita(await vaga(), id);
  const outro = await app.loginWithout(2, () => false);
  const PARECERES = '/api/captacao/pareceres';
  const meu = await novo('pareceres', { candidatura, recomendacao: 'S' });
  const dele = await done(outro, 'POST', PARECERES, { candidatura, recomendacao: 'N' });
  for (const [quem, parecer] of [
    [admin, meu],
    [outro, dele],
  ] as const) {
    const url = `${PARECERES}/${parecer.id}`;
    const lido = await done<Row & { versao: number }>(quem, 'GET', url);
    expect(lido).toMatchObject({ acoes: [] });
    const corpo = { candidatura, recomendacao: 'I', versao: lido.versao };
    expect((await quem('PUT', url, corpo)).body).toMatchObject({ code: 'PARECER_FECHADO' });
    expect((await quem('DELETE', `${url}?versao=${lido.versao}`)).body).toMatchObject({ code: 'PARECER_FECHADO' });
  }
});

it('a candidate is asked by a personal link, answers without a session, and HR reads what it comes to', async () => {
  const [id] = (await gente(1)) as [number];
  const candidatura = await inscrita(await vaga(), id);
  const { id: modelo } = await novo('modelos-avaliacao-candidato', {
    titulo: 'Lógica',
    percentualMinimoAprovacao: 60,
    ativo: true,
  });
  const definicao = withQuestions([
    { ...newQuestion(0, '4'), texto: 'De 0 a 10, o quanto você conhece de lógica?', peso: 1, notaMinima: 0, notaMaxima: 10 },
    { ...newQuestion(0, '3'), texto: 'O que mais?', obrigatoria: false },
  ])(DEFINICAO_VAZIA);
  await app.db.query(sql`
    insert into questionario_versoes (empresa_id, dono, dono_id, numero, definicao)
    values (${empresa}, 'captacao/modelos-avaliacao-candidato', ${modelo}, 1, ${JSON.stringify(definicao)}::jsonb)`);
  const pede = () =>
    done<{ id: number; avisado: boolean; link: string }>(admin, 'POST', `/api/captacao/candidaturas/${candidatura}/avaliacoes`, {
      modelo,
    });
  const { id: avaliacao, avisado, link } = await pede();
  expect(avisado).toBe(false);
  expect(await pede()).toEqual({ id: avaliacao, avisado, link });
  const bilhete = link.split('#')[1];
  const ninguem = (url: string, corpo: object) => send(app.app, { method: 'POST', url, payload: corpo, headers: {} });
  const abre = () => ninguem(`/api/publico/responder/abrir`, { bilhete });
  const envia = () =>
    ninguem(`/api/publico/responder/enviar`, {
      bilhete,
      envio: crypto.randomUUID(),
      respostas: [
        { perguntaId: 1, nota: 8 },
        { perguntaId: 2, comentario: 'Gosto de xadrez.' },
      ],
    });
  const termina = (situacao: string) =>
    app.db.query(
      sql`update candidaturas set situacao = ${situacao}, encerrada_em = ${situacao === 'A' ? null : new Date()} where id = ${candidatura}`,
    );
  await termina('N');
  for (const fechado of [await abre(), await envia()])
    expect(fechado).toMatchObject({ status: 409, body: { code: 'CANDIDATURA_TERMINADA' } });
  await termina('A');
  // Nor is anybody asked for a vacancy that is not open, by a link of before either.
  const daVaga = (situacao: string) =>
    app.db.query(sql`
      update solicitacoes_pessoal set situacao = ${situacao} where id = (select solicitacao_id from candidaturas where id = ${candidatura})`);
  const vista = async () => {
    const { vagaAberta, acoes } = await done<{ vagaAberta: boolean; acoes: string[] }>(
      admin,
      'GET',
      `/api/captacao/candidaturas/${candidatura}`,
    );
    return [vagaAberta, acoes.includes('mover'), acoes.includes('admitir')];
  };
  expect(await vista()).toEqual([true, true, true]);
  await daVaga('C');
  // The page offers neither, nor an interview, nor the hire: it says why.
  expect(await vista()).toEqual([false, false, false]);
  expect(await admin('POST', `/api/captacao/candidaturas/${candidatura}/avaliacoes`, { modelo })).toMatchObject({
    status: 409,
    body: { code: 'VAGA_FECHADA' },
  });
  await daVaga('A');
  expect((await abre()).status).toBe(200);
  expect(
    await app.db.query(sql`select mudancas from auditoria where tabela = 'avaliacoes_candidatos' and acao = 'L'`),
  ).toHaveLength(2);
  // Once the candidate has begun, their link is theirs alone.
  const comeca = (estado: string) =>
    app.db.query(
      sql`update participacoes set estado = ${estado} where rodada_id = (select id from rodadas where dono = 'captacao/avaliacoes' and dono_id = ${avaliacao})`,
    );
  await comeca('P');
  expect(await admin('POST', `/api/captacao/candidaturas/${candidatura}/avaliacoes`, { modelo })).toMatchObject({
    status: 409,
    body: { code: 'AVALIACAO_COMECADA' },
  });
  await comeca('N');
  expect([200, 204]).toContain((await envia()).status);
  expect(await done(admin, 'GET', `/api/captacao/avaliacoes/${avaliacao}`)).toMatchObject({ percentual: 80, respondidaEm: HOJE });
  expect(await done(admin, 'GET', `/api/captacao/avaliacoes/${avaliacao}/respostas`)).toEqual([
    { pergunta: 'De 0 a 10, o quanto você conhece de lógica?', resposta: '8 de 10' },
    { pergunta: 'O que mais?', resposta: 'Gosto de xadrez.' },
  ]);
  const alheio = await app.login(0, app.empresas[1]);
  expect((await alheio('GET', `/api/captacao/avaliacoes/${avaliacao}/respostas`)).status).toBe(404);
  expect((await alheio('POST', `/api/captacao/candidaturas/${candidatura}/avaliacoes`, { modelo })).status).toBe(404);
  await app.db.query(sql`delete from avaliacoes_candidatos where id = ${avaliacao}`);
  expect(await app.db.query(sql`select 1 from rodadas where dono = 'captacao/avaliacoes' and dono_id = ${avaliacao}`)).toEqual(
    [],
  );
});

it('whoever marks interviews chooses who holds them among the names of the company, and reads no more of anybody', async () => {
  const recrutador = await app.loginWithout(1, (held) => held.startsWith('ROLE_CAD_USUARIO'));
  const nomes = await done<{ id: number; nome: string }[]>(recrutador, 'GET', '/api/utilitario/usuarios/opcoes');
  expect(new Set(nomes.flatMap((um) => Object.keys(um)))).toEqual(new Set(['id', 'nome', 'ativo']));
  expect((await recrutador('GET', '/api/utilitario/usuarios')).status).toBe(403);
  const candidatura = await inscrita(await vaga(), (await gente(1))[0] as number);
  const { id } = await done(recrutador, 'POST', '/api/captacao/entrevistas', {
    candidatura,
    data: '2027-03-10',
    hora: '14:00',
    duracao: 60,
    local: 'Sala 1',
    entrevistadores: [nomes[0]?.id],
    avisarCandidato: false,
    situacao: 'M',
  });
  expect(await done(recrutador, 'GET', `/api/captacao/entrevistas/${id}`)).toMatchObject({
    entrevistadores: [{ id: nomes[0]?.id, nome: nomes[0]?.nome }],
  });
  const semEntrevistas = await app.loginWithout(1, (held) => held.endsWith('_EDITAR') || held.startsWith('ROLE_CAD_USUARIO'));
  expect((await semEntrevistas('GET', '/api/utilitario/usuarios/opcoes')).status).toBe(403);
});

it('says of an application that it reached the last stage, where only the hire is left', async () => {
  const candidatura = await inscrita(await vaga(), (await gente(1))[0] as number);
  const naUltima = async () =>
    (await done<{ naUltimaEtapa: boolean | null }>(admin, 'GET', `/api/captacao/candidaturas/${candidatura}`)).naUltimaEtapa;
  expect(await naUltima()).not.toBe(true);
  for (const [etapa, ultima] of [
    [etapas[1], false],
    [etapas.at(-1), true],
  ] as const) {
    await app.db.query(sql`update candidaturas set etapa_seletiva_id = ${etapa}::bigint where id = ${candidatura}`);
    expect(await naUltima()).toBe(ultima);
  }
});

it('interviews are marked while the application runs, and tell the candidate of what they newly are, by whoever may', async () => {
  const [id] = (await gente(1)) as [number];
  await app.db.query(sql`update candidatos set email = 'bia@exemplo.com.br' where id = ${id}`);
  await app.db.query(sql`update empresas set resposta_email = 'rh@exemplo.com.br' where id = ${empresa}`);
  const candidatura = await inscrita(await vaga(), id);
  const url = '/api/captacao/entrevistas';
  const entrevista = { candidatura, data: '2099-03-10', hora: '14:00', duracao: 60, local: 'Sala 1', avisarCandidato: true };
  const leitor = await app.loginWithout(1, (held) => /^ROLE_CAD_ENTREVISTA_CANDIDATO_(EDITAR|EXCLUIR)$/.test(held));
  const outra = await app.login(0, app.empresas[1]);
  const cartas = async () =>
    (
      await app.db.query<{ tipo: string }>(
        sql`select tipo from emails where para = 'bia@exemplo.com.br' and tipo like '%entrevista%' order by id`,
      )
    ).map(({ tipo }) => tipo);
  for (const de of ['M', 'R', 'F', 'C'])
    for (const para of ['M', 'R', 'F', 'C']) {
      const { id: uma } = await done(admin, 'POST', url, { ...entrevista, situacao: de });
      const antes = (await cartas()).length;
      for (const [quem, status] of [
        [leitor, 403],
        [outra, 404],
      ] as const) {
        expect((await quem('PUT', `${url}/${uma}`, { ...entrevista, situacao: para })).status).toBe(status);
        expect((await quem('DELETE', `${url}/${uma}`)).status).toBe(status);
      }
      await done(admin, 'PUT', `${url}/${uma}`, { ...entrevista, situacao: para });
      const esperada =
        de === para
          ? []
          : para === 'M'
            ? ['captacao/entrevista-marcada']
            : de === 'M' && para === 'C'
              ? ['captacao/entrevista-desmarcada']
              : [];
      expect([de, para, (await cartas()).slice(antes)]).toEqual([de, para, esperada]);
      await done(admin, 'DELETE', `${url}/${uma}`);
    }
  expect((await leitor('POST', url, { ...entrevista, situacao: 'M' })).status).toBe(403);
  // Of a request that stands still or is over nobody is invited; what was marked is called off.
  const solicitacao = sql`(select solicitacao_id from candidaturas where id = ${candidatura})`;
  for (const situacao of ['S', 'E', 'C']) {
    const { id: uma } = await done(admin, 'POST', url, { ...entrevista, situacao: 'M' });
    await app.db.query(sql`update solicitacoes_pessoal set situacao = ${situacao} where id = ${solicitacao}`);
    for (const feito of [
      await admin('POST', url, { ...entrevista, situacao: 'M' }),
      await admin('PUT', `${url}/${uma}`, { ...entrevista, situacao: 'M', local: 'Sala 9' }),
    ])
      expect(feito).toMatchObject({ status: 409, body: { code: 'VAGA_FECHADA' } });
    const antes = (await cartas()).length;
    await done(admin, 'PUT', `${url}/${uma}`, { ...entrevista, situacao: 'C' });
    expect((await cartas()).slice(antes)).toEqual(['captacao/entrevista-desmarcada']);
    await app.db.query(sql`update solicitacoes_pessoal set situacao = 'A' where id = ${solicitacao}`);
  }
  for (const terminada of ['N', 'D', 'C']) {
    await app.db.query(sql`update candidaturas set situacao = ${terminada}, encerrada_em = now() where id = ${candidatura}`);
    expect(await admin('POST', url, { ...entrevista, situacao: 'M' })).toMatchObject({
      status: 409,
      body: { code: 'CANDIDATURA_TERMINADA' },
    });
  }
});

it('an interview that is over by the clock is corrected and removed without a letter; one under way still tells', async () => {
  const [id] = (await gente(1)) as [number];
  const para = 'fim@exemplo.com.br';
  await app.db.query(sql`update candidatos set email = ${para} where id = ${id}`);
  const candidatura = await inscrita(await vaga(), id);
  const url = '/api/captacao/entrevistas';
  const cartas = async () =>
    (await app.db.query(sql`select id from emails where para = ${para} and tipo like '%entrevista%'`)).length;
  const mudada = async (comecou: string) => {
    const { data, hora } = await app.db.only<{ data: string; hora: string }>(sql`
      select to_char(t, 'YYYY-MM-DD') as data, to_char(t, 'HH24:MI') as hora
      from (select (now() at time zone 'America/Sao_Paulo') - ${comecou}::interval as t) x`);
    const entrevista = { candidatura, duracao: 60, avisarCandidato: true, situacao: 'M', hora };
    const { id: uma } = await done(admin, 'POST', url, { ...entrevista, data: '2099-03-10', local: 'Sala 1' });
    await app.db.query(sql`update candidaturas_entrevistas set data = ${data}::date where id = ${uma}`);
    const antes = await cartas();
    await done(admin, 'PUT', `${url}/${uma}`, { ...entrevista, data, local: 'Sala 2' });
    await done(admin, 'DELETE', `${url}/${uma}`);
    return (await cartas()) - antes;
  };
  expect(await mudada('2 hours')).toBe(0);
  expect(await mudada('10 minutes')).toBe(2);
});

it('a sheet of notes or interviews writes no letter, nor does its undo; reminders of what one person marked go out so often', async () => {
  const [id] = (await gente(1)) as [number];
  const para = 'planilha@exemplo.com.br';
  await app.db.query(sql`update candidatos set email = ${para} where id = ${id}`);
  const candidatura = await inscrita(await vaga(), id);
  const { id: marcou } = await app.db.only<{ id: number }>(sql`select min(id) as id from usuarios`);
  const [colega] = await app.db.query<{ id: number }>(sql`
    select u.id from usuarios u join usuarios_acessos a on a.registro_id = u.id where a.empresa_id = ${empresa} and u.id <> ${marcou} order by u.id limit 1`);
  await app.db.query(sql`update usuarios set email = 'colega@exemplo.com.br' where id = ${colega?.id}`);
  const cartas = async () =>
    (await app.db.query(sql`select id from emails where para in (${para}, 'colega@exemplo.com.br')`)).length;
  const avisos = async () =>
    (await app.db.query(sql`select id from usuarios_mensagens where usuario_id = ${colega?.id} and caixa = 'captacao'`)).length;
  const antes = [await cartas(), await avisos()] as const;
  const mais = async () => [(await cartas()) - antes[0], (await avisos()) - antes[1]];
  const daPlanilha: UserActing = { ...eu, usuarioId: marcou, requestId: 'importacao:1' };
  const store = (qual: string) => app.services.store(`captacao/${qual}`);
  const entrevista = { candidatura, hora: '10:00', duracao: 60, local: 'Sala', avisarCandidato: true, situacao: 'M' };
  const amanha = { ...entrevista, data: addDays(HOJE, 1), entrevistadores: [colega?.id] };
  await app.db.tx((tx) =>
    store('anotacoes').create(tx, daPlanilha, { candidatura, texto: 'Vejam.', mencionados: [colega?.id] }, UNASKED),
  );
  const ditas: string[] = [];
  const avisa = { ...UNASKED, warn: (frases: readonly string[]) => void ditas.push(...frases) };
  const marcada = await app.db.tx((tx) => store('entrevistas').create(tx, daPlanilha, amanha, avisa));
  expect(ditas).toEqual(['Uma planilha não manda e-mails: avise você o candidato.']);
  await app.db.tx((tx) => store('entrevistas').remove(tx, daPlanilha, marcada.id));
  expect(await mais()).toEqual([0, 3]);

  await app.db.query(sql`update candidaturas_entrevistas set lembrada = now() where lembrada is null`);
  const ids: number[] = [];
  for (let n = 0; n < 2; n++)
    ids.push((await app.db.tx((tx) => store('entrevistas').create(tx, daPlanilha, amanha, UNASKED))).id);
  await app.db.query(sql`
    insert into auditoria (empresa_id, usuario_id, usuario_nome, tabela, registro_id, acao, mudancas)
    select ${empresa}, ${marcou}, 'Recrutadora', 'candidaturas_entrevistas', x, 'I', '{}' from unnest(${ids}::bigint[]) x`);
  for (const aQuem of ['candidatos', 'colegas'])
    await app.db.query(sql`
      insert into tentativas (chave, janela, falhas) values (${`lembretesDeEntrevista:${aQuem}/${marcou}`}, date_trunc('minute', now()), 999)`);
  await lembraEntrevistas({ db: app.db, acting: eu });
  expect(await mais()).toEqual([2, 7]);
});

it('an interview that cannot be remembered holds up no other, and is remembered the next time', async () => {
  const candidatura = await inscrita(await vaga(), (await gente(1))[0] as number);
  const ids = (
    await app.db.query<{ id: number }>(sql`
      insert into candidaturas_entrevistas (empresa_id, candidatura_id, data, hora, duracao, situacao)
      select ${empresa}, ${candidatura}, ${addDays(today(), 1)}::date, h, 30, 'M' from unnest(array['10:00', '11:00']::time[]) h returning id`)
  ).map(({ id }) => id);
  await app.db.query(
    sql`update candidaturas_entrevistas set lembrada = now() where lembrada is null and id <> all(${ids}::bigint[])`,
  );
  const lembradas = async () =>
    (
      await app.db.query<{ id: number }>(
        sql`select id from candidaturas_entrevistas where id = any(${ids}::bigint[]) and lembrada is not null order by id`,
      )
    ).map(({ id }) => id);
  await expect(lembraEntrevistas({ db: failingOnce(app.db), acting: eu })).rejects.toThrow('only once');
  expect(await lembradas()).toEqual([ids[1]]);
  await lembraEntrevistas({ db: app.db, acting: eu });
  expect(await lembradas()).toEqual(ids);
});

/** What a hire asks for. */
async function umContrato() {
  const samples = createSamples(admin);
  const lugar = await app.db.only(sql`select c.uf_id as uf, c.id as cidade from cidades c order by c.id limit 1`);
  return {
    ...lugar,
    dataAdmissao: HOJE,
    vinculo: 'E',
    areaOrganizacional: await samples.existing('cargo-salario/areas-organizacionais'),
    faixaSalarial: await samples.existing('cargo-salario/faixas-salariais'),
    logradouro: 'Rua A',
    numero: '10',
    bairro: 'Centro',
    cep: '60000000',
    confirma: true,
  };
}

it('nobody is hired by a request that is not approved, nor otherwise than approved but by who approves (ADR 72, 74)', async () => {
  const recrutador = await app.loginWithout(1, (held) => held === 'ROLE_APROVAR_SOLICITACAO_PESSOAL');
  const [pessoa] = (await gente(1)) as [number];
  await app.db.query(
    sql`update candidatos set sexo = 'F', data_nascimento = '1990-05-20', cpf = '74682489070' where id = ${pessoa}`,
  );
  const contrato = await umContrato();
  const solicitacao = await vaga();
  await app.db.query(sql`
    update solicitacoes_pessoal set faixa_salarial_id = ${contrato.faixaSalarial}, area_organizacional_id = ${contrato.areaOrganizacional},
      remuneracao = 2000 where id = ${solicitacao}`);
  const url = `/api/captacao/candidaturas/${await inscrita(solicitacao, pessoa)}`;
  for (const [status, porque] of [
    ['I', 'A solicitação ainda não foi aprovada: ninguém é contratado por ela.'],
    ['R', 'A solicitação foi reprovada: ninguém é contratado por ela.'],
  ]) {
    await app.db.query(sql`update solicitacoes_pessoal set status = ${status} where id = ${solicitacao}`);
    expect(await done(admin, 'GET', `${url}/admissao`)).toMatchObject({ impedimento: porque });
    expect(await admin('POST', `${url}/admitir`, contrato)).toMatchObject({
      status: 409,
      body: { code: 'SOLICITACAO_NAO_APROVADA', message: porque },
    });
  }
  await app.db.query(sql`update solicitacoes_pessoal set status = 'A', vinculo = 'A' where id = ${solicitacao}`);
  expect(await done(admin, 'GET', `${url}/admissao`)).toMatchObject({ impedimento: null });
  expect(faultsOf(await recrutador('POST', `${url}/admitir`, { ...contrato, salario: 9_000 }))).toEqual([
    expect.stringMatching(/^vinculo: .*só quem aprova/),
    expect.stringMatching(/^salario: .*só quem aprova/),
  ]);
  await app.db.query(
    sql`update solicitacoes_pessoal set vinculo = 'E', faixa_salarial_id = null, remuneracao = 0.01 where id = ${solicitacao}`,
  );
  expect(faultsOf(await recrutador('POST', `${url}/admitir`, contrato))).toEqual([
    expect.stringMatching(/^faixaSalarial: A faixa paga mais que a remuneração aprovada/),
  ]);
  // Whoever sees no pay could try one band after the other: they are told one sentence, whatever was approved.
  const semVer = await app.loginWithout(2, (held) => ['ROLE_APROVAR_SOLICITACAO_PESSOAL', 'ROLE_VER_SALARIO'].includes(held));
  for (const remuneracao of [0.01, 99_999]) {
    await app.db.query(sql`update solicitacoes_pessoal set remuneracao = ${remuneracao} where id = ${solicitacao}`);
    expect(faultsOf(await semVer('POST', `${url}/admitir`, contrato))).toEqual([
      'faixaSalarial: A solicitação foi aprovada com uma remuneração e sem faixa: só quem vê salários ou aprova solicitações contrata por ela.',
    ]);
  }
  await app.db.query(sql`
    update solicitacoes_pessoal set faixa_salarial_id = ${contrato.faixaSalarial}, remuneracao = 2000 where id = ${solicitacao}`);
  // What was approved for one is raised: the request is in analysis again, and hires nobody until it is approved.
  const motivo = await novo('motivos-solicitacao', { descricao: 'Aumento' });
  await app.db.query(sql`
    update solicitacoes_pessoal set motivo_solicitacao_id = ${motivo.id}, estabelecimento_id = (select min(id) from estabelecimentos where empresa_id = ${empresa})
    where id = ${solicitacao}`);
  const { id: _, versao: _versao, ...pedida } = await done<Row>(admin, 'GET', `${SOLICITACOES}/${solicitacao}`);
  const { body } = await admin('PUT', `${SOLICITACOES}/${solicitacao}`, { ...pedida, quantidade: 2 });
  expect(body).toMatchObject({ confirmar: [expect.stringContaining('ninguém é contratado por ela')] });
  await done(admin, 'PUT', `${SOLICITACOES}/${solicitacao}`, { ...pedida, quantidade: 2, confirma: true });
  expect(await recrutador('POST', `${url}/admitir`, contrato)).toMatchObject({ body: { code: 'SOLICITACAO_NAO_APROVADA' } });
  await done(admin, 'PUT', `${SOLICITACOES}/${solicitacao}/status`, { status: 'A' });
  await done(recrutador, 'POST', `${url}/admitir`, contrato);
  // Fewer places than are filled are not asked for.
  await app.db.query(sql`update solicitacoes_pessoal set qtd_vagas_preenchidas = 2 where id = ${solicitacao}`);
  expect(faultsOf(await admin('PUT', `${SOLICITACOES}/${solicitacao}`, { ...pedida, quantidade: 1, confirma: true }))).toEqual([
    expect.stringContaining('já tem 2 vagas preenchidas'),
  ]);
});

it('two candidates who are hired at once for the last place: one is hired, the other is told that it is taken', async () => {
  const dois = await gente(2);
  await app.db.query(sql`
    update candidatos set sexo = 'F', data_nascimento = '1990-05-20', cpf = case when id = ${dois[0]} then '98765432100' else '12345678909' end
    where id = any(${dois}::bigint[])`);
  const solicitacao = await vaga();
  const contrato = await umContrato();
  const candidaturas = await Promise.all(dois.map((um) => inscrita(solicitacao, um)));
  const answers = await Promise.all(
    candidaturas.map((uma) => admin('POST', `/api/captacao/candidaturas/${uma}/admitir`, contrato)),
  );
  expect(answers.map(({ status, body }) => `${status} ${(body as { code?: string }).code ?? ''}`).toSorted()).toEqual([
    '200 ',
    '409 VAGAS_PREENCHIDAS',
  ]);
  expect(await done(admin, 'GET', `${SOLICITACOES}/${solicitacao}`)).toMatchObject({ qtdVagasPreenchidas: 1 });
  // Nor is one candidate hired as two people.
  const [sozinho] = (await gente(1)) as [number];
  await app.db.query(sql`update candidatos set sexo = 'F', data_nascimento = '1990-05-20', cpf = null where id = ${sozinho}`);
  const duas = [await inscrita(await vaga(), sozinho), await inscrita(await vaga(), sozinho)];
  const pessoas = await Promise.all(
    duas.map((uma, i) => admin('POST', `/api/captacao/candidaturas/${uma}/admitir`, { ...contrato, cpf: CPF.sample(9_000 + i) })),
  );
  expect(pessoas.map(({ status, body }) => `${status} ${(body as { code?: string }).code ?? ''}`).toSorted()).toEqual([
    '200 ',
    '409 CONTRATADO_COM_OUTRO_CPF',
  ]);
});
