import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays, today } from '#kit/br/date.ts';
import type { Database } from '#kit/db/database.server.ts';
import { readConfig } from '#platform/config.server.ts';
import { type Assembled, assemble } from './assemble.server.ts';
import { DEMO_LOGINS, DEMO_PASSWORD } from './demo-users.server.ts';
import { multipart } from './server-process.server.ts';
import { type Answer, type Client, done, openTestApp, type Row, send, type TestApp } from './test-app.server.ts';
import { planosDe } from './test-plans.server.ts';

const TALENTOS = '/api/gestao-talentos/talentos';
const HISTORICOS = '/api/cargo-salario/colaboradores/historicos';
const AREAS = '/api/cargo-salario/areas-organizacionais';

let app: TestApp;
let admin: Client;

beforeAll(async () => {
  app = await openTestApp();
  await app.seed(12);
  admin = await app.login(0);
});
afterAll(() => app.close());

/** A session of somebody who holds these authorities alone. */
const loginWith = (...held: string[]) => app.loginWithout(1, (name) => !held.includes(name));

/** The first talent who works, with a day after all that is written about them. */
async function working(): Promise<{ id: number; dia: string; area: number }> {
  const found = await app.db.only<{ id: number; ultimo: string; area: number }>(sql`
    select t.id, max(h.data)::text as ultimo, t.area_atual_id as area from talentos t join talentos_historicos h on h.registro_id = t.id
    where t.empresa_id = ${app.empresas[0]} and t.situacao = 'A' and t.data_desligamento is null group by t.id order by t.id limit 1`);
  return { id: found.id, area: found.area, dia: addDays(found.ultimo > today() ? found.ultimo : today(), 3) };
}

describe('who may write or answer for records and not open them', () => {
  it('is not answered with the entry of a history that the personnel system confirms', async () => {
    await app.db.query(sql`update empresas set ac_integra = true where id = ${app.empresas[0]}`);
    await app.db.query(sql`update versao_acessos set versao = versao + 1`);
    const { id, dia, area } = await working();
    await done(admin, 'POST', `${TALENTOS}/${id}/transferir`, { data: dia, areaOrganizacional: area });
    const entrada = await app.db.only<Row>(sql`select id from talentos_historicos where registro_id = ${id} and data = ${dia}`);
    const system = await loginWith('ROLE_INTEGRACAO_PESSOAL', 'ROLE_VER_TODAS_AREAS', 'ROLE_VER_SALARIO');
    const { status, body } = await system('POST', `${HISTORICOS}/${entrada.id}/integracao-ac`, { acao: 'CONFIRMAR' });
    expect([status, body]).toEqual([200, { id: entrada.id, versao: expect.any(Number) }]);
    await app.db.query(sql`update empresas set ac_integra = false where id = ${app.empresas[0]}`);
    await app.db.query(sql`update versao_acessos set versao = versao + 1`);
  });

  it('is not shown a history by the preview of a deed', async () => {
    const { id, dia } = await working();
    const blind = await loginWith('ROLE_CAD_TALENTO_EDITAR', 'ROLE_VER_SALARIO', 'ROLE_VER_TODAS_AREAS');
    for (const ato of ['promover', 'transferir', 'reajustar']) {
      const { status } = await blind('POST', `${TALENTOS}/${id}/${ato}/previa`, { data: dia });
      expect([ato, status]).toEqual([ato, 403]);
    }
  });
});

describe('whoever opens neither a registry nor what refers to it', () => {
  it('is told no titles of what may not be released yet', async () => {
    const ninguem = await loginWith('ROLE_CAD_TALENTO');
    for (const cadastro of [
      'pesquisa/pesquisas',
      'pesquisa/questionarios',
      'pesquisa/entrevistas',
      'avaliacao/avaliacoes-desempenho',
      'avaliacao/modelos-avaliacao',
      'avaliacao/ninebox',
      'captacao/modelos-email-candidato',
      'captacao/modelos-avaliacao-candidato',
      'gestao-talentos/modelos-entrevista-desligamento',
    ])
      expect([cadastro, (await ninguem('GET', `/api/${cadastro}/opcoes`)).status]).toEqual([cadastro, 403]);
    const refere = await loginWith('ROLE_CAD_QUESTIONARIO');
    expect((await refere('GET', '/api/pesquisa/pesquisas/opcoes')).status).toBe(200);
  });

  it('is not told the position of a talent by its responsibilities', async () => {
    const { id } = await working();
    const url = `/api/cargo-salario/cargos/responsabilidade/${id}`;
    const cargos = await loginWith('ROLE_CAD_CARGO', 'ROLE_VER_TODAS_AREAS');
    expect((await cargos('GET', url)).status).toBe(403);
    const tambem = await loginWith('ROLE_CAD_CARGO', 'ROLE_CAD_TALENTO', 'ROLE_VER_TODAS_AREAS');
    expect((await tambem('GET', url)).status).toBe(200);
  });
});

interface Analysed {
  falhas: { campo: string; sugestao?: string }[];
  validos: number;
}

async function analysed(client: Client, path: string, csv: string): Promise<Analysed> {
  const { body, headers } = multipart('planilha.csv', Buffer.from(csv));
  const answer: Answer = await client('POST', `${path}/importar/analisar`, body, headers);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body as Analysed;
}

describe('a sheet that names records of which its importer may not choose', () => {
  const csv = `Título;Texto;Perfis;Início\nAviso;Texto;Administrado;${today()}\n`;

  it('is told that there is no such name, and no other name', async () => {
    const path = '/api/utilitario/noticias';
    const may = await loginWith('ROLE_CAD_NOTICIA', 'ROLE_CAD_NOTICIA_EDITAR', 'ROLE_CAD_PERFIL');
    const ofPerfis = ({ falhas }: Analysed) => falhas.find(({ campo }) => campo === 'perfis');
    expect(ofPerfis(await analysed(may, path, csv))).toMatchObject({ sugestao: 'Administrador' });
    const blind = await loginWith('ROLE_CAD_NOTICIA', 'ROLE_CAD_NOTICIA_EDITAR');
    const told = ofPerfis(await analysed(blind, path, csv));
    expect(told).toBeDefined();
    expect(told?.sugestao).toBeUndefined();
  });

  it('finds nobody by the number with which they log in', async () => {
    const path = '/api/captacao/etapas-aprovacao';
    const cpf = (DEMO_LOGINS[0]?.cpf ?? '').replace(/\D/g, '');
    const sheet = (quem: string) => `Nome;Pessoas\nEtapa;${quem}\n`;
    const faultOf = async (client: Client, quem: string) =>
      (await analysed(client, path, sheet(quem))).falhas.some(({ campo }) => campo === 'usuarios');
    const held = ['ROLE_CAD_ETAPA_APROVACAO', 'ROLE_CAD_ETAPA_APROVACAO_EDITAR'];
    const may = await loginWith(...held, 'ROLE_CAD_USUARIO', 'ROLE_GERAL_TODAS_EMPRESAS');
    expect([await faultOf(may, cpf), await faultOf(may, 'Mariana Borges')]).toEqual([false, false]);
    const blind = await loginWith(...held, 'ROLE_GERAL_TODAS_EMPRESAS');
    expect([await faultOf(blind, cpf), await faultOf(blind, 'Mariana Borges')]).toEqual([true, false]);
  });
});

describe('who sees no salaries', () => {
  it('learns by no collective adjustment who is paid by value, by band or by index', async () => {
    const planos = await planosDe(app, admin);
    const tabela = await planos.nova();
    const vazia = await done(admin, 'POST', AREAS, { nome: 'Sem ninguém', ativo: true });
    const form = planos.formulario(tabela, { areasIds: [vazia.id], tambemPorFaixaEIndice: false });
    const blind = await app.loginWithout(1, (name) => name === 'ROLE_VER_SALARIO');
    const url = (registro: string) => `/api/cargo-salario/${registro}/aplicar-dissidio`;
    for (const address of [`${url('reajustes-colaboradores')}/previa`, url('reajustes-colaboradores')])
      expect(await blind('POST', address, form)).toMatchObject({ status: 403, body: { code: 'NAO_AUTORIZADO' } });
    // Nobody works there, so nobody is paid by an index there.
    expect(await done(admin, 'POST', url('reajustes-indices'), form)).toMatchObject({ inseridas: 0 });
    const indices = await app.ids('indices');
    expect(indices.length).toBeGreaterThan(0);
    // Areas cannot restrict the lines for this reader, so the indices are chosen one by one.
    expect(await blind('POST', url('reajustes-indices'), form)).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'indicesIds' }] },
    });
    const [escolhido] = indices;
    expect(await done(blind, 'POST', url('reajustes-indices'), { ...form, indicesIds: [escolhido] })).toMatchObject({
      inseridas: 1,
    });
  });
});

describe('who sees no health data', () => {
  const REASONS = '/api/sst/afastamentos';
  const LEAVES = '/api/sst/colaborador-afastamentos';
  const isSaude = (name: string) => name === 'ROLE_VER_SAUDE';

  it('learns no reason by what a leave lacks since its reason has another class', async () => {
    const { id: colaborador } = await working();
    const reason = await done(admin, 'POST', REASONS, { descricao: 'Motivo mudado', classe: 'SIMPLES', ativo: true });
    const leave = { colaborador, afastamento: reason.id, inicio: '2150-01-01', fim: '2150-01-09' };
    const { id } = await done(admin, 'POST', LEAVES, leave);
    await done(admin, 'PUT', `${REASONS}/${reason.id}`, { descricao: 'Motivo mudado', classe: 'MANDATO_SINDICAL', ativo: true });
    const blind = await app.loginWithout(1, isSaude);
    const body = { colaborador, inicio: '2150-01-01', fim: '2150-01-08' };
    expect((await blind('PUT', `${LEAVES}/${id}`, body)).status).toBe(200);
    expect(await done(admin, 'GET', `${LEAVES}/${id}`)).toMatchObject({
      fim: '2150-01-08',
      classe: 'SIMPLES',
      afastamento: { id: reason.id },
    });
  });

  it('is told neither how many leaves have a reason nor whether any has', async () => {
    const { id: colaborador } = await working();
    const reason = await done(admin, 'POST', REASONS, { descricao: 'Motivo contado', classe: 'SIMPLES', ativo: true });
    await done(admin, 'POST', LEAVES, { colaborador, afastamento: reason.id, inicio: '2151-01-01', fim: '2151-01-09' });
    const url = `${REASONS}/${reason.id}/excluir/previa`;
    const titulo = 'Afastamentos de Talentos';
    expect(await done(admin, 'GET', url)).toMatchObject({ usadoEm: [{ titulo, quantidade: 1 }] });
    const blind = await app.loginWithout(1, isSaude);
    const mensagem = 'Só quem vê onde este registro é usado pode excluí-lo.';
    expect(await done(blind, 'GET', url)).toMatchObject({ usadoEm: [], falhas: [{ id: reason.id, message: mensagem }] });
  });

  it('is told as much of a history whatever the length of what they do not see of it', async () => {
    const { id } = await working();
    const lines = (guarded: number) =>
      app.db.query(sql`
      with linha as (
        insert into auditoria (usuario_nome, empresa_id, tabela, registro_id, acao, mudancas)
        values ('RH', ${app.empresas[0]}, 'talentos', ${id}, 'A', '{"observacao": ["antes", "depois"], "estabilidades": [null, [{"id": 1, "motivo": "•••"}]]}') returning id)
      insert into auditoria_guardados (auditoria_id, valores)
      select id, jsonb_build_object('estabilidades', jsonb_build_array(null, jsonb_build_array(jsonb_build_object('id', 1, 'motivo', repeat('x', ${guarded}::int))))) from linha`);
    const blind = await app.loginWithout(1, isSaude);
    const historico = async (client: Client) => done<object[]>(client, 'GET', `${TALENTOS}/${id}/historico`);
    const before = await historico(blind);
    for (const length of [700_000, 700_000, 700_000]) await lines(length);
    expect(await historico(blind)).toHaveLength(before.length + 3);
    expect(await historico(admin)).toHaveLength(2);
    // As many as are shown, whatever stands between them.
    await app.db.query(sql`
      insert into auditoria (usuario_nome, empresa_id, tabela, registro_id, acao, mudancas)
      select 'RH', ${app.empresas[0]}, 'talentos', ${id}, 'A', '{"cipa": [null, "•••"], "estabilidades": [null, [{"id": 1, "motivo": "•••"}]]}' from generate_series(1, 3)`);
    expect(await historico(blind)).toHaveLength(before.length + 6);
  });

  it('is not told that something of it was changed, nor by whom and when', async () => {
    const { id } = await working();
    const blind = await app.loginWithout(1, (name) => name === 'ROLE_VER_DEFICIENCIA');
    const historico = async (client: Client) => done<object[]>(client, 'GET', `${TALENTOS}/${id}/historico`);
    const before = await historico(blind);
    const { id: _id, deficiencia, ...ficha } = await done(admin, 'GET', `${TALENTOS}/${id}`);
    await done(admin, 'PUT', `${TALENTOS}/${id}`, { ...ficha, deficiencia: deficiencia === 'F' ? 'A' : 'F', confirma: true });
    expect(await historico(blind)).toEqual(before);
    expect((await historico(admin))[0]).toMatchObject({ acao: 'A', mudancas: [{ campo: 'deficiencia' }] });
    // What was not about values stays.
    await app.db.query(sql`
      insert into auditoria (usuario_nome, empresa_id, tabela, registro_id, acao, mudancas, transicao) values
        ('RH', ${app.empresas[0]}, 'talentos', ${id}, 'A', '{"deficiencia": [null, "•••"]}', 'feito'),
        ('RH', ${app.empresas[0]}, 'talentos', ${id}, 'A', '{}', null)`);
    expect(await historico(blind)).toHaveLength(before.length + 2);
  });
});

describe('a document that prints CPFs', () => {
  it('leaves a line in the trail, as a report does, unless they are masked', async () => {
    const url = '/api/gestao-talentos/relatorios/ordem-servico';
    const lidas = () =>
      app.db.query<{ colunas: string; registros: number }>(sql`
        select mudancas #>> '{colunas,1}' as colunas, (mudancas #>> '{registros,1}')::int as registros from auditoria
        where tabela = 'talentos' and acao = 'L' and not mudancas ? 'leitura' order by id`);
    const { id } = await working();
    const before = (await lidas()).length;
    const blind = await app.loginWithout(1, (name) => name === 'ROLE_VER_DOCUMENTOS');
    expect((await blind('POST', url, { talentosIds: [id] })).status).toBe(200);
    expect(await lidas()).toHaveLength(before);
    expect((await admin('POST', url, { talentosIds: [id] })).status).toBe(200);
    expect((await lidas()).slice(before)).toEqual([{ colunas: 'CPF', registros: 1 }]);
  });
});

describe('many records that one request saves, or tries to', () => {
  let server: Assembled;
  const lengths: (boolean | undefined)[] = [];
  let largest = 0;

  beforeAll(async () => {
    const db: Database = {
      ...app.db,
      tx: (work, opts) => {
        lengths.push(opts?.long);
        return app.db.tx(work, opts);
      },
      async query<R>(q: Parameters<Database['query']>[0]): Promise<R[]> {
        const rows = await app.db.query<R>(q);
        largest = Math.max(largest, JSON.stringify(rows).length);
        return rows;
      },
    };
    server = await assemble(db, readConfig({ LOG_LEVEL: 'error' }), app.db.connection);
  });
  afterAll(() => server.app.close());

  it('of a history only so much is read as is shown', async () => {
    const [cargo] = await app.ids('cargos');
    await app.db.query(sql`
      insert into auditoria (usuario_nome, empresa_id, tabela, registro_id, acao, mudancas)
      select 'Alguém', ${app.empresas[0]}, 'cargos', ${cargo}, 'A', jsonb_build_object('missao', jsonb_build_array(n,
        (select string_agg(md5(x::text), '') from generate_series(1, 20000) x))) from generate_series(1, 12) n`);
    expect(await asked('GET', `/api/cargo-salario/cargos/${cargo}/historico`)).toBe(false);
    expect(largest).toBeLessThan(1_500_000);
  });

  async function asked(
    method: 'GET' | 'POST',
    url: string,
    payload?: object,
    headers: Record<string, string> = {},
  ): Promise<boolean> {
    largest = 0;
    const login = await send(server.app, {
      method: 'POST',
      url: '/api/login',
      payload: { cpf: DEMO_LOGINS[0]?.cpf, senha: DEMO_PASSWORD, empresaId: app.empresas[0] },
    });
    const cookie = String(login.headers['set-cookie']).split(';')[0] as string;
    lengths.length = 0;
    const { status, body } = await send(server.app, {
      method,
      url,
      ...(payload ? { payload } : {}),
      headers: { cookie, ...headers },
    });
    expect(status, JSON.stringify(body)).toBe(200);
    return lengths.includes(true);
  }

  it('are long work, of which everybody does one at a time: others wait for the locks of one, not of four', async () => {
    const { body, headers } = multipart('areas.csv', Buffer.from('Nome\nUma área\nOutra área\n'));
    expect(await asked('POST', `${AREAS}/importar/analisar`, body, headers)).toBe(true);
    expect(await asked('POST', `${AREAS}/importar/lista`, { texto: 'Norte\n  Sul', gravar: false })).toBe(true);
    expect(await asked('POST', `${AREAS}/importar/lista`, { texto: 'Leste\n  Oeste', gravar: true })).toBe(true);
    const [empresaOrigemId, empresaDestinoId] = app.empresas;
    const copia = { empresaOrigemId, empresaDestinoId, cadastros: ['indices'] };
    expect(await asked('POST', '/api/utilitario/copia-cadastro', copia)).toBe(true);
  });
});

describe('a formatted text', () => {
  const NOTICIAS = '/api/utilitario/noticias';
  const nova = (texto: string) => ({ titulo: 'Aviso', texto, criticidade: '1', publico: 'E', inicio: today(), ativo: true });
  const grava = (texto: string) => admin('POST', NOTICIAS, nova(texto));
  const recusado = (field: string, message: unknown) => ({ status: 400, body: { errors: [{ field, message }] } });
  const DEMAIS = expect.stringMatching(/^O texto tem formatação demais/);

  it('that was made to keep the server busy is refused before it is read', async () => {
    expect(await grava('<ul><li>x'.repeat(500))).toMatchObject(recusado('texto', DEMAIS));
    const corpo = `x${'<h1>'.repeat(2_490)}${'</h2>'.repeat(1_990)}`;
    expect(
      await admin('POST', '/api/utilitario/modelos-mensagens/previa', { tipo: 'captacao/aprovacao-espera', assunto: 'x', corpo }),
    ).toMatchObject(recusado('corpo', DEMAIS));
  });

  it('is as long as its limit once it is cleaned, so that it can be saved again as it stands', async () => {
    const longo = recusado('texto', 'Texto deve ter no máximo 5000 caracteres');
    expect(await grava('&'.repeat(4_000))).toMatchObject(longo);
    expect(await grava(`<p>${'x<br>'.repeat(900)}</p>`)).toMatchObject(longo);
    // Paragraphs within paragraphs are written differently each time that they are cleaned.
    const { id, versao, texto } = await done<Row & { texto: string }>(admin, 'POST', NOTICIAS, nova('<p><b><p>Um & outro<br>x'));
    const { texto: depois } = await done<{ texto: string }>(admin, 'PUT', `${NOTICIAS}/${id}`, { ...nova(texto), versao });
    expect([texto, depois]).toEqual(['<p><p>Um &amp; outro<br />x</p></p>', texto]);
    // What stood there in code is judged as it is read.
    expect(await grava(`x${'&#x301;'.repeat(50)}`)).toMatchObject(recusado('texto', 'O texto contém caracteres inválidos'));
  });

  it('that an earlier version kept is read by everybody, without its formatting', async () => {
    const [empresaId] = app.empresas;
    await app.db.query(sql`update empresas set politica_seguranca = ${'<ul><li>x'.repeat(11_000)} where id = ${empresaId}`);
    const { body } = await send(app.app, { method: 'GET', url: `/api/externo/empresas/${empresaId}/configuracao` });
    expect(body).toMatchObject({ termo: { texto: `<p>${'x'.repeat(11_000)}</p>` } });
    await app.db.query(sql`update empresas set politica_seguranca = null where id = ${empresaId}`);
  });
});
