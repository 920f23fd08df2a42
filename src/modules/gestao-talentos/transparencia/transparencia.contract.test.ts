import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, openTestApp, type TestApp } from '#app/test-app.server.ts';
import { cpf as CPF } from '#kit/br/cpf.ts';
import type { Preview } from '#kit/report/preview.ts';
import type { Transparencia } from './transparencia.ts';

const URL_ = '/api/gestao-talentos/transparencia-salarial';
const RELATORIO = '/api/gestao-talentos/relatorios/transparencia-salarial';
const DIA = '2026-03-31';

let app: TestApp;
let admin: Client;
let outra: Client;
let empresa = 0;

const id = async (text: ReturnType<typeof sql>) => (await app.db.one<{ id: number }>(text))?.id as number;

/** Of group 4 four women and three men in one establishment; two women in another, who would be known by their number, or as what a third leaves. */
async function pessoas() {
  const area = await id(sql`insert into areas_organizacionais (empresa_id, nome) values (${empresa}, 'Escritório') returning id`);
  const cargo = await id(
    sql`insert into cargos (empresa_id, nome, nome_mercado) values (${empresa}, 'Assistente', 'Assistente') returning id`,
  );
  const faixa = await id(sql`insert into faixas_salariais (empresa_id, cargo_id, nome, nome_com_cargo, codigo_cbo_id)
    values (${empresa}, ${cargo}, 'I', 'Assistente I', (select id from codigos_cbo where codigo = '411010')) returning id`);
  const local = (nome: string, complemento: string) =>
    id(
      sql`insert into estabelecimentos (empresa_id, nome, complemento_cnpj_caepf) values (${empresa}, ${nome}, ${complemento}) returning id`,
    );
  const matriz = await local('Matriz', '0001');
  const filial = await local('Filial', '0002');
  const loja = await local('Loja', '0003');
  const todos: [sexo: string, salario: number, onde: number, vinculo?: string][] = [
    ['F', 1000, matriz],
    ['F', 2000, matriz],
    ['F', 3000, matriz],
    ['F', 4000, matriz],
    ['M', 2000, matriz],
    ['M', 3000, matriz],
    ['M', 5000, matriz],
    ['F', 9000, filial],
    ['F', 9000, filial],
    ['F', 3000, loja],
    ['F', 3000, loja],
    ['F', 3000, loja],
    // An intern is no employee.
    ['M', 90_000, matriz, 'T'],
  ];
  for (const [n, [sexo, salario, onde, vinculo = 'E']] of todos.entries()) {
    const t =
      await id(sql`insert into talentos (empresa_id, nome, cpf, sexo, vinculo, data_admissao, situacao, area_atual_id, faixa_atual_id, cargo_atual_id, estabelecimento_atual_id, salario_atual)
      values (${empresa}, ${`Pessoa ${n}`}, ${CPF.sample(n)}, ${sexo}, ${vinculo}, '2025-01-01', 'A', ${area}, ${faixa}, ${cargo}, ${onde}, ${salario}) returning id`);
    await app.db.query(sql`insert into talentos_historicos (registro_id, ordem, data, motivo, area_organizacional_id, faixa_salarial_id, estabelecimento_id, tipo_salario, salario)
      values (${t}, 1, '2025-01-01', 'C', ${area}, ${faixa}, ${onde}, '3', ${salario})`);
  }
}

beforeAll(async () => {
  app = await openTestApp();
  empresa = app.empresas[0] as number;
  await pessoas();
  admin = await app.login(0);
  outra = await app.login(0, app.empresas[1]);
});
afterAll(() => app.close());

const le = async (who = admin) => (await who('GET', `${URL_}?dataBase=${DIA}`)).body as Transparencia;

describe('transparência salarial', () => {
  it('says what women earn beside men, by hand, and nothing of fewer than three, nor what would tell of them', async () => {
    const { empregados, obrigada, grupos, estabelecimentos } = await le();
    expect([empregados, obrigada]).toEqual([12, false]);
    // Women: 37,000 ÷ 9 = 4111.11, and 3000 in the middle; men: 10000 ÷ 3 and 3000.
    expect(grupos).toEqual([
      {
        estabelecimento: null,
        grupo: '4 – Trabalhadores de serviços administrativos',
        mulheres: 9,
        homens: 3,
        razaoMedia: 123.33,
        razaoMediana: 100,
      },
    ]);
    expect(
      estabelecimentos.map(({ estabelecimento, mulheres, homens, razaoMedia, razaoMediana }) => [
        estabelecimento,
        mulheres,
        homens,
        razaoMedia,
        razaoMediana,
      ]),
    ).toEqual([
      // The company's nine less Matriz's four are five, of whom nobody can say where they are.
      ['Filial', null, 0, null, null],
      ['Loja', null, 0, null, null],
      // 2500 ÷ 3333.33 and 2500 ÷ 3000
      ['Matriz', 4, 3, 75, 83.33],
    ]);
  });

  it('is of the day asked for and of the own company', async () => {
    expect((await admin('GET', `${URL_}?dataBase=2024-12-31`)).body).toMatchObject({ empregados: 0, grupos: [] });
    expect(await le(outra)).toMatchObject({ empregados: 0, grupos: [], estabelecimentos: [] });
    for (const query of ['dataBase=ontem', 'inventado=1']) expect((await admin('GET', `${URL_}?${query}`)).status).toBe(400);
  });

  it('prints the same numbers, and each printing leaves a line in the trail', async () => {
    const lidas = () =>
      app.db.query<{ colunas: string }>(
        sql`select mudancas -> 'colunas' ->> 1 as colunas from auditoria where tabela = 'relatorios/transparencia-salarial' and acao = 'L' and mudancas ? 'registros'`,
      );
    const answer = await admin('POST', RELATORIO, { dataBase: DIA, detalhar: 'E' }, { accept: 'application/json' });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    const [filial, _loja, matriz] = (answer.body as Preview).rows;
    expect(matriz).toMatchObject({ razaoMedia: 75, razaoMediana: 83.33 });
    // What the screen says of too few people, paper and sheet say as well: none of them leaves a blank.
    const calados = { mulheres: 'não informado', homens: 0, razaoMedia: 'não mostrada', razaoMediana: 'não mostrada' };
    expect(filial).toMatchObject(calados);
    expect(await lidas()).toEqual([{ colunas: 'Média: mulheres ÷ homens, Mediana: mulheres ÷ homens' }]);
    expect(((await admin('POST', RELATORIO, { dataBase: DIA, detalhar: 'E' })).body as Buffer).subarray(0, 5).toString()).toBe(
      '%PDF-',
    );
    expect(await lidas()).toHaveLength(2);
    const csv = await admin('POST', RELATORIO, { dataBase: DIA, detalhar: 'E', formato: 'csv' }, { accept: 'text/csv' });
    expect(String(csv.body)).toContain('não informado;0;não mostrada;não mostrada');
    const [linha] = await app.db.query<{ id: number }>(
      sql`select max(id) as id from auditoria where tabela = 'relatorios/transparencia-salarial'`,
    );
    expect((await admin('GET', '/api/utilitario/log/cadastros')).body).toContainEqual({
      id: 'relatorios/transparencia-salarial',
      nome: 'Relatório: Transparência Salarial',
    });
    expect((await admin('GET', `/api/utilitario/log/${linha?.id}/alteracoes`)).body).toEqual([
      { campo: 'Colunas', de: '', para: 'Média: mulheres ÷ homens, Mediana: mulheres ÷ homens' },
      { campo: 'Filtros', de: '', para: expect.any(String) },
      { campo: 'Registros', de: '', para: expect.any(String) },
    ]);
  });

  it('asks for the salaries of everybody', async () => {
    for (const [sem, message] of [
      ['ROLE_VER_SALARIO', /permissão|autoriza/i],
      ['ROLE_VER_TODAS_AREAS', /empresa inteira/],
    ] as const) {
      await app.db.query(
        sql`update perfis set autoridades = array['ROLE_TRANSPARENCIA_SALARIAL', 'ROLE_VER_SALARIO', 'ROLE_VER_TODAS_AREAS'] where nome = 'Recrutador'`,
      );
      await app.db.query(sql`update perfis set autoridades = array_remove(autoridades, ${sem}) where nome = 'Recrutador'`);
      await app.db.query(sql`update versao_acessos set versao = versao + 1`);
      const recrutador = await app.login(1);
      const answer = await recrutador('GET', URL_);
      expect(answer.status).toBe(403);
      expect((answer.body as { message: string }).message).toMatch(message);
    }
  });

  it('keeps the steps of a half-year, one record each', async () => {
    const CICLOS = '/api/gestao-talentos/ciclos-transparencia-salarial';
    const novo = { ano: 2026, semestre: '1', dadosConferidosEm: '2026-01-20' };
    const { status, body } = await admin('POST', CICLOS, novo);
    expect(status, JSON.stringify(body)).toBe(201);
    expect((await admin('POST', CICLOS, novo)).status).toBeGreaterThanOrEqual(400);
    const feito = { ...(body as object), publicadoEm: '2026-03-30' } as unknown as { id: number };
    const { id: ciclo, ...rest } = feito;
    expect((await admin('PUT', `${CICLOS}/${ciclo}`, rest)).status).toBe(200);
    expect((await admin('GET', `${CICLOS}/${ciclo}`)).body).toMatchObject({
      dadosConferidosEm: '2026-01-20',
      publicadoEm: '2026-03-30',
    });
    expect((await outra('GET', `${CICLOS}/${ciclo}`)).status).toBe(404);
  });
});
