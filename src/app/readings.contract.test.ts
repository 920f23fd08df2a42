import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { forgetTold } from '#kit/history/reading.server.ts';
import { type Client, openTestApp, type Row, type TestApp } from './test-app.server.ts';
import { planosDe } from './test-plans.server.ts';

const TALENTOS = '/api/gestao-talentos/talentos';

let app: TestApp;
let admin: Client;
let other: Client;
let reader: Client;

beforeAll(async () => {
  app = await openTestApp();
  await app.seed(30);
  admin = await app.login();
  other = await app.loginWithout(1, () => false);
  reader = await app.loginWithout(2, (name) => name.startsWith('ROLE_VER_') && name !== 'ROLE_VER_TODAS_AREAS');
});
beforeEach(async () => {
  await app.db.query(sql`delete from leituras`);
  forgetTold();
});
afterAll(() => app.close());

interface Line {
  usuario: number;
  registro: number;
  mudancas: Record<string, [null, unknown]>;
}
let seen = 0;
/** The lines of reading that came since this was asked the last time. */
async function lines(tabela = 'talentos'): Promise<Line[]> {
  const found = await app.db.query<Line & { id: number }>(sql`
    select id, usuario_id as usuario, registro_id as registro, mudancas from auditoria where acao = 'L' and tabela = ${tabela} and id > ${seen} order by id`);
  seen = (await app.db.one<{ n: number }>(sql`select coalesce(max(id), 0) as n from auditoria`))?.n ?? 0;
  return found;
}

it('the first page that shows guarded columns leaves a line, the next ones of the hour none', async () => {
  await lines();
  await admin('GET', `${TALENTOS}?page=0&size=20&nome=a&situacao=A`);
  const [line, ...more] = await lines();
  expect(more).toEqual([]);
  expect(line?.registro).toBe(0);
  expect(line?.mudancas).toEqual({
    colunas: [null, 'CPF, Salário'],
    registros: [null, expect.any(Number)],
    filtros: [null, 'Nome, Situação'],
    leitura: [null, 'A primeira desta hora'],
  });
  await admin('GET', `${TALENTOS}?page=1&size=20`);
  await admin('GET', `${TALENTOS}?page=0&busca=ana`);
  expect(await lines()).toEqual([]);
});

it('a number that is looked for in the records that a list is about is a reading of theirs', async () => {
  for (const [path, tabela] of [
    ['gestao-talentos/configuracoes-niveis-competencia-colaborador', 'config_niveis_talentos'],
    ['captacao/historico', 'candidatos_historicos'],
  ] as const) {
    await lines(tabela);
    expect((await admin('GET', `/api/${path}?page=0&size=1&busca=529`)).status).toBe(200);
    const [page] = await lines(tabela);
    expect(page?.mudancas, path).toMatchObject({ colunas: [null, expect.stringContaining('CPF')] });
    expect((await admin('GET', `/api/${path}/exportar?formato=csv&busca=529`)).status).toBe(200);
    const [sheet] = await lines(tabela);
    expect(sheet?.mudancas, path).toMatchObject({ colunas: [null, expect.stringContaining('CPF')] });
  }
});

it('whom a trial of many changes leaves as they are has the value that was tried: a reading', async () => {
  const talento = (await app.ids('talentos')).at(-1) as number;
  const etniaRaca = '4';
  await app.db.query(sql`update talentos set etnia_raca = ${etniaRaca} where id = ${talento}`);
  await lines();
  const previa = await admin('POST', `${TALENTOS}/editar-varios/previa`, { ids: [talento], campos: { etniaRaca } });
  expect(JSON.stringify(previa.body)).not.toContain('etniaRaca');
  const [line] = await lines();
  expect(line?.mudancas).toMatchObject({ colunas: [null, expect.stringContaining('Raça')] });
  // So does the change itself.
  await app.db.query(sql`delete from leituras`);
  forgetTold();
  const { versao } = await app.db.only<{ versao: number }>(sql`select versao from talentos where id = ${talento}`);
  const registros = [{ id: talento, versao }];
  expect((await admin('POST', `${TALENTOS}/editar-varios`, { registros, campos: { etniaRaca } })).status).toBe(200);
  expect((await lines())[0]?.mudancas).toMatchObject({ colunas: [null, expect.stringContaining('Raça')] });
});

it('eight pages at once leave one line, in as many processes as there are', async () => {
  await lines();
  await Promise.all(Array.from({ length: 8 }, (_, page) => admin('GET', `${TALENTOS}?page=${page}&size=2`)));
  expect(await lines()).toHaveLength(1);
  // Another process remembers nothing.
  forgetTold();
  await admin('GET', `${TALENTOS}?page=0`);
  expect(await lines()).toEqual([]);
});

it('each user, each registry and each record has a line of its own', async () => {
  await lines();
  await admin('GET', `${TALENTOS}?page=0`);
  await other('GET', `${TALENTOS}?page=0`);
  expect(new Set((await lines()).map(({ usuario }) => usuario)).size).toBe(2);
  await admin('GET', '/api/cargo-salario/colaboradores?page=0');
  expect(await lines('colaboradores')).toHaveLength(1);
  const [primeiro, segundo] = await app.ids('talentos');
  for (const id of [primeiro, segundo, primeiro])
    await admin('GET', `/api/cargo-salario/colaboradores/${id}/reajuste-colaborador`);
  await admin('GET', '/api/cargo-salario/colaboradores/historicos?page=0');
  await lines('historicos_colaboradores');
  const told = await app.db.query(sql`
    select registro_id as id from auditoria where acao = 'L' and tabela = 'talentos' and registro_id = any(${[primeiro, segundo]}::bigint[]) order by id`);
  expect(told).toHaveLength(2);
});

it('whoever is shown nothing leaves no line, nor does a page without anybody', async () => {
  await lines();
  await reader('GET', `${TALENTOS}?page=0`);
  await admin('GET', `${TALENTOS}?page=0&nome=ninguem-se-chama-assim`);
  expect(await lines()).toEqual([]);
});

it('a filter, an order or a number that is searched for tells guarded values by the total alone: a reading', async () => {
  const talento = await app.db.only<{ id: number; cpf: string }>(
    sql`select id, cpf from talentos where empresa_id = ${app.empresas[0]} order by id limit 1`,
  );
  const asked = async (query: string) => {
    await app.db.query(sql`delete from leituras`);
    forgetTold();
    await lines();
    expect(await admin('GET', `${TALENTOS}?page=9&${query}`)).toMatchObject({ status: 200, body: { content: [] } });
    return (await lines()).map(({ mudancas }) => mudancas.colunas?.[1]);
  };
  expect(await asked(`ids=${talento.id}&salarioAtualIni=1`)).toEqual(['Salário']);
  expect(await asked(`cpf=${talento.cpf}`)).toEqual(['CPF']);
  expect(await asked(`busca=${talento.cpf}`)).toEqual(['CPF']);
  expect(await asked('nome=ninguem')).toEqual([]);
});

it('so it is in whole lists, sheets, slices of charts and the order of a report, whichever columns they show', async () => {
  const told = async (client: Client, url: string, body?: object) => {
    await lines();
    expect((await client(body ? 'POST' : 'GET', url, body)).status, url).toBe(200);
    return [...(await lines()), ...(await linesOf())].map(({ mudancas }) => mudancas.colunas?.[1]);
  };
  const linesOf = () =>
    app.db.query<Line>(sql`
      select usuario_id as usuario, registro_id as registro, mudancas from auditoria
      where acao = 'L' and tabela like '%talento-dinamico%' and instante > now() - interval '1 minute'`);
  const sheet = `${TALENTOS}/exportar?formato=csv&colunas=nome`;
  expect(await told(admin, sheet)).toEqual([]);
  expect(await told(admin, `${sheet}&etniaRaca=1`)).toEqual(['Etnia/Raça']);
  expect(await told(admin, `${sheet}&sort=salarioAtual,desc`)).toEqual(['Salário']);
  expect(await told(admin, `${sheet}&busca=12345678909`)).toEqual(['CPF']);
  expect(await told(admin, `${TALENTOS}?unpaged=true&etniaRaca=1`)).toEqual([expect.stringContaining('Etnia/Raça')]);
  const slice = encodeURIComponent(`cargos-salarios/salarioNaFaixa/0/${encodeURIComponent('> 120%')}`);
  expect(await told(admin, `${sheet}&fatia=${slice}`)).toEqual([expect.stringContaining('Salário')]);
  expect(await told(other, `${TALENTOS}?page=0&fatia=${slice}`)).toEqual([expect.stringContaining('Salário')]);
  const report = '/api/gestao-talentos/relatorios/talento-dinamico';
  expect(await told(admin, report, { colunasDinamicas: ['nome'] })).toEqual([]);
  expect(await told(admin, report, { colunasDinamicas: ['nome'], ordenarPor: 'etniaRaca' })).toEqual(['Etnia/Raça']);
});

it('the trail keeps what was asked, and nothing that was typed; the log says it in words', async () => {
  await lines();
  const quem = await app.db.one<{ nome: string; cpf: string }>(sql`select nome, cpf from talentos order by id limit 1`);
  const [nome = '', cpf = ''] = [quem?.nome.split(' ')[0], quem?.cpf];
  await admin('GET', `${TALENTOS}?page=0&busca=${encodeURIComponent(nome)}&cpf=${cpf}`);
  const [line] = await lines();
  expect(line?.mudancas.registros).toEqual([null, 1]);
  expect(JSON.stringify(line)).not.toMatch(new RegExp(`${nome}|${cpf}`, 'i'));
  const log = '/api/utilitario/log';
  const { content } = (await admin('GET', `${log}?page=0&size=1&tabela=talentos&acao=L`)).body as { content: { id: number }[] };
  expect((await admin('GET', `${log}/${content[0]?.id}/alteracoes`)).body).toContainEqual({
    campo: 'Filtros',
    de: '',
    para: 'Busca, CPF',
  });
});

it('whoever comes too late to save or to remove is shown the record, which leaves a line', async () => {
  const [id] = await app.ids('talentos');
  const { id: _id, ...talento } = (await admin('GET', `${TALENTOS}/${id}`)).body as Row;
  await lines();
  const late = { status: 409, body: { registro: { cpf: expect.stringMatching(/^\d{11}$/) } } };
  expect(await admin('PUT', `${TALENTOS}/${id}`, { ...talento, versao: 0 })).toMatchObject(late);
  expect(await admin('DELETE', `${TALENTOS}/${id}?versao=0`)).toMatchObject(late);
  expect((await lines()).map(({ registro }) => registro)).toEqual([id, id]);
  expect((await reader('PUT', `${TALENTOS}/${id}`, { ...talento, versao: 0 })).status).toBe(409);
  expect(await lines()).toEqual([]);
});

it('whoever saves a record is answered with what is guarded of it: a reading, told once an hour', async () => {
  const [id] = await app.ids('talentos');
  const { id: _id, acoes: _acoes, ...talento } = (await admin('GET', `${TALENTOS}/${id}`)).body as Row & { acoes?: unknown };
  const save = async (who: Client, nome: string) => {
    const { versao } = (await app.db.one<Row>(sql`select versao from talentos where id = ${id}`)) as Row;
    return who('PUT', `${TALENTOS}/${id}`, { ...talento, versao, nome });
  };
  await lines();
  expect(await save(admin, 'Um')).toMatchObject({ status: 200, body: { cpf: talento.cpf } });
  const [line, ...more] = await lines();
  expect([line?.registro, more]).toEqual([id, []]);
  expect(line?.mudancas.colunas).toEqual([null, expect.stringContaining('CPF')]);
  expect((await save(admin, 'Dois')).status).toBe(200);
  // Another process remembers nothing.
  forgetTold();
  expect((await save(admin, 'Três')).status).toBe(200);
  expect(await lines()).toEqual([]);
  expect((await save(other, 'Quatro')).status).toBe(200);
  expect(await lines()).toHaveLength(1);
  // A save that is refused has shown nothing, and takes back what it was about to tell.
  forgetTold();
  await app.db.query(sql`delete from leituras`);
  expect(await save(admin, 'x'.repeat(300))).toMatchObject({ status: 400 });
  expect(await lines()).toEqual([]);
  expect((await save(reader, 'Cinco')).status).toBe(200);
  expect(await lines()).toEqual([]);
  expect((await save(admin, 'Seis')).status).toBe(200);
  expect(await lines()).toHaveLength(1);
});

it('a new record tells its maker what is guarded of it, and so does an entry of its history', async () => {
  const [id] = await app.ids('talentos');
  const {
    id: _id,
    versao: _versao,
    ...talento
  } = (await admin('GET', `${TALENTOS}/${id}`)).body as Row & {
    historicos: Row[];
  };
  const first = talento.historicos.toSorted((a, b) => String(a.data).localeCompare(String(b.data)))[0];
  await lines();
  const body = {
    ...talento,
    nome: 'Nova Pessoa',
    cpf: '111.444.777-35',
    matricula: null,
    historicos: [{ ...first, id: undefined }],
  };
  const made = await admin('POST', TALENTOS, body);
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  const novo = made.body as Row & { historicos: Row[]; dataAdmissao: string };
  expect((await lines()).map(({ registro }) => registro)).toEqual([novo.id]);
  forgetTold();
  await app.db.query(sql`delete from leituras`);
  const url = '/api/cargo-salario/colaboradores/historicos';
  const { id: linha, ate: _ate, ...entry } = novo.historicos[0] as Row & { ate?: string };
  await lines('historicos_colaboradores');
  const changed = await admin('PUT', `${url}/${linha}`, entry);
  expect(changed, JSON.stringify(changed.body)).toMatchObject({ status: 200, body: { salarioPago: expect.any(Number) } });
  expect((await lines('historicos_colaboradores')).map(({ registro }) => registro)).toEqual([linha]);
});

it('the lines of a plan leave one, asked all at once too', async () => {
  const plano = await (await planosDe(app, admin)).completa();
  await lines('reajustes_colaboradores');
  const url = `/api/cargo-salario/tabelas-reajustes-colaboradores/${plano.id}/colaboradores`;
  expect((await admin('GET', url)).body).toContainEqual(expect.objectContaining({ salarioAtual: expect.any(Number) }));
  expect(await lines('reajustes_colaboradores')).toMatchObject([
    { registro: 0, mudancas: { colunas: [null, expect.stringContaining('Salário atual')] } },
  ]);
});

it('which guarded fields a person has filled is told neither by their history nor by the lines of who read it', async () => {
  const [um, dois] = (
    await app.db.query<{ id: number }>(
      sql`select id from talentos where empresa_id = ${app.empresas[0]} and situacao = 'A' order by id desc limit 2`,
    )
  ).map(({ id }) => id) as [number, number];
  const saved = async (id: number, more: object) => {
    const { id: _id, ...record } = (await admin('GET', `${TALENTOS}/${id}`)).body as Row;
    expect((await admin('PUT', `${TALENTOS}/${id}`, { ...record, ...more })).status).toBe(200);
  };
  await saved(um, { nomeSocial: 'Social', laudoDeficiencia: '2024-05-06', observacaoDeficiencia: 'Rampa' });
  await saved(dois, { nomeSocial: 'Social', cpf: '987.654.321-00' });
  const told = (await reader('GET', `${TALENTOS}/${um}/historico`)).body as { mudancas: { campo: string }[] }[];
  expect(told[0]?.mudancas.map(({ campo }) => campo)).toEqual(['nomeSocial']);
  const [line] = await app.db.query<{ id: number }>(
    sql`select id from auditoria where tabela = 'talentos' and registro_id = ${um} and acao = 'A' order by id desc limit 1`,
  );
  const blind = await app.loginWithout(3, (name) => name === 'ROLE_VER_DEFICIENCIA');
  const changes = (await blind('GET', `/api/utilitario/log/${line?.id}/alteracoes`)).body as { campo: string }[];
  expect(changes.map(({ campo }) => campo)).toEqual(['Nome social']);

  await lines();
  for (const one of [um, dois]) await other('GET', `${TALENTOS}/${one}/historico`);
  const read = await lines();
  expect(read.map(({ registro }) => registro)).toEqual([um, dois]);
  expect(read[0]?.mudancas.colunas).toEqual(read[1]?.mudancas.colunas);
});
