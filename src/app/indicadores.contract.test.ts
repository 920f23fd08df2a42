import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cpf as CPF } from '#kit/br/cpf.ts';
import { addDays, addMonths, daysBetween, today } from '#kit/br/date.ts';
import { businessDays } from '#kit/br/holiday.ts';
import type { IndicatorData } from '#kit/indicator/indicator.ts';
import type { Preview } from '#kit/report/preview.ts';
import { mesesDoPeriodo } from '#modules/gestao-talentos/public.ts';
import { type Client, openTestApp, type TestApp } from './test-app.server.ts';

/** Dashboard, reports and start page say the same of the same people, and what a count in plain words says. */
let app: TestApp;
let admin: Client;

interface Ausencia {
  inicio: string;
  fim: string | null;
  conta: boolean;
}
interface Pessoa {
  admissao: string;
  saida: string | null;
  status: string | null;
  /** the reason of the dismissal counts for the turnover */
  conta: boolean;
  ausencias: Ausencia[];
}

const mesQueVem = addMonths(`${today().slice(0, 7)}-01`, 1);
const inicio = addMonths(mesQueVem, -12);
const fim = addDays(mesQueVem, -1);
const meses = mesesDoPeriodo(inicio, fim);

/** Numbers in [0, below) that are the same in each run. */
function randomFrom(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * below);
  };
}

function pessoas(seed: number, quantas: number): Pessoa[] {
  const random = randomFrom(seed);
  const dia = (desde: string, ate: string) => addDays(desde, random(Math.max(1, daysBetween(desde, ate) + 1)));
  return Array.from({ length: quantas }, () => {
    const admissao = dia(addMonths(inicio, -8), addMonths(fim, 1));
    const saida = random(3) === 0 ? dia(admissao, addMonths(fim, 2)) : null;
    // Leaves do not overlap; the last one may go on.
    const ausencias: Ausencia[] = [];
    for (let de = dia(addDays(admissao, -10), fim); de <= fim && random(4) > 0 && ausencias.at(-1)?.fim !== null; ) {
      const ate = random(5) === 0 ? null : addDays(de, random(40));
      ausencias.push({ inicio: de, fim: ate, conta: random(4) > 0 });
      de = addDays(ate ?? de, 1 + random(60));
    }
    return { admissao, saida, status: [null, null, null, 'U', 'G', 'C'][random(6)] ?? null, conta: random(3) > 0, ausencias };
  });
}

const id = async (text: ReturnType<typeof sql>) => (await app.db.one<{ id: number }>(text))?.id as number;

async function grava(empresa: number, gente: readonly Pessoa[], primeiro: number) {
  const motivo = (nome: string, turnover: boolean) =>
    id(
      sql`insert into motivos_desligamento (empresa_id, motivo, turnover) values (${empresa}, ${nome}, ${turnover}) returning id`,
    );
  const conta = await motivo('Pedido', true);
  const naoConta = await motivo('Aposentadoria', false);
  const afastamento = (nome: string, sim: boolean) =>
    id(
      sql`insert into afastamentos (empresa_id, descricao, classe, absenteismo) values (${empresa}, ${nome}, 'SIMPLES', ${sim}) returning id`,
    );
  const doenca = await afastamento('Doença', true);
  const ferias = await afastamento('Férias', false);
  const falta = await id(
    sql`insert into tipos_ocorrencia (empresa_id, descricao, absenteismo) values (${empresa}, 'Falta', true) returning id`,
  );
  for (const [index, { admissao, saida, status, conta: sim, ausencias }] of gente.entries()) {
    const talento = await id(sql`
      insert into talentos (empresa_id, nome, cpf, sexo, vinculo, data_admissao, data_desligamento, status_ac, situacao)
      values (${empresa}, ${`Pessoa ${index}`}, ${CPF.sample(primeiro + index)}, 'F', 'E', ${admissao}, ${saida}, ${status}, ${status ?? 'A'}) returning id`);
    if (saida)
      await app.db.query(sql`
        insert into desligamentos (empresa_id, colaborador_id, data, motivo_id, tipo, aviso_previo, status)
        values (${empresa}, ${talento}, ${saida}, ${sim ? conta : naoConta}, 'APOSENTADORIA', 'NAO_SE_APLICA', 'D')`);
    for (const ausencia of ausencias)
      await app.db.query(sql`
        insert into colaboradores_afastamentos (empresa_id, colaborador_id, afastamento_id, inicio, fim)
        values (${empresa}, ${talento}, ${ausencia.conta ? doenca : ferias}, ${ausencia.inicio}, ${ausencia.fim})`);
    // An occurrence without an end is of one day; here it falls on the first absence, and a day counts once.
    const [primeira] = ausencias;
    if (primeira?.conta)
      await app.db.query(sql`
        insert into colaboradores_ocorrencias (empresa_id, colaborador_id, ocorrencia_id, data_ini) values (${empresa}, ${talento}, ${falta}, ${primeira.inicio})`);
  }
}

const casas = (valor: number) => Math.round((valor + Number.EPSILON) * 100) / 100;

/** The definition in words: day by day, person by person. */
function contado(gente: readonly Pessoa[]) {
  const vieram = gente.filter(({ status }) => status === null || status === 'U');
  return meses.map((mes) => {
    const nele = (dia: string | null) => dia !== null && dia >= mes.inicio && dia <= mes.fim;
    const ativos = vieram.filter(
      ({ admissao, saida }) => admissao < mes.inicio && (saida === null || saida >= mes.inicio),
    ).length;
    const uteis = businessDays(mes.inicio, mes.fim);
    const faltas = vieram.reduce((soma, { admissao, saida, ausencias }) => {
      const faltou = (dia: string) =>
        dia >= admissao &&
        (saida === null || dia <= saida) &&
        ausencias.some((ausencia) => ausencia.conta && dia >= ausencia.inicio && (ausencia.fim === null || dia <= ausencia.fim));
      return soma + uteis.filter(faltou).length;
    }, 0);
    return {
      mes: mes.mes,
      ativos,
      admitidos: vieram.filter(({ admissao }) => nele(admissao)).length,
      desligados: vieram.filter(({ saida }) => nele(saida)).length,
      demitidos: vieram.filter(({ saida, conta }) => nele(saida) && conta).length,
      faltas,
      dias: uteis.length,
    };
  });
}

const gente: Pessoa[][] = [pessoas(1, 60), pessoas(2, 25)];

beforeAll(async () => {
  app = await openTestApp();
  admin = await app.login();
  for (const [index, dela] of gente.entries()) await grava(app.empresas[index] as number, dela, 1 + index * 100);
});
afterAll(() => app.close());

const painel = async (filtro: object = {}) =>
  (await admin('POST', '/api/analytics/talento', { dataInicio: inicio, dataFim: fim, ...filtro })).body as Record<
    string,
    IndicatorData
  >;
const relatorio = async (nome: string, filtro: object) => {
  const answer = await admin(
    'POST',
    `/api/gestao-talentos/relatorios/${nome}`,
    { dataIni: inicio, dataFim: fim, ...filtro },
    { accept: 'application/json' },
  );
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return (answer.body as Preview).rows;
};

it('RUL-382: turnover of the dashboard, of the report, of the start page and in words', async () => {
  const palavras = contado(gente[0] ?? []);
  expect(palavras.some(({ desligados, demitidos }) => desligados > demitidos)).toBe(true);
  const { turnover, admissoesDesligamentos } = await painel();
  const linhas = await relatorio('indicador-turnover', { exibirMeses: true });
  const demissao = await relatorio('taxa-demissao', { exibirMeses: true });
  const inicial = (await admin('GET', '/api/geral/indicadores/movimentacao')).body as Record<string, unknown[]>;
  const nulo = (ativos: number, valor: number) => (ativos === 0 ? null : casas(valor));
  const taxas = palavras.map(({ ativos, admitidos, demitidos }) => nulo(ativos, ((admitidos + demitidos) / 2 / ativos) * 100));
  const numeros = palavras.map(({ ativos, admitidos, demitidos }) => [ativos, admitidos, demitidos]);

  expect(turnover?.series.map(({ data }) => data)).toEqual(numeros.map((tres, index) => [taxas[index], ...tres]));
  expect(
    linhas.map((linha) => [linha.mes, linha.turnover, linha.ativosInicioMes, linha.qtdAdmitidos, linha.qtdDemitidos]),
  ).toEqual(numeros.map((tres, index) => [meses[index]?.mes, taxas[index] ?? 0, ...tres]));
  expect(demissao.map(({ taxa }) => taxa)).toEqual(
    palavras.map(({ ativos, demitidos }) => nulo(ativos, (demitidos / ativos) * 100) ?? 0),
  );
  expect(inicial).toMatchObject({
    meses: meses.map(({ mes }) => mes),
    admissoes: palavras.map(({ admitidos }) => admitidos),
    desligamentos: palavras.map(({ desligados }) => desligados),
  });
  expect(admissoesDesligamentos?.series.map(({ data }) => data)).toEqual(
    palavras.map(({ admitidos, desligados }) => [admitidos, desligados]),
  );
});

it('RUL-380: absenteeism of the dashboard, of the report and in words', async () => {
  const palavras = contado(gente[0] ?? []);
  expect(palavras.reduce((soma, { faltas }) => soma + faltas, 0)).toBeGreaterThan(100);
  const { absenteismo } = await painel();
  const linhas = await relatorio('absenteismo', { exibirMeses: true });
  const taxas = palavras.map(({ faltas, ativos, dias }) => casas((faltas / (ativos * dias)) * 100));
  expect(absenteismo?.series.map(({ data }) => data)).toEqual(
    palavras.map(({ faltas, ativos, dias }, index) => [taxas[index], faltas, ativos, dias]),
  );
  expect(linhas.map((linha) => [linha.absenteismo, linha.qtdTotalFaltas, linha.ativosInicioMes])).toEqual(
    palavras.map(({ faltas, ativos }, index) => [taxas[index], faltas, ativos]),
  );
});

it('RUL-381: the lines of several companies are the same on dashboard and report, and the months are of all together', async () => {
  const empresasIds = app.empresas.slice(0, 2);
  const { turnover, absenteismo } = await painel({ empresasIds });
  for (const [nome, indicador] of [
    ['indicador-turnover', turnover],
    ['absenteismo', absenteismo],
  ] as const) {
    const linhas = await relatorio(nome, { empresasIds, exibirMeses: false });
    const [todas, ...delas] = linhas.toReversed();
    expect(delas).toHaveLength(2);
    expect(indicador?.linhas, nome).toEqual(delas.toReversed().map((linha) => expect.objectContaining(linha)));
    // What is told of all of them is reckoned of all their people, month by month and as an average, and is no average of theirs.
    expect(todas, nome).toMatchObject({
      empresaNome: 'Todas as empresas',
      [nome === 'absenteismo' ? 'absenteismo' : 'media']: indicador?.destaques?.[0]?.valor,
    });
    const porMes = await relatorio(nome, { empresasIds, exibirMeses: true });
    expect(
      porMes
        .filter(({ empresaNome }) => empresaNome === 'Todas as empresas')
        .map((linha) => linha[nome === 'absenteismo' ? nome : 'turnover']),
      nome,
    ).toEqual(indicador?.series.map(({ data }) => data[0] ?? 0));
  }
  const [a, b] = gente.map((dela) => contado(dela));
  expect(turnover?.series.map(({ data }) => data.slice(1))).toEqual(
    a?.map((mes, index) => [
      mes.ativos + (b?.[index]?.ativos ?? 0),
      mes.admitidos + (b?.[index]?.admitidos ?? 0),
      mes.demitidos + (b?.[index]?.demitidos ?? 0),
    ]),
  );
});
