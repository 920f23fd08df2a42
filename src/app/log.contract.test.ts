import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Acting } from '#kit/acting/acting.server.ts';
import { askedBy } from '#kit/lanes/lanes.server.ts';
import { pageStatement } from '#kit/query/list.server.ts';
import type { ListQuery } from '#kit/query/list-query.ts';
import { inputOf } from '#kit/registry/registry.ts';
import { talentos } from '#modules/gestao-talentos/talentos/talentos.registry.ts';
import { latestLines } from '#platform/audit/history.server.ts';
import { log } from '#platform/audit/log.registry.ts';
import { modules } from './modules.server.ts';
import { type Client, openTestApp, type Row, type TestApp } from './test-app.server.ts';

let app: TestApp;
let admin: Client;

beforeAll(async () => {
  app = await openTestApp();
  admin = await app.login();
});
afterAll(() => app.close());

const LOG = '/api/utilitario/log';

it('knows every registry that may be written by its title', async () => {
  const known = new Map(
    ((await admin('GET', `${LOG}/cadastros`)).body as { id: string; nome: string }[]).map(({ id, nome }) => [id, nome]),
  );
  const written = modules.flatMap(({ registries }) => registries).filter(({ view }) => !view);
  expect(written.filter(({ table }) => !known.has(table)).map(({ id }) => id)).toEqual([]);
  expect(known.get('talentos')).toBe('Talentos');
  expect(known.get('pendencias_ac')).toBe('Pendências da Integração com a Folha');
});

it('filters by the registry and tells an entry in words, child rows one by one', async () => {
  const url = '/api/sst/vacinas';
  const vacina = { nome: 'Tétano', quantidadeDoses: 1, doses: [{ numeroDose: 1, diasProximaDose: 30 }] };
  const created = (await admin('POST', url, vacina)).body as { id: number; versao: number; doses: object[] };
  expect(created.id, JSON.stringify(created)).toBeTypeOf('number');
  await admin('PUT', `${url}/${created.id}`, { ...vacina, doses: created.doses, versao: created.versao, nome: 'Antitetânica' });

  const page = await admin('GET', `${LOG}?page=0&tabela=vacinas`);
  const [last, first] = (page.body as { content: { id: number; acao: string; registro: number; tabela: string }[] }).content;
  expect(last).toMatchObject({ acao: 'A', registro: created.id, tabela: 'vacinas' });
  expect((await admin('GET', `${LOG}/${last?.id}/alteracoes`)).body).toEqual([
    { campo: 'Nome', de: 'Tétano', para: 'Antitetânica' },
  ]);
  const lines = (await admin('GET', `${LOG}/${first?.id}/alteracoes`)).body as { campo: string; de: string; para: string }[];
  expect(lines).toContainEqual({ campo: 'Nome', de: '', para: 'Tétano' });
  expect(lines.find(({ campo }) => campo === 'Doses (incluído)')?.para).toBe('Número da dose: 1; Dias para a próxima dose: 30');
});

it('another company’s entry is not there', async () => {
  const other = await app.login(0, app.empresas[1]);
  const page = await admin('GET', `${LOG}?page=0&tabela=vacinas`);
  expect((page.body as { totalElements: number }).totalElements).toBe(2);
  const [entry] = (page.body as { content: { id: number }[] }).content;
  expect((await other('GET', `${LOG}/${entry?.id}/alteracoes`)).status).toBe(404);
});

it('finds what a user did by the user, whatever they or others were called then', async () => {
  const { id, nome } = (await app.db.one<{ id: number; nome: string }>(
    sql`select id, nome from usuarios where exists (select from auditoria a where a.usuario_id = usuarios.id) order by id limit 1`,
  )) as { id: number; nome: string };
  const wrote = (usuario: number | null, como: string) =>
    app.db.query(sql`insert into auditoria (usuario_id, usuario_nome, empresa_id, requisicao, tabela, registro_id, acao)
      values (${usuario}, ${como}, ${app.empresas[0]}, 'x', 'idiomas', 1, 'A')`);
  await wrote(id, 'Um Nome de Antes');
  await wrote(null, nome);
  await wrote(987_654, nome);
  const found = async (query: string) => {
    const { body } = await admin('GET', `${LOG}?page=0&tabela=idiomas&${query}`);
    return (body as { content: { usuario: string; conta: object | null }[] }).content.map(({ usuario, conta }) => ({
      usuario,
      conta,
    }));
  };
  expect(await found(`conta=${id}`)).toEqual([{ usuario: 'Um Nome de Antes', conta: { id, nome } }]);
  expect(await found(`usuario=${encodeURIComponent(nome)}`)).toEqual([
    { usuario: nome, conta: { id: 987_654, nome: '(removido)' } },
    { usuario: nome, conta: null },
  ]);
  expect(await found('conta=987654')).toHaveLength(1);
});

it('values that an older version wrote in clear are guarded as today, at every address', async () => {
  await app.seed(30);
  const talento = (await app.db.one<{ id: number; cpf: string }>(
    sql`select id, cpf from talentos where empresa_id = ${app.empresas[0]} order by id limit 1`,
  )) as { id: number; cpf: string };
  const leave = (await app.db.one<{ id: number }>(
    sql`select id from colaboradores_afastamentos where empresa_id = ${app.empresas[0]} order by id limit 1`,
  )) as { id: number };
  const wrote = async (tabela: string, id: number, mudancas: object) =>
    (
      await app.db.one<{
        id: number;
      }>(sql`insert into auditoria (usuario_nome, empresa_id, requisicao, tabela, registro_id, acao, mudancas)
        values ('Antiga', ${app.empresas[0]}, 'x', ${tabela}, ${id}, 'A', ${JSON.stringify(mudancas)}) returning id`)
    )?.id;
  const entries = [
    await wrote('talentos', talento.id, {
      cpf: [talento.cpf, null],
      etniaRaca: ['2', null],
      estabilidades: [[], [{ id: 1, motivo: 'GESTANTE', inicio: '2025-01-01' }]],
    }),
    await wrote('colaboradores_afastamentos', leave.id, {
      afastamento: [null, { id: 1, nome: 'Depressão' }],
      observacao: [null, 'Depressão'],
      resumo: ['Ana – Depressão – desde 01/01/2025', 'Ana – Depressão – de 01/01/2025 a 02/01/2025'],
    }),
  ];
  const addresses = [
    `${LOG}?page=0&usuario=Antiga`,
    `${LOG}/exportar?formato=csv&usuario=Antiga`,
    ...entries.flatMap((id) => [`${LOG}/${id}`, `${LOG}/${id}/alteracoes`]),
    `/api/gestao-talentos/talentos/${talento.id}/historico`,
    `/api/sst/colaborador-afastamentos/${leave.id}/historico`,
  ];
  const blind = await app.loginWithout(1, (name) => /^ROLE_VER_(DOCUMENTOS|SAUDE|RACA)$/.test(name));
  let told = '';
  for (const url of addresses) {
    const { status, body } = await blind('GET', url);
    expect(status, url).toBe(200);
    const text = Buffer.isBuffer(body) ? body.toString() : JSON.stringify(body);
    expect(text, url).not.toMatch(new RegExp(`${talento.cpf}|Depress|GESTANTE|Gestante`));
    told += text;
  }
  // Masked, not gone: who, when and the days stand.
  expect(told).toContain(`***.***.${talento.cpf.slice(6, 9)}-**`);
  expect(told).toContain('Ana – de 01/01/2025 a 02/01/2025');
  expect((await blind('GET', `${LOG}?page=0&mudancas=Depress`)).status).toBe(400);
});

it('lists a line about a record beyond 2^31', async () => {
  const registro = 3_000_000_000;
  await app.db.query(sql`insert into auditoria (usuario_nome, empresa_id, requisicao, tabela, registro_id, acao)
    values ('Alguém', ${app.empresas[0]}, 'x', 'cursos', ${registro}, 'A')`);
  const page = await admin('GET', `${LOG}?page=0&tabela=cursos`);
  expect((page.body as { content: { registro: number }[] }).content.map((line) => line.registro)).toContain(registro);
});

it('a guarded value of the history is for those who may see the field, and its reading is told', async () => {
  const [talento] = await app.ids('talentos');
  const url = `/api/gestao-talentos/talentos/${talento}`;
  const record = (await admin('GET', url)).body as Row & { versao: number; historicos: object[] };
  const historicos = record.historicos.map((one, index) =>
    index === record.historicos.length - 1
      ? { ...one, tipoSalario: '3', salario: 4321.09, indice: null, quantidadeIndice: null }
      : one,
  );
  const input = inputOf(talentos, { ...record, historicos });
  const saved = await admin('PUT', url, { ...input, versao: record.versao, confirma: true });
  expect(saved.status, JSON.stringify(saved.body).slice(0, 600)).toBe(200);
  const stored = await app.db.one<{ mudancas: string }>(
    sql`select mudancas::text as mudancas from auditoria where tabela = 'talentos' and registro_id = ${talento} and acao = 'A' order by id desc limit 1`,
  );
  expect(stored?.mudancas).not.toContain('4321');
  const history = async (client: Client) => JSON.stringify((await client('GET', `${url}/historico`)).body);
  expect(await history(admin)).toContain('4321');
  const blind = await app.loginWithout(1, (authority) => authority === 'ROLE_VER_SALARIO');
  expect(await history(blind)).not.toContain('4321');
  const entry = await app.db.one<{ id: number }>(
    sql`select max(id) as id from auditoria where tabela = 'talentos' and registro_id = ${talento} and acao = 'A'`,
  );
  const told = async (client: Client) => JSON.stringify((await client('GET', `${LOG}/${entry?.id}/alteracoes`)).body);
  expect(await told(admin)).toContain('4.321,09');
  expect(await told(blind)).not.toContain('4.321,09');
  // Not to a reader of the log who may not open the record.
  const outside = await app.loginWithout(1, (authority) => authority === 'ROLE_CAD_TALENTO');
  expect(await told(outside)).not.toContain('4.321,09');

  const seen = (await admin('GET', `${url}/leituras`)).body as { registro: { usuario: string; dados: string | null }[] };
  expect(seen.registro.some(({ dados }) => dados?.includes('Salário'))).toBe(true);
  const noLog = await app.loginWithout(1, (authority) => authority === 'ROLE_CAD_LOG');
  expect((await noLog('GET', `${url}/leituras`)).status).toBe(403);
  const other = await app.login(0, app.empresas[1]);
  expect((await other('GET', `${url}/leituras`)).status).toBe(404);
});

it('records are named with their address, to those who could open them', async () => {
  const [talento] = await app.ids('talentos');
  const names = async (client: Client) => (await client('GET', `${LOG}/nomes?de=talentos:${talento},vacinas:999999,nada:1`)).body;
  expect(await names(admin)).toEqual([
    { de: `talentos:${talento}`, nome: expect.any(String), caminho: `/gestao-talentos/talentos/${talento}` },
  ]);
  expect(await names(await app.loginWithout(1, (authority) => authority === 'ROLE_CAD_TALENTO'))).toEqual([]);
  expect(await names(await app.login(0, app.empresas[1]))).toEqual([]);
  expect((await admin('GET', `${LOG}/nomes?de=x'y:1`)).status).toBe(400);
});

it('whoever comes in leaves a line', async () => {
  await app.login(2);
  const page = await admin('GET', `${LOG}?page=0&tabela=sessoes`);
  expect((page.body as { content: { usuario: string }[] }).content.map(({ usuario }) => usuario)).toContain('Cláudia Menezes');
});

/** How PostgreSQL reads a page of the log where an index serves. */
async function planOf(query: Partial<ListQuery>): Promise<string> {
  const asked = {
    registry: log,
    lookup: () => log,
    acting: { empresaId: app.empresas[0], can: () => true } as unknown as Acting,
    query: { page: 0, size: 15, paged: true, sort: [], busca: '', where: [], ...query },
  };
  const page = pageStatement(asked, { select: 't.id', joins: '' });
  return app.db.tx(async (tx) => {
    await tx.query(sql`set local enable_seqscan = off`);
    const lines = await tx.query<{ 'QUERY PLAN': string }>({ text: `explain ${page.text}`, values: page.values });
    return lines.map((line) => line['QUERY PLAN']).join('\n');
  });
}

it('finds a person by part of the name at the time, in any letters, reading each name once', async () => {
  const wrote = (usuario: string, empresa: number | undefined, times: number) =>
    app.db.query(sql`insert into auditoria (usuario_nome, empresa_id, requisicao, tabela, registro_id, acao)
      select ${usuario}, ${empresa}, 'busca', 'vacinas', n, 'A' from generate_series(1, ${times}::int) n`);
  await wrote('Ângela Conceição', app.empresas[0], 3);
  await wrote('Evangelina_Cruz', app.empresas[0], 2);
  await wrote('Ângela de Fora', app.empresas[1], 4);
  const found = async (query: string) =>
    ((await admin('GET', `${LOG}?page=0&tabela=vacinas&${query}`)).body as { totalElements: number }).totalElements;
  expect(await found('busca=ANGEL')).toBe(5);
  expect(await found('usuario=angela')).toBe(3);
  expect(await found('busca=a_c')).toBe(2);
  expect(await found('busca=vacinas')).toBe(0);
  const plan = await planOf({ busca: 'angel' });
  expect(plan).toContain('auditoria_nome_idx');
});

it('is read in the order of the names by an index, not sorted as a whole', async () => {
  const plan = await planOf({ sort: [{ field: 'usuario', order: 'asc' }] });
  expect(plan).toContain('auditoria_nome_idx');
  expect(plan).not.toMatch(/Sort Key: .*regexp_replace/);
});

const vacinas = { table: 'vacinas', fields: {} };

/** The database, and how many characters its rows had until now. */
function countingDb() {
  let read = 0;
  const counting = {
    ...app.db,
    query: async <R>(q: Parameters<typeof app.db.query>[0]) => {
      const rows = await app.db.query<R>(q);
      read += JSON.stringify(rows).length;
      return rows;
    },
  };
  return { counting, unpacked: () => read };
}

it('the history of a record unpacks no more of its lines than it shows, however large each is (ADR 20)', async () => {
  const large = (n: number) => ({ nome: [`${n}`, 'longo '.repeat(150_000)] });
  for (let n = 0; n < 12; n++)
    await app.db.query(sql`
      insert into auditoria (usuario_nome, empresa_id, tabela, registro_id, acao, mudancas)
      values ('', ${app.empresas[0]}, 'vacinas', 990001, 'A', ${JSON.stringify(large(n))}::jsonb)`);
  const { counting, unpacked } = countingDb();
  const lines = await latestLines(counting, vacinas, 990_001, () => true);
  expect(lines.map(({ mudancas }) => mudancas.nome?.[0])).toEqual(['11', '10']);
  expect(unpacked()).toBeLessThan(4 * 2 ** 20);
});

it('the history of a record reads nothing of the changes that its reader may not see, however many there are', async () => {
  const { table, fields } = app.services.store('gestao-talentos/talentos').registry;
  await app.db.query(sql`
    with linhas as (
      insert into auditoria (usuario_nome, empresa_id, tabela, registro_id, acao, mudancas)
      select '', ${app.empresas[0]}, ${table}, 990003, 'A', '{"deficiencia": ["•••", "•••"]}'::jsonb from generate_series(1, 250) returning id)
    insert into auditoria_guardados (auditoria_id, valores)
    select id, jsonb_build_object('deficiencia', jsonb_build_array('N', repeat('longa ', 2000))) from linhas`);
  const { counting, unpacked } = countingDb();
  expect(await latestLines(counting, { table, fields }, 990_003, () => false)).toEqual([]);
  expect(unpacked()).toBeLessThan(1_000);
  expect(await latestLines(app.db, { table, fields }, 990_003, () => true)).toHaveLength(174);
});

it('the history of a record is looked through for nobody who has left', async () => {
  const history = () => latestLines(app.db, vacinas, 990_001, () => true);
  await expect(askedBy(1, history, { isGone: () => true })).rejects.toMatchObject({ code: 'ERR_STREAM_PREMATURE_CLOSE' });
});

it('the history of a record tells its small changes, all of them and in their order', async () => {
  await app.db.query(sql`
    insert into auditoria (usuario_nome, empresa_id, tabela, registro_id, acao, mudancas)
    select '', ${app.empresas[0]}, 'vacinas', 990002, 'A', jsonb_build_object('nome', jsonb_build_array(n, repeat('x', 400))) from generate_series(1, 230) n`);
  const lines = await latestLines(app.db, vacinas, 990_002, () => true);
  expect(lines.map(({ mudancas }) => mudancas.nome?.[0])).toEqual(Array.from({ length: 200 }, (_, n) => 230 - n));
});
