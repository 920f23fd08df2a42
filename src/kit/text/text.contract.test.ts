import { Readable } from 'node:stream';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Job, JobHandler } from '#kit/jobs/jobs.server.ts';
import { startWorker, type Worker } from '#kit/jobs/worker.server.ts';
import { openStand, type Stand } from '#kit/testing/stand.server.ts';
import { excerptsOf, tsquery } from './search.server.ts';
import { searched, searchQuery } from './search.ts';
import { type ReadFile, requestTexts, textJobs } from './text-jobs.server.ts';

let stand: Stand;
let worker: Worker;
const told: ReadFile[] = [];
let refuses = false;

beforeAll(async () => {
  stand = await openStand();
  worker = startWorker(stand.db, {
    connection: stand.db.connection,
    handlers: textJobs(stand.jobs, stand.files.store, [
      async (tx, file) => {
        told.push(file);
        await tx.query({ text: 'update pessoas set nome = nome where id = 0' });
        if (refuses) throw new Error('the module fails');
      },
    ]),
    actingFor: async () => stand.acting(0, 0),
    lease: 3_000,
  });
});
afterAll(async () => {
  await worker.stop();
  await stand.close();
});

const send = async (content: string, tipo: string, empresaId = 1) =>
  (
    await stand.files.save(
      stand.acting(1, empresaId),
      { nome: 'currículo', tipo, uso: 'envio' },
      Readable.from([Buffer.from(content)]),
    )
  ).id;
const request = (files: readonly number[], empresaId = 1) => stand.db.tx((tx) => requestTexts(tx, stand.jobs, empresaId, files));
const textOf = (id: number) =>
  stand.db.one<{ situacao: string; texto: string | null; motivo: string | null; meio: string | null }>({
    text: 'select situacao, texto, motivo, meio from textos_de_arquivos where arquivo_id = $1',
    values: [id],
  });
const becomes = (id: number, situacao: string) =>
  expect.poll(async () => (await textOf(id))?.situacao, { timeout: 40_000, interval: 20 }).toBe(situacao);

test('the text of a file is read in the background, once, and whoever follows is told in the same transaction', async () => {
  const id = await send('Técnica em segurança\ndo trabalho', 'text/plain; charset=utf-8');
  const none = await send('PK', 'application/zip');
  await request([id, none]);
  await request([none, id]);
  await becomes(id, 'L');
  await becomes(none, 'S');
  expect(await textOf(id)).toMatchObject({ texto: 'Técnica em segurança\ndo trabalho', meio: 'camada' });
  expect(await textOf(none)).toMatchObject({ motivo: 'formato', texto: null });
  const { count } = await stand.db.only<{ count: number }>({
    text: `select count(*)::int from tarefas where tipo = 'arquivos.texto'`,
  });
  expect(count).toBe(2);
  expect(told).toEqual([
    { arquivoId: id, empresaId: 1, texto: 'Técnica em segurança\ndo trabalho' },
    { arquivoId: none, empresaId: 1, texto: null },
  ]);
});

test('a file of another company is not read, and an erased file takes its text along', async () => {
  const other = await send('de outra empresa', 'text/plain', 2);
  await request([other]);
  expect(await textOf(other)).toBeUndefined();
  const id = await send('apagado', 'text/plain');
  await request([id]);
  await becomes(id, 'L');
  await stand.db.query({ text: `update arquivos set criado_em = now() - interval '3 days' where id = $1`, values: [id] });
  // The text keeps no file from the sweep.
  expect((await stand.files.sweep()).files).toBe(1);
  expect(await textOf(id)).toBeUndefined();
});

test('files that wait again each night, because their tasks were given up, keep no later one waiting', async () => {
  const { id: first } = await stand.db.only<{ id: number }>({
    text: `with a as (insert into arquivos (empresa_id, nome, tipo, tamanho, checksum, chave)
        select 1, 'x', 'text/plain', 1, 'x', 'nenhum' || n from generate_series(0, 1000) n returning id)
      select min(id)::int as id from a`,
  });
  const last = await send('o último', 'text/plain');
  await stand.db.query({
    text: 'insert into textos_de_arquivos (arquivo_id, empresa_id) select id, 1 from arquivos where id >= $1',
    values: [first],
  });
  const asked: number[] = [];
  const jobs = {
    enqueue: async (_: string, dados: Record<string, unknown>) => {
      if (dados.arquivoId === first) throw new Error('poisoned');
      return asked.push(dados.arquivoId as number);
    },
  };
  const remind = textJobs(jobs as never, stand.files.store, [])['arquivos.textos'] as JobHandler;
  await expect(remind({ db: stand.db, signal: new AbortController().signal } as unknown as Job)).rejects.toThrow('poisoned');
  expect(asked).toContain(last);
  expect(asked).not.toContain(first);
  expect(new Set(asked).size).toBeGreaterThan(1000);
  await stand.db.query({ text: 'delete from arquivos where id >= $1', values: [first] });
});

test('people from outside share one turn, in which each has their own; each user has one', async () => {
  const keep = async (usuarioId: number | null, externo?: string) =>
    (
      await stand.files.save(
        { empresaId: 1, usuarioId, externo },
        { nome: 'currículo', tipo: 'text/plain', uso: 'envio' },
        Readable.from([Buffer.from('texto')]),
      )
    ).id;
  const files = [await keep(1), await keep(2), await keep(null, 'candidatos:1'), await keep(null, 'candidatos:2')];
  await request(files);
  const rows = await stand.db.query({
    text: `select grupo, vez from tarefas where chave = any($1) order by id`,
    values: [files.map((id) => `texto ${id}`)],
  });
  expect(rows).toEqual([
    { grupo: 'usuarios:1', vez: 'usuarios:1' },
    { grupo: 'usuarios:2', vez: 'usuarios:2' },
    { grupo: 'de fora', vez: 'candidatos:1' },
    { grupo: 'de fora', vez: 'candidatos:2' },
  ]);
  for (const id of files) await becomes(id, 'L');
});

test('when the module fails nothing is kept, and the task is tried again', async () => {
  refuses = true;
  const id = await send('depois', 'text/plain');
  await request([id]);
  const attempts = () =>
    stand.db.one<{ n: number }>({
      text: `select tentativas as n from tarefas where chave = $1 and estado = 'fila'`,
      values: [`texto ${id}`],
    });
  await expect.poll(async () => (await attempts())?.n, { timeout: 40_000, interval: 20 }).toBe(1);
  expect(await textOf(id)).toMatchObject({ situacao: 'A' });
  refuses = false;
  await stand.db.query({ text: 'update tarefas set executar_em = now() where chave = $1', values: [`texto ${id}`] });
  await becomes(id, 'L');
});

test('bytes that are gone leave a file without text, for the reason that it failed', async () => {
  const id = await send('some', 'text/plain');
  const { chave } = await stand.db.only<{ chave: string }>({ text: 'select chave from arquivos where id = $1', values: [id] });
  await stand.files.store.delete(chave);
  await request([id]);
  await becomes(id, 'S');
  expect(await textOf(id)).toMatchObject({ motivo: 'falha' });
});

test('the database makes a text searchable as we do, sign by sign', async () => {
  const letters = Array.from('aeiouçãõáéíÉÇÂ nsclb20-.\n\'"<>&_ªºßøẞ漢😀ñåÑ\u00a0');
  const random = Array.from({ length: 300 }, (_, n) =>
    Array.from({ length: 40 }, (_, at) => letters[(n * 7919 + at * at * 104_729 + n * at * 31) % letters.length]).join(''),
  );
  const texts = ['Contratações, SELEÇÃO; mães_2 e profissionais/homens', 'pais, ações2 jeans', ...random];
  const rows = await stand.db.query<{ palavras: string }>({
    text: 'select palavras(x) from unnest($1::text[]) with ordinality u(x, n) order by n',
    values: [texts],
  });
  expect(rows.map(({ palavras }) => palavras)).toEqual(texts.map(searched));
  expect(rows.map(({ palavras }) => [...palavras].length)).toEqual(texts.map((text) => [...text].length));
});

test('what somebody types finds texts with and without accents, by stems, phrases, beginnings and exclusions', async () => {
  const text =
    'Maria da Conceição, técnica em segurança do trabalho. Gestão de contratações e seleções; NR-10, Word/Excel. Engenharia de São Paulo';
  const finds = async (typed: string, texto = text) => {
    const query = searchQuery(typed) ?? '';
    const { found } = await stand.db.only<{ found: boolean }>(
      sql`select vetor_de_palavras(${texto}) @@ ${tsquery(query)} as found`,
    );
    return found;
  };
  const found = [
    'conceicao',
    'TECNICO',
    'seguranca trabalho',
    'seguran',
    'segurança',
    'gestões',
    'contratar',
    'contrataç',
    'seleção',
    'selecionar ou seleç',
  ];
  found.push(
    '"nr 10"',
    'nr-10',
    'excel',
    '"engenharia de são paulo"',
    'engenhari',
    'enfermagem ou tecnica',
    'técnica -estágio',
    'são paulo',
  );
  for (const typed of found) expect([typed, await finds(typed)]).toEqual([typed, true]);
  for (const typed of [
    'estágio',
    'técnica -segurança',
    '"paulo engenharia"',
    'enfermagem',
    '"segurança trabalho"',
    'tecn'.repeat(3),
  ])
    expect([typed, await finds(typed)]).toEqual([typed, false]);
  expect(await finds('técnica', unaccented(text))).toBe(true);
  expect(await finds('contratação', unaccented(text))).toBe(true);
  // A vector holds 1 MB: texts of many different words are searched as far as that.
  expect(await finds('inicio', `início ${Array.from({ length: 60_000 }, (_, n) => `p${n}`).join(' ')}`)).toBe(true);
});

test('the words that were found are marked in the text as it stands', async () => {
  const texto = 'Currículo: Técnica em Segurança do Trabalho. <b>Gestão</b> de contratações.';
  const found = await excerptsOf(
    stand.db,
    [
      { id: 7, texto },
      { id: 8, texto: '' },
    ],
    searchQuery('seguranca contratação gestões ') ?? '',
  );
  expect(found.get(7)?.filter(({ marcado }) => marcado)).toEqual([
    { texto: 'Segurança', marcado: true },
    { texto: 'Gestão', marcado: true },
    { texto: 'contratações', marcado: true },
  ]);
  expect(
    found
      .get(7)
      ?.map((piece) => piece.texto)
      .join(''),
  ).toBe(texto);
  expect(found.get(8)).toEqual([]);
});

test('texts of one request share what is looked through, however long each of them is', async () => {
  const texto = `${'lorem '.repeat(3_000)}soldador`;
  const marks = async (texts: number) => {
    const all = Array.from({ length: texts }, (_, id) => ({ id, texto }));
    return (await excerptsOf(stand.db, all, searchQuery('soldador ') ?? '')).get(0)?.filter(({ marcado }) => marcado).length;
  };
  expect([await marks(1), await marks(100)]).toEqual([1, 0]);
});

const unaccented = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '');
