import { createHash } from 'node:crypto';
import sql, { raw } from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Acting, unnamed } from '#kit/acting/acting.server.ts';
import { diff } from '#kit/db/schema-diff.server.ts';
import { date } from '#kit/fields/date.ts';
import { having } from '#kit/fields/field.ts';
import { file } from '#kit/fields/file.ts';
import { integer } from '#kit/fields/number.ts';
import { rows } from '#kit/fields/reference.ts';
import { text } from '#kit/fields/text.ts';
import type { Job } from '#kit/jobs/jobs.server.ts';
import { sweepJobs } from '#kit/module/sweep.server.ts';
import { defineRegistry } from '#kit/registry/registry.ts';
import { tablesOf } from '#kit/registry/tables.server.ts';
import { registerRegistry } from '#kit/routes/routes.server.ts';
import { wholeCompany } from '#kit/store/references.server.ts';
import { createUnnamed, ONCE } from '#kit/store/sent-once.server.ts';
import { createStore } from '#kit/store/store.server.ts';
import { mixJobs } from '#kit/store/unnamed.server.ts';
import { declaredTables, lookup } from './declared.server.ts';
import { DEMO_LOGINS } from './demo-users.server.ts';
import { type Client, openTestApp, type TestApp } from './test-app.server.ts';

// A survey in two declarations: what was answered, and who has answered.
const respostas = defineRegistry({
  id: 'respostas',
  title: 'Respostas',
  singular: 'Resposta',
  authority: 'ROLE_CAD_RESPOSTA',
  scope: 'empresa',
  trail: 'none',
  fields: {
    comentario: text('Comentário', 200),
    notas: rows('Notas', { pergunta: text('Pergunta', 60), nota: integer('Nota') }),
  },
  columns: ['comentario'],
});
const presencas = defineRegistry({
  id: 'presencas',
  title: 'Participações',
  singular: 'Participação',
  authority: 'ROLE_CAD_PARTICIPACAO',
  scope: 'empresa',
  trail: 'none',
  fields: { cpf: text('CPF', 11), dia: date('Dia') },
  columns: ['cpf'],
  unique: [['cpf']],
});

const ID = 918_273_645;
const [, { nome: NOME, cpf }] = DEMO_LOGINS;
const CPF = cpf.replace(/\D/g, '');
const URL = '/api/prova/respostas';
const TABLES = ['envios_anonimos', 'presencas', 'respostas', 'respostas_notas'];
/** a date with a time, as PostgreSQL writes it in text or JSON */
const MOMENT = /\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}/;

let app: TestApp;
let user: Client;
let log = '';
let next = 0;
let seenByHook: Acting | undefined;

beforeAll(async () => {
  app = await openTestApp({ LOG_LEVEL: 'trace' });
  const stream = Object.getOwnPropertySymbols(app.app.log).find(({ description }) => description === 'pino.stream') as symbol;
  Object.assign(app.app.log, { [stream]: { write: (line: string) => void (log += line) } });
  await app.db.owner.tx(async (tx) => {
    const tables = [respostas, presencas].flatMap((registry) => tablesOf(registry, lookup));
    for (const statement of await diff(app.db.owner, [...declaredTables(), ...tables])) await tx.query({ text: statement });
  });
  // A user whose number nothing else has.
  await app.db.tx(async (tx) => {
    await tx.query(sql`update usuarios set cpf = '0' where cpf = ${CPF}`);
    await tx.query(
      sql`insert into usuarios (id, nome, cpf, email, ativo) select ${ID}, nome, ${CPF}, email, true from usuarios where cpf = '0'`,
    );
    await tx.query(sql`update credenciais set usuario_id = ${ID} where usuario_id = (select id from usuarios where cpf = '0')`);
    await tx.query(
      sql`update usuarios_acessos set registro_id = ${ID} where registro_id = (select id from usuarios where cpf = '0')`,
    );
    await tx.query(sql`delete from usuarios where cpf = '0'`);
    await tx.query(
      sql`update perfis set autoridades = autoridades || array['ROLE_CAD_RESPOSTA', 'ROLE_CAD_RESPOSTA_EDITAR', 'ROLE_CAD_RESPOSTA_EXCLUIR']`,
    );
  });
  const answers = createStore(
    respostas,
    lookup,
    { afterSave: async (_tx, { acting }) => void (seenByHook = acting) },
    { accessTo: wholeCompany },
  );
  const participations = createStore(presencas, lookup, {}, { accessTo: wholeCompany });
  registerRegistry(app.app, app.db, URL, answers);
  // What the survey's own route will do: that somebody has answered, and the answer, in one transaction.
  app.app.post('/api/prova/responder', { config: { authority: 'sessao' } }, async (request, reply) => {
    const { acting, usuario, body } = request;
    await app.db.tx((tx) =>
      createUnnamed(tx, { key: request.headers[ONCE], path: '/api/prova/responder', body }, async () => {
        await participations.create(tx, acting, { cpf: usuario.cpf, dia: acting.today });
        await answers.create(tx, acting, body);
      }),
    );
    return reply.status(204).send();
  });
  user = await app.login(1);
});
afterAll(() => app.close());

/** Every row of every table of the program, as text. */
async function allRows(): Promise<Map<string, Set<string>>> {
  const tables = await app.db.owner.query<{ nome: string }>(
    sql`select relname as nome from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'm')`,
  );
  const all = new Map<string, Set<string>>();
  for (const { nome } of tables) {
    const found = await app.db.owner.query<{ linha: string }>(sql`select to_jsonb(t)::text as linha from ${raw(`"${nome}"`)} t`);
    all.set(nome, new Set(found.map(({ linha }) => linha)));
  }
  return all;
}

/** What the work wrote, table by table. */
async function writtenBy(work: () => Promise<void>): Promise<Record<string, string[]>> {
  const before = await allRows();
  await work();
  const after = [...(await allRows())].map(([table, lines]): [string, string[]] => [
    table,
    [...lines].filter((line) => !before.get(table)?.has(line)),
  ]);
  return Object.fromEntries(after.filter(([, lines]) => lines.length > 0));
}

/** A key in all the ways in which it may be found again without being asked for. */
const tracesOf = (key: string): string[] =>
  [key, key.toUpperCase(), key.replaceAll('-', '')].flatMap((text) => [
    text,
    ...['md5', 'sha1', 'sha256', 'sha512'].flatMap((kind) =>
      (['hex', 'base64', 'base64url'] as const).map((coding) => createHash(kind).update(text).digest(coding)),
    ),
    ...['md5', 'sha1', 'sha256'].flatMap((kind) => [
      createHash(kind)
        .update(Buffer.from(text.replaceAll('-', ''), 'hex'))
        .digest('hex'),
    ]),
  ]);

const chave = (): string => crypto.randomUUID();
const resposta = (comentario = `Resposta ${++next}`) => ({ comentario, notas: [{ pergunta: 'Clima', nota: 3 }] });
const responde = (url: string, body: object, key = chave()) => user('POST', url, body, { [ONCE]: key });
const quantas = async () => (await app.db.one<{ n: number }>(sql`select count(*)::int as n from respostas`))?.n;

describe('an answer that leads to nobody', () => {
  it('leaves no user, key, request or moment in any column of any table, nor in the log', async () => {
    const key = chave();
    let answer: Awaited<ReturnType<Client>> | undefined;
    const written = await writtenBy(async () => {
      answer = await responde(URL, resposta(), key);
      // Sent again, and refused: a second answer, a fault, a change.
      await responde(URL, resposta('Outra'), key);
      await responde(URL, { comentario: '' });
    });
    expect(answer).toMatchObject({ status: 201, body: { message: 'Registro recebido.' } });
    const request = String(answer?.headers['x-request-id']);
    expect(request).toMatch(/^[\da-f-]{36}$/);
    expect(Object.keys(written).sort()).toEqual(TABLES.filter((table) => table !== 'presencas'));
    const lines = Object.values(written).flat().join('\n');
    for (const trace of [String(ID), NOME, CPF, cpf, request, ...tracesOf(key)])
      expect(lines.toLowerCase()).not.toContain(trace.toLowerCase());
    expect(lines).not.toMatch(MOMENT);
    const everything = [...(await allRows()).values()]
      .flatMap((found) => [...found])
      .join('\n')
      .toLowerCase();
    for (const trace of [request, ...tracesOf(key)]) expect(everything).not.toContain(trace.toLowerCase());
    for (const trace of [String(ID), NOME, CPF, cpf, request, ...tracesOf(key)])
      expect(log.toLowerCase()).not.toContain(trace.toLowerCase());
    expect(seenByHook).toMatchObject({ kind: 'ninguem', usuarioId: null, externo: null, usuarioNome: '', requestId: '' });
  });

  it('would be found where it were not hidden', async () => {
    const written = await writtenBy(
      async () => void (await (await app.login(0))('POST', '/api/captacao/idiomas', { nome: 'Guarani' }, { [ONCE]: chave() })),
    );
    expect(Object.keys(written)).toEqual(expect.arrayContaining(['auditoria', 'envios', 'idiomas']));
    expect(written.auditoria?.join()).toMatch(MOMENT);
  });

  it('is linked to who has answered by nothing but the day', async () => {
    const key = chave();
    const written = await writtenBy(async () => void (await responde('/api/prova/responder', resposta('Secreta'), key)));
    expect(Object.keys(written).sort()).toEqual(TABLES);
    const { presencas: [who = ''] = [], ...rest } = written;
    const { id, dia, ...more } = JSON.parse(who) as Record<string, unknown>;
    expect(more).toMatchObject({ cpf: CPF });
    expect(dia).toMatch(/^\d{4}-\d\d-\d\d$/);
    const others = Object.values(rest).flat().join('\n');
    for (const trace of [CPF, String(id), String(ID)]) expect(others).not.toContain(trace);
    // Whoever has answered does not answer again, and an answer whose reply was lost is not taken twice.
    const before = await quantas();
    expect((await responde('/api/prova/responder', resposta('Secreta'), key)).status).toBe(204);
    expect((await responde('/api/prova/responder', resposta('Outra'), key)).status).toBe(409);
    expect((await responde('/api/prova/responder', resposta('Outra'))).status).toBe(400);
    expect(await quantas()).toBe(before);
  });

  it('is received once for each key, at once or later, and another body under the key is refused', async () => {
    const [key, body] = [chave(), resposta()];
    const before = (await quantas()) ?? 0;
    const answers = await Promise.all(Array.from({ length: 5 }, () => responde(URL, body, key)));
    answers.push(await responde(URL, body, key.toUpperCase()));
    expect(answers.map(({ status, body: told }) => [status, told])).toEqual(
      answers.map(() => [201, { message: 'Registro recebido.' }]),
    );
    expect(await quantas()).toBe(before + 1);
    expect(await responde(URL, resposta(), key)).toMatchObject({ status: 409, body: { code: 'JA_SALVO' } });
    expect(await responde(URL, resposta(), 'x')).toMatchObject({ status: 400, body: { code: 'CHAVE_INVALIDA' } });
  });

  it('is read, and neither changed nor removed', async () => {
    const { body } = await user('GET', `${URL}?page=0`);
    const [first] = (body as { content: { id: number }[] }).content;
    expect(await user('GET', `${URL}/${first?.id}`)).toMatchObject({ status: 200, body: { notas: [{ nota: 3 }] } });
    expect((await user('PUT', `${URL}/${first?.id}`, resposta())).status).toBe(404);
    expect((await user('DELETE', `${URL}/${first?.id}`)).status).toBe(404);
    expect((await user('POST', `${URL}/excluir-varios`, { ids: [first?.id] })).status).toBe(404);
    const store = createStore(respostas, lookup, {}, { accessTo: wholeCompany });
    const acting = unnamed(seenByHook as Acting);
    await expect(app.db.tx((tx) => store.update(tx, acting, first?.id ?? 0, resposta()))).rejects.toThrow('anônimos');
    await expect(app.db.tx((tx) => store.remove(tx, acting, first?.id ?? 0))).rejects.toThrow('anônimos');
  });
});

describe('the order of answers', () => {
  const idsInPlace = (table: string) =>
    app.db.query<{ id: string; xmin: string }>(sql`select id::text, xmin::text from ${raw(table)} order by ctid`);

  it('is not told by ids, and after the night neither by transactions nor by places on the disk', async () => {
    for (let n = 0; n < 12; n++) await responde(URL, resposta());
    const mix = mixJobs(app.db, [respostas, presencas], lookup)['anonimos.misturar'];
    for (const table of ['respostas', 'respostas_notas']) {
      const came = (await idsInPlace(table)).map(({ id }) => BigInt(id));
      expect(came).not.toEqual(came.toSorted((a, b) => (a < b ? -1 : 1)));
      expect(came.every((id) => id < 2n ** 49n)).toBe(true);
    }
    await mix({ signal: new AbortController().signal } as Job);
    const transactions = new Set<string>();
    for (const table of TABLES.filter((one) => one !== 'envios_anonimos')) {
      const lie = await idsInPlace(table);
      expect(lie.map(({ id }) => BigInt(id))).toEqual(lie.map(({ id }) => BigInt(id)).toSorted((a, b) => (a < b ? -1 : 1)));
      expect(new Set(lie.map(({ xmin }) => xmin)).size).toBe(1);
      transactions.add(lie[0]?.xmin ?? '');
    }
    // Nor does one table's transaction lead to another's.
    expect(transactions.size).toBe(3);
    const keys = await app.db.query<{ xmin: string }>(sql`select xmin::text from envios_anonimos`);
    expect(new Set(keys.map(({ xmin }) => xmin)).size).toBe(1);
  });

  it('keeps no key for longer than it may be sent again', async () => {
    await app.db.query(sql`update envios_anonimos set dia = hoje() - 3`);
    await responde(URL, resposta());
    await sweepJobs(app.db, {} as never)['tarefas.limpar']();
    expect(await app.db.query(sql`select 1 from envios_anonimos`)).toHaveLength(1);
  });
});

describe('a registry that leads to nobody', () => {
  const declared = (fields: Parameters<typeof defineRegistry>[0]['fields']) => () =>
    defineRegistry({ ...respostas, fields: { nome: text('Nome', 10), ...fields } as never, columns: [] });

  it('has no field that would tell', () => {
    expect(declared({ salario: having(integer('Salário'), { sensitive: 'ROLE_VER_SALARIO' }) })).toThrow(
      'salario is not sensitive',
    );
    expect(declared({ anexo: file('Anexo') })).toThrow('anexo is no file');
    expect(declared({ itens: rows('Itens', { anexo: file('Anexo') }) })).toThrow('anexo is no file');
  });
});
