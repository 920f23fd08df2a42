import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DEMO_LOGINS } from '#app/demo-users.server.ts';
import { type Client, done, failingOnce, faultsOf, openTestApp, type Row, type TestApp } from '#app/test-app.server.ts';
import type { Acting } from '#kit/acting/acting.server.ts';
import { addDays, today } from '#kit/br/date.ts';
import type { Database } from '#kit/db/database.server.ts';
import { LEMBRA_ACOES, pdiJobs } from './pdi.server.ts';
import type { AcaoDoPlano, Desenvolvimento, PlanoDoTalento } from './plano.ts';

const PDI = '/api/avaliacao/pdi';
const hoje = today();
let app: TestApp;
let admin: Client;
let lider: Client;
let talento: Client;
let alheio: Client;
/** the talents that the clients are, and somebody else of another area */
let [chefe, dela, outro, longe] = [0, 0, 0, 0];
let competencia: number;
let avaliacao: number;

const acao = (mais: object = {}) => ({
  nome: 'Curso de negociação',
  meta: 'Conduzir uma negociação sozinha',
  responsavelId: dela,
  previsaoInicio: hoje,
  previsaoTermino: addDays(hoje, 30),
  acompanhamentoSituacao: 'I',
  ...mais,
});
const inclui = (client: Client, mais: object = {}, de = dela) =>
  done<AcaoDoPlano>(client, 'POST', `${PDI}/${de}/acoes`, acao(mais));
const mensagens = async (who: number) =>
  (
    await app.db.query<{ assunto: string }>(sql`
      select m.assunto from mensagens m join usuarios_mensagens u on u.mensagem_id = m.id
      where u.usuario_id = (select id from usuarios where cpf = ${DEMO_LOGINS[who]?.cpf.replace(/\D/g, '')}) order by m.id`)
  ).map(({ assunto }) => assunto);

beforeAll(async () => {
  app = await openTestApp();
  await app.seed(60);
  const empresa = app.empresas[0] as number;
  // Two areas: the leader answers for the first, in which the talent works.
  const areas = await app.db.query<{ id: number }>(sql`
    select area_atual_id as id from talentos where empresa_id = ${empresa} and situacao = 'A' group by 1 having count(*) >= 3 order by 1 limit 2`);
  const [area, outra] = areas.map(({ id }) => id) as [number, number];
  const pessoas = async (de: number) =>
    (
      await app.db.query<Row>(sql`select id from talentos where area_atual_id = ${de} and situacao = 'A' order by id limit 3`)
    ).map(({ id }) => id);
  [chefe, dela, outro] = (await pessoas(area)) as [number, number, number];
  [longe] = (await pessoas(outra)) as [number];
  const eles: [number, number][] = [
    [2, chefe],
    [1, dela],
    [3, longe],
  ];
  for (const [who, id] of eles)
    await app.db.query(sql`update talentos set cpf = ${DEMO_LOGINS[who]?.cpf.replace(/\D/g, '')} where id = ${id}`);
  await app.db.query(sql`delete from areas_organizacionais_empresa_e_responsaveis where empresa_id = ${empresa}`);
  await app.db.query(
    sql`insert into areas_organizacionais_empresa_e_responsaveis (registro_id, ordem, empresa_id, colaborador_dto_id) values (${area}, 1, ${empresa}, ${chefe})`,
  );
  admin = await app.login(0);
  talento = await app.login(1);
  lider = await app.login(2);
  alheio = await app.login(3);
  const um = await done(admin, 'POST', '/api/cargo-salario/conhecimentos', {
    nome: 'Negociação',
    solicitarComentario: false,
    areasOrganizacionais: [area],
  });
  competencia = um.id;
  const outrem = await app.db.only<{ id: number }>(sql`
    insert into avaliacoes_desempenho (empresa_id, titulo, data_ini, data_fim, tipo, peso_competencias, situacao, exibir_nivel_competencia_exigido)
    values (${empresa}, 'Ciclo 2025', '2025-01-01', '2025-12-01', '1.0', 1, 'C', false) returning id`);
  avaliacao = outrem.id;
  const resultado = {
    competencias: [
      {
        id: competencia,
        nome: 'Negociação',
        tipo: 'C',
        peso: 1,
        exigido: 80,
        nivelExigido: 'Avançado',
        obtido: 45.2,
        auto: null,
        porPapel: {},
      },
      {
        id: competencia + 1000,
        nome: 'Escuta',
        tipo: 'A',
        peso: 1,
        exigido: 60,
        nivelExigido: null,
        obtido: 75,
        auto: null,
        porPapel: {},
      },
      {
        id: competencia + 1001,
        nome: 'Sigilosa',
        tipo: 'A',
        peso: 1,
        exigido: 60,
        nivelExigido: null,
        obtido: null,
        auto: null,
        porPapel: {},
      },
    ],
  };
  await app.db.query(sql`
    insert into avaliados_desempenho (empresa_id, avaliacao_desempenho_id, colaborador_id, resultado)
    values (${empresa}, ${avaliacao}, ${dela}, ${JSON.stringify(resultado)}::jsonb)`);
});
afterAll(() => app.close());

it('RUL-348 to 355: an action says what, how one will know, who and when, and its days follow each other', async () => {
  const faltas = async (mais: object) => faultsOf(await lider('POST', `${PDI}/${dela}/acoes`, acao(mais)));
  expect(await faltas({ nome: null, meta: '', responsavelId: null, previsaoInicio: null })).toEqual([
    expect.stringMatching(/^nome: /),
    expect.stringMatching(/^meta: /),
    expect.stringMatching(/^previsaoInicio: /),
    expect.stringMatching(/^responsavelId: /),
  ]);
  expect(await faltas({ nome: 'x'.repeat(256) })).toEqual([expect.stringMatching(/^nome: .*255/)]);
  expect(await faltas({ previsaoTermino: addDays(hoje, -1) })).toEqual([
    'previsaoTermino: Data de previsão de término é menor que a data de previsão de início.',
  ]);
  expect(await faltas({ acompanhamentoSituacao: 'C', acompanhamentoTermino: hoje })).toEqual([
    'acompanhamentoInicio: Existe data de acompanhamento término, logo é necessário a inclusão da data de acompanhamento início.',
  ]);
  expect(await faltas({ acompanhamentoSituacao: 'A', acompanhamentoInicio: addDays(hoje, -1) })).toEqual([
    'acompanhamentoInicio: A data de início do acompanhamento não pode ser menor que a data de previsão de início.',
  ]);
  expect(
    await faltas({
      acompanhamentoSituacao: 'C',
      acompanhamentoInicio: addDays(hoje, 2),
      acompanhamentoTermino: addDays(hoje, 1),
    }),
  ).toEqual([
    'acompanhamentoTermino: A data de término do acompanhamento não pode ser menor que a data de início do acompanhamento.',
  ]);
  expect(await faltas({ acompanhamentoSituacao: 'A' })).toEqual(['acompanhamentoInicio: Informe quando a ação começou.']);
  expect(await faltas({ acompanhamentoInicio: hoje })).toEqual([
    'acompanhamentoSituacao: Uma ação que começou está em andamento.',
  ]);
});

it('a plan is seen by its talent, by whoever leads them and by an authority within its areas, and by nobody else', async () => {
  const { id } = await inclui(lider);
  for (const client of [talento, lider, admin])
    expect((await done<PlanoDoTalento>(client, 'GET', `${PDI}/${dela}`)).acoes.map((uma) => uma.id)).toContain(id);
  for (const [method, url, body] of [
    ['GET', `${PDI}/${dela}`],
    ['GET', `${PDI}/${dela}/responsaveis`],
    ['POST', `${PDI}/${dela}/acoes`, acao()],
    ['PUT', `${PDI}/${dela}/acoes/${id}`, { ...acao(), versao: 1 }],
    ['PUT', `${PDI}/acoes/${id}/acompanhamento`, { acompanhamentoSituacao: 'I', versao: 1 }],
    ['DELETE', `${PDI}/${dela}/acoes/${id}`],
  ] as const)
    expect([method, url, (await alheio(method, url, body)).status]).toEqual([method, url, 404]);
  expect((await alheio('GET', `/api/avaliacao/planos-acao/${id}`)).status).toBe(403);
  // Nor the talent the plan of a colleague, nor the leader one of another area, nor an action under somebody else's address.
  expect((await talento('GET', `${PDI}/${outro}`)).status).toBe(404);
  expect((await lider('GET', `${PDI}/${longe}`)).status).toBe(404);
  expect((await lider('DELETE', `${PDI}/${outro}/acoes/${id}`)).status).toBe(404);
  expect((await admin('GET', `${PDI}/999999`)).status).toBe(404);
  const outraEmpresa = await app.login(0, app.empresas[1] as number);
  expect((await outraEmpresa('GET', `${PDI}/${dela}`)).status).toBe(404);
});

it('an authority without the areas sees no plan beyond them', async () => {
  const semAreas = await app.loginWithout(3, (name) => name === 'ROLE_VER_TODAS_AREAS');
  expect((await semAreas('GET', `${PDI}/${dela}`)).status).toBe(404);
  expect((await semAreas('GET', `${PDI}/${longe}`)).status).toBe(200);
  const lista = await done<{ totalElements: number }>(semAreas, 'GET', '/api/avaliacao/planos-acao?page=0&size=10');
  expect(lista.totalElements).toBe(0);
  alheio = await app.loginWithout(3, (name) => /PLANO_ACAO|AVALIACAO|ROLE_CAD_TALENTO/.test(name));
});

it('the talent tells how an action goes, and changes only what they put in themselves', async () => {
  const dada = await inclui(lider);
  expect(
    (await talento('PUT', `${PDI}/${dela}/acoes/${dada.id}`, { ...acao({ meta: 'Menos' }), versao: dada.versao })).status,
  ).toBe(403);
  expect((await talento('DELETE', `${PDI}/${dela}/acoes/${dada.id}`)).status).toBe(403);
  const feita = await done<AcaoDoPlano>(talento, 'PUT', `${PDI}/acoes/${dada.id}/acompanhamento`, {
    acompanhamentoSituacao: 'C',
    acompanhamentoInicio: hoje,
    acompanhamentoTermino: hoje,
    acompanhamentoObservacao: 'Fiz o curso.',
    meta: 'Outra coisa',
    versao: dada.versao,
  });
  expect(feita).toMatchObject({
    acompanhamentoSituacao: 'C',
    acompanhamentoObservacao: 'Fiz o curso.',
    meta: dada.meta,
    atrasada: false,
  });
  expect(
    (await talento('PUT', `${PDI}/acoes/${dada.id}/acompanhamento`, { acompanhamentoSituacao: 'I', versao: dada.versao })).status,
  ).toBe(409);
  const propria = await inclui(talento, { nome: 'Ler um livro' });
  await done(talento, 'PUT', `${PDI}/${dela}/acoes/${propria.id}`, {
    ...acao({ nome: 'Ler dois livros' }),
    versao: propria.versao,
  });
  await done(talento, 'DELETE', `${PDI}/${dela}/acoes/${propria.id}`);
  expect(await app.db.one(sql`select 1 from planos_acao where id = ${propria.id}`)).toBeUndefined();
});

it('whoever answers for an action is the talent, a leader or somebody led, and tells how it goes without seeing the plan', async () => {
  const alguem = await talento('POST', `${PDI}/${dela}/acoes`, acao({ responsavelId: longe }));
  expect(faultsOf(alguem)).toEqual(['responsavelId: Escolha o talento, quem o lidera ou alguém que você lidera.']);
  const nomes = await done<Row[]>(talento, 'GET', `${PDI}/${dela}/responsaveis`);
  expect(new Set(nomes.map(({ id }) => id))).toEqual(new Set([dela, chefe]));
  const { id, versao } = await inclui(admin, { responsavelId: longe });
  const { minhas, equipe, eu } = await done<Desenvolvimento>(alheio, 'GET', PDI);
  expect([minhas.map((uma) => uma.id), equipe, eu?.id]).toEqual([[id], [], longe]);
  await done(alheio, 'PUT', `${PDI}/acoes/${id}/acompanhamento`, {
    acompanhamentoSituacao: 'A',
    acompanhamentoInicio: hoje,
    versao,
  });
  expect((await alheio('GET', `${PDI}/${dela}`)).status).toBe(404);
});

it('gaps of the last concluded evaluation propose actions: to the talent only if required levels are shown', async () => {
  await app.db.query(sql`delete from planos_acao where colaborador_id = ${dela}`);
  const lacunasPara = async (client: Client) => (await done<PlanoDoTalento>(client, 'GET', `${PDI}/${dela}`)).lacunas;
  expect(await lacunasPara(talento)).toBeNull();
  expect(await lacunasPara(lider)).toMatchObject({
    avaliacao: { id: avaliacao, nome: 'Ciclo 2025' },
    competencias: [{ competenciaId: competencia, exigido: 80, obtido: 45.2, nivelExigido: 'Avançado', noPlano: false }],
  });
  await inclui(lider, { competencia, avaliacaoDesempenho: avaliacao });
  expect((await lacunasPara(admin))?.competencias.map(({ noPlano }) => noPlano)).toEqual([true]);
  await app.db.query(sql`update avaliacoes_desempenho set exibir_nivel_competencia_exigido = true`);
  expect((await lacunasPara(talento))?.competencias).toHaveLength(1);
  await app.db.query(sql`update avaliacoes_desempenho set situacao = 'B'`);
  expect(await lacunasPara(lider)).toBeNull();
});

it('talent and responsible hear of a new action, and each end is remembered once before it and once after it', async () => {
  await app.db.query(sql`delete from planos_acao where colaborador_id = ${dela}`);
  await app.db.query(sql`delete from usuarios_mensagens`);
  const { nome } = await app.db.only<{ nome: string }>(sql`select nome from talentos where id = ${dela}`);
  const { id } = await inclui(lider, { previsaoTermino: addDays(hoje, 5) });
  await inclui(lider, { nome: 'Sem pressa', previsaoTermino: addDays(hoje, 90) });
  expect(await mensagens(1)).toEqual(Array(2).fill(`Plano de desenvolvimento de ${nome}`));
  expect(await mensagens(2)).toEqual([]);
  const lembra = async () => {
    await app.db.query(sql`delete from usuarios_mensagens`);
    await app.db.query(sql`insert into tarefas (tipo) values ('avaliacao.lembra-acoes')`);
    await app.work();
    return mensagens(1);
  };
  const lembrete = `Plano de desenvolvimento de ${nome}: Curso de negociação`;
  expect([await lembra(), await lembra()]).toEqual([[lembrete], []]);
  await app.db.query(
    sql`update planos_acao set previsao_inicio = ${addDays(hoje, -9)}::date, previsao_termino = ${addDays(hoje, -1)}::date where id = ${id}`,
  );
  expect([await lembra(), await lembra()]).toEqual([[lembrete], []]);
  const { atrasada } = (await done<PlanoDoTalento>(talento, 'GET', `${PDI}/${dela}`)).acoes[0] as AcaoDoPlano;
  expect(atrasada).toBe(true);
  expect(JSON.stringify(await done(talento, 'GET', '/api/geral/para-fazer'))).toContain('Ações de desenvolvimento a concluir');
});

it('an action that cannot be remembered holds up no other, and is remembered the next time', async () => {
  await app.db.query(sql`delete from planos_acao where colaborador_id = ${dela}`);
  for (const nome of ['Primeira', 'Segunda']) await inclui(lider, { nome, previsaoTermino: addDays(hoje, 5) });
  await app.db.query(sql`delete from usuarios_mensagens`);
  const lembra = (db: Database) => pdiJobs[LEMBRA_ACOES]({ db, acting: { usuarioId: null, usuarioNome: 'Sistema' } as Acting });
  const ditas = async () => (await mensagens(1)).map((assunto) => assunto.split(': ')[1]);
  await expect(lembra(failingOnce(app.db))).rejects.toThrow('only once');
  expect(await ditas()).toEqual(['Segunda']);
  await lembra(app.db);
  expect(await ditas()).toEqual(['Segunda', 'Primeira']);
});

it('an action comes out of an evaluation of its talent, and tells the title of no other', async () => {
  await app.db.query(sql`update avaliacoes_desempenho set situacao = 'C' where id = ${avaliacao}`);
  const { id: outra } = await app.db.only<{ id: number }>(sql`
    insert into avaliacoes_desempenho (empresa_id, titulo, data_ini, data_fim, tipo, peso_competencias, situacao)
    values (${app.empresas[0]}, 'Só da diretoria', '2025-01-01', '2025-12-01', '1.0', 1, 'N') returning id`);
  const feita = await inclui(talento, { avaliacaoDesempenho: avaliacao });
  const faltas = [
    await talento('POST', `${PDI}/${dela}/acoes`, acao({ avaliacaoDesempenho: outra })),
    await talento('PUT', `${PDI}/${dela}/acoes/${feita.id}`, acao({ avaliacaoDesempenho: outra, versao: feita.versao })),
  ].map(faultsOf);
  expect(faltas).toEqual(faltas.map(() => ['avaliacaoDesempenho: O registro selecionado não existe']));
});

it('of oneself one reads the gaps that the evaluation shows, whatever rights one has', async () => {
  const lacunas = async () => (await done<PlanoDoTalento>(admin, 'GET', `${PDI}/${dela}`)).lacunas;
  expect(await lacunas()).not.toBeNull();
  const { cpf } = await app.db.only<{ cpf: string }>(sql`select cpf from talentos where id = ${dela}`);
  await app.db.query(sql`update avaliacoes_desempenho set exibir_nivel_competencia_exigido = false where id = ${avaliacao}`);
  await app.db.query(sql`update talentos set cpf = ${DEMO_LOGINS[0]?.cpf.replace(/\D/g, '')} where id = ${dela}`);
  expect(await lacunas()).toBeNull();
  // Of an employment that has ended, too.
  await app.db.query(sql`update talentos set situacao = 'D' where id = ${dela}`);
  expect(await lacunas()).toBeNull();
  await app.db.query(sql`update talentos set situacao = 'A', cpf = ${cpf} where id = ${dela}`);
});

it('whoever answers for actions is not written to without end', async () => {
  const { id } = await app.db.only<Row>(sql`select id from usuarios where cpf = ${DEMO_LOGINS[1]?.cpf.replace(/\D/g, '')}`);
  const { id: feita, versao } = await inclui(talento);
  await app.db.query(sql`
    insert into tentativas (chave, janela, falhas) values (${`acaoDePlano:${id}`}, date_trunc('minute', now()), 60)
    on conflict (chave, janela) do update set falhas = 60`);
  expect((await talento('POST', `${PDI}/${dela}/acoes`, acao())).status).toBe(429);
  expect((await talento('PUT', `${PDI}/${dela}/acoes/${feita}`, { ...acao({ responsavelId: chefe }), versao })).status).toBe(429);
  await app.db.query(sql`delete from tentativas`);
  expect((await talento('PUT', `${PDI}/${dela}/acoes/${feita}`, { ...acao({ responsavelId: chefe }), versao })).status).toBe(200);
});

it('actions of the registry are written of within the count of letters, and not again out of the bin', async () => {
  const ACOES = '/api/avaliacao/planos-acao';
  const { cpf } = DEMO_LOGINS[0] ?? {};
  const { id: quem } = await app.db.only<Row>(sql`select id from usuarios where cpf = ${cpf?.replace(/\D/g, '')}`);
  const cartas = async () =>
    (
      await app.db.only<{ n: number }>(
        sql`select count(*)::int as n from emails where tipo = 'avaliacao/acao-de-desenvolvimento'`,
      )
    ).n;
  const caixas = async () => (await mensagens(1)).length;
  const contado = async () =>
    (await app.db.one<{ n: number }>(sql`select sum(falhas)::int as n from tentativas where chave = ${`cartaAUm:${quem}`}`))?.n ??
    0;
  await app.db.query(sql`delete from tentativas`);
  await app.db.query(sql`delete from emails`);
  await app.db.query(sql`delete from usuarios_mensagens`);
  const { id, versao } = await done<Row & { versao: number }>(
    admin,
    'POST',
    ACOES,
    acao({ colaborador: dela, responsavelId: chefe }),
  );
  expect([await cartas(), await caixas(), await contado()]).toEqual([2, 1, 2]);
  // Out of the bin it is no new one.
  await done(admin, 'DELETE', `${ACOES}/${id}?versao=${versao}`);
  const { versao: devolvida } = await done<{ versao: number }>(admin, 'POST', `${ACOES}/${id}/restaurar`);
  expect([await cartas(), await caixas(), await contado()]).toEqual([2, 1, 2]);
  // Somebody else who does it hears of it.
  const outra = acao({ colaborador: longe, responsavelId: chefe, versao: devolvida });
  await done(admin, 'PUT', `${ACOES}/${id}`, outra);
  expect([await cartas(), await caixas(), await contado()]).toEqual([4, 1, 4]);
  await app.db.query(sql`update tentativas set falhas = 1000 where chave = ${`cartaAUm:${quem}`}`);
  await done(admin, 'POST', ACOES, acao({ colaborador: dela, responsavelId: chefe }));
  expect([await cartas(), await caixas()]).toEqual([4, 2]);
  await app.db.query(sql`delete from tentativas`);
});
