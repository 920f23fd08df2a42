import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { today } from '#kit/br/date.ts';
import type { IndicatorData } from '#kit/indicator/indicator.ts';
import type { Preview } from '#kit/report/preview.ts';
import { fc } from '#kit/testing/fast-check.server.ts';
import type { PreviaDoColetivo } from '#modules/cargo-salario/reajustes/painel.ts';
import { DEMO_LOGINS } from './demo-users.server.ts';
import { type Client, openTestApp, type TestApp } from './test-app.server.ts';
import { planosDe } from './test-plans.server.ts';

const TALENTOS = '/api/gestao-talentos/talentos';
const AREAS = '/api/cargo-salario/areas-organizacionais';

let app: TestApp;
let admin: Client;
let empresaId = 0;
let areas: number[] = [];

interface Pessoa {
  id: number;
  area: number;
  trabalha: boolean;
}
let pessoas: Pessoa[] = [];

beforeAll(async () => {
  app = await openTestApp();
  empresaId = app.empresas[0] as number;
  await app.seed(120);
  admin = await app.login(0);
  areas = (
    await app.db.query<{ id: number }>(sql`select id from areas_organizacionais where empresa_id = ${empresaId} order by id`)
  ).map(({ id }) => id);
  pessoas = await app.db.query<Pessoa>(sql`
    select id, area_atual_id as area, situacao in ('A', 'U') as trabalha from talentos where empresa_id = ${empresaId}`);
});
afterAll(() => app.close());

/** Puts the areas below each other: `acima[i]` is the place of what stands above the i-th, before it; −1 is the top. */
async function planta(acima: readonly number[]) {
  await app.db.query(sql`
    update areas_organizacionais a set area_mae_id = n.mae
    from unnest(${areas}::bigint[], ${areas.map((_area, i) => areas[acima[i] ?? -1] ?? null)}::bigint[]) as n(id, mae) where a.id = n.id`);
}

/** The chosen areas and everything below them, by the definition. */
function ramosDe(acima: readonly number[], escolhidas: readonly number[]): Set<number> {
  const dentro = (i: number): boolean => escolhidas.includes(i) || ((acima[i] ?? -1) >= 0 && dentro(acima[i] as number));
  return new Set(areas.filter((_area, i) => dentro(i)));
}

const idsDe = async (query: string) => {
  const { status, body } = await admin('GET', `${TALENTOS}?page=0&size=500&sort=id,asc&${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return (body as { content: { id: number }[] }).content.map(({ id }) => id);
};
const soma = (dados: IndicatorData | undefined) => (dados?.series ?? []).reduce((n, { data }) => n + (data[0] ?? 0), 0);

describe('to choose an area means it with those below', () => {
  it('everywhere, for any tree and any choice, and without those below where that is asked', async () => {
    const arvore = fc.tuple(...areas.map((_area, i) => fc.integer({ min: -1, max: i - 1 })));
    const escolha = fc.uniqueArray(fc.nat({ max: areas.length - 1 }), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(arvore, escolha, fc.boolean(), async (acima, escolhidas, so) => {
        await planta(acima);
        const ids = escolhidas.map((i) => areas[i] as number);
        const ramos = so ? new Set(ids) : ramosDe(acima, escolhidas);
        const [lista, hoje] = [pessoas, pessoas.filter(({ trabalha }) => trabalha)].map((quem) =>
          quem.flatMap(({ id, area }) => (ramos.has(area) ? [id] : [])).toSorted((a, b) => a - b),
        ) as [number[], number[]];
        const [daLista, daDoDia] = await Promise.all(
          ['', `&em=${today()}`].map((dia) => idsDe(`areaAtual=${so ? 'so:' : ''}${ids.join(',')}${dia}`)),
        );
        expect(daLista).toEqual(lista);
        expect(daDoDia).toEqual(lista);
        const relatorio = await admin(
          'POST',
          '/api/cargo-salario/relatorios/talentos-areas-organizacionais',
          {
            filtrarPor: '1',
            areasIds: ids,
            soAreas: so,
            statusSolicitacao: 'A',
            dataBase: today(),
            ordenarPor: 'N',
          },
          { accept: 'application/json' },
        );
        expect(relatorio.status).toBe(hoje.length > 0 ? 200 : 204);
        if (hoje.length > 0) expect((relatorio.body as Preview).rows).toHaveLength(hoje.length);
        const painel = await admin(
          'GET',
          `/api/analytics/cargos-salarios?indicadores=quadroPorArea&areasIds=${ids.join(',')}&soAreas=${so}`,
        );
        expect(soma((painel.body as Record<string, IndicatorData>).quadroPorArea)).toBe(hoje.length);
        const participantes = await admin('GET', `${TALENTOS}/participantes?areasIds=${ids.join(',')}&soAreas=${so}`);
        expect((participantes.body as { id: number }[]).map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(hoje);
        const daArvore = await admin('GET', `${AREAS}?page=0&size=500&${so ? 'ids' : 'areasIds'}=${ids.join(',')}`);
        expect((daArvore.body as { totalElements: number }).totalElements).toBe(ramos.size);
      }),
      { numRuns: 12 },
    );
  });

  it('an export and a count are those of the list', async () => {
    await planta(areas.map((_area, i) => i - 1));
    const query = `areaAtual=${areas[1]}`;
    const { total } = { total: pessoas.filter(({ area }) => area !== areas[0]).length };
    const csv = await admin('GET', `${TALENTOS}/exportar?formato=csv&${query}`);
    expect(String(csv.body).trim().split('\n')).toHaveLength(total + 1);
    expect((await idsDe(query)).length).toBe(total);
    expect(await idsDe(`areaAtual=so:${areas[0]}`)).toHaveLength(pessoas.filter(({ area }) => area === areas[0]).length);
  });

  it('the collective adjustment reaches those below, and says who is left out', async () => {
    await planta(areas.map((_area, i) => i - 1));
    const planos = await planosDe(app, admin);
    const tabela = await planos.nova();
    const deFora = async (more: object) => {
      const { status, body } = await admin(
        'POST',
        '/api/cargo-salario/reajustes-colaboradores/aplicar-dissidio/previa',
        planos.formulario(tabela, more),
      );
      expect(status, JSON.stringify(body)).toBe(200);
      const { fora, alcancados } = body as PreviaDoColetivo;
      return { alcancados, area: fora.find(({ motivo }) => motivo === 'area')?.total ?? 0 };
    };
    const todas = await deFora({ areasIds: areas.slice(0, 1) });
    expect(todas.area).toBe(0);
    expect(todas.alcancados).toBeGreaterThan(0);
    const abaixo = await deFora({ areasIds: areas.slice(1, 2) });
    const so = await deFora({ areasIds: areas.slice(0, 1), soAreas: true });
    // Those of the top area, and all the others: everybody is in one of the two.
    expect(so.alcancados + abaixo.alcancados).toBe(todas.alcancados);
    expect(so.area).toBeGreaterThan(abaixo.area);
  });

  it('a user of some areas sees no more people by it', async () => {
    await planta(areas.map((_area, i) => i - 1));
    const gestora = await app.login(DEMO_LOGINS.findIndex(({ perfil }) => perfil === 'Gestor'));
    const suas = ((await gestora('GET', `${TALENTOS}?page=0&size=500`)).body as { content: { id: number }[] }).content;
    const deTodas = (
      (await gestora('GET', `${TALENTOS}?page=0&size=500&areaAtual=${areas[0]}`)).body as { content: { id: number }[] }
    ).content;
    expect(new Set(deTodas.map(({ id }) => id))).toEqual(new Set(suas.map(({ id }) => id)));
  });

  it.each(['so:', 'so:a', 'so:1;2', 'só:1', 'so:so:1', '-1', `so:${'9'.repeat(20)}`])('refuses %s', async (value) => {
    const { status, body } = await admin('GET', `${TALENTOS}?page=0&areaAtual=${encodeURIComponent(value)}`);
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toContain('Valor inválido');
  });

  it('a tree has an end, whether it grows name by name, by a list or by a move', async () => {
    const funda = (nomes: number) =>
      ['Funda', ...Array.from({ length: nomes }, (_, i) => `${' '.repeat(i + 1)}a${i}`)].join('\n');
    const lista = (texto: string) => admin('POST', `${AREAS}/importar/lista`, { texto, gravar: true });
    const tarde = await lista(funda(40));
    expect([tarde.status, JSON.stringify(tarde.body)]).toEqual([400, expect.stringMatching(/no máximo 30 níveis/)]);
    expect((await lista(funda(29))).status).toBe(200);
    const [ultima] = await app.db.query<{ id: number }>(sql`select id from areas_organizacionais where nome = 'a28'`);
    const abaixo = await admin('POST', AREAS, { nome: 'Mais uma', ativo: true, areaMae: ultima?.id });
    expect([abaixo.status, JSON.stringify(abaixo.body)]).toEqual([400, expect.stringMatching(/no máximo 30 níveis/)]);
    const mae = (await admin('POST', AREAS, { nome: 'Mãe', ativo: true, areaMae: null })).body as { id: number };
    const [raiz] = await app.db.query<{ id: number }>(sql`select id from areas_organizacionais where nome = 'Funda'`);
    const { body: antes } = await admin('GET', `${AREAS}/${raiz?.id}`);
    expect((await admin('PUT', `${AREAS}/${raiz?.id}`, { ...(antes as object), areaMae: mae.id })).status).toBe(400);
    await app.db.query(sql`delete from areas_organizacionais where nome in ('Funda', 'Mãe') or nome ~ '^a[0-9]+$'`);
  });

  it('the whole tree is one answer, each name with what stands above it', async () => {
    await planta(areas.map((_area, i) => i - 1));
    const { status, body } = await admin('GET', `${AREAS}/arvore`);
    expect(status).toBe(200);
    const nos = new Map((body as { id: number; acima: number | null }[]).map((no) => [no.id, no.acima]));
    expect(areas.map((area) => nos.get(area))).toEqual([null, ...areas.slice(0, -1)]);
    expect((await admin('GET', '/api/cargo-salario/cargos/arvore')).status).not.toBe(200);
    expect((await admin('GET', '/api/userinfo')).body).toMatchObject({ arvores: ['cargo-salario/areas-organizacionais'] });
  });
});
