import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { DEMO_CANDIDATE } from '#app/demo-users.server.ts';
import { type Client, done, openTestApp, type TestApp } from '#app/test-app.server.ts';
import { anotherCandidate, enterAs, type TestCandidate } from '#app/test-candidate.server.ts';
import { today } from '#kit/br/date.ts';
import { upload } from '#kit/testing/stand.server.ts';
import { readText } from '#kit/text/text.server.ts';
import { DEFINICAO_VAZIA, questionOf } from '#platform/questionario/definition.ts';
import { noPapel } from './no-papel.server.ts';

const MODELO = 'captacao/modelos-avaliacao-candidato';

let app: TestApp;
let admin: Client;
let quem: TestCandidate;
let outro: TestCandidate;
let modelo: number;
let solicitacao: number;
let anuncio: number;
let candidatura: number;

/** A record of the account, in the selection. */
async function inscreve({ id }: TestCandidate): Promise<number> {
  const { id: candidato } = await app.db.only<{ id: number }>(sql`
    insert into candidatos (empresa_id, nome, sexo, atualizado_em) values (${app.empresas[0]}, 'Quem responde', 'I', hoje()) returning id`);
  await app.db.query(sql`insert into candidatos_contas (candidato_id, conta_id) values (${candidato}, ${id})`);
  const feita = await app.db.only<{ id: number }>(sql`
    insert into candidaturas (empresa_id, solicitacao_id, candidato_id, resumo, origem, situacao, inscrita_em, etapa_desde)
    values (${app.empresas[0]}, ${solicitacao}, ${candidato}, 'Quem responde', 'P', 'A', now(), now()) returning id`);
  return feita.id;
}

beforeAll(async () => {
  app = await openTestApp();
  admin = await app.login(0);
  const empresa = app.empresas[0];
  solicitacao = (
    await app.db.only<{ id: number }>(sql`
    insert into solicitacoes_pessoal (empresa_id, descricao, data, quantidade, horario_comercial, vinculo, sexo, situacao, status, qtd_vagas_preenchidas)
    values (${empresa}, 'Reposição', '2026-01-05', 2, 'Das 8h às 17h', 'E', 'I', 'A', 'A', 0) returning id`)
  ).id;
  anuncio = (
    await app.db.only<{ id: number }>(sql`
    insert into anuncios_vagas (empresa_id, titulo, solicitacao_id, descricao, exibir_modulo_externo)
    values (${empresa}, 'Conferente', ${solicitacao}, '<p>Conferir.</p>', true) returning id`)
  ).id;
  modelo = (await done(admin, 'POST', `/api/${MODELO}`, { titulo: 'Conferência', percentualMinimoAprovacao: 60, ativo: true }))
    .id;
  const definicao = {
    ...DEFINICAO_VAZIA,
    perguntas: [
      questionOf({ id: 1, texto: 'De 0 a 10?', tipo: '4', notaMinima: 0, notaMaxima: 10 }),
      questionOf({ id: 2, texto: 'O que mais?', tipo: '3', obrigatoria: false }),
    ],
    proximoId: 3,
  };
  await app.db.query(sql`
    insert into questionario_versoes (empresa_id, dono, dono_id, numero, definicao)
    values (${empresa}, ${MODELO}, ${modelo}, 1, ${JSON.stringify(definicao)}::jsonb)`);
  quem = await enterAs(app);
  outro = await anotherCandidate(app, 4_243);
  candidatura = await inscreve(quem);
  await inscreve(outro);
});
afterAll(() => app.close());
beforeEach(() => app.db.query(sql`delete from tentativas`));

const pede = async () => (await done(admin, 'POST', `/api/captacao/candidaturas/${candidatura}/avaliacoes`, { modelo })).id;
const envio = (respostas: object[], mais: object = {}) => ({ envio: crypto.randomUUID(), revisao: null, respostas, ...mais });
const NOTA = { perguntaId: 1, nota: 8 };

it('an evaluation is asked, seen by its candidate alone, kept in part, sent once, and read by HR', async () => {
  expect(await done(quem.client, 'GET', '/api/externo/avaliacoes')).toEqual([]);
  const id = await pede();
  const minha = `/api/externo/avaliacoes/${id}`;
  const enviar = `/api/externo/candidatos/${quem.id}/avaliacoes/${id}`;
  const lista = [
    { id, titulo: 'Conferência', vaga: 'Conferente', candidaturaId: candidatura, respondidaEm: null, comecada: false },
  ];
  expect(await done(quem.client, 'GET', '/api/externo/avaliacoes')).toMatchObject(lista);
  const daVaga = `/api/externo/candidato-solicitacoes/${candidatura}/avaliacoes?utilizarAvaliacoesEtapaSeletiva=true`;
  expect(await done(quem.client, 'GET', daVaga)).toMatchObject(lista);
  expect(await done(quem.client, 'GET', `${minha}/perguntas`)).toMatchObject([{ texto: 'De 0 a 10?' }, { texto: 'O que mais?' }]);

  expect(await done(outro.client, 'GET', '/api/externo/avaliacoes')).toEqual([]);
  for (const [method, url, body] of [
    ['GET', minha],
    ['GET', `${minha}/perguntas`],
    ['GET', daVaga],
    ['PUT', `${minha}/rascunho`, { revisao: 0, respostas: [NOTA] }],
    ['POST', enviar, envio([NOTA])],
    ['POST', `/api/externo/candidatos/${outro.id}/avaliacoes/${id}`, envio([NOTA])],
  ] as const)
    expect((await outro.client(method, url, body)).status, `${method} ${url}`).toBe(404);

  expect(await done(quem.client, 'PUT', `${minha}/rascunho`, { revisao: 0, respostas: [NOTA] })).toEqual({ revisao: 1 });
  expect(await done(quem.client, 'GET', minha)).toMatchObject({ estado: 'P', rascunho: { revisao: 1, respostas: [NOTA] } });
  expect(await done(quem.client, 'GET', '/api/externo/avaliacoes')).toMatchObject([{ comecada: true }]);
  expect(await quem.client('PUT', `${minha}/rascunho`, { revisao: 0, respostas: [] })).toMatchObject({
    status: 409,
    body: { code: 'RASCUNHO_ALTERADO' },
  });
  expect(await quem.client('POST', enviar, envio([], { revisao: 1 }))).toMatchObject({
    status: 400,
    body: { errors: [{ field: 'perguntas.1', message: 'Nota é obrigatória' }] },
  });
  const carta = envio([NOTA], { revisao: 1 });
  expect((await quem.client('POST', enviar, carta)).status).toBe(200);
  // The same letter once more, after an answer that was lost.
  expect((await quem.client('POST', enviar, carta)).status).toBe(200);
  expect(await quem.client('POST', enviar, envio([NOTA]))).toMatchObject({ status: 409, body: { code: 'JA_RESPONDIDA' } });
  const [respondida] = await done<object[]>(quem.client, 'GET', '/api/externo/avaliacoes');
  expect(respondida).toMatchObject({ respondidaEm: today() });
  // The result is HR's.
  expect(JSON.stringify(respondida)).not.toContain('80');
  expect(await done(admin, 'GET', `/api/captacao/avaliacoes/${id}`)).toMatchObject({ percentual: 80 });
  await app.db.query(sql`delete from avaliacoes_candidatos where id = ${id}`);
});

it('a new e-mail of the account reaches the record and its letters, and ends the personal links that the old one got', async () => {
  const carta = async () => {
    await app.db.query(sql`delete from tentativas`);
    await pede();
    const { para, link } = await app.db.only<{ para: string; link: string }>(sql`
      select para, substring(texto from '#([A-Za-z0-9_-]{43})') as link from emails where tipo = 'captacao/avaliacao-pedida' order by id desc limit 1`);
    return { para, link };
  };
  const abre = (bilhete: string) => outro.client('POST', '/api/publico/responder/abrir', { bilhete });
  await app.db.query(
    sql`update candidatos set email = 'antiga@exemplo.com.br' where id = (select candidato_id from candidaturas where id = ${candidatura})`,
  );
  const velha = await carta();
  expect(velha.para).toBe('antiga@exemplo.com.br');
  expect((await abre(velha.link)).status).toBe(200);
  const nova = { nome: 'Nova Caixa Postal', email: 'nova.caixa@exemplo.com.br', senha: DEMO_CANDIDATE.senha };
  await done(quem.client, 'PUT', `/api/externo/candidatos/${quem.id}`, nova);
  const { nome, email } = nova;
  expect(
    await app.db.one(sql`
      select c.nome, c.email, exists (select from auditoria a where a.tabela = 'candidatos' and a.registro_id = c.id and a.mudancas ? 'email') as contado
      from candidatos c join candidatos_contas l on l.candidato_id = c.id where l.conta_id = ${quem.id}`),
  ).toEqual({ nome, email, contado: true });
  expect((await abre(velha.link)).status).toBe(404);
  const outra = await carta();
  expect(outra.para).toBe(email);
  expect((await abre(outra.link)).status).toBe(200);
  // A name alone ends none.
  await done(quem.client, 'PUT', `/api/externo/candidatos/${quem.id}`, { nome: 'Quem responde', email });
  expect((await abre(outra.link)).status).toBe(200);
  await app.db.query(sql`delete from avaliacoes_candidatos where candidatura_id = ${candidatura}`);
  await app.db.query(sql`delete from candidaturas_emails where candidatura_id = ${candidatura}`);
  await app.db.query(sql`update candidatos set email = null where email = ${email}`);
});

it('what the ad has answered at the company is not in the portal, and nothing is once the selection is over', async () => {
  const id = await pede();
  await app.db.query(sql`
    insert into anuncios_vagas_solicitacao_avaliacoes (registro_id, ordem, avaliacao_id, responder_modulo_externo) values (${anuncio}, 0, ${modelo}, false)`);
  expect(await done(quem.client, 'GET', '/api/externo/avaliacoes')).toEqual([]);
  expect((await quem.client('GET', `/api/externo/avaliacoes/${id}`)).status).toBe(404);
  await app.db.query(sql`delete from anuncios_vagas_solicitacao_avaliacoes where registro_id = ${anuncio}`);
  expect(await done(quem.client, 'GET', '/api/externo/avaliacoes')).toMatchObject([{ id }]);
  await app.db.query(sql`update candidaturas set situacao = 'N', encerrada_em = now() where id = ${candidatura}`);
  expect(await done(quem.client, 'GET', '/api/externo/avaliacoes')).toEqual([]);
  const recusa = { status: 409, body: { code: 'CANDIDATURA_TERMINADA' } };
  expect(await quem.client('GET', `/api/externo/avaliacoes/${id}`)).toMatchObject(recusa);
  expect(await quem.client('POST', `/api/externo/candidatos/${quem.id}/avaliacoes/${id}`, envio([NOTA]))).toMatchObject(recusa);
  await app.db.query(sql`update candidaturas set situacao = 'A', encerrada_em = null where id = ${candidatura}`);
});

it('who applies with the address of somebody else has few letters written there, and finds at the portal what is asked', async () => {
  await app.db.query(sql`
    insert into anuncios_vagas_solicitacao_avaliacoes (registro_id, ordem, avaliacao_id, responder_modulo_externo) values (${anuncio}, 0, ${modelo}, true)`);
  const email = 'de.outra.pessoa@exemplo.com.br';
  await app.db.query(
    sql`update candidatos set email = ${email} where id = (select candidato_id from candidaturas where id = ${candidatura})`,
  );
  await app.db.query(sql`update contas_externas set email = ${email}, email_provado_em = null where id = ${quem.id}`);
  const cartas = async () => {
    await app.db.query(sql`delete from avaliacoes_candidatos where candidatura_id = ${candidatura}`);
    await app.db.query(sql`delete from candidaturas_emails where candidatura_id = ${candidatura}`);
    await app.db.query(sql`delete from emails where para = ${email}`);
    await app.db.query(sql`
      insert into avaliacoes_a_pedir (empresa_id, candidatura_id) select empresa_id, id from candidaturas where id = ${candidatura}`);
    await app.db.query(sql`
      insert into tarefas (tipo, dados) select 'captacao.pede-avaliacoes', jsonb_build_object('empresaId', empresa_id) from candidaturas where id = ${candidatura}`);
    await app.work();
    expect(await done(quem.client, 'GET', '/api/externo/avaliacoes')).toHaveLength(1);
    return (await app.db.query(sql`select 1 from emails where para = ${email}`)).length;
  };
  const todas = [];
  for (let n = 0; n < 6; n++) todas.push(await cartas());
  expect(todas).toEqual([1, 1, 1, 1, 1, 0]);
  await app.db.query(sql`update contas_externas set email_provado_em = now() where id = ${quem.id}`);
  expect(await cartas()).toBe(1);
  await app.db.query(sql`update contas_externas set email_provado_em = null where id = ${quem.id}`);
  // Whom HR has put in is written to on HR's account.
  await app.db.query(sql`update candidaturas set origem = 'R' where id = ${candidatura}`);
  expect(await cartas()).toBe(1);
  await app.db.query(sql`update candidaturas set origem = 'P' where id = ${candidatura}`);
  await app.db.query(sql`update candidatos set email = null where email = ${email}`);
  await app.db.query(sql`delete from avaliacoes_candidatos where candidatura_id = ${candidatura}`);
  await app.db.query(sql`delete from candidaturas_emails where candidatura_id = ${candidatura}`);
  await app.db.query(sql`delete from anuncios_vagas_solicitacao_avaliacoes where registro_id = ${anuncio}`);
});

it('a candidate sets no deadline of a step, neither their own nor of somebody else', async () => {
  const { id } = await app.db.only<{ id: number }>(sql`
    insert into candidatos_historicos (empresa_id, candidatura_id, candidato_id, solicitacao_id, data, apto)
    select empresa_id, id, candidato_id, solicitacao_id, hoje(), 'I' from candidaturas where id = ${candidatura} returning id`);
  const prazo = `/api/externo/historico-candidatos/${id}/data-hora-expiracao`;
  const amanha = { dataHoraExpiracao: '2030-01-01T00:00:00Z' };
  expect(await quem.client('PUT', prazo, amanha)).toMatchObject({ status: 409, body: { code: 'PRAZO_DA_EMPRESA' } });
  expect((await outro.client('PUT', prazo, amanha)).status).toBe(404);
});

it('an application tells the first hundred stages of its company, and the one it is in', async () => {
  const [empresa] = app.empresas;
  await app.db.query(sql`
    insert into etapas_seletivas (empresa_id, nome, ordem) select ${empresa}, 'Muitas ' || n, 100 + n from generate_series(1, 150) n`);
  const etapas = async () => {
    const [minha] = await done<{ etapas: { nome: string; atual: boolean }[] }[]>(
      quem.client,
      'GET',
      '/api/externo/candidato-solicitacoes',
    );
    return minha?.etapas ?? [];
  };
  const fica = (nome: string) =>
    app.db.query(sql`
      update candidaturas set etapa_seletiva_id = (select id from etapas_seletivas where empresa_id = ${empresa} and nome = ${nome}) where id = ${candidatura}`);
  expect(await etapas()).toHaveLength(100);
  expect((await etapas()).some(({ atual }) => atual)).toBe(false);
  await fica('Muitas 2');
  expect(await etapas()).toHaveLength(100);
  expect((await etapas()).filter(({ atual }) => atual)).toEqual([{ nome: 'Muitas 2', atual: true }]);
  await fica('Muitas 150');
  expect(await etapas()).toHaveLength(101);
  expect((await etapas()).at(-1)).toEqual({ nome: 'Muitas 150', atual: true });
  await app.db.query(sql`update candidaturas set etapa_seletiva_id = null where id = ${candidatura}`);
  await app.db.query(sql`delete from etapas_seletivas where empresa_id = ${empresa} and nome like 'Muitas %'`);
});

it('lists that all companies share are told so far, and cities of the official list first', async () => {
  const { uf } = await app.db.only<{ uf: number }>(sql`select uf_id as uf from cidades where codigo_ibge is not null limit 1`);
  const oficiais = await app.db.query<{ id: number; nome: string }>(
    sql`select id, nome from cidades where uf_id = ${uf} and codigo_ibge is not null`,
  );
  await app.db.query(sql`insert into idiomas (nome) select 'A' || n from generate_series(1, 3100) n`);
  await app.db.query(sql`insert into cidades (nome, uf_id) select 'A' || n, ${uf} from generate_series(1, 5100) n`);
  expect(await done(quem.client, 'GET', `/api/externo/idiomas?empresaId=${app.empresas[0]}`)).toHaveLength(3_000);
  for (const [client, path, quantas] of [
    [quem.client, `/api/externo/estados/${uf}/cidades`, 2_000],
    [admin, `/api/geral/estados/${uf}/cidades`, 5_000],
  ] as const) {
    const cidades = await done<{ id: number }[]>(client, 'GET', path);
    expect(cidades).toHaveLength(quantas);
    expect(cidades.map(({ id }) => id)).toEqual(expect.arrayContaining(oficiais.map(({ id }) => id)));
  }
  await app.db.query(sql`delete from idiomas where nome ~ '^A[0-9]+$'`);
  await app.db.query(sql`delete from cidades where nome ~ '^A[0-9]+$'`);
});

/** The words of a PDF that was answered. */
async function palavrasDo(pdf: unknown): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'meus-dados-'));
  try {
    const file = path.join(folder, 'meus-dados.pdf');
    writeFileSync(file, pdf as Buffer);
    const { text } = await readText(file, 'application/pdf', { signal: AbortSignal.timeout(60_000) });
    return 'texto' in text ? text.texto.replace(/\s+/g, ' ') : '';
  } finally {
    rmSync(folder, { recursive: true });
  }
}

it('the own data come as a PDF too, with what the file has and nothing that HR keeps for itself', async () => {
  await app.db.query(sql`
    update candidatos set logradouro = 'Rua do Sol', observacao_rh = 'Achei fraco', cursos = ${'Oficina de cerâmica. '.repeat(10)}
    where id = (select candidato_id from candidatos_contas where conta_id = ${quem.id})`);
  await app.db.query(sql`
    insert into candidatos_experiencias (registro_id, ordem, empresa, nome_mercado, check_nome_cargo, data_admissao)
    select candidato_id, 0, 'Padaria Estrela', 'Padeira', true, '2019-03-01' from candidatos_contas where conta_id = ${quem.id}`);
  await app.db.query(sql`
    insert into rascunhos_externos (conta_id, dados) values (${quem.id}, '{"logradouro": "Rua da Lua"}')`);
  const url = `/api/externo/candidatos/${quem.id}/meus-dados/pdf`;
  const answer = await quem.client('GET', url);
  expect(answer).toMatchObject({ status: 200, headers: { 'content-type': 'application/pdf' } });
  const palavras = await palavrasDo(answer.body);
  for (const dito of [
    '111.444.777-35',
    'Rua do Sol',
    'Rua da Lua',
    'Oficina de cerâmica',
    'Padaria Estrela',
    '01/03/2019',
    'Conferente',
    'Em andamento',
  ])
    expect(palavras, dito).toContain(dito);
  expect(palavras).not.toContain('fraco');
  expect((await outro.client('GET', url)).status).toBe(404);
});

it('the own data tell of interviews, of what was written, and of the last words of a selection, not of what HR notes', async () => {
  const [empresa] = app.empresas;
  await app.db.query(sql`update candidaturas set recado = 'Gostamos de você' where id = ${candidatura}`);
  await app.db.query(sql`
    update candidatos set email = 'quem@exemplo.com.br' where id = (select candidato_id from candidaturas where id = ${candidatura})`);
  await app.db.query(sql`
    insert into candidaturas_entrevistas (empresa_id, candidatura_id, data, hora, duracao, local, situacao, avisar_candidato, observacao, resumo)
    values (${empresa}, ${candidatura}, '2099-03-10', '14:30', 60, 'Sala das jabuticabas', 'M', true, 'Perguntar do atraso', 'Quem responde'),
      (${empresa}, ${candidatura}, '2099-03-11', '15:00', 60, 'Sala secreta', 'M', false, null, 'Quem responde'),
      (${empresa}, ${candidatura}, '2020-03-11', '16:00', 60, 'Sala passada', 'M', true, null, 'Quem responde')`);
  await done(admin, 'POST', `/api/captacao/selecao/${solicitacao}/emails`, {
    ids: [candidatura],
    assunto: 'Traga o diploma',
    texto: 'Oi, {{candidato}}, na porta da frente.',
  });
  const [minha] = await done<{ entrevistas: object[] }[]>(quem.client, 'GET', '/api/externo/candidato-solicitacoes');
  expect(minha?.entrevistas).toEqual([
    { id: expect.any(Number), data: '2099-03-10', hora: '14:30', local: 'Sala das jabuticabas', endereco: null },
  ]);
  await app.db.query(sql`update candidaturas_entrevistas set situacao = 'C' where hora = '14:30'`);
  expect(await done(quem.client, 'GET', '/api/externo/candidato-solicitacoes')).toMatchObject([{ entrevistas: [] }]);
  const base = `/api/externo/candidatos/${quem.id}/meus-dados`;
  const dados = await done<Record<string, unknown>>(quem.client, 'GET', base);
  expect(dados).toMatchObject({
    candidaturas: [{ recado: 'Gostamos de você' }],
    entrevistas: [{ data: '2099-03-10', hora: '14:30', local: 'Sala das jabuticabas' }, { local: 'Sala passada' }],
    mensagens: [{ assunto: 'Traga o diploma', texto: 'Oi, Quem responde, na porta da frente.' }],
  });
  expect(JSON.stringify(dados)).not.toContain('atraso');
  // Planned, and not announced yet.
  expect(JSON.stringify(dados)).not.toContain('Sala secreta');
  const palavras = await palavrasDo((await quem.client('GET', `${base}/pdf`)).body);
  for (const dito of ['Gostamos de você', '10/03/2099 às 14:30', 'Sala das jabuticabas', 'Traga o diploma', 'na porta da frente'])
    expect(palavras, dito).toContain(dito);
  await app.db.query(sql`delete from candidaturas_entrevistas where candidatura_id = ${candidatura}`);
  // An import may bring any number of them: the next ones are told.
  await app.db.query(sql`
    insert into candidaturas_entrevistas (empresa_id, candidatura_id, data, hora, duracao, situacao, avisar_candidato)
    select ${app.empresas[0]}, ${candidatura}, '2099-03-10'::date + n, '09:00', 30, 'M', true from generate_series(1, 60) n`);
  const [cheia] = await done<{ entrevistas: { data: string }[] }[]>(quem.client, 'GET', '/api/externo/candidato-solicitacoes');
  expect([cheia?.entrevistas.length, cheia?.entrevistas[0]?.data]).toEqual([50, '2099-03-11']);
  await app.db.query(sql`delete from candidaturas_entrevistas where candidatura_id = ${candidatura}`);
});

it('the own data tell of the documents that their owner sent and of what they answered, not of what it came to', async () => {
  const id = await pede();
  const texto = 'Sei operar empilhadeira';
  const enviar = `/api/externo/candidatos/${quem.id}/avaliacoes/${id}`;
  expect((await quem.client('POST', enviar, envio([NOTA, { perguntaId: 2, comentario: texto }]))).status).toBe(200);
  const { payload, headers } = upload('carta.pdf', '%PDF-1.4 Carta.');
  const { origin: _, ...resto } = headers;
  const base = `/api/externo/candidatos/${quem.id}/documentos-anexos`;
  const anexo = (await quem.client('POST', `${base}/arquivos`, payload, resto)).body as { id: number };
  await done(quem.client, 'POST', base, {
    descricao: 'Carta de recomendação',
    data: '2026-03-09',
    observacao: 'Da última chefia',
    anexo: { id: anexo.id },
  });
  const dados = await done<Record<string, unknown>>(quem.client, 'GET', `/api/externo/candidatos/${quem.id}/meus-dados`);
  expect(dados).toMatchObject({
    documentos: [
      { descricao: 'Carta de recomendação', data: '2026-03-09', observacao: 'Da última chefia', anexo: { nome: 'carta.pdf' } },
    ],
    avaliacoes: [
      {
        titulo: 'Conferência',
        respostas: [
          { pergunta: 'De 0 a 10?', resposta: '8 de 10' },
          { pergunta: 'O que mais?', resposta: texto },
        ],
      },
    ],
  });
  expect(JSON.stringify(dados.avaliacoes)).not.toContain('80');
  const palavras = await palavrasDo((await quem.client('GET', `/api/externo/candidatos/${quem.id}/meus-dados/pdf`)).body);
  for (const dito of ['Carta de recomendação', '09/03/2026', 'carta.pdf', 'Da última chefia', 'De 0 a 10?', texto])
    expect(palavras, dito).toContain(dito);
  await app.db.query(sql`delete from avaliacoes_candidatos where id = ${id}`);
});

it('the own data are told whole, however long together, one file of an account at a time; the PDF says what is in the other', async () => {
  const id = await pede();
  expect((await quem.client('POST', `/api/externo/candidatos/${quem.id}/avaliacoes/${id}`, envio([NOTA]))).status).toBe(200);
  const longo = 'Palavras. '.repeat(500_000);
  await app.db.query(sql`
    insert into respostas_escritas (id, rodada_id, resposta_id, pergunta_id, texto) select id_aleatorio(), r.id, d.id, 2, ${longo} from respostas_dadas d join rodadas r on r.id = d.rodada_id where r.dono_id = ${id} and r.dono = 'captacao/avaliacoes'`);
  await app.db.query(sql`
    insert into candidaturas_emails (empresa_id, candidatura_id, tipo, assunto, texto)
    select ${app.empresas[0]}, ${candidatura}, 'x', 'Carta ' || n, repeat('Olá! ', 4000) from generate_series(1, 250) n`);
  const url = `/api/externo/candidatos/${quem.id}/meus-dados`;
  interface Levados {
    mensagens: { assunto: string }[];
    avaliacoes: { respostas: { resposta: string }[] }[];
    consentimentos: object[];
  }
  const ambos = await Promise.all([quem.client('GET', url), quem.client('GET', url)]);
  for (const { status, body } of ambos) {
    expect(status).toBe(200);
    const { mensagens, avaliacoes, consentimentos } = body as Levados;
    expect(mensagens.map(({ assunto }) => assunto).filter((assunto) => assunto.startsWith('Carta '))).toEqual(
      Array.from({ length: 250 }, (_, n) => `Carta ${n + 1}`),
    );
    expect(avaliacoes.map(({ respostas }) => respostas.map(({ resposta }) => resposta))).toContainEqual([
      '8 de 10',
      longo.trim(),
    ]);
    expect(Array.isArray(consentimentos)).toBe(true);
  }
  expect((await quem.client('GET', `${url}/pdf`)).status).toBe(200);
  expect(JSON.stringify(noPapel([], true))).toContain('O que não coube aqui');
  await app.db.query(sql`delete from candidaturas_emails where candidatura_id = ${candidatura}`);
  await app.db.query(sql`delete from avaliacoes_candidatos where id = ${id}`);
});
