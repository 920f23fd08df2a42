import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, openTestApp, type TestApp } from '#app/test-app.server.ts';
import type { Acting } from '#kit/acting/acting.server.ts';
import { cpf as CPF } from '#kit/br/cpf.ts';
import type { Field } from '#kit/fields/field.ts';
import { check } from '#kit/form/check.ts';
import type { AnyForm } from '#kit/form/form.ts';
import type { Preview } from '#kit/report/preview.ts';
import type { ReportQuery } from '#kit/report/report.server.ts';
import { cargoSalarioServer } from '../module.server.ts';
import { cargoSalario } from '../module.ts';

/*
 * A company small enough to be computed by hand.
 *   Index "Piso": 500.10 from 2025-01-01, 550.55 from 2026-02-01.
 *   Operador (group Fábrica): band I is worth 1,000.00 from 2025-01-01 and 1,100.00 from 2026-03-01;
 *     band II is 3 × Piso: 1,500.30, and 1,651.65 from 2026-02-01 because the index changed.
 *   Supervisor (group Chefia): band Única is worth 3,000.00.
 *   Ana    Produção  I from 2025-01-10, II from 2026-02-15 (horizontal: 1,000.00 → 1,651.65)
 *   Bia    Produção  II from 2025-02-01, Supervisor in Vendas at 3,200.00 from 2026-03-10 (vertical: 1,651.65 → 3,200.00)
 *   Caio   Vendas    Supervisor at 2,900.00 from 2025-05-05, in Produção at 3,100.00 from 2026-04-01 (no promotion), left on 2026-06-30
 * The other company has a Zeca who was promoted too, and whom nobody here may meet.
 */
let app: TestApp;
let admin: Client;
const id: Record<string, number> = {};

const acting = (empresaId: number): Acting => ({
  kind: 'usuario',
  usuarioId: 1,
  usuarioNome: 'Prova',
  empresaId,
  empresaNome: 'Prova',
  requestId: 'prova',
  today: '2026-07-15',
  settings: {},
  can: () => true,
  everywhere: () => true,
  audit: async () => {},
});

async function create(empresa: number, path: string, nome: string, value: Record<string, unknown>): Promise<number> {
  const { id: made } = await app.db
    .tx((tx) => app.services.store(path).create(tx, acting(empresa), { nome, confirma: true, ...value }))
    .catch((error: { extra?: object }) => {
      throw new Error(`${nome}: ${JSON.stringify(error.extra)}`, { cause: error });
    });
  id[nome] = made;
  return made;
}

const em = (data: string, area: string, faixa: string, salario?: string, motivo = 'P') => ({
  data,
  motivo,
  areaOrganizacional: { id: id[area] },
  faixaSalarial: { id: id[faixa] },
  tipoSalario: salario ? '3' : '1',
  salario: salario ? Number(salario) : null,
});

const hire = (empresa: number, nome: string, n: number, historicos: ReturnType<typeof em>[], saida: string | null = null) =>
  create(empresa, 'gestao-talentos/talentos', nome, {
    cpf: CPF.sample(n),
    sexo: 'F',
    vinculo: 'E',
    dataAdmissao: historicos[0]?.data,
    dataDesligamento: saida,
    historicos,
  });

async function place(empresa: number): Promise<void> {
  for (const nome of ['Produção', 'Vendas'])
    await create(empresa, 'cargo-salario/areas-organizacionais', nome, { ativo: true, exibirOrganograma: true });
  for (const nome of ['Fábrica', 'Chefia']) await create(empresa, 'cargo-salario/grupos-ocupacionais', nome, {});
  const piso = await create(empresa, 'cargo-salario/indices', 'Piso', {
    historicos: [
      { data: '2025-01-01', valor: 500.1 },
      { data: '2026-02-01', valor: 550.55 },
    ],
  });
  const cargo = (nome: string, grupo: string, areas: string[]) =>
    create(empresa, 'cargo-salario/cargos', nome, {
      nomeMercado: nome,
      grupoOcupacional: { id: id[grupo] },
      areasOrganizacionais: areas.map((area) => ({ id: id[area] })),
      ativa: true,
    });
  const cbo = (await app.db.one<{ id: number }>({ text: 'select id from codigos_cbo order by id limit 1' }))?.id;
  const faixa = (nome: string, dona: number, historicos: object[]) =>
    create(empresa, 'cargo-salario/faixas-salariais', nome, { cargo: { id: dona }, codigoCBO: { id: cbo }, historicos });
  const valor = (data: string, quanto: number) => ({ data, tipo: '3', valor: quanto });
  const operador = await cargo('Operador', 'Fábrica', ['Produção']);
  const supervisor = await cargo('Supervisor', 'Chefia', ['Produção', 'Vendas']);
  await faixa('I', operador, [valor('2025-01-01', 1000), valor('2026-03-01', 1100)]);
  await faixa('II', operador, [{ data: '2025-01-01', tipo: '2', indiceId: piso, quantidade: 3 }]);
  await faixa('Única', supervisor, [valor('2025-01-01', 3000)]);
}

beforeAll(async () => {
  app = await openTestApp();
  const [ours = 0, , theirs = 0] = app.empresas;
  await place(theirs);
  await hire(theirs, 'Zeca', 9, [em('2025-01-10', 'Produção', 'I', undefined, 'C'), em('2026-02-20', 'Produção', 'II')]);
  await place(ours);
  await hire(ours, 'Ana', 1, [em('2025-01-10', 'Produção', 'I', undefined, 'C'), em('2026-02-15', 'Produção', 'II')]);
  await hire(ours, 'Bia', 2, [
    em('2025-02-01', 'Produção', 'II', undefined, 'C'),
    em('2026-03-10', 'Vendas', 'Única', '3200.00'),
  ]);
  await hire(
    ours,
    'Caio',
    3,
    [em('2025-05-05', 'Vendas', 'Única', '2900.00', 'C'), em('2026-04-01', 'Produção', 'Única', '3100.00', 'T')],
    '2026-06-30',
  );
  admin = await app.login(0, ours);
});
afterAll(() => app.close());

const periodo = { dataIni: '2026-02-01', dataFim: '2026-04-30' };

async function preview(report: string, filter: object, client = admin): Promise<Preview> {
  const answer = await client('POST', `/api/cargo-salario/relatorios/${report}`, filter, { accept: 'application/json' });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body as Preview;
}
const lines = ({ rows }: Preview, ...keys: string[]) => rows.map((row) => keys.map((key) => row[key] ?? null));
const said = ({ marks }: Preview) =>
  marks.map((mark) => (mark.kind === 'heading' ? mark.value : [mark.words, ...Object.values(mark.values)]));

describe('competencies', () => {
  const row = async (table: string, columns: string, ...values: unknown[]) =>
    (
      await app.db.one<{ id: number }>({
        text: `insert into ${table} (${columns}) values (${values.map((_, i) => `$${i + 1}`).join(', ')}) returning id`,
        values,
      })
    )?.id as number;

  beforeAll(async () => {
    const [ours = 0] = app.empresas;
    for (const [path, nome] of [
      ['conhecimentos', 'Excel'],
      ['atitudes', 'Calma'],
    ] as const)
      await create(ours, `cargo-salario/${path}`, nome, { areasOrganizacionais: [{ id: id.Produção }] });
    const competencia = async (nome: string) =>
      (
        await app.db.one<{ id: number }>({
          text: 'select id from competencias where empresa_id = $1 and nome = $2',
          values: [ours, nome],
        })
      )?.id;
    const escala = await row('niveis_competencia_historico', 'empresa_id, data', ours, '2025-01-01');
    const niveis: Record<string, number> = {};
    for (const [i, descricao] of ['Básico', 'Pleno', 'Avançado'].entries()) {
      niveis[descricao] = await row('niveis_competencia', 'empresa_id, descricao', ours, descricao);
      await row(
        'niveis_competencia_historico_config_historicos_niveis',
        'registro_id, nivel_competencia_id, ordem',
        escala,
        niveis[descricao],
        i + 1,
      );
    }
    const configura = async (
      dono: 'faixas' | 'talentos',
      coluna: string,
      de: string,
      data: string,
      itens: [string, string][],
    ) => {
      const columns = `empresa_id, ${coluna}, data, nivel_competencia_historico_id`;
      const config = await row(`config_niveis_${dono}`, columns, ours, id[de], data, escala);
      for (const [i, [nome, nivel]] of itens.entries())
        await row(
          `config_niveis_${dono}_configs_niveis_competencias`,
          'registro_id, ordem, competencia_id, competencia_peso, nivel_competencia_id',
          config,
          i + 1,
          await competencia(nome),
          1,
          niveis[nivel],
        );
    };
    await configura('faixas', 'faixa_salarial_id', 'II', '2026-01-01', [
      ['Excel', 'Pleno'],
      ['Calma', 'Avançado'],
    ]);
    await configura('talentos', 'colaborador_id', 'Ana', '2026-03-01', [['Excel', 'Avançado']]);
    await configura('talentos', 'colaborador_id', 'Bia', '2026-03-01', [['Calma', 'Básico']]);
  });

  it('a level stands beside the one that the band of the day asks', async () => {
    const ask = (dataBase: string, somenteAbaixo = false) =>
      preview('talentos-competencias', { dataBase, somenteAbaixo, agruparPor: 'COMPETENCIA' });
    const keys = ['competencia', 'talento', 'exigido', 'nivel', 'distancia'];
    expect(lines(await ask('2026-01-15'), ...keys)).toEqual([
      ['Excel', 'Bia', 'Pleno', null, null],
      ['Calma', 'Bia', 'Avançado', null, null],
    ]);
    expect(lines(await ask('2026-05-01'), ...keys)).toEqual([
      ['Excel', 'Ana', 'Pleno', 'Avançado', 1],
      ['Calma', 'Ana', 'Avançado', null, null],
      ['Calma', 'Bia', null, 'Básico', null],
    ]);
    expect(lines(await ask('2026-05-01', true), ...keys)).toEqual([['Calma', 'Ana', 'Avançado', null, null]]);
  });

  it('the matrix has a line for each talent and a column for each competency', async () => {
    const nivel = await preview('matriz-talentos-competencias', { dataBase: '2026-05-01', mostrar: 'NIVEL' });
    expect(nivel.columns.map(({ label }) => label)).toEqual([
      'Área Organizacional',
      'Talento',
      'Cargo e faixa',
      'Calma',
      'Excel',
    ]);
    expect(lines(nivel, 'area', 'talento', 'faixa', 'c0', 'c1')).toEqual([
      ['Produção', 'Ana', 'Operador II', null, 'Avançado'],
      ['Vendas', 'Bia', 'Supervisor Única', 'Básico', null],
    ]);
    const distancia = await preview('matriz-talentos-competencias', { dataBase: '2026-05-01', mostrar: 'DISTANCIA' });
    expect(lines(distancia, 'talento', 'c0', 'c1')).toEqual([
      ['Ana', null, '+1'],
      ['Bia', null, null],
    ]);
  });

  it('weighs by the scale of the day, as the radar does', async () => {
    const [ours = 0] = app.empresas;
    const nova = await row('niveis_competencia_historico', 'empresa_id, data', ours, '2026-04-15');
    for (const [nivel, ordem] of [
      ['Básico', 10],
      ['Pleno', 40],
      ['Avançado', 90],
    ] as const)
      await app.db.query(sql`
        insert into niveis_competencia_historico_config_historicos_niveis (registro_id, nivel_competencia_id, ordem)
        select ${nova}, id, ${ordem} from niveis_competencia where empresa_id = ${ours} and descricao = ${nivel}`);
    const ask = async (dataBase: string) =>
      lines(
        await preview('talentos-competencias', { dataBase, agruparPor: 'TALENTO' }),
        'talento',
        'competencia',
        'distancia',
      )[0];
    const radar = async (data: string) => {
      const { body } = await admin(
        'GET',
        `/api/gestao-talentos/configuracoes-niveis-competencia-colaborador/radar/${id.Ana}?data=${data}`,
      );
      const { labels, competenciasColaborador: tem, competenciasFaixaSalarial: pede } = body as Record<string, number[]>;
      const lugar = (labels as unknown as string[]).indexOf('Excel');
      return (tem?.[lugar] ?? 0) - (pede?.[lugar] ?? 0);
    };
    for (const [dia, distancia] of [
      ['2026-04-14', 1],
      ['2026-05-01', 50],
    ] as const) {
      expect(await ask(dia)).toEqual(['Ana', 'Excel', distancia]);
      expect(await radar(dia)).toBe(distancia);
    }
  });
});

describe('who reads', () => {
  const asked: Record<string, object> = {
    'talentos-areas-organizacionais': { filtrarPor: '2', cargosIds: [1], statusSolicitacao: 'T', ordenarPor: 'S' },
    'talentos-cargos': { filtrarPor: '2', cargosIds: [1], statusSolicitacao: 'T', ordenarPor: 'N' },
    'talentos-grupos-ocupacionais': { statusSolicitacao: 'T', ordenarPor: 'S' },
    'analise-tabelas-salariais': { dataBase: '2026-05-01', agruparPor: 'CARGO', areasIds: [1] },
    promocoes: { ...periodo, tipoPromocao: 'T', agruparPor: 'TALENTO' },
    'ultimas-promocoes': { dataBase: '2026-05-01' },
    situacoes: { ...periodo, agruparPor: 'TALENTO' },
    'projecoes-salariais-talentos': { dataBase: '2026-05-01', agruparPor: 'AREA' },
    'alteracoes-cargos-e-ou-areas': { ...periodo, alteracao: 'T', agruparPor: 'TALENTO' },
  };

  /** The query's rows for somebody who lacks an authority; ids of positions and areas are those of this company. */
  async function rowsFor(name: string, lacks: string): Promise<Record<string, unknown>[]> {
    const report = cargoSalario.reports.find((one) => one.id === name);
    const query = (cargoSalarioServer.queries as Record<string, ReportQuery>)[name];
    const given: Record<string, unknown> = { ...asked[name] };
    if ('cargosIds' in given) given.cargosIds = [id.Operador, id.Supervisor];
    if ('areasIds' in given) given.areasIds = [id.Produção, id.Vendas];
    const who = { ...acting(app.empresas[0] as number), can: (authority: string) => authority !== lacks };
    const checked = check(report?.filterForm as AnyForm, given, who);
    if (!checked.ok || !query) throw new Error(`${name}: ${JSON.stringify(checked)}`);
    return app.db.query(query(checked.value, who));
  }

  it.each(Object.keys(asked))('%s tells no salary to who may not see them, not even to the drawing', async (name) => {
    const report = cargoSalario.reports.find((one) => one.id === name);
    const secret = Object.entries<Field>(report?.row ?? {}).filter(([, field]) => field.sensitive);
    const keys = name.startsWith('alteracoes') ? [] : secret.map(([key]) => key);
    const rows = await rowsFor(name, 'ROLE_VER_SALARIO');
    expect(rows.length).toBeGreaterThan(0);
    // How many stand above or below a band is 0 when no salary is read at all.
    for (const row of rows) for (const key of keys) expect([null, 0], key).toContain(row[key]);
    expect(JSON.stringify(await rowsFor(name, ''))).toMatch(name.startsWith('alteracoes') ? /Caio/ : /3200/);
  });

  it.each(Object.keys(asked))('%s shows a manager the talents of their own areas', async (name) => {
    expect(await rowsFor(name, 'ROLE_VER_TODAS_AREAS')).toEqual([]);
    await app.db.query(sql`update talentos set cpf = (select cpf from usuarios where id = 1) where id = ${id.Bia}`);
    const made = await app.db.one<{ id: number }>(sql`
      insert into areas_organizacionais_empresa_e_responsaveis (registro_id, ordem, empresa_id, colaborador_dto_id)
      values (${id.Vendas}, 1, ${app.empresas[0]}, ${id.Bia}) returning id`);
    const seen = JSON.stringify(await rowsFor(name, 'ROLE_VER_TODAS_AREAS'));
    await app.db.query(sql`delete from areas_organizacionais_empresa_e_responsaveis where id = ${made?.id}`);
    if (name === 'analise-tabelas-salariais') expect(seen).toMatch(/"talentos":1,/);
    else expect(seen).toContain('Bia');
    expect(seen).not.toMatch(/Ana|Caio|Zeca/);
  });
});

describe('talents', () => {
  it('stand by area as of a day, paid as they were on it', async () => {
    const areas = { filtrarPor: '1', areasIds: [id.Produção, id.Vendas], statusSolicitacao: 'T', ordenarPor: 'N' };
    const antes = await preview('talentos-areas-organizacionais', { ...areas, dataBase: '2026-01-31' });
    expect(lines(antes, 'area', 'nome', 'cargo', 'faixa', 'situacao', 'salario')).toEqual([
      ['Produção', 'Ana', 'Operador', 'I', 'Ativo', 1000],
      ['Produção', 'Bia', 'Operador', 'II', 'Ativo', 1500.3],
      ['Vendas', 'Caio', 'Supervisor', 'Única', 'Ativo', 2900],
    ]);
    expect(said(antes)).toEqual([
      'Produção',
      ['Total de Produção (2)', 2500.3],
      ['Média de Produção (2)', 1250.15],
      'Vendas',
      ['Total de Vendas (1)', 2900],
      ['Média de Vendas (1)', 2900],
      ['Total geral (3 registros)', 5400.3],
      ['Média geral (3 registros)', 1800.1],
    ]);
    const depois = await preview('talentos-areas-organizacionais', { ...areas, dataBase: '2026-07-01', ordenarPor: 'S' });
    expect(lines(depois, 'area', 'nome', 'situacao', 'salario')).toEqual([
      ['Produção', 'Caio', 'Desligado', 3100],
      ['Produção', 'Ana', 'Ativo', 1651.65],
      ['Vendas', 'Bia', 'Ativo', 3200],
    ]);
  });

  it('stand by position and by group, with two levels of headings', async () => {
    const por = { filtrarPor: '2', cargosIds: [id.Operador, id.Supervisor], statusSolicitacao: 'A', ordenarPor: 'N' };
    const cargos = await preview('talentos-cargos', { ...por, dataBase: '2026-05-01' });
    expect(lines(cargos, 'cargo', 'nome', 'salario')).toEqual([
      ['Operador', 'Ana', 1651.65],
      ['Supervisor', 'Bia', 3200],
      ['Supervisor', 'Caio', 3100],
    ]);
    expect(cargos.totals).toEqual({ salario: 7951.65 });
    const grupos = await preview('talentos-grupos-ocupacionais', {
      statusSolicitacao: 'T',
      ordenarPor: 'N',
      dataBase: '2026-05-01',
    });
    expect(said(grupos).filter((one) => typeof one === 'string')).toEqual(['Chefia', 'Supervisor', 'Fábrica', 'Operador']);
    expect(grupos.totals).toEqual({ salario: 7951.65 });
  });

  it('ask areas or positions as document 2 §5 says', async () => {
    const ask = async (filter: object) =>
      (await admin('POST', '/api/cargo-salario/relatorios/talentos-cargos', filter)).body as { errors: unknown };
    expect((await ask({ filtrarPor: '1', statusSolicitacao: 'T', ordenarPor: 'N' })).errors).toEqual([
      { field: 'areasIds', message: 'Áreas Organizacionais são obrigatórias' },
    ]);
    expect((await ask({ filtrarPor: '2', statusSolicitacao: 'T', ordenarPor: 'N' })).errors).toEqual([
      { field: 'gruposOcupacionaisIds', message: 'Grupos Ocupacionais são obrigatórios' },
      { field: 'cargosIds', message: 'Grupos Ocupacionais são obrigatórios, ou os cargos' },
    ]);
  });
});

describe('movements', () => {
  it('promotions are bands of the same position and other positions, each with the raise', async () => {
    const tudo = await preview('promocoes', { ...periodo, tipoPromocao: 'T', agruparPor: 'MES_ANO' });
    const keys = ['mesAno', 'talento', 'data', 'tipo', 'de', 'para', 'salarioAnterior', 'salarioNovo', 'aumento', 'percentual'];
    expect(lines(tudo, ...keys)).toEqual([
      ['2026-02', 'Ana', '2026-02-15', 'Horizontal', 'Operador I', 'Operador II', 1000, 1651.65, 651.65, 65.17],
      ['2026-03', 'Bia', '2026-03-10', 'Vertical', 'Operador II', 'Supervisor Única', 1651.65, 3200, 1548.35, 93.75],
    ]);
    expect(said(tudo)).toEqual([
      '02/2026',
      ['Total de 02/2026 (1)', 651.65],
      ['Média de 02/2026 (1)', 65.17],
      '03/2026',
      ['Total de 03/2026 (1)', 1548.35],
      ['Média de 03/2026 (1)', 93.75],
      ['Total geral (2 registros)', 2200],
      ['Média geral (2 registros)', 79.46],
    ]);
    const vertical = await preview('promocoes', { ...periodo, tipoPromocao: 'V', agruparPor: 'TALENTO' });
    expect(lines(vertical, 'talento', 'area')).toEqual([['Bia', 'Vendas']]);
    expect(vertical.columns.map(({ key }) => key).slice(0, 2)).toEqual(['talento', 'data']);
  });

  it('a promotion is what is called so and brings more: a transfer, a step down and the hire are none, a raise within the band is one', async () => {
    const [ours = 0] = app.empresas;
    await hire(ours, 'Duda', 5, [
      em('2025-01-01', 'Produção', 'I', '1000.00', 'P'),
      em('2026-02-01', 'Produção', 'II', '1500.00', 'T'),
      em('2026-02-10', 'Produção', 'I', '1200.00', 'P'),
      em('2026-02-20', 'Produção', 'I', '1300.00', 'P'),
      em('2026-03-01', 'Vendas', 'I', '1300.00', 'P'),
      em('2026-03-10', 'Vendas', 'II', '1300.00', 'P'),
      em('2026-03-20', 'Vendas', 'II', '1400.00', 'R'),
    ]);
    const dela = async () => {
      const lista = await preview('promocoes', { ...periodo, tipoPromocao: 'T', agruparPor: 'TALENTO' });
      return lines(lista, 'talento', 'data', 'tipo', 'aumento').filter(([talento]) => talento === 'Duda');
    };
    expect(await dela()).toEqual([
      ['Duda', '2026-02-20', 'Horizontal', 100],
      ['Duda', '2026-03-10', 'Horizontal', 0],
    ]);
    // Whoever sees no salaries is told of another band, and not how two amounts compare.
    const semVer = await app.loginWithout(2, (authority) => authority === 'ROLE_VER_SALARIO');
    const todasDela = await preview('promocoes', { ...periodo, tipoPromocao: 'T', agruparPor: 'TALENTO' }, semVer);
    expect(lines(todasDela, 'talento', 'data').filter(([talento]) => talento === 'Duda')).toEqual([
      ['Duda', '2026-02-10'],
      ['Duda', '2026-03-10'],
    ]);
    const ultimas = await preview('ultimas-promocoes', { dataBase: '2026-06-15' });
    expect(lines(ultimas, 'talento', 'dataPromocao').find(([talento]) => talento === 'Duda')).toEqual(['Duda', '2026-03-10']);
    const { dataIni, dataFim } = periodo;
    const { body } = await admin(
      'GET',
      `/api/analytics/cargos-salarios?dataInicio=${dataIni}&dataFim=${dataFim}&indicadores=promocoesHorizontais`,
    );
    const todas = lines(await preview('promocoes', { ...periodo, tipoPromocao: 'H', agruparPor: 'TALENTO' }), 'talento').length;
    expect((body as { promocoesHorizontais: { destaques: { valor: number }[] } }).promocoesHorizontais.destaques[0]?.valor).toBe(
      todas,
    );
    await app.db.query(sql`delete from talentos where id = ${id.Duda}`);
  });

  it('the last promotion is told with the months since, or since admission', async () => {
    const todos = await preview('ultimas-promocoes', { dataBase: '2026-06-15' });
    expect(lines(todos, 'area', 'talento', 'dataPromocao', 'tipo', 'meses', 'salario')).toEqual([
      ['Produção', 'Ana', '2026-02-15', 'Horizontal', 4, 1651.65],
      ['Produção', 'Caio', null, null, 13, 3100],
      ['Vendas', 'Bia', '2026-03-10', 'Vertical', 3, 3200],
    ]);
    const antigos = await preview('ultimas-promocoes', { dataBase: '2026-06-15', mesesSemPromocao: 4 });
    expect(lines(antigos, 'talento')).toEqual([['Ana'], ['Caio']]);
  });

  it('situations last until the next one or the dismissal', async () => {
    const situacoes = await preview('situacoes', { dataIni: '2026-03-15', dataFim: '2026-07-31', agruparPor: 'TALENTO' });
    expect(lines(situacoes, 'talento', 'data', 'ate', 'motivo', 'tipoSalario', 'salario')).toEqual([
      ['Ana', '2026-02-15', null, 'Promoção', 'Cargo', 1651.65],
      ['Bia', '2026-03-10', null, 'Promoção', 'Valor', 3200],
      ['Caio', '2025-05-05', '2026-03-31', 'Contratação', 'Valor', 2900],
      ['Caio', '2026-04-01', '2026-06-30', 'Transferência', 'Valor', 3100],
    ]);
  });

  it('changes of position, of area, of both', async () => {
    const ask = (alteracao: string) =>
      preview('alteracoes-cargos-e-ou-areas', { ...periodo, alteracao, agruparPor: 'AREA_ORGANIZACIONAL' });
    const keys = ['area', 'talento', 'cargoAnterior', 'cargoNovo', 'areaAnterior', 'areaNova'];
    const caio = ['Produção', 'Caio', 'Supervisor', 'Supervisor', 'Vendas', 'Produção'];
    const bia = ['Vendas', 'Bia', 'Operador', 'Supervisor', 'Produção', 'Vendas'];
    expect(lines(await ask('T'), ...keys)).toEqual([caio, bia]);
    expect(lines(await ask('C'), ...keys)).toEqual([bia]);
    expect(lines(await ask('A'), ...keys)).toEqual([caio, bia]);
    expect(lines(await ask('E'), ...keys)).toEqual([bia]);
  });

  it('RUL-368: the period is asked, and its ends stand in order', async () => {
    const filter = { tipoPromocao: 'T', agruparPor: 'TALENTO' };
    const ask = async (more: object) =>
      ((await admin('POST', '/api/cargo-salario/relatorios/promocoes', { ...filter, ...more })).body as { errors: unknown })
        .errors;
    expect(await ask({})).toEqual([
      { field: 'dataIni', message: 'Data inicial é obrigatória' },
      { field: 'dataFim', message: 'Data final é obrigatória' },
    ]);
    expect(await ask({ dataIni: '2026-05-01', dataFim: '2026-04-30' })).toEqual([
      { field: 'dataFim', message: 'Data final inferior à data inicial.' },
    ]);
  });
});

describe('salaries', () => {
  it('a band changes by its own entries and by the index that it follows', async () => {
    const historico = await preview('historicos-faixas-salariais', { dataIni: '2026-01-01', dataFim: '2026-12-31' });
    expect(
      lines(historico, 'cargo', 'faixa', 'data', 'tipo', 'indice', 'quantidade', 'valorDoIndice', 'valor', 'variacao'),
    ).toEqual([
      ['Operador', 'I', '2026-03-01', 'Valor', null, null, null, 1100, 10],
      ['Operador', 'II', '2026-02-01', 'Índice', 'Piso', 3, 550.55, 1651.65, 10.09],
    ]);
  });

  it('the analysis puts what a band is worth beside what is paid in it; the preview call says the same', async () => {
    const filter = { dataBase: '2026-05-01', agruparPor: 'CARGO' };
    const analise = await preview('analise-tabelas-salariais', filter);
    const keys = ['cargo', 'faixa', 'valor', 'talentos', 'menor', 'medio', 'maior', 'abaixo', 'acima', 'compaRatio', 'diferenca'];
    expect(lines(analise, ...keys)).toEqual([
      ['Operador', 'I', 1100, 0, null, null, null, null, null, null, null],
      ['Operador', 'II', 1651.65, 1, 1651.65, 1651.65, 1651.65, 0, 0, 100, 0],
      ['Supervisor', 'Única', 3000, 2, 3100, 3150, 3200, 0, 2, 105, 300],
    ]);
    expect(analise.totals).toEqual({ talentos: 3, abaixo: 0, acima: 2, diferenca: 300 });
    const previa = await admin(
      'GET',
      '/api/cargo-salario/relatorios/analise-tabelas-salariais-previa?dataBase=2026-05-01&agruparPor=CARGO',
    );
    expect(previa.body).toEqual(analise);
    const emVendas = await preview('analise-tabelas-salariais', { ...filter, areasIds: [id.Vendas] });
    expect(lines(emVendas, 'faixa', 'talentos', 'medio')).toEqual([['Única', 1, 3200]]);
  });

  it('a projection adds the percentage to the salary of the day, to the cent', async () => {
    const projecao = await preview('projecoes-salariais-talentos', {
      dataBase: '2026-12-01',
      percentual: 4.77,
      agruparPor: 'AREA',
    });
    expect(lines(projecao, 'area', 'nome', 'salarioAtual', 'salarioProjetado', 'diferenca', 'percentual')).toEqual([
      ['Produção', 'Ana', 1651.65, 1730.43, 78.78, 4.77],
      ['Vendas', 'Bia', 3200, 3352.64, 152.64, 4.77],
    ]);
    expect(projecao.totals).toEqual({ salarioAtual: 4851.65, salarioProjetado: 5083.07, diferenca: 231.42 });
  });

  it('a projection with a planned realignment pays what the plan proposes', async () => {
    const ok = async (url: string, body: object) => {
      const answer = await admin('POST', `/api/cargo-salario/${url}`, body);
      expect([200, 201], JSON.stringify(answer.body)).toContain(answer.status);
      return answer.body as { id: number };
    };
    const tabela = await ok('tabelas-reajustes-colaboradores', {
      nome: 'Promoções de dezembro',
      data: '2026-12-01',
      tipoReajuste: 'P',
    });
    await ok('reajustes-colaboradores', {
      tabelaReajuste: { id: tabela.id },
      colaborador: { id: id.Ana },
      areaOrganizacionalProposta: { id: id.Produção },
      faixaSalarialProposta: { id: id.II },
      tipoSalarioProposto: '3',
      salarioProposto: 1800.01,
    });
    const projecao = await preview('projecoes-salariais-talentos', {
      dataBase: '2026-12-01',
      tabelaReajusteId: tabela.id,
      agruparPor: 'AREA',
    });
    expect(lines(projecao, 'nome', 'salarioAtual', 'salarioProjetado', 'diferenca', 'percentual')).toEqual([
      ['Ana', 1651.65, 1800.01, 148.36, 8.98],
      ['Bia', 3200, 3200, 0, 0],
    ]);
  });
});
