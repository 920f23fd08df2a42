import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Acting } from '#kit/acting/acting.server.ts';
import { cpf as CPF } from '#kit/br/cpf.ts';
import { check } from '#kit/form/check.ts';
import type { IndicatorData } from '#kit/indicator/indicator.ts';
import { type Preview, previewOf } from '#kit/report/preview.ts';
import { type DocumentQuery, isDocument, type ReportSource } from '#kit/report/report.server.ts';
import { shapeOf } from '#kit/report/shape.ts';
import { atualizaAtuais } from '#modules/gestao-talentos/public.server.ts';
import { moduleServers, modules } from './modules.server.ts';
import { openTestApp, type TestApp } from './test-app.server.ts';

/*
 * The edges of every report on people, each figure worked out on paper. Today is 2026-07-15.
 *
 *   Index Piso: 1,000.05 from 2020, 1,033.34 from 2026-04-01, 1,050.00 from 2026-06-01.
 *   Auxiliar I is worth 2,000.00; II is 2 × Piso: 2,000.10, 2,066.68, 2,100.00 (from 2026-05-01 it "follows the position", which leaves its value as it is).
 *   Chefe Única is worth 5,000.00. Pintura stands below Fábrica.
 *
 *   Ana    born on 2000-02-29, admitted on 2020-02-29 in Vendas, in Fábrica from 2026-03-10 (I)
 *   Bia    admitted on the first day of March, dismissed on its last (Vendas, I)
 *   Caio   admitted on 2025-12-31, dismissed on 2026-03-01 (Fábrica, I); the next day admitted by the other company
 *   Davi   his admission of 2026-03-05 is not confirmed, Eva's of the same day was cancelled: both "promoted" on the 20th, neither counts
 *   Gil    admitted on 2024-01-01 (Pintura, II), Chefe in Vendas at 5,200.55 from 2026-03-15; his dismissal waits to be confirmed
 *   Hugo   apprentice from 2025-02-01 (Fábrica, I)
 *   Iara   comes on 2026-08-01 (Vendas, I)
 *   José Silva M1, from 2023-05-10 (Fábrica, II), and José Silva M2, from 2023-05-11 (Fábrica, I, and II from 2026-03-31)
 *   Léo    from 2022-07-15 (Vendas, I), leaves on 2026-12-31
 */
const HOJE = '2026-07-15';
const MARCO = { dataIni: '2026-03-01', dataFim: '2026-03-31' };
const MARCO_E_ABRIL = { dataIni: '2026-03-01', dataFim: '2026-04-30' };

let app: TestApp;
let ours = 0;
let theirs = 0;
const id: Record<string, number> = {};

const acting = (empresaId: number): Acting => ({
  kind: 'usuario',
  usuarioId: 1,
  usuarioNome: 'Prova',
  empresaId,
  empresaNome: 'Prova',
  requestId: 'prova',
  today: HOJE,
  settings: {},
  can: () => true,
  everywhere: () => true,
  audit: async () => {},
});

async function create(
  empresa: number,
  path: string,
  nome: string,
  value: Record<string, unknown>,
  called = nome,
): Promise<number> {
  const { id: made } = await app.db
    .tx((tx) => app.services.store(path).create(tx, acting(empresa), { nome, confirma: true, ...value }))
    .catch((error: { extra?: object }) => {
      throw new Error(`${nome}: ${JSON.stringify(error.extra)}`, { cause: error });
    });
  id[called] = made;
  return made;
}

const em = (data: string, area: string, faixa: string, salario?: number) => ({
  data,
  motivo: 'P',
  areaOrganizacional: { id: id[area] },
  faixaSalarial: { id: id[faixa] },
  estabelecimento: { id: id[area === 'Vendas' ? 'Filial' : 'Matriz'] },
  tipoSalario: salario === undefined ? '1' : '3',
  salario: salario ?? null,
});

interface Pessoa {
  chamada?: string;
  matricula?: string;
  nascimento?: string;
  saida?: string;
  vinculo?: string;
}

let n = 0;
const hire = (nome: string, historicos: ReturnType<typeof em>[], pessoa: Pessoa = {}, empresa = ours) =>
  create(
    empresa,
    'gestao-talentos/talentos',
    nome,
    {
      cpf: CPF.sample((n += 1)),
      matricula: pessoa.matricula ?? null,
      sexo: 'F',
      vinculo: pessoa.vinculo ?? 'E',
      dataNascimento: pessoa.nascimento ?? null,
      dataAdmissao: historicos[0]?.data,
      dataDesligamento: pessoa.saida ?? null,
      historicos,
    },
    pessoa.chamada,
  );

async function place(empresa: number): Promise<void> {
  const area = (nome: string, areaMae?: string) =>
    create(empresa, 'cargo-salario/areas-organizacionais', nome, {
      ativo: true,
      exibirOrganograma: true,
      areaMae: areaMae ? { id: id[areaMae] } : null,
    });
  await area('Fábrica');
  await area('Pintura', 'Fábrica');
  await area('Vendas');
  for (const [nome, complemento] of [
    ['Matriz', '0001'],
    ['Filial', '0002'],
  ] as const)
    id[nome] = (
      await app.db.one<{ id: number }>(
        sql`insert into estabelecimentos (empresa_id, nome, complemento_cnpj_caepf) values (${empresa}, ${nome}, ${complemento}) returning id`,
      )
    )?.id as number;
  for (const nome of ['Operação', 'Chefia']) await create(empresa, 'cargo-salario/grupos-ocupacionais', nome, {});
  const piso = await create(empresa, 'cargo-salario/indices', 'Piso', {
    historicos: [
      { data: '2020-01-01', valor: 1000.05 },
      { data: '2026-04-01', valor: 1033.34 },
      { data: '2026-06-01', valor: 1050 },
    ],
  });
  const cargo = (nome: string, grupo: string, areas: string[]) =>
    create(empresa, 'cargo-salario/cargos', nome, {
      nomeMercado: nome,
      grupoOcupacional: { id: id[grupo] },
      areasOrganizacionais: areas.map((one) => ({ id: id[one] })),
      ativa: true,
    });
  const cbo = (await app.db.one<{ id: number }>(sql`select id from codigos_cbo where codigo = '411010'`))?.id;
  const faixa = (nome: string, dona: number, historicos: object[]) =>
    create(empresa, 'cargo-salario/faixas-salariais', nome, { cargo: { id: dona }, codigoCBO: { id: cbo }, historicos });
  const auxiliar = await cargo('Auxiliar', 'Operação', ['Vendas', 'Fábrica', 'Pintura']);
  const chefe = await cargo('Chefe', 'Chefia', ['Vendas']);
  await faixa('I', auxiliar, [{ data: '2020-01-01', tipo: '3', valor: 2000 }]);
  await faixa('II', auxiliar, [
    { data: '2020-01-01', tipo: '2', indiceId: piso, quantidade: 2 },
    { data: '2026-05-01', tipo: '1' },
  ]);
  await faixa('Única', chefe, [{ data: '2020-01-01', tipo: '3', valor: 5000 }]);
}

async function people(): Promise<void> {
  await place(theirs);
  await hire('Caio', [em('2026-03-02', 'Vendas', 'I')], {}, theirs);
  await place(ours);
  await hire('Ana', [em('2020-02-29', 'Vendas', 'I'), em('2026-03-10', 'Fábrica', 'I')], { nascimento: '2000-02-29' });
  await hire('Bia', [em('2026-03-01', 'Vendas', 'I')], { saida: '2026-03-31' });
  await hire('Caio', [em('2025-12-31', 'Fábrica', 'I')], { saida: '2026-03-01' });
  for (const nome of ['Davi', 'Eva']) await hire(nome, [em('2026-03-05', 'Vendas', 'I'), em('2026-03-20', 'Fábrica', 'II')]);
  await hire('Gil', [em('2024-01-01', 'Pintura', 'II'), em('2026-03-15', 'Vendas', 'Única', 5200.55)]);
  await hire('Hugo', [em('2025-02-01', 'Fábrica', 'I')], { vinculo: 'A' });
  await hire('Iara', [em('2026-08-01', 'Vendas', 'I')]);
  await hire('José Silva', [em('2023-05-10', 'Fábrica', 'II')], { chamada: 'M1', matricula: 'M1' });
  const degraus = [em('2023-05-11', 'Fábrica', 'I'), em('2026-03-31', 'Fábrica', 'II')];
  await hire('José Silva', degraus, { chamada: 'M2', matricula: 'M2' });
  await hire('Léo', [em('2022-07-15', 'Vendas', 'I')], { saida: '2026-12-31' });
  for (const [nome, status] of [
    ['Davi', 'G'],
    ['Eva', 'C'],
    ['Gil', 'U'],
  ] as const)
    await app.db.query(sql`update talentos set status_ac = ${status} where id = ${id[nome]}`);
  await app.db.tx((tx) => atualizaAtuais(tx, HOJE, sql`true`));
}

async function events(): Promise<void> {
  const linha = async (text: ReturnType<typeof sql>) => (await app.db.one<{ id: number }>(text))?.id as number;
  const motivo = (nome: string, conta: boolean) =>
    linha(sql`insert into motivos_desligamento (empresa_id, motivo, turnover) values (${ours}, ${nome}, ${conta}) returning id`);
  const pedido = await motivo('Pedido', true);
  const aposentadoria = await motivo('Aposentadoria', false);
  for (const [quem, data, porque, status] of [
    ['Caio', '2026-03-01', pedido, 'D'],
    // What was taken back, or still waits, is no reason of a dismissal that happened.
    ['Bia', '2026-03-31', aposentadoria, 'C'],
    ['Gil', '2026-07-31', aposentadoria, 'U'],
  ] as const)
    await app.db.query(sql`
      insert into desligamentos (empresa_id, colaborador_id, data, motivo_id, tipo, aviso_previo, status, resumo)
      select ${ours}, t.id, ${data}, ${porque}, 'OUTRO', 'NAO_SE_APLICA', ${status}, ${quem} from talentos t where t.empresa_id = ${ours} and t.nome = ${quem}`);
  const doenca = await linha(
    sql`insert into afastamentos (empresa_id, descricao, classe, absenteismo) values (${ours}, 'Doença', 'SIMPLES', true) returning id`,
  );
  for (const [quem, inicio, fim] of [
    ['Ana', '2026-02-26', '2026-03-03'],
    ['Caio', '2026-02-20', null],
    ['Bia', '2026-03-30', '2026-04-10'],
    ['Davi', '2026-03-10', '2026-03-20'],
  ] as const)
    await app.db.query(sql`
      insert into colaboradores_afastamentos (empresa_id, colaborador_id, afastamento_id, inicio, fim) values (${ours}, ${id[quem]}, ${doenca}, ${inicio}, ${fim})`);
  const falta = await linha(
    sql`insert into tipos_ocorrencia (empresa_id, descricao, absenteismo) values (${ours}, 'Falta', true) returning id`,
  );
  for (const [quem, dia] of [
    // a Saturday
    ['M1', '2026-03-14'],
    ['M2', '2026-03-31'],
  ] as const)
    await app.db.query(
      sql`insert into colaboradores_ocorrencias (empresa_id, colaborador_id, ocorrencia_id, data_ini) values (${ours}, ${id[quem]}, ${falta}, ${dia})`,
    );
  await app.db.query(
    sql`insert into geracoes (nome, ano_inicial, ano_final) values ('Geração Y', 1981, 2000), ('Geração Z', 1997, null)`,
  );
}

beforeAll(async () => {
  app = await openTestApp();
  [ours = 0, theirs = 0] = app.empresas;
  await people();
  await events();
});
afterAll(() => app.close());

function asked(path: string, filter: object, who: Acting) {
  const [module = '', name = ''] = path.split('/');
  const report = modules.find((one) => one.id === module)?.reports.find((one) => one.id === name);
  const source = moduleServers.find(({ declaration }) => declaration.id === module)?.queries?.[name] as ReportSource | undefined;
  if (!report || !source) throw new Error(`no report is called ${path}`);
  const checked = check(report.filterForm, filter as never, who);
  if (!checked.ok) throw new Error(`${path}: ${JSON.stringify(checked.issues)}`);
  return { report, source, value: checked.value as Record<string, unknown> };
}

/** A report as the screen shows it to somebody who sees everything of a company, on our day. */
async function preview(path: string, filter: object, who = acting(ours)): Promise<Preview> {
  const { report, source, value } = asked(path, filter, who);
  if (typeof source !== 'function') throw new Error(`${path} is no plain table`);
  const shape = shapeOf(report, value, who);
  const shown = await previewOf(shape, (await app.db.query<Record<string, unknown>>(source(value, who))).map(shape.row));
  if (!shown) throw new Error(`${path} is too long`);
  return shown;
}
const said = async (path: string, filter: object): Promise<Record<string, unknown> | null> => {
  const { source, value } = asked(path, filter, acting(ours));
  if (!isDocument(source)) throw new Error(`${path} is no document`);
  return (source as DocumentQuery).data({ db: app.db, store: app.services.store }, value, acting(ours));
};
const lines = ({ rows }: Preview, ...keys: string[]) => rows.map((row) => keys.map((key) => row[key] ?? null));
const headings = ({ marks }: Preview) => marks.flatMap((mark) => (mark.kind === 'heading' ? [mark.value] : []));
const totals = ({ marks }: Preview) =>
  marks.flatMap((mark) => (mark.kind === 'total' ? [[mark.words, ...Object.values(mark.values)]] : []));

const T = 'gestao-talentos';
const C = 'cargo-salario';

describe('RUL-382: turnover, (admitted + dismissed) ÷ 2 ÷ active at the start × 100', () => {
  const ask = (filter: object) => preview(`${T}/indicador-turnover`, { exibirMeses: true, ...filter });
  const keys = ['mes', 'ativosInicioMes', 'qtdAdmitidos', 'qtdDemitidos', 'turnover'];

  it('counts who came on the first and left on the last day, once on each side', async () => {
    // At the start: Ana, Caio (who works his last day), Gil, Hugo, José, José, Léo. In: Bia. Out: Caio, Bia. 3 ÷ 2 ÷ 7 = 21.43 %.
    // At the start of April: six. Nobody comes, nobody leaves.
    const march = await ask(MARCO_E_ABRIL);
    expect(lines(march, ...keys)).toEqual([
      ['2026-03', 7, 1, 2, 21.43],
      ['2026-04', 6, 0, 0, 0],
    ]);
    // The last day of March alone: Bia is here and leaves, 1 ÷ 2 ÷ 7.
    expect(lines(await ask({ dataIni: '2026-03-31', dataFim: '2026-03-31' }), ...keys)).toEqual([['2026-03', 7, 0, 1, 7.14]]);
  });

  it('RUL-381: the average is the months shown ÷ their number, with and without the months', async () => {
    // (21.43 + 0.00) ÷ 2 = 10.715, half up
    const comMeses = await ask(MARCO_E_ABRIL);
    expect(comMeses.totals).toMatchObject({ qtdAdmitidos: 1, qtdDemitidos: 2 });
    expect(totals(comMeses).at(-1)).toEqual(['Média geral (2 registros)', 10.72]);
    expect(lines(await ask({ ...MARCO_E_ABRIL, exibirMeses: false }), 'qtdAdmitidos', 'qtdDemitidos', 'media')).toEqual([
      [1, 2, 10.72],
    ]);
  });

  it('is 0 in a month that began with nobody, and says nothing of years without anybody', async () => {
    expect(lines(await ask({ dataIni: '2020-02-01', dataFim: '2020-03-31' }), ...keys)).toEqual([
      ['2020-02', 0, 1, 0, 0],
      ['2020-03', 1, 0, 0, 0],
    ]);
    expect((await ask({ dataIni: '2018-01-01', dataFim: '2018-12-31' })).rows).toEqual([]);
  });

  it('the dismissal rate takes the dismissed whole: 2 ÷ 7', async () => {
    const taxa = await preview(`${T}/taxa-demissao`, { ...MARCO, exibirMeses: true });
    expect(lines(taxa, 'ativosInicioMes', 'qtdDesligados', 'qtdDemitidos', 'taxa')).toEqual([[7, 2, 2, 28.57]]);
  });
});

it('RUL-380, RUL-381: absences on days worked ÷ (active × days worked)', async () => {
  // Ana 2 and 3 March; Caio none, he left on a Sunday; Bia 30 and 31; José on the 31st, not on the Saturday: 5 ÷ (7 × 22) = 3.25 %.
  // April has 22 weekdays less Good Friday and Tiradentes, and no absence: Bia has left. (3.25 + 0.00) ÷ 2 = 1.625.
  const comMeses = await preview(`${T}/absenteismo`, { ...MARCO_E_ABRIL, exibirMeses: true });
  expect(lines(comMeses, 'ativosInicioMes', 'qtdTotalFaltas', 'qtdDiasTrabalhados', 'absenteismo')).toEqual([
    [7, 5, 22, 3.25],
    [6, 0, 20, 0],
  ]);
  expect(totals(comMeses).at(-1)).toEqual(['Média geral (2 registros)', 1.63]);
  const resumo = await preview(`${T}/absenteismo`, { ...MARCO_E_ABRIL, exibirMeses: false });
  expect(lines(resumo, 'qtdTotalFaltas', 'qtdDiasTrabalhados', 'absenteismo')).toEqual([[5, 42, 1.63]]);
});

describe('who came and who left', () => {
  it('dismissals: by their own day, with the reason of the confirmed one', async () => {
    const lista = await preview(`${T}/desligamentos`, { ...MARCO, exibirListaColaboradores: true });
    expect(lines(lista, 'talento', 'dataDesligamento', 'tempo', 'motivo')).toEqual([
      ['Caio', '2026-03-01', '2 meses', 'Pedido'],
      ['Bia', '2026-03-31', '1 mês', 'Sem motivo informado'],
    ]);
    const contados = await preview(`${T}/desligamentos`, { ...MARCO, exibirListaColaboradores: false });
    expect(lines(contados, 'motivo', 'quantidade', 'percentual')).toEqual([
      ['Pedido', 1, 50],
      ['Sem motivo informado', 1, 50],
    ]);
  });

  it('admissions: the area and establishment of the filter are those of the admission', async () => {
    const ask = async (filter: object) => lines(await preview(`${T}/admitidos`, filter), 'talento', 'area', 'estabelecimento');
    expect(await ask(MARCO)).toEqual([['Bia', 'Vendas', 'Filial']]);
    const de2020 = { dataIni: '2020-01-01', dataFim: '2020-12-31' };
    const ana = [['Ana', 'Vendas', 'Filial']];
    expect(await ask({ ...de2020, areasOrganizacionaisIds: [id.Vendas], estabelecimentosIds: [id.Filial] })).toEqual(ana);
    expect(await ask({ ...de2020, areasOrganizacionaisIds: [id.Fábrica] })).toEqual([]);
    // Pintura stands below Fábrica, and nothing below Pintura.
    const de2023e24 = { dataIni: '2023-01-01', dataFim: '2024-12-31' };
    const gil = ['Gil', 'Fábrica > Pintura', 'Matriz'];
    expect(await ask({ ...de2023e24, areasOrganizacionaisIds: [id.Fábrica] })).toEqual([
      ['José Silva', 'Fábrica', 'Matriz'],
      ['José Silva', 'Fábrica', 'Matriz'],
      gil,
    ]);
    expect(await ask({ ...de2023e24, areasOrganizacionaisIds: [id.Pintura] })).toEqual([gil]);
    expect(await ask({ ...de2020, estabelecimentosIds: [id.Matriz] })).toEqual([]);
    // Gil was hired as Auxiliar, whatever he is now.
    const de2024 = { dataIni: '2024-01-01', dataFim: '2024-01-01' };
    expect(await ask({ ...de2024, cargosIds: [id.Auxiliar] })).toHaveLength(1);
    expect(await ask({ ...de2024, cargosIds: [id.Chefe] })).toEqual([]);
  });

  it('anniversaries: the 29th of February keeps its day; who has not come yet has none', async () => {
    const mes = (qual: string) => preview(`${T}/aniversariantes-mes`, { mes: qual });
    expect(lines(await mes('2'), 'dia', 'talento', 'dataNascimento', 'idade')).toEqual([[29, 'Ana', '2000-02-29', 26]]);
    const casa = async (qual: string, tempoMinimo = 1) =>
      lines(await preview(`${T}/aniversariantes-tempo-de-empresa`, { mes: qual, tempoMinimo }), 'dia', 'talento', 'anos');
    expect(await casa('2')).toEqual([
      [1, 'Hugo', 1],
      [29, 'Ana', 6],
    ]);
    expect(await casa('2', 2)).toEqual([[29, 'Ana', 6]]);
    expect(await casa('7')).toEqual([[15, 'Léo', 4]]);
    expect(await casa('3')).toEqual([]);
    expect(await casa('8')).toEqual([]);
  });

  it('two people of one name are two groups', async () => {
    const filter = { ...MARCO, agruparPor: 'TALENTO' };
    const ocorrencias = await preview(`${T}/ocorrencias`, filter);
    expect(headings(ocorrencias)).toEqual(['José Silva (M1)', 'José Silva (M2)']);
    expect(totals(ocorrencias)).toEqual([
      ['Total de José Silva (M1) (1)', 1],
      ['Total de José Silva (M2) (1)', 1],
      ['Total geral (2 registros)', 2],
    ]);
    const formacao = await preview(`${T}/formacao-escolar`, { agruparPor: 'TALENTO' });
    expect(headings(formacao)).toEqual(['Ana', 'Gil', 'Hugo', 'José Silva (M1)', 'José Silva (M2)', 'Léo']);
  });

  it('generations: shares of each company, which no total adds up', async () => {
    const partes = await preview(`${T}/geracoes`, { exibirListaColaboradores: false });
    // 1 ÷ 6 and 5 ÷ 6; of two generations that a year is in, the later one
    expect(lines(partes, 'geracao', 'quantidade', 'percentual')).toEqual([
      ['Geração Z', 1, 16.67],
      ['Sem data de nascimento', 5, 83.33],
    ]);
    expect(partes.totals).toEqual({ quantidade: 6 });
  });
});

describe('who stands where, as of a day', () => {
  const em31 = { filtrarPor: '1', statusSolicitacao: 'A', ordenarPor: 'N', dataBase: '2026-03-31' };

  it('the last day is worked, an entry counts from its day on', async () => {
    const areasIds = [id.Fábrica, id.Pintura, id.Vendas];
    const quadro = await preview(`${C}/talentos-areas-organizacionais`, { ...em31, areasIds });
    expect(lines(quadro, 'area', 'nome', 'matricula', 'faixa', 'salario')).toEqual([
      ['Fábrica', 'Ana', null, 'I', 2000],
      ['Fábrica', 'Hugo', null, 'I', 2000],
      ['Fábrica', 'José Silva', 'M1', 'II', 2000.1],
      ['Fábrica', 'José Silva', 'M2', 'II', 2000.1],
      ['Vendas', 'Bia', null, 'I', 2000],
      ['Vendas', 'Gil', null, 'Única', 5200.55],
      ['Vendas', 'Léo', null, 'I', 2000],
    ]);
    expect(totals(quadro).filter(([words]) => String(words).startsWith('Total'))).toEqual([
      ['Total de Fábrica (4)', 8000.2],
      ['Total de Vendas (3)', 9200.55],
      ['Total geral (7 registros)', 17_200.75],
    ]);
    const amanha = { ...em31, dataBase: '2026-04-01', statusSolicitacao: 'D', areasIds };
    expect(lines(await preview(`${C}/talentos-areas-organizacionais`, amanha), 'nome')).toEqual([['Caio'], ['Bia']]);
    const naFabrica = { ...em31, dataBase: '2026-03-09', areasIds: [id.Fábrica] };
    expect(lines(await preview(`${C}/talentos-areas-organizacionais`, naFabrica), 'area', 'nome')).toContainEqual([
      'Fábrica > Pintura',
      'Gil',
    ]);
    const antes = { ...em31, dataBase: '2026-03-09', areasIds: [id.Vendas] };
    expect(lines(await preview(`${C}/talentos-areas-organizacionais`, antes), 'nome')).toEqual([['Ana'], ['Bia'], ['Léo']]);
  });

  it('filters narrow together', async () => {
    const grupos = await preview(`${C}/talentos-grupos-ocupacionais`, {
      statusSolicitacao: 'A',
      ordenarPor: 'S',
      dataBase: '2026-03-31',
      gruposOcupacionaisIds: [id.Operação],
      estabelecimentosIds: [id.Filial],
    });
    expect(lines(grupos, 'nome')).toEqual([['Bia'], ['Léo']]);
    const cargos = await preview(`${C}/talentos-cargos`, { ...em31, filtrarPor: '2', cargosIds: [id.Chefe, id.Auxiliar] });
    expect(cargos.totals).toEqual({ salario: 17_200.75 });
  });

  it('positions: their bands as of today, and who works in them today', async () => {
    const detalhado = await preview(`${C}/cargos`, { situacao: 'T' });
    expect(lines(detalhado, 'cargo', 'grupoOcupacional', 'areas', 'faixa', 'valorAtual')).toEqual([
      ['Auxiliar', 'Operação', 'Fábrica, Pintura, Vendas', 'I', 2000],
      ['Auxiliar', 'Operação', 'Fábrica, Pintura, Vendas', 'II', 2100],
      ['Chefe', 'Chefia', 'Vendas', 'Única', 5000],
    ]);
    const resumido = await preview(`${C}/cargos-resumidos`, { situacao: 'A' });
    // Iara has not come yet.
    expect(lines(resumido, 'cargo', 'faixas', 'menorValor', 'maiorValor', 'talentos')).toEqual([
      ['Auxiliar', 2, 2000, 2100, 5],
      ['Chefe', 1, 5000, 5000, 1],
    ]);
    expect(resumido.totals).toEqual({ talentos: 6 });
    expect((await preview(`${C}/cargos-resumidos`, { situacao: 'I' })).rows).toEqual([]);
  });

  it('the printed tree of areas counts the same people', async () => {
    const { areas, total } = (await said(`${C}/areas-organizacionais`, {})) as unknown as {
      areas: { nome: string; nivel: number; talentos: number }[];
      total: number;
    };
    expect(areas.map(({ nome, nivel, talentos }) => [nome, nivel, talentos])).toEqual([
      ['Fábrica', 0, 4],
      ['Pintura', 1, 0],
      ['Vendas', 0, 2],
    ]);
    expect(total).toBe(6);
  });

  it('the salary table beside what is paid', async () => {
    const analise = await preview(`${C}/analise-tabelas-salariais`, { dataBase: HOJE, agruparPor: 'GRUPO' });
    expect(lines(analise, 'grupo', 'faixa', 'valor', 'talentos', 'medio', 'abaixo', 'acima', 'compaRatio', 'diferenca')).toEqual([
      // 5,200.55 ÷ 5,000.00
      ['Chefia', 'Única', 5000, 1, 5200.55, 0, 1, 104.01, 200.55],
      ['Operação', 'I', 2000, 3, 2000, 0, 0, 100, 0],
      ['Operação', 'II', 2100, 2, 2100, 0, 0, 100, 0],
    ]);
    expect(analise.totals).toEqual({ talentos: 6, abaixo: 0, acima: 1, diferenca: 200.55 });
  });
});

describe('what changed', () => {
  it('promotions: of who was admitted, to the cent and half up', async () => {
    const lista = await preview(`${C}/promocoes`, { ...MARCO, tipoPromocao: 'T', agruparPor: 'TALENTO' });
    expect(lines(lista, 'talento', 'data', 'tipo', 'salarioAnterior', 'salarioNovo', 'aumento', 'percentual')).toEqual([
      ['Gil', '2026-03-15', 'Vertical', 2000.1, 5200.55, 3200.45, 160.01],
      // 0.10 ÷ 2,000.00 = 0.005 %
      ['José Silva (M2)', '2026-03-31', 'Horizontal', 2000, 2000.1, 0.1, 0.01],
    ]);
  });

  it('changes of area or position', async () => {
    const lista = await preview(`${C}/alteracoes-cargos-e-ou-areas`, { ...MARCO, alteracao: 'T', agruparPor: 'TALENTO' });
    expect(lines(lista, 'talento', 'data', 'areaNova', 'cargoNovo')).toEqual([
      ['Ana', '2026-03-10', 'Fábrica', 'Auxiliar'],
      ['Gil', '2026-03-15', 'Vendas', 'Chefe'],
    ]);
  });

  it('situations touch the period by a day', async () => {
    const lista = await preview(`${C}/situacoes`, { ...MARCO, agruparPor: 'TALENTO' });
    expect(lines(lista, 'talento', 'data', 'ate')).toEqual([
      ['Ana', '2020-02-29', '2026-03-09'],
      ['Ana', '2026-03-10', null],
      ['Bia', '2026-03-01', '2026-03-31'],
      ['Caio', '2025-12-31', '2026-03-01'],
      ['Gil', '2024-01-01', '2026-03-14'],
      ['Gil', '2026-03-15', null],
      ['Hugo', '2025-02-01', null],
      ['José Silva (M1)', '2023-05-10', null],
      ['José Silva (M2)', '2023-05-11', '2026-03-30'],
      ['José Silva (M2)', '2026-03-31', null],
      ['Léo', '2022-07-15', '2026-12-31'],
    ]);
  });

  it('months without a promotion are complete ones', async () => {
    const lista = await preview(`${C}/ultimas-promocoes`, { dataBase: HOJE });
    expect(lines(lista, 'talento', 'dataPromocao', 'meses')).toEqual([
      ['Ana', null, 76],
      ['Hugo', null, 17],
      ['José Silva (M1)', null, 38],
      ['José Silva (M2)', '2026-03-31', 3],
      ['Gil', '2026-03-15', 4],
      ['Léo', null, 48],
    ]);
  });

  it('a band follows its index also while an entry leaves its value to the position', async () => {
    const historico = await preview(`${C}/historicos-faixas-salariais`, { dataIni: '2026-01-01', dataFim: '2026-12-31' });
    expect(lines(historico, 'faixa', 'data', 'tipo', 'valor', 'variacao')).toEqual([
      // 66.58 ÷ 2,000.10, and 33.32 ÷ 2,066.68
      ['II', '2026-04-01', 'Índice', 2066.68, 3.33],
      ['II', '2026-05-01', 'Cargo', 2066.68, 0],
      ['II', '2026-06-01', 'Índice', 2100, 1.61],
    ]);
  });

  it('a projection adds up: who comes later costs all that they will earn', async () => {
    const projecao = await preview(`${C}/projecoes-salariais-talentos`, {
      dataBase: '2026-09-01',
      percentual: 10,
      agruparPor: 'AREA',
    });
    expect(lines(projecao, 'nome', 'salarioAtual', 'salarioProjetado', 'diferenca', 'percentual')).toEqual([
      ['Ana', 2000, 2200, 200, 10],
      ['Hugo', 2000, 2200, 200, 10],
      ['José Silva', 2100, 2310, 210, 10],
      ['José Silva', 2100, 2310, 210, 10],
      // 5,720.605, half up
      ['Gil', 5200.55, 5720.61, 520.06, 10],
      ['Iara', null, 2200, 2200, null],
      ['Léo', 2000, 2200, 200, 10],
    ]);
    expect(projecao.totals).toEqual({ salarioAtual: 15_400.55, salarioProjetado: 19_140.61, diferenca: 3740.06 });
    const filial = { dataBase: '2026-09-01', agruparPor: 'AREA', estabelecimentosIds: [id.Filial] };
    expect(lines(await preview(`${C}/projecoes-salariais-talentos`, filial), 'nome')).toEqual([['Gil'], ['Iara'], ['Léo']]);
  });
});

describe('a planned realignment', () => {
  let tabela = 0;

  beforeAll(async () => {
    tabela = await create(ours, `${C}/tabelas-reajustes-colaboradores`, 'Julho', { data: '2026-07-20', tipoReajuste: 'P' });
    for (const [quem, salario] of [
      ['Ana', 2222.22],
      ['Léo', 1999.99],
    ] as const)
      await create(
        ours,
        `${C}/reajustes-colaboradores`,
        quem,
        {
          nome: undefined,
          tabelaReajuste: { id: tabela },
          colaborador: { id: id[quem] },
          areaOrganizacionalProposta: { id: id.Vendas },
          faixaSalarialProposta: { id: id.I },
          tipoSalarioProposto: '3',
          salarioProposto: salario,
        },
        `linha ${quem}`,
      );
  });

  it('is printed line by line with its sums', async () => {
    const plano = await preview(`${C}/planejamentos-realinhamentos`, { tabelaReajusteId: tabela, agruparPor: 'AREA' });
    expect(lines(plano, 'nome', 'salarioAtual', 'salarioProposto', 'diferenca', 'percentual', 'aviso')).toEqual([
      // 222.22 ÷ 2,000.00 = 11.111 %
      ['Ana', 2000, 2222.22, 222.22, 11.111, null],
      ['Léo', 2000, 1999.99, -0.01, -0.001, 'Redução'],
    ]);
    expect(plano.totals).toMatchObject({ salarioAtual: 4000, salarioProposto: 4222.21, diferenca: 222.21 });
  });

  it('tells whoever follows a band of it, and sums to the difference that its screen shows', async () => {
    const admin = await app.login(0, ours);
    // Auxiliar II from 2,100.00 to 2,200.00: both José Silvas. A second line of Ana and one of Bia, who has left, do not count.
    const linha = async (registro: string, nome: string, corpo: object) =>
      create(ours, `${C}/${registro}`, nome, { nome: undefined, tabelaReajuste: { id: tabela }, ...corpo }, `linha de ${nome}`);
    await linha('reajustes-faixas-salariais', 'II', { faixaSalarial: { id: id.II }, valorProposto: 2_200 });
    for (const quem of ['Ana', 'Bia'])
      await linha('reajustes-colaboradores', quem, {
        colaborador: { id: id[quem] },
        areaOrganizacionalProposta: { id: id.Vendas },
        faixaSalarialProposta: { id: id.I },
        tipoSalarioProposto: '3',
        salarioProposto: 9_000,
      });
    const plano = await preview(`${C}/planejamentos-realinhamentos`, { tabelaReajusteId: tabela, agruparPor: 'CARGO' });
    expect(lines(plano, 'nome', 'salarioAtual', 'diferenca', 'aviso')).toEqual([
      ['Ana', 2000, 222.22, 'Em duplicidade'],
      ['Ana', null, null, 'Em duplicidade'],
      ['Bia', null, null, 'Desligado'],
      ['José Silva', 2100, 100, 'Pela faixa ou pelo índice'],
      ['José Silva', 2100, 100, 'Pela faixa ou pelo índice'],
      ['Léo', 2000, -0.01, 'Redução'],
    ]);
    const folha = (await admin('GET', `/api/cargo-salario/tabelas-reajustes-colaboradores/${tabela}/total-folha`)).body;
    expect(folha).toMatchObject({ diferenca: 422.21 });
    expect(plano.totals).toMatchObject({ diferenca: 422.21 });
    await app.db.query(sql`delete from reajustes_colaboradores where tabela_reajuste_id = ${tabela} and salario_proposto = 9000`);
    await app.db.query(sql`delete from reajustes_faixas_salariais where tabela_reajuste_id = ${tabela}`);
  });

  it('its letters say the same amounts', async () => {
    const { cartas } = (await said(`${C}/cartas-reajuste`, { tabelaReajusteId: tabela })) as { cartas: Record<string, string>[] };
    expect(cartas.map(({ nome, atual, proposto }) => [nome, atual, proposto])).toEqual([
      ['Ana', 'R$\u00a02.000,00', 'R$\u00a02.222,22'],
      ['Léo', 'R$\u00a02.000,00', 'R$\u00a01.999,99'],
    ]);
  });
});

describe('dashboards say what the reports say', () => {
  const soma = (data: IndicatorData | undefined, coluna = 0) =>
    (data?.series ?? []).reduce((total, serie) => total + (serie.data[coluna] ?? 0), 0);

  const rotulos = (data: IndicatorData | undefined) => data?.series.map(({ label, data: [quantos] }) => [label, quantos]);

  it('positions and salaries', async () => {
    await app.db.query(sql`insert into faturamentos_mensais (empresa_id, mes_ano, valor) values (${ours}, '2026-03', 100000)`);
    const admin = await app.login();
    const url = '/api/analytics/cargos-salarios?dataBase=2026-03-31&dataInicio=2026-03-01&dataFim=2026-03-31';
    const painel = (await admin('GET', url)).body as Record<string, IndicatorData>;
    expect([soma(painel.promocoesHorizontais), soma(painel.promocoesVerticais)]).toEqual([1, 1]);
    expect([soma(painel.quadroPorArea), soma(painel.salariosPorArea)]).toEqual([7, 17_200.75]);
    // End of February: Ana, Caio, Hugo, M2 and Léo at 2,000.00, Gil and M1 at 2,000.10. End of March, beside its revenue: 17.20 %.
    const meses = painel.folhaPorMes?.series ?? [];
    expect(meses.at(-2)?.data).toEqual([14_000.2, null, null, 7]);
    expect(meses.at(-1)?.data).toEqual([17_200.75, 100_000, expect.closeTo(17.200_75, 5), 7]);
    expect(rotulos(painel.quadroPorGrupo)).toEqual([
      ['Operação', 6],
      ['Chefia', 1],
    ]);
    expect(rotulos(painel.cargosMaisOcupados)).toEqual([
      ['Auxiliar', 6],
      ['Chefe', 1],
    ]);
    // One person is nobody's average, and the payroll less that of the other six would be hers.
    const medias = ({ salarioMedioPorGrupo }: typeof painel) =>
      salarioMedioPorGrupo?.series.map(({ label, data }) => [label, ...data]);
    expect(medias(painel)).toEqual([
      ['Chefia', null, null, 1],
      ['Operação', null, null, 6],
    ]);
    // Of the plant alone: two earn 2,000.00 and two 2,000.10.
    const fabrica = await admin('GET', `${url}&areasIds=${id.Fábrica},${id.Pintura}`);
    expect(medias(fabrica.body as typeof painel)).toEqual([['Operação', 2000.05, 2000.05, 4]]);
    // Gil earns 104.01 % of his band.
    expect(painel.salarioNaFaixa?.series.map(({ data }) => data[0])).toEqual([0, 0, 7, 0, 0]);
  });

  it('talents', async () => {
    const admin = await app.login();
    const answer = await admin('POST', '/api/analytics/talento', { dataInicio: '2026-03-01', dataFim: '2026-04-30' });
    const painel = answer.body as Record<string, IndicatorData>;
    expect(painel.turnover?.destaques?.[0]?.valor).toBe(10.72);
    expect(painel.absenteismo?.destaques?.[0]?.valor).toBe(1.63);
    expect(rotulos(painel.motivosDesligamento)).toEqual([
      ['Pedido', 1],
      ['Sem motivo informado', 1],
    ]);
    expect(rotulos(painel.geracoes)).toEqual([
      ['Geração Z', 1],
      ['Sem data de nascimento', 5],
    ]);
    expect(rotulos(painel.sexo)).toEqual([['Feminino', 6]]);
    expect(rotulos(painel.vinculos)).toEqual([
      ['Aprendiz', 1],
      ['Emprego', 5],
    ]);
    // By complete years at the end of April: Hugo 1; Gil, M1 and M2 2; Léo 3; Ana 6.
    expect(rotulos(painel.tempoDeServico)?.map(([, quantos]) => quantos)).toEqual([0, 4, 1, 1, 0, 0]);
  });

  it('who is born on a 29th of February grows older on the 1st of March', async () => {
    const admin = await app.login();
    const idades = async (dataFim: string) => {
      const { body } = await admin('POST', '/api/analytics/talento', { dataInicio: '2025-02-01', dataFim });
      return rotulos((body as Record<string, IndicatorData>).faixaEtaria)?.filter(([, quantos]) => quantos === 1);
    };
    expect(await idades('2025-02-28')).toEqual([['18 a 24', 1]]);
    expect(await idades('2025-03-01')).toEqual([['25 a 34', 1]]);
  });
});

it('moved between companies: each counts its own part', async () => {
  const admin = await app.login();
  const both = { ...MARCO, exibirMeses: false, empresasIds: [ours, theirs] };
  const answer = await admin('POST', `/api/${T}/relatorios/indicador-turnover`, both, { accept: 'application/json' });
  expect(lines(answer.body as Preview, 'empresaNome', 'qtdAdmitidos', 'qtdDemitidos', 'media')).toEqual([
    ['Indústria Aurora', 1, 2, 21.43],
    ['Logística Aurora', 1, 0, 0],
    // Together 7 people when the month began, 2 who came and 2 who left: 2 ÷ 7, and the counts are those above.
    ['Todas as empresas', null, null, 28.57],
  ]);
  expect((answer.body as Preview).totals).toMatchObject({ qtdAdmitidos: 2, qtdDemitidos: 2 });
});
