// Runs as a process of its own (see text.server.ts): whoever sends a file chooses what its reader unpacks, draws and recognises.
import { readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { createCanvas } from '@napi-rs/canvas';
import { getDocument, type PDFDocumentProxy, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';
import sharp, { type Sharp } from 'sharp';
import { serve } from '#kit/engine/serve.server.ts';
import { zipDirectory, zipText } from '#kit/sheet/xlsx/zip-directory.server.ts';
import { letters, plain } from './plain.ts';
import { recognise } from './recognise-child.server.ts';
import { textOfRtf } from './rtf.ts';
import { MOST_TEXT, type SemTexto } from './text.ts';
import { textOfXml } from './xml-text.ts';

export interface TextOrder {
  path: string;
  /** the media type, by its content */
  type: string;
  /** recognises the letters of this page, counted from 1; without it the text layers are read */
  page?: number;
  /** the system's program for it */
  tesseract?: string;
}

/** The text of each page, or of the page that was recognised; `scanned`: pages that have no text layer. */
export type TextAnswer = { pages: string[]; scanned: number[] } | { fault: SemTexto };

const MiB = 1024 ** 2;
const MOST_BYTES = 50 * MiB;
const MOST_PAGES = 60;
const MOST_PIXELS = 60_000_000;
/** A picture that is held in memory whole. */
const MOST_PIXELS_AT_ONCE = 25_000_000;
const MOST_PART = 24 * MiB;
/** Real documents shrink to a thirtieth at best; small ones may shrink more. */
const MOST_RATIO = 150;
const FREE_OF_RATIO = 2 * MiB;
/** A page with fewer letters is recognised too: scanners write their own name on what they scan. */
const FEW_LETTERS = 100;
/** Pixels of a page's longest side: some 200 to the inch of a sheet of A4. More are slower and not better. */
const LONGEST_SIDE = 2_400;

class Stop extends Error {
  readonly fault: SemTexto;
  constructor(fault: SemTexto) {
    super(fault);
    this.fault = fault;
  }
}

const layer = (text: string): TextAnswer => ({ pages: [plain(text)], scanned: [] });

function read(order: TextOrder): Promise<TextAnswer> | TextAnswer {
  const { type } = order;
  const { size } = statSync(order.path);
  if (size === 0) throw new Stop('vazio');
  if (size > MOST_BYTES) throw new Stop('grande');
  if (type === 'application/pdf') return readPdf(order);
  if (type.startsWith('image/')) return readPicture(order);
  if (type === 'application/vnd.oasis.opendocument.text') return layer(odtText(readFileSync(order.path)));
  if (/wordprocessingml|ms-word\.(document|template)\.macro/.test(type)) return layer(docxText(readFileSync(order.path)));
  if (/^(application|text)\/rtf$/.test(type)) return layer(textOfRtf(readFileSync(order.path, 'latin1').slice(0, MOST_PART)));
  if (type.startsWith('text/plain')) return layer(plainText(readFileSync(order.path), type));
  if (/x-cfb|msword/.test(type)) throw new Stop(isLocked(readFileSync(order.path)) ? 'senha' : 'formato');
  throw new Stop('formato');
}

function plainText(bytes: Buffer, type: string): string {
  const charset = /charset=([\w-]+)/.exec(type)?.[1] ?? 'utf-8';
  return new TextDecoder(charset).decode(bytes.subarray(0, 4 * MOST_TEXT));
}

/** Whether an OLE2 container holds a document behind a password; without it, it is one of Word up to 2003. */
const isLocked = (file: Buffer) => file.includes(Buffer.from('EncryptedPackage', 'utf16le'));

// ── Documents of word processors ─────────────────────────────────────────────────────────────────────────────────────────

const docxText = (file: Buffer) => {
  const parts = [/^word\/header\d*\.xml$/, /^word\/document\d*\.xml$/, /^word\/foot(er|notes)\d*\.xml$/];
  return parts
    .map((names) =>
      zipped(file, names)
        .map((xml) => textOfXml(xml, true))
        .join('\n'),
    )
    .join('\n');
};
const odtText = (file: Buffer) =>
  zipped(file, /^content\.xml$/)
    .map((xml) => textOfXml(xml, false))
    .join('\n');

/** The parts with such names, unpacked. Headers of sections repeat each other: each text counts once. */
function zipped(file: Buffer, names: RegExp): string[] {
  const parts = zipDirectory(file);
  if (!parts) throw new Stop('danificado');
  const found = [...parts].filter(([name]) => names.test(name)).map(([, part]) => part);
  if (found.reduce((sum, { plain }) => sum + plain, 0) > MOST_PART) throw new Stop('grande');
  const texts = found.map((part) => {
    if (part.plain > FREE_OF_RATIO && part.plain > part.packed * MOST_RATIO) throw new Stop('grande');
    // What unpacks to more than the directory says is no honest file.
    const text = zipText(file, part, Math.max(part.plain, 1));
    if (text === null) throw new Stop('danificado');
    return text;
  });
  return [...new Set(texts)];
}

// ── PDF ──────────────────────────────────────────────────────────────────────────────────────────────────────────────────

const PDFJS = path.dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
const folder = (name: string) => `${path.join(PDFJS, name)}/`;

async function withPdf<T>(file: string, work: (pdf: PDFDocumentProxy) => Promise<T>): Promise<T> {
  const loading = getDocument({
    data: new Uint8Array(readFileSync(file)),
    cMapUrl: folder('cmaps'),
    standardFontDataUrl: folder('standard_fonts'),
    wasmUrl: folder('wasm'),
    useSystemFonts: false,
    disableFontFace: true,
    enableXfa: false,
    maxImageSize: MOST_PIXELS,
    canvasMaxAreaInBytes: 4 * MOST_PIXELS_AT_ONCE,
    stopAtErrors: false,
    verbosity: VerbosityLevel.ERRORS,
  });
  try {
    return await work(await loading.promise);
  } catch (error) {
    if (error instanceof Stop) throw error;
    throw new Stop((error as Error).name === 'PasswordException' ? 'senha' : 'danificado');
  } finally {
    await loading.destroy();
  }
}

const readPdf = ({ path: file, page, tesseract }: TextOrder): Promise<TextAnswer> =>
  withPdf(file, async (pdf) => {
    if (page !== undefined) return { pages: [plain(await recognise(await drawn(pdf, page), tesseract))], scanned: [] };
    const pages: string[] = [];
    let length = 0;
    while (pages.length < Math.min(pdf.numPages, MOST_PAGES) && length < MOST_TEXT) {
      const text = await layerOf(pdf, pages.length + 1);
      length += text.length;
      pages.push(text);
    }
    return { pages, scanned: pages.flatMap((text, at) => (letters(text) < FEW_LETTERS ? [at + 1] : [])) };
  });

/** A page that cannot be read has no text; the other pages keep theirs. */
async function layerOf(pdf: PDFDocumentProxy, number: number): Promise<string> {
  try {
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent();
    page.cleanup();
    return plain(items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join(''));
  } catch {
    return '';
  }
}

async function drawn(pdf: PDFDocumentProxy, number: number): Promise<Buffer> {
  const page = await pdf.getPage(number);
  const whole = page.getViewport({ scale: 1 });
  const viewport = page.getViewport({ scale: LONGEST_SIDE / Math.max(whole.width, whole.height, 1) });
  const canvas = createCanvas(Math.max(1, Math.ceil(viewport.width)), Math.max(1, Math.ceil(viewport.height)));
  const { width, height } = canvas;
  await page.render({ canvas: canvas as never, viewport, background: '#ffffff' }).promise;
  return readable(sharp(canvas.data(), { raw: { width, height, channels: 4 } }).flatten({ background: '#ffffff' }));
}

// ── Pictures ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

async function readPicture({ path: file, type, page, tesseract }: TextOrder): Promise<TextAnswer> {
  // Reads the head alone, whatever size it claims.
  const head = await sharp(file, { limitInputPixels: false }).metadata();
  const { pages = 1 } = head;
  const count = type === 'image/tiff' ? Math.min(pages, MOST_PAGES) : 1;
  const most = /png|jpeg|webp/.test(type) && pages === 1 ? MOST_PIXELS : MOST_PIXELS_AT_ONCE;
  if (head.width * (head.pageHeight ?? head.height) > most) throw new Stop('grande');
  if (page === undefined)
    return { pages: Array.from({ length: count }, () => ''), scanned: Array.from({ length: count }, (_, at) => at + 1) };
  const picture = sharp(file, { page: page - 1, limitInputPixels: most, sequentialRead: true, failOn: 'error' });
  const png = await readable(picture.autoOrient().flatten({ background: '#ffffff' }), Math.max(head.width, head.height));
  return { pages: [plain(await recognise(png, tesseract))], scanned: [] };
}

/**
 * A small picture is drawn at most twice as large: more only blurs its letters. Contrast is evened out by tiles, because half of a photographed sheet lies in a
 * shadow; it changes nothing of an even one.
 */
const readable = (picture: Sharp, longest = LONGEST_SIDE): Promise<Buffer> => {
  const side = Math.min(LONGEST_SIDE, 2 * longest);
  return picture
    .resize({ width: side, height: side, fit: 'inside' })
    .grayscale()
    .clahe({ width: 80, height: 80, maxSlope: 3 })
    .png({ compressionLevel: 1 })
    .toBuffer();
};

sharp.cache(false);
sharp.concurrency(1);
serve((order: TextOrder) =>
  Promise.resolve()
    .then(() => read(order))
    .catch((fault: unknown): TextAnswer => {
      if (fault instanceof Stop) return { fault: fault.fault };
      return { fault: 'danificado' };
    }),
);
