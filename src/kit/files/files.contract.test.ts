import { createHash } from 'node:crypto';
import { readdirSync, truncateSync } from 'node:fs';
import path from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import sharp from 'sharp';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { wholeCompany } from '#kit/store/references.server.ts';
import { createStore } from '#kit/store/store.server.ts';
import { openStand, type Stand, upload } from '#kit/testing/stand.server.ts';
import { createFiles } from './files.server.ts';
import { type FileReader, fileReadersOf } from './readers.server.ts';
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
  const content = Buffer.from('%PDF-1.7\n1 0 obj<</Author(ção)>>endobj\n%%EOF');
  const sent = await send('Declaração da Conceição.pdf', content);
  expect(sent.statusCode).toBe(201);
  expect(sent.json()).toMatchObject({
    nome: 'Declaração da Conceição.pdf',
    tipo: 'application/pdf',
    tamanho: content.length,
  });
  const got = await get(sent.json().id);
  expect(got.rawPayload.equals(content)).toBe(true);
  expect(got.headers['content-disposition']).toBe(
    `inline; filename="Declaracao da Conceicao.pdf"; filename*=UTF-8''Declara%C3%A7%C3%A3o%20da%20Concei%C3%A7%C3%A3o.pdf`,
  );
  expect(got.headers['x-content-type-options']).toBe('nosniff');
  expect((await get(sent.json().id, { 'if-none-match': got.headers.etag as string })).statusCode).toBe(304);
});

test('a file whose bytes a damaged disk cut short is missing, and its reader does not wait for the rest', async () => {
  const { id } = (await send('Contrato.pdf', '%PDF-1.7\n1 0 obj<<>>endobj\n%%EOF')).json();
  const { chave } = await stand.db.only<{ chave: string }>(sql`select chave from arquivos where id = ${id}`);
  truncateSync(path.join(stand.folder, 'arquivos', chave), 9);
  for (const headers of [{}, { range: 'bytes=0-3' }, { range: 'bytes=20-' }] as Record<string, string>[])
    expect((await get(id, headers)).statusCode).toBe(404);
});

const secret = 'Canon de Fulana 0042';
const exif = {
  IFD0: { Artist: secret, Make: secret },
  IFD2: { BodySerialNumber: secret },
  IFD3: { GPSLatitudeRef: 'S', GPSLatitude: '23/1 33/1 0/1' },
};
/** Two pixels a side: the upper left one is red, the others are white. */
const corner = () => {
  const pixels = Buffer.alloc(64 * 64 * 3, 255);
  for (let y = 0; y < 32; y++) for (let x = 0; x < 32; x++) pixels.set([255, 0, 0], (y * 64 + x) * 3);
  return sharp(pixels, { raw: { width: 64, height: 64, channels: 3 } });
};
const photo = () => corner().withExif(exif).withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/">${secret}</x:xmpmeta>`);

test.each([
  ['foto.jpg', () => photo().jpeg(), 'foto.jpg', 'image/jpeg'],
  ['foto.png', () => photo().png(), 'foto.png', 'image/png'],
  ['foto.webp', () => photo().webp(), 'foto.webp', 'image/webp'],
  ['foto.avif', () => photo().avif({ effort: 0 }), 'foto.webp', 'image/webp'],
  ['foto.tiff', () => photo().tiff(), 'foto.webp', 'image/webp'],
])('of the picture %s is kept what is seen, and nothing of place, owner or device', async (name, draw, kept, tipo) => {
  const content = await draw().toBuffer();
  expect(content.includes(secret)).toBe(true);
  const sent = await send(name, Buffer.concat([content, Buffer.from(`depois do fim: ${secret}`)]));
  expect(sent.statusCode, sent.body).toBe(201);
  const got = (await get(sent.json().id)).rawPayload;
  expect(sent.json()).toMatchObject({ nome: kept, tipo, tamanho: got.length });
  expect(got.includes(secret)).toBe(false);
  const { exif: left, xmp, icc, width, height } = await sharp(got).metadata();
  expect([left, xmp, icc, width, height]).toEqual([undefined, undefined, undefined, 64, 64]);
  const [row] = await stand.db.query<{ checksum: string; tamanho: number }>({
    text: 'select checksum, tamanho from arquivos where id = $1',
    values: [sent.json().id],
  });
  expect(row).toEqual({ checksum: createHash('sha256').update(got).digest('hex'), tamanho: got.length });
});

test('a picture that the camera held sideways stands upright', async () => {
  const sent = await send('foto.jpg', await corner().jpeg({ quality: 100 }).withMetadata({ orientation: 6 }).toBuffer());
  const got = await sharp((await get(sent.json().id)).rawPayload)
    .raw()
    .toBuffer();
  const redness = (x: number, y: number) => 255 - (got[(y * 64 + x) * 3 + 1] ?? 0);
  expect([redness(8, 8) < 50, redness(56, 8) > 200]).toEqual([true, true]);
});

test('colours of a camera become those of the screen', async () => {
  const green = sharp({ create: { width: 8, height: 8, channels: 3, background: '#20c020' } });
  const content = await green.withIccProfile('p3').png().toBuffer();
  const sent = await send('foto.png', content);
  const got = await sharp((await get(sent.json().id)).rawPayload)
    .raw()
    .toBuffer();
  expect([...got.subarray(0, 3)].map((part) => Math.round(part / 16))).toEqual([2, 12, 2]);
});

test('a moving picture goes on moving', async () => {
  const frames = ['#f00', '#0f0', '#00f'].map((background) => ({
    create: { width: 20, height: 20, channels: 3 as const, background },
  }));
  const pages = await Promise.all(frames.map((frame) => sharp(frame).png().toBuffer()));
  const content = await sharp(pages, { join: { animated: true } })
    .gif({ delay: [100, 200, 300], loop: 3 })
    .toBuffer();
  const sent = await send('roda.gif', content);
  const got = (await get(sent.json().id)).rawPayload;
  expect(sent.json()).toMatchObject({ tipo: 'image/gif', nome: 'roda.gif' });
  expect(await sharp(got, { animated: true }).metadata()).toMatchObject({ pages: 3, delay: [100, 200, 300], loop: 3 });
});

/** A WebP of so many frames of one pixel. */
function manyFrames(count: number): Buffer {
  const chunk = (name: string, data: Buffer) => {
    const size = Buffer.alloc(4);
    size.writeUInt32LE(data.length);
    return Buffer.concat([Buffer.from(name), size, data, Buffer.alloc(data.length % 2)]);
  };
  const pixel = chunk('VP8L', Buffer.from('2f00000000888888080000', 'hex'));
  const frame = chunk('ANMF', Buffer.concat([Buffer.from('0000000000000000000000000a000000', 'hex'), pixel]));
  const head = [chunk('VP8X', Buffer.from('02000000000000000000', 'hex')), chunk('ANIM', Buffer.alloc(6))];
  return chunk('RIFF', Buffer.concat([Buffer.from('WEBP'), ...head, ...Array<Buffer>(count).fill(frame)]));
}

test('a picture of very many tiny frames, each of which takes its time, is refused by its head', async () => {
  const answer = await send('quadros.webp', manyFrames(20_000));
  expect(answer.json()).toMatchObject({ message: 'A imagem tem quadros demais. São aceitos até 1.000.' });
  expect(answer.statusCode).toBe(415);
});

test('a JPEG of very many empty scans, each a pass over the whole picture, is refused before it is read', async () => {
  const usual = await sharp({ create: { width: 16, height: 16, channels: 3, background: '#336699' } })
    .jpeg({ progressive: true })
    .toBuffer();
  const last = usual.subarray(usual.lastIndexOf(Buffer.from([0xff, 0xda])), -2);
  const scans = (count: number) =>
    Buffer.concat([usual.subarray(0, -2), ...Array<Buffer>(count).fill(last), Buffer.from([0xff, 0xd9])]);
  expect((await send('usual.jpg', usual)).statusCode).toBe(201);
  const answer = await send('passagens.jpg', scans(101));
  expect(answer.json()).toMatchObject({
    message: 'A imagem tem passagens demais. São aceitas até 100. Salve-a de novo e envie.',
  });
  expect(answer.statusCode).toBe(415);
});

test('one user sends few files at a time, so that bytes that no quota counts yet cannot fill the disk', async () => {
  const { payload, headers } = upload('devagar.txt', 'devagar');
  const slow = Array.from({ length: 13 }, () => new PassThrough());
  const answers = slow.map((stream) => {
    stream.write(payload.subarray(0, -10));
    return stand.app.inject({ method: 'POST', url: '/api/arquivos', payload: stream, headers });
  });
  expect((await Promise.race(answers)).json()).toMatchObject({ code: 'MUITAS_TENTATIVAS', retryAfter: 5 });
  expect((await send('outra.txt', 'de outra pessoa', { 'x-usuario': '2' })).statusCode).toBe(201);
  for (const stream of slow) stream.end(payload.subarray(-10));
  const all = (await Promise.all(answers)).map(({ statusCode }) => statusCode);
  expect(all.filter((status) => status === 201)).toHaveLength(12);
  expect((await send('depois.txt', 'depois')).statusCode).toBe(201);
});

const field = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#ff850a' } });

test.each([
  [
    'AVIF',
    () => field(7_000, 7_000).avif({ effort: 0 }).toBuffer(),
    'A imagem tem 49 megapixels, contados todos os quadros. Neste formato são aceitos até 12. Reduza a imagem e envie de novo.',
  ],
  ['TIFF', () => field(4_000, 4_000).tiff({ compression: 'deflate' }).toBuffer(), /16 megapixels.*até 12/],
  ['GIF', () => field(4_000, 4_000).gif({ effort: 1 }).toBuffer(), /16 megapixels.*até 12/],
  ['PNG', () => field(7_100, 7_100).png().toBuffer(), /50,4 megapixels.*até 50/],
  [
    'GIF of many frames',
    async () => {
      const pages = [await field(2_500, 2_000).png().toBuffer(), await field(2_500, 2_000).negate().png().toBuffer()];
      return sharp([...pages, ...pages], { join: { animated: true } })
        .gif({ effort: 1 })
        .toBuffer();
    },
    /20 megapixels, contados todos os quadros.*até 12/,
  ],
])('a small %s file of many pixels is refused with a sentence', async (_, draw, sentence) => {
  const answer = await send('bomba', await draw());
  expect(answer.statusCode).toBe(415);
  expect(answer.json()).toEqual({ code: 'TIPO_NAO_SUPORTADO', message: expect.stringMatching(sentence) });
});

test('a small picture keeps its palette; the colours of a large one are not counted anew, which would hold up others for a minute', async () => {
  for (const [side, isPalette] of [
    [64, true],
    [2_100, false],
  ] as const) {
    const drawn = await field(side, side).png({ palette: true }).toBuffer();
    expect((await sharp(drawn).metadata()).isPalette).toBe(true);
    const { id } = (await send('mapa.png', drawn)).json();
    const got = await sharp((await get(id)).rawPayload).metadata();
    expect([got.format, got.isPalette ?? false], String(side)).toEqual(['png', isPalette]);
  }
});

test('a photograph whose metadata nobody here can take out is refused with a way out', async () => {
  const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic\0\0\0\0mif1heic', 'latin1'), Buffer.alloc(64)]);
  expect((await send('IMG_0001.HEIC', heic)).json()).toEqual({
    code: 'TIPO_NAO_SUPORTADO',
    message: 'Este formato de fotografia não é aceito. Salve a imagem como JPEG, PNG ou WebP e envie de novo.',
  });
});

const PDF = '%PDF-1.7\n1 0 obj<</A(b)>>endobj\n%%EOF';
const HTML = '<!doctype html><script>alert(1)</script>';

test.each([
  ['pagina.png', HTML],
  ['desenho.txt', '  <svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
  ['dados.pdf', '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"/>'],
  ['escondida.txt', '<!-- x --><html><body>'],
  ['larga.csv', Buffer.from(`\ufeff${HTML}`, 'utf16le')],
  ['contrato.pdf', `nada\n${PDF}`],
  ['contrato.docx', PDF],
  ['foto.jpg', PDF],
  ['nota.txt', PDF],
  ['nota.txt', Buffer.from([0, 1, 2, 3])],
  ['planilha.xlsx', 'a;b'],
])('%s whose content is another is refused with a sentence', async (name, content) => {
  const answer = await send(name, content);
  expect(answer.json()).toEqual({
    code: 'TIPO_NAO_SUPORTADO',
    message: `O conteúdo de ${name} não é o de um arquivo .${name.split('.')[1]}. Salve-o no formato certo e envie de novo.`,
  });
  expect(answer.statusCode).toBe(415);
});

test.each(['hta', 'bat', 'ps1', 'EXE', 'lnk', 'svg', 'html', 'js', 'url', 'eml'])(
  'a name that ends in .%s is refused, whatever the content is',
  async (ending) => {
    for (const content of [PDF, 'texto', await png()])
      expect((await send(`fatura.pdf.${ending}`, content)).json()).toEqual({
        code: 'TIPO_NAO_SUPORTADO',
        message: expect.stringMatching(new RegExp(`^Arquivos \\.${ending.toLowerCase()} não são aceitos\\. Envie PDF, `)),
      });
  },
);

test.each([
  ['foto.png', () => field(8, 8).jpeg().toBuffer(), 'foto.jpg', 'image/jpeg'],
  ['foto', () => png(), 'foto.png', 'image/png'],
  ['Contrato 01.02.2026', () => PDF, 'Contrato 01.02.2026.pdf', 'application/pdf'],
  ['bloco.library-ms', () => 'texto', 'bloco.library-ms.txt', 'text/plain; charset=utf-8'],
  ['larga.csv', () => Buffer.from('\ufeffa;b', 'utf16le'), 'larga.csv', 'text/plain; charset=utf-16le'],
])('%s is kept under a name that says what it is', async (given, content, nome, tipo) => {
  expect((await send(given, await content())).json()).toMatchObject({ nome, tipo });
});

/** Content signed as a whole (CMS), as a signer writes it: the object identifier and what follows. */
const SIGNED = Buffer.from('3082012c06092a864886f70d010702a082011d308201190201013100', 'hex');
const ENDLESS = Buffer.from('308006092a864886f70d010702a0803080020101310b', 'hex');
const PEM = (word: string) => `-----BEGIN ${word}-----\nMIIBLAYJKoZIhvcNAQcCoIIBHTCCARkCAQE=\n-----END ${word}-----\n`;
const RECEIPT =
  '<?xml version="1.0" encoding="UTF-8"?><eSocial xmlns="http://www.esocial.gov.br/schema/lote"><recibo/></eSocial>';

test.each([
  ['recibo.xml', RECEIPT, 'recibo.xml', 'application/xml'],
  ['recibo', RECEIPT, 'recibo.xml', 'application/xml'],
  ['S-2220.xml', '<eSocial><evtMonit Id="ID1"/></eSocial>', 'S-2220.xml', 'application/xml'],
  ['comentado.xml', '\ufeff<!-- recibo --><!-- outro -->\n<ns2:retorno xmlns:ns2="urn:a"/>', 'comentado.xml', 'application/xml'],
  ['grande.xml', `<r>${'<recibo numero="1"/>'.repeat(20_000)}</r>`, 'grande.xml', 'application/xml'],
  ['largo.xml', Buffer.from('\ufeff<?xml version="1.0"?><a/>', 'utf16le'), 'largo.xml', 'application/xml'],
  ['ASO assinado.pdf.p7s', SIGNED, 'ASO assinado.pdf.p7s', 'application/pkcs7-signature'],
  ['sem-fim.p7s', Buffer.concat([ENDLESS, Buffer.alloc(64)]), 'sem-fim.p7s', 'application/pkcs7-signature'],
  ['carta.p7s', PEM('PKCS7'), 'carta.p7s', 'application/pkcs7-signature'],
  ['carta', PEM('CMS'), 'carta.p7s', 'application/pkcs7-signature'],
])('%s, as people exchange it, is taken and only downloaded', async (given, content, nome, tipo) => {
  const sent = (await send(given, content)).json();
  expect(sent).toMatchObject({ nome, tipo });
  const answer = await get(sent.id);
  expect(answer.rawPayload).toEqual(Buffer.from(content));
  expect(answer.headers).toMatchObject({
    'content-type': tipo,
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringMatching(/sandbox$/),
    'content-disposition': expect.stringMatching(/^attachment/),
  });
});

test.each([
  ['pagina.xml', HTML],
  ['pagina.xml', '<HTML><body/></HTML>'],
  ['desenho.xml', '<!-- a --><svg xmlns="http://www.w3.org/2000/svg"/>'],
  ['estilo.xml', '<?xml version="1.0"?><?xml-stylesheet href="x.xsl"?><a/>'],
  ['prefixo.xml', '<?xml version="1.0"?><a:html xmlns:a="http://www.w3.org/1999/xhtml"><a:script/></a:html>'],
  ['funda.xml', `<?xml version="1.0"?>${' '.repeat(2_000)}<r><s xmlns="http://www.w3.org/1999/xhtml">alert(1)</s></r>`],
  ['longe.xml', `<r>${' '.repeat(70_000)}<s xmlns="http://www.w3.org/1999/xhtml">alert(1)</s></r>`],
  ['cortada.xml', `<r>${' '.repeat(256 * 1024 - 30)}<s xmlns="http://www.w3.org/1999/xhtml">alert(1)</s></r>`],
  ['comprida.xml', `<r><s xmlns="${'a'.repeat(5_000)}&#x6d;">alert(1)</s></r>`],
  ['espacosa.xml', `<r><s xmlns${' '.repeat(150)}="http://www.w3.org/1999/xht&#x6d;l">alert(1)</s></r>`],
  ['prefixada.xml', `<r><s\nxmlns:${'a'.repeat(300)}="http://www.w3.org/1999/xht&#x6d;l">alert(1)</s></r>`],
  ['escrita.xml', '<x><s:script xmlns:s="http://www.w3.org/1999/xht&#x6d;l">alert(1)</s:script></x>'],
  ['entidades.xml', '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'],
  ['nota.xml', 'apenas texto < outro'],
  ['nota.xml', PDF],
  ['chave.p7s', '-----BEGIN PRIVATE KEY-----\nMIIB\n-----END PRIVATE KEY-----'],
  ['sequencia.p7s', Buffer.from('3082012c06092a864886f70d010701a082011d', 'hex')],
  ['texto.p7s', 'texto'],
  ['recibo.txt', RECEIPT],
])('%s that is no data for a program to read is refused', async (name, content) => {
  const answer = await send(name, content);
  expect([answer.statusCode, answer.json().code]).toEqual([415, 'TIPO_NAO_SUPORTADO']);
});

test('a body that is no form is refused before it is read', async () => {
  const answer = await stand.app.inject({
    method: 'POST',
    url: '/api/arquivos',
    headers: { ...upload('a', '').headers, 'content-type': 'application/json' },
    payload: '{"a":',
  });
  expect([answer.statusCode, answer.json()]).toEqual([
    415,
    { code: 'TIPO_NAO_SUPORTADO', message: 'Envie o arquivo como multipart/form-data.' },
  ]);
});

test('content that nobody knows, without an ending that says what it is, is refused', async () => {
  expect((await send('coisa', Buffer.from([0, 1, 2, 3]))).json()).toEqual({
    code: 'TIPO_NAO_SUPORTADO',
    message: expect.stringMatching(/^O tipo deste arquivo não foi reconhecido\. Envie PDF, /),
  });
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
  ).toBe(400);
});

test.each([
  ['../../etc/passwd', 'passwd.txt'],
  ['C:\\temp\\relatório.txt', 'relatório.txt'],
  ['nul\u0000o\u202Eexe.txt', 'nuloexe.txt'],
  ['...', 'arquivo.txt'],
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

/** A table that was made by hand, whose rows name the file. */
async function handMade(name: string, id: number) {
  await stand.db.owner.query({
    text: `create table if not exists ${name} (id bigint generated always as identity primary key, arquivo_id bigint references arquivos)`,
  });
  await stand.db.query({ text: `insert into ${name} (arquivo_id) values ($1)`, values: [id] });
}

test.each(['x', 'pessoas_recibos'])(
  'a file that the table %s names, of which nobody declared who reads it, is read by its maker alone',
  async (table) => {
    const { id } = (await send('recibo.txt', 'recibo')).json();
    await handMade(table, id);
    const fresh = createFiles(stand.db, stand.files.store, { readers: fileReadersOf(stand.stores.pessoas.registry) });
    await expect(fresh.find(id, stand.acting(2))).rejects.toMatchObject({ status: 404 });
    expect(await fresh.find(id, stand.acting(1))).toMatchObject({ id });
  },
);

test('a file of a table made by hand is read as its declaration says', async () => {
  const { id } = (await send('recibo.txt', 'recibo')).json();
  await handMade('x', id);
  const declared = (reader: Partial<FileReader>) =>
    createFiles(stand.db, stand.files.store, {
      readers: [{ table: 'x', column: 'arquivo_id', record: { table: 'x', by: 'id' }, authority: 'ROLE_CAD_RECIBO', ...reader }],
    });
  expect(await declared({}).find(id, stand.acting(2))).toMatchObject({ id });
  for (const [files, acting] of [
    [declared({}), stand.acting(2, 1, 'ROLE_CAD_RECIBO')],
    [declared({ guards: ['ROLE_VER_RECIBO'] }), stand.acting(2, 1, 'ROLE_VER_RECIBO')],
    [declared({ where: () => sql`false` }), stand.acting(2)],
    [declared({ only: sql`f.id < 0` }), stand.acting(2)],
  ] as const)
    await expect(files.find(id, acting)).rejects.toMatchObject({ status: 404 });
});

test('a file that a record names inside of its data is kept, and read by whoever may open the record', async () => {
  const { pessoas } = stand.stores;
  const sentBy = async (who: string) => (await send('modelo.txt', 'modelo', { 'x-usuario': who })).json().id as number;
  const [kept, left, strange] = [await sentBy('1'), await sentBy('1'), await sentBy('2')];
  const filesIn = (value: Record<string, unknown>) => (String(value.nome).match(/\d+/g) ?? []).map(Number);
  const store = createStore(pessoas.registry, stand.lookup, { filesIn }, { accessTo: wholeCompany });
  const input = (names: number[]) => ({ nome: `Modelo de ${names.join(' e ')}`, cpf: '111.444.777-35', vinculo: 'C', area: 1 });
  const acting = stand.acting();
  await expect(stand.db.tx((tx) => store.create(tx, acting, input([strange])))).rejects.toMatchObject({
    extra: { errors: [{ message: 'O arquivo selecionado não existe' }] },
  });
  const record = await stand.db.tx(async (tx) => {
    const made = await store.create(tx, acting, input([kept, left]));
    return store.update(tx, acting, made.id, input([kept]));
  });
  const old = () =>
    stand.db.query({
      text: `update arquivos set criado_em = now() - interval '25 hours' where id = any($1)`,
      values: [[kept, left]],
    });
  await old();
  await stand.files.sweep();
  expect((await get(kept, { 'x-usuario': '2' })).statusCode).toBe(200);
  expect((await get(kept, { 'x-usuario': '2', 'x-sem': 'ROLE_CAD_PESSOA' })).statusCode).toBe(404);
  expect((await get(left)).statusCode).toBe(404);
  // A record that went past the store holds nothing either.
  await stand.db.query({ text: 'delete from pessoas where id = $1', values: [record.id] });
  await stand.files.sweep();
  expect((await get(kept)).statusCode).toBe(404);
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

test('a field of several files keeps them in their order, with name and size, for whoever may open the record', async () => {
  const { pessoas } = stand.stores;
  const one = async (name: string, more: Record<string, string> = {}) => (await send(name, name, more)).json().id as number;
  const [a, b, c] = [await one('a.txt'), await one('b.txt'), await one('c.txt')];
  const acting = stand.acting();
  const input = { nome: 'Bia', cpf: '935.411.347-80', vinculo: 'C', area: 1 };
  const create = (documentos: unknown) => stand.db.tx((tx) => pessoas.create(tx, acting, { ...input, documentos }));
  const told = (message: string) => ({ extra: { errors: [expect.objectContaining({ field: 'documentos', message })] } });
  const strange = await one('alheio.txt', { 'x-usuario': '2' });
  await expect(create([a, strange])).rejects.toMatchObject(told('O arquivo selecionado não existe'));
  await expect(create([a, b, c, strange])).rejects.toMatchObject(told('São permitidos no máximo 3 itens'));
  const large = (await send('grande.txt', 'x'.repeat(1025))).json().id;
  await expect(create([large])).rejects.toMatchObject(told('O arquivo deve ser menor que 0 MB'));

  const made = await create([{ id: b }, { id: a }]);
  expect(made.documentos).toEqual([
    { id: b, nome: 'b.txt', tamanho: 5, tipo: expect.any(String) },
    { id: a, nome: 'a.txt', tamanho: 5, tipo: expect.any(String) },
  ]);
  expect(stand.trail.at(-1)?.changes.documentos?.[1]).toMatchObject([{ nome: 'b.txt' }, { nome: 'a.txt' }]);
  // Somebody else who may edit keeps what stands there, and takes one away.
  const other = stand.acting(2);
  const kept = await stand.db.tx((tx) => pessoas.update(tx, other, made.id, { ...input, documentos: [a] }));
  expect(kept.documentos).toMatchObject([{ nome: 'a.txt' }]);
  const listing = createStore(
    { ...pessoas.registry, columns: ['nome', 'documentos'] },
    stand.lookup,
    {},
    { accessTo: wholeCompany },
  );
  const all = await listing.page(stand.db, other, { page: null, size: 9, paged: false, sort: [], busca: '', where: [] });
  expect(all.content.find(({ id }) => id === made.id)?.documentos).toMatchObject([{ nome: 'a.txt' }]);
  expect((await get(a, { 'x-usuario': '2' })).statusCode).toBe(200);
  expect((await get(a, { 'x-usuario': '2', 'x-sem': 'ROLE_CAD_PESSOA' })).statusCode).toBe(404);

  await stand.db.query({ text: `update arquivos set criado_em = now() - interval '25 hours'` });
  await stand.files.sweep();
  expect((await get(a)).statusCode).toBe(200);
  expect((await get(b)).statusCode).toBe(404);
});
