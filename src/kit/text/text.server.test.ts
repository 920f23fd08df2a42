import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { createCanvas, GlobalFonts } from '@napi-rs/canvas';
import PDFDocument from 'pdfkit';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { ZipFile } from 'yazl';
import { fold } from '#kit/br/text.ts';
import { compileTypst } from '#kit/document/typst.server.ts';
import { plain } from './plain.ts';
import { textOfRtf } from './rtf.ts';
import { readLayer, readText } from './text.server.ts';
import { textOfXml } from './xml-text.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'vinculo-textos-'));
  GlobalFonts.registerFromPath('src/kit/print/fonts/Inter-Regular.ttf', 'Prova');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const PDF = 'application/pdf';
const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const ODT = 'application/vnd.oasis.opendocument.text';

async function read(content: string | Uint8Array, type: string) {
  const file = path.join(mkdtempSync(path.join(folder, 'um-')), 'arquivo');
  writeFileSync(file, content);
  return (await readText(file, type)).text;
}

/** A photographed sheet: lines of text, drawn. */
function picture(lines: readonly string[], width = 560): Buffer {
  const canvas = createCanvas(width, 30 + 44 * lines.length);
  const pen = canvas.getContext('2d');
  pen.fillStyle = '#f4f1ea';
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.fillStyle = '#222';
  pen.font = '24px Prova';
  for (const [at, line] of lines.entries()) pen.fillText(line, 16, 44 + 44 * at);
  return canvas.toBuffer('image/png');
}

async function pdf(options: PDFKit.PDFDocumentOptions, write: (document: PDFKit.PDFDocument) => void): Promise<Buffer> {
  const document = new PDFDocument(options);
  write(document);
  document.end();
  return buffer(document);
}

async function zip(parts: Readonly<Record<string, string>>): Promise<Buffer> {
  const file = new ZipFile();
  for (const [name, content] of Object.entries(parts)) file.addBuffer(Buffer.from(content), name);
  file.end();
  return buffer(file.outputStream);
}

const word = (body: string, more: Readonly<Record<string, string>> = {}) =>
  zip({
    '[Content_Types].xml': '<Types/>',
    'word/document.xml': `<?xml version="1.0"?><w:document><w:body>${body}</w:body></w:document>`,
    ...more,
  });
const paragraph = (text: string) => `<w:p><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;

test('a PDF made by a program is read from its text layer, with its accents and lines', async () => {
  const main = `#set text(lang: "pt")\n= João Antônio\nSegurança do trabalho e prevenção de acidentes. ${'Experiência em indústria. '.repeat(6)}`;
  const made = await compileTypst({ main: 'cv.typ', files: { 'cv.typ': Buffer.from(main) } });
  const found = await read(made, PDF);
  expect(found).toMatchObject({
    meio: 'camada',
    paginas: 1,
    texto: expect.stringMatching(/^João Antônio\nSegurança do trabalho e prevenção/),
  });
});

test('a scanned PDF and a photograph on its side are recognised, and found without accents too', async () => {
  const sheet = picture(['Técnica de enfermagem', 'Vacinação em São Paulo']);
  const scanned = await pdf({ size: [400, 120], margin: 0 }, (document) => document.image(sheet, 0, 0, { width: 400 }));
  const onItsSide = await sharp(sheet).rotate(90).jpeg().withMetadata({ orientation: 8 }).toBuffer();
  for (const found of [await read(scanned, PDF), await read(onItsSide, 'image/jpeg')]) {
    expect(found).toMatchObject({ meio: 'ocr', paginas: 1, texto: expect.stringContaining('Vacinação em São Paulo') });
    expect(fold('texto' in found ? found.texto : '')).toContain('tecnica de enfermagem');
  }
});

test('a layer that takes long is left for later, and read then', async () => {
  const file = path.join(mkdtempSync(path.join(folder, 'um-')), 'arquivo');
  const pages = (document: PDFKit.PDFDocument) => {
    for (let page = 0; page < 60; page++) document.addPage().text('Conferente de cargas\n'.repeat(40));
  };
  writeFileSync(file, await pdf({}, pages));
  expect(await readLayer(file, PDF, { patience: 1 })).toEqual({ text: { motivo: 'demorado' }, more: true });
  expect(await readText(file, PDF)).toMatchObject({ text: { texto: expect.stringContaining('Conferente de cargas') } });
});

test('the system’s Tesseract is asked first where there is one, and ours when it fails', async () => {
  const program = path.join(folder, 'tesseract');
  const says = (line: string) => {
    writeFileSync(program, `#!${process.execPath}\n${line}`);
    chmodSync(program, 0o700);
  };
  vi.stubEnv('PATH', folder);
  const sheet = picture(['Logística'], 300);
  try {
    says(`process.stdin.resume().on('end', () => console.log('pelo sistema ' + process.argv.slice(2).join(' ')))`);
    expect(await read(sheet, 'image/png')).toMatchObject({ texto: 'pelo sistema stdin stdout -l por' });
    says('process.exit(1)');
    expect(await read(sheet, 'image/png')).toMatchObject({ texto: 'Logística' });
  } finally {
    vi.unstubAllEnvs();
  }
});

test('a Word document gives its header, tables and boxes, each text once', async () => {
  const box = (name: string) => `<mc:${name}><w:txbxContent>${paragraph('Inglês avançado')}</w:txbxContent></mc:${name}>`;
  const made = await word(
    `${paragraph('Objetivo: atuar &amp; crescer')}<mc:AlternateContent>${box('Choice')}${box('Fallback')}</mc:AlternateContent>
    <w:tbl><w:tr><w:tc>${paragraph('2019')}</w:tc><w:tc>${paragraph('Mecânico')}</w:tc></w:tr></w:tbl>
    <w:p><w:r><w:t>fim</w:t><w:tab/><w:t>da folha</w:t><w:delText>apagado</w:delText><w:instrText>PAGE</w:instrText></w:r></w:p>`,
    { 'word/header1.xml': paragraph('Zilda Conceição'), 'word/header2.xml': paragraph('Zilda Conceição') },
  );
  expect(await read(made, DOCX)).toMatchObject({ meio: 'camada' });
  const found = await read(made, DOCX);
  expect('texto' in found ? found.texto.split('\n').filter(Boolean) : found).toEqual([
    'Zilda Conceição',
    'Objetivo: atuar & crescer',
    'Inglês avançado',
    '2019',
    'Mecânico',
    'fim da folha',
  ]);
});

test('documents of LibreOffice, RTF and plain text in any of their alphabets are read', async () => {
  const odt = await zip({
    mimetype: ODT,
    'content.xml':
      '<o:d><office:styles>oculto</office:styles><office:body><text:p>Seleção<text:s/>&#233; feita</text:p><text:p>aqui</text:p></office:body></o:d>',
  });
  expect(await read(odt, ODT)).toMatchObject({ texto: 'Seleção é feita\naqui' });
  const rtf = String.raw`{\rtf1\ansi{\fonttbl{\f0 Arial;}}{\*\generator Oculto;}\f0 Jos\'e9 da Concei\u231?\u227?o\par S\'e3o Paulo\{1\}}`;
  expect(await read(rtf, 'application/rtf')).toMatchObject({ texto: 'José da Conceição\nSão Paulo{1}' });
  expect(textOfRtf('{'.repeat(100_000))).toBe('');
  expect(await read(Buffer.from('Conceição', 'latin1'), 'text/plain; charset=windows-1252')).toMatchObject({
    texto: 'Conceição',
  });
  expect(await read(Buffer.from('\ufeffÁrea', 'utf16le'), 'text/plain; charset=utf-16le')).toMatchObject({ texto: 'Área' });
});

test('text is kept clean: composed, without unseen signs, with the words that a line divided', () => {
  expect(plain('Conceic\u0327a\u0303o\u0000 \u200bde  e\ufb01ciência\r\n\r\n\r\n\r\nexperi-\nência \ud800 \ue000fim ')).toBe(
    'Conceição de eficiência\n\nexperiência \ufffd fim',
  );
});

test('marks that stood behind unseen signs are no more than thirty of a letter, which is as many as the database sorts soon', () => {
  for (const between of ['\u00ad', '\u0001', '\u200b']) {
    const hidden = plain(`a${`${'\u0301\u0316'.repeat(15)}${between}`.repeat(40)}`);
    expect(/\p{M}{31}/u.test(hidden), JSON.stringify(between)).toBe(false);
  }
});

test('tags that never end are read in proportion to their number', () => {
  expect(textOfXml(`${'<w:t a'.repeat(200_000)}<w:t>fim</w:t>`, true)).toBe('fim');
});

test('a hostile, damaged or foreign file is told as one without text, and the next file is read', async () => {
  const locked = await pdf({ userPassword: 'segredo' }, (document) => document.text('oculto'));
  const letter = await pdf({}, (document) => document.text('Ação. '.repeat(60)));
  const script = letter
    .toString('latin1')
    .replace('/Type /Catalog', '/Type /Catalog /OpenAction << /S /JavaScript /JS (for(;;);) >>');
  const bomb = await word('<w:p/>'.repeat(6_000_000).slice(0, 22 * 1024 * 1024));
  const tooMuch = await word(' '.repeat(30 * 1024 * 1024));
  const giant = await sharp({ create: { width: 30_000, height: 4_000, channels: 3, background: '#fff' } })
    .png()
    .toBuffer();
  const blank = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#fff' } })
    .png()
    .toBuffer();
  const ole = (text: string) => Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.from(text, 'utf16le')]);
  const cases: readonly (readonly [motivo: string, content: string | Uint8Array, type: string])[] = [
    ['vazio', '', PDF],
    ['vazio', blank, 'image/png'],
    ['vazio', await word(''), DOCX],
    ['senha', locked, PDF],
    ['senha', ole('EncryptedPackage'), 'application/x-cfb'],
    ['formato', ole('WordDocument'), 'application/x-cfb'],
    ['formato', 'x', 'application/zip'],
    ['danificado', letter.subarray(0, 500), PDF],
    ['danificado', '%PDF-1.7 nada', PDF],
    ['danificado', letter, 'image/png'],
    ['danificado', letter, DOCX],
    ['danificado', (await word(paragraph('texto'))).subarray(0, 80), DOCX],
    ['grande', bomb, DOCX],
    ['grande', tooMuch, DOCX],
    ['grande', giant, 'image/png'],
  ];
  for (const [motivo, content, type] of cases)
    expect([motivo, type, await read(content, type)]).toEqual([motivo, type, { motivo }]);
  expect(await read(Buffer.from(script, 'latin1'), PDF)).toMatchObject({ texto: expect.stringContaining('Ação.') });
});
