import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Client, done, openTestApp, type TestApp } from './test-app.server.ts';

let app: TestApp;
let admin: Client;

beforeAll(async () => {
  app = await openTestApp();
  admin = await app.login(0);
});
afterAll(() => app.close());

interface Step {
  titulo: string;
  caminho: string;
  feito: boolean;
}
const steps = (client = admin) => done<Step[]>(client, 'GET', '/api/geral/primeiros-passos');
const open = async (client = admin) => (await steps(client)).filter(({ feito }) => !feito).map(({ caminho }) => caminho);

const AREAS = '/cargo-salario/areas-organizacionais/lista';
const CARGOS = '/cargo-salario/cargos/cbo';
const FAIXAS = '/cargo-salario/faixas-salariais';
const IMPORTACAO = '/gestao-talentos/talentos/importacao-colaborador';
const PERFIS = '/utilitario/perfis-prontos';
const CAIXA = '/utilitario/caixa-saida';
const USUARIOS = '/utilitario/usuarios';

it('each step is done by what this company has, not by what another has', async () => {
  await app.db.query(sql`update empresas set razao_social = null`);
  await app.db.query(sql`delete from usuarios_acessos where empresa_id = ${app.empresas[1]}`);
  const outra = await app.login(0, app.empresas[1]);
  const empresa = `/utilitario/empresas/${app.empresas[1]}?editar=1`;
  const all = [empresa, AREAS, CARGOS, FAIXAS, IMPORTACAO, USUARIOS, CAIXA];
  expect((await steps(outra)).map(({ caminho }) => caminho)).toEqual(all.toSpliced(4, 0, PERFIS));
  expect(await open(outra)).toEqual(all);
  await app.seed(5);
  expect(await open()).toEqual([`/utilitario/empresas/${app.empresas[0]}?editar=1`, CAIXA]);
  expect(await open(outra)).toEqual(all);
  await app.db.query(sql`update empresas set razao_social = 'X Ltda', cidade = 'Recife' where id = ${app.empresas[1]}`);
  all.shift();
  expect(await open(outra)).toEqual(all);
  await done(outra, 'POST', '/api/cargo-salario/areas-organizacionais', { nome: 'Diretoria', ativo: true });
  expect(await open(outra)).toEqual(all.slice(1));
  await app.db.query(sql`
    insert into usuarios_acessos (registro_id, ordem, empresa_id, perfil_id)
    select registro_id, 9, ${app.empresas[1]}, perfil_id from usuarios_acessos
    where registro_id <> (select usuario_id from sessoes order by criada_em desc limit 1) limit 1`);
  expect(await open(outra)).toEqual([...all.slice(1, 4), CAIXA]);
});

it('nobody is told of a step that they may not do, nor whether it is done', async () => {
  const some = await app.loginWithout(1, (authority) => !authority.startsWith('ROLE_CAD_CARGO'));
  expect((await steps(some)).map(({ caminho }) => caminho)).toEqual([CARGOS]);
  expect(await steps(await app.loginWithout(2, (authority) => !authority.startsWith('ROLE_REL')))).toEqual([]);
});
