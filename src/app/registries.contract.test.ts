import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cno as CNO } from '#kit/br/cno.ts';
import { addDays } from '#kit/br/date.ts';
import { activityOf, type Field, type Fields } from '#kit/fields/field.ts';
import { traits } from '#kit/fields/kinds.ts';
import { writable } from '#kit/form/form.ts';
import { type AnyRegistry } from '#kit/registry/registry.ts';
import { lookup } from './declared.server.ts';
import { modules } from './modules.ts';
import { multipart } from './server-process.server.ts';
import { type Client, openTestApp, type TestApp } from './test-app.server.ts';

const all = modules.flatMap((module) =>
  module.registries.map((registry: AnyRegistry) => [`${module.id}/${registry.id}`, registry] as const),
);
// One record for the whole installation, which its own test covers.
const single = new Set(['parametros-sistema']);
const editable = all.filter(([, registry]) => !registry.readOnly && !single.has(registry.id));

/** Values that a hostile or careless client sends into any field. */
const HOSTILE: unknown[] = [
  '\u0000',
  '\ud800',
  'x'.repeat(100_000),
  -1,
  1e308,
  Number.MIN_VALUE,
  {},
  [],
  [null],
  [[]],
  { id: 'x' },
  { id: -1 },
  { id: 2 ** 53 },
  "'; drop table usuarios; --",
  true,
];

let app: TestApp;
let admin: Client;
let other: Client;
let counter = 1;

beforeAll(async () => {
  app = await openTestApp();
  admin = await app.login(0);
  other = await app.login(0, app.empresas[1]);
});
afterAll(() => app.close());

/** Ids of records that references may name, made once a registry and company. */
const made = new Map<string, Promise<number>>();

function existing(target: string): Promise<number> {
  let id = made.get(target);
  if (!id) {
    id = makeOne(target);
    made.set(target, id);
  }
  return id;
}

/** Records that nobody writes: the database keeps them beside those of another registry. */
const KEPT_BESIDE: Record<string, string> = { 'cargo-salario/competencias': 'cargo-salario/conhecimentos' };

async function makeOne(target: string): Promise<number> {
  const there = (await admin('GET', `/api/${target}?page=0&size=1`)).body as { content?: { id: number }[] };
  if (there.content?.[0]) return there.content[0].id;
  const source = KEPT_BESIDE[target];
  if (source) {
    await makeOne(source);
    return makeOne(target);
  }
  const answer = await admin('POST', `/api/${target}`, await sample(lookup(target)));
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 201 });
  return (answer.body as { id: number }).id;
}

async function valueOf(field: Field, n: number): Promise<unknown> {
  if (field.kind === 'file' || field.kind === 'image') return null;
  if (field.kind === 'ref') return field.required ? existing(field.target ?? '') : null;
  if (field.kind === 'refs') return (field.min ?? 0) > 0 ? [await existing(field.target ?? '')] : [];
  if (field.kind === 'rows') return (field.min ?? 0) > 0 ? [await values(field.fields ?? {}, n)] : [];
  if (field.kind === 'choices' && !field.options) return ['ROLE_CAD_ESTADO'];
  return traits[field.kind].sample(field, n);
}

async function values(fields: Fields, n: number): Promise<Record<string, unknown>> {
  const record: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fields))
    if (!field.readOnly) record[name] = field.initial ?? (await valueOf(field, n));
  return record;
}

/** A file that nobody has named yet: one record each. */
async function sentFile(): Promise<number> {
  const { body, headers } = multipart('anexo.txt', Buffer.from(`anexo ${counter}`));
  const answer = await admin('POST', '/api/arquivos', body, headers);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return (answer.body as { id: number }).id;
}

/** A record within the one that the field beside it names. */
function firstWithin({ target, within = '' }: Field, record: Record<string, unknown>): Promise<number | undefined> {
  const url = `/api/${target}?page=0&size=1&${within}=${String(record[within])}`;
  let found = inside.get(url);
  if (!found) inside.set(url, (found = admin('GET', url).then(({ body }) => (body as Page).content[0]?.id)));
  return found;
}
const inside = new Map<string, Promise<number | undefined>>();

/** A record that satisfies every rule: samples of the kinds, and what some rules ask beyond them. */
async function sample(registry: AnyRegistry): Promise<Record<string, unknown>> {
  const record = await values(registry.fields, counter++);
  for (const name of Object.keys(registry.requiredWhen ?? {})) {
    const field = registry.fields[name] as Field;
    if (field.kind === 'ref') record[name] ??= await (field.within ? firstWithin(field, record) : existing(field.target ?? ''));
    if (field.kind === 'file') record[name] ??= await sentFile();
  }
  return { ...record, ...BEYOND[registry.id]?.(record) };
}

/** Rules across fields that samples of single fields cannot know. */
const BEYOND: Record<string, (record: Record<string, unknown>) => Record<string, unknown>> = {
  estabelecimentos: () => ({ complementoCnpjCaepf: String(1_000 + counter) }),
  obra: () => ({ numeroInscricao: CNO.sample(counter) }),
  geracoes: () => ({ anoInicial: 1990, anoFinal: 2000 }),
  geracao: () => ({ anoInicial: 1990, anoFinal: 2000 }),
  'colaboradores-ocorrencias': () => ({ dataIni: '2024-03-01', dataFim: '2024-03-02' }),
  'colaboradores-periodos-experienciais-avaliacoes': () => ({ data: '2024-03-01' }),
  // Leaves of one talent never meet.
  'colaborador-afastamentos': () => ({
    inicio: addDays('2021-01-01', counter),
    fim: addDays('2021-01-01', counter),
    cid: 'M545',
  }),
  desligamentos: () => ({ data: '2025-06-30', dataAviso: '2025-06-01' }),
  'modelos-entrevista-desligamento': (record) => ({
    perguntas: (record.perguntas as object[]).map((row) => ({ ...row, opcoes: 'Sim\nNão', comentario: 'Por quê?' })),
  }),
  talentos: (record) => ({
    dataDesligamento: null,
    dataNascimento: '1990-01-01',
    dataAdmissao: '2020-01-10',
    ddd: '85',
    foneFixo: '32221100',
    dddCelular: '85',
    foneCelular: '988887777',
    cns: '',
    titEleitNumero: '',
    codigoAC: `P${counter}`,
    deficiencia: 'N',
    historicos: (record.historicos as object[]).map((row) => ({
      ...row,
      data: '2020-01-10',
      motivo: 'C',
      tipoSalario: '3',
      salario: 1500,
      indice: null,
      quantidadeIndice: null,
    })),
  }),
  vacinas: (record) => ({ quantidadeDoses: 1, doses: [{ ...(record.doses as object[])[0], numeroDose: 1 }] }),
  'faixas-salariais': (record) => ({
    historicos: (record.historicos as object[]).map((row) => ({
      ...row,
      tipo: '3',
      valor: 1500,
      indiceId: null,
      quantidade: null,
    })),
  }),
  'reajustes-colaboradores': () => ({ tipoSalarioProposto: '3', salarioProposto: 2_000 }),
  'tabelas-reajustes-colaboradores': () => ({ tipoReajuste: 'P' }),
  // After the admission of the talent that the loop makes.
  'configuracoes-niveis-competencia-colaborador': () => ({
    data: `20${21 + (counter % 4)}-0${1 + (counter % 9)}-1${counter % 10}`,
  }),
  // The real states hold 27 of the 90 codes.
  estados: () => ({ codigoIbge: 54 + (counter % 45) }),
  cidades: () => ({ codigoIbge: String(9_000_000 + counter) }),
};

type Page = { content: { id: number }[]; totalElements: number };

describe.each(editable)('%s', (path, registry) => {
  const url = `/api/${path}`;

  it('creates, reads, pages, finds, sorts, filters, updates and removes', async () => {
    const record = await sample(registry);
    const created = await admin('POST', url, record);
    expect(created.status, JSON.stringify(created.body)).toBe(201);
    const { id, versao } = created.body as { id: number; versao: number };
    expect(await admin('GET', `${url}/${id}`)).toMatchObject({ status: 200, body: created.body });

    const page = await admin('GET', `${url}?page=0&size=1`);
    expect(page.body).toMatchObject({ size: 1, number: 0, pageable: { paged: true, offset: 0 } });
    expect((page.body as Page).totalElements).toBeGreaterThan(0);
    expect(Array.isArray((await admin('GET', `${url}?ids=${id}`)).body)).toBe(true);
    expect(((await admin('GET', `${url}?unpaged=true&ids=${id}`)).body as Page).content.map((row) => row.id)).toEqual([id]);
    for (const column of registry.columns) {
      const { computed, kind } = registry.fields[column] as Field;
      if (computed || ['refs', 'rows', 'emails', 'choices', 'richText', 'image', 'file'].includes(kind)) continue;
      expect((await admin('GET', `${url}?page=0&sort=${column},desc&sort=id,asc`)).status, column).toBe(200);
    }
    const { searchOf } = registry;
    const of = (created.body as Record<string, unknown>)[searchOf ?? registry.label];
    const label = searchOf ? (of as { nome: string }).nome : String(of);
    const found = (await admin('GET', `${url}?page=0&busca=${encodeURIComponent(label.toUpperCase().slice(0, 30))}&ids=${id}`))
      .body as Page;
    if (searchOf || registry.search.includes(registry.label)) expect(found.totalElements).toBe(1);
    const activity = activityOf(registry.fields);
    const [named] = (await admin('GET', `${url}/opcoes?ids=${id}`)).body as { ativo?: boolean }[];
    if (activity && named) expect(named.ativo, 'who is not in use is marked where it is chosen').toBe(record[activity]);

    const saved = await admin('PUT', `${url}/${id}`, { ...record, versao });
    expect(saved.status, JSON.stringify(saved.body)).toBe(200);
    expect((saved.body as { versao: number }).versao).toBe(versao + 1);
    expect(await admin('PUT', `${url}/${id}`, { ...record, versao })).toMatchObject({
      status: 409,
      body: { code: 'REGISTRO_ALTERADO' },
    });
    expect((await admin('DELETE', `${url}/${id}?versao=${versao}`)).status).toBe(409);

    const history = (await admin('GET', `${url}/${id}/historico`)).body as { acao: string }[];
    expect(history.map(({ acao }) => acao)).toEqual(['A', 'I']);
    const removed = await admin('DELETE', `${url}/${id}`);
    expect(removed.status, JSON.stringify(removed.body)).toBe(204);
    expect((await admin('GET', `${url}/${id}`)).status).toBe(404);
  });

  it('tells every required field of an empty record', async () => {
    const answer = await admin('POST', url, {});
    expect(answer).toMatchObject({ status: 400, body: { code: 'FIELD_VALIDATION_VIOLATION' } });
    const told = new Set((answer.body as { errors: { field: string }[] }).errors.map(({ field }) => field));
    const required = writable(registry).filter(
      ([name, field]) =>
        field.required &&
        field.kind !== 'boolean' &&
        !registry.visibleWhen?.[name] &&
        ((field.kind !== 'rows' && field.kind !== 'refs') || (field.min ?? 0) > 0),
    );
    for (const [name] of required) expect(told, name).toContain(name);
  });

  it('answers hostile values with a sentence and never with a bug', async () => {
    for (const [name] of writable(registry)) {
      for (const hostile of HOSTILE) {
        const answer = await admin('POST', url, { ...(await sample(registry)), [name]: hostile });
        expect(
          answer.status,
          `${name}=${String(JSON.stringify(hostile)).slice(0, 60)} ${JSON.stringify(answer.body).slice(0, 200)}`,
        ).toBeLessThan(500);
        if (answer.status === 201) await admin('DELETE', `${url}/${(answer.body as { id: number }).id}`);
      }
    }
  });

  it('refuses bodies, ids and names that are none', async () => {
    for (const body of [[], 'texto', 7, null, { id: 1 }])
      expect((await admin('POST', url, JSON.stringify(body), { 'content-type': 'application/json' })).status).toBe(400);
    expect((await admin('POST', url, '{"a":', { 'content-type': 'application/json' })).status).toBe(400);
    expect((await admin('POST', url, '<a/>', { 'content-type': 'application/xml' })).status).toBe(415);
    for (const id of ['0', '-1', 'abc', '99999999999999', '1e3', '%00'])
      expect((await admin('GET', `${url}/${id}`)).status, id).toBe(404);
    expect((await admin('GET', `${url}?page=0&inventado=1`)).status).toBe(400);
    expect((await admin('GET', `${url}?page=x`)).status).toBe(400);
    expect((await admin('PUT', `${url}/999999999`, await sample(registry))).status).toBe(404);
    expect((await admin('DELETE', `${url}/999999999`)).status).toBe(404);
  });

  it('keeps another company out', async () => {
    if (registry.scope !== 'empresa') return;
    const created = await admin('POST', url, await sample(registry));
    expect(created.status, JSON.stringify(created.body)).toBe(201);
    const { id } = created.body as { id: number };
    expect((await other('GET', `${url}/${id}`)).status).toBe(404);
    expect((await other('PUT', `${url}/${id}`, await sample(registry))).status).toBe(404);
    expect((await other('DELETE', `${url}/${id}`)).status).toBe(404);
    expect(((await other('GET', `${url}?unpaged=true&ids=${id}`)).body as Page).content).toEqual([]);
    await admin('DELETE', `${url}/${id}`);
  });
});

/** Read over a view; written by routes of their own, through the records that they belong to. */
const ownWrites = new Set(['cargo-salario/colaboradores/historicos']);

describe('read-only registries', () => {
  it.each(all.filter(([, registry]) => registry.readOnly))('%s lists and takes no writes', async (path) => {
    expect((await admin('GET', `/api/${path}?page=0`)).status).toBe(200);
    expect((await admin('POST', `/api/${path}`, {})).status).toBe(ownWrites.has(path) ? 400 : 404);
  });
});

describe('utilitario/parametros-sistema', () => {
  it('is one record, which can be changed, neither doubled nor removed', async () => {
    const url = '/api/utilitario/parametros-sistema';
    const [only] = (await admin('GET', url)).body as { id: number; versao: number; statusColabore: string }[];
    const record = { statusColabore: 'Inativo', compartilharCursos: true, camposColaboradorObrigatorio: ['email'] };
    expect((await admin('PUT', `${url}/${only?.id}`, record)).status).toBe(200);
    expect((await admin('GET', `${url}/compartilha-cursos`)).body).toEqual({ compartilharCursos: true });
    expect((await admin('POST', url, record)).status).toBe(400);
    expect((await admin('DELETE', `${url}/${only?.id}`)).status).toBe(400);
    expect((await admin('PUT', `${url}/${only?.id}`, { ...record, camposColaboradorObrigatorio: [] })).status).toBe(200);
  });
});
