import sql, { raw, type Sql } from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays, today } from '#kit/br/date.ts';
import type { Field, Fields, Guard } from '#kit/fields/field.ts';
import { guardsOf } from '#kit/fields/sensitive.ts';
import { writable } from '#kit/form/form.ts';
import { forgetTold } from '#kit/history/reading.server.ts';
import { columnOf, columns, listTable, quote } from '#kit/registry/names.server.ts';
import type { AnyRegistry } from '#kit/registry/registry.ts';
import type { AnyReport } from '#kit/report/report.ts';
import { painelCargosSalarios } from '#modules/analytics/cargos-salarios/cargos-salarios.dashboard.ts';
import { painelTalento } from '#modules/analytics/talento/talento.dashboard.ts';
import { atualizaAtuais } from '#modules/gestao-talentos/public.server.ts';
import { lookup } from './declared.server.ts';
import { modules } from './modules.server.ts';
import { type Client, done, openTestApp, type Row, type TestApp } from './test-app.server.ts';
import { type Planos, planosDe } from './test-plans.server.ts';
import { filledFilter } from './widest-filter.server.ts';

/**
 * Whoever lacks an authority learns nothing from what it guards: all that the declarations put under it is changed of one talent in the database, and
 * every address, report and dashboard answers them as before. A field, a route or a report that comes later is asked as well.
 */
const GUARDS = ['ROLE_VER_SALARIO', 'ROLE_VER_SAUDE', 'ROLE_VER_RACA', 'ROLE_VER_DEFICIENCIA', 'ROLE_VER_DOCUMENTOS'] as const;
/** Documents are left out: two people may not have the same. */
const OF_EVERYBODY = GUARDS.filter((guard) => guard !== 'ROLE_VER_DOCUMENTOS');
const TALENTOS = 'gestao-talentos/talentos';
const PLANOS = '/api/cargo-salario/tabelas-reajustes-colaboradores';
/** Of a choice of twelve months a few are asked for. */
const MOST_OPTIONS = 2;

let app: TestApp;
let admin: Client;
let talento: Row;
let asked: Asked[] = [];
/** The questions whose answers depend on any guard. */
let guarded: Asked[] = [];
/** What is compared before it is done, or instead. */
let compared: Asked[];
let blind: Client;
let toBlind: Map<string, string>;

/**
 * What the test itself changes, what is printed (reports are asked for their rows), the country's cities, and what a removal would
 * do: that something is used is told by its refusal too, and `usadoEm` has no numbers for who may not open what uses it, or see the
 * field by which it does. A template of an import names columns and no values, the lists of who read a record and of sessions change by each asking, and each puzzle
 * is another. That a candidate has no CPF yet is told to whoever hires them, because without one nobody is hired.
 */
const LEFT_OUT =
  /\/(eventos|log|tarefas|perfis|usuarios|previa|ready|docs|openapi|cidades|codigos-cbos|ficha|relatorio|modelo|leituras|perfis-prontos|sessoes|desafio|admissao)(\/|\.|$)/;

interface Asked {
  method: 'GET' | 'POST';
  url: string;
  body?: object;
}

const declared = modules.flatMap(({ id, registries }) => registries.map((one: AnyRegistry) => [`${id}/${one.id}`, one] as const));
const registries = declared.map(([, registry]) => registry).filter(({ view }) => !view);

/** The rows of a registry that are of the talent; all of them where it names none. */
function ofTalent({ table, fields }: AnyRegistry): Sql {
  if (table === 'talentos') return sql`id = ${talento.id}`;
  const own = columns(fields).find(([, field]) => field.target === TALENTOS && field.required);
  return own ? sql`${raw(quote(columnOf(...own)))} = ${talento.id}` : sql`true`;
}

let step = 777;

/** Another value than what stands, as SQL over the column. */
function another(field: Field, column: Sql): Sql {
  const codes = Object.keys(field.options ?? {});
  switch (field.kind) {
    case 'boolean':
      return sql`not coalesce(${column}, false)`;
    case 'money':
    case 'number':
    case 'percentage':
    case 'integer':
      // A salary by band says no amount, and is to say none. Another amount for each table and row, so that what is compared differs.
      return sql`${column} + ${step++}::int * (1 + abs(hashtext(ctid::text)) % 7)`;
    case 'date':
      return sql`coalesce(${column}, date '2001-02-03') - 3`;
    case 'choice':
      return sql`(select o from unnest(${codes}::text[]) o where o is distinct from ${column} limit 1)`;
    case 'choices':
      return sql`case when cardinality(${column}) > 0 then '{}' else ${codes.slice(0, 1)}::text[] end`;
    case 'ref': {
      const { table, scope } = lookup(field.target ?? '');
      const ours = scope === 'empresa' ? sql`empresa_id = ${app.empresas[0]}` : sql`true`;
      return sql`(select o.id from ${raw(quote(table))} o where o.id is distinct from ${column} and ${ours} order by o.id desc limit 1)`;
    }
    case 'cpf':
      // Whoever may not read a masked one is shown its middle.
      return field.masked
        ? sql`overlay(${column} placing '777' from 1 for 3)`
        : sql`case when ${column} is null then '52998224725' end`;
    default:
      return sql`case when ${column} is null then 'X1' end`;
  }
}

/** Changes what the guard holds in a table, and answers how many rows that was. */
async function change(table: string, fields: Fields, where: Sql, isGuarded: (field: Field) => boolean): Promise<number> {
  const sets = columns(fields).filter(([, field]) => isGuarded(field) && !['file', 'image'].includes(field.kind));
  let n = 0;
  for (const [name, field] of sets) {
    const column = raw(quote(columnOf(name, field)));
    const changed = await app.db.query(
      sql`update ${raw(quote(table))} set ${column} = ${another(field, sql`${column}`)} where ${where} returning 1`,
    );
    n += changed.length;
  }
  return n;
}

/** Everything that the guard holds of the talent, or of everybody, child rows too. */
async function flip(guard: Guard, ofEverybody = false): Promise<number> {
  const isGuarded = (field: Field) => guardsOf(field).includes(guard);
  let n = 0;
  for (const registry of registries) {
    const mine = ofEverybody ? sql`true` : ofTalent(registry);
    n += await change(registry.table, registry.fields, mine, isGuarded);
    for (const [name, list] of writable(registry)) {
      if (!list.fields) continue;
      const rows = sql`registro_id in (select id from ${raw(quote(registry.table))} where ${mine})`;
      n += await change(listTable(registry, name), list.fields, rows, (field) => isGuarded(list) || isGuarded(field));
    }
  }
  if (guard === 'ROLE_VER_SALARIO')
    await app.db.tx((tx) => atualizaAtuais(tx, today(), ofEverybody ? sql`true` : sql`x.id = ${talento.id}`));
  return n;
}

/** The reports with a filter that lets everything through, and with each other choice that it offers. */
async function reports(): Promise<Asked[]> {
  const all: Asked[] = [];
  for (const module of modules)
    for (const report of module.reports as readonly AnyReport[]) {
      if (report.shape === 'document') continue;
      const url = `/api/${module.id}/relatorios/${report.id}`;
      const filled = await filledFilter(admin, report);
      const others = Object.entries<Field>(report.filter as Fields).flatMap(([name, { kind, options = {} }]): object[] =>
        kind === 'choice'
          ? Object.keys(options)
              .filter((code) => code !== filled[name])
              .slice(0, MOST_OPTIONS)
              .map((code) => ({ [name]: code }))
          : kind === 'boolean'
            ? [{ [name]: filled[name] !== true }]
            : [],
      );
      for (const other of [{}, ...others]) all.push({ method: 'POST', url, body: { ...filled, ...other } });
    }
  return all;
}

const holdsGuarded = (fields: Fields): boolean => Object.values(fields).some((field) => guardsOf(field).length > 0);

/** Every address that reads, with the ids of the talent and of what is told of them in its places. */
async function addresses(): Promise<Asked[]> {
  await app.app.ready();
  const { paths } = app.app.swagger() as unknown as { paths: Record<string, Record<string, unknown>> };
  const readings = Object.keys(paths).filter((path) => 'get' in (paths[path] ?? {}) && !LEFT_OUT.test(path));
  const own = new Map<string, number>();
  for (const [path, registry] of declared) {
    const row = registry.view
      ? undefined
      : await app.db.one<Row>(
          sql`select id from ${raw(quote(registry.table))} where ${ofTalent(registry)} order by id desc limit 1`,
        );
    if (row) own.set(`/api/${path}`, row.id);
  }
  // A sheet says what its list says: it is asked for where a column is guarded.
  const exported = new Set(declared.flatMap(([path, { fields }]) => (holdsGuarded(fields as Fields) ? [`/api/${path}`] : [])));
  const urls = readings.flatMap((path) => {
    const root = path.replace(/\/\{.*$/, '');
    const url = path.replace(/\{[^}]+\}/g, String(own.get(root) ?? talento.id));
    if (path.includes('{')) return [url];
    if (path.endsWith('/exportar')) return exported.has(path.replace('/exportar', '')) ? [`${url}?formato=csv`] : [];
    return declared.some(([id]) => path === `/api/${id}`)
      ? [url, `${url}?page=0&size=100`]
      : [url, `${url}?colaboradorId=${talento.id}`];
  });
  urls.push(`/api/${TALENTOS}?em=${addDays(today(), -30)}&page=0&size=100`);
  return urls.map((url) => ({ method: 'GET', url }));
}

const APROVAR = 'ROLE_APROVAR_SOLICITACAO_PESSOAL';

/**
 * Previews, and deeds that somebody without the right to approve is refused whatever the values are, each with an other side of their choice: a
 * plan over its ceiling, one that is applied, and a hire with another bond than the approved one. Transfers of several are saved on trial, which
 * refuses histories that are not sound, as changed ones are.
 */
async function comparisons(planos: Planos): Promise<Asked[]> {
  await app.app.ready();
  const { paths } = app.app.swagger() as unknown as { paths: Record<string, Record<string, unknown>> };
  const aplicado = await planos.nova({ data: addDays(today(), -1) });
  const outro = await app.db.only<Row & { area: number; faixa: number }>(sql`
    select id, area_atual_id as area, faixa_atual_id as faixa from talentos where situacao = 'A' and vinculo = 'E' and id <> ${talento.id}
      and empresa_id = ${app.empresas[0]} order by id desc limit 1`);
  const linha = { areaOrganizacionalProposta: outro.area, faixaSalarialProposta: outro.faixa, confirma: true };
  await done(admin, 'POST', '/api/cargo-salario/reajustes-colaboradores', {
    ...linha,
    tabelaReajuste: aplicado.id,
    colaborador: outro.id,
    tipoSalarioProposto: '3',
    salarioProposto: 5_000,
  });
  await done(admin, 'POST', `${PLANOS}/${aplicado.id}/aplicar`);
  const acima = await planos.completa({ teto: 0.01 });
  const candidatura = await app.db.only<Row>(sql`
    with s as (insert into solicitacoes_pessoal (empresa_id, descricao, data, quantidade, horario_comercial, vinculo, sexo, situacao, status, qtd_vagas_preenchidas, remuneracao)
        values (${app.empresas[0]}, 'Com remuneração', ${today()}, 1, 'x', 'E', 'I', 'A', 'A', 0, 1) returning id),
      p as (insert into candidatos (empresa_id, nome, sexo) values (${app.empresas[0]}, 'Candidata', 'F') returning id)
    insert into candidaturas (empresa_id, solicitacao_id, candidato_id, resumo, origem, situacao, inscrita_em, etapa_desde)
      select ${app.empresas[0]}, s.id, p.id, 'Candidata', 'R', 'A', now(), now() from s, p returning id`);
  const previews = Object.keys(paths).filter(
    (path) => 'get' in (paths[path] ?? {}) && path.endsWith('/previa') && !path.includes('/excluir'),
  );
  const get = (url: string): Asked => ({ method: 'GET', url });
  const post = (url: string, body: object = {}): Asked => ({ method: 'POST', url, body });
  const contrato = { dataAdmissao: today(), vinculo: 'A', areaOrganizacional: outro.area, faixaSalarial: outro.faixa };
  const lugar = { data: addDays(today(), 1), areaOrganizacional: outro.area, faixaSalarial: outro.faixa };
  return [
    ...[acima.id, aplicado.id].flatMap((plano) =>
      previews.filter((path) => path.startsWith(PLANOS)).map((path) => get(path.replace('{id}', String(plano)))),
    ),
    ...previews.filter((path) => !path.startsWith(PLANOS)).map((path) => get(path.replace('{id}', String(talento.id)))),
    post(`${PLANOS}/${acima.id}/aplicar`),
    ...['indices', 'faixas-salariais', 'colaboradores'].map((tipo) => post(`${PLANOS}/${acima.id}/aplicar-${tipo}`)),
    post(`/api/captacao/candidaturas/${candidatura.id}/admitir`, contrato),
    post(`/api/${TALENTOS}/${talento.id}/historicos/previa`, lugar),
    post(`/api/${TALENTOS}/${talento.id}/transferir/previa`, lugar),
    post('/api/cargo-salario/reajustes-colaboradores', { ...linha, tabelaReajuste: aplicado.id, colaborador: talento.id }),
  ];
}

/** The dashboards, of everybody and of the talent's area, and what each indicator is made of. */
const dashboards = (): Asked[] =>
  [painelTalento, painelCargosSalarios].flatMap(({ id, method, indicators }) => {
    const url = `/api/analytics/${id}`;
    const area = String(talento.area);
    return [
      method === 'POST' ? { method, url, body: {} } : { method, url },
      method === 'POST' ? { method, url, body: { areasIds: [talento.area] } } : { method, url: `${url}?areasIds=${area}` },
      ...indicators.map((one) => ({
        method: 'GET' as const,
        url: `${url}/exportar?formato=csv&indicador=${one.id}&areasIds=${area}`,
      })),
    ];
  });

const nameOf = ({ url, body }: Asked) => `${url} ${body ? JSON.stringify(body) : ''}`;

/** What somebody is answered. Deeds and previews are asked one by one, because they lock the same records. */
async function answers(client: Client, questions = asked): Promise<Map<string, string>> {
  const told = new Map<string, string>();
  const atOnce = questions === compared ? 1 : 8;
  for (let at = 0; at < questions.length; at += atOnce)
    await Promise.all(
      questions.slice(at, at + atOnce).map(async (one) => {
        const { method, url, body } = one;
        const answer = await client(method, url, body, { accept: 'application/json' });
        expect(answer.status, url).toBeLessThan(500);
        const text = Buffer.isBuffer(answer.body) ? answer.body.toString() : JSON.stringify(answer.body);
        // What somebody may do with a record is theirs to know, and shows nothing of it.
        told.set(nameOf(one), `${answer.status} ${text.replaceAll(/"acoes":\[[^\]]*\],?/g, '')}`);
      }),
    );
  return told;
}

const differing = (before: Map<string, string>, after: Map<string, string>) =>
  [...before]
    .filter(([what, text]) => after.get(what) !== text)
    .map(([what]) => what)
    .join('\n');

beforeAll(async () => {
  app = await openTestApp();
  await app.seed(30);
  admin = await app.login();
  talento = (await app.db.one<Row>(
    sql`select id, area_atual_id as area from talentos where situacao = 'A' and vinculo = 'E' order by data_admissao limit 1`,
  )) as Row;
  const eu = talento.id;
  await app.db.query(
    sql`insert into talentos_estabilidades (registro_id, ordem, motivo, inicio) values (${eu}, 1, 'CIPA', ${addDays(today(), -10)})`,
  );
  await app.db.query(
    sql`insert into talentos_experiencias (registro_id, ordem, empresa, salario, data_admissao) values (${eu}, 1, 'Outra', 1000, '2001-01-01')`,
  );
  await app.db.query(
    sql`insert into talentos_dependentes (registro_id, ordem, nome, data_nascimento, parentesco) values (${eu}, 1, 'Filha', '2015-01-01', '03')`,
  );
  await app.db.query(
    sql`update talentos_historicos set tipo_salario = '3', salario = 4321, indice_id = null, quantidade_indice = null where registro_id = ${eu}`,
  );
  await app.db.tx((tx) => atualizaAtuais(tx, today(), sql`x.id = ${eu}`));
  await app.db.query(sql`delete from colaboradores_afastamentos where colaborador_id = ${eu}`);
  await app.db.query(sql`
    insert into colaboradores_afastamentos (empresa_id, colaborador_id, afastamento_id, classe, inicio, fim, resumo)
    select empresa_id, ${eu}, id, classe, ${addDays(today(), -20)}, ${addDays(today(), -14)}, 'Afastamento' from afastamentos where absenteismo order by id limit 1`);
  const planos = await planosDe(app, admin);
  await planos.completa();
  compared = await comparisons(planos);
  asked = [...(await addresses()), ...dashboards(), ...(await reports())];
  const told = await answers(admin);
  asked = asked.filter((one) => told.get(nameOf(one))?.startsWith('20'));
  blind = await app.loginWithout(2, (name) => GUARDS.some((guard) => name === guard));
  toBlind = await answers(blind);
  guarded = asked.filter((one) => told.get(nameOf(one)) !== toBlind.get(nameOf(one)));
}, 180_000);
afterAll(() => app.close());

it('asks every list, record, report and dashboard', () => {
  expect(asked.length).toBeGreaterThan(500);
  expect(guarded.length).toBeGreaterThan(80);
});

/** Answers that depend on what somebody may see and show none of it: what the session may do, and which columns there are. */
const SHOWS_NOTHING = /\/(userinfo|autoridades|colunas|config-relatorio-dinamico)(\/|\?| |$)/;

it('whatever shows it leaves a line in the trail', async () => {
  const lines = async () =>
    (await app.db.one<{ n: number }>(sql`select count(*)::int as n from auditoria where acao = 'L'`))?.n ?? 0;
  const silent: string[] = [];
  for (const one of guarded.filter(({ url }) => !SHOWS_NOTHING.test(url))) {
    await app.db.query(sql`delete from leituras`);
    forgetTold();
    const before = await lines();
    await admin(one.method, one.url, one.body, { accept: 'application/json' });
    if ((await lines()) === before) silent.push(nameOf(one));
  }
  expect(silent).toEqual([]);
});

describe.each(GUARDS)('without %s alone', (guard) => {
  it('nothing of what it guards is told, nor what follows from it', async () => {
    const shown = async () => [
      (await admin('GET', `/api/${TALENTOS}/${talento.id}`)).body,
      (await admin('GET', `/api/sst/colaborador-afastamentos?colaborador=${talento.id}`)).body,
    ];
    const client = await app.loginWithout(1, (name) => name === guard);
    const [before, known] = [await answers(client, guarded), await shown()];
    expect(await flip(guard)).toBeGreaterThan(0);
    // Whoever may see it, does.
    expect(await shown()).not.toEqual(known);
    expect(differing(before, await answers(client, guarded))).toBe('');
  });
});

it('no preview and no refusal compares it with what they can write', async () => {
  const client = await app.loginWithout(1, (name) => GUARDS.some((guard) => name === guard) || name === APROVAR);
  const before = await answers(client, compared);
  const shown = compared.filter(({ method }) => method === 'GET');
  const known = await answers(admin, shown);
  for (const guard of OF_EVERYBODY) expect(await flip(guard, true)).toBeGreaterThan(20);
  expect(differing(known, await answers(admin, shown))).not.toBe('');
  expect(differing(before, await answers(client, compared))).toBe('');
  await app.db.query(sql`update tabelas_reajustes_colaboradores set teto = 1e11 where teto is not null`);
  await app.db.query(sql`update solicitacoes_pessoal set remuneracao = 1e11 where remuneracao is not null`);
  expect(differing(before, await answers(client, compared))).toBe('');
});

it('whoever lacks them all is answered as before all of it changed', async () => {
  expect(differing(toBlind, await answers(blind))).toBe('');
});

it.each(OF_EVERYBODY)(
  'nor when all of it changes of everybody, so that sums, counts and rows that compare people do (%s)',
  async (guard) => {
    expect(await flip(guard, true)).toBeGreaterThan(20);
    expect(differing(toBlind, await answers(blind))).toBe('');
  },
);
