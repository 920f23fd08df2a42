import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Client, done, faultsOf, openTestApp, type Row, send, type TestApp } from '#app/test-app.server.ts';
import { addDays, today } from '#kit/br/date.ts';
import { createDatabase } from '#kit/db/database.server.ts';
import type { Definicao, Resposta } from '#platform/questionario/definition.ts';
import type { FatoresPsicossociais } from '../psicossocial/exposicao.ts';
import { type ColaboradorQuestionario, tituloDaSolicitacao } from '../responder/colaborador-questionario.ts';
import { CORREIO, correioJobs } from './correio.server.ts';
import type { ParticipacaoDoQuestionario } from './participacao.ts';
import type { PreviaDoPublico } from './publico-alvo.ts';

const PESQUISAS = '/api/pesquisa/pesquisas';
const QUESTIONARIOS = '/api/pesquisa/questionarios';
const MEUS = '/api/pesquisa/colaborador-questionario';
let app: TestApp;
let admin: Client;
let enps: number;

beforeAll(async () => {
  app = await openTestApp();
  await app.seed(40);
  admin = await app.login();
  enps = (await done(admin, 'POST', `${PESQUISAS}/prontas`, { modelo: 'E' })).id;
});
afterAll(() => app.close());

let quantos = 0;
const novo = (mais: object = {}) =>
  done(admin, 'POST', QUESTIONARIOS, {
    titulo: `Como estamos ${(quantos += 1)}`,
    pesquisa: enps,
    modo: 'C',
    minimo: 5,
    alcance: 'T',
    dataFim: addDays(today(), 5),
    ...mais,
  });
const previa = (publico: object) => done<PreviaDoPublico>(admin, 'POST', `${QUESTIONARIOS}/publico/previa`, publico);
const publico = (url: string, body: object) =>
  send(app.app, { method: url.endsWith('rascunho') ? 'PUT' : 'POST', url: `/api/publico/responder/${url}`, payload: body });

/** The tickets that were mailed for a questionnaire, by address. */
async function bilhetes(titulo: string): Promise<string[]> {
  const emails = await app.db.query<{ texto: string }>(sql`
    select texto from emails where tipo = 'pesquisa/convite' and assunto = ${`Sua opinião: ${titulo}`} order by id`);
  return emails.map(({ texto }) => /responder\?empresaId=\d+#([\w-]+)/.exec(texto)?.[1] ?? '');
}

/** An answer of the eNPS: its note, and a comment perhaps. */
const respostas = ({ perguntas }: Definicao, nota: number, comentario?: string): Resposta[] =>
  perguntas.flatMap(({ id, tipo }): Resposta[] =>
    tipo === '4' ? [{ perguntaId: id, nota }] : comentario === undefined ? [] : [{ perguntaId: id, comentario }],
  );

it('tells whom a filter, an area with those below it, and a list reach, without those who have left', async () => {
  const todos = await previa({ alcance: 'T' });
  const ativos = await app.db.query(
    sql`select id from talentos where empresa_id = ${app.empresas[0]} and situacao in ('A', 'U')`,
  );
  expect(todos.total).toBe(ativos.length);
  const [raiz] = await app.db.query<Row>(
    sql`select id from areas_organizacionais where empresa_id = ${app.empresas[0]} and area_mae_id is null limit 1`,
  );
  expect((await previa({ alcance: 'F', areas: [raiz?.id] })).total).toBe(todos.total);
  const sozinha = (await previa({ alcance: 'F', areas: [raiz?.id], soAreas: true })).total;
  expect(sozinha).toBeLessThan(todos.total);
  expect((await previa({ alcance: 'L', talentos: todos.pessoas.slice(0, 3).map(({ id }) => id) })).total).toBe(3);
  expect(faultsOf(await admin('POST', `${QUESTIONARIOS}/publico/previa`, { alcance: 'L' }))).toEqual([
    'talentos: É necessário selecionar ao menos 1 talento.',
  ]);
});

it('a manager of some areas reaches the people of these alone', async () => {
  const gestora = await app.loginWithout(2, (authority) =>
    ['ROLE_VER_TODAS_AREAS', 'ROLE_GERAL_TODAS_EMPRESAS'].includes(authority),
  );
  const vistos = await done<PreviaDoPublico>(gestora, 'POST', `${QUESTIONARIOS}/publico/previa`, { alcance: 'T' });
  expect(vistos.total).toBeLessThan((await previa({ alcance: 'T' })).total);
});

it('cannot be released while nothing would come of it, and says everything that prevents it', async () => {
  const vazia = await done(admin, 'POST', PESQUISAS, { titulo: 'Vazia', ativa: false });
  const { pessoas } = await previa({ alcance: 'T' });
  const q = await novo({ pesquisa: vazia.id, alcance: 'L', talentos: [pessoas[0]?.id] });
  const { motivos } = await done<{ motivos: string[] }>(admin, 'GET', `${QUESTIONARIOS}/${q.id}/liberar/previa`);
  expect(motivos).toEqual([
    'A pesquisa está inativa.',
    expect.stringMatching(/^As perguntas ainda não podem ser respondidas/),
    '1 pessoa responderia, menos que o menor grupo mostrado (5): nenhum resultado apareceria.',
  ]);
  expect((await admin('POST', `${QUESTIONARIOS}/${q.id}/liberar`, {})).status).toBe(400);
});

it('CALL-426: is released, mailed with personal links, answered by one of them once, and closed', async () => {
  const q = await novo();
  const liberado = await done(admin, 'PUT', `${PESQUISAS}/${enps}/questionarios/${q.id}/liberar`);
  expect(liberado).toMatchObject({ situacao: 'L', dataInicio: today() });
  expect((await admin('PUT', `${PESQUISAS}/${enps + 1}/questionarios/${q.id}/liberar`)).status).toBe(404);
  await app.work();
  const links = await bilhetes(String(q.titulo));
  expect(links.length).toBe((await previa({ alcance: 'T' })).total);
  expect(new Set(links).size).toBe(links.length);

  const [bilhete = ''] = links;
  const aberto = await publico('abrir', { bilhete });
  expect(aberto).toMatchObject({ status: 200, body: { titulo: q.titulo, modo: 'C', minimo: 5 } });
  const { definicao } = aberto.body as { definicao: Definicao };
  const envio = { bilhete, envio: crypto.randomUUID(), respostas: respostas(definicao, 9, 'Gosto daqui') };
  expect((await Promise.all([publico('enviar', envio), publico('enviar', envio)])).map(({ status }) => status)).toEqual([
    200, 200,
  ]);
  expect(await publico('abrir', { bilhete })).toMatchObject({ status: 409, body: { code: 'JA_RESPONDIDA' } });
  expect(await done<ParticipacaoDoQuestionario>(admin, 'GET', `${QUESTIONARIOS}/${q.id}/participacao?por=area`)).toMatchObject({
    respondidas: 1,
    convidados: links.length,
    estado: 'A',
  });

  await done(admin, 'POST', `${QUESTIONARIOS}/${q.id}/encerrar`, {});
  await app.work();
  expect(await publico('abrir', { bilhete: links[1] })).toMatchObject({ status: 409, body: { code: 'RODADA_ENCERRADA' } });
  expect(await done(admin, 'GET', `${QUESTIONARIOS}/${q.id}/participacao`)).toMatchObject({ estado: 'D' });
  // CALL-250
  const arquivo = await admin('POST', '/api/avaliacao/relatorios/pesquisa', { questionarioId: q.id, pdf: false });
  expect([arquivo.status, arquivo.headers.location]).toEqual([303, `${QUESTIONARIOS}/${q.id}/resultados/arquivo/xlsx`]);
  // CALL-422
  const { id: pesquisaId } = q.pesquisa as { id: number };
  const daUltima = await admin('POST', '/api/pesquisa/pesquisas/relatorio', { avaliacaoId: pesquisaId });
  const pdf = await admin('GET', String(daUltima.headers.location));
  expect([daUltima.status, pdf.status, pdf.headers['content-disposition']]).toEqual([
    303,
    200,
    expect.stringContaining('filename="avaliacao.pdf"'),
  ]);
  const thanks = await app.db.query(
    sql`select 1 from emails where tipo = 'pesquisa/agradecimento' and assunto like ${`%${String(q.titulo)}`}`,
  );
  expect(thanks.length).toBe(links.length);
});

it('a psychosocial survey tells the exposure of each group to each factor, and nothing of small groups', async () => {
  const pesquisa = (await done(admin, 'POST', `${PESQUISAS}/prontas`, { modelo: 'P' })).id;
  const q = await novo({ pesquisa });
  const FATORES = `${QUESTIONARIOS}/${q.id}/fatores-psicossociais`;
  await done(admin, 'POST', `${QUESTIONARIOS}/${q.id}/liberar`, {});
  await app.work();
  const links = await bilhetes(String(q.titulo));
  const { definicao } = (await publico('abrir', { bilhete: links[0] })).body as { definicao: Definicao };
  // Everybody says "Sempre" to what harms and to what is good: full exposure to the first, none to the second.
  const sempre = definicao.perguntas.flatMap(({ id, tipo, respostas: opcoes }): Resposta[] =>
    tipo === '1' ? [{ perguntaId: id, respostaId: opcoes.find(({ texto }) => texto === 'Sempre')?.id ?? 0 }] : [],
  );
  for (const bilhete of links)
    expect((await publico('enviar', { bilhete, envio: crypto.randomUUID(), respostas: sempre })).status).toBe(200);
  expect(await done<FatoresPsicossociais>(admin, 'GET', FATORES)).toMatchObject({ pronto: false, grupos: [] });
  await done(admin, 'POST', `${QUESTIONARIOS}/${q.id}/encerrar`, {});
  await app.work();
  expect((await done<{ acoes: string[] }>(admin, 'GET', `${QUESTIONARIOS}/${q.id}`)).acoes).toContain('fatores');
  const { fatores, grupos } = await done<FatoresPsicossociais>(admin, 'GET', FATORES);
  const nomeDe = new Map(fatores.map(({ id, nome }) => [id, nome]));
  const doGrupo = (grupo: FatoresPsicossociais['grupos'][number] | undefined) =>
    Object.fromEntries(
      grupo?.fatores.map(({ aspectoId, exposicao, nivel }) => [nomeDe.get(aspectoId), [exposicao, nivel]]) ?? [],
    );
  expect(grupos[0]).toMatchObject({ nome: 'Todos', pessoas: links.length });
  expect(doGrupo(grupos[0])).toMatchObject({
    'Carga de trabalho': [100, 'X'],
    Autonomia: [0, 'B'],
    // One that harms and one that is good.
    'Clareza do papel': [50, 'M'],
  });
  expect(grupos.some(({ pessoas }) => pessoas === null)).toBe(true);
  for (const { pessoas, fatores: deles } of grupos)
    if (pessoas === null) expect(deles.every(({ exposicao, sinal }) => exposicao === null && sinal === null)).toBe(true);
    else expect(pessoas).toBeGreaterThanOrEqual(5);
  const planilha = await admin('GET', `${FATORES}/xlsx?por=estabelecimento`);
  expect([planilha.status, planilha.headers['content-type']]).toEqual([200, expect.stringContaining('spreadsheetml')]);
  expect((await admin('GET', `${FATORES}?por=cpf`)).status).toBe(400);
  const outro = await novo();
  expect(await admin('GET', `${QUESTIONARIOS}/${outro.id}/fatores-psicossociais`)).toMatchObject({
    status: 409,
    body: { code: 'NAO_PSICOSSOCIAL' },
  });
  const alheio = await app.login(0, app.empresas[1]);
  expect((await alheio('GET', FATORES)).status).toBe(404);
  expect((await (await app.login(1))('GET', FATORES)).status).toBe(403);
});

it('a new address tells nobody who has answered: who has and who has not are invited alike', async () => {
  const q = await novo();
  await done(admin, 'POST', `${QUESTIONARIOS}/${q.id}/liberar`, {});
  await app.work();
  const [bilhete = ''] = await bilhetes(String(q.titulo));
  const { definicao } = (await publico('abrir', { bilhete })).body as { definicao: Definicao };
  const envio = { bilhete, envio: crypto.randomUUID(), respostas: respostas(definicao, 9) };
  expect((await publico('enviar', envio)).status).toBe(200);
  const pessoa = async (estado: string) =>
    Number(
      (
        await app.db.only<{ pessoa: string }>(sql`
          select p.pessoa from participacoes p join rodadas r on r.id = p.rodada_id
          where r.dono_id = ${q.id} and r.titulo = ${q.titulo} and p.estado = ${estado} order by p.id limit 1`)
      ).pessoa.split(':')[1],
    );
  const mudaram = [await pessoa('R'), await pessoa('N')];
  for (const id of mudaram) {
    const { id: _, versao: __, ...talento } = await done(admin, 'GET', `/api/gestao-talentos/talentos/${id}`);
    await done(admin, 'PUT', `/api/gestao-talentos/talentos/${id}`, { ...talento, email: `novo${id}@exemplo.com.br` });
  }
  await correioJobs({ address: (path: string) => path } as never)[CORREIO]({ db: app.db });
  const convidados = await app.db.query<{ para: string }>(
    sql`select para from emails where assunto = ${`Sua opinião: ${String(q.titulo)}`} and para like 'novo%' order by para`,
  );
  expect(convidados.map(({ para }) => para)).toEqual(mudaram.map((id) => `novo${id}@exemplo.com.br`).sort());
});

it('who has another address is invited anew within a count of the company, and the others at a later turn', async () => {
  const q = await novo();
  await done(admin, 'POST', `${QUESTIONARIOS}/${q.id}/liberar`, {});
  const correio = correioJobs({ address: (path: string) => path } as never)[CORREIO];
  const convites = async () => (await bilhetes(String(q.titulo))).length;
  const dele = sql`rodada_id = (select id from rodadas where dono = 'pesquisa/questionarios' and dono_id = ${q.id})`;
  // Each may be invited anew, and one has never been invited.
  const muda = () =>
    app.db.query(
      sql`update participacoes set bilhete = null, bilhete_serie = bilhete_serie + 1 where ${dele} and bilhete is not null`,
    );
  const conta = `convitesDeNovo:${app.empresas[0]}`;
  await correio({ db: app.db });
  const todos = await convites();
  await muda();
  await app.db.query(sql`
    update participacoes set bilhete_serie = 0 where id = (select min(id) from participacoes where ${dele} and bilhete is null)`);
  await app.db.query(sql`delete from tentativas where chave = ${conta}`);
  await app.db.query(sql`insert into tentativas (chave, janela, falhas) values (${conta}, date_trunc('minute', now()), 1000)`);
  await correio({ db: app.db });
  expect(await convites()).toBe(todos + 1);
  await app.db.query(sql`delete from tentativas where chave = ${conta}`);
  await correio({ db: app.db });
  expect(await convites()).toBe(2 * todos);
  expect(await app.db.only(sql`select sum(falhas)::int as n from tentativas where chave = ${conta}`)).toEqual({ n: todos - 1 });
  await app.db.query(sql`delete from tentativas where chave = ${conta}`);
});

it('the outbox shows no personal link', async () => {
  const q = await novo();
  await done(admin, 'POST', `${QUESTIONARIOS}/${q.id}/liberar`, {});
  await app.work();
  const [bilhete = ''] = await bilhetes(String(q.titulo));
  expect(bilhete).toMatch(/^[\w-]{40,}$/);
  const CAIXA = '/api/utilitario/caixa-saida';
  const { content } = await done<{ content: Row[] }>(admin, 'GET', `${CAIXA}?page=0&size=1`);
  const { texto } = await done<{ texto: string }>(admin, 'GET', `${CAIXA}/${content[0]?.id}`);
  expect(texto).toMatch(/responder\?empresaId=\d+#•••\s/);
  expect(texto).toContain('Este link é só seu');
  expect(JSON.stringify(await app.db.query(sql`select * from caixa_saida`))).not.toContain(bilhete);
});

it('keeps what was promised: after the release promise, survey and audience stay as they are', async () => {
  const q = await novo();
  await done(admin, 'POST', `${QUESTIONARIOS}/${q.id}/liberar`, {});
  const {
    acoes: _a,
    situacao: _s,
    dataInicio: _d,
    statusSincronizacaoColabore: _c,
    psicossocial: _p,
    id: _i,
    versao: _v,
    ...campos
  } = await done(admin, 'GET', `${QUESTIONARIOS}/${q.id}`);
  for (const mudanca of [{ modo: 'I' }, { minimo: 3 }, { alcance: 'L', talentos: [1] }])
    expect((await admin('PUT', `${QUESTIONARIOS}/${q.id}`, { ...campos, ...mudanca })).status).toBe(409);
  expect((await admin('DELETE', `${QUESTIONARIOS}/${q.id}`)).status).toBe(400);
  const depois = addDays(today(), 9);
  await done(admin, 'POST', `${QUESTIONARIOS}/${q.id}/prorrogar`, { dataFim: depois });
  expect(
    await app.db.one(sql`select ate::text as ate from rodadas where dono = 'pesquisa/questionarios' and dono_id = ${q.id}`),
  ).toEqual({ ate: depois });
});

it('whoever has written to many often enough waits before they ask or remind more people', async () => {
  const [aberto, novato] = [await novo(), await novo()];
  await done(admin, 'POST', `${QUESTIONARIOS}/${aberto.id}/liberar`, {});
  const contagem = sql`chave in (select 'correioAMuitos:' || id from usuarios where nome = 'Mariana Borges')`;
  await app.db.query(sql`update tentativas set falhas = 60 where ${contagem}`);
  for (const url of [`${novato.id}/liberar`, `${aberto.id}/lembrar`])
    expect(await admin('POST', `${QUESTIONARIOS}/${url}`, {})).toMatchObject({
      status: 429,
      body: { code: 'MUITAS_TENTATIVAS' },
    });
  expect(await done(admin, 'GET', `${QUESTIONARIOS}/${novato.id}`)).toMatchObject({ situacao: 'N' });
  await app.db.query(sql`delete from tentativas where ${contagem}`);
  await done(admin, 'POST', `${QUESTIONARIOS}/${novato.id}/liberar`, {});
  await done(admin, 'POST', `${QUESTIONARIOS}/${aberto.id}/lembrar`);
});

/** To how many a kind of mail about a questionnaire was written, and the tickets in it. */
async function escritos(tipo: string, titulo: unknown): Promise<string[]> {
  const mails = await app.db.query<{ texto: string }>(
    sql`select texto from emails where tipo = ${`pesquisa/${tipo}`} and assunto like ${`%: ${String(titulo)}`}`,
  );
  return mails.map(({ texto }) => /#([\w-]+)/.exec(texto)?.[1] ?? '');
}

it('CALL-425, RUL-417: reminds once a day, by the link of the invitation: everybody where nobody may know who has answered', async () => {
  for (const modo of ['C', 'I']) {
    const q = await novo({ modo, minimo: modo === 'C' ? 5 : undefined });
    const lembrar = () => admin('POST', `${PESQUISAS}/${enps}/questionarios/${q.id}/enviar-lembrete`);
    expect(await lembrar()).toMatchObject({ status: 400, body: { code: 'QUESTIONARIO_FECHADO' } });
    await done(admin, 'POST', `${QUESTIONARIOS}/${q.id}/liberar`, {});
    await app.work();
    const links = await bilhetes(String(q.titulo));
    const { definicao } = (await publico('abrir', { bilhete: links[0] })).body as { definicao: Definicao };
    await publico('enviar', { bilhete: links[0], envio: crypto.randomUUID(), respostas: respostas(definicao, 3) });
    const juntos = await Promise.all([lembrar(), lembrar()]);
    expect(juntos.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    await app.work();
    const esperados = modo === 'C' ? links : links.slice(1);
    expect((await escritos('lembrete', q.titulo)).toSorted()).toEqual(esperados.toSorted());
    await done(admin, 'POST', `${QUESTIONARIOS}/${q.id}/encerrar`, {});
    await app.work();
    expect(await escritos('agradecimento', q.titulo)).toHaveLength(modo === 'C' ? links.length : 1);
  }
});

it('whoever leaves answers no more by their link, and is neither invited nor reminded nor thanked', async () => {
  const { total, pessoas } = await previa({ alcance: 'T' });
  const q = await novo({ modo: 'A' });
  await done(admin, 'POST', `${QUESTIONARIOS}/${q.id}/liberar`, {});
  const saem = pessoas.slice(0, 2).map(({ id }) => id);
  const situacao = (ids: readonly number[], qual: string) =>
    app.db.query(sql`update talentos set situacao = ${qual} where id = any(${[...ids]}::bigint[])`);
  await situacao(saem.slice(0, 1), 'D');
  await app.work();
  const links = await bilhetes(String(q.titulo));
  expect(links).toHaveLength(total - 1);
  const { texto } = await app.db.only<{ texto: string }>(sql`
    select texto from emails where assunto = ${`Sua opinião: ${String(q.titulo)}`} and para = (select email from talentos where id = ${saem[1]})`);
  const bilhete = /#([\w-]+)/.exec(texto)?.[1];
  const aberto = await publico('abrir', { bilhete });
  const { definicao } = aberto.body as { definicao: Definicao };
  await situacao(saem, 'D');
  const enviada = { bilhete, envio: crypto.randomUUID(), respostas: respostas(definicao, 0) };
  for (const recusa of [await publico('abrir', { bilhete }), await publico('enviar', enviada)])
    expect(recusa).toMatchObject({ status: 409, body: { code: 'NAO_TRABALHA_AQUI' } });
  expect(await done(admin, 'POST', `${QUESTIONARIOS}/${q.id}/lembrar`)).toEqual({ destinatarios: total - 2 });
  await app.work();
  const ficam = links.filter((um) => um !== bilhete).toSorted();
  expect((await escritos('lembrete', q.titulo)).toSorted()).toEqual(ficam);
  await done(admin, 'POST', `${QUESTIONARIOS}/${q.id}/encerrar`, {});
  await app.work();
  expect(await escritos('agradecimento', q.titulo)).toHaveLength(total - 2);
  await situacao(saem, 'A');
});

it('a questionnaire that cannot be written about holds up no other, nor does a company that is not active', async () => {
  let falha = true;
  const address = (path: string) => {
    if (falha) {
      falha = false;
      throw new Error('no address');
    }
    return `http://localhost${path}`;
  };
  // Nor do the messages of all of them together, which are more than a query may bring.
  const pequeno = createDatabase({ ...app.db.connection, max: 2, mostRead: 100 * 1024 });
  const escreve = () => correioJobs({ address } as never)[CORREIO]({ db: pequeno });
  const dois = [await novo(), await novo()];
  for (const q of dois) {
    await done(admin, 'POST', `${QUESTIONARIOS}/${q.id}/liberar`, {});
    await app.db.query(sql`update questionarios set mensagem = repeat('x', 60000) where id = ${q.id}`);
  }
  const ativa = (sim: boolean) => app.db.query(sql`update empresas set ativo = ${sim} where id = ${app.empresas[0]}`);
  await ativa(false);
  await escreve();
  expect(falha).toBe(true);
  await ativa(true);
  await expect(escreve()).rejects.toThrow('no address');
  const convidados = await Promise.all(dois.map((q) => escritos('convite', q.titulo)));
  expect(convidados.map((links) => links.length > 0)).toEqual([false, true]);
  await pequeno.close();
  for (const q of dois) await done(admin, 'POST', `${QUESTIONARIOS}/${q.id}/encerrar`, {});
  await app.work();
});

it('who is asked by name is told page by page', async () => {
  const q = await novo({ modo: 'I', minimo: undefined });
  await done(admin, 'POST', `${QUESTIONARIOS}/${q.id}/liberar`, {});
  await app.db.query(sql`
    insert into participacoes (id, empresa_id, rodada_id, pessoa, sobre, atributos)
    select id_aleatorio(), p.empresa_id, p.rodada_id, p.pessoa, 'nada:' || n, p.atributos from (
      select p.* from participacoes p join rodadas r on r.id = p.rodada_id and r.dono = 'pesquisa/questionarios' and r.dono_id = ${q.id} limit 1) p,
      generate_series(1, 501) n`);
  const pagina = (n: number) =>
    done<Row[]>(admin, 'GET', `/api/pesquisa/colaborador-questionario?questionarioId=${q.id}&comNome=true&pagina=${n}`);
  const [primeira, segunda] = [await pagina(0), await pagina(1)];
  expect(primeira).toHaveLength(500);
  expect(segunda.length).toBeGreaterThan(0);
  expect(new Set([...primeira, ...segunda].map(({ id }) => id)).size).toBe(primeira.length + segunda.length);
  await app.db.query(sql`update participacoes set estado = 'R' where id = ${primeira[0]?.id}`);
  const respondidas = '/api/pesquisa/colaborador-questionario?comNome=true&respondidas=true&minhas=false';
  expect(await done<Row[]>(admin, 'GET', `${respondidas}&questionarioId=${q.id}`)).toMatchObject([{ id: primeira[0]?.id }]);
});

it('what its last day closes leaves a line by the system', async () => {
  const q = await novo();
  await done(admin, 'POST', `${QUESTIONARIOS}/${q.id}/liberar`, {});
  await app.db.query(sql`update rodadas set ate = hoje() - 1 where dono = 'pesquisa/questionarios' and dono_id = ${q.id}`);
  await app.db.query(sql`insert into tarefas (tipo, chave) values ('questionarios.encerrar', 'questionarios.encerrar')`);
  await app.work();
  expect(await done(admin, 'GET', `${QUESTIONARIOS}/${q.id}`)).toMatchObject({ situacao: 'E' });
  expect(JSON.stringify(await done(admin, 'GET', `${QUESTIONARIOS}/${q.id}/historico`))).toContain('"Sistema"');
});

it('a manager of some areas is told how many of theirs answer, and ends nothing for the others', async () => {
  const q = await novo();
  await done(admin, 'POST', `${QUESTIONARIOS}/${q.id}/liberar`, {});
  const gestora = await app.loginWithout(2, (authority) =>
    ['ROLE_VER_TODAS_AREAS', 'ROLE_GERAL_TODAS_EMPRESAS'].includes(authority),
  );
  const participacao = (client: Client) =>
    done<ParticipacaoDoQuestionario>(client, 'GET', `${QUESTIONARIOS}/${q.id}/participacao?por=area`);
  const [todos, dela] = [await participacao(admin), await participacao(gestora)];
  expect(dela.convidados).toBeLessThan(todos.convidados);
  expect(dela.convidados).toBe(dela.grupos.reduce((soma, { convidados }) => soma + convidados, 0));
  const fim = await gestora('POST', `${QUESTIONARIOS}/${q.id}/encerrar`, {});
  expect(fim.status).toBe(400);
  expect(JSON.stringify(fim.body)).toContain('áreas que você não vê');
  const hoje = await gestora('POST', `${QUESTIONARIOS}/${q.id}/prorrogar`, { dataFim: today() });
  const {
    acoes: _a,
    situacao: _s,
    dataInicio: _d,
    statusSincronizacaoColabore: _c,
    psicossocial: _p,
    id: _i,
    versao: _v,
    ...campos
  } = await done(gestora, 'GET', `${QUESTIONARIOS}/${q.id}`);
  const editado = await gestora('PUT', `${QUESTIONARIOS}/${q.id}`, { ...campos, dataFim: today() });
  const reescrito = await gestora('PUT', `${QUESTIONARIOS}/${q.id}`, { ...campos, mensagem: 'Outra coisa' });
  const renomeado = await gestora('PUT', `${QUESTIONARIOS}/${q.id}`, { ...campos, titulo: 'Outro título' });
  for (const { status, body } of [hoje, editado, reescrito, renomeado])
    expect([status, (body as Row).code]).toEqual([409, 'FORA_DA_VISTA']);
  await done(gestora, 'POST', `${QUESTIONARIOS}/${q.id}/prorrogar`, { dataFim: addDays(today(), 90) });
  await done(admin, 'POST', `${QUESTIONARIOS}/${q.id}/encerrar`, {});
  const nominal = await novo({ modo: 'I', minimo: undefined });
  await done(admin, 'POST', `${QUESTIONARIOS}/${nominal.id}/liberar`, {});
  await app.db.query(sql`update questionarios set situacao = 'E' where id = ${nominal.id}`);
  const reaberto = await gestora('POST', `${QUESTIONARIOS}/${nominal.id}/reabrir`, { dataFim: addDays(today(), 90) });
  expect(JSON.stringify(reaberto.body)).toContain('áreas que você não vê');
});

it('RUL-423: whoever is logged in sees what waits for them, and of others what was promised', async () => {
  const [anonimo, nominal] = [await novo({ modo: 'A' }), await novo({ modo: 'I', minimo: undefined })];
  const { pessoas } = await previa({ alcance: 'T' });
  // The administrator is one of the talents, by the CPF.
  await app.db.query(
    sql`update talentos set cpf = (select cpf from usuarios where nome = 'Mariana Borges') where id = ${pessoas[0]?.id}`,
  );
  for (const { id } of [anonimo, nominal]) await done(admin, 'POST', `${QUESTIONARIOS}/${id}/liberar`, {});
  type Linha = {
    id: number;
    questionario: { id: number };
    respondida: boolean | null;
    minha: boolean;
    colaborador: { id: number };
  };
  const de = async (q: Row) => done<Linha[]>(admin, 'GET', `${MEUS}?questionarioId=${q.id}`);
  const minhas = (await done<Linha[]>(admin, 'GET', MEUS)).map(({ questionario }) => questionario.id);
  expect(minhas).toEqual(expect.arrayContaining([anonimo.id, nominal.id]));
  expect((await de(anonimo)).filter(({ respondida }) => respondida !== null).map(({ minha }) => minha)).toEqual([true]);
  expect(new Set((await de(nominal)).map(({ respondida }) => respondida))).toEqual(new Set([false]));
  const tarefas = await done<{ id: string; linhas: { nome: string }[] }[]>(admin, 'GET', '/api/geral/para-fazer');
  expect(tarefas.find(({ id }) => id === 'pesquisa/responder')?.linhas.map(({ nome }) => nome)).toContain(anonimo.titulo);

  // RUL-423, MSG-125
  const titulos = async () =>
    new Set(
      (await done<ColaboradorQuestionario[]>(admin, 'GET', `${MEUS}?questionarioId=${nominal.id}`)).map(tituloDaSolicitacao),
    );
  expect(await titulos()).toEqual(new Set([nominal.titulo]));
  await app.db.query(sql`update pesquisas set ativa = false where id = ${enps}`);
  expect(await titulos()).toEqual(new Set([`${String(nominal.titulo)} (INATIVA)`]));
  await app.db.query(sql`update pesquisas set ativa = true where id = ${enps}`);

  const outra = (await de(nominal)).find(({ minha }) => !minha) as Linha;
  const { definicao } = await done<{ definicao: Definicao }>(
    admin,
    'GET',
    `/api/pesquisa/colaborador-respostas/${outra.id}/perguntas`,
  );
  const dizer = { envio: crypto.randomUUID(), respostas: respostas(definicao, 7, 'Dito ao RH') };
  await done(admin, 'POST', `/api/pesquisa/colaborador-respostas/${outra.id}`, dizer);
  expect(await done(admin, 'GET', `${MEUS}/solicitacoes/${outra.id}/respondida`)).toEqual({ respondida: true });
  expect(await done(admin, 'GET', `/api/pesquisa/colaborador-respostas/${outra.id}`)).toMatchObject({
    respostas: [{ nota: 7 }, { comentario: 'Dito ao RH' }],
  });
  // Also where more people are asked than the list of others holds.
  const soMinhas = await done<Linha[]>(admin, 'GET', `${MEUS}?questionarioId=${anonimo.id}&minhas=true`);
  expect(soMinhas.map(({ minha, questionario }) => [minha, questionario.id])).toEqual([[true, anonimo.id]]);
  const daOutra = (await de(anonimo)).find(({ minha }) => !minha) as Linha;
  for (const [method, url] of [
    ['POST', `/api/pesquisa/colaborador-respostas/${daOutra.id}`],
    ['DELETE', `${MEUS}/${daOutra.id}/respostas`],
    ['DELETE', `${MEUS}/${daOutra.id}/pesquisa`],
  ] as const)
    expect(await admin(method, url, method === 'POST' ? { respostas: [] } : undefined)).toMatchObject({
      status: 400,
      body: { code: 'RESPOSTA_SIGILOSA' },
    });
  await done(admin, 'DELETE', `${MEUS}/${outra.id}/respostas`);
  // They are asked anew: the erased sending that comes once more is not acknowledged.
  expect((await admin('POST', `/api/pesquisa/colaborador-respostas/${outra.id}`, dizer)).status).toBe(404);
  const denovo = (await de(nominal)).find(({ colaborador }) => colaborador.id === outra.colaborador.id) as Linha;
  expect(await done(admin, 'GET', `${MEUS}/solicitacoes/${denovo.id}/respondida`)).toEqual({ respondida: false });
  await done(admin, 'DELETE', `${MEUS}/batch/pesquisa?ids=${denovo.id}`);
  expect((await admin('GET', `${MEUS}/solicitacoes/${denovo.id}/respondida`)).status).toBe(404);
});

it('another company and somebody without the right reach nothing of it', async () => {
  const q = await novo();
  await done(admin, 'POST', `${QUESTIONARIOS}/${q.id}/liberar`, {});
  const [linha] = await done<Row[]>(admin, 'GET', `${MEUS}?questionarioId=${q.id}`);
  const la = await app.login(0, app.empresas[1]);
  for (const url of [`${QUESTIONARIOS}/${q.id}/participacao`, `${MEUS}/solicitacoes/${linha?.id}/respondida`])
    expect((await la('GET', url)).status).toBe(404);
  expect((await la('POST', `${QUESTIONARIOS}/${q.id}/lembrar`)).status).toBe(404);
  const ninguem = await app.login(1);
  expect(await done(ninguem, 'GET', `${MEUS}?questionarioId=${q.id}`)).toEqual([]);
  expect((await ninguem('POST', `${QUESTIONARIOS}/${q.id}/liberar`, {})).status).toBe(403);
  expect((await ninguem('POST', `/api/pesquisa/colaborador-respostas/${linha?.id}`, { respostas: [] })).status).toBe(404);
});

it('CALL-654: evaluations of classes answer honestly that there are no classes yet', async () => {
  const turmas = '/api/pesquisa/avaliacoes-turma';
  expect(await done(admin, 'GET', `${turmas}?page=0&size=20`)).toEqual([]);
  for (const method of ['GET', 'PUT', 'DELETE'] as const) expect((await admin(method, `${turmas}/1`)).status).toBe(404);
  expect(await admin('POST', turmas, {})).toMatchObject({ status: 409, body: { code: 'SEM_TURMAS' } });
  expect((await (await app.login(1))('GET', turmas)).status).toBe(403);
});

it('what somebody has begun in confidence opens to no other login with their CPF', async () => {
  const q = await novo();
  await done(admin, 'PUT', `${PESQUISAS}/${enps}/questionarios/${q.id}/liberar`);
  await app.work();
  // Of somebody who has no login yet.
  const { para, texto, cpf } = await app.db.only<{ para: string; texto: string; cpf: string }>(sql`
    select e.para, e.texto, t.cpf from emails e join talentos t on t.email = e.para
    where e.tipo = 'pesquisa/convite' and e.assunto = ${`Sua opinião: ${String(q.titulo)}`}
      and not exists (select from usuarios u where u.cpf = t.cpf) order by e.id limit 1`);
  const bilhete = /responder\?empresaId=\d+#([\w-]+)/.exec(texto)?.[1] ?? '';
  const { definicao } = (await publico('abrir', { bilhete })).body as { definicao: Definicao };
  const guarda = { bilhete, revisao: 0, respostas: respostas(definicao, 2, 'Só eu sei disto.') };
  expect((await publico('rascunho', guarda)).status).toBe(200);
  const guardados = () =>
    app.db.query(sql`select d.revisao from rascunhos_de_respostas d where d.participacao_id in (
    select p.id from participacoes p join rodadas r on r.id = p.rodada_id where r.dono_id = ${q.id})`);
  const { id: perfil } = await app.db.only<{ id: number }>(sql`select min(id)::int as id from perfis`);
  const usuario = await done(admin, 'POST', '/api/utilitario/usuarios', {
    nome: 'A própria',
    cpf,
    email: para,
    ativo: true,
    acessos: [{ empresa: app.empresas[0], perfil }],
  });
  // Her own address: it is her.
  expect(await guardados()).toHaveLength(1);
  await done(admin, 'POST', `/api/utilitario/usuarios/${usuario.id}/copiar-link`, {});
  expect(await guardados()).toEqual([]);
  expect((await publico('abrir', { bilhete })).status).toBe(404);
});
