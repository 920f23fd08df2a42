import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { DEMO_CANDIDATE } from '#app/demo-users.server.ts';
import { done, openTestApp, send, type TestApp } from '#app/test-app.server.ts';
import { cpf as CPF } from '#kit/br/cpf.ts';
import { upload } from '#kit/testing/stand.server.ts';

const SENHA = DEMO_CANDIDATE.senha;
const OUTRA_SENHA = 'Jangada-Azul-47';
const ANEXAR = 'curriculos/arquivos';

let app: TestApp;
let [daqui, la] = [0, 0];
const cargos: Record<string, number> = {};
let next = 8_100;

interface Entrado {
  id: number;
  cpf: string;
  client(method: string, url: string, payload?: unknown, headers?: object): ReturnType<typeof send>;
}

const login = (cpf: string, senha: string, empresaId: number) =>
  send(app.app, { method: 'POST', url: '/api/externo/login', payload: { cpf, senha, empresaId } });

async function entra(cpf: string, empresaId = daqui, senha = SENHA): Promise<Entrado> {
  const answer = await login(cpf, senha, empresaId);
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200 });
  const cookie = String(answer.headers['set-cookie']).split(';')[0] as string;
  return {
    id: (answer.body as { id: number }).id,
    cpf,
    client: (method, url, payload, headers = {}) =>
      send(app.app, {
        method: method as 'GET',
        url,
        ...(payload === undefined ? {} : { payload: payload as object }),
        headers: { cookie, ...headers },
      }),
  };
}

/** An account with the password of the demonstration, without the cost of a registration. */
async function conta(empresaId: number, cpf = CPF.sample(++next)): Promise<string> {
  await app.db.query(sql`
    insert into contas_externas (empresa_id, cpf, nome, email, hash)
    select ${empresaId}, ${cpf}, 'Jandira Prado', ${`jandira${next}@exemplo.com.br`}, hash from contas_externas where cpf = ${CPF.normalize(DEMO_CANDIDATE.cpf)}`);
  return cpf;
}

const termoDe = async (empresaId: number) =>
  (
    await done<{ termo: { versao: string } }>(
      (method, url) => send(app.app, { method: method as 'GET', url }),
      'GET',
      `/api/externo/empresas/${empresaId}/configuracao`,
    )
  ).termo.versao;

const usa = async ({ client }: Entrado, mais: object = {}) =>
  client('POST', `/api/externo/outras-empresas/${la}/conta`, {
    aceitoPoliticaSeguranca: true,
    versaoPolitica: await termoDe(la),
    secoes: [],
    ...mais,
  });

/** Somebody with accounts at both companies, in at the second one. */
async function ligado(): Promise<Entrado & { la: number }> {
  const quem = await entra(await conta(daqui));
  const answer = await usa(quem);
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200 });
  return { ...quem, la: (answer.body as { id: number }).id };
}
const passa = ({ client }: Entrado, empresaId: number) => client('POST', '/api/externo/userinfo/empresa', { empresaId });
const quemE = async ({ client }: Pick<Entrado, 'client'>) =>
  (await client('GET', '/api/externo/userinfo')).body as { usuario?: { id: number }; contas?: { id: number }[] };

beforeAll(async () => {
  app = await openTestApp();
  [daqui, la] = app.empresas as [number, number];
  for (const [nome, empresaId] of [
    ['Auxiliar', daqui],
    ['Auxiliar', la],
    ['Torneiro', daqui],
  ] as const)
    cargos[`${nome} ${empresaId}`] = (
      await app.db.only<{ id: number }>(
        sql`insert into cargos (empresa_id, nome, nome_mercado) values (${empresaId}, ${nome}, ${nome}) returning id`,
      )
    ).id;
});
afterAll(() => app.close());
beforeEach(() => app.db.query(sql`delete from tentativas`));

/** A record with what every company has, what both have under one name, and what the first one alone has. */
async function cadastrado(): Promise<Entrado> {
  const quem = await entra(await conta(daqui));
  const base = `/api/externo/candidatos/${quem.id}`;
  const { payload, headers } = upload('curriculo.pdf', '%PDF-1.4 Curriculo.');
  const { origin: _, ...resto } = headers;
  const cidade = await app.db.only<{ id: number; ufId: number }>(
    sql`select id, uf_id as "ufId" from cidades order by id limit 1`,
  );
  const anexo = (await quem.client('POST', `${base}/${ANEXAR}`, payload, resto)).body as { id: number };
  await done(quem.client, 'PUT', `${base}/completo`, {
    nome: 'Jandira Prado',
    sexo: 'F',
    logradouro: 'Rua das Acácias',
    numero: '12',
    bairro: 'Centro',
    uf: { id: cidade.ufId },
    cidade: { id: cidade.id },
    cargos: [{ id: cargos[`Auxiliar ${daqui}`] }, { id: cargos[`Torneiro ${daqui}`] }],
    experiencias: [
      { empresa: 'Oficina Sol', cargo: { id: cargos[`Torneiro ${daqui}`] }, checkNomeCargo: false, dataAdmissao: '2019-03-01' },
    ],
    indicadoPor: 'Alguém da primeira',
    rg: '12345678',
    candidatoCurriculos: [{ curriculo: { id: anexo.id }, descricao: 'O de sempre' }],
  });
  return quem;
}

it('takes along what its owner chose, in the words of the other company, under its own notice, with files of its own', async () => {
  const quem = await cadastrado();
  const { secoes } = await done<{ secoes: { id: string; sensivel: boolean; campos: [string, string][] }[] }>(
    quem.client,
    'GET',
    `/api/externo/outras-empresas/${la}/cadastro`,
  );
  expect(secoes.map(({ id, sensivel }) => [id, sensivel])).toEqual([
    ['curriculo', false],
    ['pessoais', false],
    ['endereco', false],
    ['objetivo', false],
    ['experiencia', false],
    ['documentos', true],
  ]);
  const dito = JSON.stringify(secoes);
  for (const texto of ['Rua das Acácias', 'Oficina Sol', 'Torneiro', '"Auxiliar"', 'curriculo.pdf'])
    expect(dito).toContain(texto);
  expect(dito).not.toContain('Alguém da primeira');

  const escolhidas = { secoes: ['curriculo', 'endereco', 'objetivo', 'experiencia'] };
  for (const [mais, porque] of [
    [{ aceitoPoliticaSeguranca: false }, 'Leia e aceite'],
    [{ versaoPolitica: 'outra' }, 'O termo mudou'],
  ] as const)
    expect(JSON.stringify(await usa(quem, { ...escolhidas, ...mais }))).toContain(porque);
  expect((await usa(quem, { secoes: ['extras'] })).status).toBe(400);
  const nova = await done<{ id: number }>(quem.client, 'POST', `/api/externo/outras-empresas/${la}/conta`, {
    aceitoPoliticaSeguranca: true,
    versaoPolitica: await termoDe(la),
    ...escolhidas,
  });
  expect(await quemE(quem)).toEqual(
    expect.objectContaining({
      usuario: expect.not.objectContaining({ identidadeId: expect.anything() }),
      contas: [
        { id: expect.any(Number), empresa: expect.anything() },
        { id: expect.any(Number), empresa: expect.anything() },
      ],
    }),
  );
  const base = `/api/externo/candidatos/${nova.id}`;
  const { candidato, rascunho } = await done<{ candidato: null; rascunho: Record<string, unknown> }>(
    quem.client,
    'GET',
    `${base}/completo`,
  );
  expect(candidato).toBeNull();
  expect(rascunho).toMatchObject({
    logradouro: 'Rua das Acácias',
    cargos: [{ id: cargos[`Auxiliar ${la}`], nome: 'Auxiliar' }],
    experiencias: [{ empresa: 'Oficina Sol', checkNomeCargo: true, nomeMercado: 'Torneiro' }],
    candidatoCurriculos: [{ descricao: 'O de sempre', curriculo: { nome: 'curriculo.pdf' } }],
  });
  for (const campo of ['rg', 'nome', 'indicadoPor']) expect(rascunho[campo] ?? null, campo).toBeNull();
  // What was taken along can be sent as it is, and its file is the new account's.
  await done(quem.client, 'PUT', `${base}/completo`, { nome: 'Jandira Prado', sexo: 'F', ...rascunho });
  const arquivos = await app.db.query<{ empresa: number; chave: string }>(sql`
    select empresa_id as empresa, chave from arquivos where externo in (${`candidatos:${quem.id}`}, ${`candidatos:${nova.id}`}) order by id`);
  expect(arquivos.map(({ empresa }) => empresa)).toEqual([daqui, la]);
  expect(new Set(arquivos.map(({ chave }) => chave)).size).toBe(2);
  expect(
    await app.db.query(sql`
      select a.finalidade, a.versao, a.endereco, t.texto is not null as "comTexto" from aceites_privacidade a
      join termos_privacidade t on t.versao = a.versao and t.empresa_id = ${la} where a.conta_id = ${nova.id}`),
  ).toEqual([{ finalidade: 'termo', versao: await termoDe(la), endereco: '127.0.0.1', comTexto: true }]);
});

it('tells the other company nothing: its trail reads as that of any registration', async () => {
  const quem = await ligado();
  const linhas = await app.db.query<object>(sql`
    select usuario_id, usuario_nome, empresa_id, tabela, acao, mudancas, externo from auditoria
    where tabela = 'contas_externas' and registro_id in (${quem.id}, ${quem.la}) order by id`);
  expect(linhas).toEqual([
    {
      usuario_id: null,
      usuario_nome: 'Formulário público',
      empresa_id: la,
      tabela: 'contas_externas',
      acao: 'I',
      mudancas: { nome: [null, 'Jandira Prado'] },
      externo: null,
    },
  ]);
});

it('one login serves both: no second password, one list of applications, each company named', async () => {
  const quem = await ligado();
  expect((await quemE(quem)).usuario?.id).toBe(quem.la);
  for (const [empresaId, contaId] of [
    [daqui, quem.id],
    [la, quem.la],
  ] as const) {
    const { id } = await app.db.only<{ id: number }>(sql`
      insert into candidatos (empresa_id, nome, sexo, atualizado_em) values (${empresaId}, 'Jandira Prado', 'I', hoje()) returning id`);
    await app.db.query(sql`insert into candidatos_contas (candidato_id, conta_id) values (${id}, ${contaId})`);
    await app.db.query(sql`
      with s as (insert into solicitacoes_pessoal (empresa_id, descricao, data, quantidade, horario_comercial, vinculo, sexo, situacao, status, qtd_vagas_preenchidas)
        values (${empresaId}, 'Reposição', '2026-01-05', 2, 'Das 8h às 17h', 'E', 'I', 'A', 'A', 0) returning id)
      insert into candidaturas (empresa_id, solicitacao_id, candidato_id, resumo, origem, situacao, inscrita_em, etapa_desde)
      select ${empresaId}, s.id, ${id}, 'Jandira Prado', 'P', 'A', now(), now() from s`);
  }
  const empresas = async () =>
    (await done<{ empresa: { id: number } }[]>(quem.client, 'GET', '/api/externo/candidato-solicitacoes')).map(
      ({ empresa }) => empresa.id,
    );
  expect(new Set(await empresas())).toEqual(new Set([daqui, la]));
  // What is done is done in the company where one is.
  const [minha] = (
    await done<{ id: number; empresa: { id: number } }[]>(quem.client, 'GET', '/api/externo/candidato-solicitacoes')
  ).filter(({ empresa }) => empresa.id === daqui);
  const desiste = () => quem.client('POST', `/api/externo/candidato-solicitacoes/${minha?.id}/desistir`, { motivo: null });
  expect((await desiste()).status).toBe(404);
  expect(await passa(quem, daqui)).toMatchObject({ status: 200, body: { id: quem.id, empresaId: daqui } });
  expect((await desiste()).status).toBe(204);
  // Erasing here leaves the other company as it is.
  expect((await quem.client('POST', `/api/externo/candidatos/${quem.id}/apagar-meus-dados`, { confirmo: true })).status).toBe(
    200,
  );
  const depois = await entra(quem.cpf, la);
  expect(depois.id).toBe(quem.la);
  expect((await quemE(depois)).contas).toBeUndefined();
  expect(await done(depois.client, 'GET', '/api/externo/candidato-solicitacoes')).toMatchObject([{ empresa: { id: la } }]);
});

it('a new password and the end of sessions reach every joined account, and each company hears of its own', async () => {
  const quem = await ligado();
  const emOutroLugar = await entra(quem.cpf, daqui);
  expect(await done<object[]>(quem.client, 'GET', '/api/externo/userinfo/sessoes')).toHaveLength(2);
  expect(await done(quem.client, 'DELETE', '/api/externo/userinfo/sessoes')).toEqual({ encerradas: 1 });
  expect((await quemE(emOutroLugar)).usuario).toBeUndefined();
  const denovo = await entra(quem.cpf, daqui);
  await quem.client('PATCH', `/api/externo/candidatos/${quem.la}/alterar-senha`, {
    senha: SENHA,
    novaSenha: OUTRA_SENHA,
    confNovaSenha: OUTRA_SENHA,
  });
  expect((await quemE(denovo)).usuario).toBeUndefined();
  expect((await login(quem.cpf, SENHA, daqui)).status).toBe(401);
  expect((await login(quem.cpf, OUTRA_SENHA, daqui)).status).toBe(200);
  expect((await login(quem.cpf, OUTRA_SENHA, la)).status).toBe(200);
  expect(
    await app.db.query(sql`
      select empresa_id as empresa, registro_id as conta, externo from auditoria
      where tabela = 'contas_externas' and mudancas ? 'senha' and registro_id in (${quem.id}, ${quem.la}) order by registro_id`),
  ).toEqual([
    { empresa: daqui, conta: quem.id, externo: `candidatos:${quem.id}` },
    { empresa: la, conta: quem.la, externo: `candidatos:${quem.la}` },
  ]);
});

it('a link that one company mails sets the password of all, in the name of each account, so that an erasure finds the lines', async () => {
  const quem = await ligado();
  const token = `link-de-${quem.id}`;
  await app.db.query(sql`
    insert into recuperacoes_externas (chave, conta_id, expira_em) values (sha256(${token}::bytea), ${quem.la}, now() + interval '1 hour')`);
  const payload = { token, senha: OUTRA_SENHA, confSenha: OUTRA_SENHA };
  const redefine = () => send(app.app, { method: 'POST', url: '/api/externo/redefinir', payload });
  expect((await redefine()).status).toBe(204);
  expect((await redefine()).status).toBe(400);
  expect((await quemE(quem)).usuario).toBeUndefined();
  expect((await login(quem.cpf, OUTRA_SENHA, daqui)).status).toBe(200);
  const nomes = () =>
    app.db.query<{ empresa: number; nome: string }>(sql`
      select empresa_id as empresa, usuario_nome as nome from auditoria
      where tabela = 'contas_externas' and acao = 'A' and registro_id in (${quem.id}, ${quem.la}) order by registro_id`);
  const nome = 'Jandira Prado (candidato) (endereço de redefinição)';
  expect(await nomes()).toEqual([
    { empresa: daqui, nome },
    { empresa: la, nome },
  ]);
  const { client } = await entra(quem.cpf, la, OUTRA_SENHA);
  expect((await client('POST', `/api/externo/candidatos/${quem.la}/apagar-meus-dados`, { confirmo: true })).status).toBe(200);
  expect(await nomes()).toEqual([
    { empresa: daqui, nome },
    { empresa: la, nome: '' },
  ]);
});

/** A link that was mailed to an account, as its browserless owner would have it. */
async function linkDe(contaId: number): Promise<string> {
  const token = `carta-${++next}`;
  await app.db.query(sql`
    with l as (insert into recuperacoes_externas (chave, conta_id, expira_em) values (sha256(${token}::bytea), ${contaId}, now() + interval '1 hour') returning chave)
    insert into emails (para, assunto, texto, tipo, link_chave) select 'x@exemplo.com.br', 'Link', 'Link', 'utilitario/link-de-acesso', chave from l`);
  return token;
}

it.each(['entrar', 'redefinir'])(
  'by the first link to its mailbox (%s), an account leaves those that have another one, and is counted alone',
  async (porta) => {
    const ladrao = await ligado();
    const email = `ladrao${ladrao.id}@exemplo.com.br`;
    const dados = { nome: 'Jandira Prado', email, senha: SENHA };
    expect((await ladrao.client('PUT', `/api/externo/candidatos/${ladrao.la}`, dados)).status).toBe(200);
    const payload = { token: await linkDe(ladrao.id), senha: OUTRA_SENHA, confSenha: OUTRA_SENHA };
    const feito = await send(app.app, { method: 'POST', url: `/api/externo/${porta}`, payload });
    expect(feito.status).toBe(porta === 'entrar' ? 200 : 204);
    // The thief's own account stays theirs, and opens nothing else.
    expect((await quemE(ladrao)).contas).toBeUndefined();
    expect((await passa(ladrao, daqui)).status).toBe(404);
    expect((await login(ladrao.cpf, SENHA, daqui)).status).toBe(401);
    const deNovo = await send(app.app, {
      method: 'POST',
      url: '/api/externo/entrar',
      payload: { token: await linkDe(ladrao.la) },
    });
    expect(deNovo.status).toBe(200);
    const sozinhas = await app.db.query(sql`
      select from contas_externas where id in (${ladrao.id}, ${ladrao.la}) and contada_como is null and identidade_id is null`);
    expect(sozinhas).toHaveLength(2);
  },
);

it('by the first link to the mailbox of accounts that are joined, all of them lose password and sessions, and stay joined', async () => {
  const ladrao = await ligado();
  const url = '/api/externo/entrar';
  const dona = await send(app.app, { method: 'POST', url, payload: { token: await linkDe(ladrao.id) } });
  expect(dona).toMatchObject({ status: 200, body: { senhaRemovida: true } });
  expect((await quemE(ladrao)).usuario).toBeUndefined();
  for (const empresaId of [daqui, la]) expect((await login(ladrao.cpf, SENHA, empresaId)).status).toBe(401);
  const outra = await send(app.app, { method: 'POST', url, payload: { token: await linkDe(ladrao.la) } });
  expect(outra).toMatchObject({ status: 200, body: { senhaRemovida: false } });
});

it('by a link to one mailbox that was proved, nobody touches the accounts of another', async () => {
  const dona = await ligado();
  await app.db.query(sql`update contas_externas set email_provado_em = now() where id = ${dona.id}`);
  const ladrao = await entra(await conta(daqui));
  await app.db.query(sql`update contas_externas set cpf = ${dona.cpf} where id = ${ladrao.id}`);
  const feito = await send(app.app, { method: 'POST', url: '/api/externo/entrar', payload: { token: await linkDe(ladrao.id) } });
  expect(feito).toMatchObject({ status: 200, body: { senhaRemovida: true } });
  expect((await quemE(dona)).contas).toHaveLength(2);
  expect((await login(dona.cpf, SENHA, daqui)).status).toBe(200);
});

it('is separated with the password alone, and stands alone from then on', async () => {
  const quem = await ligado();
  const separa = (senha: string) => quem.client('POST', '/api/externo/contas-ligadas/separar', { senha });
  expect(await separa(OUTRA_SENHA)).toMatchObject({ status: 400, body: { errors: [{ field: 'senha' }] } });
  expect((await separa(SENHA)).status).toBe(204);
  expect(await separa(SENHA)).toMatchObject({ status: 409, body: { code: 'CONTA_SEPARADA' } });
  expect((await quemE(quem)).contas).toBeUndefined();
  expect((await passa(quem, daqui)).status).toBe(404);
  await quem.client('PATCH', `/api/externo/candidatos/${quem.la}/alterar-senha`, {
    senha: SENHA,
    novaSenha: OUTRA_SENHA,
    confNovaSenha: OUTRA_SENHA,
  });
  expect((await login(quem.cpf, SENHA, daqui)).status).toBe(200);
});

it('an account that stands at the other company is joined by both passwords, and has the one of here afterwards', async () => {
  const cpf = await conta(daqui);
  await conta(la, cpf);
  const antes = await entra(cpf, la);
  await antes.client('PATCH', `/api/externo/candidatos/${antes.id}/alterar-senha`, {
    senha: SENHA,
    novaSenha: OUTRA_SENHA,
    confNovaSenha: OUTRA_SENHA,
  });
  const velha = await entra(cpf, la, OUTRA_SENHA);
  const quem = await entra(cpf);
  // An equal CPF joins nothing.
  expect((await quemE(quem)).contas).toBeUndefined();
  expect((await passa(quem, la)).status).toBe(404);
  const liga = (senha: string, senhaDaEmpresa: string, empresaId = la) =>
    quem.client('POST', '/api/externo/contas-ligadas', { empresaId, senha, senhaDaEmpresa });
  expect(await liga(SENHA, SENHA)).toMatchObject({ status: 400, body: { errors: [{ field: 'senhaDaEmpresa' }] } });
  expect(await liga(OUTRA_SENHA, OUTRA_SENHA)).toMatchObject({ status: 400, body: { errors: [{ field: 'senha' }] } });
  expect((await liga(SENHA, SENHA, daqui)).status).toBe(400);
  expect(await liga(SENHA, OUTRA_SENHA)).toMatchObject({ status: 200, body: { id: velha.id, empresaId: la } });
  expect((await quemE(quem)).usuario?.id).toBe(velha.id);
  expect((await quemE(velha)).usuario).toBeUndefined();
  expect((await login(cpf, OUTRA_SENHA, la)).status).toBe(401);
  expect((await login(cpf, SENHA, la)).status).toBe(200);
  // Once more, from the first company.
  await passa(quem, daqui);
  expect(await liga(SENHA, SENHA)).toMatchObject({ status: 409, body: { code: 'JA_LIGADA' } });
  expect(await usa(quem)).toMatchObject({ status: 409, body: { code: 'JA_LIGADA' } });
});

it('nobody joins what is not theirs: without a session, from another page, a stranger, an account of somebody joined, an inactive company', async () => {
  const quem = await ligado();
  const outra = await entra(await conta(daqui));
  const dentro = await send(app.app, {
    method: 'POST',
    url: `/api/externo/outras-empresas/${la}/conta`,
    payload: { aceitoPoliticaSeguranca: true, versaoPolitica: 'x' },
  });
  expect(dentro.status).toBe(401);
  for (const [method, url, body] of [
    ['POST', `/api/externo/outras-empresas/${la}/conta`, { aceitoPoliticaSeguranca: true, versaoPolitica: 'x' }],
    ['POST', '/api/externo/userinfo/empresa', { empresaId: daqui }],
    ['POST', '/api/externo/contas-ligadas', { empresaId: la, senha: SENHA, senhaDaEmpresa: SENHA }],
    ['POST', '/api/externo/contas-ligadas/separar', { senha: SENHA }],
  ] as const)
    expect((await quem.client(method, url, body, { origin: 'https://outra.exemplo' })).status, url).toBe(403);
  expect((await quemE(quem)).contas).toHaveLength(2);
  // Another person's accounts, by their company, their id and their password.
  expect((await passa(outra, la)).status).toBe(404);
  expect((await outra.client('GET', `/api/externo/candidatos/${quem.la}/completo`)).status).toBe(404);
  expect(
    (await outra.client('POST', '/api/externo/contas-ligadas', { empresaId: la, senha: SENHA, senhaDaEmpresa: SENHA })).status,
  ).toBe(400);
  // A double of the CPF, whose owner types the right password of an account that somebody has joined already.
  await conta(daqui, quem.cpf);
  const dobro = (await app.db.only<{ id: number }>(sql`select max(id) as id from contas_externas where cpf = ${quem.cpf}`)).id;
  await app.db.query(
    sql`update contas_externas set hash = (select hash from contas_externas where id = ${quem.id}) where id = ${dobro}`,
  );
  await app.db.query(sql`
    update sessoes_externas set conta_id = ${dobro} where conta_id = ${outra.id}`);
  expect(
    await outra.client('POST', '/api/externo/contas-ligadas', { empresaId: la, senha: SENHA, senhaDaEmpresa: SENHA }),
  ).toMatchObject({
    status: 409,
    body: { code: 'LIGADA_A_OUTRA' },
  });
  await app.db.query(sql`update empresas set ativo = false where id = ${la}`);
  expect((await outra.client('GET', `/api/externo/outras-empresas/${la}/cadastro`)).status).toBe(404);
  expect((await usa(outra, { versaoPolitica: 'x' }).catch(() => ({ status: 404 }))).status).toBe(404);
  await app.db.query(sql`update empresas set ativo = true where id = ${la}`);
});

it('joined accounts have one door for wrong passwords, and are counted as one', async () => {
  const quem = await ligado();
  const separa = () => quem.client('POST', '/api/externo/contas-ligadas/separar', { senha: OUTRA_SENHA });
  for (let n = 0; n < 5; n++) expect((await separa()).status).toBe(400);
  await passa(quem, daqui);
  expect((await separa()).status).toBe(429);
});

it('whoever separates accounts and joins them again begins no new count of requests', async () => {
  const quem = await ligado();
  const conta = async () =>
    (
      await app.db.only<{ contas: string[] }>(
        sql`select array_agg(distinct substring(chave from 'candidatos:[0-9]+$')) as contas from tentativas where chave ~ 'candidatos:[0-9]+$'`,
      )
    ).contas;
  for (let n = 0; n < 3; n++) {
    await done(quem.client, 'POST', '/api/externo/contas-ligadas/separar', { senha: SENHA });
    await passaDeNovo(quem, n % 2 === 0 ? daqui : la);
  }
  expect(await conta()).toEqual([`candidatos:${quem.id}`]);

  /** The session is at one of the two, and joins the account of the other. */
  async function passaDeNovo({ client }: Entrado, empresaId: number) {
    await done(client, 'POST', '/api/externo/contas-ligadas', { empresaId, senha: SENHA, senhaDaEmpresa: SENHA });
  }
});

it('whoever begins at one company and another in turns stays one for the counts, and each is a registration from that network', async () => {
  const quem = await entra(await conta(daqui));
  const vezes: number[] = [];
  const comeca = async (empresaId: number) =>
    (
      await quem.client('POST', `/api/externo/outras-empresas/${empresaId}/conta`, {
        aceitoPoliticaSeguranca: true,
        versaoPolitica: await termoDe(empresaId),
        secoes: [],
      })
    ).status;
  for (let n = 0; n < 4; n++) {
    vezes.push(await comeca(n % 2 === 0 ? la : daqui));
    await done(quem.client, 'POST', '/api/externo/contas-ligadas/separar', { senha: SENHA });
  }
  expect(vezes).toEqual([200, 200, 200, 200]);
  expect(
    await app.db.query(sql`
      select distinct substring(chave from 'candidatos:[0-9]+$') as conta from tentativas where chave ~ 'candidatos:[0-9]+$'`),
  ).toEqual([{ conta: `candidatos:${quem.id}` }]);
  const cadastros = sql`chave = 'cadastro:127.0.0.1'`;
  expect(await app.db.only(sql`select sum(falhas)::int as cadastros from tentativas where ${cadastros}`)).toEqual({
    cadastros: 4,
  });
  // One that is refused is none.
  const ja = await ligado();
  const feitos = await app.db.only(sql`select sum(falhas)::int as cadastros from tentativas where ${cadastros}`);
  await passa(ja, daqui);
  expect((await usa(ja)).body).toMatchObject({ code: 'JA_LIGADA' });
  expect(await app.db.only(sql`select sum(falhas)::int as cadastros from tentativas where ${cadastros}`)).toEqual(feitos);
  await app.db.query(sql`update tentativas set falhas = 60 where ${cadastros}`);
  expect((await usa(await entra(await conta(daqui)))).status).toBe(429);
});

it('two who begin at the other company at once make one account', async () => {
  const quem = await entra(await conta(daqui));
  const feitas = await Promise.all([usa(quem), usa(quem)]);
  expect(feitas.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(
    await app.db.only(sql`select count(*)::int as contas from contas_externas where cpf = ${quem.cpf} and empresa_id = ${la}`),
  ).toEqual({ contas: 1 });
});
