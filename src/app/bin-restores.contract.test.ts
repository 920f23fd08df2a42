import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Field } from '#kit/fields/field.ts';
import type { AnyRegistry } from '#kit/registry/registry.ts';
import { tablesOf } from '#kit/registry/tables.server.ts';
import { isBinned } from '#kit/store/bin.server.ts';
import { lookup, registriesWith } from './declared.server.ts';
import { createSamples, type Samples } from './samples.server.ts';
import { multipart } from './server-process.server.ts';
import { type Client, done, openTestApp, type Row, type TestApp } from './test-app.server.ts';

// One record for the whole installation, which nobody removes; people who stay have a test of their own.
const single = new Set(['parametros-sistema']);
const kept = registriesWith((registry) => isBinned(registry) && !single.has(registry.id) && !registry.people?.stays);

let app: TestApp;
let admin: Client;
let samples: Samples;

beforeAll(async () => {
  app = await openTestApp();
  admin = await app.login(0);
  samples = createSamples(admin);
});
afterAll(() => app.close());

type Values = Record<string, unknown>;

async function sentFile(type: Field['kind']): Promise<number> {
  const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  const { body, headers } =
    type === 'image' ? multipart('foto.png', Buffer.from(png, 'base64')) : multipart('anexo.txt', Buffer.from('anexo'));
  const answer = await admin('POST', '/api/arquivos', body, headers);
  expect(answer.status).toBe(201);
  return (answer.body as Row).id;
}

/** A record with as much as it may hold: rows, links and files that its rules accept. */
async function whole(path: string, registry: AnyRegistry): Promise<Row> {
  const url = `/api/${path}`;
  let saved = await done(admin, 'POST', url, await samples.sample(registry));
  for (const [name, field] of Object.entries<Field>(registry.fields)) {
    if (field.readOnly || field.computed || (Array.isArray(saved[name]) ? saved[name].length > 0 : saved[name])) continue;
    let value: unknown;
    if (field.kind === 'rows') value = [await samples.values(field.fields ?? {})];
    else if (field.kind === 'refs' && field.target) value = [await samples.existing(field.target)];
    else if (field.kind === 'file' || field.kind === 'image') value = await sentFile(field.kind);
    else if (field.kind === 'files') value = [await sentFile(field.kind)];
    else continue;
    const answer = await admin('PUT', `${url}/${saved.id}`, { ...saved, id: undefined, [name]: value });
    if (answer.status === 200) saved = answer.body as Row;
  }
  return done(admin, 'GET', `${url}/${saved.id}`);
}

// What counts changes goes on counting: versions, and the sequence of an invitation that was cancelled and is sent again.
const apart = ({ versao: _, sequencia: __, ...record }: Values) => record;

describe.each(kept)('%s', (path, registry) => {
  it('a removed record comes back as it stood, with its rows, links and files', async () => {
    const url = `/api/${path}`;
    const before = await whole(path, registry);
    const previa = await done<{ total: number; falhas: unknown[] }>(admin, 'GET', `${url}/${before.id}/excluir/previa`);
    expect(previa).toMatchObject({ total: 1, falhas: [], lixeira: true });
    expect(await admin('DELETE', `${url}/${before.id}`)).toMatchObject({ status: 204 });
    expect(
      await app.db.one(sql`select 1 from lixeira where tabela = ${registry.table} and registro_id = ${before.id}`),
    ).toBeDefined();
    const restored = await admin('POST', `${url}/${before.id}/restaurar`);
    expect(restored, JSON.stringify(restored.body)).toMatchObject({ status: 204 });
    expect(apart(await done(admin, 'GET', `${url}/${before.id}`))).toEqual(apart(before));
    expect(
      await app.db.one(sql`select 1 from lixeira where tabela = ${registry.table} and registro_id = ${before.id}`),
    ).toBeUndefined();
    const [last] = await done<{ acao: string; transicao: string }[]>(admin, 'GET', `${url}/${before.id}/historico`);
    expect(last).toMatchObject({ acao: 'I', transicao: 'restaurar' });
    await admin('DELETE', `${url}/${before.id}`);
  });
});

/** What a removal takes for good, by a foreign key of the database, and why that is well. */
const LOST: Readonly<Record<string, string>> = {
  'avaliacoes_desempenho_convites.avaliacao_desempenho_id': 'only an evaluation that was released invites, and that stays',
  'avaliacoes_desempenho_convites.colaborador_id': 'an invitation that was sent; whoever takes part is not removed',
  'avaliacoes_desempenho_envios.avaliacao_desempenho_id': 'only an evaluation that was released sends, and that stays',
  'buscas_candidatos_vistos.busca_id': 'a search that comes back begins anew, and tells nothing the first time',
  'candidatos_contas.candidato_id': 'tied again by what the trail of the account remembers',
  'candidatos_unificacoes.candidato_id': 'the accounts remember the records in their trail; it is not undone any more',
  'itens_apurados.avaliacao_desempenho_id': 'only an evaluation that was concluded has results, and that stays',
  'questionarios_envios.questionario_id': 'only a questionnaire that was released sends, and that stays',
  'acompanhamentos_experiencia.colaborador_id':
    'unanswered questions of the program, which asks again; answered ones hold the record',
  'sessoes.vendo_perfil_id': 'who is seeing as this profile sees as themselves again',
};
/** A company is removed while no registry has anything of it; its settings, mails and views go for good. */
const OF_COMPANIES = 'empresas';

it('what a removal takes by a foreign key is in the bin, made anew, or may be lost', async () => {
  const falling = await app.db.query<{ table: string; column: string; of: string }>(sql`
    select c.relname as table, a.attname as column, r.relname as of
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class r on r.oid = k.confrelid
    join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
    where k.contype = 'f' and k.confdeltype = 'c' and k.connamespace = 'public'::regnamespace`);
  const stores = [...app.services.stores.values()].filter(({ registry }) => isBinned(registry));
  const isKept = (store: (typeof stores)[number], { table, column }: { table: string; column: string }) =>
    tablesOf(store.registry, lookup).some(({ name }) => name === table) ||
    (store.hooks.derived ?? []).some((one) => one === table) ||
    (store.hooks.goesWith ?? []).some((one) =>
      'table' in one ? one.table === table && one.column === column : lookup(one.target).table === table,
    );
  const lost = falling.filter((one) => {
    const owners = stores.filter(({ registry }) => registry.table === one.of);
    return one.of !== OF_COMPANIES && owners.length > 0 && !owners.some((store) => isKept(store, one));
  });
  expect([...new Set(lost.map(({ table, column }) => `${table}.${column}`))].toSorted()).toEqual(Object.keys(LOST).toSorted());
});
