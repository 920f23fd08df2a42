import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { activityOf, fieldOf } from '#kit/fields/field.ts';
import { writable } from '#kit/form/form.ts';
import type { AnyRegistry } from '#kit/registry/registry.ts';
import { modules } from './modules.server.ts';
import { createSamples, type Samples } from './samples.server.ts';
import { type Client, openTestApp, type TestApp } from './test-app.server.ts';

const all = modules.flatMap((module) =>
  module.registries.map((registry: AnyRegistry) => [`${module.id}/${registry.id}`, registry] as const),
);
// One record for the whole installation, which its own test covers.
const single = new Set(['parametros-sistema']);
const editable = all.filter(([, registry]) => !registry.readOnly && !single.has(registry.id));

let app: TestApp;
let admin: Client;
let other: Client;
let sample: Samples['sample'];

beforeAll(async () => {
  app = await openTestApp();
  admin = await app.login(0);
  ({ sample } = createSamples(admin));
  other = await app.login(0, app.empresas[1]);
});
afterAll(() => app.close());

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
      const { computed, kind } = fieldOf(registry, column);
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
    if (registry.people?.stays) {
      expect(removed, JSON.stringify(removed.body)).toMatchObject({ status: 409, body: { code: 'REGISTRO_GUARDADO' } });
      return;
    }
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
