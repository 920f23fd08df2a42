import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { today } from '#kit/br/date.ts';
import { talentos } from '#modules/gestao-talentos/talentos/talentos.registry.ts';
import type { Achados } from '#platform/busca/busca.ts';
import { DEMO_LOGINS, DEMO_PASSWORD } from './demo-users.server.ts';
import { type Client, done, openTestApp, send, type TestApp } from './test-app.server.ts';

const CPF = '52998224725';
let app: TestApp;
let admin: Client;
let bruna = 0;
let hidden = 0;

beforeAll(async () => {
  app = await openTestApp();
  await app.seed(40);
  admin = await app.login(0);
  const [first, second] = await app.db.query<{ id: number }>(sql`
    select id from talentos where situacao = 'A' and data_desligamento is null order by id limit 2`);
  bruna = first?.id as number;
  hidden = second?.id as number;
  await app.db.query(sql`
    update talentos set nome = 'Zulmira Bruna Quaresma', cpf = ${CPF}, matricula = '77123' where id = ${bruna}`);
  await app.db.query(sql`update talentos set nome = 'Quaresma Otaviano', matricula = '177123' where id = ${hidden}`);
});
afterAll(() => app.close());

const find = (client: Client, texto: string) => done<Achados>(client, 'GET', `/api/busca?texto=${encodeURIComponent(texto)}`);
const people = async (client: Client, texto: string) =>
  (await find(client, texto)).grupos.find(({ cadastro }) => cadastro === 'gestao-talentos/talentos')?.itens ?? [];
const names = async (client: Client, texto: string) => (await people(client, texto)).map(({ titulo }) => titulo);

it('a CPF finds its person with and without the mask, only for who may see it, and leaves a line in the trail', async () => {
  const without = await app.loginWithout(1, (authority) => authority === 'ROLE_VER_DOCUMENTOS');
  const lines = () =>
    app.db.one<{ n: number }>(sql`select count(*)::int as n from auditoria where tabela = 'talentos' and acao = 'L'
      and mudancas::text like '%CPF%' and mudancas::text like '%Busca%'`);
  expect(await names(without, CPF)).toEqual([]);
  expect(await names(without, '529.982.247-25')).toEqual([]);
  expect((await lines())?.n).toBe(0);
  // A few of its digits beside the name tell of it as well.
  expect(await names(admin, 'zulmira 52 9')).toEqual(['Zulmira Bruna Quaresma']);
  expect((await lines())?.n).toBe(1);
  expect(await names(admin, CPF)).toEqual(['Zulmira Bruna Quaresma']);
  expect(await names(admin, '529.982.247-25')).toEqual(['Zulmira Bruna Quaresma']);
  expect((await lines())?.n).toBe(1);
});

it('people are found by parts of their name, without accents and in any order, and lead to their record', async () => {
  expect(await names(admin, 'quáresma ZULMIRA')).toEqual(['Zulmira Bruna Quaresma']);
  expect((await people(admin, 'zulmira'))[0]?.caminho).toBe(`/gestao-talentos/talentos/${bruna}`);
  expect((await people(admin, 'zulmira'))[0]?.detalhe).toContain('77123');
});

it('a name that begins with the text stands before one that contains it', async () => {
  expect(await names(admin, 'quaresma')).toEqual(['Quaresma Otaviano', 'Zulmira Bruna Quaresma']);
});

it('somebody who left comes after everybody of that rank who is still here, however many left', async () => {
  const others = await app.db.query<{ id: number }>(sql`
    select id from talentos where empresa_id = ${app.empresas[0]} and id not in (${bruna}, ${hidden}) order by id limit 8`);
  const ids = others.map(({ id }) => id);
  await app.db.query(sql`update talentos set nome = 'Xantipa Reis', situacao = 'D' where id = any(${ids})`);
  await app.db.query(sql`update talentos set nome = 'Xantipa Reis', situacao = 'A' where id = ${ids[7]}`);
  await app.db.query(sql`update talentos set nome = 'Xantipa Souza', situacao = 'A' where id = ${ids[6]}`);
  const found = async (texto: string) => (await people(admin, texto)).map(({ caminho }) => Number(caminho.split('/').at(-1)));
  expect((await found('xantipa reis'))[0]).toBe(ids[7]);
  expect((await found('xantipa')).slice(0, 2)).toEqual([ids[7], ids[6]]);
  expect((await found('reis')).slice(0, 1)).toEqual([ids[7]]);
});

it('a registration number finds its own person first, and a short text those whose name begins with it', async () => {
  expect((await names(admin, '77123'))[0]).toBe('Zulmira Bruna Quaresma');
  expect(await names(admin, 'zu')).toEqual(['Zulmira Bruna Quaresma']);
});

it('a deed stands before the name of the record, for who may do it and where it can be done', async () => {
  const { id } = await done(admin, 'POST', '/api/cargo-salario/tabelas-reajustes-colaboradores', {
    nome: 'Dissídio Zênite',
    data: today(),
    tipoReajuste: 'P',
  });
  const ato = { titulo: 'Aplicar Dissídio Zênite', caminho: `/cargo-salario/tabelas-reajustes-colaboradores/${id}?ato=aplicar` };
  expect((await find(admin, 'aplic zenite')).acoes).toEqual([expect.objectContaining(ato)]);
  expect((await find(admin, 'cancelar zenite')).acoes).toEqual([]);
  const without = await app.loginWithout(1, (authority) => authority === 'ROLE_APLICAR_REAJUSTE');
  expect((await find(without, 'aplicar zenite')).acoes).toEqual([]);
  expect(await find(admin, 'aplicar')).toMatchObject({ acoes: [], faltaNome: true });
  expect((await find(without, 'aplicar')).faltaNome).toBe(false);
});

it.runIf('deeds' in talentos)('somebody is dismissed by their name', async () => {
  expect((await find(admin, 'desligar bruna')).acoes).toContainEqual(
    expect.objectContaining({
      titulo: 'Desligar Zulmira Bruna Quaresma',
      caminho: `/gestao-talentos/talentos/${bruna}?ato=desligar`,
    }),
  );
});

it('of whom a deed cannot be done, the person is found', async () => {
  expect((await find(admin, 'readmitir bruna')).acoes).toEqual([]);
  expect(await names(admin, 'readmitir bruna')).toEqual(['Zulmira Bruna Quaresma']);
});

it('nobody finds another company, another area or what they may not open', async () => {
  const elsewhere = await app.login(0, app.empresas[1]);
  expect(await people(elsewhere, 'quaresma')).toEqual([]);
  const without = await app.loginWithout(1, (authority) => authority.startsWith('ROLE_CAD_TALENTO'));
  expect(await people(without, 'quaresma')).toEqual([]);

  const area = await app.db.one<{ id: number }>(sql`select area_atual_id as id from talentos where id = ${bruna}`);
  const other = await app.db.one<{ id: number }>(
    sql`select id from areas_organizacionais where empresa_id = ${app.empresas[0]} and id <> ${area?.id} and id not in (select id from areas_organizacionais where area_mae_id = ${area?.id}) order by id limit 1`,
  );
  await app.db.query(sql`update talentos set area_atual_id = ${other?.id} where id = ${hidden}`);
  await app.db.query(sql`update talentos set cpf = ${DEMO_LOGINS[2].cpf.replace(/\D/g, '')} where id = ${bruna}`);
  await app.db.query(sql`delete from areas_organizacionais_empresa_e_responsaveis`);
  await app.db.query(sql`
    insert into areas_organizacionais_empresa_e_responsaveis (registro_id, empresa_id, ordem, colaborador_dto_id)
    values (${area?.id}, ${app.empresas[0]}, 0, ${bruna})`);
  const manager = await app.login(2);
  expect(await names(manager, 'quaresma')).toEqual(['Zulmira Bruna Quaresma']);
});

it('areas and positions are found, with a way to the rest', async () => {
  const cargo = await app.db.one<{ id: number; nome: string }>(sql`
    select id, nome from cargos where empresa_id = ${app.empresas[0]} order by id limit 1`);
  const { grupos } = await find(admin, cargo?.nome ?? '');
  expect(grupos.find(({ cadastro }) => cadastro === 'cargo-salario/cargos')?.itens[0]).toMatchObject({ titulo: cargo?.nome });
  expect(grupos.every(({ itens, mais }) => itens.length <= 5 && (!mais || itens.length === 5))).toBe(true);
});

it('records that were opened lately are named anew, for who may still open them', async () => {
  const url = `/api/busca/recentes?caminhos=/gestao-talentos/talentos/${bruna},/gestao-talentos/talentos/999999,/nao/ha/1,x`;
  expect(await done(admin, 'GET', url)).toEqual([
    { titulo: 'Zulmira Bruna Quaresma', detalhe: 'Talento', caminho: `/gestao-talentos/talentos/${bruna}` },
  ]);
  expect(await done(await app.login(0, app.empresas[1]), 'GET', url)).toEqual([]);
});

it('a record of another company of mine is offered there, to whoever may open it there', async () => {
  const elsewhere = await app.login(0, app.empresas[1]);
  const url = `/api/userinfo/empresa-do-registro?cadastro=gestao-talentos/talentos&id=${bruna}`;
  expect(await done(elsewhere, 'GET', url)).toMatchObject({ empresa: { id: app.empresas[0] } });
  expect(await done(admin, 'GET', url)).toEqual({ empresa: null });
  const blind = await app.loginWithout(1, (authority) => authority.startsWith('ROLE_CAD_TALENTO'));
  await done(blind, 'PUT', '/api/userinfo/empresa', { empresaId: app.empresas[1] }).catch(() => undefined);
  expect(await done(blind, 'GET', url)).toEqual({ empresa: null });
  for (const query of ['cadastro=nao/ha&id=1', 'cadastro=geral/estados&id=1', `cadastro=gestao-talentos/talentos&id=999999999`])
    expect(await done(elsewhere, 'GET', `/api/userinfo/empresa-do-registro?${query}`)).toEqual({ empresa: null });
});

it('the company that a browser remembers is entered when its user may, and is no reason to be refused', async () => {
  const enter = async (preferida: number) =>
    (
      await send(app.app, {
        method: 'POST',
        url: '/api/login',
        payload: { cpf: DEMO_LOGINS[0].cpf, senha: DEMO_PASSWORD, preferida },
      })
    ).body;
  expect(await enter(app.empresas[1] as number)).toMatchObject({ empresaId: app.empresas[1] });
  expect(await enter(999_999)).toMatchObject({ empresaId: expect.any(Number) });
});

it('favourite screens are kept for the user, whatever browser and company they use', async () => {
  const favourites = async (client: Client) => (await done<{ favoritos: string[] }>(client, 'GET', '/api/userinfo')).favoritos;
  expect(await favourites(admin)).toEqual([]);
  await done(admin, 'PUT', '/api/userinfo/favoritos', { caminhos: ['/sst/vacinas', '/geral/estados', '/sst/vacinas'] });
  expect(await favourites(await app.login(0, app.empresas[1]))).toEqual(['/sst/vacinas', '/geral/estados']);
  expect(await favourites(await app.login(1))).toEqual([]);
  await done(admin, 'PUT', '/api/userinfo/favoritos', { caminhos: ['/geral/estados'] });
  expect(await favourites(admin)).toEqual(['/geral/estados']);
  for (const caminhos of [['https://fora.example'], ['//fora'.repeat(100)], 'x', null, Array(51).fill('/a')])
    expect((await admin('PUT', '/api/userinfo/favoritos', { caminhos })).status).toBe(400);
});

it('favourite records and views have their names as long as their user may open them, and only in their company', async () => {
  const named = (client: Client) => done<{ titulo: string; caminho: string }[]>(client, 'GET', '/api/favoritos');
  const record = `/gestao-talentos/talentos/${bruna}`;
  await done(admin, 'PUT', '/api/userinfo/favoritos', {
    caminhos: [record, '/geral/estados', '/gestao-talentos/talentos/999999', '/nao/ha/1'],
  });
  const { id } = await done<{ id: number }>(admin, 'POST', '/api/visoes', {
    cadastro: 'gestao-talentos/talentos',
    nome: 'Minha equipe',
  });
  expect((await named(admin)).map(({ caminho }) => caminho)).toEqual([record]);
  await done(admin, 'PUT', `/api/visoes/${id}/uso`, { favorita: true, padrao: false });
  const vista = `/gestao-talentos/talentos?vista=${id}`;
  expect(await named(admin)).toEqual([
    { titulo: expect.stringContaining('Bruna'), detalhe: 'Talento', caminho: record },
    { titulo: 'Minha equipe', detalhe: 'Talentos', caminho: vista },
  ]);
  await done(admin, 'PUT', '/api/userinfo/favoritos', { caminhos: [vista, record] });
  expect(await named(await app.login(0, app.empresas[1]))).toEqual([]);
  const some = await app.loginWithout(1, (authority) => authority.startsWith('ROLE_CAD_TALENTO'));
  await done(some, 'PUT', '/api/userinfo/favoritos', { caminhos: [record, vista] });
  expect(await named(some)).toEqual([]);
  await done(admin, 'DELETE', `/api/visoes/${id}`);
  expect(await named(admin)).toHaveLength(1);
  for (const caminhos of [['/a?vista=0'], ['/a?vista=1;'], ['/a?b=1']])
    expect((await admin('PUT', '/api/userinfo/favoritos', { caminhos })).status).toBe(400);
});

it.each(['', '   ', '%', '_', '%%%', '\\', "'", '🙂', '(', 'a'.repeat(200)])('the text %j is an ordinary text', async (texto) => {
  expect((await admin('GET', `/api/busca?texto=${encodeURIComponent(texto)}`)).status).toBe(200);
});
