import { PassThrough } from 'node:stream';
import sql, { raw, type Sql } from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ExternalActing } from '#kit/acting/acting.server.ts';
import { cpf as CPF } from '#kit/br/cpf.ts';
import { addDays, today } from '#kit/br/date.ts';
import type { Job, JobHandler } from '#kit/jobs/jobs.server.ts';
import type { Reading } from '#kit/report/report.server.ts';
import { curriculoDocumento } from '#modules/captacao/curriculo/curriculo.server.ts';
import { comecoDe, dadosDe } from '#modules/captacao/portal/meus-dados.server.ts';
import { emSecoes } from '#modules/captacao/portal/meus-dados-no-papel.server.ts';
import { noPapel } from '#modules/captacao/portal/no-papel.server.ts';
import { tarefasDoPortal } from '#modules/captacao/portal/portal.server.ts';
import { solve } from '#platform/externo/digest.ts';
import { actingOf } from '#platform/session/session.server.ts';
import { DEMO_LOGINS } from './demo-users.server.ts';
import { multipart, until } from './server-process.server.ts';
import { type Answer, type Client, done, faultsOf, type Row, send, type TestApp } from './test-app.server.ts';
import { anotherCandidate } from './test-candidate.server.ts';
import { CANDIDATOS, openRecruitment, type TestRecruitment } from './test-recruitment.server.ts';

// Attacks on recruitment and the candidates' portal that a reviewer once succeeded with.

const SENHA = 'Jangada-Azul-47';

let app: TestApp;
let admin: Client;
let empresaId = 0;
let cargo = 0;
let inclui: TestRecruitment['inclui'];
let forgets: TestRecruitment['forgets'];
let next = 40_000;

beforeAll(async () => {
  ({ app, admin, empresaId, cargo, inclui, forgets } = await openRecruitment());
});
afterAll(() => app.close());
beforeEach(() => forgets());

/** A browser at the portal, which keeps its cookies, at an address of its own. */
function navegador(remoteAddress = `198.51.100.${++next % 250}`) {
  const cookies = new Map<string, string>();
  return async (method: 'GET' | 'POST' | 'PUT', url: string, payload?: object, mais: object = {}): Promise<Answer> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await send(app.app, {
      method,
      url,
      remoteAddress,
      ...(payload ? { payload } : {}),
      headers: { ...(cookie ? { cookie } : {}), ...mais },
    });
    for (const set of [answer.headers['set-cookie'] ?? []].flat() as string[]) {
      const [name = '', value = ''] = set.split(';')[0]?.split('=') ?? [];
      cookies.set(name, value);
    }
    return answer;
  };
}
type Navegador = ReturnType<typeof navegador>;

let known: string | undefined;
async function solved(): Promise<string> {
  if (known === undefined) {
    const { desafio, bits } = (await navegador()('GET', '/api/externo/desafio')).body as { desafio: string; bits: number };
    known = solve(desafio, bits);
    return known;
  }
  await app.db.query(
    sql`insert into desafios_externos (chave, expira_em) values (${known.split(':')[0]}, now() + interval '1 minute') on conflict do nothing`,
  );
  return known;
}

interface Candidato {
  id: number;
  cpf: string;
  email: string;
  at: Navegador;
}
async function cadastra(mais: object = {}, at = navegador()): Promise<Candidato> {
  const quem = { cpf: CPF.sample(++next), nome: 'Iracema Sobral', email: `pessoa${next}@exemplo.com.br`, ...mais };
  const answer = await at('POST', `/api/externo/candidatos?empresaId=${empresaId}`, {
    senha: SENHA,
    confirmaSenha: SENHA,
    aceitoPoliticaSeguranca: true,
    recaptcha: await solved(),
    ...quem,
  });
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200 });
  return { ...quem, id: (answer.body as Row).id, at };
}
async function completa({ id, at }: Candidato, mais: object = {}): Promise<number> {
  const answer = await at('PUT', `/api/externo/candidatos/${id}/completo`, {
    nome: 'Iracema Sobral',
    sexo: 'I',
    cargos: [{ id: cargo }],
    primeiroEmprego: true,
    ...mais,
  });
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200 });
  const row = await app.db.only<{ id: number }>(sql`select candidato_id as id from candidatos_contas where conta_id = ${id}`);
  return row.id;
}

describe('the password of a candidate', () => {
  it('is not guessed by whoever opens an account with the same CPF', async () => {
    const vitima = await cadastra({ senha: 'Serra-Branca-91', confirmaSenha: 'Serra-Branca-91' });
    const { at } = await cadastra({ cpf: vitima.cpf });
    const tenta = async (senha: string) => (await at('POST', '/api/externo/login', { cpf: vitima.cpf, senha, empresaId })).status;
    expect(await tenta(SENHA)).toBe(200);
    const answers: number[] = [];
    for (let n = 0; n < 4; n++) {
      for (let guess = 0; guess < 2; guess++) answers.push(await tenta(`Palpite-${n}-${guess}`));
      expect(await tenta(SENHA)).toBe(200);
    }
    expect(answers).toEqual([401, 401, 401, 401, 401, 429, 429, 429]);
    expect(await tenta('Serra-Branca-91')).toBe(429);
    // The holder is not shut out by it.
    expect((await vitima.at('POST', '/api/externo/login', { cpf: vitima.cpf, senha: 'Serra-Branca-91', empresaId })).status).toBe(
      200,
    );
  });
});

const GESTORA = DEMO_LOGINS[2].cpf.replace(/\D/g, '');
const ADMIN = DEMO_LOGINS[0].cpf.replace(/\D/g, '');
let gestora: Client;
const daGestora = () => app.loginWithout(2, (um) => ['ROLE_VER_TODAS_AREAS', 'ROLE_VER_TODAS_SOLICITACOES'].includes(um));

/** A request that the manager made herself, or one that HR keeps from her. */
const vaga = async (descricao: string, invisivel = false) =>
  (
    await app.db.only<{ id: number }>(sql`
      insert into solicitacoes_pessoal (empresa_id, descricao, data, quantidade, horario_comercial, vinculo, sexo, situacao, status, qtd_vagas_preenchidas,
        invisivel_para_gestor, solicitante_id)
      values (${empresaId}, ${descricao}, '2026-01-05', 2, 'Das 8h às 17h', 'E', 'I', 'A', 'A', 0, ${invisivel}, (select id from usuarios where cpf = ${GESTORA}))
      returning id`)
  ).id;
const vincula = (quem: Client, solicitacao: number, ...candidatosIds: number[]) =>
  quem('POST', `/api/captacao/solicitacoes-pessoal/candidato/${solicitacao}`, { candidatosIds, confirma: true });
const candidatura = async (candidato: number, solicitacao: number) =>
  (
    await app.db.only<{ id: number }>(
      sql`select id from candidaturas where candidato_id = ${candidato} and solicitacao_id = ${solicitacao}`,
    )
  ).id;

describe('whoever edits what they may not open', () => {
  it('names nobody, and reads no CV', async () => {
    const solicitacao = await vaga('Vaga de quem só edita');
    const { id } = await inclui({ nome: 'Nereida Oculta', pretencaoSalarial: 3_200 });
    await done(admin, 'POST', `/api/captacao/solicitacoes-pessoal/candidato/${solicitacao}`, { candidatosIds: [id] });
    const ids = [await candidatura(id, solicitacao)];
    const { body, headers } = multipart('cv.txt', Buffer.from('Nereida Oculta\nnereida@exemplo.com.br'));
    const { id: cv } = (await admin('POST', '/api/arquivos', body, headers)).body as Row;
    await app.db.query(
      sql`insert into candidatos_candidato_curriculos (registro_id, ordem, curriculo_id) values (${id}, 0, ${cv})`,
    );
    await app.db.query(sql`update arquivos set uso = 'envio' where id = ${cv}`);

    const soEdita = await app.loginWithout(1, (um) => ['ROLE_CAD_CANDIDATURA', 'ROLE_CAD_CANDIDATO'].includes(um));
    for (const [url, corpo] of [
      [`/api/captacao/solicitacoes-pessoal/candidato/${solicitacao}`, { candidatosIds: [id] }],
      [`${CANDIDATOS}/${id}/solicitacoes`, { solicitacoesIds: [solicitacao] }],
      ['/api/captacao/candidaturas/recusar/previa', { ids }],
      [`/api/captacao/selecao/${solicitacao}/emails/previa`, { ids, assunto: 'Oi', texto: 'Olá' }],
      [`/api/captacao/selecao/${solicitacao}/mover`, { ids, etapaId: null }],
    ] as const)
      expect((await soEdita('POST', url, corpo)).status, url).toBe(403);
    expect((await soEdita('POST', `/api/captacao/curriculos/${cv}/ler`, {})).status).toBe(403);
    expect((await admin('POST', `/api/captacao/curriculos/${cv}/ler`, {})).status).toBe(200);

    const compara = async (quem: Client) =>
      (await done<{ finalistas: object[] }>(quem, 'GET', `/api/captacao/selecao/${solicitacao}/comparacao?ids=${ids[0]}`))
        .finalistas;
    expect(await compara(admin)).toMatchObject([{ pretencaoSalarial: 3_200 }]);
    const daSelecao = await app.loginWithout(1, (um) => um === 'ROLE_CAD_CANDIDATO');
    expect(await compara(daSelecao)).toMatchObject([{ candidato: { nome: 'Nereida Oculta' }, pretencaoSalarial: null }]);
  });

  it('is told by the log of no opinion before giving theirs', async () => {
    const solicitacao = await vaga('Vaga com pareceres');
    const { id } = await inclui();
    await vincula(admin, solicitacao, id);
    const { id: parecer } = await done(admin, 'POST', '/api/captacao/pareceres', {
      candidatura: await candidatura(id, solicitacao),
      recomendacao: 'N',
    });
    const linha = await app.db.only<{ id: number }>(
      sql`select id from auditoria where tabela = 'candidaturas_pareceres' and registro_id = ${parecer}`,
    );
    const dito = async (quem: Client) => JSON.stringify((await quem('GET', `/api/utilitario/log/${linha.id}/alteracoes`)).body);
    expect(await dito(admin)).toContain('Não recomendo');
    const outro = await app.loginWithout(3, () => false);
    expect(await dito(outro)).not.toContain('Não recomendo');
    const { id: semPareceres } = await app.db.only<{ id: number }>(
      sql`insert into perfis (nome, ativo, autoridades) values ('Só o log', true, '{ROLE_CAD_LOG}') returning id`,
    );
    await done(outro, 'POST', `/api/utilitario/perfis/${semPareceres}/ver-como`, {});
    expect(await dito(outro)).not.toContain('Não recomendo');
    await done(outro, 'DELETE', '/api/userinfo/ver-como');
    const { versao } = await done<Row & { versao: number }>(admin, 'GET', `/api/captacao/pareceres/${parecer}`);
    await done(admin, 'DELETE', `/api/captacao/pareceres/${parecer}?versao=${versao}`);
    expect(await dito(outro)).not.toContain('Não recomendo');
    expect(await dito(admin)).toContain('Não recomendo');
  });

  it('is told no title of news that are for others', async () => {
    await app.db.query(sql`
      insert into noticias (empresa_id, titulo, texto, criticidade, publico, inicio) values (${empresaId}, 'Só da diretoria', '<p>x</p>', '1', 'P', '2099-01-01')`);
    const qualquer = await app.loginWithout(3, (um) => um.startsWith('ROLE_CAD_NOTICIA'));
    expect((await qualquer('GET', '/api/utilitario/noticias/opcoes')).status).toBe(403);
  });
});

describe('whoever sees some areas', () => {
  it('takes nobody into their selection whom they do not see, and is told no name', async () => {
    gestora = await daGestora();
    const minha = await vaga('Vaga da gestora');
    const oculto = await inclui({ nome: 'Ofélia Escondida' });
    const bloqueada = await inclui({ nome: 'Norma Escondida' });
    await app.db.query(sql`update candidatos set bloqueado = true, motivo_bloqueio = 'x' where id = ${bloqueada.id}`);
    const answer = await vincula(gestora, minha, oculto.id, bloqueada.id, 99_999_999);
    const [um, dois, nenhum] = (answer.body as { falhas: { id: number }[] }).falhas;
    expect(answer.body).toMatchObject({ feitos: 0 });
    expect([um, dois]).toEqual([
      { ...nenhum, id: oculto.id },
      { ...nenhum, id: bloqueada.id },
    ]);
    expect((await gestora('GET', `${CANDIDATOS}/${oculto.id}`)).status).toBe(404);
  });

  it('is told of no selection that is kept from them, on paper or in a refusal', async () => {
    const [minha, oculta] = [await vaga('Vaga da gestora'), await vaga('Vaga sigilosa', true)];
    const { id } = await inclui();
    await vincula(admin, minha, id);
    await vincula(admin, oculta, id);
    expect(await done(admin, 'GET', `${CANDIDATOS}/${id}/informacao`)).toMatchObject({ candidaturas: 2 });
    expect(await done(gestora, 'GET', `${CANDIDATOS}/${id}/informacao`)).toMatchObject({ candidaturas: 1 });
    // The last evening of June here is July in Greenwich.
    await app.db.query(sql`update candidaturas set inscrita_em = '2026-06-30 22:30-03' where candidato_id = ${id}`);
    const reading = { db: app.db, store: app.services.store } as unknown as Reading;
    const impresso = async (cpf: string) => {
      const { id: quem, nome } = await app.db.only<{ id: number; nome: string }>(
        sql`select id, nome from usuarios where cpf = ${cpf}`,
      );
      const acting = actingOf({ id: quem, nome }, await app.sessions.accessOf(quem, empresaId, -1), 'teste');
      const opcoes = { candidatosIds: [id], exibirSolicitacaoPessoal: true, exibirHistorico: true };
      return JSON.stringify(await curriculoDocumento.data(reading, opcoes, acting));
    };
    expect(await impresso(DEMO_LOGINS[0].cpf.replace(/\D/g, ''))).toContain('Vaga sigilosa');
    expect(await impresso(GESTORA)).not.toContain('Vaga sigilosa');
    expect(await impresso(GESTORA)).toContain('"Vaga da gestora","30/06/2026"');
    const pendencias = await done<object>(gestora, 'POST', `${CANDIDATOS}/verificar-pendencias-em-lote`, { candidatosIds: [id] });
    expect(JSON.stringify(pendencias)).toContain('Está ou esteve em seleção que você não vê.');
    expect(JSON.stringify(pendencias)).not.toContain('sigilosa');
    // Nor how many there were.
    const antiga = await vaga('Antiga e sigilosa', true);
    await vincula(admin, antiga, id);
    await app.db.query(
      sql`update candidaturas set situacao = 'N', encerrada_em = now() where candidato_id = ${id} and solicitacao_id = ${antiga}`,
    );
    expect(await done<object>(gestora, 'POST', `${CANDIDATOS}/verificar-pendencias-em-lote`, { candidatosIds: [id] })).toEqual(
      pendencias,
    );
    const outra = await inclui();
    await vincula(admin, oculta, outra.id);
    await vincula(admin, await vaga('Outra da gestora'), outra.id);
    const recusa = await gestora('POST', `${CANDIDATOS}/${id}/unificar`, { outro: outra.id });
    expect(recusa).toMatchObject({ status: 409, body: { code: 'MESMA_SELECAO' } });
    expect(JSON.stringify(recusa.body)).not.toContain('sigilosa');
  });

  it('erases nobody who stands in a selection that is kept from them', async () => {
    const oculta = await vaga('Sigilosa e em andamento', true);
    const { id, nome } = await done<Row & { nome: string }>(admin, 'GET', `${CANDIDATOS}/${(await inclui()).id}`);
    await vincula(admin, await vaga('À vista da gestora'), id);
    await vincula(admin, oculta, id);
    const apaga = () => gestora('POST', `${CANDIDATOS}/${id}/apagar`, { nome });
    const recusa = await apaga();
    expect(recusa).toMatchObject({ status: 409, body: { code: 'EM_SELECAO_ALHEIA' } });
    expect(JSON.stringify(recusa.body)).not.toContain('Sigilosa');
    await app.db.query(
      sql`update candidaturas set situacao = 'N', encerrada_em = now() where candidato_id = ${id} and solicitacao_id = ${oculta}`,
    );
    expect(await apaga()).toMatchObject({ status: 204 });
  });

  it('unites nobody who stands in one with the record of an account, which would show it and let it erase', async () => {
    const oculta = await vaga('Sigilosa, de outro cadastro', true);
    const { id } = await inclui();
    await vincula(admin, await vaga('À vista, de outro cadastro'), id);
    await vincula(admin, oculta, id);
    const conta = await anotherCandidate(app, 71_900);
    await done(conta.client, 'PUT', `/api/externo/candidatos/${conta.id}/completo`, {
      nome: 'De Quem Gere',
      sexo: 'I',
      cargos: [{ id: cargo }],
      primeiroEmprego: true,
    });
    const meu = await app.db.only<{ id: number }>(
      sql`select candidato_id as id from candidatos_contas where conta_id = ${conta.id}`,
    );
    await vincula(admin, await vaga('À vista, da conta'), meu.id);
    for (const [fica, outro] of [
      [meu.id, id],
      [id, meu.id],
    ] as const)
      expect(await gestora('POST', `${CANDIDATOS}/${fica}/unificar`, { outro, confirma: true })).toMatchObject({
        status: 409,
        body: { code: 'EM_SELECAO_ALHEIA' },
      });
    // The portal lists what is over, too.
    await app.db.query(
      sql`update candidaturas set situacao = 'N', encerrada_em = now() where candidato_id = ${id} and solicitacao_id = ${oculta}`,
    );
    expect((await gestora('POST', `${CANDIDATOS}/${meu.id}/unificar`, { outro: id, confirma: true })).status).toBe(409);
    const outro = await inclui();
    await vincula(admin, await vaga('À vista, de mais um'), outro.id);
    expect((await gestora('POST', `${CANDIDATOS}/${outro.id}/unificar`, { outro: id })).status).toBe(200);
  });

  it('is not asked about a selection that is kept from them, whoever applied to it', async () => {
    const [minha, inscrita, outra] = [
      await vaga('Da gestora'),
      await vaga('Sigilosa, inscrita', true),
      await vaga('Sigilosa, outra', true),
    ];
    const { id, client } = await anotherCandidate(app, 71_001);
    await done(client, 'PUT', `/api/externo/candidatos/${id}/completo`, {
      nome: 'Sem Autorização',
      sexo: 'I',
      cargos: [{ id: cargo }],
      primeiroEmprego: true,
    });
    const { candidato } = await app.db.only<{ candidato: number }>(
      sql`select candidato_id as candidato from candidatos_contas where conta_id = ${id}`,
    );
    await vincula(admin, minha, candidato);
    await vincula(admin, inscrita, candidato);
    await app.db.query(sql`update candidaturas set origem = 'P' where candidato_id = ${candidato}`);
    const tenta = async (solicitacao: number) => {
      const { status, body } = await gestora('POST', `${CANDIDATOS}/${candidato}/solicitacoes`, {
        solicitacoesIds: [solicitacao],
      });
      return [status, JSON.stringify(body).replaceAll(String(solicitacao), 'N')];
    };
    expect(await tenta(inscrita)).toEqual(await tenta(outra));
    expect(await tenta(await vaga('Outra da gestora'))).toMatchObject([409, expect.stringContaining('outras vagas')]);
  });
});

describe('the comparison of finalists', () => {
  it('tells no criterion of an opinion about somebody else, least of all of another company', async () => {
    const minha = await vaga('Comparada');
    const { id } = await inclui();
    await vincula(admin, minha, id);
    const daqui = await candidatura(id, minha);
    const [, fora = 0] = app.empresas;
    await app.db.query(sql`
      with s as (insert into solicitacoes_pessoal (empresa_id, descricao, data, quantidade, horario_comercial, vinculo, sexo, situacao, status, qtd_vagas_preenchidas)
          values (${fora}, 'De fora', '2026-01-05', 1, 'x', 'E', 'I', 'A', 'A', 0) returning id),
        p as (insert into candidatos (empresa_id, nome, sexo) values (${fora}, 'Outra Pessoa', 'I') returning id)
      insert into candidaturas (empresa_id, solicitacao_id, candidato_id, resumo, origem, situacao, inscrita_em, etapa_desde)
        select ${fora}, s.id, p.id, 'Outra Pessoa', 'R', 'N', now(), now() from s, p`);
    const outra = await app.db.only<{ id: number }>(sql`select id from candidaturas where empresa_id = ${fora}`);
    await app.db.query(sql`
      with x as (insert into candidaturas_pareceres (empresa_id, candidatura_id, avaliador_id, data, recomendacao, resumo)
          select ${fora}, ${outra.id}, id, '2026-01-06', 'S', 'Outra Pessoa' from usuarios limit 1 returning id)
      insert into candidaturas_pareceres_criterios (registro_id, ordem, nome, peso, nota) select id, 0, 'Critério de fora', 1, 5 from x`);
    const lado = await done<object>(admin, 'GET', `/api/captacao/selecao/${minha}/comparacao?ids=${daqui},${outra.id}`);
    expect(lado).toMatchObject({ criterios: [], finalistas: [{ id: daqui }] });
  });
});

describe('two registrations of one person', () => {
  it('become one, each with an account at the portal', async () => {
    const uma = await cadastra();
    const outra = await cadastra({ cpf: uma.cpf });
    const [fica, vai] = [await completa(uma), await completa(outra)];
    const { id } = await done(admin, 'POST', `${CANDIDATOS}/${fica}/unificar`, { outro: vai, confirma: true });
    expect((await uma.at('GET', `/api/externo/candidatos/${uma.id}/completo`)).body).toMatchObject({
      candidato: { nome: 'Iracema Sobral' },
    });
    expect((await outra.at('GET', `/api/externo/candidatos/${outra.id}/completo`)).body).toMatchObject({ candidato: null });
    await done(admin, 'POST', `${CANDIDATOS}/unificacoes/${id}/desfazer`);
    expect((await outra.at('GET', `/api/externo/candidatos/${outra.id}/completo`)).body).toMatchObject({ uniao: null });
    expect((await outra.at('GET', `/api/externo/candidatos/${outra.id}/completo`)).body).toMatchObject({
      candidato: { nome: 'Iracema Sobral' },
    });
  });
});

describe('the own data', () => {
  const impressos = async ({ id }: Candidato) => {
    const pessoa = { id } as ExternalActing['pessoa'];
    const acting = {
      kind: 'externo',
      externo: `candidatos:${id}`,
      pessoa,
      empresaId,
      today: '2026-01-05',
    } as unknown as ExternalActing;
    return JSON.stringify(
      emSecoes((await comecoDe(await dadosDe({ db: app.db, store: app.services.store }, acting, id))).dados, {}),
    );
  };
  const levados = async ({ id, at }: Candidato) =>
    (await at('GET', `/api/externo/candidatos/${id}/meus-dados`)).body as Record<string, unknown>;
  const completo = async ({ id, at }: Candidato) =>
    (await at('GET', `/api/externo/candidatos/${id}/completo`)).body as Record<string, unknown>;

  it('of two registrations that became one say which account reads them, and what the other one said', async () => {
    const uma = await cadastra({ email: 'quem.fica@exemplo.com.br' });
    const outra = await cadastra({ cpf: uma.cpf, email: 'velha.conta@exemplo.com.br' });
    const [fica, vai] = [await completa(uma, { observacao: 'Manhã' }), await completa(outra, { observacao: 'Só de noite' })];
    await app.db.query(sql`update candidatos set observacao_rh = 'Fraco demais' where id = ${vai}`);
    for (const uma_ of [uma, outra]) expect(await completo(uma_)).toMatchObject({ uniao: null });
    await done(admin, 'POST', `${CANDIDATOS}/${fica}/unificar`, { outro: vai, confirma: true });
    const foi = 'da conta com o e-mail q•••@exemplo.com.br; entre por ela para vê-lo. “Apagar os meus dados” apaga também';
    for (const dito of [await levados(outra), await completo(outra)])
      expect(dito).toMatchObject({ uniao: expect.stringContaining(foi) });
    expect(await impressos(outra)).toContain(foi);
    const ficou = 'cadastro seu, da conta com o e-mail v•••@exemplo.com.br. “Apagar os meus dados” apaga também essa conta.';
    expect(await completo(uma)).toMatchObject({ uniao: expect.stringContaining(ficou) });
    const dados = await levados(uma);
    expect(dados).toMatchObject({
      uniao: expect.stringContaining(ficou),
      cadastro: { Observação: 'Manhã' },
      antesDaUniao: [{ cadastro: { Observação: 'Só de noite', 'E-mail': outra.email } }],
    });
    const papel = await impressos(uma);
    expect(papel).toContain('Só de noite');
    expect(JSON.stringify(dados) + papel).not.toContain('Fraco');
    // A third registration is its own, and the one that went is still told.
    await completa(outra, { observacao: 'De novo' });
    expect(await levados(outra)).toMatchObject({ cadastro: { Observação: 'De novo' }, uniao: expect.stringContaining(foi) });
  });

  it('say what HR keeps for itself, and whom to ask for it, whatever there is', async () => {
    const quem = await cadastra();
    const frase = /Não estão aqui as anotações, os pareceres.*os exames.*os documentos e os bloqueios.*Peça-os a ela\./;
    for (const dito of [await levados(quem), await completo(quem)])
      expect(dito).toMatchObject({ oQueNaoEsta: expect.stringMatching(frase) });
    expect(await impressos(quem)).toMatch(frase);
    await app.db.query(sql`update empresas set resposta_email = 'rh@aurora.exemplo' where id = ${empresaId}`);
    expect(await completo(quem)).toMatchObject({
      oQueNaoEsta: expect.stringMatching(/Peça-os a ela, pelo e-mail rh@aurora\.exemplo\.$/),
    });
    await app.db.query(sql`update empresas set resposta_email = null where id = ${empresaId}`);
  });
});

describe('the notice of a company that wrote none', () => {
  it('promises to erase after months only if the company does, the same before a login and after it', async () => {
    const quem = await cadastra();
    const termoCom = async (meses: number) => {
      await app.db.query(sql`update empresas set tempo_exclusao_candidato = ${meses} where id = ${empresaId}`);
      await app.db.query(sql`update versao_acessos set versao = versao + 1`);
      const antes = (await navegador()('GET', `/api/externo/empresas/${empresaId}/configuracao`)).body as {
        termo: { texto: string; versao: string };
      };
      const depois = (await quem.at('GET', `/api/externo/candidatos/${quem.id}/completo`)).body as { termo: object };
      expect(depois.termo).toMatchObject({ versao: antes.termo.versao });
      return antes.termo;
    };
    const nunca = await termoCom(0);
    expect(nunca.texto).toContain('e são apagados quando você pedir.');
    const [um, vinte] = [await termoCom(1), await termoCom(24)];
    expect(um.texto).toContain('ou, em regra, 1 mês depois da última mudança no seu cadastro ou nas suas candidaturas.');
    expect(vinte.texto).toContain('ou, em regra, 24 meses depois');
    expect(new Set([nunca, um, vinte].map(({ versao }) => versao)).size).toBe(3);
    await termoCom(0);
  });
});

describe('erasure that a candidate asks for', () => {
  const apaga = ({ at, id }: Candidato) => at('POST', `/api/externo/candidatos/${id}/apagar-meus-dados`, { confirmo: true });

  it('takes no mail, and no word of a mail or message, that is about others', async () => {
    await app.db.query(sql`
      insert into emails (para, assunto, texto, empresa_id) values ('diretora@aurora.exemplo', 'Nova senha', 'Abra o endereço da sua conta.', null),
        ('rh@aurora.exemplo', 'Mariana Lima', 'Sobre a documentação', ${empresaId})`);
    await app.db.query(sql`
      insert into mensagens (empresa_id, tipo, remetente, assunto, texto) values (${empresaId}, 'x/y', 'Sistema', 'Mariana Lima', 'a documentação')`);
    const antes = await app.db.query(sql`select para, assunto, texto from emails order by id`);
    const malicioso = await cadastra({ nome: 'a d', email: 'diretora@aurora.exemplo' });
    await completa(malicioso, { nome: 'a d', nomeSocial: 'ana li' });
    expect((await apaga(malicioso)).status).toBe(200);
    expect(await app.db.query(sql`select para, assunto, texto from emails order by id`)).toEqual(antes);
    expect(await app.db.only(sql`select assunto, texto from mensagens where tipo = 'x/y'`)).toEqual({
      assunto: 'Mariana Lima',
      texto: 'a documentação',
    });
  });

  it('leaves no former name or address behind, with a record and without', async () => {
    const onde = async (palavra: string) => {
      const tabelas = await app.db.owner.query<{ nome: string }>(
        sql`select relname as nome from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
      );
      const achadas: string[] = [];
      for (const { nome } of tabelas)
        if (
          await app.db.owner.one(sql`select 1 from ${raw(`"${nome}"`)} t where to_jsonb(t)::text ilike ${`%${palavra}%`} limit 1`)
        )
          achadas.push(nome);
      return achadas;
    };
    const link = async ({ cpf }: Candidato) => {
      await navegador()('PUT', '/api/externo/candidatos/link-de-acesso', { cpf, empresaId });
      await app.work();
    };
    const quem = await cadastra({ nome: 'Quirina Zabelê', email: 'quirina.velha@exemplo.com.br' });
    const candidato = await completa(quem, { nome: 'Quirina Zabelê' });
    await link(quem);
    const solicitacao = await vaga('Para quem se apaga');
    await vincula(admin, solicitacao, candidato);
    const { id: gestoraId } = await app.db.only<{ id: number }>(sql`select id from usuarios where cpf = ${GESTORA}`);
    await app.db.query(sql`update usuarios set email = 'gestora@exemplo.com.br' where id = ${gestoraId}`);
    await done(admin, 'POST', '/api/captacao/entrevistas', {
      candidatura: await candidatura(candidato, solicitacao),
      data: addDays(today(), 5),
      hora: '10:00',
      duracao: 60,
      local: 'Sala 1',
      avisarCandidato: true,
      situacao: 'M',
      entrevistadores: [gestoraId],
    });
    const muda = { nome: 'Outra Pessoa', email: 'outro@exemplo.com.br', senha: SENHA };
    expect((await quem.at('PUT', `/api/externo/candidatos/${quem.id}`, muda)).status).toBe(200);
    await completa(quem, { nome: 'Outra Pessoa' });
    expect(await onde('Quirina')).toEqual(expect.arrayContaining(['auditoria', 'emails', 'mensagens']));
    expect((await apaga(quem)).status).toBe(200);
    await app.work();
    expect(await onde('Quirina')).toEqual([]);

    const semCadastro = await cadastra({ nome: 'Quirina Zabelê' });
    await link(semCadastro);
    expect(await onde('Quirina')).toEqual(expect.arrayContaining(['auditoria', 'emails']));
    expect((await apaga(semCadastro)).status).toBe(200);
    await app.work();
    expect(await onde('Quirina')).toEqual([]);
  });
});

describe('mails that strangers have the company write', () => {
  const pede = (cpf: string) => navegador()('PUT', '/api/externo/candidatos/link-de-acesso', { cpf, empresaId });
  const cartas = async (quais: Sql) => (await app.db.query(sql`select from emails where ${quais}`)).length;

  it('hold no address that they typed as a name', async () => {
    const [anuncio] = await app.db.query<{ id: number }>(sql`
      insert into anuncios_vagas (empresa_id, titulo, solicitacao_id, descricao, exibir_modulo_externo)
      values (${empresaId}, 'Auxiliar', ${await vaga('Anunciada')}, '<p>Oi</p>', true) returning id`);
    const url = `/api/externo/anuncios/${anuncio?.id}/enviar-amigo?empresaId=${empresaId}`;
    const envio = { nome: 'Ana', email: 'ana@exemplo.com.br', nomeAmigo: 'Zé', emailAmigo: 'ze@exemplo.com.br' };
    const envia = async (mais: object) => navegador()('POST', url, { ...envio, recaptcha: await solved(), ...mais });
    for (const nome of ['Abra http://mal.exemplo', 'www.mal.exemplo', 'mal.com', 'a@mal.exemplo'])
      for (const campo of ['nome', 'nomeAmigo']) expect((await envia({ [campo]: nome })).status, `${campo} ${nome}`).toBe(400);
    // Who solves nothing counts for nobody, and one mailbox has many spellings.
    for (let n = 0; n < 3; n++) expect((await envia({ recaptcha: 'x:1' })).status).toBe(400);
    const answers = [];
    for (const emailAmigo of ['ze@exemplo.com.br', 'ZE+1@exemplo.com.br', 'ze+2@exemplo.com.br'])
      answers.push((await envia({ emailAmigo })).status);
    expect(answers).toEqual([204, 204, 429]);
    const quem = await cadastra({ nome: 'D. Maria J.Silva' });
    const salva = { nome: 'Ganhe em mal.com', nomeSocial: 'x://y', sexo: 'I', cargos: [{ id: cargo }], primeiroEmprego: true };
    expect(faultsOf(await quem.at('PUT', `/api/externo/candidatos/${quem.id}/completo`, salva))).toEqual([
      'nome: Nome não pode ter endereços',
      'nomeSocial: Nome social não pode ter endereços',
    ]);
  });

  it('come to one mailbox five times in fifteen minutes, whatever accounts have its address', async () => {
    for (let n = 0; n < 7; n++) {
      await pede((await cadastra({ email: `vitima+${n}@exemplo.com.br` })).cpf);
    }
    await app.work();
    expect(await cartas(sql`para like 'vitima+%'`)).toBe(5);
  });

  it('leave room for those of the mailbox’s owner: of a user, and of a candidate who has entered by one once', async () => {
    const usuario = DEMO_LOGINS[1];
    const { email } = await app.db.only<{ email: string }>(
      sql`select email from usuarios where cpf = ${usuario.cpf.replace(/\D/g, '')}`,
    );
    const dona = await cadastra({ email: 'dona@exemplo.com.br' });
    await pede(dona.cpf);
    await app.work();
    const { texto } = await app.db.only<{ texto: string }>(
      sql`select texto from emails where para = ${dona.email} order by id desc`,
    );
    const token = /token=([\w-]+)/.exec(texto)?.[1];
    expect((await navegador()('POST', '/api/externo/entrar', { token })).status).toBe(200);
    await forgets();
    for (const caixa of [email, dona.email]) {
      const { cpf } = await cadastra({ email: caixa });
      for (let n = 0; n < 5; n++) await pede(cpf);
    }
    await app.work();
    const antes = await Promise.all([email, dona.email].map((caixa) => cartas(sql`para = ${caixa}`)));
    expect((await navegador()('POST', '/api/login/recuperar', { cpf: usuario.cpf })).status).toBe(202);
    await pede(dona.cpf);
    await app.work();
    const depois = await Promise.all([email, dona.email].map((caixa) => cartas(sql`para = ${caixa}`)));
    expect(depois).toEqual(antes.map((n) => n + 1));
  });

  it('know a mailbox as somebody’s by a link that was used, until they change it', async () => {
    const quem = await cadastra({ email: 'primeira@exemplo.com.br' });
    const provada = async () => {
      const conta = await app.db.only<{ sim: boolean }>(
        sql`select email_provado_em is not null as sim from contas_externas where id = ${quem.id}`,
      );
      return conta.sim;
    };
    await pede(quem.cpf);
    await app.work();
    const { texto } = await app.db.only<{ texto: string }>(
      sql`select texto from emails where para = ${quem.email} order by id desc`,
    );
    const token = /token=([\w-]+)/.exec(texto)?.[1];
    expect(await provada()).toBe(false);
    const { at } = quem;
    expect((await at('POST', '/api/externo/entrar', { token })).status).toBe(200);
    expect(await provada()).toBe(true);
    const dados = { nome: 'Iracema Sobral', senha: SENHA };
    expect((await at('PUT', `/api/externo/candidatos/${quem.id}`, { ...dados, email: quem.email })).status).toBe(200);
    expect(await provada()).toBe(true);
    expect((await at('PUT', `/api/externo/candidatos/${quem.id}`, { ...dados, email: 'alheia@exemplo.com.br' })).status).toBe(
      200,
    );
    expect(await provada()).toBe(false);
  });
});

describe('an account that somebody began with an address that is not theirs', () => {
  /** Enters by a link to the account's mailbox; answers what the browser is told. */
  async function entraPorLink({ cpf, email }: Candidato, at: Navegador): Promise<Answer> {
    await at('PUT', '/api/externo/candidatos/link-de-acesso', { cpf, empresaId });
    await app.work();
    const { texto } = await app.db.only<{ texto: string }>(sql`select texto from emails where para = ${email} order by id desc`);
    return at('POST', '/api/externo/entrar', { token: /token=([\w-]+)/.exec(texto)?.[1] });
  }
  const entraCom = ({ cpf }: Candidato, at: Navegador, senha = SENHA) =>
    at('POST', '/api/externo/login', { cpf, senha, empresaId });
  const reads = async ({ id }: Candidato, at: Navegador) => (await at('GET', `/api/externo/candidatos/${id}/completo`)).status;

  it('is the owner’s of the mailbox alone from their first link on: without the sessions, browsers and password before', async () => {
    const estranho = await cadastra();
    const outro = navegador();
    await entraCom(estranho, outro);
    const dona = navegador();
    expect(await entraPorLink(estranho, dona)).toMatchObject({ status: 200, body: { id: estranho.id, senhaRemovida: true } });
    for (const at of [estranho.at, outro]) {
      expect(await reads(estranho, at)).toBe(401);
      expect((await entraCom(estranho, at)).status).toBe(401);
    }
    expect(await app.db.query(sql`select from dispositivos_externos where conta_id = ${estranho.id}`)).toHaveLength(1);
    expect(await reads(estranho, dona)).toBe(200);
    // What she has done since is hers, in whatever browser.
    const nova = { senha: 'Serra-Branca-91', confSenha: 'Serra-Branca-91' };
    await dona('PUT', '/api/externo/candidatos/recuperar-senha', { cpf: estranho.cpf, empresaId });
    await app.work();
    const { texto } = await app.db.only<{ texto: string }>(
      sql`select texto from emails where para = ${estranho.email} order by id desc`,
    );
    expect((await dona('POST', '/api/externo/redefinir', { token: /token=([\w-]+)/.exec(texto)?.[1], ...nova })).status).toBe(
      204,
    );
    expect(await entraPorLink(estranho, navegador())).toMatchObject({ status: 200, body: { senhaRemovida: false } });
    expect((await entraCom(estranho, navegador(), nova.senha)).status).toBe(200);
  });

  it.each([
    ['is in', () => Promise.resolve()],
    ['was in', (at: Navegador) => at('POST', '/api/externo/userinfo/logout', {})],
  ])('keeps its password where the link is opened in a browser that %s, and other sessions end', async (_, antes) => {
    const quem = await cadastra();
    const outro = navegador();
    await entraCom(quem, outro);
    await antes(quem.at);
    expect(await entraPorLink(quem, quem.at)).toMatchObject({ status: 200, body: { senhaRemovida: false } });
    expect(await reads(quem, outro)).toBe(401);
    expect((await entraCom(quem, navegador())).status).toBe(200);
  });

  it('knows no browser from the time of another address', async () => {
    const quem = await cadastra();
    const outro = navegador();
    await entraCom(quem, outro);
    const email = `alheia${quem.id}@exemplo.com.br`;
    const dados = { nome: 'Iracema Sobral', email, senha: SENHA };
    expect((await quem.at('PUT', `/api/externo/candidatos/${quem.id}`, dados)).status).toBe(200);
    expect(await reads(quem, outro)).toBe(401);
    expect(await entraPorLink({ ...quem, email }, outro)).toMatchObject({ status: 200, body: { senhaRemovida: true } });
    expect(await reads(quem, quem.at)).toBe(401);
  });
});

describe('the room for files', () => {
  it('is never filled by candidates: ten CVs each, and a fifth of it stays for users', async () => {
    const quem = await cadastra();
    await completa(quem);
    const envia = async () => {
      const { body, headers } = multipart('cv.pdf', Buffer.from('%PDF-1.4 oi'));
      const sent = await quem.at('POST', `/api/externo/candidatos/${quem.id}/curriculos/arquivos`, body, headers);
      if (sent.status !== 201) return sent.status;
      const curriculo = { curriculo: (sent.body as Row).id, descricao: null };
      return (await quem.at('POST', `/api/externo/candidatos/${quem.id}/curriculos`, curriculo)).status;
    };
    const answers = [];
    for (let n = 0; n < 11; n++) answers.push(await envia());
    expect(answers).toEqual([...Array<number>(10).fill(204), 400]);
  });

  it('is counted by network while files come, whatever accounts one makes there; another network sends meanwhile', async () => {
    const contas: Candidato[] = [];
    for (let n = 0; n < 3; n++) contas.push(await cadastra({}, navegador('203.0.113.40')));
    const outra = await cadastra({}, navegador('203.0.113.90'));
    const lentos: PassThrough[] = [];
    const inteiro = multipart('cv.pdf', Buffer.concat([Buffer.from('%PDF-1.4 '), Buffer.alloc(9 * 1024 * 1024)]));
    const envia = async ({ id, at }: Candidato) => {
      const lento = new PassThrough();
      lentos.push(lento);
      lento.write(inteiro.body.subarray(0, -10));
      return (await at('POST', `/api/externo/candidatos/${id}/curriculos/arquivos`, lento, inteiro.headers)).status;
    };
    const answers: number[] = [];
    const enviados = contas.flatMap((quem) => Array.from({ length: 3 }, async () => void answers.push(await envia(quem))));
    // Nine of nine MiB are more than the 64 of a network.
    await expect.poll(() => answers.includes(429), { timeout: 60_000 }).toBe(true);
    const doutra = [envia(outra), envia(outra)];
    for (const lento of lentos) lento.end(inteiro.body.subarray(-10));
    await Promise.all(enviados);
    expect(new Set(answers)).toEqual(new Set([201, 429]));
    expect(await Promise.all(doutra)).toEqual([201, 201]);
  });
});

describe('documents', () => {
  it('are fifty of a candidate, also when several are sent at once', async () => {
    const quem = await cadastra();
    const candidato = await completa(quem);
    const base = `/api/externo/candidatos/${quem.id}/documentos-anexos`;
    const anexos = [];
    for (let n = 0; n < 4; n++) {
      const { body, headers } = multipart(`carta-${n}.pdf`, Buffer.from('%PDF-1.4 oi'));
      anexos.push(((await quem.at('POST', `${base}/arquivos`, body, headers)).body as Row).id);
    }
    const envia = (anexo: number | undefined) => quem.at('POST', base, { descricao: 'Carta', anexo: { id: anexo } });
    expect((await envia(anexos[0])).status).toBe(200);
    await app.db.query(sql`
      insert into documentos_candidatos (empresa_id, candidato_id, descricao, anexo_id)
      select empresa_id, candidato_id, descricao, anexo_id from documentos_candidatos, generate_series(1, 48) where candidato_id = ${candidato}`);
    const answers = await Promise.all(anexos.slice(1).map(envia));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400]);
  });
});

describe('an application that comes back from the bin', () => {
  it('has the levels, letters and readings that it had, but what was removed meanwhile', async () => {
    const { id: candidato } = await inclui();
    const solicitacao = await vaga('De quem volta da lixeira');
    expect((await vincula(admin, solicitacao, candidato)).status).toBe(200);
    const id = await candidatura(candidato, solicitacao);
    const { usuario } = await app.db.only<{ usuario: number }>(sql`select id as usuario from usuarios where cpf = ${GESTORA}`);
    const { etapa } = await app.db.only<{ etapa: number }>(sql`
      insert into etapas_seletivas (empresa_id, ordem, nome, analise_comportamental) values (${empresaId}, 998, 'Etapa que sai', false) returning id as etapa`);
    await app.db.query(sql`
      insert into candidaturas_competencias (candidatura_id, tipo, competencia_id, ordem, respondida_por) values (${id}, 'C', 1, 3, ${usuario})`);
    await app.db.query(sql`
      insert into candidaturas_emails (empresa_id, candidatura_id, tipo, assunto) values (${empresaId}, ${id}, 'captacao/selecao-demorou', 'Demorou')`);
    await app.db.query(sql`
      insert into candidaturas_pareceres_leituras (empresa_id, candidatura_id, etapa_seletiva_id, usuario_id)
      values (${empresaId}, ${id}, null, ${usuario}), (${empresaId}, ${id}, ${etapa}, ${usuario})`);
    const tem = () =>
      app.db.query(sql`
        select (select jsonb_agg(c) from candidaturas_competencias c where candidatura_id = ${id}) as niveis,
          (select jsonb_agg(e) from candidaturas_emails e where candidatura_id = ${id}) as cartas,
          (select jsonb_agg(l) from candidaturas_pareceres_leituras l where candidatura_id = ${id} and etapa_seletiva_id is null) as leituras,
          (select count(*)::int from candidaturas_pareceres_leituras where candidatura_id = ${id} and etapa_seletiva_id is not null) as "daEtapa"`);
    const [antes] = await tem();
    await done(admin, 'DELETE', `/api/captacao/candidaturas/${id}`);
    await app.db.query(sql`delete from etapas_seletivas where id = ${etapa}`);
    await done(admin, 'POST', `/api/captacao/candidaturas/${id}/restaurar`);
    expect(await tem()).toEqual([{ ...antes, daEtapa: 0 }]);
    expect(antes).toMatchObject({ daEtapa: 1, niveis: [{ ordem: 3 }], cartas: [{ assunto: 'Demorou' }] });
  });
});

describe('a CPF', () => {
  it('does not tell whoever may not read CPFs that it once worked here', async () => {
    const [um, outro] = await app.db.query<{ cpf: string }>(sql`
      select cpf from talentos where empresa_id = ${empresaId} and cpf is not null and situacao <> 'C' order by id limit 2`);
    const semCpf = await app.loginWithout(1, (um) => um === 'ROLE_VER_DOCUMENTOS');
    const quem = await inclui({ cpf: um?.cpf });
    const [visto, lido] = await Promise.all([admin, semCpf].map((cliente) => done(cliente, 'GET', `${CANDIDATOS}/${quem.id}`)));
    expect([visto?.jaFoiColaborador, lido?.jaFoiColaborador]).toEqual([true, null]);
    const { nome, sexo, cargos } = quem;
    const salvo = await semCpf('POST', CANDIDATOS, {
      nome: `${String(nome)} Filho`,
      sexo,
      cargos,
      primeiroEmprego: true,
      cpf: outro?.cpf,
    });
    expect([salvo.status, (salvo.body as Row).jaFoiColaborador]).toEqual([201, null]);
    expect((await semCpf('GET', `${CANDIDATOS}?jaFoiColaborador=true&page=0`)).status).toBe(403);
  });

  describe('with which strangers have finished three registrations', () => {
    const acaba = ({ id, at }: Candidato) =>
      at('PUT', `/api/externo/candidatos/${id}/completo`, {
        nome: 'Iracema Sobral',
        sexo: 'I',
        cargos: [{ id: cargo }],
        primeiroEmprego: true,
      });
    const entraCom = (cpf: string, senha: string) => navegador()('POST', '/api/externo/login', { cpf, senha, empresaId });
    async function tomado() {
      const cpf = CPF.sample(++next);
      const deles: Candidato[] = [];
      const registros: number[] = [];
      for (const _ of [1, 2, 3]) {
        const um = await cadastra({ cpf });
        deles.push(um);
        registros.push(await completa(um));
      }
      const senha = 'Serra-Branca-91';
      const dona = await cadastra({ cpf, email: `dona${next}@exemplo.com.br`, senha, confirmaSenha: senha });
      expect(await acaba(dona)).toMatchObject({ status: 409, body: { code: 'EMAIL_POR_CONFIRMAR' } });
      return { deles, registros, dona, senha };
    }

    it('is its owner’s by a link to their mailbox, and nobody takes the place of who has finished', async () => {
      const { deles, dona } = await tomado();
      await navegador()('PUT', '/api/externo/candidatos/link-de-acesso', { cpf: dona.cpf, empresaId });
      await app.work();
      const { texto } = await app.db.only<{ texto: string }>(sql`select texto from emails where para = ${dona.email}`);
      expect((await dona.at('POST', '/api/externo/entrar', { token: /token=([\w-]+)/.exec(texto)?.[1] })).status).toBe(200);
      await app.db.query(sql`update contas_externas set email = ${dona.email} where id = ${deles[0]?.id}`);
      await completa(dona);
      // One mailbox proves one of them, also under another of its names.
      const mesma = await cadastra({ cpf: dona.cpf, email: dona.email.replace('@', '+2@') });
      await app.db.query(sql`update contas_externas set email_provado_em = now() where id = ${mesma.id}`);
      expect(await acaba(mesma)).toMatchObject({ status: 409, body: { code: 'EMAIL_POR_CONFIRMAR' } });
      // Whoever proves mailboxes without end comes to an end, too, and throws out nobody.
      for (const n of [5, 6]) {
        const outro = await cadastra({ cpf: dona.cpf });
        await app.db.query(sql`update contas_externas set email_provado_em = now() where id = ${outro.id}`);
        await completa(outro);
        expect((await acaba(dona)).status, String(n)).toBe(200);
      }
      const setimo = await cadastra({ cpf: dona.cpf });
      await app.db.query(sql`update contas_externas set email_provado_em = now() where id = ${setimo.id}`);
      expect(await acaba(setimo)).toMatchObject({ status: 409, body: { code: 'CADASTROS_DEMAIS' } });
      for (const um of [...deles, dona]) expect((await acaba(um)).status).toBe(200);
    });

    it('is its owner’s once HR has merged or removed one, whose account may still ask for erasure', async () => {
      for (const tira of [
        ([um, outro]: number[]) => done(admin, 'POST', `${CANDIDATOS}/${um}/unificar`, { outro, confirma: true }),
        ([, outro]: number[]) => done(admin, 'DELETE', `${CANDIDATOS}/${outro}`),
      ]) {
        const { deles, registros, dona, senha } = await tomado();
        expect((await entraCom(dona.cpf, senha)).status).toBe(401);
        await tira(registros);
        await completa(dona);
        expect((await entraCom(dona.cpf, senha)).body).toMatchObject({ id: dona.id });
        // Whose record went does not come back into the place, nor is it thrown out by whoever begins.
        const fora = deles[1] as Candidato;
        expect(await acaba(fora)).toMatchObject({ status: 409 });
        for (const _ of [1, 2, 3]) await cadastra({ cpf: dona.cpf });
        const apaga = await fora.at('POST', `/api/externo/candidatos/${fora.id}/apagar-meus-dados`, { confirmo: true });
        expect(apaga.status).toBe(200);
      }
    });
  });

  it('is not kept for ever by strangers who begin registrations with it', async () => {
    const { cpf, id } = await cadastra();
    for (const dias of [16, 16, 16])
      await app.db.query(sql`
        insert into contas_externas (empresa_id, cpf, nome, email, hash, criada_em)
        values (${empresaId}, ${cpf}, 'Estranho Esquecido', 'estranho@exemplo.com.br', 'x', now() - make_interval(days => ${dias}))`);
    const limpa = async () => {
      await app.services.jobs.enqueue('captacao.limpar-portal', {}, { usuarioId: null, empresaId: null });
      await app.work();
    };
    await app.db.query(sql`update contas_externas set criada_em = now() - interval '2 days' where id = ${id}`);
    await limpa();
    expect(await app.db.query(sql`select id from contas_externas where cpf = ${cpf}`)).toEqual([{ id }]);
    await cadastra({ cpf });
    // One that cannot be removed stands first, and holds up no other.
    const velha = async () =>
      (
        await app.db.only<{ id: number }>(sql`
          insert into contas_externas (empresa_id, cpf, nome, email, hash, criada_em)
          values (${empresaId}, ${cpf}, 'Estranho Esquecido', 'estranho@exemplo.com.br', 'x', now() - interval '16 days') returning id`)
      ).id;
    const [presa, livre] = [await velha(), await velha()];
    await app.db.owner.query({
      text: `create function presa() returns trigger language plpgsql as $$ begin if old.id <> ${presa} then return old; end if; raise exception 'poisoned'; end $$`,
    });
    await app.db.owner.query({
      text: 'create trigger presa before delete on contas_externas for each row execute function presa()',
    });
    const tarefa = tarefasDoPortal(app.services)['captacao.limpar-portal'] as JobHandler;
    await expect(tarefa({ signal: new AbortController().signal } as Job)).rejects.toThrow('poisoned');
    expect(await app.db.query(sql`select id from contas_externas where id in (${presa}, ${livre})`)).toEqual([{ id: presa }]);
    await app.db.owner.query({ text: 'drop function presa cascade' });
    await limpa();
    // Whoever has finished one keeps it, however old.
    const pronto = await cadastra();
    await completa(pronto);
    await app.db.query(sql`update contas_externas set criada_em = now() - interval '90 days' where id = ${pronto.id}`);
    await limpa();
    expect((await pronto.at('GET', `/api/externo/candidatos/${pronto.id}/completo`)).status).toBe(200);
  });
});

describe('two who write to one candidate at the same moment', () => {
  /** Sends a request while a row is locked, lets it wait there, changes what it waits for, and then answers it. */
  async function enquanto(trava: Sql, pede: () => Promise<Answer>, muda: Sql): Promise<Answer> {
    const { pedido } = await app.db.tx(async (tx) => {
      await tx.query(trava);
      const asked = pede();
      await until(() =>
        app.db.owner.one(sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`),
      );
      await tx.query(muda);
      return { pedido: asked };
    });
    return pedido;
  }

  it('a save of the registration finds its account erased: the session is over', async () => {
    const quem = await cadastra();
    const salva = { nome: 'Iracema Sobral', sexo: 'I', cargos: [{ id: cargo }], primeiroEmprego: true };
    const answer = await enquanto(
      sql`select id from contas_externas where id = ${quem.id} for update`,
      () => quem.at('PUT', `/api/externo/candidatos/${quem.id}/completo`, salva),
      sql`delete from contas_externas where id = ${quem.id}`,
    );
    expect(answer).toMatchObject({ status: 401, body: { code: 'SESSAO_EXPIRADA' } });
  });

  it('a CV that HR reads into the record leaves the one there that has come meanwhile', async () => {
    const { id } = await inclui();
    const envia = async (nome: string) => {
      const { body, headers } = multipart(nome, Buffer.from('%PDF-1.4 oi'));
      return ((await admin('POST', '/api/arquivos', body, headers)).body as Row).id;
    };
    const [um, outro] = [await envia('um.pdf'), await envia('outro.pdf')];
    const answer = await enquanto(
      sql`select id from candidatos where id = ${id} for update`,
      () => admin('PUT', `${CANDIDATOS}/${id}/ocr`, { ocrTexto: 'Texto', ocrFile: um }),
      sql`insert into candidatos_candidato_curriculos (registro_id, ordem, curriculo_id) values (${id}, 1, ${outro})`,
    );
    expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200 });
    const ficam = await app.db.query<{ id: number }>(
      sql`select curriculo_id as id from candidatos_candidato_curriculos where registro_id = ${id} order by 1`,
    );
    expect(ficam.map((ficou) => ficou.id)).toEqual([um, outro]);
  });
});

describe('mails that users have the company write', () => {
  it('go out twenty times in fifteen minutes for an ad, and so often a day to one candidate of a selection, thirty times by one person', async () => {
    const anunciada = await vaga('Por e-mail');
    const { id } = await app.db.only<{ id: number }>(sql`
      insert into anuncios_vagas (empresa_id, titulo, solicitacao_id, descricao, exibir_modulo_externo)
      values (${empresaId}, 'Auxiliar', ${anunciada}, '<p>Oi</p>', true) returning id`);
    const envia = () =>
      admin('POST', `/api/captacao/anuncios/${id}/email`, { assunto: 'Veja', emails: ['alguem@exemplo.com.br'] }).then(
        ({ status }) => status,
      );
    const answers = new Set<number>();
    for (let n = 0; n < 20; n++) answers.add(await envia());
    expect([...answers]).toEqual([204]);
    expect(await envia()).toBe(429);

    const candidato = await inclui({ email: 'quem.muito.recebe@exemplo.com.br' });
    await vincula(admin, anunciada, candidato.id);
    const qual = await candidatura(candidato.id, anunciada);
    const entrevista = {
      candidatura: qual,
      data: addDays(today(), 5),
      hora: '10:00',
      duracao: 60,
      local: 'Sala 1',
      avisarCandidato: true,
      situacao: 'M',
      entrevistadores: [],
    };
    const { id: marcada } = await done(admin, 'POST', '/api/captacao/entrevistas', entrevista);
    await app.db.query(sql`
      insert into candidaturas_emails (empresa_id, candidatura_id, tipo, quem) select ${empresaId}, ${qual}, 'x', 'Colega' from generate_series(2, 30)`);
    // What a colleague has written leaves the others theirs, of so many in all.
    await done(admin, 'PUT', `/api/captacao/entrevistas/${marcada}`, { ...entrevista, hora: '10:30', versao: 1 });
    await app.db.query(sql`
      insert into candidaturas_emails (empresa_id, candidatura_id, tipo, quem)
      select ${empresaId}, ${qual}, 'x', u.nome from usuarios u, generate_series(3, 30) where u.cpf = ${ADMIN}`);
    const move = await admin('PUT', `/api/captacao/entrevistas/${marcada}`, { ...entrevista, hora: '11:00', versao: 2 });
    expect(move).toMatchObject({ status: 429, body: { code: 'MUITAS_CARTAS' } });
    expect(await done(admin, 'GET', `/api/captacao/entrevistas/${marcada}`)).toMatchObject({ hora: '10:30' });
    await app.db.query(sql`update candidaturas_emails set quem = 'Colega' where candidatura_id = ${qual}`);
    await done(admin, 'PUT', `/api/captacao/entrevistas/${marcada}`, { ...entrevista, hora: '11:00', versao: 2 });
    await app.db.query(sql`
      insert into candidaturas_emails (empresa_id, candidatura_id, tipo, quem) select ${empresaId}, ${qual}, 'x', 'Outra' from generate_series(1, 30)`);
    const cheia = await admin('PUT', `/api/captacao/entrevistas/${marcada}`, { ...entrevista, hora: '12:00', versao: 3 });
    expect(cheia).toMatchObject({ status: 429, body: { code: 'MUITAS_CARTAS' } });
  });

  it('go out to so many colleagues and no more: to whom a note cites, and whom an interview invites or lets go', async () => {
    const candidato = await inclui({});
    const aberta = await vaga('Com muitos avisos');
    await vincula(admin, aberta, candidato.id);
    const qual = await candidatura(candidato.id, aberta);
    const pessoas = (await app.db.query<{ id: number }>(sql`select id from usuarios where cpf <> ${ADMIN} order by id`)).map(
      ({ id }) => id,
    );
    const { id: eu } = await app.db.only<{ id: number }>(sql`select id from usuarios where cpf = ${ADMIN}`);
    const contados = async () =>
      (
        await app.db.only<{ n: number }>(
          sql`select coalesce(sum(falhas), 0)::int as n from tentativas where chave = ${`cartaAUm:${eu}`}`,
        )
      ).n;
    const nota = { candidatura: qual, texto: 'Vejam.', mencionados: pessoas };
    const entrevista = {
      candidatura: qual,
      data: addDays(today(), 5),
      hora: '10:00',
      duracao: 60,
      local: 'Sala 1',
      avisarCandidato: false,
      situacao: 'M',
      entrevistadores: pessoas,
    };
    const { id: escrita } = await done(admin, 'POST', '/api/captacao/anotacoes', nota);
    expect(await contados()).toBe(pessoas.length);
    const { id: marcada } = await done(admin, 'POST', '/api/captacao/entrevistas', entrevista);
    await done(admin, 'PUT', `/api/captacao/entrevistas/${marcada}`, { ...entrevista, hora: '11:00', versao: 1 });
    expect(await contados()).toBe(3 * pessoas.length);
    await app.db.query(sql`update tentativas set falhas = 1000 where chave = ${`cartaAUm:${eu}`}`);
    const muitas = { status: 429, body: { code: 'MUITAS_TENTATIVAS' } };
    const cartas = async () => (await app.db.query(sql`select id from emails where tipo = 'captacao/citado-na-anotacao'`)).length;
    const antes = await cartas();
    // Those whom a note cites find it in their boxes.
    await done(admin, 'POST', '/api/captacao/anotacoes', nota);
    expect(await cartas()).toBe(antes);
    expect(await admin('PUT', `/api/captacao/entrevistas/${marcada}`, { ...entrevista, hora: '12:00', versao: 2 })).toMatchObject(
      muitas,
    );
    // Whoever cites nobody else writes on.
    await done(admin, 'PUT', `/api/captacao/anotacoes/${escrita}`, { ...nota, texto: 'Vejam hoje.', versao: 1 });
    const vinteEUma = Array.from({ length: 21 }, (_, n) => n + 1);
    expect(faultsOf(await admin('POST', '/api/captacao/anotacoes', { ...nota, mencionados: vinteEUma }))).toHaveLength(1);
    expect(
      faultsOf(await admin('POST', '/api/captacao/entrevistas', { ...entrevista, entrevistadores: vinteEUma })),
    ).toHaveLength(1);
  });
});

it('the data of whoever is erased at that moment are not found', async () => {
  const { db, services } = app;
  const nenhuma = dadosDe({ db, store: services.store }, { empresaId } as ExternalActing, 999_999_999);
  await expect(nenhuma).rejects.toMatchObject({ status: 404 });
});

it('a document of whatever length prints what is set in a moment, and says where the rest is', () => {
  const item: [string, string][] = [['Empresa', 'Cais']];
  const secoes = [
    { titulo: 'Conta', campos: item },
    { titulo: 'Experiências', itens: Array.from({ length: 300 }, () => item) },
    { titulo: 'Histórico', colunas: ['Data'], linhas: Array.from({ length: 300 }, () => ['01/01/2026']) },
    { titulo: 'Termo', texto: 'x'.repeat(1_000) },
  ];
  const curtas = noPapel(secoes.map((uma) => ({ ...uma, ...('itens' in uma ? { itens: uma.itens?.slice(0, 20) } : {}) })));
  expect(curtas.map(({ titulo }) => titulo)).toEqual(['Conta', 'Experiências', 'Histórico', 'Termo']);
  const longas = noPapel(secoes);
  expect(longas.map(({ titulo, itens }) => [titulo, itens?.length])).toEqual([
    ['Conta', undefined],
    ['Experiências', 200],
    ['O que não coube aqui', undefined],
  ]);
});

it('the data of a candidate are printed whatever their draft holds', () => {
  const conta = { nome: 'Iracema Sobral', cpf: '52998224725', email: null, criadaEm: '2026-11-23T12:00:00Z' };
  const nada = { cadastro: undefined, candidaturas: [], historico: [], entrevistas: [], mensagens: [] };
  const nem = {
    documentos: [],
    avaliacoes: [],
    consentimentos: [],
    antesDaUniao: [],
    uniao: null,
    oQueNaoEsta: 'Não estão aqui…',
  };
  const secoes = emSecoes(
    { conta, ...nada, ...nem, cadastroComecado: { formacoes: [null, 'x', 7, { curso: 'Direito' }], idiomas: [null] } },
    {},
  );
  expect(JSON.stringify(secoes)).toContain('Direito');
});
