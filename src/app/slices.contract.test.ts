import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addMonths, formatDate, today } from '#kit/br/date.ts';
import { dayOf, type IndicatorData, type Opens, opensAt } from '#kit/indicator/indicator.ts';
import { sliceText } from '#kit/indicator/slice.ts';
import { paineis } from '#modules/analytics/paineis.ts';
import { DEMO_LOGINS } from './demo-users.server.ts';
import { seedCaptacao } from './seed-captacao.server.ts';
import { type Client, openTestApp, type TestApp } from './test-app.server.ts';

/** Every slice of every dashboard opens as many records as it says, for whoever reads it. */
let app: TestApp;
let admin: Client;
let gestora: Client;
let empty: Client;
const ontem = addMonths(today(), -7);

beforeAll(async () => {
  app = await openTestApp();
  await app.seed(45);
  const [empresa = 0] = app.empresas;
  await app.db.tx((tx) => seedCaptacao(tx, { empresaId: empresa, today: today(), first: 500 }));
  // She is responsible for two areas only, and one of their people came from elsewhere.
  await app.db.query({
    text: `delete from areas_organizacionais_empresa_e_responsaveis where registro_id not in (
      select area_atual_id from talentos where empresa_id = $1 group by 1 order by count(*) desc limit 2)`,
    values: [empresa],
  });
  await app.db.query({
    text: `update talentos set cpf = $1 where id = (select colaborador_dto_id from areas_organizacionais_empresa_e_responsaveis limit 1)`,
    values: [DEMO_LOGINS[2].cpf.replace(/\D/g, '')],
  });
  // One of them came from elsewhere since, and somebody else left for elsewhere.
  const hers = 'select registro_id from areas_organizacionais_empresa_e_responsaveis';
  const day = addMonths(today(), -1);
  for (const [who, then] of [
    [
      `t.area_atual_id in (${hers})`,
      `(select id from areas_organizacionais where empresa_id = $1 and id not in (${hers}) order by id desc limit 1)`,
    ],
    [`t.area_atual_id not in (${hers})`, `(${hers} order by 1 limit 1)`],
  ])
    await app.db.query({
      text: `with moved as (
          update talentos_historicos h set ate = $2, area_organizacional_id = ${then}
          where h.id = (select h.id from talentos t join talentos_historicos h on h.registro_id = t.id and h.ate is null
            where t.empresa_id = $1 and t.situacao = 'A' and t.data_desligamento is null and h.data < $3 and ${who} order by h.data, t.id limit 1)
          returning h.*)
        insert into talentos_historicos (registro_id, ordem, data, motivo, area_organizacional_id, faixa_salarial_id, tipo_salario, salario)
        select m.registro_id, 90, $2, 'T', t.area_atual_id, m.faixa_salarial_id, m.tipo_salario, m.salario from moved m join talentos t on t.id = m.registro_id`,
      values: [empresa, day, ontem],
    });
  admin = await app.login();
  gestora = await app.login(2);
  empty = await app.login(0, app.empresas[2]);
});
afterAll(() => app.close());

const get = async <T>(as: Client, url: string): Promise<T> => {
  const answer = await as('GET', url);
  expect(answer.status, `${url} ${JSON.stringify(answer.body)}`).toBe(200);
  return answer.body as T;
};
const behind = async (as: Client, list: string, fatia: string, more = '') =>
  (await get<{ totalElements: number }>(as, `/api/${list}?page=0&size=1&fatia=${encodeURIComponent(fatia)}${more}`))
    .totalElements;

/** What the lists say instead of the slices, where they disagree, and how many slices there were. */
async function disagreements(as: Client, dia: string) {
  const wrong: string[] = [];
  let seen = 0;
  for (const painel of paineis) {
    const filter = Object.fromEntries(
      Object.entries({ ...painel.start?.(today()), ...('dataBase' in painel.filter ? { dataBase: dia } : {}), dataFim: dia }).map(
        ([name, value]) => [name, name === 'dataInicio' ? addMonths(dia, -24) : String(value)],
      ),
    );
    const url = `/api/analytics/${painel.id}`;
    const answer =
      painel.method === 'GET'
        ? await as('GET', `${url}?${new URLSearchParams(filter).toString()}`)
        : await as('POST', url, filter);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    for (const [id, data] of Object.entries(answer.body as Record<string, IndicatorData>)) {
      const indicator = painel.indicators.find((one) => one.id === id);
      if (!indicator || typeof indicator.opens === 'string' || data.fechado) {
        if (!data.fechado) wrong.push(`${id}: says no reason`);
        continue;
      }
      const opens: Opens = indicator.opens;
      for (const serie of data.series)
        for (const column of opens.columns?.keys() ?? [0]) {
          const says = opensAt(opens, serie, column) ?? 0;
          if (says === 0) continue;
          seen += 1;
          const fatia = sliceText({ panel: painel.id, indicator: id, column, key: serie.fatia ?? serie.label, filter });
          // The list as of the day has the same rows, and takes longer: asked for the first slice of each indicator.
          const isFirst = serie === data.series[0] && column === 0;
          const em = isFirst && dayOf(indicator, filter) !== undefined && dia !== today() ? `&em=${dia}` : '';
          const listed = await behind(as, opens.list, fatia, em);
          if (listed !== says) wrong.push(`${id} ${serie.label} ${column}: ${says}, listed ${listed}`);
        }
    }
  }
  return { wrong, seen };
}

describe('a slice of a dashboard', () => {
  it('opens as many records as it says, today', async () => {
    const { wrong, seen } = await disagreements(admin, today());
    expect(wrong).toEqual([]);
    expect(seen).toBeGreaterThan(60);
  });

  it('opens as many as of an earlier day', async () => {
    const { wrong, seen } = await disagreements(admin, ontem);
    expect(wrong).toEqual([]);
    expect(seen).toBeGreaterThan(40);
  });

  it('opens to somebody of a few areas as many as it says to them, today and then', async () => {
    for (const dia of [today(), ontem]) {
      const { wrong, seen } = await disagreements(gestora, dia);
      expect(wrong).toEqual([]);
      expect(seen).toBeGreaterThan(10);
    }
  });

  it('says where its records come from, and exports them', async () => {
    const fatia = sliceText({
      panel: 'talento',
      indicator: 'sexo',
      column: 0,
      key: 'Feminino',
      filter: { dataFim: ontem },
    });
    const { texto } = await get<{ texto: string }>(admin, `/api/fatias?fatia=${encodeURIComponent(fatia)}`);
    expect(texto).toBe(`Sexo: Feminino, em ${formatDate(ontem)}`);
    const listed = await behind(admin, 'gestao-talentos/talentos', fatia);
    const csv = await admin('GET', `/api/gestao-talentos/talentos/exportar?formato=csv&fatia=${encodeURIComponent(fatia)}`);
    expect(String(csv.body).trim().split('\r\n')).toHaveLength(listed + 1);
  });

  it('opens as many on the start page, too', async () => {
    for (const as of [admin, gestora]) {
      const { itens } = await get<{ itens: { fatia: string; quantidade: number }[] }>(
        as,
        '/api/geral/indicadores/quadro-por-area',
      );
      for (const { fatia, quantidade } of itens)
        expect(await behind(as, 'gestao-talentos/talentos', `inicio/quadro/0/${fatia}`)).toBe(quantidade);
      const mov = await get<{ meses: string[]; admissoes: number[]; desligamentos: number[] }>(
        as,
        '/api/geral/indicadores/movimentacao',
      );
      for (const [place, mes] of mov.meses.entries())
        for (const [column, counts] of [mov.admissoes, mov.desligamentos].entries())
          expect(await behind(as, 'gestao-talentos/talentos', `inicio/movimentacao/${column}/${mes}`)).toBe(counts[place]);
    }
  });
});

it('a slice of the occurrences of a period opens these', async () => {
  const periodo = { dataIni: addMonths(today(), -24), dataFim: today() };
  const root = '/api/gestao-talentos/colaboradores-ocorrencias';
  type Linha = { id: number; comProvidencia: number; semProvidencia: number };
  const linhas = await get<Linha[]>(admin, `${root}/por-periodo-providencias?${new URLSearchParams(periodo).toString()}`);
  expect(linhas.length).toBeGreaterThan(0);
  for (const { id, comProvidencia, semProvidencia } of linhas)
    for (const [column, count] of [comProvidencia, semProvidencia].entries()) {
      const fatia = sliceText({ panel: 'ocorrencias', indicator: 'tipo', column, key: String(id), filter: periodo });
      expect(await behind(admin, 'gestao-talentos/colaboradores-ocorrencias', fatia)).toBe(count);
    }
});

describe('a slice that is not offered', () => {
  const talentos = (fatia: string) => `/api/gestao-talentos/talentos?page=0&fatia=${encodeURIComponent(fatia)}`;

  it('is refused in a sentence', async () => {
    for (const fatia of [
      '',
      'x',
      'talento/turnover/0/01',
      'talento/inventado/0/x',
      'nada/sexo/0/x',
      'talento/sexo/0/Feminino?inventado=1',
      'talento/sexo/0/Feminino?dataFim=ontem',
      'talento/sexo/0/%',
      'talento/sexo/0/%00',
      'cargos-salarios/promocoesVerticais/0/1',
      'inicio/inventado/0/1',
      'inicio/movimentacao/0/2020-01',
      `talento/sexo/0/${'x'.repeat(5_000)}`,
    ])
      expect((await admin('GET', talentos(fatia))).status, fatia).toBe(400);
    expect((await admin('GET', '/api/sst/vacinas?fatia=talento%2Fsexo%2F0%2Fx')).status).toBe(400);
    expect((await admin('GET', '/api/fatias')).status).toBe(400);
  });

  it('of another company, or of salaries that the reader may not see, opens nothing', async () => {
    expect((await admin('GET', talentos(`talento/sexo/0/Feminino?empresasIds=${app.empresas[1]}`))).status).toBe(404);
    expect((await gestora('GET', talentos('cargos-salarios/salarioNaFaixa/0/95 a 105%25'))).status).toBe(403);
    // Why somebody left is for those who may open dismissals.
    const semDesligamentos = await app.loginWithout(2, (authority) => authority.startsWith('ROLE_CAD_DESLIGAMENTO'));
    const motivo = `talento/motivosDesligamento/0/Pedido de demissão?dataInicio=${addMonths(today(), -24)}`;
    expect((await admin('GET', talentos(motivo))).status).toBe(200);
    expect((await semDesligamentos('GET', talentos(motivo))).status).toBe(403);
    expect((await semDesligamentos('GET', `/api/fatias?fatia=${encodeURIComponent(motivo)}`)).status).toBe(403);
    const todos = (await semDesligamentos('POST', '/api/analytics/talento', {})).body as Record<string, IndicatorData>;
    expect([Object.keys(todos).includes('turnover'), todos.motivosDesligamento]).toEqual([true, undefined]);
    for (const pede of [
      semDesligamentos('POST', '/api/analytics/talento', { indicadores: ['motivosDesligamento'] }),
      semDesligamentos('GET', '/api/analytics/talento/exportar?indicador=motivosDesligamento'),
    ])
      expect((await pede).status).toBe(403);
    // An area's number means nothing in another company.
    const { itens } = await get<{ itens: { fatia: string }[] }>(admin, '/api/geral/indicadores/quadro-por-area');
    const other = `inicio/quadro/0/${itens[0]?.fatia}`;
    expect(await behind(empty, 'gestao-talentos/talentos', other)).toBe(0);
    expect((await empty('GET', `/api/fatias?fatia=${encodeURIComponent(other)}`)).status).toBe(400);
    // What is not a slice's name, but looks like one, finds nobody.
    expect(await behind(admin, 'gestao-talentos/talentos', "talento/escolaridade/0/' or 1=1 --")).toBe(0);
  });
});
