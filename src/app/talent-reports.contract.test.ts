import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cpf as CPF } from '#kit/br/cpf.ts';
import type { Preview } from '#kit/report/preview.ts';
import { diasTrabalhados, mesesDoPeriodo } from '#modules/gestao-talentos/public.ts';
import { type Client, openTestApp, type TestApp } from './test-app.server.ts';

let app: TestApp;
let admin: Client;
let manager: Client;
let empresa = 0;

const id = async (text: ReturnType<typeof sql>) => (await app.db.one<{ id: number }>(text))?.id as number;
const periodo = { dataIni: '2025-01-15', dataFim: '2025-03-10' };

interface Pessoa {
  nome: string;
  admissao: string;
  saida?: string;
  nascimento?: string;
  vinculo?: string;
  area: number;
  faixa: number;
}

/** Six people whose every number below was worked out by hand. */
async function people() {
  const area = (nome: string) =>
    id(
      sql`insert into areas_organizacionais (empresa_id, nome, descricao_hierarquia, ativo) values (${empresa}, ${nome}, ${nome}, true) returning id`,
    );
  const vendas = await area('Vendas');
  const fabrica = await area('Fábrica');
  const local = await id(
    sql`insert into estabelecimentos (empresa_id, nome, complemento_cnpj_caepf) values (${empresa}, 'Matriz', '0001') returning id`,
  );
  const faixa = async (cargo: string, cbo: string) => {
    const c = await id(
      sql`insert into cargos (empresa_id, nome, nome_mercado, ativa, exibir_modulo_externo) values (${empresa}, ${cargo}, ${cargo}, true, false) returning id`,
    );
    return id(sql`insert into faixas_salariais (empresa_id, cargo_id, nome, nome_com_cargo, codigo_cbo_id)
      values (${empresa}, ${c}, 'I', ${`${cargo} I`}, (select id from codigos_cbo where codigo = ${cbo})) returning id`);
  };
  const assistente = await faixa('Assistente', '411010');
  const diretor = await faixa('Diretor', '123105');
  const todos: Pessoa[] = [
    { nome: 'Ana', admissao: '2020-01-01', nascimento: '1990-03-05', area: vendas, faixa: assistente },
    { nome: 'Bia', admissao: '2020-06-01', saida: '2025-02-10', area: vendas, faixa: assistente },
    { nome: 'Caio', admissao: '2025-01-20', nascimento: '2000-03-01', area: fabrica, faixa: diretor },
    { nome: 'Davi', admissao: '2019-05-05', saida: '2025-03-01', area: fabrica, faixa: assistente },
    { nome: 'Eva', admissao: '2025-02-03', saida: '2025-02-28', area: fabrica, faixa: assistente },
    { nome: 'Léo', admissao: '2021-01-01', vinculo: 'A', area: fabrica, faixa: assistente },
  ];
  const ids: Record<string, number> = {};
  for (const [
    index,
    { nome, admissao, saida = null, nascimento = null, vinculo = 'E', area: onde, faixa: qual },
  ] of todos.entries()) {
    const t = await id(sql`
      insert into talentos (empresa_id, nome, cpf, sexo, vinculo, data_nascimento, data_admissao, data_desligamento, situacao, area_atual_id, faixa_atual_id, cargo_atual_id, estabelecimento_atual_id)
      values (${empresa}, ${nome}, ${CPF.sample(index)}, 'F', ${vinculo}, ${nascimento}, ${admissao}, ${saida}, ${saida ? 'D' : 'A'}, ${onde}, ${qual},
        (select cargo_id from faixas_salariais where id = ${qual}), ${local}) returning id`);
    await app.db.query(sql`
      insert into talentos_historicos (registro_id, ordem, data, motivo, area_organizacional_id, faixa_salarial_id, estabelecimento_id, tipo_salario)
      values (${t}, 1, ${admissao}, 'C', ${onde}, ${qual}, ${local}, '1')`);
    ids[nome] = t;
  }
  return ids;
}

async function events(ids: Record<string, number>) {
  const motivo = (texto: string, conta: boolean) =>
    id(sql`insert into motivos_desligamento (empresa_id, motivo, turnover) values (${empresa}, ${texto}, ${conta}) returning id`);
  const pedido = await motivo('Pedido', true);
  const termino = await motivo('Término', false);
  for (const [nome, porque, data] of [
    ['Bia', pedido, '2025-02-10'],
    ['Davi', termino, '2025-03-01'],
  ] as const)
    await app.db.query(sql`
      insert into desligamentos (empresa_id, colaborador_id, data, motivo_id, tipo, aviso_previo, status, resumo)
      values (${empresa}, ${ids[nome]}, ${data}, ${porque}, 'OUTRO', 'NAO_SE_APLICA', 'D', ${nome})`);
  const tipo = (nome: string, conta: boolean) =>
    id(
      sql`insert into afastamentos (empresa_id, descricao, classe, absenteismo) values (${empresa}, ${nome}, 'SIMPLES', ${conta}) returning id`,
    );
  const doenca = await tipo('Doença', true);
  const ferias = await tipo('Férias', false);
  for (const [nome, qual, inicio, fim] of [
    // Thursday to Tuesday: 30 and 31 January, 3 and 4 February.
    ['Ana', doenca, '2025-01-30', '2025-02-04'],
    // Without an end, but Bia left on the 10th: 6, 7 and 10 February.
    ['Bia', doenca, '2025-02-06', null],
    ['Davi', ferias, '2025-01-15', '2025-02-13'],
  ] as const)
    await app.db.query(
      sql`insert into colaboradores_afastamentos (empresa_id, colaborador_id, afastamento_id, inicio, fim) values (${empresa}, ${ids[nome]}, ${qual}, ${inicio}, ${fim})`,
    );
  const falta = await id(
    sql`insert into tipos_ocorrencia (empresa_id, descricao, absenteismo) values (${empresa}, 'Falta', true) returning id`,
  );
  // The 4th is in Ana's leave already; only the 5th is one more.
  await app.db.query(
    sql`insert into colaboradores_ocorrencias (empresa_id, colaborador_id, ocorrencia_id, data_ini, data_fim) values (${empresa}, ${ids.Ana}, ${falta}, '2025-02-04', '2025-02-05')`,
  );
}

beforeAll(async () => {
  app = await openTestApp();
  empresa = app.empresas[0] as number;
  admin = await app.login(0);
  manager = await app.login(0, app.empresas[1]);
  await events(await people());
});
afterAll(() => app.close());

async function linhas(relatorio: string, filtro: object, who = admin): Promise<Record<string, unknown>[]> {
  const answer = await who('POST', `/api/gestao-talentos/relatorios/${relatorio}`, filtro, { accept: 'application/json' });
  if (answer.status === 204) return [];
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return (answer.body as Preview).rows;
}
const so = (rows: Record<string, unknown>[], ...nomes: string[]) => rows.map((row) => nomes.map((nome) => row[nome]));

describe('turnover', () => {
  it('RUL-382: month by month, cut at the days of the period', async () => {
    const rows = await linhas('indicador-turnover', { ...periodo, exibirMeses: true, meta: 3 });
    expect(so(rows, 'empresaNome', 'mes', 'ativosInicioMes', 'qtdAdmitidos', 'qtdDemitidos', 'turnover', 'meta')).toEqual([
      ['Indústria Aurora', '2025-01', 4, 1, 0, 12.5, 3],
      ['Indústria Aurora', '2025-02', 5, 1, 2, 30, 3],
      // Davi left on the 1st, for a reason that does not count.
      ['Indústria Aurora', '2025-03', 4, 0, 0, 0, 3],
    ]);
  });

  it('has one line a company: empresaNome, qtdAdmitidos, qtdDemitidos, media, meta', async () => {
    const rows = await linhas('indicador-turnover', { ...periodo, exibirMeses: false });
    expect(rows).toEqual([
      {
        empresaNome: 'Indústria Aurora',
        qtdAdmitidos: 2,
        qtdDemitidos: 2,
        // (12.5 + 30 + 0) / 3
        media: 14.17,
        meta: null,
      },
    ]);
  });

  it('the dismissal rate takes those who left alone', async () => {
    const rows = await linhas('taxa-demissao', { ...periodo, exibirMeses: true });
    expect(so(rows, 'mes', 'ativosInicioMes', 'qtdDemitidos', 'taxa')).toEqual([
      ['2025-01', 4, 0, 0],
      ['2025-02', 5, 2, 40],
      ['2025-03', 4, 0, 0],
    ]);
    expect(await linhas('taxa-demissao', { ...periodo, exibirMeses: false })).toMatchObject([{ qtdDemitidos: 2, media: 13.33 }]);
  });
});

describe('absenteísmo', () => {
  it('RUL-380: absences ÷ (active at the start × days worked) × 100; a day counts once', async () => {
    const rows = await linhas('absenteismo', { ...periodo, exibirMeses: true });
    expect(so(rows, 'mes', 'ativosInicioMes', 'qtdTotalFaltas', 'qtdDiasTrabalhados', 'absenteismo')).toEqual([
      ['2025-01', 4, 2, 13, 3.85],
      ['2025-02', 5, 6, 20, 6],
      ['2025-03', 4, 0, 6, 0],
    ]);
    expect(mesesDoPeriodo(periodo.dataIni, periodo.dataFim).map(diasTrabalhados)).toEqual([13, 20, 6]);
  });

  it('RUL-381: the average is the sum of the months divided by their number', async () => {
    expect(await linhas('absenteismo', { ...periodo, exibirMeses: false })).toEqual([
      { empresaNome: 'Indústria Aurora', qtdTotalFaltas: 8, qtdDiasTrabalhados: 39, absenteismo: 3.28, meta: null },
    ]);
  });

  it('refuses more than ten years', async () => {
    const answer = await admin('POST', '/api/gestao-talentos/relatorios/absenteismo', {
      dataIni: '2000-01-01',
      dataFim: '2025-01-01',
    });
    expect(answer).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'dataFim', message: 'O período deve ter no máximo 120 meses.' }] },
    });
  });
});

describe('desligamentos', () => {
  it.each(['M', 'MES_ANO', undefined])('groups by month when agruparPor is %s (CON-094)', async (agruparPor) => {
    const rows = await linhas('desligamentos', { ...periodo, agruparPor, exibirListaColaboradores: true });
    expect(so(rows, 'mes', 'talento', 'motivo', 'tempo')).toEqual([
      ['2025-02', 'Bia', 'Pedido', '4 anos e 8 meses'],
      ['2025-02', 'Eva', 'Sem motivo informado', 'menos de 1 mês'],
      ['2025-03', 'Davi', 'Término', '5 anos e 9 meses'],
    ]);
  });

  it('groups by area, lists talents, counts reasons', async () => {
    const porArea = await linhas('desligamentos', { ...periodo, agruparPor: 'A', exibirListaColaboradores: true });
    expect(so(porArea, 'area', 'talento')).toEqual([
      ['Fábrica', 'Eva'],
      ['Fábrica', 'Davi'],
      ['Vendas', 'Bia'],
    ]);
    const porTalento = await linhas('desligamentos', { ...periodo, agruparPor: 'T', exibirListaColaboradores: true });
    expect(so(porTalento, 'talento')).toEqual([['Bia'], ['Davi'], ['Eva']]);
    const contados = await linhas('desligamentos', { ...periodo, agruparPor: 'M', exibirListaColaboradores: false });
    expect(so(contados, 'mes', 'motivo', 'quantidade', 'percentual')).toEqual([
      ['2025-02', 'Pedido', 1, 33.33],
      ['2025-02', 'Sem motivo informado', 1, 33.33],
      ['2025-03', 'Término', 1, 33.33],
    ]);
  });

  it('asks both days, in their order', async () => {
    const url = '/api/gestao-talentos/relatorios/desligamentos';
    const faults = async (body: object) =>
      ((await admin('POST', url, body)).body as { errors: { field: string; message: string }[] }).errors;
    expect(await faults({})).toEqual([
      { field: 'dataIni', message: 'Data inicial é obrigatória' },
      { field: 'dataFim', message: 'Data final é obrigatória' },
    ]);
    expect(await faults({ dataIni: '2025-02-01', dataFim: '2025-01-01' })).toEqual([
      { field: 'dataFim', message: 'Data final inferior à data inicial.' },
    ]);
    expect(await faults({ ...periodo, agruparPor: 'X' })).toEqual([{ field: 'agruparPor', message: 'Valor inválido' }]);
  });
});

describe('quem, quando', () => {
  it('admitted: as they were hired', async () => {
    const rows = await linhas('admitidos', { ...periodo, agruparPor: 'TALENTO' });
    expect(so(rows, 'talento', 'dataAdmissao', 'area', 'cargo', 'faixa', 'estabelecimento', 'dataDesligamento')).toEqual([
      ['Caio', '2025-01-20', 'Fábrica', 'Diretor', 'I', 'Matriz', null],
      ['Eva', '2025-02-03', 'Fábrica', 'Assistente', 'I', 'Matriz', '2025-02-28'],
    ]);
  });

  it('birthdays in the order of their days', async () => {
    const ano = Number(
      (await app.db.one<{ ano: number }>(sql`select extract(year from now() at time zone 'America/Sao_Paulo')::int as ano`))?.ano,
    );
    expect(so(await linhas('aniversariantes-mes', { mes: '3' }), 'dia', 'talento', 'idade')).toEqual([
      [1, 'Caio', ano - 2000],
      [5, 'Ana', ano - 1990],
    ]);
    expect(await linhas('aniversariantes-mes', { mes: '4' })).toEqual([]);
    expect(
      so(await linhas('aniversariantes-tempo-de-empresa', { mes: '1', tempoMinimo: ano - 2022 }), 'dia', 'talento', 'anos'),
    ).toEqual([
      [1, 'Ana', ano - 2020],
      [1, 'Léo', ano - 2021],
    ]);
  });

  it('generations by the year of birth', async () => {
    await app.db.query(
      sql`insert into geracoes (nome, ano_inicial, ano_final) values ('Geração Y', 1981, 1996), ('Geração Z', 1997, 2012)`,
    );
    expect(so(await linhas('geracoes', { exibirListaColaboradores: true }), 'geracao', 'talento')).toEqual([
      ['Geração Y', 'Ana'],
      ['Geração Z', 'Caio'],
      ['Sem data de nascimento', 'Léo'],
    ]);
    expect(so(await linhas('geracoes', { exibirListaColaboradores: false }), 'geracao', 'quantidade', 'percentual')).toEqual([
      ['Geração Y', 1, 33.33],
      ['Geração Z', 1, 33.33],
      ['Sem data de nascimento', 1, 33.33],
    ]);
  });

  it('occurrences that touch the period', async () => {
    const filtro = { dataIni: '2025-02-05', dataFim: '2025-02-28', agruparPor: 'TALENTO', exibirProvidencia: true };
    expect(so(await linhas('ocorrencias', filtro), 'talento', 'ocorrencia', 'dataIni', 'dataFim', 'dias')).toEqual([
      ['Ana', 'Falta', '2025-02-04', '2025-02-05', 2],
    ]);
    expect(await linhas('ocorrencias', { ...filtro, dataIni: '2025-02-06' })).toEqual([]);
  });
});

it('the base of the apprentices: occupation by occupation, with the quota of the establishment', async () => {
  const filtro = { percentualMinimo: 5, percentualMaximo: 15, somenteBase: false };
  expect(so(await linhas('cbo-efeito-aprendiz', filtro), 'estabelecimento', 'cbo', 'empregados', 'base', 'motivo')).toEqual([
    [
      'Matriz: base 1, mínimo 0, máximo 0, aprendizes contratados 1',
      '1231-05',
      1,
      0,
      'Cargo de direção, de gerência ou de confiança',
    ],
    ['Matriz: base 1, mínimo 0, máximo 0, aprendizes contratados 1', '4110-10', 1, 1, 'Função que demanda formação profissional'],
  ]);
  const cbo = await id(sql`select id from codigos_cbo where codigo = '411010'`);
  const marca = await admin('POST', '/api/gestao-talentos/cbos-aprendiz', {
    codigoCBO: cbo,
    entra: 'N',
    motivo: 'Cargo de confiança',
  });
  expect(marca.status).toBe(201);
  expect(so(await linhas('cbo-efeito-aprendiz', filtro), 'cbo', 'base', 'motivo')).toEqual([
    ['1231-05', 0, 'Cargo de direção, de gerência ou de confiança'],
    ['4110-10', 0, 'Cargo de confiança'],
  ]);
});

describe('relatório dinâmico', () => {
  const url = '/api/gestao-talentos/relatorios/talento-dinamico';

  it('prints the columns chosen, in their order, grouped and sorted', async () => {
    const filtro = {
      colunasDinamicas: ['dataAdmissao', 'nome', 'tempoDeEmpresa'],
      agruparPor: 'areaAtual',
      ordenarPor: 'nome',
      ordem: 'desc',
      situacao: 'T',
    };
    const answer = await admin('POST', url, filtro, { accept: 'application/json' });
    const { columns, rows } = answer.body as Preview;
    expect(columns.map(({ key }) => key)).toEqual(['areaAtual', 'dataAdmissao', 'nome', 'tempoDeEmpresa']);
    expect(so(rows, 'areaAtual', 'nome')).toEqual([
      ['Fábrica', 'Léo'],
      ['Fábrica', 'Eva'],
      ['Fábrica', 'Davi'],
      ['Fábrica', 'Caio'],
      ['Vendas', 'Bia'],
      ['Vendas', 'Ana'],
    ]);
    expect(rows.find(({ nome }) => nome === 'Bia')).toMatchObject({ tempoDeEmpresa: '4 anos e 8 meses' });
    expect(await linhas('talento-dinamico', { colunasDinamicas: ['nome'], situacao: 'D', vinculos: ['A'] })).toEqual([]);
  });

  it('every column prints', async () => {
    const colunas = (await admin('GET', `${url}/colunas`)).body as { id: string; grupo: string }[];
    expect(colunas.length).toBeGreaterThan(60);
    expect(colunas.every(({ grupo }) => grupo.length > 0)).toBe(true);
    for (const { id: coluna, grupo } of colunas) {
      const ordem = grupo === 'Listas' ? {} : { ordenarPor: coluna };
      expect(await linhas('talento-dinamico', { colunasDinamicas: ['nome', coluna], ...ordem }), coluna).toHaveLength(3);
    }
  });

  it('counts, sums and averages each group, of several levels, the same on screen and in the sheet', async () => {
    await app.db.query(sql`update talentos set salario_atual = 1000 + 500 * (id % 2) where empresa_id = ${app.empresas[0]}`);
    const filtro = {
      colunasDinamicas: ['nome', 'salarioAtual', 'idade'],
      agruparPor: 'areaAtual',
      depoisPor: 'sexo',
      porFimPor: 'sexo',
      situacao: 'T',
      subtotais: ['count', 'sum', 'average'],
    };
    const { marks, rows, groups } = (await admin('POST', url, filtro, { accept: 'application/json' })).body as Preview;
    expect(groups.map(({ key }) => key)).toEqual(['areaAtual', 'sexo']);
    const soma = (of: typeof rows) => of.reduce((total, { salarioAtual }) => total + Number(salarioAtual), 0);
    const totais = marks.filter((mark) => mark.kind === 'total' && mark.level === 0 && mark.words.startsWith('Total'));
    expect(totais.map((mark) => mark.kind === 'total' && [mark.records, mark.values.salarioAtual])).toEqual(
      ['Fábrica', 'Vendas'].map((area) => {
        const dela = rows.filter(({ areaAtual }) => areaAtual === area);
        return [dela.length, soma(dela)];
      }),
    );
    expect(marks.some((mark) => mark.kind === 'total' && mark.words.startsWith('Média de'))).toBe(true);
    expect(
      marks
        .flatMap((mark) => (mark.kind === 'total' && 'idade' in mark.values ? [mark.words.slice(0, 5)] : []))
        .includes('Total'),
    ).toBe(false);
    const csv = String((await admin('POST', url, { ...filtro, formato: 'csv' })).body);
    expect(csv).toContain('Total de Fábrica (4)');
    // Alone, the count needs no column of numbers.
    const so = (
      await admin('POST', url, { ...filtro, colunasDinamicas: ['nome'], subtotais: ['count'] }, { accept: 'application/json' })
    ).body as Preview;
    expect(so.marks.flatMap((mark) => (mark.kind === 'total' && mark.level === 0 ? [mark.words] : []))).toEqual([
      'Total de Fábrica: 4 registros',
      'Total de Vendas: 2 registros',
    ]);
    expect(
      String((await admin('POST', url, { ...filtro, colunasDinamicas: ['nome'], subtotais: ['count'], formato: 'csv' })).body),
    ).toContain('Total de Vendas: 2 registros');
    const manager2 = await manager('POST', url, filtro, { accept: 'application/json' });
    if (manager2.status === 200) expect(JSON.stringify(manager2.body)).not.toContain('salarioAtual');
  });

  it('shows the lists of a talent in a cell, or an item a line, and never too many', async () => {
    const ana = (
      await app.db.one<{ id: number }>(sql`select id from talentos where nome = 'Ana' and empresa_id = ${app.empresas[0]}`)
    )?.id;
    await app.db.query(sql`
      insert into talentos_dependentes (registro_id, ordem, nome, data_nascimento, parentesco)
      select ${ana}, n, 'Filho ' || n || case when n = 1 then '; =1+1' else '' end, '2015-03-04', '03' from generate_series(1, 30) n`);
    const pede = async (mais: object) => {
      const answer = await admin('POST', url, { situacao: 'T', ordenarPor: 'nome', ...mais }, { accept: 'application/json' });
      return { ...answer, rows: (answer.body as Preview).rows };
    };
    const [celula] = (await pede({ colunasDinamicas: ['nome', 'dependentes', 'historicos'] })).rows;
    expect(celula?.nome).toBe('Ana');
    expect(celula?.dependentes).toMatch(/^Filho 1; =1\+1, .*04\/03\/2015; Filho 2/);
    expect(celula?.dependentes).toMatch(/; e mais 10$/);
    expect(celula?.dependentes).not.toContain('Filho 21');
    const { rows } = await pede({ colunasDinamicas: ['nome', 'dependentes'], listasComo: 'L' });
    expect(rows.filter(({ nome }) => nome === 'Ana')).toHaveLength(30);
    expect(rows.filter(({ nome }) => nome === 'Bia')).toEqual([{ nome: 'Bia', dependentes: null }]);
    for (const [mais, campo] of [
      [{ colunasDinamicas: ['nome', 'dependentes', 'idiomas'], listasComo: 'L' }, 'listasComo'],
      [{ colunasDinamicas: ['nome', 'dependentes'], listasComo: 'L', subtotais: ['sum'] }, 'subtotais'],
      [{ colunasDinamicas: ['nome'], ordenarPor: 'dependentes' }, 'ordenarPor'],
    ] as const)
      expect(await pede(mais)).toMatchObject({ status: 400, body: { errors: [{ field: campo }] } });
  });

  it('neither offers nor prints what the user may not read', async () => {
    const gestor = await app.login(2);
    await app.db.query(
      sql`update perfis set autoridades = autoridades || array['ROLE_REL_TALENTO_DINAMICO', 'ROLE_VER_TODAS_AREAS'] where nome = 'Gestor'`,
    );
    await app.db.query(sql`update versao_acessos set versao = versao + 1`);
    const colunas = (await gestor('GET', `${url}/colunas`)).body as { id: string }[];
    const ids = colunas.map(({ id: nome }) => nome);
    expect(ids).toContain('nome');
    for (const secreta of ['salarioAtual', 'etniaRaca', 'deficiencia', 'rg']) expect(ids).not.toContain(secreta);
    const filtro = { colunasDinamicas: ['nome', 'salarioAtual'], ordenarPor: 'salarioAtual', situacao: 'T' };
    const answer = await gestor('POST', url, filtro, { accept: 'application/json' });
    expect((answer.body as Preview).columns.map(({ key }) => key)).toEqual(['nome']);
    expect(await gestor('POST', url, { colunasDinamicas: ['salarioAtual'] }, { accept: 'application/json' })).toMatchObject({
      status: 403,
    });
    const csv = await gestor('POST', url, { ...filtro, formato: 'csv' });
    expect(String(csv.body)).not.toMatch(/Salário/);
  });

  it('keeps the choice of each user in each company', async () => {
    expect((await admin('GET', `${url}/pode-gerar-relatorio-dinamico`)).body).toEqual({ podeGerar: true });
    const config = `${url}/config-relatorio-dinamico`;
    expect((await admin('GET', config)).body).toMatchObject({ titulo: null, colunasDinamicas: expect.arrayContaining(['nome']) });
    const escolha = { colunasDinamicas: ['cpf', 'nome'], titulo: 'Quadro', filtro: { situacao: 'T', inventado: 1 } };
    expect((await admin('PUT', config, escolha)).body).toEqual({ ...escolha, filtro: { situacao: 'T' } });
    expect((await admin('GET', config)).body).toEqual({ ...escolha, filtro: { situacao: 'T' } });
    expect((await manager('GET', config)).body).toMatchObject({ titulo: null });
    expect(await admin('PUT', config, { colunasDinamicas: ['inventada'] })).toMatchObject({ status: 400 });
    expect(await admin('PUT', config, { colunasDinamicas: [], titulo: 'x' })).toMatchObject({ status: 400 });
  });
});

it('another company is asked for by who may print the report there, and by nobody else', async () => {
  expect(await linhas('admitidos', periodo, manager)).toEqual([]);
  await app.db.query(sql`
    insert into talentos (empresa_id, nome, cpf, sexo, vinculo, data_admissao, situacao) values (${app.empresas[1]}, 'Xis', ${CPF.sample(90)}, 'M', 'E', '2025-02-01', 'A')`);
  // The manager's profile is of the first company alone; the administrator's reaches all.
  await app.db.query(sql`
    update perfis set autoridades = autoridades || array['ROLE_REL_ADMITIDOS', 'ROLE_VER_TODAS_AREAS'] where nome in ('Gestor', 'Administrador')`);
  await app.db.query(sql`update versao_acessos set versao = versao + 1`);
  const ambas = { ...periodo, empresasIds: app.empresas.slice(0, 2), agruparPor: 'TALENTO' };
  expect(so(await linhas('admitidos', ambas, manager), 'empresa', 'talento')).toEqual([
    ['Indústria Aurora', 'Caio'],
    ['Indústria Aurora', 'Eva'],
    ['Logística Aurora', 'Xis'],
  ]);
  expect(so(await linhas('admitidos', ambas, await app.login(2)), 'empresa', 'talento')).toEqual([
    ['Indústria Aurora', 'Caio'],
    ['Indústria Aurora', 'Eva'],
  ]);
});
