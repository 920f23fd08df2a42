import sql, { type Sql } from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DEMO_LOGINS } from '#app/demo-users.server.ts';
import {
  type Answer,
  type Client,
  done,
  faultsOf as faltasOf,
  openTestApp,
  type Row,
  type TestApp,
} from '#app/test-app.server.ts';
import { addDays, today } from '#kit/br/date.ts';
import type { Queryable } from '#kit/db/database.server.ts';
import { builtOn } from '#kit/import/built-on.server.ts';
import { UNASKED } from '#kit/store/store.server.ts';
import { OWNED } from '#platform/questionario/versions.server.ts';
import { actingOf } from '#platform/session/session.server.ts';
import { ABERTO } from '../anuncios/publico.server.ts';
import { avisaDaVez } from './aprovacao.server.ts';
import { LEMBRA_APROVACOES, prazosJobs, solicitacoesPorAprovar } from './prazos.server.ts';
import { comoNova } from './solicitacoes.rules.ts';

/** The fields with a fault, in order. */
const faultsOf = (answer: Answer) =>
  faltasOf(answer)
    .map((falta) => falta.split(':')[0] ?? '')
    .toSorted();

const BASE = '/api/captacao/solicitacoes-pessoal';
const ANUNCIOS = '/api/captacao/anuncios';

let app: TestApp;
let admin: Client;
let recrutador: Client;
let gestora: Client;
let outra: Client;
let empresa: number;
let [minhaArea, outraArea, faixa, cargo, motivo, estabelecimento] = [0, 0, 0, 0, 0, 0];

const pedido = (mais: object = {}) => ({
  descricao: 'Analista para o fechamento',
  data: today(),
  quantidade: 1,
  horarioComercial: 'Segunda a sexta, 8h às 17h',
  vinculo: 'E',
  sexo: 'I',
  areaOrganizacional: minhaArea,
  faixaSalarial: faixa,
  motivoSolicitacao: motivo,
  estabelecimento,
  ...mais,
});
const inclui = (client: Client, mais: object = {}) => done<Row>(client, 'POST', BASE, pedido(mais));
const configura = async (flags: object) => {
  const { id: _, ...dela } = await done<Row>(admin, 'GET', `/api/utilitario/empresas/${empresa}`);
  return done(admin, 'PUT', `/api/utilitario/empresas/${empresa}`, { ...dela, ...flags });
};
const usuario = async (who: number) =>
  (await app.db.only<{ id: number }>(sql`select id from usuarios where cpf = ${DEMO_LOGINS[who]?.cpf.replace(/\D/g, '')}`)).id;
const moveu = (client: Client, { id }: Row, nome: string, body: object = {}) => client('POST', `${BASE}/${id}/${nome}`, body);

beforeAll(async () => {
  app = await openTestApp();
  await app.seed(40);
  empresa = app.empresas[0] as number;
  const areas = await app.db.query<Row>(sql`
    select area_atual_id as id from talentos where empresa_id = ${empresa} and situacao = 'A' group by 1 order by count(*) desc, 1 limit 2`);
  [minhaArea, outraArea] = areas.map(({ id }) => id) as [number, number];
  const chefe = await app.db.only<Row>(
    sql`select id from talentos where area_atual_id = ${minhaArea} and situacao = 'A' order by id limit 1`,
  );
  await app.db.query(sql`update talentos set cpf = ${DEMO_LOGINS[2]?.cpf.replace(/\D/g, '')} where id = ${chefe.id}`);
  await app.db.query(sql`delete from areas_organizacionais_empresa_e_responsaveis where empresa_id = ${empresa}`);
  await app.db.query(sql`
    insert into areas_organizacionais_empresa_e_responsaveis (registro_id, ordem, empresa_id, colaborador_dto_id) values (${minhaArea}, 1, ${empresa}, ${chefe.id})`);
  const { id, cargo_id } = await app.db.only<{ id: number; cargo_id: number }>(
    sql`select id, cargo_id from faixas_salariais where empresa_id = ${empresa} order by id limit 1`,
  );
  [faixa, cargo] = [id, cargo_id];
  estabelecimento = (
    await app.db.only<Row>(sql`select id from estabelecimentos where empresa_id = ${empresa} order by id limit 1`)
  ).id;
  admin = await app.login(0);
  recrutador = await app.login(1);
  gestora = await app.login(2);
  outra = await app.login(0, app.empresas[1]);
  motivo = (await done<Row>(admin, 'POST', '/api/captacao/motivos-solicitacao', { descricao: 'Aumento de quadro' })).id;
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.db.query(sql`delete from etapas_aprovacao`);
  await app.db.query(sql`
    update empresas set sol_pessoal_campos_opcionais = false, sol_pessoal_obrigar_dados_complementares = false,
      sol_pessoal_exibir_salario = false, sol_pessoal_exibir_colab_substituido = false, sol_pessoal_reabrir_solicitacao = false`);
});

describe('o formulário', () => {
  it('asks for area, establishment, reason and band unless the company makes them optional (RUL-148 to 151)', async () => {
    const sem = pedido({ areaOrganizacional: null, faixaSalarial: null, motivoSolicitacao: null, estabelecimento: null });
    expect(faultsOf(await admin('POST', BASE, sem))).toEqual([
      'areaOrganizacional',
      'estabelecimento',
      'faixaSalarial',
      'motivoSolicitacao',
    ]);
    await configura({ solPessoalCamposOpcionais: true });
    expect(await admin('POST', BASE, sem)).toMatchObject({ status: 201, body: { status: 'I', situacao: 'A', suspensa: false } });
  });

  it('asks for complementary data and pay only when the company does (RUL-154 to 156)', async () => {
    await configura({ solPessoalObrigarDadosComplementares: true, solPessoalExibirSalario: true });
    expect(faultsOf(await admin('POST', BASE, pedido()))).toEqual([
      'bairrosIds',
      'cidade',
      'escolaridade',
      'idadeMaxima',
      'idadeMinima',
      'infoComplementares',
      'remuneracao',
      'uf',
    ]);
    const { body } = await admin('POST', BASE, pedido({ remuneracao: 0 }));
    expect(JSON.stringify(body)).toContain('Remuneração deve ser um número positivo');
  });

  it('takes an empty last row of replaced people, and no other (RUL-157)', async () => {
    await configura({ solPessoalExibirColabSubstituido: true });
    const [um, dois] = await app.db.query<Row>(
      sql`select id from talentos where empresa_id = ${empresa} and situacao = 'A' order by id limit 2`,
    );
    const feita = await inclui(admin, { colaboradoresSubstituidos: [um?.id, dois?.id, null] });
    expect((feita.colaboradoresSubstituidos as Row[]).map(({ id }) => id)).toEqual([um?.id, dois?.id]);
    const { status, body } = await admin('POST', BASE, pedido({ colaboradoresSubstituidos: [um?.id, null, dois?.id] }));
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining('Somente o último talento pode ficar vazio')]);
  });

  it('warns whoever fills in sex or age, and keeps them out of the ad', async () => {
    const duvida = await admin('POST', BASE, pedido({ sexo: 'F', idadeMaxima: 35 }));
    expect(duvida).toMatchObject({ status: 409, body: { code: 'CONFIRMACAO_NECESSARIA' } });
    expect(JSON.stringify(duvida.body)).toContain('Lei 9.029/1995');
    const feita = await inclui(admin, { sexo: 'F', idadeMaxima: 35, remuneracao: 3000, confirma: true });
    const anuncio = await done<Row>(admin, 'POST', ANUNCIOS, {
      titulo: 'Analista',
      solicitacao: feita.id,
      descricao: '<p>Venha</p>',
      exibirModuloExterno: false,
    });
    const previa = await done<{ anuncio: object }>(admin, 'GET', `${ANUNCIOS}/${anuncio.id}/previa`);
    expect(Object.keys(previa.anuncio)).not.toContainEqual(expect.stringMatching(/sexo|^idade|solicitante/i));
    expect(previa.anuncio).toMatchObject({ remuneracao: null });
  });

  it('previews an ad exactly as the portal answers it: places left, schooling, state, pay', async () => {
    const [uf] = await app.db.query<{ id: number }>(sql`select id from estados where sigla = 'PR'`);
    const feita = await inclui(admin, { quantidade: 3, escolaridades: ['07', '08'] });
    await app.db.query(sql`
      update solicitacoes_pessoal set status = 'A', situacao = 'A', qtd_vagas_preenchidas = 1, uf_id = ${uf?.id}, remuneracao = 3000 where id = ${feita.id}`);
    const { id } = await done<Row>(admin, 'POST', ANUNCIOS, {
      titulo: 'Analista fiscal',
      solicitacao: feita.id,
      descricao: '<p>Venha</p>',
      exibirModuloExterno: true,
    });
    await app.db.query(sql`update empresas set exibir_salario = true, sol_pessoal_exibir_salario = true`);
    const noPortal = await done(admin, 'GET', `/api/externo/anuncios/${id}?empresaId=${app.empresas[0]}`);
    expect(noPortal).toMatchObject({ vagas: 2, uf: 'PR', remuneracao: 3000, escolaridade: expect.stringContaining(', ') });
    expect(await done(admin, 'GET', `${ANUNCIOS}/${id}/previa`)).toEqual({ aberto: true, anuncio: noPortal });
    // A list of very long texts tells the beginnings of older ads; their own pages tell the texts.
    const naLista = async () =>
      (await done<(Row & { descricao: string })[]>(admin, 'GET', `/api/externo/anuncios?empresaId=${app.empresas[0]}`)).find(
        (um) => um.id === id,
      )?.descricao;
    expect(await naLista()).toBe((noPortal as { descricao?: string }).descricao);
    await app.db.query(sql`update anuncios_vagas set descricao = descricao || repeat('a', 1500000) where id = ${id}`);
    expect(await naLista()).toMatch(/^Venha +a{100,1000}$/);
    // Of a mark that the cut goes through nothing is left.
    await app.db.query(
      sql`update anuncios_vagas set descricao = '<p>Venha</p><b class="' || repeat('b', 3960) || '"></b><i class="inteiro">' || repeat('a', 1500000) where id = ${id}`,
    );
    expect(await naLista()).toMatch(/^Venha +$/);
    await app.db.query(sql`update anuncios_vagas set descricao = '<p>Venha</p>' where id = ${id}`);
    await app.db.query(sql`update empresas set sol_pessoal_exibir_salario = false`);
  });

  it('warns when the limit of the position has no place left (CALL-112)', async () => {
    await done(admin, 'POST', '/api/utilitario/configuracoes-limite-colaborador', {
      areaOrganizacional: minhaArea,
      quantidadesPorCargo: [{ cargo, quantidade: 1 }],
    });
    const duvida = await admin('POST', BASE, pedido({ quantidade: 3 }));
    expect(duvida).toMatchObject({ status: 409, body: { code: 'CONFIRMACAO_NECESSARIA' } });
    const feita = await inclui(admin, { quantidade: 3, confirma: true });
    expect(await done(admin, 'POST', `${BASE}/validarLimiteCargo/${feita.id}`)).toMatchObject({
      permitido: false,
      limite: 1,
      mensagem: expect.stringContaining('O limite do cargo'),
    });
    await app.db.query(sql`delete from configuracoes_limite_colaborador`);
    expect(await done(admin, 'POST', `${BASE}/validarLimiteCargo/${feita.id}`)).toMatchObject({ permitido: true, limite: null });
  });

  it('counts the forecast from the days, and tells a period that runs backwards (RUL-138)', async () => {
    expect(await inclui(admin, { data: '2026-03-01', qtdDiasPrevisao: 30 })).toMatchObject({
      dataPrevisaoEncerramento: '2026-03-31',
    });
    expect(faultsOf(await admin('GET', `${BASE}?dataIni=2026-03-02&dataFim=2026-03-01`))).toEqual(['dataFim']);
    expect((await admin('GET', `${BASE}?visualizar=X`)).status).toBe(400);
  });
});

describe('quem vê o quê', () => {
  it('a manager asks for the own areas only, and does not see what is hidden or elsewhere (RUL-185)', async () => {
    expect(faultsOf(await gestora('POST', BASE, pedido({ areaOrganizacional: outraArea })))).toEqual(['areaOrganizacional']);
    const minha = await inclui(gestora);
    const [alheia, escondida] = [
      await inclui(admin, { areaOrganizacional: outraArea }),
      await inclui(admin, { invisivelParaGestor: true }),
    ];
    for (const [{ id }, status] of [
      [minha, 200],
      [alheia, 404],
      [escondida, 404],
    ] as const) {
      expect((await gestora('GET', `${BASE}/${id}`)).status).toBe(status);
      expect((await gestora('GET', `${BASE}/${id}/aprovacoes`)).status).toBe(status);
      expect((await recrutador('GET', `${BASE}/${id}`)).status).toBe(200);
      expect((await outra('GET', `${BASE}/${id}`)).status).toBe(404);
    }
    const vistas = await done<{ id: number }[]>(gestora, 'GET', BASE);
    expect(vistas.map(({ id }) => id)).toContain(minha.id);
    expect(vistas.map(({ id }) => id)).not.toContain(escondida.id);
    const daArea = `/api/cargo-salario/areas-organizacionais/${minhaArea}/solicitacoes-vinculadas`;
    const dela = async (quem: Client) => (await done<{ id: number }[]>(quem, 'GET', daArea)).map(({ id }) => id);
    expect(await dela(gestora)).toContain(minha.id);
    expect(await dela(gestora)).not.toContain(escondida.id);
    expect(await dela(admin)).toEqual(expect.arrayContaining([minha.id, escondida.id]));
    expect(await dela(admin)).not.toContain(alheia.id);
    expect((await outra('GET', daArea)).status).toBe(404);
    expect(faultsOf(await gestora('PUT', `${BASE}/${minha.id}`, pedido({ areaOrganizacional: outraArea })))).toEqual([
      'areaOrganizacional',
    ]);
  });

  it('whoever sees hidden requests without the right to hide leaves them hidden', async () => {
    const escondida = await inclui(admin, { invisivelParaGestor: true });
    const vendo = await app.loginWithout(1, (authority) => authority === 'ROLE_VER_TODAS_SOLICITACOES');
    await done(vendo, 'PUT', `${BASE}/${escondida.id}`, pedido({ descricao: 'Outro nome', invisivelParaGestor: true }));
    expect(await done(admin, 'GET', `${BASE}/${escondida.id}`)).toMatchObject({
      descricao: 'Outro nome',
      invisivelParaGestor: true,
    });
    await app.db.query(sql`
      update usuarios_acessos set perfil_id = (select id from perfis where nome = 'Recrutador') where registro_id = ${await usuario(1)}`);
    recrutador = await app.login(1);
  });

  it('the limit of a position counts for a manager no request that is hidden from them', async () => {
    await app.db.query(sql`update solicitacoes_pessoal set situacao = 'C' where situacao = 'A'`);
    const { ocupados } = await app.db.only<{ ocupados: number }>(sql`
      select count(*)::int as ocupados from talentos where cargo_atual_id = ${cargo} and area_atual_id = ${minhaArea} and situacao in ('A', 'G', 'U')`);
    await done(admin, 'POST', '/api/utilitario/configuracoes-limite-colaborador', {
      areaOrganizacional: minhaArea,
      quantidadesPorCargo: [{ cargo, quantidade: ocupados + 1 }],
    });
    await inclui(admin, { invisivelParaGestor: true });
    const minha = await inclui(gestora);
    const conta = (quem: Client) => done(quem, 'POST', `${BASE}/validarLimiteCargo/${minha.id}`);
    expect(await conta(gestora)).toMatchObject({ permitido: true, pedidas: 0 });
    expect(await conta(admin)).toMatchObject({ permitido: false, pedidas: 1 });
    await app.db.query(sql`delete from configuracoes_limite_colaborador`);
  });

  it('nobody limited to areas approves the own request, and whoever lacks the right approves none', async () => {
    const minha = await inclui(gestora);
    expect(await moveu(gestora, minha, 'aprovar')).toMatchObject({ status: 400, body: { code: 'TRANSICAO_IMPEDIDA' } });
    const semDireito = await app.login(3);
    expect((await moveu(semDireito, minha, 'aprovar')).status).toBe(403);
  });
});

describe('a situação', () => {
  it('RUL-061, 062, 064, 142, 144 to 146: moves by the calls of the specification, and says the flags', async () => {
    const { id, ...nova } = await inclui(admin);
    expect(nova).toMatchObject({ status: 'I', suspensa: false, encerrada: false, cancelada: false });
    expect(await admin('PUT', `${BASE}/${id}/status`, { status: 'R' })).toMatchObject({ status: 400 });
    expect(await done(admin, 'PUT', `${BASE}/${id}/status`, { status: 'A', observacaoLiberador: 'Sim' })).toMatchObject({
      status: 'A',
      dataStatus: today(),
      observacaoLiberador: 'Sim',
      liberador: { nome: 'Mariana Borges' },
    });
    expect(await done(admin, 'PUT', `${BASE}/${id}/suspende`, { obsSuspensao: 'Orçamento' })).toMatchObject({
      suspensa: true,
      situacao: 'S',
    });
    expect((await admin('PUT', `${BASE}/${id}/status`, { status: 'R', observacaoLiberador: 'x' })).status).toBe(400);
    expect(await done(admin, 'PUT', `${BASE}/${id}/libera`)).toMatchObject({ suspensa: false, obsSuspensao: null });
    expect((await admin('PUT', `${BASE}/encerra`, { id, dataEncerramento: '2999-01-01' })).status).toBe(400);
    expect(await done(admin, 'PUT', `${BASE}/encerra`, { id, dataEncerramento: today() })).toMatchObject({ encerrada: true });
    expect(await admin('PUT', `${BASE}/${id}`, pedido())).toMatchObject({ status: 400 });
    expect(await admin('PUT', `${BASE}/reabre`, { id })).toMatchObject({ status: 400, body: { code: 'TRANSICAO_IMPEDIDA' } });
    await configura({ solPessoalReabrirSolicitacao: true });
    expect(await done(admin, 'PUT', `${BASE}/reabre`, { id })).toMatchObject({ encerrada: false, dataEncerramento: null });
    expect(await done(admin, 'PUT', `${BASE}/${id}/cancela`, { obsCancelamento: 'Não vamos' })).toMatchObject({
      cancelada: true,
    });
    expect((await admin('DELETE', `${BASE}/${id}`)).status).toBe(409);
    expect(await admin('PUT', `${BASE}/encerra`, { dataEncerramento: today() })).toMatchObject({ status: 400 });
    expect((await outra('PUT', `${BASE}/reabre`, { id })).status).toBe(404);
  });

  it('RUL-064: opened again, a request says why, to whoever asked for it too, and what does not come back by itself', async () => {
    await configura({ solPessoalReabrirSolicitacao: true });
    const { id } = await inclui(recrutador, { quantidade: 1 });
    await done(admin, 'PUT', `${BASE}/${id}/status`, { status: 'A' });
    await app.db.query(sql`
      insert into anuncios_vagas (empresa_id, titulo, solicitacao_id, descricao, exibir_modulo_externo, data_fim)
      select empresa_id, 'Vaga', id, 'Texto', true, hoje() - 1 from solicitacoes_pessoal where id = ${id}`);
    await done(admin, 'PUT', `${BASE}/${id}/encerra`, { dataEncerramento: today(), obsEncerra: 'Fim' });
    const previa = async () => (await done<{ avisos: string[] }>(admin, 'GET', `${BASE}/${id}/reabrir/previa`)).avisos;
    expect(await previa()).toEqual(['O anúncio já terminou: prorrogue-o para que volte ao portal.']);
    await app.db.query(sql`update anuncios_vagas set data_fim = hoje() where solicitacao_id = ${id}`);
    expect(await previa()).toEqual(['O anúncio volta ao portal.']);
    await app.db.query(sql`update solicitacoes_pessoal set qtd_vagas_preenchidas = 1 where id = ${id}`);
    expect(await previa()).toEqual([
      'Todas as vagas já foram preenchidas: aumente o número de vagas para contratar mais alguém.',
    ]);
    expect(await done(admin, 'PUT', `${BASE}/${id}/reabre`, { obsReabertura: 'Quem entrou já saiu' })).toMatchObject({
      encerrada: false,
      obsEncerra: null,
      obsReabertura: 'Quem entrou já saiu',
    });
    const { texto } = await app.db.only<{ texto: string }>(
      sql`select texto from mensagens where tipo = 'captacao/solicitacao-mudou' and assunto like 'Solicitação reaberta%' order by id desc limit 1`,
    );
    expect(texto).toContain('Quem entrou já saiu');
  });

  it('RUL-063: a copy is in analysis, of today and of whoever copies, without what was decided or foreseen', async () => {
    const { id } = await inclui(admin, { data: addDays(today(), -40), dataPrevisaoEncerramento: addDays(today(), -10) });
    await done(admin, 'PUT', `${BASE}/${id}/status`, { status: 'A', observacaoLiberador: 'Sim' });
    await done(admin, 'PUT', `${BASE}/${id}/suspende`, { obsSuspensao: 'Orçamento' });
    const { id: _, ...lida } = await done<Row>(admin, 'GET', `${BASE}/${id}`);
    const copia = await done<Row>(recrutador, 'POST', BASE, comoNova(lida));
    expect(copia.id).not.toBe(id);
    expect(copia).toMatchObject({
      descricao: lida.descricao,
      status: 'I',
      situacao: 'A',
      data: today(),
      dataPrevisaoEncerramento: null,
      solicitante: { nome: 'Rafael Antunes' },
      liberador: null,
      observacaoLiberador: null,
      obsSuspensao: null,
    });
  });

  it('what was approved is judged again when it changes, after a question; other fields change freely', async () => {
    const feita = await inclui(admin);
    await moveu(admin, feita, 'aprovar');
    expect(await done(admin, 'PUT', `${BASE}/${feita.id}`, pedido({ descricao: 'Outro nome' }))).toMatchObject({ status: 'A' });
    const maior = pedido({ quantidade: 4 });
    expect(await admin('PUT', `${BASE}/${feita.id}`, maior)).toMatchObject({
      status: 409,
      body: { code: 'CONFIRMACAO_NECESSARIA' },
    });
    expect(await done(admin, 'PUT', `${BASE}/${feita.id}`, { ...maior, confirma: true })).toMatchObject({
      status: 'I',
      liberador: null,
      dataStatus: null,
    });
  });

  it('an edit of several takes back no approval: a request that was approved is left to be edited alone', async () => {
    const [aprovada, emAnalise] = [await inclui(admin), await inclui(admin)];
    await moveu(admin, aprovada, 'aprovar');
    const ids = [aprovada.id, emAnalise.id];
    const sozinha = {
      id: aprovada.id,
      message: expect.stringMatching(/^Esta solicitação já foi aprovada: .* Altere este registro sozinho e confirme\.$/),
    };
    expect(await done(admin, 'POST', `${BASE}/editar-varios/previa`, { ids, campos: { quantidade: 7 } })).toMatchObject({
      alterados: [{ id: emAnalise.id }],
      falhas: [sozinha],
    });
    const registros = ids.map((id) => ({ id }));
    const edicao = await done(admin, 'POST', `${BASE}/editar-varios`, { registros, campos: { quantidade: 7 } });
    expect(edicao).toMatchObject({ alterados: 1, falhas: [sozinha] });
    const { liberador } = await done<Row>(admin, 'GET', `${BASE}/${aprovada.id}`);
    expect(await done(admin, 'GET', `${BASE}/${aprovada.id}`)).toMatchObject({ status: 'A', quantidade: 1 });
    expect(liberador).not.toBeNull();
    // What nobody approved changes with the others.
    expect(
      await done(admin, 'POST', `${BASE}/editar-varios`, { registros, campos: { horarioComercial: 'Das 9h às 18h' } }),
    ).toMatchObject({ alterados: 2, falhas: [] });
  });

  it('nobody has strangers written to without end by suspending and releasing', async () => {
    const feita = await inclui(admin, { emailsCheck: ['fora@example.com'] });
    await moveu(admin, feita, 'aprovar');
    const move = async () => [
      (await moveu(admin, feita, 'suspender', { obsSuspensao: 'Espera' })).status,
      (await moveu(admin, feita, 'liberar')).status,
    ];
    // What is decided about it goes on without the letters, and its history says so.
    for (let i = 0; i < 12; i++) expect(await move()).toEqual([200, 200]);
    const { n } = await app.db.only<{ n: number }>(sql`select count(*)::int as n from emails where para = 'fora@example.com'`);
    expect(n).toBe(10);
    expect(JSON.stringify(await done(admin, 'GET', `${BASE}/${feita.id}/historico`))).toContain('não foram enviados');
    await app.db.query(sql`delete from tentativas`);
  });

  it('nobody has strangers written to without end by asking and asking again', async () => {
    const muitos = Array.from({ length: 50 }, (_, n) => `estranho${n}@example.com`);
    const carta = async () =>
      (await app.db.only<{ n: number }>(sql`select count(*)::int as n from emails where para like 'estranho%'`)).n;
    const [primeira] = [await inclui(gestora, { emailsCheck: muitos }), await inclui(gestora, { emailsCheck: muitos })];
    await inclui(gestora, { emailsCheck: muitos });
    // The same address twice is one letter.
    await inclui(gestora, { emailsCheck: [...muitos.slice(0, 25), ...muitos.slice(0, 24)] });
    expect(await carta()).toBe(175);
    const antes = await app.db.query(sql`select id, descricao from solicitacoes_pessoal order by id`);
    const mais = { emailsCheck: muitos };
    const recusa = { status: 429, body: { code: 'MUITAS_TENTATIVAS', message: expect.stringContaining('Aguarde') } };
    expect(await gestora('POST', BASE, pedido(mais))).toMatchObject(recusa);
    await moveu(admin, primeira, 'reprovar', { observacaoLiberador: 'Falta o motivo' });
    expect(await gestora('PUT', `${BASE}/${primeira.id}`, pedido({ ...mais, descricao: 'Outra' }))).toMatchObject(recusa);
    expect(await app.db.query(sql`select id, descricao from solicitacoes_pessoal order by id`)).toEqual(antes);
    // Whoever else works is not kept from it, nor a request that writes to few.
    await inclui(gestora, { emailsCheck: muitos.slice(0, 5) });
    await inclui(admin, mais);
    await app.db.query(sql`delete from tentativas`);
  });

  it('whoever decides is held up by no addresses that others typed', async () => {
    const muitos = Array.from({ length: 50 }, (_, n) => `alheio${n}@example.com`);
    const feitas: Row[] = [];
    for (let n = 0; n < 5; n++) {
      feitas.push(await inclui(gestora, { emailsCheck: muitos }));
      await app.db.query(sql`delete from tentativas`);
    }
    await app.db.query(sql`delete from emails where para like 'alheio%'`);
    for (const feita of feitas) expect((await moveu(admin, feita, 'aprovar')).status).toBe(200);
    expect((await app.db.query(sql`select from emails where para like 'alheio%'`)).length).toBe(200);
    await app.db.query(sql`delete from tentativas`);
  });

  it('a rejected request that is edited is in analysis again', async () => {
    const feita = await inclui(admin);
    await moveu(admin, feita, 'reprovar', { observacaoLiberador: 'Falta o motivo' });
    expect(await done(admin, 'PUT', `${BASE}/${feita.id}`, pedido())).toMatchObject({ status: 'I' });
  });
});

describe('a cadeia de aprovação', () => {
  const cadeia = async () => {
    const [rh, orcamento] = [await usuario(1), await usuario(3)];
    for (const etapa of [
      { ordem: 1, nome: 'Área', quem: 'A' },
      { ordem: 2, nome: 'RH', quem: 'U', usuarios: [rh], prazoDias: 3 },
      { ordem: 3, nome: 'Orçamento', quem: 'U', usuarios: [orcamento], substituto: rh },
    ])
      await done(admin, 'POST', '/api/captacao/etapas-aprovacao', etapa);
    // The recruiter of the demonstration may not approve; here the company lets them.
    await app.db.query(sql`
      update perfis set autoridades = array_append(autoridades, 'ROLE_APROVAR_SOLICITACAO_PESSOAL')
      where nome = 'Recrutador' and not 'ROLE_APROVAR_SOLICITACAO_PESSOAL' = any(autoridades)`);
    recrutador = await app.login(1);
  };
  const etapas = (client: Client, id: number) =>
    done<{ nome: string; situacao: string; daVez: boolean; posso: boolean; prazo: string | null }[]>(
      client,
      'GET',
      `${BASE}/${id}/aprovacoes`,
    );

  it('names fifty people in a step at most', async () => {
    const etapa = (usuarios: number[]) =>
      admin('POST', '/api/captacao/etapas-aprovacao', { ordem: 9, nome: 'Muitos', quem: 'U', usuarios });
    expect(await etapa(Array.from({ length: 51 }, (_, n) => n + 1))).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'usuarios', message: expect.stringContaining('50') }] },
    });
  });

  it('passes area, HR and budget, each in its turn; the area has said yes when its own manager asks', async () => {
    await cadeia();
    const feita = await inclui(gestora);
    expect(
      (await etapas(recrutador, feita.id)).map(({ nome, situacao, daVez, posso }) => [nome, situacao, daVez, posso]),
    ).toEqual([
      ['Área', 'A', false, false],
      ['RH', 'P', true, true],
      ['Orçamento', 'P', false, false],
    ]);
    expect(await moveu(gestora, feita, 'aprovar')).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('RH') },
    });
    expect(await moveu(admin, feita, 'aprovar')).toMatchObject({ status: 400 });
    const { body } = await recrutador('GET', '/api/geral/para-fazer');
    expect(JSON.stringify(body)).toContain('solicitacoes-por-aprovar');
    expect((await moveu(recrutador, feita, 'aprovar', { observacaoLiberador: 'Sim' })).body).toMatchObject({ status: 'I' });
    // The budget's substitute.
    expect((await moveu(recrutador, feita, 'aprovar')).body).toMatchObject({
      status: 'A',
      liberador: { nome: 'Rafael Antunes' },
    });
    const { n } = await app.db.only<{ n: number }>(
      sql`select count(*)::int as n from emails where tipo in ('captacao/aprovacao-espera', 'captacao/solicitacao-decidida')`,
    );
    expect(n).toBeGreaterThanOrEqual(2);
  });

  it('comes back from the bin with its request, and goes on where it was', async () => {
    await cadeia();
    const feita = await inclui(gestora);
    await moveu(recrutador, feita, 'aprovar');
    const { versao } = await done<Row & { versao: number }>(admin, 'GET', `${BASE}/${feita.id}`);
    await done(admin, 'DELETE', `${BASE}/${feita.id}?versao=${versao}`);
    const { id } = await app.db.only<Row>(
      sql`select id from lixeira where tabela = 'solicitacoes_pessoal' and registro_id = ${feita.id}`,
    );
    await done(admin, 'POST', '/api/utilitario/lixeira/restaurar', { ids: [id] });
    expect((await etapas(recrutador, feita.id)).map(({ situacao }) => situacao).join('')).toBe('AAP');
    expect((await moveu(recrutador, feita, 'aprovar')).body).toMatchObject({ status: 'A' });
  });

  it('a change of what a step has approved begins the chain anew: by the form after a question, and never by the bulk edit', async () => {
    await cadeia();
    const feita = await inclui(gestora);
    const rodadas = () =>
      app.db.query(sql`select distinct rodada from solicitacoes_pessoal_aprovacoes where solicitacao_id = ${feita.id}`);
    // What the requester alone has approved, they may correct.
    await done(gestora, 'PUT', `${BASE}/${feita.id}`, pedido({ quantidade: 2 }));
    expect(await rodadas()).toHaveLength(1);
    await moveu(recrutador, feita, 'aprovar');
    const situacoes = async () => (await etapas(recrutador, feita.id)).map(({ situacao }) => situacao).join('');
    expect(await situacoes()).toBe('AAP');
    await done(gestora, 'PUT', `${BASE}/${feita.id}`, pedido({ descricao: 'Outro nome', quantidade: 2 }));
    expect(await situacoes()).toBe('AAP');
    const maior = pedido({ quantidade: 50 });
    expect(await gestora('PUT', `${BASE}/${feita.id}`, maior)).toMatchObject({
      status: 409,
      body: { code: 'CONFIRMACAO_NECESSARIA', confirmar: [expect.stringContaining('a aprovação recomeça')] },
    });
    await done(gestora, 'PUT', `${BASE}/${feita.id}`, { ...maior, confirma: true });
    expect(await situacoes()).toBe('APP');
    await moveu(recrutador, feita, 'aprovar');
    const { versao } = await done<Row>(gestora, 'GET', `${BASE}/${feita.id}`);
    expect(
      await done(gestora, 'POST', `${BASE}/editar-varios`, {
        registros: [{ id: feita.id, versao }],
        campos: { quantidade: 77 },
      }),
    ).toMatchObject({ alterados: 0, falhas: [{ message: expect.stringContaining('a aprovação recomeça') }] });
    expect(await situacoes()).toBe('AAP');
  });

  it('an edit after a rejection begins the chain anew, and two who decide at once decide once', async () => {
    await cadeia();
    const feita = await inclui(gestora);
    await moveu(recrutador, feita, 'reprovar', { observacaoLiberador: 'Não agora' });
    expect(await done(gestora, 'PUT', `${BASE}/${feita.id}`, pedido())).toMatchObject({ status: 'I' });
    expect((await etapas(recrutador, feita.id)).filter(({ situacao }) => situacao === 'P')).toHaveLength(2);
    const { versao } = await done<Row>(recrutador, 'GET', `${BASE}/${feita.id}`);
    const dois = await Promise.all([
      moveu(recrutador, feita, 'aprovar', { versao }),
      moveu(recrutador, feita, 'aprovar', { versao }),
    ]);
    expect(dois.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });

  it('a step whose people may not decide is decided by whoever sees all requests, and not by who asked', async () => {
    await cadeia();
    await app.db.query(sql`update etapas_aprovacao set ativo = false where nome <> 'Orçamento'`);
    await app.db.query(sql`update etapas_aprovacao set substituto_id = null where nome = 'Orçamento'`);
    // The only one named for the step has no right to approve.
    const feita = await inclui(recrutador);
    expect((await etapas(recrutador, feita.id)).map(({ posso }) => posso)).toEqual([false]);
    expect((await moveu(recrutador, feita, 'aprovar')).status).toBe(400);
    expect((await etapas(admin, feita.id)).map(({ posso }) => posso)).toEqual([true]);
    expect((await moveu(admin, feita, 'aprovar')).body).toMatchObject({ status: 'A' });
    // Or they are who asks.
    await app.db.query(sql`update etapas_aprovacao_usuarios set alvo_id = ${await usuario(1)}`);
    const propria = await inclui(recrutador);
    expect((await moveu(recrutador, propria, 'aprovar')).status).toBe(400);
    expect((await moveu(admin, propria, 'aprovar')).body).toMatchObject({ status: 'A' });
  });

  it('a request that is hidden from the manager is told to nobody who does not see it, and waits for none of them', async () => {
    await cadeia();
    await app.db.query(sql`update etapas_aprovacao set ativo = false where nome = 'RH'`);
    await app.db.query(sql`update etapas_aprovacao set substituto_id = null, prazo_dias = 0`);
    // Who is named for the last step may approve, and sees their own areas alone.
    await app.db.query(sql`update etapas_aprovacao_usuarios set alvo_id = ${await usuario(2)}`);
    await app.db.query(sql`delete from mensagens where tipo like 'captacao/%'`);
    const contadas = async () =>
      (
        await app.db.query(sql`
          select from usuarios_mensagens u join mensagens m on m.id = u.mensagem_id where u.usuario_id = ${await usuario(2)} and m.tipo like 'captacao/%'`)
      ).length;
    const escondida = await inclui(recrutador, { invisivelParaGestor: true });
    await app.db.query(sql`update solicitacoes_pessoal_aprovacoes set prazo = hoje() - 1 where solicitacao_id = ${escondida.id}`);
    await prazosJobs[LEMBRA_APROVACOES](app);
    await app.db.query(sql`update solicitacoes_pessoal_aprovacoes set prazo = null where solicitacao_id = ${escondida.id}`);
    expect((await moveu(admin, escondida, 'aprovar')).body).toMatchObject({ status: 'I' });
    expect((await moveu(admin, escondida, 'aprovar')).body).toMatchObject({ status: 'A' });
    expect(await contadas()).toBe(0);
    // One that becomes hidden is told to its requester no more.
    const minha = await inclui(gestora);
    await done(admin, 'PUT', `${BASE}/${minha.id}`, pedido({ invisivelParaGestor: true }));
    await moveu(admin, minha, 'cancelar', { obsCancelamento: 'Não mais' });
    expect(await contadas()).toBe(0);
    await inclui(admin);
    expect(await contadas()).toBe(1);
    await app.db.query(sql`delete from mensagens where tipo like 'captacao/%'`);
  });

  it('the start page asks who answers for an area once for all requests that wait there, and names those that the reader may decide', async () => {
    await cadeia();
    await app.db.query(sql`update etapas_aprovacao set ativo = false where nome <> 'Área'`);
    await app.db.query(sql`update solicitacoes_pessoal set situacao = 'C' where situacao = 'A' and status = 'I'`);
    const feitas = [await inclui(recrutador), await inclui(recrutador), await inclui(admin), await inclui(gestora)];
    const [escondida, outra] = [
      await inclui(recrutador, { invisivelParaGestor: true }),
      await inclui(recrutador, { areaOrganizacional: outraArea }),
    ];
    const eu = await usuario(0);
    const acting = actingOf({ id: eu, nome: '' }, await app.sessions.accessOf(eu, empresa, -1), 'teste');
    let pergunta: Sql | undefined;
    const db = {
      query: (query: Sql) => {
        pergunta = query;
        return app.db.query(query);
      },
    } as unknown as Queryable;
    // The manager of this area decides about the others; nobody does about the hidden one, or in an area without anybody.
    const { total, linhas } = await solicitacoesPorAprovar.find(db, acting);
    const links = [escondida, outra].map(({ id }) => `/captacao/solicitacoes-pessoal/${id}`);
    expect([total, linhas.map(({ link }) => link).toSorted()]).toEqual([2, links.toSorted()]);
    for (const { id } of [...feitas, escondida, outra])
      expect(
        (await etapas(admin, id)).map(({ posso }) => posso),
        String(id),
      ).toEqual([id === escondida.id || id === outra.id]);
    const [plano] = await app.db.query<Record<string, unknown>>(sql`explain (analyze, format json) ${pergunta as Sql}`);
    const vezes = [...JSON.stringify(plano).matchAll(/"Node Type":"Recursive Union".*?"Actual Loops":(\d+)/g)].map(([, n]) =>
      Number(n),
    );
    expect(vezes.length).toBeGreaterThan(0);
    expect(Math.max(...vezes)).toBeLessThanOrEqual(3);
  });

  it('approvers are written to so often and no more, never for a sheet, and find in their boxes what is beyond that', async () => {
    await cadeia();
    await app.db.query(sql`update etapas_aprovacao set ativo = false where nome <> 'RH'`);
    const limpa = () =>
      app.db.query(
        sql`with m as (delete from mensagens where tipo like 'captacao/%') delete from emails where tipo like 'captacao/%'`,
      );
    const avisos = async () => {
      const { caixa, correio } = await app.db.only<{ caixa: number; correio: number }>(sql`
        select (select count(*)::int from mensagens where tipo like 'captacao/%') as caixa, (select count(*)::int from emails where tipo like 'captacao/%') as correio`);
      await limpa();
      return [caixa, correio];
    };
    const eu = await usuario(2);
    const contados = async (porta: string, n?: number) => {
      if (n !== undefined)
        await app.db.query(sql`insert into tentativas (chave, janela, falhas) values (${`${porta}:${eu}`}, date_trunc('minute', now()), ${n})
          on conflict (chave, janela) do update set falhas = excluded.falhas`);
      const { total } = await app.db.only<{ total: number }>(
        sql`select coalesce(sum(falhas), 0)::int as total from tentativas where chave = ${`${porta}:${eu}`}`,
      );
      return total;
    };
    await app.db.query(sql`delete from tentativas`);
    await limpa();
    await inclui(gestora);
    expect(await avisos()).toEqual([1, 1]);
    expect(await contados('cartaAUm')).toBe(1);
    await contados('cartaAUm', 1_000);
    const { id } = await inclui(gestora);
    expect(await avisos()).toEqual([1, 0]);
    // Reminders, here to the approver and the requester, have a count of their own.
    const atrasa = () =>
      app.db.query(
        sql`update solicitacoes_pessoal_aprovacoes set prazo = hoje() - 1, lembrada = null where solicitacao_id = ${id}`,
      );
    await atrasa();
    await prazosJobs[LEMBRA_APROVACOES](app);
    expect(await avisos()).toEqual([1, 2]);
    await contados('lembretesDeAprovacao', 1_000);
    await atrasa();
    await prazosJobs[LEMBRA_APROVACOES](app);
    expect(await avisos()).toEqual([1, 0]);
    await app.db.query(sql`delete from tentativas`);
    const acting = actingOf({ id: eu, nome: '' }, await app.sessions.accessOf(eu, empresa, -1), 'importacao:1');
    await app.db.tx((tx) => avisaDaVez(tx, acting, id));
    expect(await avisos()).toEqual([1, 0]);
  });

  it('a save that nobody is asked about looks up no limit of the position', async () => {
    const eu = await usuario(2);
    const acting = actingOf({ id: eu, nome: '' }, await app.sessions.accessOf(eu, empresa, -1), 'importacao:1');
    const perguntas: string[] = [];
    await app.db.tx(async (tx) => {
      const one = <R>(q: Parameters<typeof tx.one>[0]) => {
        perguntas.push(q.text);
        return tx.one<R>(q);
      };
      for (const como of [UNASKED, { warn: () => {} }])
        await app.services.store('captacao/solicitacoes-pessoal').create({ ...tx, one }, acting, pedido(), como);
    });
    expect(perguntas.filter((q) => q.includes('select cargo_id as cargo from faixas_salariais'))).toHaveLength(1);
  });

  it('a leader who has left holds up no step of their area, and is not asked', async () => {
    await cadeia();
    await app.db.query(sql`update etapas_aprovacao set ativo = false where nome <> 'Área'`);
    const meuCpf = sql`cpf = ${DEMO_LOGINS[2]?.cpf.replace(/\D/g, '')}`;
    const sai = (dia: Sql) => app.db.query(sql`update talentos set data_desligamento = ${dia} where ${meuCpf}`);
    await sai(sql`hoje() - 1`);
    await app.db.query(sql`delete from emails where tipo = 'captacao/aprovacao-espera'`);
    const feita = await inclui(recrutador);
    expect((await etapas(admin, feita.id)).map(({ posso }) => posso)).toEqual([true]);
    expect(await app.db.query(sql`select para from emails where tipo = 'captacao/aprovacao-espera'`)).toEqual([]);
    // On their last day they still decide.
    await sai(sql`hoje()`);
    expect((await etapas(gestora, feita.id)).map(({ posso }) => posso)).toEqual([true]);
    expect((await etapas(admin, feita.id)).map(({ posso }) => posso)).toEqual([false]);
    await sai(sql`hoje() - 1`);
    expect((await moveu(admin, feita, 'aprovar')).body).toMatchObject({ status: 'A' });
    await sai(sql`null`);
  });

  it('an approval that begins anew after the company gave up its chain takes no step of before', async () => {
    await cadeia();
    const feita = await inclui(gestora);
    await moveu(recrutador, feita, 'reprovar', { observacaoLiberador: 'Não agora' });
    await app.db.query(sql`delete from etapas_aprovacao`);
    await done(gestora, 'PUT', `${BASE}/${feita.id}`, pedido({ quantidade: 25 }));
    expect(await etapas(admin, feita.id)).toEqual([]);
    expect((await moveu(admin, feita, 'aprovar')).body).toMatchObject({ status: 'A' });
  });

  it('once the day has passed whoever sees all requests decides, and the late are reminded once', async () => {
    await cadeia();
    const feita = await inclui(gestora);
    await app.db.query(
      sql`update solicitacoes_pessoal_aprovacoes set prazo = hoje() - 2 where solicitacao_id = ${feita.id} and ordem = 2`,
    );
    const avisos = () =>
      app.db.only<{ n: number }>(sql`select count(*)::int as n from mensagens where tipo = 'captacao/aprovacao-atrasada'`);
    await prazosJobs[LEMBRA_APROVACOES](app);
    await prazosJobs[LEMBRA_APROVACOES](app);
    expect(await avisos()).toEqual({ n: 1 });
    expect((await moveu(admin, feita, 'aprovar')).body).toMatchObject({ status: 'I' });
  });

  it('whoever decides is reminded once on the day before, and once when it has passed', async () => {
    await cadeia();
    const { id } = await inclui(gestora);
    const lembrada = async (prazo: number) => {
      await app.db.query(
        sql`update solicitacoes_pessoal_aprovacoes set prazo = hoje() + ${prazo}::int where solicitacao_id = ${id} and situacao = 'P' and prazo is not null`,
      );
      await prazosJobs[LEMBRA_APROVACOES](app);
      return (
        await app.db.query<{ lembrada: string }>(
          sql`select lembrada from solicitacoes_pessoal_aprovacoes where solicitacao_id = ${id} and lembrada is not null`,
        )
      ).map((uma) => uma.lembrada);
    };
    expect(await lembrada(5)).toEqual([]);
    expect(await lembrada(1)).toEqual(['A']);
    expect(await lembrada(-1)).toEqual(['D']);
  });

  it('a reminder is nobody’s work on an imported request, and what somebody changed of a step is', async () => {
    await cadeia();
    const { id } = await inclui(gestora);
    await app.db.query(
      sql`update solicitacoes_pessoal_aprovacoes set prazo = hoje() - 2 where solicitacao_id = ${id} and ordem = 2`,
    );
    const cadastro = 'captacao/solicitacoes-pessoal';
    const ligados = await builtOn(app.db, { store: app.services.store(cadastro), cadastro, owned: OWNED }, sql`${id}::bigint`);
    const { lote } = await app.db.only<{ lote: number }>(sql`
      with i as (insert into importacoes (empresa_id, usuario_id, usuario_nome, cadastro, nome, estado)
        select ${empresa}, id, nome, ${cadastro}, 'solicitacoes.csv', 'aplicada' from usuarios where id = ${await usuario(0)} returning id)
      insert into importacao_linhas (importacao_id, linha, celulas, registro_id, registro_versao, registro_ligados)
      select i.id, 2, '[]', s.id, s.versao, b.ligados from i, solicitacoes_pessoal s join (${ligados}) b on b.id = s.id where s.id = ${id}
      returning importacao_id as lote`);
    await prazosJobs[LEMBRA_APROVACOES](app);
    const lembradas = sql`select 1 from solicitacoes_pessoal_aprovacoes where solicitacao_id = ${id} and lembrada is not null`;
    expect(await app.db.query(lembradas)).toHaveLength(1);
    const desfaz = () => admin('POST', `${BASE}/importar/${lote}/desfazer`, {});
    const substitui = (por: number | null) =>
      app.db.query(
        sql`update solicitacoes_pessoal_aprovacoes set substituto_id = ${por} where solicitacao_id = ${id} and ordem = 1 returning substituto_id`,
      );
    const { antes } = await app.db.only<{ antes: number | null }>(
      sql`select substituto_id as antes from solicitacoes_pessoal_aprovacoes where solicitacao_id = ${id} and ordem = 1`,
    );
    await substitui(await usuario(2));
    expect(await desfaz()).toMatchObject({ status: 409, body: { code: 'REGISTROS_ALTERADOS' } });
    await substitui(antes);
    expect((await desfaz()).status).toBe(202);
  });
});

describe('o anúncio', () => {
  const anuncio = (solicitacao: number, mais: object = {}) => ({
    titulo: 'Analista contábil',
    solicitacao,
    descricao: '<p>Fechamento mensal</p><script>alert(1)</script>',
    exibirModuloExterno: true,
    ...mais,
  });

  it('goes to the portal only once its request is approved, and leaves it when that is suspended', async () => {
    const feita = await inclui(admin);
    expect(faultsOf(await admin('POST', ANUNCIOS, anuncio(feita.id)))).toEqual(['exibirModuloExterno']);
    await moveu(admin, feita, 'aprovar');
    const posto = await done<Row>(admin, 'POST', ANUNCIOS, anuncio(feita.id));
    expect(posto).toMatchObject({ noPortal: 'A' });
    expect(posto.descricao).not.toContain('script');
    // What the cleaning leaves nothing of is no text.
    for (const descricao of ['<br '.repeat(500), '<a href="http://a"'.repeat(9)])
      expect(faultsOf(await admin('PUT', `${ANUNCIOS}/${posto.id}`, anuncio(feita.id, { descricao })))).toEqual(['descricao']);
    await moveu(admin, feita, 'suspender');
    expect(await done(admin, 'GET', `${ANUNCIOS}/${posto.id}`)).toMatchObject({ noPortal: 'N' });
    expect((await admin('POST', `${ANUNCIOS}/${posto.id}/email`, { assunto: 'Vaga', emails: ['a@exemplo.com.br'] })).status).toBe(
      409,
    );
    await moveu(admin, feita, 'liberar');
    expect((await admin('POST', `${ANUNCIOS}/${posto.id}/email`, { assunto: 'Vaga', emails: ['a@exemplo.com.br'] })).status).toBe(
      204,
    );
    const { assunto, texto } = await app.db.only<{ assunto: string; texto: string }>(
      sql`select assunto, texto from emails where tipo = 'captacao/anuncio-por-email'`,
    );
    expect([assunto, texto]).toEqual([
      'Vaga',
      expect.stringContaining(`/externo/anuncios/${posto.id}?empresaId=${empresa}&fonte=email`),
    ]);
    expect(faultsOf(await admin('POST', `${ANUNCIOS}/${posto.id}/email`, {}))).toEqual(['assunto', 'emails']);
    expect((await outra('POST', `${ANUNCIOS}/${posto.id}/email`, { assunto: 'x', emails: ['a@b.com.br'] })).status).toBe(404);
  });

  it('is one of fifty of its request at most, and asks for fifty evaluations at most', async () => {
    const feita = await inclui(admin);
    const guardado = anuncio(feita.id, { exibirModuloExterno: false });
    const sai = await done<Row & { versao: number }>(admin, 'POST', ANUNCIOS, guardado);
    const fica = await done<Row>(admin, 'POST', ANUNCIOS, guardado);
    const linhas = (n: number) => ({ solicitacaoAvaliacoes: Array.from({ length: n }, () => ({ avaliacao: 1 })) });
    expect(await admin('PUT', `${ANUNCIOS}/${fica.id}`, { ...guardado, ...linhas(51) })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'solicitacaoAvaliacoes', message: expect.stringContaining('50') }] },
    });
    await done(admin, 'DELETE', `${ANUNCIOS}/${sai.id}?versao=${sai.versao}`);
    await app.db.query(sql`
      insert into anuncios_vagas (empresa_id, titulo, solicitacao_id, descricao, exibir_modulo_externo)
      select ${empresa}, 'Mais um', ${feita.id}, 'Texto', false from generate_series(1, 49)`);
    const demais = { status: 409, body: { code: 'ANUNCIOS_DEMAIS' } };
    expect(await admin('POST', ANUNCIOS, guardado)).toMatchObject(demais);
    const outro = await done<Row>(admin, 'POST', ANUNCIOS, { ...guardado, solicitacao: (await inclui(admin)).id });
    expect(await admin('PUT', `${ANUNCIOS}/${outro.id}`, guardado)).toMatchObject(demais);
    await done(admin, 'PUT', `${ANUNCIOS}/${fica.id}`, { ...guardado, titulo: 'Outro título' });
    const [entrada] = await app.db.query<Row>(
      sql`select id from lixeira where tabela = 'anuncios_vagas' and registro_id = ${sai.id}`,
    );
    const volta = await admin('POST', '/api/utilitario/lixeira/restaurar', { ids: [entrada?.id] });
    expect(JSON.stringify(volta.body)).toContain('já tem 50 anúncios');
    expect((await admin('GET', `${ANUNCIOS}/${sai.id}`)).status).toBe(404);
  });

  it('is at the portal, or says why it is not, by the state of its request, its own switch and its days', async () => {
    const feita = await inclui(admin);
    await moveu(admin, feita, 'aprovar');
    const { id } = await done<Row>(admin, 'POST', ANUNCIOS, anuncio(feita.id));
    const [ontem, amanha] = [addDays(today(), -1), addDays(today(), 1)];
    const table = (['A', 'S', 'E', 'C'] as const).flatMap((situacao) =>
      (['I', 'A', 'R'] as const).flatMap((status) =>
        [null, 'E', 'I', 'M'].flatMap((tipo) =>
          [true, false].flatMap((exibe) =>
            [
              [null, null, 'A'],
              [amanha, null, 'G'],
              [null, ontem, 'F'],
            ].map(([de, ate, dias]) => ({ situacao, status, tipo, exibe, de, ate, dias })),
          ),
        ),
      ),
    );
    for (const { situacao, status, tipo, exibe, de = null, ate = null, dias } of table) {
      await app.db.query(
        sql`update solicitacoes_pessoal set situacao = ${situacao}, status = ${status}, tipo_vaga = ${tipo} where id = ${feita.id}`,
      );
      await app.db.query(
        sql`update anuncios_vagas set exibir_modulo_externo = ${exibe}, data_ini = ${de}::date, data_fim = ${ate}::date where id = ${id}`,
      );
      const esperado = !exibe || situacao === 'S' || status !== 'A' || tipo === 'I' ? 'N' : situacao === 'A' ? dias : 'F';
      const lido = await app.db.only<{ aberto: boolean }>(sql`
        select (${ABERTO}) as aberto from anuncios_vagas a join solicitacoes_pessoal s on s.id = a.solicitacao_id where a.id = ${id}`);
      const { noPortal } = await done<{ noPortal: string }>(admin, 'GET', `${ANUNCIOS}/${id}`);
      expect([situacao, status, tipo, exibe, dias, noPortal, lido.aberto]).toEqual([
        situacao,
        status,
        tipo,
        exibe,
        dias,
        esperado,
        esperado === 'A',
      ]);
    }
  });

  it('warns of words by which the law does not let one choose', async () => {
    const feita = await inclui(admin);
    const dito = anuncio(feita.id, { exibirModuloExterno: false, descricao: '<p>Exige boa aparência, até 35 anos</p>' });
    const duvida = await admin('POST', ANUNCIOS, dito);
    expect(duvida).toMatchObject({ status: 409, body: { code: 'CONFIRMACAO_NECESSARIA' } });
    expect(JSON.stringify(duvida.body)).toContain('boa aparência');
    // Once confirmed, only another word is asked about.
    const { id, versao } = (await done(admin, 'POST', ANUNCIOS, { ...dito, confirma: true })) as Row & { versao: number };
    const { versao: nova } = (await done(admin, 'PUT', `${ANUNCIOS}/${id}`, {
      ...dito,
      titulo: 'Outro título',
      versao,
    })) as Row & {
      versao: number;
    };
    const outro = { ...dito, descricao: '<p>Exige boa aparência, até 35 anos, solteira</p>', versao: nova };
    const segunda = await admin('PUT', `${ANUNCIOS}/${id}`, outro);
    expect(segunda).toMatchObject({ status: 409, body: { code: 'CONFIRMACAO_NECESSARIA' } });
  });
});

it('prints a request without sex, age or, for whoever may not see it, pay', async () => {
  const feita = await inclui(admin);
  const pdf = await admin('GET', `${BASE}/pdf?id=${feita.id}`);
  expect(pdf.status).toBe(200);
  expect((await outra('GET', `${BASE}/pdf?id=${feita.id}`)).status).toBe(404);
});

it('shows positions with vacancies, and keeps how far a candidate has what the band asks for', async () => {
  const feita = await inclui(admin, { quantidade: 2 });
  expect(
    (await done<{ id: number; vagas: number }[]>(admin, 'GET', '/api/captacao/cargo')).find(({ id }) => id === cargo),
  ).toMatchObject({
    faixas: expect.arrayContaining([faixa]),
    vagas: expect.any(Number),
  });
  expect((await gestora('GET', '/api/captacao/cargo')).status).toBe(200);
  const { id: candidato } = await app.db.only<Row>(
    sql`insert into candidatos (empresa_id, nome, sexo) values (${empresa}, 'Ana', 'I') returning id`,
  );
  const { id } = await app.db.only<Row>(sql`
    insert into candidaturas (empresa_id, solicitacao_id, candidato_id, resumo, origem, situacao, inscrita_em, etapa_desde)
    values (${empresa}, ${feita.id}, ${candidato}, 'Ana', 'R', 'A', now(), now()) returning id`);
  const path = `/api/captacao/candidaturas/${id}/competencias`;
  const { niveis, linhas } = await done<{ niveis: { ordem: number }[]; linhas: { id: number }[] }>(admin, 'GET', path);
  expect(faultsOf(await admin('PUT', path, { linhas: [{ id: 999_999, nivel: 1 }] }))).toEqual(['linhas.0.id']);
  expect((await outra('GET', path)).status).toBe(404);
  const [linha, nivel] = [linhas[0], niveis[0]];
  if (!linha || !nivel) return;
  expect(await done(admin, 'PUT', path, { linhas: [{ id: linha.id, nivel: nivel.ordem }] })).toMatchObject({
    linhas: expect.arrayContaining([expect.objectContaining({ id: linha.id, nivel: nivel.ordem })]),
  });
  expect(await done(admin, 'GET', `${BASE}/${feita.id}/existe-competencia-respondida`)).toEqual({ existe: true });
});
