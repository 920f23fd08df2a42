import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_LOGINS } from '#app/demo-users.server.ts';
import { type Client, openTestApp, type TestApp } from '#app/test-app.server.ts';
import { addDays, today } from '#kit/br/date.ts';
import { businessDays } from '#kit/br/holiday.ts';
import type { IndicatorData, Serie } from '#kit/indicator/indicator.ts';
import { paineis } from './paineis.ts';

const CARGOS = '/api/analytics/cargos-salarios';
const TALENTO = '/api/analytics/talento';

let app: TestApp;
let admin: Client;
let empty: Client;
let empresaId: number;

type Painel = Record<string, IndicatorData>;

beforeAll(async () => {
  app = await openTestApp();
  [empresaId = 0] = app.empresas;
  await app.seed(90);
  admin = await app.login();
  empty = await app.login(0, app.empresas[2]);
});
afterAll(() => app.close());

const get = async <T = Painel>(url: string, as = admin): Promise<T> => {
  const answer = await as('GET', url);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body as T;
};
const talento = async (filter: object = {}, as = admin): Promise<Painel> => {
  const answer = await as('POST', TALENTO, filter);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body as Painel;
};
const soma = (series: readonly Serie[] | undefined, coluna = 0) =>
  (series ?? []).reduce((total, { data }) => total + (data[coluna] ?? 0), 0);
const numero = async (text: string, values: unknown[] = []) =>
  Number((await app.db.query<{ n: string }>({ text, values }))[0]?.n);
const ATIVOS = `from talentos t where t.empresa_id = $1 and t.data_admissao <= $2 and (t.data_desligamento is null or t.data_desligamento >= $2)`;

describe('positions and salaries', () => {
  it('agrees with the records: heads, payroll, and the payroll of today at the end of the months', async () => {
    const painel = await get(CARGOS);
    const heads = await numero(`select count(*) as n ${ATIVOS}`, [empresaId, today()]);
    const folha = await numero(`select sum(t.salario_atual) as n ${ATIVOS}`, [empresaId, today()]);
    expect(soma(painel.quadroPorArea?.series)).toBe(heads);
    expect(soma(painel.quadroPorGrupo?.series)).toBe(heads);
    expect(soma(painel.salariosPorArea?.series)).toBeCloseTo(folha, 2);
    expect(painel.folhaPorMes?.series).toHaveLength(12);
    expect(painel.folhaPorMes?.series.at(-1)?.data[0]).toBeCloseTo(folha, 2);
    expect(painel.quadroPorArea?.series.length).toBeGreaterThan(1);
  });

  it('says of another day what the histories say, to the cent, in the dashboard and in the month', async () => {
    const dia = `${addDays(`${today().slice(0, 7)}-01`, -40).slice(0, 7)}-01`;
    const ontem = addDays(dia, -1);
    const passado = await get(`${CARGOS}?dataBase=${ontem}`);
    const hoje = await get(CARGOS);
    const mes = `${ontem.slice(5, 7)}/${ontem.slice(0, 4)}`;
    const folha = soma(passado.salariosPorArea?.series);
    expect(folha).toBeGreaterThan(0);
    expect(hoje.folhaPorMes?.series.find(({ label }) => label === mes)?.data[0]).toBeCloseTo(folha, 2);
    expect(passado.folhaPorMes?.series.at(-1)?.data[0]).toBeCloseTo(folha, 2);
    expect(soma(passado.quadroPorArea?.series)).toBe(await numero(`select count(*) as n ${ATIVOS}`, [empresaId, ontem]));
  });

  it('RUL-393: a slice leads to the child areas, whose sum it is; a leaf leads to an empty list', async () => {
    const { salariosPorArea } = await get(CARGOS);
    const maior = [...(salariosPorArea?.series ?? [])].sort((a, b) => (b.data[1] ?? 0) - (a.data[1] ?? 0))[0];
    const filhas = await get<Serie[]>(`${CARGOS}/salarios-areas-filhas?areaId=${maior?.id}&dataBase=${today()}`);
    expect(filhas.length).toBeGreaterThan(1);
    expect(soma(filhas)).toBeCloseTo(maior?.data[0] ?? 0, 2);
    const folha = await numero(
      `select min(a.id) as n from areas_organizacionais a where a.empresa_id = $1 and not exists (select 1 from areas_organizacionais f where f.area_mae_id = a.id)`,
      [empresaId],
    );
    expect(await get<Serie[]>(`${CARGOS}/salarios-areas-filhas?areaId=${folha}`)).toEqual([]);
    for (const call of ['promocoes-horizontal-areas-filhas', 'promocoes-vertical-areas-filhas'])
      expect(Array.isArray(await get(`${CARGOS}/${call}?areaOrganizacionalId=${maior?.id}`))).toBe(true);
    expect((await admin('GET', `${CARGOS}/salarios-areas-filhas`)).status).toBe(400);
  });

  it('counts another band of the same position as horizontal and another position as vertical', async () => {
    const antes = await get(CARGOS);
    const [talento] = await app.db.query<{ id: number; faixa: number; outro: number; area: number }>({
      text: `select t.id, f.id as faixa, (select g.id from faixas_salariais g where g.empresa_id = t.empresa_id and g.cargo_id <> f.cargo_id order by g.id limit 1) as outro,
          h.area_organizacional_id as area
        from talentos t join talentos_historicos h on h.registro_id = t.id and h.ate is null join faixas_salariais f on f.id = h.faixa_salarial_id
        where t.empresa_id = $1 and t.data_desligamento is null and h.data < $2 order by t.id limit 1`,
      values: [empresaId, today()],
    });
    await app.db.tx(async (tx) => {
      await tx.query({
        text: `update talentos_historicos set ate = $2 where registro_id = $1 and ate is null`,
        values: [talento?.id, today()],
      });
      await tx.query({
        text: `insert into talentos_historicos (registro_id, ordem, data, motivo, area_organizacional_id, faixa_salarial_id, tipo_salario, salario) values ($1, 99, $2, 'P', $3, $4, '3', 99000)`,
        values: [talento?.id, today(), talento?.area, talento?.outro],
      });
    });
    const depois = await get(CARGOS);
    expect(soma(depois.promocoesVerticais?.series)).toBe(soma(antes.promocoesVerticais?.series) + 1);
    expect(soma(depois.promocoesHorizontais?.series)).toBe(soma(antes.promocoesHorizontais?.series));
  });

  it('hides averages of fewer than three', async () => {
    const { salarioMedioPorGrupo } = await get(CARGOS);
    const grupos = (salarioMedioPorGrupo?.series ?? []).map(({ data: [media, , n] }) => ({ media, n: n ?? 0 }));
    const calados = grupos.filter(({ media }) => media === null);
    expect(grupos.filter(({ media, n }) => n < 3 && media !== null)).toEqual([]);
    // The payroll less the averages that are told tells of no group of few.
    if (calados.length > 0) expect(calados.reduce((all, { n }) => all + n, 0)).toBeGreaterThanOrEqual(3);
    expect(calados.length).not.toBe(1);
  });
});

describe('talents', () => {
  it('counts the people of the end of the period in every way', async () => {
    const painel = await talento();
    const heads = await numero(`select count(*) as n ${ATIVOS}`, [empresaId, today()]);
    for (const id of ['sexo', 'geracoes', 'vinculos', 'escolaridade']) expect(soma(painel[id]?.series), id).toBe(heads);
    for (const id of ['faixaEtaria', 'tempoDeServico'])
      expect(soma(painel[id]?.series) + soma(painel[id]?.series, 1), id).toBe(heads);
  });

  it('RUL-380, RUL-381, RUL-382: absences, turnover and their averages by hand', async () => {
    const [sem] = app.empresas.slice(1);
    const cliente = await app.login(0, sem);
    const [area, faixa] = await umaEmpresaPequena(sem as number);
    // 4 talents before March 2026; one admitted and one dismissed in March: (1 + 1) / 2 / 4 = 25 %
    const ids: number[] = [];
    for (const [n, admissao, desligamento] of [
      [1, '2026-01-05', null],
      [2, '2026-01-05', '2026-03-20'],
      [3, '2026-02-02', null],
      [4, '2026-02-02', null],
      [5, '2026-03-10', null],
    ] as const)
      ids.push(await umTalento(sem as number, n, admissao, desligamento, area, faixa));
    // 5 days worked of absence in March (the weekend between does not count), twice told: 5 / (4 × 22) × 100
    await app.db.query({
      text: `with k as (insert into afastamentos (empresa_id, descricao, classe, absenteismo) values ($1, 'Atestado', 'SIMPLES', true) returning id)
        insert into colaboradores_afastamentos (empresa_id, colaborador_id, afastamento_id, inicio, fim) select $1, $2, k.id, '2026-03-03', '2026-03-09' from k`,
      values: [sem, ids[0]],
    });
    await app.db.query({
      text: `with k as (insert into tipos_ocorrencia (empresa_id, descricao, absenteismo) values ($1, 'Falta', true) returning id)
        insert into colaboradores_ocorrencias (empresa_id, colaborador_id, ocorrencia_id, data_ini) select $1, $2, k.id, '2026-03-04' from k`,
      values: [sem, ids[0]],
    });
    const filtro = { dataInicio: '2026-03-01', dataFim: '2026-03-31', metaTurnover: 2.5 };
    const { turnover, absenteismo } = await talento(filtro, cliente);
    expect(turnover?.series).toEqual([expect.objectContaining({ label: '03/2026', data: [25, 2.5, 4, 1, 1] })]);
    expect(turnover?.linhas).toEqual([expect.objectContaining({ qtdAdmitidos: 1, qtdDemitidos: 1, media: 25, meta: 2.5 })]);
    expect(businessDays('2026-03-01', '2026-03-31')).toHaveLength(22);
    expect(absenteismo?.series[0]?.data).toEqual([5.68, 5, 4, 22]);
    expect(absenteismo?.linhas).toEqual([
      expect.objectContaining({ qtdTotalFaltas: 5, qtdDiasTrabalhados: 22, absenteismo: 5.68, meta: null }),
    ]);
    // two months: the average is the sum divided by their number
    const dois = await talento({ dataInicio: '2026-03-01', dataFim: '2026-04-30' }, cliente);
    expect(dois.turnover?.destaques?.[0]?.valor).toBe(12.5);
    expect(dois.absenteismo?.destaques?.[0]?.valor).toBe(2.84);
    // a reason that does not count leaves the admission alone
    await app.db.query({
      text: `with m as (insert into motivos_desligamento (empresa_id, motivo, turnover) values ($1, 'Aposentadoria', false) returning id)
        insert into desligamentos (empresa_id, colaborador_id, data, motivo_id, tipo, aviso_previo, status) select $1, $2, '2026-03-20', m.id, 'APOSENTADORIA', 'NAO_SE_APLICA', 'D' from m`,
      values: [sem, ids[1]],
    });
    const depois = await talento(filtro, cliente);
    expect(depois.turnover?.series[0]?.data).toEqual([12.5, 2.5, 4, 1, 0]);
    expect(depois.motivosDesligamento?.series).toMatchObject([{ label: 'Aposentadoria', data: [1] }]);
  });
});

describe('every dashboard', () => {
  it('RUL-376: has nothing to draw where there is nobody', async () => {
    for (const painel of [await get(CARGOS, empty), await talento({}, empty)])
      for (const [id, { series }] of Object.entries(painel))
        expect(
          series.every(({ data }) => data.every((value) => !value)),
          id,
        ).toBe(true);
  });

  it('exports every indicator as XLSX and CSV', async () => {
    for (const painel of paineis)
      for (const { id } of painel.indicators)
        for (const formato of ['xlsx', 'csv']) {
          const answer = await admin('GET', `/api/analytics/${painel.id}/exportar?indicador=${id}&formato=${formato}`);
          expect(answer.status, `${id} ${JSON.stringify(answer.body).slice(0, 200)}`).toBe(200);
          const text = (answer.body as Buffer).subarray(0, 2).toString('latin1');
          expect(formato === 'xlsx' ? text : 'csv').toBe(formato === 'xlsx' ? 'PK' : 'csv');
        }
  });

  it('refuses what it does not know with a sentence', async () => {
    for (const query of [
      'inventado=1',
      'dataBase=ontem',
      'dataInicio=2026-02-01&dataFim=2026-01-01',
      'dataInicio=1900-01-01',
      'empresasIds=x',
      'areasIds=-1',
      'indicadores=inventado',
      'estabelecimentosIds=99999999999999999999',
    ])
      expect((await admin('GET', `${CARGOS}?${query}`)).status, query).toBe(400);
    for (const body of [[], { inventado: 1 }, { dataFim: {} }, { areasIds: [null] }, { indicadores: 7 }, { metaTurnover: 'x' }])
      expect((await admin('POST', TALENTO, body)).status, JSON.stringify(body)).toBe(400);
    expect((await admin('GET', `${CARGOS}/exportar?indicador=quadroPorArea&formato=exe`)).status).toBe(400);
    expect((await admin('GET', `${CARGOS}/exportar`)).status).toBe(400);
    expect((await admin('GET', `${CARGOS}?empresasIds=999999`)).status).toBe(404);
  });

  it('sums the companies that somebody may see, and offers no others', async () => {
    const [a, b] = app.empresas;
    const sozinha = soma((await get(`${CARGOS}?empresasIds=${a}`)).quadroPorArea?.series);
    const outra = soma((await get(`${CARGOS}?empresasIds=${b}`)).quadroPorArea?.series);
    expect(outra).toBeGreaterThan(0);
    expect(soma((await get(`${CARGOS}?empresasIds=${a},${b}`)).quadroPorArea?.series)).toBe(sozinha + outra);
    expect((await admin('GET', `${CARGOS}?empresasIds=${b}&areasIds=1`)).status).toBe(400);
    expect((await get<unknown[]>(`${CARGOS}/empresas`)).length).toBe(3);
  });
});

describe('who sees a part alone', () => {
  let gestora: Client;
  let dela = 0;
  let deTodos = 0;

  beforeAll(async () => {
    const [area] = await app.db.query<{ id: number; n: number }>({
      text: `select t.area_atual_id as id, count(*)::int as n ${ATIVOS} and not exists (select 1 from areas_organizacionais f where f.area_mae_id = t.area_atual_id)
        group by 1 having count(*) between 3 and 20 order by 2 desc, 1 limit 1`,
      values: [empresaId, today()],
    });
    await app.db.query({
      text: 'delete from areas_organizacionais_empresa_e_responsaveis where registro_id <> $1',
      values: [area?.id],
    });
    await app.db.query({
      text: `update talentos set cpf = $2 where id = (select colaborador_dto_id from areas_organizacionais_empresa_e_responsaveis where registro_id = $1)`,
      values: [area?.id, DEMO_LOGINS[2].cpf.replace(/\D/g, '')],
    });
    gestora = await app.login(2);
    dela = area?.n ?? 0;
    deTodos = await numero(`select count(*) as n ${ATIVOS}`, [empresaId, today()]);
  });

  it('counts the own areas in every indicator, its drill and its export', async () => {
    expect(dela).toBeGreaterThan(0);
    expect(dela).toBeLessThan(deTodos);
    const painel = await get(CARGOS, gestora);
    for (const id of ['quadroPorArea', 'quadroPorGrupo', 'cargosMaisOcupados']) expect(soma(painel[id]?.series), id).toBe(dela);
    const pessoas = await talento({}, gestora);
    for (const id of ['sexo', 'geracoes', 'vinculos', 'escolaridade']) expect(soma(pessoas[id]?.series), id).toBe(dela);
    const todas = await talento();
    expect(soma(pessoas.admissoesDesligamentos?.series)).toBeLessThan(soma(todas.admissoesDesligamentos?.series));
    // The leader of an area does not open dismissals.
    expect([pessoas.motivosDesligamento, todas.motivosDesligamento]).toEqual([undefined, expect.anything()]);
    expect(pessoas.turnover?.linhas?.[0]?.qtdAdmitidos).toBeLessThan(Number(todas.turnover?.linhas?.[0]?.qtdAdmitidos));
    const csv = await gestora('GET', `${CARGOS}/exportar?indicador=quadroPorArea&formato=csv`);
    const contados = String(csv.body)
      .split('\r\n')
      .slice(1)
      .map((line) => Number(line.split(';')[1] ?? 0));
    expect(Math.max(...contados)).toBe(dela);
    expect((await get<unknown[]>(`${CARGOS}/empresas`, gestora)).length).toBe(1);
  });

  it('gets nothing that salaries stand behind without their authority, by name, drill or export', async () => {
    const painel = await get(CARGOS, gestora);
    const dinheiro = ['salariosPorArea', 'folhaPorMes', 'salarioMedioPorGrupo', 'salarioNaFaixa'];
    for (const id of dinheiro) {
      expect(painel).not.toHaveProperty(id);
      expect((await gestora('GET', `${CARGOS}?indicadores=${id}`)).status, id).toBe(403);
      expect((await gestora('GET', `${CARGOS}/exportar?indicador=${id}&formato=csv`)).status, id).toBe(403);
    }
    const [area] = await app.db.query<{ id: number }>({
      text: 'select min(id) as id from areas_organizacionais where empresa_id = $1',
      values: [empresaId],
    });
    expect((await gestora('GET', `${CARGOS}/salarios-areas-filhas?areaId=${area?.id}`)).status).toBe(403);
    expect(JSON.stringify(painel)).not.toMatch(/money/);
  });
});

async function umaEmpresaPequena(empresa: number): Promise<[number, number]> {
  const id = async (text: string, values: unknown[]) => (await app.db.query<{ id: number }>({ text, values }))[0]?.id as number;
  const area = await id(`insert into areas_organizacionais (empresa_id, nome) values ($1, 'Diretoria') returning id`, [empresa]);
  const cargo = await id(`insert into cargos (empresa_id, nome, nome_mercado) values ($1, 'Analista', 'Analista') returning id`, [
    empresa,
  ]);
  const faixa = await id(
    `insert into faixas_salariais (empresa_id, cargo_id, nome, nome_com_cargo) values ($1, $2, 'I', 'Analista I') returning id`,
    [empresa, cargo],
  );
  return [area, faixa];
}

async function umTalento(empresa: number, n: number, admissao: string, desligamento: string | null, area: number, faixa: number) {
  return app.db.tx(async (tx) => {
    const talento = await tx.one<{ id: number }>({
      text: `insert into talentos (empresa_id, nome, cpf, sexo, vinculo, data_admissao, data_desligamento, situacao, area_atual_id, faixa_atual_id, salario_atual)
        values ($1, $2, $3, 'F', 'E', $4, $5, case when $5::date is null then 'A' else 'D' end, $6, $7, 1000) returning id`,
      values: [empresa, `Pessoa ${n}`, String(10_000_000_000 + n), admissao, desligamento, area, faixa],
    });
    await tx.query({
      text: `insert into talentos_historicos (registro_id, ordem, data, motivo, area_organizacional_id, faixa_salarial_id, tipo_salario, salario) values ($1, 1, $2, 'C', $3, $4, '3', 1000)`,
      values: [talento?.id, admissao, area, faixa],
    });
    return talento?.id as number;
  });
}
