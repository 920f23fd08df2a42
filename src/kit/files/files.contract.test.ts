import { readdirSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStand, type Stand, upload } from '#kit/report/stand.server.ts';
import { registerFileRoutes } from './routes.server.ts';

let stand: Stand;
const MiB = 1024 * 1024;

beforeAll(async () => {
  stand = await openStand();
  registerFileRoutes(stand.app, stand.files, { maxBytes: MiB });
  await stand.app.ready();
});
afterAll(() => stand.close());

async function send(name: string, content: string | Uint8Array, more: Record<string, string> = {}) {
  const { payload, headers } = upload(name, content);
  return stand.app.inject({ method: 'POST', url: '/api/arquivos', payload, headers: { ...headers, ...more } });
}
const get = (id: number, headers: Record<string, string> = {}) => stand.app.inject({ url: `/api/arquivos/${id}`, headers });
const png = () =>
  sharp({ create: { width: 3, height: 2, channels: 3, background: '#ff850a' } })
    .png()
    .toBuffer();

test('a file comes back byte for byte, with its accents in its name', async () => {
  const content = await png();
  const sent = await send('Fotografia da Conceição.png', content);
  expect(sent.statusCode).toBe(201);
  expect(sent.json()).toMatchObject({ nome: 'Fotografia da Conceição.png', tipo: 'image/png', tamanho: content.length });
  const got = await get(sent.json().id);
  expect(got.rawPayload.equals(content)).toBe(true);
  expect(got.headers['content-disposition']).toBe(
    `inline; filename="Fotografia da Conceicao.png"; filename*=UTF-8''Fotografia%20da%20Concei%C3%A7%C3%A3o.png`,
  );
  expect(got.headers['x-content-type-options']).toBe('nosniff');
  expect((await get(sent.json().id, { 'if-none-match': got.headers.etag as string })).statusCode).toBe(304);
});

test.each([
  ['pagina.png', '<!doctype html><script>alert(1)</script>'],
  ['desenho.txt', '  <svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
  ['dados.pdf', '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"/>'],
  ['escondida.txt', '<!-- x --><html><body>'],
])('%s is not shown by the browser when its content could run there', async (name, content) => {
  const sent = await send(name, content);
  expect(sent.json()).toMatchObject({ tipo: 'application/octet-stream' });
  const got = await get(sent.json().id);
  expect(got.headers['content-disposition']).toMatch(/^attachment/);
  expect(got.headers['content-type']).toBe('application/octet-stream');
});

test.each([
  ['foto.png', Buffer.concat([Buffer.from('MZ'), Buffer.alloc(200, 1)])],
  ['nota.pdf', Buffer.concat([Buffer.from('\x7fELF', 'latin1'), Buffer.alloc(200)])],
  ['roda.txt', Buffer.from('#!/bin/sh\nrm -rf /')],
])('a program called %s is refused', async (name, content) => {
  const answer = await send(name, content);
  expect([answer.statusCode, answer.json().code]).toEqual([415, 'TIPO_NAO_SUPORTADO']);
});

test('a broken picture is refused with a sentence', async () => {
  const answer = await send('foto.png', (await png()).subarray(0, 40));
  expect(answer.statusCode).toBe(415);
});

test('a file over the limit, an empty one and a body that is no file are refused', async () => {
  expect((await send('grande.txt', 'x'.repeat(MiB + 1))).json()).toMatchObject({
    code: 'ARQUIVO_GRANDE',
    message: 'O arquivo é grande demais. O tamanho máximo é 1 MB.',
  });
  expect((await send('vazio.txt', '')).statusCode).toBe(400);
  expect(
    (
      await stand.app.inject({
        method: 'POST',
        url: '/api/arquivos',
        payload: { a: 1 },
        headers: { origin: 'http://localhost:80' },
      })
    ).statusCode,
  ).toBe(415);
  const cut = upload('a.txt', 'abc');
  expect(
    (await stand.app.inject({ method: 'POST', url: '/api/arquivos', payload: cut.payload.subarray(0, 90), headers: cut.headers }))
      .statusCode,
  ).toBe(400);
  expect(
    (
      await stand.app.inject({
        method: 'POST',
        url: '/api/arquivos',
        payload: 'x',
        headers: { ...cut.headers, 'content-type': 'multipart/form-data' },
      })
    ).statusCode,
  ).toBeLessThan(500);
});

test.each([
  ['../../etc/passwd', 'passwd'],
  ['C:\\temp\\relatório.txt', 'relatório.txt'],
  ['nul\u0000o\u202Etxt.exe', 'nulotxt.exe'],
  ['...', 'arquivo'],
])('the name %j is kept as %j', async (given, kept) => {
  expect((await send(given, 'texto')).json()).toMatchObject({ nome: kept });
});

test('parts of a file are served by range', async () => {
  const { id } = (await send('letras.txt', 'abcdefghij')).json();
  const part = async (range: string) => {
    const answer = await get(id, { range });
    return [answer.statusCode, answer.body.startsWith('{') ? '' : answer.body, answer.headers['content-range'] ?? ''];
  };
  expect(await part('bytes=2-4')).toEqual([206, 'cde', 'bytes 2-4/10']);
  expect(await part('bytes=7-')).toEqual([206, 'hij', 'bytes 7-9/10']);
  expect(await part('bytes=-3')).toEqual([206, 'hij', 'bytes 7-9/10']);
  expect(await part('bytes=0-999')).toEqual([206, 'abcdefghij', 'bytes 0-9/10']);
  expect(await part('bytes=10-')).toEqual([416, '', 'bytes */10']);
  expect(await part('bytes=-0')).toEqual([416, '', 'bytes */10']);
  expect(await part('bytes=4-2')).toEqual([200, 'abcdefghij', '']);
  expect(await part('bytes=0-1,3-4')).toEqual([200, 'abcdefghij', '']);
  expect(await part('linhas=1-2')).toEqual([200, 'abcdefghij', '']);
});

test("another company's file is a 404, and so is another user's that no record names", async () => {
  const { id } = (await send('a.txt', 'a')).json();
  expect((await get(id, { 'x-empresa': '2' })).statusCode).toBe(404);
  expect((await get(id, { 'x-usuario': '2' })).statusCode).toBe(404);
  expect((await get(id)).statusCode).toBe(200);
});

test('a file that a record names is read with the authority of that record', async () => {
  const { id } = (await send('contrato.txt', 'a')).json();
  const acting = stand.acting();
  await stand.db.tx(async (tx) => {
    const area = await stand.stores.areas.create(tx, acting, { nome: 'Arquivo', ativo: true });
    await stand.stores.pessoas.create(tx, acting, {
      nome: 'Ana',
      cpf: '529.982.247-25',
      vinculo: 'C',
      area: area.id,
      anexo: { id },
    });
  });
  expect((await get(id, { 'x-usuario': '2' })).statusCode).toBe(200);
  expect((await get(id, { 'x-usuario': '2', 'x-sem': 'ROLE_CAD_PESSOA' })).statusCode).toBe(404);
});

test('the sweep removes old files that nothing names, and bytes without a row', async () => {
  const named = await stand.db.one<{ anexo_id: number }>({ text: 'select anexo_id from pessoas limit 1' });
  await stand.db.query({ text: `update arquivos set criado_em = now() - interval '25 hours'` });
  const fresh = (await send('novo.txt', 'novo')).json();
  await stand.files.store.put(Readable.from(['sem linha']));
  await stand.files.sweep();
  const left = await stand.db.query<{ id: number }>({ text: 'select id from arquivos order by id' });
  expect(left.map(({ id }) => id)).toEqual([named?.anexo_id, fresh.id]);
  await stand.files.sweep(undefined, 0).then(() => {});
  const keys = readdirSync(path.join(stand.folder, 'arquivos'), { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  expect(keys).toHaveLength(1);
});

test('two files in one upload are told apart from a file that is too large', async () => {
  const { payload, headers } = upload('nota.txt', 'um');
  const [boundary] = payload.toString('latin1').split('\r\n');
  const second = `${boundary}\r\ncontent-disposition: form-data; name="arquivo"; filename="outra.txt"\r\n\r\ndois\r\n`;
  const answer = await stand.app.inject({
    method: 'POST',
    url: '/api/arquivos',
    payload: Buffer.concat([Buffer.from(second), payload]),
    headers,
  });
  expect(answer.statusCode).toBe(400);
  expect(answer.json().errors).toEqual([{ field: 'arquivo', message: 'Envie um arquivo por vez' }]);
});
