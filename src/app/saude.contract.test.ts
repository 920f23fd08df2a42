import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addDays, today } from '#kit/br/date.ts';
import { forgetTold } from '#kit/history/reading.server.ts';
import { moveVersion } from '#platform/authority/access.server.ts';
import { DEMO_LOGINS } from './demo-users.server.ts';
import { type Client, done, faultsOf, openTestApp, type Row, type TestApp } from './test-app.server.ts';

/** Issue 3, §4 and LGPD arts. 5 II and 11: whoever lacks ROLE_VER_SAUDE learns from when to when somebody is away or protected, never why. */
const AFASTAMENTOS = '/api/sst/colaborador-afastamentos';
const TALENTOS = '/api/gestao-talentos/talentos';
const PORQUE = /Depress|F32|Repouso|Dra\. Lia|GESTANTE|Gestante|Semana 30|ACIDENTE_DOENCA|Acidente ou doença/;

let app: TestApp;
let admin: Client;
let reader: Client;
let talento = 0;
let motivo = 0;
let leave: Row;

beforeAll(async () => {
  app = await openTestApp();
  await app.seed(30);
  await app.db.query(sql`delete from colaboradores_afastamentos`);
  // A company that sends its leaves to the personnel system tells of each in the box of pending items.
  await app.db.query(sql`update empresas set ac_integra = true where id = ${app.empresas[0]}`);
  admin = await app.login(0);
  reader = await app.loginWithout(1, (name) => name === 'ROLE_VER_SAUDE');
  const one = await app.db.one<{ id: number }>(
    sql`select id from talentos where empresa_id = ${app.empresas[0]} and situacao = 'A' and data_admissao < ${addDays(today(), -60)} order by id limit 1`,
  );
  talento = one?.id as number;
  motivo = (await done(admin, 'POST', '/api/sst/afastamentos', { descricao: 'Depressão', classe: 'ACIDENTE_DOENCA', inss: true }))
    .id;
  leave = await done(admin, 'POST', AFASTAMENTOS, {
    colaborador: talento,
    afastamento: motivo,
    inicio: addDays(today(), -20),
    fim: addDays(today(), -10),
    cid: 'F32',
    tipoAcidente: 'OUTROS',
    atestados: [{ data: addDays(today(), -20), dias: 10, cid: 'F32', profissional: 'Dra. Lia' }],
    observacao: 'Repouso absoluto',
  });
  const { id: _id, ...ficha } = await done(admin, 'GET', `${TALENTOS}/${talento}`);
  await done(admin, 'PUT', `${TALENTOS}/${talento}`, {
    ...ficha,
    estabilidades: [{ motivo: 'GESTANTE', inicio: addDays(today(), -5), fim: addDays(today(), 90), observacao: 'Semana 30' }],
  });
});
afterAll(() => app.close());

const textOf = (body: unknown) => (Buffer.isBuffer(body) ? body.toString() : JSON.stringify(body));

it('why somebody is away is told at no address, and from when to when at all of them', async () => {
  const inicio = addDays(today(), -20);
  const told = [
    `${AFASTAMENTOS}?page=0`,
    `${AFASTAMENTOS}?unpaged=true`,
    `${AFASTAMENTOS}/${leave.id}`,
    `${AFASTAMENTOS}/${leave.id}/historico`,
    `${AFASTAMENTOS}/opcoes`,
    `${AFASTAMENTOS}/exportar?formato=csv`,
    `${AFASTAMENTOS}/verificar-periodo?inicio=${inicio}&fim=${inicio}&colaboradorId=${talento}`,
    `${AFASTAMENTOS}/vinculaveis?colaboradorId=${talento}&inicio=${today()}`,
    `${TALENTOS}/${talento}/linha-do-tempo`,
    `${TALENTOS}/${talento}/carreira`,
    `${TALENTOS}/${talento}/historico`,
    `${TALENTOS}/${talento}`,
    `${TALENTOS}/${talento}/data-estabilidade`,
    '/api/geral/pendencias-ac',
  ];
  for (const url of told) {
    const answer = await reader('GET', url);
    expect(answer.status, url).toBe(200);
    expect(textOf(answer.body), url).not.toMatch(PORQUE);
  }
  expect(await done(reader, 'GET', `${AFASTAMENTOS}/${leave.id}`)).toMatchObject({ inicio, afastamento: null, classe: null });
  expect(await done(reader, 'GET', `${TALENTOS}/${talento}/data-estabilidade`)).toMatchObject({
    dataEstabilidade: addDays(today(), 90),
    motivo: null,
  });
  const eventos = (await done<{ eventos: { titulo: string }[] }>(reader, 'GET', `${TALENTOS}/${talento}/linha-do-tempo`)).eventos;
  for (const titulo of ['Início de afastamento', 'Retorno de afastamento', 'Início de estabilidade'])
    expect(eventos).toContainEqual(expect.objectContaining({ titulo, detalhe: null }));
  const trail = `${AFASTAMENTOS}/${leave.id}/historico`;
  expect(textOf((await reader('GET', trail)).body)).not.toMatch(PORQUE);
  // Each of them would tell who may know, and so does the trail.
  for (const url of told.filter((one) => !/historico|opcoes|pendencias/.test(one)))
    expect(textOf((await admin('GET', url)).body), url).toMatch(PORQUE);
  expect(textOf((await admin('GET', trail)).body)).toMatch(PORQUE);
});

it('no order, filter, search or call tells it either', async () => {
  for (const query of [`afastamento=${motivo}`, 'sort=afastamento,asc', 'classe=ACIDENTE_DOENCA', 'sort=classe,desc'])
    for (const url of [`${AFASTAMENTOS}?page=0&${query}`, `${AFASTAMENTOS}/exportar?formato=csv&${query}`])
      expect((await reader('GET', url)).status, url).toBe(403);
  for (const busca of ['Depress', 'Repouso'])
    expect((await reader('GET', `${AFASTAMENTOS}?page=0&busca=${busca}`)).body).toMatchObject({ totalElements: 0 });
  // Whether it is the CIPA's protection is a reason as well.
  expect((await reader('GET', `${TALENTOS}/data-estabilidade-comissao?colaboradorId=${talento}`)).status).toBe(403);
});

it('they move its days and nothing else, and insert none', async () => {
  const { id: _id, ...record } = await done(reader, 'GET', `${AFASTAMENTOS}/${leave.id}`);
  await done(reader, 'PUT', `${AFASTAMENTOS}/${leave.id}`, {
    ...record,
    fim: addDays(today(), -9),
    observacao: 'Outra',
    cid: 'A00',
  });
  expect(await done(admin, 'GET', `${AFASTAMENTOS}/${leave.id}`)).toMatchObject({
    fim: addDays(today(), -9),
    afastamento: { id: motivo },
    classe: 'ACIDENTE_DOENCA',
    cid: 'F32',
    observacao: 'Repouso absoluto',
    atestados: [{ cid: 'F32' }],
  });
  expect(
    await reader('POST', AFASTAMENTOS, { colaborador: talento, afastamento: motivo, inicio: today(), fim: today() }),
  ).toMatchObject({
    status: 403,
    body: { message: 'Para inserir Afastamento de Talento é preciso ter autorização para ver Motivo.' },
  });
  // The sentence of an overlap says the days alone.
  const segundo = await done(admin, 'POST', AFASTAMENTOS, {
    colaborador: talento,
    afastamento: motivo,
    inicio: addDays(today(), -2),
  });
  const { id: _outro, ...days } = await done(reader, 'GET', `${AFASTAMENTOS}/${segundo.id}`);
  const [fault] = faultsOf(await reader('PUT', `${AFASTAMENTOS}/${segundo.id}`, { ...days, inicio: addDays(today(), -12) }));
  expect(fault).toMatch(/^inicio: O período conflita com outro afastamento do talento, de /);
  await done(admin, 'DELETE', `${AFASTAMENTOS}/${segundo.id}`);
});

it('a protection that they edit keeps its reason, and one that they add has none', async () => {
  const { id: _id, ...ficha } = await done<Row & { estabilidades: object[] }>(reader, 'GET', `${TALENTOS}/${talento}`);
  const [gestante] = ficha.estabilidades;
  const nova = { inicio: addDays(today(), 200), fim: addDays(today(), 260), motivo: 'CIPA' };
  await done(reader, 'PUT', `${TALENTOS}/${talento}`, {
    ...ficha,
    estabilidades: [{ ...gestante, fim: addDays(today(), 120) }, nova],
  });
  expect(await done(admin, 'GET', `${TALENTOS}/${talento}`)).toMatchObject({
    estabilidades: [
      { motivo: 'GESTANTE', observacao: 'Semana 30', fim: addDays(today(), 120) },
      { motivo: null, inicio: nova.inicio },
    ],
  });
});

it('a reason is removed by who sees where it is used, so that nobody finds out by trying', async () => {
  const livre = (await done(admin, 'POST', '/api/sst/afastamentos', { descricao: 'Nunca usado', classe: 'SIMPLES' })).id;
  const recusas = [];
  for (const id of [motivo, livre]) {
    const { acoes } = await done<Row & { acoes: string[] }>(reader, 'GET', `/api/sst/afastamentos/${id}`);
    expect(acoes).not.toContain('excluir');
    recusas.push(await reader('DELETE', `/api/sst/afastamentos/${id}`));
  }
  expect(recusas.map(({ status, body }) => [status, body])).toEqual([recusas[0], recusas[0]].map((one) => [403, one?.body]));
  expect((await admin('DELETE', `/api/sst/afastamentos/${livre}`)).status).toBe(204);
  // Of how somebody is paid, too.
  const blind = await app.loginWithout(2, (name) => name === 'ROLE_VER_SALARIO');
  const [indice] = await app.ids('indices');
  expect((await blind('DELETE', `/api/cargo-salario/indices/${indice}`)).status).toBe(403);
});

it('absenteeism of another company is told to whoever sees health data there, too', async () => {
  const [la, aqui] = app.empresas as [number, number];
  const periodo = { dataIni: addDays(today(), -60), dataFim: today(), exibirMeses: true };
  const ve = async (...la_tem: string[]) => {
    const perfil = async (nome: string, rights: string[]) =>
      (
        await app.db.only<{ id: number }>(
          sql`insert into perfis (nome, ativo, autoridades) values (${nome}, true, ${rights}) returning id`,
        )
      ).id;
    const sempre = ['ROLE_REL_ABSENTEISMO', 'ROLE_VER_TODAS_AREAS'];
    const [cheio, dela] = [
      await perfil(`Aqui ${la_tem.join()}`, [...sempre, 'ROLE_VER_SAUDE']),
      await perfil(`Lá ${la_tem.join()}`, [...sempre, ...la_tem]),
    ];
    const cpf = DEMO_LOGINS[3]?.cpf.replace(/\D/g, '');
    const { id } = await app.db.only<{ id: number }>(sql`select id from usuarios where cpf = ${cpf}`);
    await app.db.query(sql`delete from usuarios_acessos where registro_id = ${id}`);
    await app.db.query(
      sql`insert into usuarios_acessos (registro_id, ordem, empresa_id, perfil_id) values (${id}, 1, ${aqui}, ${cheio}), (${id}, 2, ${la}, ${dela})`,
    );
    await moveVersion(app.db);
    const client = await app.login(3, aqui);
    return (
      await client(
        'POST',
        '/api/gestao-talentos/relatorios/absenteismo',
        { ...periodo, empresasIds: [la] },
        { accept: 'application/json' },
      )
    ).status;
  };
  expect(await ve()).toBe(204);
  expect(await ve('ROLE_VER_SAUDE')).toBe(200);
});

it('reading it leaves a line in the trail, by record and by timeline', async () => {
  const lidas = async () =>
    (
      await app.db.query<{ tabela: string }>(
        sql`select tabela from auditoria where acao = 'L' and registro_id in (${leave.id}, ${talento}) and tabela in ('talentos', 'colaboradores_afastamentos')`,
      )
    ).length;
  const before = await lidas();
  await admin('GET', `${AFASTAMENTOS}/${leave.id}`);
  await admin('GET', `${TALENTOS}/${talento}/linha-do-tempo`);
  expect(await lidas()).toBe(before + 2);
  await reader('GET', `${AFASTAMENTOS}/${leave.id}`);
  await reader('GET', `${TALENTOS}/${talento}/linha-do-tempo`);
  expect(await lidas()).toBe(before + 2);
});

it('whoever dismisses somebody is told of a protection, and of its reason only if they may know', async () => {
  const motivos = await done<Row[]>(admin, 'GET', '/api/gestao-talentos/motivo-desligamento/opcoes');
  const pedido = await done(admin, 'POST', '/api/gestao-talentos/desligamentos', {
    colaborador: talento,
    data: addDays(today(), 1),
    motivo: motivos[0]?.id,
    tipo: 'SEM_JUSTA_CAUSA',
    avisoPrevio: 'NAO_SE_APLICA',
  });
  const previa = `/api/gestao-talentos/desligamentos/${pedido.id}/confirmar/previa`;
  const [aviso = ''] = (await done<{ avisos: string[] }>(reader, 'GET', previa)).avisos;
  expect(aviso).toContain('tem estabilidade até');
  expect(aviso).not.toMatch(PORQUE);
  await app.db.query(sql`delete from leituras`);
  forgetTold();
  const lines = async () =>
    (await app.db.query(sql`select id from auditoria where acao = 'L' and tabela = 'talentos' and registro_id = ${talento}`))
      .length;
  const before = await lines();
  expect((await done<{ avisos: string[] }>(admin, 'GET', previa)).avisos[0]).toMatch(PORQUE);
  expect(await lines()).toBe(before + 1);
});

it('a certificate is read by who may see health data, and leaves a line', async () => {
  const payload = [
    '--x',
    'content-disposition: form-data; name="arquivo"; filename="atestado.txt"',
    '',
    'Depressão',
    '--x--',
    '',
  ].join('\r\n');
  const headers = { 'content-type': 'multipart/form-data; boundary=x' };
  const { id } = (await admin('POST', '/api/arquivos', payload, headers)).body as Row;
  const { id: _id, ...antes } = await done(admin, 'GET', `${AFASTAMENTOS}/${leave.id}`);
  const atestados = (antes.atestados as Row[]).map((one) => ({ ...one, anexo: id }));
  await done(admin, 'PUT', `${AFASTAMENTOS}/${leave.id}`, { ...antes, atestados });
  const lines = () => app.db.query(sql`select registro_id as id from auditoria where acao = 'L' and tabela = 'arquivos'`);
  expect((await reader('GET', `/api/arquivos/${id}`)).status).toBe(404);
  expect(await lines()).toEqual([]);
  for (const range of ['bytes=0-3', 'bytes=4-'])
    expect((await admin('GET', `/api/arquivos/${id}`, undefined, { range })).status).toBe(206);
  expect(await lines()).toEqual([{ id }]);
});

it('a removal says of certificates neither that there are any nor how many files, and they come back with it', async () => {
  const url = `${AFASTAMENTOS}/${leave.id}`;
  const leva = async () => JSON.stringify(await done(reader, 'GET', `${url}/excluir/previa`));
  expect(await leva()).not.toContain('Arquivos');
  await done(admin, 'DELETE', url);
  const { leva: dita, arquivos } = await app.db.only<{ leva: string | null; arquivos: number }>(sql`
    select l.leva, (select count(*)::int from lixeira_arquivos a where a.lixeira_id = l.id) as arquivos from lixeira l
    where l.tabela = 'colaboradores_afastamentos' and l.registro_id = ${leave.id} order by l.id desc limit 1`);
  expect([dita, arquivos]).toEqual([null, 1]);
  await done(admin, 'POST', `${url}/restaurar`);
});

it('of certificates the history and the log tell in clear, which leaves a line', async () => {
  const { id: _id, ...antes } = await done(admin, 'GET', `${AFASTAMENTOS}/${leave.id}`);
  const atestados = (antes.atestados as Row[]).map((one) => ({ ...one, cid: 'F20' }));
  await done(admin, 'PUT', `${AFASTAMENTOS}/${leave.id}`, { ...antes, atestados });
  const linha = await app.db.only<{ id: number }>(
    sql`select id from auditoria where tabela = 'colaboradores_afastamentos' and acao = 'A' and registro_id = ${leave.id} order by id desc limit 1`,
  );
  const lidas = async () =>
    (
      await app.db.query(
        sql`select id from auditoria where acao = 'L' and tabela = 'colaboradores_afastamentos' and registro_id = ${leave.id}`,
      )
    ).length;
  for (const url of [`/api/utilitario/log/${linha.id}/alteracoes`, `${AFASTAMENTOS}/${leave.id}/historico`]) {
    await app.db.query(sql`delete from leituras`);
    forgetTold();
    const before = await lidas();
    expect(textOf((await reader('GET', url)).body)).not.toContain('F20');
    expect(await lidas()).toBe(before);
    expect(textOf((await admin('GET', url)).body), url).toContain('F20');
    expect(await lidas(), url).toBe(before + 1);
  }
});
