import { once } from 'node:events';
import { mkdirSync, readdirSync } from 'node:fs';
import { type AddressInfo, connect } from 'node:net';
import path from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openStand, type Stand, upload } from '#kit/testing/stand.server.ts';
import { createFiles, type Files } from './files.server.ts';
import { type FileUse, type Limits, reserveOf, unlimited } from './room.server.ts';
import { registerFileRoutes } from './routes.server.ts';
import { diskStore, type FileStore } from './store.server.ts';

let stand: Stand;
let store: FileStore;
/** What the disk says of itself. */
let free = Number.MAX_SAFE_INTEGER;
/** Called when somebody looks at it. */
let looked = () => {};
let isFull = false;
const KiB = 1024;

beforeAll(async () => {
  stand = await openStand();
  mkdirSync(path.join(stand.folder, 'quota'));
  const disk = diskStore(path.join(stand.folder, 'quota'));
  store = {
    ...disk,
    async free() {
      looked();
      return free;
    },
    async put(content, signal) {
      const stored = await disk.put(content, signal);
      if (!isFull) return stored;
      await disk.delete(stored.key);
      throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', syscall: 'write' });
    },
  };
  registerFileRoutes(stand.app, filesWith({ floor: 100 }));
  stand.app.get('/cheio', () => stand.db.query({ text: `do $$ begin raise exception using errcode = '53100'; end $$` }));
  await stand.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => stand.close());

const filesWith = (limits: Partial<Limits>) => createFiles(stand.db, store, { limits: { ...unlimited, ...limits } });
const put = (files: Files, user: number, uso: FileUse, size: number, company = 1) =>
  files.save(stand.acting(user, company), { nome: 'a.bin', tipo: 'x', uso }, Readable.from([Buffer.alloc(size)]));
const stored = () =>
  readdirSync(path.join(stand.folder, 'quota'), { recursive: true, withFileTypes: true }).filter((one) => one.isFile()).length;
const rows = async (user: number) =>
  (await stand.db.query({ text: 'select id from arquivos where criado_por = $1 order by id', values: [user] })).map(
    ({ id }) => id,
  );
const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => 'stored',
    ({ status, code }) => `${status} ${code}`,
  );

test('the files of a company are counted whatever removes them, and stop at its limit though they come at once', async () => {
  const files = filesWith({ company: 10 * KiB });
  const before = stored();
  const sent = await Promise.all(Array.from({ length: 12 }, (_, n) => refusal(put(files, 100 + n, 'envio', 3 * KiB, 2))));
  expect(sent.filter((one) => one === 'stored')).toHaveLength(3);
  expect(new Set(sent)).toEqual(new Set(['stored', '400 LIMITE_DE_ARQUIVOS']));
  expect(stored()).toBe(before + 3);
  await stand.db.query({ text: 'delete from arquivos where empresa_id = 2' });
  expect(await stand.db.query({ text: 'select bytes from ocupacao where empresa_id = 2 and usuario_id = 0' })).toEqual([
    { bytes: 0 },
  ]);
  expect(await refusal(put(files, 100, 'envio', 3 * KiB, 2))).toBe('stored');
});

test('people from outside leave a fifth of the room of a company to its users', async () => {
  const files = filesWith({ company: 10 * KiB });
  const outsider = { ...stand.acting(0, 3), usuarioId: null, externo: 'candidatos:9' };
  const send = () =>
    refusal(files.save(outsider, { nome: 'a.bin', tipo: 'x', uso: 'envio' }, Readable.from([Buffer.alloc(4 * KiB)])));
  expect([await send(), await send(), await send()]).toEqual(['stored', 'stored', '400 LIMITE_DE_ARQUIVOS']);
  expect(await refusal(put(files, 101, 'envio', 2 * KiB, 3))).toBe('stored');
});

test('one network sends a part of what people from outside may store in a day, by whatever accounts, and leaves the rest to others', async () => {
  const files = filesWith({ company: 100 * KiB });
  const send = (account: number, network: string, size = 3 * KiB) => {
    const outsider = { empresaId: 4, usuarioId: null, externo: `candidatos:${account}`, network };
    return refusal(files.save(outsider, { nome: 'a.bin', tipo: 'x', uso: 'envio' }, Readable.from([Buffer.alloc(size)])));
  };
  const before = stored();
  const sent = await Promise.all(Array.from({ length: 8 }, (_, n) => send(n, '203.0.113.1')));
  expect(sent.filter((one) => one === 'stored')).toHaveLength(2);
  expect(new Set(sent)).toEqual(new Set(['stored', '429 MUITOS_ARQUIVOS']));
  expect(stored()).toBe(before + 2);
  // What was sent and removed again counts until the day is over.
  await stand.db.query({ text: 'delete from arquivos where empresa_id = 4' });
  expect(await send(20, '203.0.113.1')).toBe('429 MUITOS_ARQUIVOS');
  expect(await send(20, '203.0.113.1', 2 * KiB)).toBe('stored');
  expect(
    await refusal(files.admit({ empresaId: 4, usuarioId: null, externo: 'candidatos:21', network: '203.0.113.1' }, 'envio')),
  ).toBe('429 MUITOS_ARQUIVOS');
  expect(await send(21, '203.0.113.2')).toBe('stored');
  await stand.db.query({ text: `update tentativas set janela = janela - interval '1 day' where chave like 'arquivos:4:%'` });
  expect(await send(22, '203.0.113.1')).toBe('stored');
});

test("results of a user's tasks make room for new ones, the oldest first; one that is too large alone is refused with a sentence", async () => {
  const files = filesWith({ user: 10 * KiB });
  for (let n = 0; n < 3; n++) await put(files, 20, 'tarefa', 3 * KiB);
  const [first, ...others] = await rows(20);
  const before = stored();
  const fourth = await put(files, 20, 'tarefa', 3 * KiB);
  expect(first).toBeDefined();
  expect(await rows(20)).toEqual([...others, fourth.id]);
  expect(stored()).toBe(before);
  await expect(put(files, 20, 'tarefa', 11 * KiB)).rejects.toThrow(
    'O arquivo não cabe: cada pessoa pode ter até 10 KB em resultados de tarefas e planilhas importadas, que ficam 30 dias.',
  );
  expect(stored()).toBe(before);
  expect(await rows(20)).toHaveLength(3);
});

test('the newest fifty results of a user stay', async () => {
  const files = filesWith({});
  for (let n = 0; n < 53; n++) await put(files, 21, 'tarefa', 1);
  expect(await rows(21)).toHaveLength(50);
});

test('sheets of imports do not make room for each other: they are refused, also when they come at once', async () => {
  const files = filesWith({ user: 10 * KiB });
  await put(files, 22, 'tarefa', 3 * KiB);
  const sent = await Promise.all(Array.from({ length: 8 }, () => refusal(put(files, 22, 'importacao', 3 * KiB))));
  expect(sent.filter((one) => one === 'stored')).toHaveLength(3);
  // The result of the task has made room.
  expect(await rows(22)).toHaveLength(3);
  await expect(put(files, 22, 'tarefa', 3 * KiB)).rejects.toThrow('O arquivo não cabe');
});

test('files that no record names have a share of their own, which is free again once a record names them', async () => {
  const files = filesWith({ loose: 10 * KiB });
  const [one] = await Promise.all([put(files, 23, 'envio', 4 * KiB), put(files, 23, 'envio', 4 * KiB)]);
  const many = await Promise.all(Array.from({ length: 6 }, () => refusal(put(files, 23, 'envio', 4 * KiB))));
  expect(new Set(many)).toEqual(new Set(['429 MUITOS_ARQUIVOS']));
  await stand.db.tx(async (tx) => {
    const acting = stand.acting(23);
    const area = await stand.stores.areas.create(tx, acting, { nome: 'Com anexo', ativo: true });
    const pessoa = { nome: 'Ana', cpf: '529.982.247-25', vinculo: 'C', area: area.id, anexo: { id: one.id } };
    await stand.stores.pessoas.create(tx, acting, pessoa);
  });
  expect(await refusal(put(files, 23, 'envio', 4 * KiB))).toBe('stored');
  expect(await refusal(put(files, 23, 'envio', 4 * KiB))).toBe('429 MUITOS_ARQUIVOS');
  await stand.db.query({ text: `update arquivos set criado_em = now() - interval '25 hours' where criado_por = 23` });
  expect(await refusal(put(files, 23, 'envio', 4 * KiB))).toBe('stored');
});

test('two hundred files of a day that nobody names are enough, however small', async () => {
  await stand.db.query({
    text: `insert into arquivos (empresa_id, nome, tipo, tamanho, checksum, chave, criado_por) select 1, 'a', 'x', 1, '', 'falsa ' || n, 24 from generate_series(1, 200) n`,
  });
  expect(await refusal(put(filesWith({ loose: 10 * KiB }), 24, 'envio', 1))).toBe('429 MUITOS_ARQUIVOS');
});

test('below the floor of the disk an upload is refused before it is taken, and a task stops while it writes', async () => {
  const { payload, headers } = upload('nota.txt', 'texto');
  const send = () =>
    stand.app.inject({ method: 'POST', url: '/api/arquivos', payload, headers: { ...headers, 'x-usuario': '25' } });
  expect((await send()).statusCode).toBe(201);
  const before = stored();
  free = 99;
  const answer = await send();
  expect([answer.statusCode, answer.json()]).toEqual([
    507,
    {
      message: 'O servidor está sem espaço em disco. Nada foi gravado; avise quem administra o programa.',
      code: 'SEM_ESPACO',
    },
  ]);
  free = 200;
  const files = filesWith({ floor: 100, reserve: reserveOf(100) });
  for (const [left, told] of [
    [13, undefined],
    [12, '507 SEM_ESPACO'],
  ] as const) {
    free = left;
    expect(
      await files.demandReserve().then(
        () => undefined,
        (error: { status: number; code: string }) => `${error.status} ${error.code}`,
      ),
    ).toBe(told);
  }
  free = 200;
  const writing = files.write(stand.acting(25), { nome: 'a', tipo: 'x', uso: 'tarefa' }, async (out) => {
    for (let n = 0; n < 64; n++) {
      if (n === 8) free = 99;
      if (!out.write(Buffer.alloc(KiB * KiB))) await once(out, 'drain');
    }
    out.end();
  });
  expect(await refusal(writing)).toBe('507 SEM_ESPACO');
  free = Number.MAX_SAFE_INTEGER;
  // A writer that fails before there is room fails alone.
  const failing = files.write(stand.acting(25), { nome: 'a', tipo: 'x', uso: 'tarefa' }, () => Promise.reject(new Error('já')));
  await expect(failing).rejects.toThrow('já');
  expect(stored()).toBe(before);
});

const MiB = KiB * KiB;
/** What a file takes that begins to come, as it comes and as it is stored. */
const ONE = MiB / 2;
const { payload: slow, headers: slowHeaders } = upload('devagar.txt', 'devagar');
function begins(user: number) {
  const body = new PassThrough();
  body.write(slow.subarray(0, -10));
  const headers = { ...slowHeaders, 'x-usuario': String(user) };
  return { body, answer: stand.app.inject({ method: 'POST', url: '/api/arquivos', payload: body, headers }) };
}
/** A whole file, for which there must be room to begin. */
async function whole(user: number, rest = slow.subarray(-10)) {
  const { body, answer } = begins(user);
  body.end(rest);
  return (await answer).statusCode;
}

test('a file that is still coming has room of its own: the next one finds the disk full', async () => {
  free = 100 + 2 * ONE;
  const three = [30, 31, 32].map(begins);
  const first = await Promise.race(three.map(({ answer }) => answer));
  expect([first.statusCode, first.json().code]).toEqual([507, 'SEM_ESPACO']);
  for (const { body } of three) body.end(slow.subarray(-10));
  const all = await Promise.all(three.map(({ answer }) => answer));
  expect(all.filter(({ statusCode }) => statusCode === 201)).toHaveLength(2);
  free = 99 + ONE;
  expect(await whole(33)).toBe(507);
  free = 100 + ONE;
  expect(await whole(33)).toBe(201);
  free = Number.MAX_SAFE_INTEGER;
});

test('a disk that fills up while a file is coming ends the upload, of which more is still to come', async () => {
  let looks = 0;
  const isComing = new Promise<void>((resolve) => {
    looked = () => ++looks === 2 && resolve();
  });
  const { body, answer } = begins(34);
  await isComing;
  free = 99;
  body.write(Buffer.alloc(1.5 * MiB));
  expect((await answer).statusCode).toBe(507);
  body.destroy();
  looked = () => {};
  free = Number.MAX_SAFE_INTEGER;
});

test('the room of a file that is coming is free again whatever end its upload has', async () => {
  free = 100 + ONE;
  const room = () => vi.waitFor(async () => expect(await whole(35)).toBe(201), { timeout: 20_000 });
  // Broken off within its body, too large, empty, and without a file.
  expect(await whole(36, Buffer.alloc(9))).toBe(400);
  await room();
  const { payload: large, headers } = upload('grande.bin', Buffer.alloc(10.5 * MiB));
  const { payload: empty } = upload('vazio.txt', '');
  for (const [payload, status] of [
    [large, 413],
    [empty, 400],
    [Buffer.from(String(empty).replace('name="arquivo"', 'name="outro"')), 400],
  ] as const) {
    free = payload === large ? Number.MAX_SAFE_INTEGER : 100 + ONE;
    expect((await stand.app.inject({ method: 'POST', url: '/api/arquivos', payload, headers })).statusCode).toBe(status);
    free = 100 + ONE;
    await room();
  }
  // A sender who goes away.
  let looks = 0;
  const isComing = new Promise<void>((resolve) => {
    looked = () => ++looks === 2 && resolve();
  });
  const socket = connect((stand.app.server.address() as AddressInfo).port, '127.0.0.1');
  const head = { ...slowHeaders, host: 'localhost:80', 'content-length': String(10 * MiB) };
  socket.write(
    `POST /api/arquivos HTTP/1.1\r\n${Object.entries(head)
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('')}\r\n`,
  );
  socket.write(slow.subarray(0, -10));
  await isComing;
  expect(await whole(35)).toBe(507);
  socket.destroy();
  await room();
  looked = () => {};
  free = Number.MAX_SAFE_INTEGER;
});

test('a disk that is full is told as such, whether files or the database meet it', async () => {
  const { payload, headers } = upload('nota.txt', 'texto');
  const before = stored();
  isFull = true;
  const answers = [
    await stand.app.inject({ method: 'POST', url: '/api/arquivos', payload, headers: { ...headers, 'x-usuario': '26' } }),
    await stand.app.inject({ url: '/cheio' }),
  ];
  isFull = false;
  expect(answers.map((answer) => `${answer.statusCode} ${answer.json().code}`)).toEqual(['507 SEM_ESPACO', '507 SEM_ESPACO']);
  expect(stored()).toBe(before);
});
