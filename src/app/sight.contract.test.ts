import sql, { raw } from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cpf as CPF } from '#kit/br/cpf.ts';
import { addDays, today } from '#kit/br/date.ts';
import type { Field, Fields } from '#kit/fields/field.ts';
import { columnOf, columns, listTable, quote } from '#kit/registry/names.server.ts';
import type { AnyRegistry } from '#kit/registry/registry.ts';
import type { AnyReport } from '#kit/report/report.ts';
import { atualizaAtuais, deTalentosVisiveisEm } from '#modules/gestao-talentos/public.server.ts';
import { createAccessCache } from '#platform/authority/access.server.ts';
import { ALL_COMPANIES } from '#platform/authority/perfis.registry.ts';
import { actingOf } from '#platform/session/session.server.ts';
import { DEMO_LOGINS } from './demo-users.server.ts';
import { modules } from './modules.server.ts';
import { seedCaptacao } from './seed-captacao.server.ts';
import { seedEvaluations } from './seed-evaluations.server.ts';
import { seedNineBox } from './seed-nine-box.server.ts';
import { type Answer, type Client, openTestApp, type TestApp } from './test-app.server.ts';
import { filledFilter, widestFilter } from './widest-filter.server.ts';

/**
 * What must not be seen carries a mark that no other data have; then every address that answers a reading is asked, and no answer may hold the
 * mark. A route that comes later is asked as well.
 */
const HIDDEN = 'Fulana Oculta';
const SEEN = 'Fulana Visível';
const SECRET = 98_765.43;
const SECRET_TEXT = 'segredo-que-ninguem-ve';
const TOGETHER = 8;
const SALARY = /(?<!\d)98\.?765(?!\d)|segredo-que-ninguem-ve/;

let app: TestApp;
let admin: Client;
let manager: Client;
let reader: Client;
let empresaId = 0;
let readings: string[] = [];
const hidden = { talento: 0, area: 0 };

/** Writes the mark into the guarded texts and amounts of a table, or into all of those of guarded rows. */
async function mark(table: string, fields: Fields, all = false): Promise<void> {
  for (const [name, field] of columns(fields)) {
    if ((!field.sensitive && !all) || field.readOnly || field.masked) continue;
    const secret = { text: SECRET_TEXT, longText: SECRET_TEXT, money: SECRET }[field.kind as string];
    if (secret !== undefined)
      await app.db.query(sql`update ${raw(quote(table))} set ${raw(quote(columnOf(name, field)))} = ${secret}`);
  }
}

beforeAll(async () => {
  app = await openTestApp();
  empresaId = app.empresas[0] as number;
  await app.seed(40);
  const evaluated = { empresaId: app.empresas[0] as number, today: today() };
  await app.db.tx(async (tx) => {
    await seedEvaluations(tx, evaluated);
    await seedNineBox(tx, evaluated);
    await seedCaptacao(tx, { ...evaluated, first: 500 });
    // Whoever evaluates somebody that one sees is named; here they work in the same area.
    await tx.query(sql`delete from participantes_avaliacao_desempenho p using talentos a, talentos b
      where a.id = p.avaliado_id and b.id = p.avaliador_id and a.area_atual_id is distinct from b.area_atual_id`);
    await tx.query(sql`delete from participacoes p using talentos a, talentos b
      where p.sobre = 'talentos:' || a.id and p.pessoa = 'talentos:' || b.id and a.area_atual_id is distinct from b.area_atual_id`);
  });
  // The manager answers for one area with people in it, and everybody of it is to be seen; the boss of the area is the manager.
  const area = await app.db.one<{ id: number }>(sql`
    select area_atual_id as id from talentos where situacao = 'A' group by 1 having count(*) between 2 and 20 order by count(*) desc, 1 limit 1`);
  await app.db.query(sql`delete from areas_organizacionais_empresa_e_responsaveis where registro_id <> ${area?.id}`);
  await app.db.query(
    sql`update talentos set nome = case when area_atual_id = ${area?.id} then ${SEEN} else ${HIDDEN} end || ' ' || id`,
  );
  await app.db.query(sql`
    update talentos set cpf = ${DEMO_LOGINS[2].cpf.replace(/\D/g, '')}
    where id = (select colaborador_dto_id from areas_organizacionais_empresa_e_responsaveis where registro_id = ${area?.id})`);
  const one = await app.db.one<{ id: number; area: number }>(
    sql`select id, area_atual_id as area from talentos where nome like ${`${HIDDEN}%`} and situacao = 'A' order by id limit 1`,
  );
  Object.assign(hidden, { talento: one?.id, area: one?.area });
  // Everything that an authority guards says the mark.
  await app.db.query(sql`update talentos_historicos set tipo_salario = '3', salario = ${SECRET}`);
  await app.db.query(sql`update reajustes_colaboradores set salario_atual = ${SECRET}, salario_proposto = ${SECRET}`);
  for (const registry of modules.flatMap(({ registries }) => registries as readonly AnyRegistry[]).filter(({ view }) => !view)) {
    await mark(registry.table, registry.fields);
    for (const [name, { fields, sensitive }] of Object.entries(registry.fields))
      if (fields) await mark(listTable(registry, name), fields, sensitive !== undefined);
  }
  await app.db.tx((tx) => atualizaAtuais(tx, today(), sql`true`));
  admin = await app.login(0);
  manager = await app.loginWithout(2, (name) => name === 'ROLE_VER_TODAS_AREAS' || name === ALL_COMPANIES);
  reader = await app.loginWithout(1, (name) => name.startsWith('ROLE_VER_') && name !== 'ROLE_VER_TODAS_AREAS');
  await app.app.ready();
  const { paths } = app.app.swagger() as unknown as { paths: Record<string, Record<string, unknown>> };
  readings = Object.entries(paths).flatMap(([path, verbs]) => ('get' in verbs && !/\{?eventos|stream/.test(path) ? [path] : []));
});
afterAll(() => app.close());

const textOf = (body: unknown) => (Buffer.isBuffer(body) ? body.toString() : JSON.stringify(body));

/** Every address that reads, with the ids of what is hidden in its places, and its lists in full. */
function addresses(): string[] {
  const ids = [hidden.talento, hidden.area, 1];
  return readings.flatMap((path) => {
    const plain = path.includes('{') ? ids.map((id) => path.replace(/\{[^}]+\}/g, String(id))) : [path];
    const queries = [
      `ids=${hidden.talento}`,
      `areasIds=${hidden.area}`,
      `busca=${encodeURIComponent(HIDDEN)}`,
      `em=${addDays(today(), -30)}`,
      ...(path.endsWith('/exportar') ? ['formato=csv'] : []),
    ];
    return [...plain, ...queries.map((query) => `${plain[0]}?${query}`)];
  });
}

/** What somebody is answered at every address that reads; a few are asked at a time. */
async function* readAll(client: Client): AsyncGenerator<[url: string, answer: Answer]> {
  const urls = addresses();
  for (let at = 0; at < urls.length; at += TOGETHER) {
    const some = urls.slice(at, at + TOGETHER);
    yield* await Promise.all(some.map(async (url) => [url, await client('GET', url)] as [string, Answer]));
  }
}

/** What a report answers to a filter that lets everything through: the administrator's choice, asked by anybody. */
async function* printed(client: Client): AsyncGenerator<[report: string, what: string, text: string]> {
  for (const module of modules)
    for (const report of module.reports) {
      const url = `/api/${module.id}/relatorios/${report.id}`;
      const filter = await filledFilter(admin, report);
      // Whoever's day it is stands in one month alone.
      const bodies =
        'mes' in filter ? Array.from({ length: 12 }, (_, mes) => ({ ...filter, mes: String(mes + 1) })) : [{}, filter];
      for (const body of bodies)
        for (const formato of ['json', 'csv']) {
          const [sent, headers] = formato === 'csv' ? [{ ...body, formato }, {}] : [body, { accept: 'application/json' }];
          yield [report.id, `${url} ${formato}`, textOf((await client('POST', url, sent, headers)).body)];
        }
    }
}

/** The reports that tell the administrator of who is hidden, and those that tell guarded salaries. */
async function telling() {
  const found = { hidden: new Set<string>(), salary: new Set<string>() };
  for await (const [report, , text] of printed(admin)) {
    if (text.includes(HIDDEN)) found.hidden.add(report);
    if (SALARY.test(text)) found.salary.add(report);
  }
  return found;
}
let toAdmin: ReturnType<typeof telling> | undefined;
/** They are printed once for both tests. */
const toldToAdmin = () => (toAdmin ??= telling());

const reports = modules.flatMap((module) => module.reports as readonly AnyReport[]).filter(({ shape }) => shape === 'table');

describe('whoever lacks "todas as áreas"', () => {
  it('sees the talents of the areas that they answer for', async () => {
    const mine = (await manager('GET', '/api/gestao-talentos/talentos?unpaged=true')).body as { content: { nome: string }[] };
    const all = (await admin('GET', '/api/gestao-talentos/talentos?unpaged=true')).body as { content: { nome: string }[] };
    expect(mine.content.length).toBeGreaterThan(1);
    expect(mine.content.every(({ nome }) => nome.startsWith(SEEN))).toBe(true);
    expect(all.content.filter(({ nome }) => nome.startsWith(SEEN))).toHaveLength(mine.content.length);
    expect(all.content.some(({ nome }) => nome.startsWith(HIDDEN))).toBe(true);
  });

  it('reads nobody else at any address', async () => {
    const told: string[] = [];
    let read = 0;
    for await (const [url, answer] of readAll(manager)) {
      expect(answer.status, url).toBeLessThan(500);
      if (answer.status === 200) read += 1;
      if (textOf(answer.body).includes(HIDDEN)) told.push(url);
    }
    expect(told).toEqual([]);
    expect(read).toBeGreaterThan(150);
    // The mark would be seen where it is not hidden.
    expect(textOf((await admin('GET', '/api/gestao-talentos/talentos/opcoes')).body)).toContain(HIDDEN);
  });

  it('reads nobody else in any report', async () => {
    for await (const [, what, text] of printed(manager)) expect(text.includes(HIDDEN), what).toBe(false);
    // Each report that names talents would tell the mark.
    const named = reports.filter(({ id, row }) => 'talento' in row || ('nome' in row && id !== 'cargos')).map(({ id }) => id);
    const { hidden: seen } = await toldToAdmin();
    expect(named.filter((id) => !seen.has(id))).toEqual([]);
  });

  it('has no document printed of somebody else', async () => {
    const documents = modules.flatMap(({ id, reports: all }) =>
      all
        .filter(
          (report: AnyReport) => report.shape === 'document' && ('talentoId' in report.filter || 'talentosIds' in report.filter),
        )
        .map((report: AnyReport) => [`/api/${id}/relatorios/${report.id}`, report] as const),
    );
    expect(documents.length).toBeGreaterThan(2);
    for (const [url, report] of documents) {
      const whose = 'talentoId' in report.filter ? { talentoId: hidden.talento } : { talentosIds: [hidden.talento] };
      const answer = await manager('POST', url, { ...(await widestFilter(admin, report)), ...whose });
      expect([204, 404], `${url} ${textOf(answer.body).slice(0, 80)}`).toContain(answer.status);
    }
  });

  it('neither changes nor removes nor names what they do not see', async () => {
    const url = `/api/gestao-talentos/talentos/${hidden.talento}`;
    const record = (await admin('GET', url)).body as Record<string, unknown>;
    expect((await manager('PUT', url, { ...record, id: undefined })).status).toBe(404);
    expect((await manager('DELETE', url)).status).toBe(404);
    expect((await manager('GET', `${url}/historico`)).status).toBe(404);
    const area = { nome: 'Área nova', empresaEResponsaveis: [{ empresa: empresaId, colaboradorDTO: hidden.talento }] };
    expect(await manager('POST', '/api/cargo-salario/areas-organizacionais', area)).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'empresaEResponsaveis.0.colaboradorDTO', message: 'O registro selecionado não existe' }] },
    });
  });

  it('cannot give themselves more areas', async () => {
    const url = `/api/cargo-salario/areas-organizacionais/${hidden.area}`;
    const { id: _id, ...area } = (await manager('GET', url)).body as Record<string, unknown>;
    const me = await app.db.one<{ id: number }>(
      sql`select id from talentos where cpf = ${DEMO_LOGINS[2].cpf.replace(/\D/g, '')}`,
    );
    const answer = await manager('PUT', url, { ...area, empresaEResponsaveis: [{ empresa: empresaId, colaboradorDTO: me?.id }] });
    expect(answer).toMatchObject({ status: 403, body: { code: 'NAO_AUTORIZADO' } });
    expect((await manager('PUT', url, area)).status).toBe(200);
  });

  it('sees the children of an area that hands its responsibles down, and no others', async () => {
    const mine = await app.db.one<{ id: number }>(
      sql`select registro_id as id from areas_organizacionais_empresa_e_responsaveis limit 1`,
    );
    const count = async () =>
      ((await manager('GET', '/api/gestao-talentos/talentos?page=0')).body as { totalElements: number }).totalElements;
    const before = await count();
    const was = await app.db.one<{ mae: number | null }>(
      sql`select area_mae_id as mae from areas_organizacionais where id = ${hidden.area}`,
    );
    await app.db.query(sql`update areas_organizacionais set area_mae_id = ${mine?.id} where id = ${hidden.area}`);
    expect(await count()).toBe(before);
    await app.db.query(
      sql`update areas_organizacionais set replicar_responsaveis_para_areas_filhas = true where id = ${mine?.id}`,
    );
    expect(await count()).toBeGreaterThan(before);
    await app.db.query(
      sql`update areas_organizacionais set replicar_responsaveis_para_areas_filhas = false where id = ${mine?.id}`,
    );
    await app.db.query(sql`update areas_organizacionais set area_mae_id = ${was?.mae ?? null} where id = ${hidden.area}`);
  });
});

describe('whoever lacks the authorities of guarded fields', () => {
  it('reads them at no address', async () => {
    const told: string[] = [];
    let read = 0;
    const { cpf } = (await app.db.one(sql`select cpf from talentos where id = ${hidden.talento}`)) as { cpf: string };
    for await (const [url, answer] of readAll(reader)) {
      expect(answer.status, url).toBeLessThan(500);
      if (answer.status === 200) read++;
      const text = textOf(answer.body);
      if (SALARY.test(text) || [cpf, CPF.format(cpf)].some((number) => text.includes(number))) told.push(url);
    }
    expect(told).toEqual([]);
    expect(read).toBeGreaterThan(150);
    const whole = textOf((await admin('GET', `/api/gestao-talentos/talentos/${hidden.talento}`)).body);
    expect(whole).toMatch(SALARY);
    expect(whole).toContain(cpf);
  });

  it('reads them in no report', async () => {
    for await (const [, what, text] of printed(reader)) expect(SALARY.test(text), what).toBe(false);
    const guarded = reports
      .filter(({ row }) => Object.values<Field>(row).some(({ sensitive, kind }) => sensitive && kind === 'money'))
      .map(({ id }) => id);
    const { salary: seen } = await toldToAdmin();
    expect(guarded.filter((id) => !seen.has(id))).toEqual([]);
  });
});

describe('names of planned realignments', () => {
  const PLANOS = '/api/cargo-salario/tabelas-reajustes-colaboradores/opcoes';
  const LINHAS = ['reajustes-faixas-salariais', 'reajustes-indices', 'reajustes-colaboradores'];
  const asked = async (held: readonly string[], url = PLANOS) =>
    (await (await app.loginWithout(3, (name) => !held.includes(name)))('GET', url)).status;

  it('are for who opens plans, or writes lines of them, and for nobody else', async () => {
    expect(await asked(['ROLE_CAD_CARGO', 'ROLE_CAD_TALENTO', 'ROLE_VER_SALARIO'])).toBe(403);
    expect(await asked(['ROLE_CAD_TABELA_REAJUSTE'])).toBe(200);
    expect(await asked(['ROLE_CAD_REAJUSTE_INDICE'])).toBe(200);
    expect(await asked(['ROLE_REL_PLANEJAMENTOS_REALINHAMENTOS'])).toBe(200);
  });

  it.each(LINHAS)('that %s propose to change are for the same readers', async (linhas) => {
    expect(await asked(['ROLE_CAD_TABELA_REAJUSTE'], `/api/cargo-salario/${linhas}/opcoes`)).toBe(403);
  });
});

it('a record that names a talent in any column is seen with the talent, and one that names none by everybody', async () => {
  const [user] = await app.db.query<{ id: number; nome: string }>(
    sql`select id, nome from usuarios where cpf = ${DEMO_LOGINS[2].cpf.replace(/\D/g, '')}`,
  );
  const acting = actingOf(
    user as { id: number; nome: string },
    await createAccessCache(app.db)(user?.id ?? 0, empresaId, -1),
    'prova',
  );
  const found = await app.db.query<{ nome: string }>(sql`
    select t.nome from (select id as indicado_por, nome from talentos union all select null, 'Ninguém') t where ${deTalentosVisiveisEm('indicado_por')(acting)}`);
  const names = new Set(found.map(({ nome }) => nome.replace(/ \d+$/, '')));
  expect(names).toEqual(new Set([SEEN, 'Ninguém']));
});
