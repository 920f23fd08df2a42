import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Client, openTestApp, type TestApp } from '#app/test-app.server.ts';
import { cpf as CPF } from '#kit/br/cpf.ts';
import type { Queryable } from '#kit/db/database.server.ts';
import type { Preview } from '#kit/report/preview.ts';
import { actingOf } from '#platform/session/session.server.ts';
import { cotaAprendizes } from './cotas.rules.ts';
import { quadroDeCotas } from './cotas.server.ts';
import type { QuadroDeCotas } from './cotas.ts';

let app: TestApp;
let admin: Client;

const id = async (text: ReturnType<typeof sql>) => (await app.db.one<{ id: number }>(text))?.id as number;

/** Establishment → occupation → employees, and its apprentices. */
const LUGARES: Readonly<Record<string, { cbos: Readonly<Record<string, number>>; aprendizes: number }>> = {
  Loja: { cbos: { '411010': 6, '142105': 3 }, aprendizes: 1 },
  Oficina: { cbos: { '411010': 4, '784205': 3, '212405': 2, '351605': 1 }, aprendizes: 0 },
  Fábrica: { cbos: { '784205': 21, '': 2 }, aprendizes: 2 },
  Escola: { cbos: {}, aprendizes: 1 },
};

beforeAll(async () => {
  app = await openTestApp();
  admin = await app.login();
  const [empresa] = app.empresas;
  const cargo = await id(
    sql`insert into cargos (empresa_id, nome, nome_mercado) values (${empresa}, 'Cargo', 'Cargo') returning id`,
  );
  const faixas = new Map<string, number>();
  for (const cbo of ['411010', '142105', '784205', '212405', '351605', ''])
    faixas.set(
      cbo,
      await id(sql`insert into faixas_salariais (empresa_id, cargo_id, nome, nome_com_cargo, codigo_cbo_id)
        values (${empresa}, ${cargo}, ${`F${cbo}`}, ${`Cargo F${cbo}`}, (select id from codigos_cbo where codigo = ${cbo})) returning id`),
    );
  let n = 0;
  const contrata = async (lugar: number, cbo: string, vinculo: string, quantos: number) => {
    for (let i = 0; i < quantos; i++)
      await app.db.query(sql`
        insert into talentos (empresa_id, nome, cpf, sexo, vinculo, data_admissao, situacao, faixa_atual_id, estabelecimento_atual_id)
        values (${empresa}, ${`Pessoa ${++n}`}, ${CPF.sample(n)}, 'F', ${vinculo}, '2020-01-01', 'A', ${faixas.get(cbo)}, ${lugar})`);
  };
  for (const [index, [nome, { cbos, aprendizes }]] of Object.entries(LUGARES).entries()) {
    const lugar = await id(
      sql`insert into estabelecimentos (empresa_id, nome, complemento_cnpj_caepf) values (${empresa}, ${nome}, ${String(index + 1).padStart(4, '0')}) returning id`,
    );
    for (const [cbo, quantos] of Object.entries(cbos)) await contrata(lugar, cbo, 'E', quantos);
    await contrata(lugar, '411010', 'A', aprendizes);
    await contrata(lugar, '411010', 'S', 1);
  }
});
afterAll(() => app.close());

const quadro = async () => (await admin('GET', '/api/gestao-talentos/cotas')).body as QuadroDeCotas;

it('reads the establishments with people alone', async () => {
  await app.db.query(sql`
    insert into estabelecimentos (empresa_id, nome, complemento_cnpj_caepf) select ${app.empresas[0]}, 'Vazio ' || n, 'V' || n from generate_series(100, 199) n`);
  const { usuario } = await app.db.only<{ usuario: number }>(sql`select min(id) as usuario from usuarios`);
  const acting = actingOf(
    { id: usuario, nome: '' },
    await app.sessions.accessOf(usuario, app.empresas[0] as number, -1),
    'teste',
  );
  const lidas: number[] = [];
  const query: Queryable['query'] = async (q) => {
    const rows = await app.db.query(q);
    lidas.push(rows.length);
    return rows as never;
  };
  await quadroDeCotas({ ...app.db, query }, acting);
  expect(Math.max(...lidas)).toBeLessThan(100);
});

const relatorio = async () =>
  (
    (
      await admin(
        'POST',
        '/api/gestao-talentos/relatorios/cbo-efeito-aprendiz',
        { percentualMinimo: 5, percentualMaximo: 15, somenteBase: false },
        { accept: 'application/json' },
      )
    ).body as Preview
  ).rows;

it('cockpit and report tell the same base, floor and ceiling of every establishment', async () => {
  const { estabelecimentos, pcd } = await quadro();
  expect(estabelecimentos.map(({ nome, empregados, base, presentes }) => [nome, empregados, base, presentes])).toEqual([
    ['Escola', 0, 0, 1],
    ['Fábrica', 23, 21, 2],
    ['Loja', 9, 6, 1],
    ['Oficina', 10, 7, 0],
  ]);
  expect(pcd).toEqual({ base: 42, presentes: 0 });
  const comEmpregados = estabelecimentos.filter(({ empregados }) => empregados > 0);
  expect([...new Set((await relatorio()).map(({ estabelecimento }) => estabelecimento))]).toEqual(
    comEmpregados.map(({ nome, base, presentes }) => {
      const { exigidos, maximo } = cotaAprendizes(base, presentes);
      return `${nome}: base ${base}, mínimo ${exigidos}, máximo ${maximo}, aprendizes contratados ${presentes}`;
    }),
  );
});

it('cockpit and report give the same reason for every occupation; what the company marks stands before', async () => {
  const cbo = await id(sql`select id from codigos_cbo where codigo = '351605'`);
  const marca = { codigoCBO: cbo, entra: 'S', motivo: 'Não exige habilitação' };
  expect((await admin('POST', '/api/gestao-talentos/cbos-aprendiz', marca)).status).toBe(201);
  const { ocupacoes, estabelecimentos } = await quadro();
  expect(ocupacoes.map(({ cbo: codigo, empregados, demanda, excecao }) => [codigo, empregados, demanda, excecao])).toEqual([
    ['142105', 3, false, false],
    ['212405', 2, false, false],
    ['351605', 1, true, true],
    ['411010', 10, true, false],
    ['784205', 24, true, false],
    [null, 2, false, false],
  ]);
  expect(estabelecimentos.find(({ nome }) => nome === 'Oficina')?.base).toBe(8);
  const motivos = new Map((await relatorio()).map((linha) => [linha.cbo, linha.motivo]));
  for (const { cbo: codigo, motivo } of ocupacoes)
    expect(motivos.get(codigo && `${codigo.slice(0, 4)}-${codigo.slice(4)}`), motivo).toBe(motivo);
});
