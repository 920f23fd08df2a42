import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cpf as CPF, maskCpf } from '#kit/br/cpf.ts';
import { type Client, openTestApp, type TestApp } from './test-app.server.ts';

/** Issue 3, §4: a CPF is a document. Who may not read documents is shown its middle, and finds nothing by it. */
const TALENTOS = '/api/gestao-talentos/talentos';

let app: TestApp;
let admin: Client;
let reader: Client;
let talento: { id: number; nome: string; cpf: string };

interface Page {
  content: { id: number; cpf: string }[];
  totalElements: number;
}

beforeAll(async () => {
  app = await openTestApp();
  await app.seed(30);
  admin = await app.login(0);
  reader = await app.loginWithout(1, (name) => name === 'ROLE_VER_DOCUMENTOS');
  talento = (await app.db.one(
    sql`select id, nome, cpf from talentos where empresa_id = ${app.empresas[0]} and situacao = 'A' order by id limit 1`,
  )) as typeof talento;
});
afterAll(() => app.close());

const mask = () => maskCpf(talento.cpf);
const page = async (client: Client, query: string) => (await client('GET', `${TALENTOS}?page=0&${query}`)).body as Page;

it('is masked in lists, records and sheets', async () => {
  expect(mask()).toBe(`***.***.${talento.cpf.slice(6, 9)}-**`);
  expect((await page(reader, `ids=${talento.id}`)).content[0]?.cpf).toBe(mask());
  expect((await page(admin, `ids=${talento.id}`)).content[0]?.cpf).toBe(talento.cpf);
  const all = (await reader('GET', TALENTOS)).body as { cpf: string }[];
  expect(all.length).toBeGreaterThan(10);
  expect(all.every(({ cpf }) => /^\*{3}\.\*{3}\.\d{3}-\*\*$/.test(cpf))).toBe(true);
  expect((await reader('GET', `${TALENTOS}/${talento.id}`)).body).toMatchObject({ cpf: mask() });
  for (const [client, text] of [
    [reader, mask()],
    [admin, CPF.format(talento.cpf)],
  ] as const) {
    const sheet = await client('GET', `${TALENTOS}/exportar?formato=csv&colunas=nome,cpf&ids=${talento.id}`);
    expect(String(sheet.body)).toContain(text);
  }
});

it('finds nothing, whole or in part, and neither filters nor sorts', async () => {
  const { cpf } = talento;
  for (const busca of [cpf, CPF.format(cpf), cpf.slice(0, 5), cpf.slice(3, 9), `${cpf.slice(0, 3)}.${cpf.slice(3, 6)}`]) {
    const query = `busca=${encodeURIComponent(busca)}`;
    expect(
      (await page(admin, query)).content.map(({ id }) => id),
      busca,
    ).toContain(talento.id);
    expect(
      (await page(reader, query)).content.map(({ id }) => id),
      busca,
    ).not.toContain(talento.id);
  }
  // Nor through the lists that look at the same people.
  for (const lista of ['colaboradores', 'colaboradores/historicos', 'reajustes-colaboradores']) {
    const achados = async (busca: string) =>
      (await reader('GET', `/api/cargo-salario/${lista}?page=0&busca=${encodeURIComponent(busca)}`)).body as Page;
    expect(await achados(cpf), lista).toMatchObject({ totalElements: 0 });
    if (lista === 'colaboradores') expect((await achados(talento.nome)).totalElements).toBeGreaterThan(0);
  }
  // Nor where whoever is replaced is looked for.
  const substituido = async (nome: string) =>
    (
      (await reader('GET', `/api/captacao/candidatos/substituidos?nome=${encodeURIComponent(nome)}`)).body as { id: number }[]
    ).map(({ id }) => id);
  expect(await substituido(cpf.slice(3, 9))).toEqual([]);
  expect(await substituido(talento.nome)).toContain(talento.id);
  expect((await page(reader, `busca=${encodeURIComponent(talento.nome)}`)).content.map(({ id }) => id)).toContain(talento.id);
  for (const query of [`cpf=${cpf}`, 'sort=cpf,asc'])
    for (const url of [`${TALENTOS}?page=0&${query}`, `${TALENTOS}/exportar?formato=csv&${query}`])
      expect((await reader('GET', url)).status, url).toBe(403);
  for (const url of [`cpf?cpf=${cpf}`, `cpf-e-empresaId?cpf=${cpf}&empresaId=${app.empresas[0]}`])
    expect((await reader('GET', `/api/geral/pessoas/${url}`)).status, url).toBe(403);
});

it('stays as it is when they save, and a record that must have it is not theirs to insert', async () => {
  const { id: _id, ...record } = (await reader('GET', `${TALENTOS}/${talento.id}`)).body as Record<string, unknown>;
  const saved = await reader('PUT', `${TALENTOS}/${talento.id}`, { ...record, nomeSocial: 'Social', cpf: CPF.sample(4_321) });
  expect(saved).toMatchObject({ status: 200, body: { nomeSocial: 'Social', cpf: mask() } });
  expect((await admin('GET', `${TALENTOS}/${talento.id}`)).body).toMatchObject({ cpf: talento.cpf });
  // Somebody else's CPF and a free one are answered alike.
  for (const cpf of [talento.cpf, CPF.sample(4_321)])
    expect(await reader('POST', TALENTOS, { ...record, versao: undefined, matricula: null, cpf })).toMatchObject({
      status: 403,
      body: { message: 'Para inserir Talento é preciso ter autorização para ver CPF.' },
    });
});

it('of a user is their login, whole to whoever administers users, and told to nobody who only chooses among them', async () => {
  const usuarios = '/api/utilitario/usuarios';
  const novo = {
    nome: 'Zenaide Paixão',
    cpf: CPF.sample(4_323),
    email: 'zenaide@exemplo.com.br',
    ativo: true,
    acessos: [],
  };
  const { status, body } = await admin('POST', usuarios, novo);
  expect(status).toBe(201);
  const recrutador = await app.loginWithout(3, (name) => ['ROLE_VER_DOCUMENTOS', 'ROLE_CAD_TALENTO'].includes(name));
  // What became of a guess would tell whose a masked CPF is.
  const dados = { nome: 'Palpite', email: 'palpite@exemplo.com.br', ativo: false, acessos: [] };
  // Prints show masks to whoever has no list of people.
  const imprime = await app.loginWithout(
    2,
    (name) => name === 'ROLE_VER_DOCUMENTOS' || (name.startsWith('ROLE_CAD_') && !name.startsWith('ROLE_CAD_USUARIO')),
  );
  const palpites = [
    () => imprime('POST', usuarios, { ...dados, cpf: CPF.sample(4_325) }),
    () => reader('POST', usuarios, { ...dados, cpf: talento.cpf }),
    () => reader('POST', usuarios, { ...dados, cpf: CPF.sample(4_324) }),
    () => recrutador('POST', usuarios, { ...dados, cpf: talento.cpf }),
    () =>
      reader('PUT', `${usuarios}/${(body as { id: number }).id}`, {
        ...novo,
        cpf: talento.cpf,
        versao: (body as { versao: number }).versao,
      }),
  ];
  for (const palpite of palpites)
    expect(await palpite()).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'cpf', message: expect.stringContaining('ver documentos') }] },
    });
  const { content } = (await reader('GET', `${usuarios}?page=0&busca=${novo.cpf}`)).body as Page;
  expect(content.map(({ cpf }) => cpf)).toEqual([novo.cpf]);
  const escolhe = await app.loginWithout(2, (name) => name === 'ROLE_VER_DOCUMENTOS' || name.startsWith('ROLE_CAD_USUARIO'));
  expect((await escolhe('GET', `${usuarios}?page=0`)).status).toBe(403);
  const opcoes = await escolhe('GET', `${usuarios}/opcoes`);
  expect(opcoes.status).toBe(200);
  expect(opcoes.body).not.toEqual([]);
  expect(JSON.stringify(opcoes.body)).not.toMatch(/\d{11}/);
});

it('is masked in the trail and on paper', async () => {
  const { id: _id, ...record } = (await admin('GET', `${TALENTOS}/${talento.id}`)).body as Record<string, unknown>;
  const other = CPF.sample(4_322);
  expect((await admin('PUT', `${TALENTOS}/${talento.id}`, { ...record, cpf: other })).status).toBe(200);
  const history = JSON.stringify((await reader('GET', `${TALENTOS}/${talento.id}/historico`)).body);
  expect(history).toContain(mask());
  expect(history).toContain(maskCpf(other));
  expect(history).not.toContain(talento.cpf);
  await admin('PUT', `${TALENTOS}/${talento.id}`, { ...record, versao: undefined });
  const ordens = `/api/gestao-talentos/talentos/ordem-servico?colaboradoresIds=${talento.id}`;
  expect((await reader('GET', ordens)).body).toMatchObject([{ cpf: mask() }]);
  expect((await admin('GET', ordens)).body).toMatchObject([{ cpf: talento.cpf }]);
  const colunas = (await reader('GET', '/api/gestao-talentos/relatorios/talento-dinamico/colunas')).body as { id: string }[];
  expect(colunas.map(({ id }) => id)).not.toContain('cpf');
});

it('is read in whole lists and sheets not without a line in the trail, which tells what was shown', async () => {
  const lidas = () =>
    app.db.query<{ colunas: string }>(
      sql`select mudancas -> 'colunas' ->> 1 as colunas from auditoria where tabela = 'talentos' and registro_id = 0 and acao = 'L' order by id`,
    );
  const before = (await lidas()).length;
  await admin('GET', `${TALENTOS}?page=0`);
  expect((await reader('GET', `${TALENTOS}?sort=cpf,asc`)).status).toBe(403);
  expect(await lidas()).toHaveLength(before);
  for (const url of [TALENTOS, `${TALENTOS}?unpaged=true`, `${TALENTOS}/exportar?formato=csv&colunas=nome,cpf`])
    for (const client of [admin, reader]) expect((await client('GET', url)).status).toBe(200);
  const told = (await lidas()).slice(before);
  // Who is shown a mask has read what else the list guards; of the sheet of names and masks nothing.
  expect(told.map(({ colunas }) => colunas.includes('CPF'))).toEqual([true, false, true, false, true]);
  expect(told.every(({ colunas }) => colunas.length > 0)).toBe(true);
});
