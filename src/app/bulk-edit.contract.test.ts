import { randomUUID } from 'node:crypto';
import sql, { join, raw } from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isHidden } from '#kit/fields/sensitive.ts';
import { writable } from '#kit/form/form.ts';
import { importFields } from '#kit/import/import.ts';
import { type BulkEdited, type BulkPreview, bulkFields } from '#kit/registry/bulk-edit.ts';
import { columnIn } from '#kit/registry/names.server.ts';
import type { AnyRegistry } from '#kit/registry/registry.ts';
import { editMany } from '#kit/store/edit-many.server.ts';
import { createAccessCache } from '#platform/authority/access.server.ts';
import { actingOf } from '#platform/session/session.server.ts';
import { lookup, registriesWith } from './declared.server.ts';
import { DEMO_LOGINS } from './demo-users.server.ts';
import { createSamples, type Samples } from './samples.server.ts';
import { type Client, done, openTestApp, type Row, type TestApp } from './test-app.server.ts';

const all = registriesWith((registry) => Object.keys(bulkFields(registry)).length > 0);

/** What a sample says of their fields, the rows of the sample allow alone. */
const TIED_TO_ROWS = new Set(['cargo-salario/niveis-competencia-historico']);

type Saved = Row & { versao: number };

let app: TestApp;
let admin: Client;
let other: Client;
/** who sees nothing that is guarded, and who edits nothing */
let blind: Client;
let reader: Client;
let samples: Samples;

beforeAll(async () => {
  app = await openTestApp();
  admin = await app.login(0);
  other = await app.login(0, app.empresas[1]);
  blind = await app.loginWithout(1, (authority) => authority.startsWith('ROLE_VER_'));
  reader = await app.loginWithout(2, (authority) => authority.endsWith('_EDITAR'));
  samples = createSamples(admin);
});
afterAll(() => app.close());

const without = (record: Saved) => ({ ...record, versao: null });

/** Two records, or one where samples of others are like it. */
async function made(url: string, registry: AnyRegistry): Promise<Saved[]> {
  const answers = [];
  for (let attempt = 0; attempt < 4 && answers.length < 2; attempt++) {
    const answer = await admin('POST', url, await samples.sample(registry));
    if (answer.status === 201) answers.push(answer.body as Saved);
  }
  expect(answers.length).toBeGreaterThan(0);
  return answers;
}

/** What changes some of the records, of one field after the other; undefined: nothing that a sample says does. */
async function changing(path: string, registry: AnyRegistry, ids: number[]) {
  for (const [name, field] of Object.entries(bulkFields(registry))) {
    const values = { ...(await samples.values({ [name]: field })), ...(field.kind === 'text' ? { [name]: 'Em lote' } : {}) };
    for (const value of [values[name], ...Object.keys(field.options ?? {}), true, false, null]) {
      const campos = { [name]: value };
      const answer = await admin('POST', `/api/${path}/editar-varios/previa`, { ids, campos });
      if (answer.status === 200 && (answer.body as BulkPreview).alterados.length === ids.length)
        return { campos, preview: answer.body as BulkPreview };
    }
  }
  return undefined;
}

describe.each(all)('%s', (path, registry) => {
  const url = `/api/${path}`;

  it('several records are edited as if one by one, and put back', async () => {
    const records = await made(url, registry);
    const [first, two = { id: 999_999_999, versao: 1 }] = records as [Saved, Saved | undefined];
    const one = (await admin('GET', `${url}/${first.id}`)).body as Saved;
    const ids = records.map(({ id }) => id);
    const found = await changing(path, registry, ids);
    expect(found === undefined, 'a field that can be changed').toBe(TIED_TO_ROWS.has(path));
    if (!found) return;
    const { campos, preview } = found;
    // Only asked: nothing is written.
    expect((await admin('GET', `${url}/${one.id}`)).body).toEqual(one);
    const change = preview.alterados.find(({ id }) => id === one.id);
    expect(change).toMatchObject({ nome: expect.any(String), versao: one.versao });

    // Somebody was quicker with the second, so that it stays as it is.
    const registros = [
      { id: one.id, versao: one.versao },
      { id: two.id, versao: two.versao - 1 },
    ];
    const headers = { 'idempotency-key': randomUUID() };
    const edited = await admin('POST', `${url}/editar-varios`, { registros, campos }, headers);
    expect(edited).toMatchObject({ status: 200, body: { alterados: 1, inalterados: 0, falhas: [{ id: two.id }] } });
    expect((await admin('POST', `${url}/editar-varios`, { registros, campos }, headers)).body).toEqual(edited.body);
    const after = (await admin('GET', `${url}/${one.id}`)).body as Saved;
    expect(after).toMatchObject({ ...change?.depois, versao: one.versao + 1 });
    if (records[1]) expect((await admin('GET', `${url}/${two.id}`)).body).toMatchObject({ versao: two.versao });
    const trail = (await admin('GET', `${url}/${one.id}/historico`)).body as { acao: string }[];
    expect(trail.map(({ acao }) => acao)).toEqual(['A', 'I']);

    const { id: edicao } = edited.body as BulkEdited;
    expect((await admin('GET', `${url}/editar-varios/ultima`)).body).toMatchObject({ edicao: { id: edicao, alterados: 1 } });
    expect((await other('POST', `${url}/editar-varios/${edicao}/desfazer`)).status).toBe(404);
    expect(await admin('POST', `${url}/editar-varios/${edicao}/desfazer`)).toMatchObject({
      status: 200,
      body: { desfeitos: 1, falhas: [] },
    });
    expect(without((await admin('GET', `${url}/${one.id}`)).body as Saved)).toEqual(without(one));
    expect((await admin('POST', `${url}/editar-varios/${edicao}/desfazer`)).status).toBe(409);

    // Another company does not know them.
    if (registry.scope === 'empresa')
      for (const [where, body] of [
        ['/previa', { ids, campos }],
        ['', { registros: ids.map((id) => ({ id })), campos }],
      ] as const) {
        const answer = await other('POST', `${url}/editar-varios${where}`, body);
        if (answer.status === 200)
          expect((answer.body as BulkPreview).falhas.map(({ nome }) => nome)).toEqual(ids.map(() => null));
        else expect(answer.status).toBe(400);
      }

    expect((await reader('POST', `${url}/editar-varios/previa`, { ids, campos })).status).toBe(403);
    // Who may not see a field neither writes it nor is shown it.
    const hidden = writable(registry).flatMap(([name, field]) => (isHidden(field, () => false) ? [name] : []));
    for (const name of hidden)
      expect((await blind('POST', `${url}/editar-varios/previa`, { ids, campos: { [name]: null } })).status, name).toBe(400);
    const seen = await blind('POST', `${url}/editar-varios/previa`, { ids, campos });
    if (Object.keys(campos).some((name) => hidden.includes(name))) expect(seen.status).toBe(400);
    else if (seen.status === 200)
      for (const { antes, depois } of (seen.body as BulkPreview).alterados)
        for (const name of hidden) expect([name in antes, name in depois]).toEqual([false, false]);

    const apart = writable(registry).filter(([name]) => !Object.hasOwn(bulkFields(registry), name));
    for (const [name] of apart)
      expect((await admin('POST', `${url}/editar-varios/previa`, { ids, campos: { [name]: null } })).status, name).toBe(400);

    // A state that locks the record is told as it is to the form.
    const { field = '', states = {} } = registry.lifecycle ?? {};
    const [state, locked] = Object.entries(states).find(([, { edit }]) => typeof edit === 'string') ?? [];
    if (!state) return;
    await app.db.query(sql`update ${raw(registry.table)} set ${raw(columnIn(registry, field))} = ${state} where id = ${one.id}`);
    expect((await admin('POST', `${url}/editar-varios/previa`, { ids: [one.id], campos })).body).toMatchObject({
      alterados: [],
      falhas: [{ id: one.id, nome: expect.any(String), message: locked?.edit }],
    });
  });
});

it('a field that changes other records, which no undo brings back, is not among those of an edit or of an import', () => {
  const areas = lookup('cargo-salario/areas-organizacionais');
  for (const fields of [bulkFields(areas), importFields(areas, undefined, {})]) {
    expect(Object.keys(fields)).toContain('ativo');
    expect(Object.keys(fields).filter((name) => name.startsWith('replicar'))).toEqual([]);
  }
});

it('the undo of an edit leaves what was changed since, and names it', async () => {
  const url = '/api/gestao-talentos/colaboradores-ocorrencias';
  const [one, two] = (await made(url, lookup('gestao-talentos/colaboradores-ocorrencias'))) as [Saved, Saved];
  const registros = [one, two].map(({ id, versao }) => ({ id, versao }));
  const edited = await done<BulkEdited>(admin, 'POST', `${url}/editar-varios`, { registros, campos: { observacao: 'Em lote' } });
  const now = await done<Saved>(admin, 'GET', `${url}/${two.id}`);
  const { id: _, ...record } = now;
  await done(admin, 'PUT', `${url}/${two.id}`, { ...record, observacao: 'Depois' });
  expect(await done(admin, 'POST', `${url}/editar-varios/${edited.id}/desfazer`)).toMatchObject({
    desfeitos: 1,
    falhas: [{ id: two.id, nome: expect.any(String), message: 'Foi alterado depois da edição e ficou como está.' }],
  });
  const notes = await Promise.all([one, two].map(({ id }) => done(admin, 'GET', `${url}/${id}`)));
  expect(notes.map(({ observacao }) => observacao)).toEqual([one.observacao, 'Depois']);
});

it('a preview that shows guarded values is a reading, and nobody undoes what they may no longer see', async () => {
  const path = 'sst/colaborador-afastamentos';
  const [one] = (await made(`/api/${path}`, lookup(path))) as [Saved];
  const campos = { observacao: 'Em lote' };
  await done(admin, 'POST', `/api/${path}/editar-varios/previa`, { ids: [one.id], campos });
  // Once an hour: an earlier preview of the same column may have told it.
  const readings = await app.db.query(sql`
    select 1 from auditoria where empresa_id = ${app.empresas[0]} and tabela = 'colaboradores_afastamentos' and registro_id = 0 and acao = 'L' and usuario_id = 1
      and mudancas #>> '{colunas,1}' = 'Observação'`);
  expect(readings).toHaveLength(1);

  const who = await app.loginWithout(3, () => false);
  const registros = [{ id: one.id, versao: one.versao }];
  const edited = await done<BulkEdited>(who, 'POST', `/api/${path}/editar-varios`, { registros, campos });
  const unseeing = await app.loginWithout(3, (authority) => authority === 'ROLE_VER_SAUDE');
  expect(await done(unseeing, 'POST', `/api/${path}/editar-varios/${edited.id}/desfazer`)).toMatchObject({
    desfeitos: 0,
    falhas: [{ id: one.id, message: 'Não autorizado.' }],
  });
  expect(await done(admin, 'GET', `/api/${path}/${one.id}`)).toMatchObject(campos);
});

describe('an edit of long texts', () => {
  const url = '/api/cargo-salario/cargos';
  const fields = [
    'missao',
    'responsabilidades',
    'recrutamento',
    'complementoConhecimento',
    'complementoHabilidade',
    'experiencia',
  ];
  const saying = (value: string | null) => Object.fromEntries(fields.map((name) => [name, value]));
  const tooLong = { status: 400, body: { code: 'EDICAO_GRANDE' } };
  const cargos = lookup('cargo-salario/cargos');
  let ids: number[];

  beforeAll(async () => {
    const answers = [];
    for (let n = 0; n < 40; n++)
      answers.push(
        await done(admin, 'POST', url, { ...(await samples.sample(cargos)), nome: `Cargo extenso ${n}`, ...saying(null) }),
      );
    ids = answers.map(({ id }) => id);
  });

  it('is refused before it is begun, and so is its preview', async () => {
    const campos = saying('x'.repeat(20_000));
    expect(await admin('POST', `${url}/editar-varios/previa`, { ids, campos })).toMatchObject(tooLong);
    expect(await admin('POST', `${url}/editar-varios`, { registros: ids.map((id) => ({ id })), campos })).toMatchObject(tooLong);
    expect((await admin('POST', `${url}/editar-varios/previa`, { ids: ids.slice(0, 2), campos })).status).toBe(200);
  });

  it('is refused for what the records say already, and changes none', async () => {
    const texts = fields.map((name) => sql`${raw(columnIn(cargos, name))} = repeat('x', 20000)`);
    await app.db.query(sql`update cargos set ${join(texts)} where id = any(${ids}::bigint[])`);
    const campos = saying(null);
    expect(await admin('POST', `${url}/editar-varios/previa`, { ids, campos })).toMatchObject(tooLong);
    expect(await admin('POST', `${url}/editar-varios`, { registros: ids.map((id) => ({ id })), campos })).toMatchObject(tooLong);
    expect(await app.db.query(sql`select id from cargos where id = any(${ids}::bigint[]) and missao is null`)).toEqual([]);
  });

  it('keeps nobody from a record that its preview has looked at', async () => {
    const usuarioId = (await app.db.one<Row>(sql`select id from usuarios where cpf = ${DEMO_LOGINS[0].cpf.replace(/\D/g, '')}`))
      ?.id as number;
    const acting = actingOf(
      { id: usuarioId, nome: '' },
      await createAccessCache(app.db)(usuarioId, app.empresas[0] as number, 0),
      '',
    );
    const targets = ids.slice(0, 2).map((id) => ({ id }));
    await app.db.tx(async (tx) => {
      const store = app.services.store('cargo-salario/cargos');
      const { alterados } = await editMany(tx, { ...acting, trial: true }, store, targets, { nomeMercado: 'Outro' });
      expect(alterados).toHaveLength(2);
      expect(
        await app.db.query(sql`select id from cargos where id = any(${ids.slice(0, 2)}::bigint[]) for update nowait`),
      ).toHaveLength(2);
    });
  });
});
