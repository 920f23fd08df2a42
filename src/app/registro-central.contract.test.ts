import { readdirSync, readFileSync } from 'node:fs';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cpf as CPF } from '#kit/br/cpf.ts';
import { type TestDatabase, testDatabase } from '#kit/testing/testdb.server.ts';
import { MIGRATIONS } from './declared.server.ts';

/** What the migration makes of a database that people have worked in. */
let db: TestDatabase;
const files = readdirSync(MIGRATIONS)
  .filter((name) => name.endsWith('.sql'))
  .sort();
const ours = files.findIndex((name) => name.endsWith('-registro-central.sql'));
const run = (name = '') => db.owner.query({ text: readFileSync(MIGRATIONS + name, 'utf8') });

beforeAll(async () => {
  db = await testDatabase(async (fresh) => {
    for (const name of files.slice(0, ours)) await fresh.query({ text: readFileSync(MIGRATIONS + name, 'utf8') });
    await fresh.query({
      text: `insert into empresas (nome, razao_social, cnpj, ativo, exibir_salario, max_candidata_cargo, tempo_exclusao_candidato)
          values ('Prova', 'Prova Ltda.', '11222333000181', true, true, 0, 0);
        insert into areas_organizacionais (empresa_id, nome) values (1, 'Produção'), (1, 'PRODUCAO');
        insert into areas_organizacionais (empresa_id, nome, area_mae_id) values (1, 'Turno', 2);
        insert into cargos (empresa_id, nome, nome_mercado) values (1, 'Operador', 'Operador');
        insert into faixas_salariais (empresa_id, cargo_id, nome, nome_com_cargo) values (1, 1, 'I', 'Operador I');
        insert into perfis (nome, autoridades) values ('RH', '{ROLE_CAD_TALENTO,ROLE_CAD_TALENTO_EDITAR}'), ('Leitor', '{ROLE_CAD_TALENTO}'), ('Outro', '{ROLE_CAD_ESTADO}')`,
    });
  }, `antes-do-registro-central-${ours}`);
  for (const [index, admissao] of ['2020-01-10', '2021-01-10'].entries())
    await db.query(
      sql`insert into talentos (empresa_id, nome, cpf, sexo, vinculo, data_admissao) values (1, ${`T${index}`}, ${CPF.sample(index + 1)}, 'F', 'E', ${admissao})`,
    );
  // The first as the screens leave it; the second begins too late, out of order, with two entries on one day.
  await db.query({
    text: `insert into talentos_historicos (registro_id, ordem, data, motivo, area_organizacional_id, faixa_salarial_id, tipo_salario, salario)
      select t, o, d::date, 'C', 1, 1, '3', s from (values (1, 1, '2020-01-10', 1000), (1, 2, '2022-05-01', 1500),
        (2, 1, '2024-01-01', 3000), (2, 2, '2021-06-01', 2000), (2, 3, '2024-01-01', 3500)) x(t, o, d, s)`,
  });
  for (const name of files.slice(ours)) await run(name);
});
afterAll(() => db.drop());

it('gives every entry its end and moves a late beginning to the admission', async () => {
  expect(
    await db.query(
      sql`select registro_id as t, ordem, data::text, ate::text, salario::int from talentos_historicos order by 1, data`,
    ),
  ).toEqual([
    { t: 1, ordem: 1, data: '2020-01-10', ate: '2022-05-01', salario: 1000 },
    { t: 1, ordem: 2, data: '2022-05-01', ate: null, salario: 1500 },
    { t: 2, ordem: 1, data: '2021-01-10', ate: '2024-01-01', salario: 2000 },
    { t: 2, ordem: 2, data: '2024-01-01', ate: null, salario: 3500 },
  ]);
});

it('leaves to each profile what it saw before', async () => {
  const of = async (nome: string) =>
    (await db.one<{ a: string[] }>(sql`select autoridades as a from perfis where nome = ${nome}`))?.a;
  expect(await of('RH')).toEqual(expect.arrayContaining(['ROLE_VER_TODAS_AREAS', 'ROLE_VER_SALARIO', 'ROLE_VER_DOCUMENTOS']));
  expect(await of('Leitor')).toEqual(['ROLE_CAD_TALENTO', 'ROLE_VER_TODAS_AREAS']);
  expect(await of('Outro')).toEqual(['ROLE_CAD_ESTADO']);
});

it.each([
  ['an admission before the first entry', sql`update talentos set data_admissao = '2019-01-01' where id = 1`],
  [
    'a first entry after the admission',
    sql`update talentos_historicos set data = '2020-02-01' where registro_id = 1 and ordem = 1`,
  ],
  [
    'a first entry that is taken away',
    sql`with gone as (delete from talentos_historicos where registro_id = 1 and ordem = 1) select 1`,
  ],
])('refuses %s at the commit', async (_what, statement) => {
  await expect(db.query(statement)).rejects.toThrow(/começa depois da admissão|desde_a_admissao/);
});

it('takes a talent away with its history', async () => {
  await db.query(sql`delete from talentos where id = 2`);
  expect(await db.query(sql`select 1 from talentos_historicos where registro_id = 2`)).toEqual([]);
});

it('tells apart areas without a mother that have one name, and takes no more of them', async () => {
  expect(await db.query(sql`select descricao_hierarquia as d from areas_organizacionais order by id`)).toEqual([
    { d: 'Produção' },
    { d: 'PRODUCAO (2)' },
    { d: 'PRODUCAO (2) > Turno' },
  ]);
  await expect(db.query(sql`insert into areas_organizacionais (empresa_id, nome) values (1, 'produção')`)).rejects.toThrow(/_uq/);
});
