import { readFileSync } from 'node:fs';
import type { Asking } from '#kit/engine/engine.server.ts';
import { printableLogo } from '#kit/picture/picture.server.ts';
import type { PdfFrame } from '#kit/print/frame.server.ts';
import { Refusal } from '#kit/refusal/refusal.ts';
import { formatCell } from '#kit/sheet/format.ts';
import { compileTypst } from './typst.server.ts';

const frameFile = readFileSync(new URL('./frame.typ', import.meta.url));
const templates = new Map<string, Buffer>();

function templateAt(url: URL): Buffer {
  let known = templates.get(url.href);
  if (!known) templates.set(url.href, (known = readFileSync(url)));
  return known;
}

export interface PdfDocument {
  title: string;
  /** the Typst file; it imports `/frame.typ` and reads `/dados.json` */
  template: URL;
  data: Readonly<Record<string, unknown>>;
  frame: PdfFrame;
}

const colourOf = (colour: string | undefined) => (/^#[0-9a-f]{6}$/i.test(colour ?? '') ? colour : '#6b7280');

/** The size of a document's data; a document above a limit becomes a task. */
export const weightOf = (data: Readonly<Record<string, unknown>>): number => JSON.stringify(data).length;

/** Most characters in the data of one document about several records. */
const MOST_DATA = 16_000_000;

/** What a document says of several records, one after the other. Refuses more than one document holds: records differ in size by a thousand times. */
export async function gathered<I, T>(items: Iterable<I>, read: (item: I) => Promise<T>): Promise<T[]> {
  const all: T[] = [];
  let length = 0;
  for (const item of items) {
    const one = await read(item);
    length += JSON.stringify(one).length;
    if (length > MOST_DATA)
      throw new Refusal('DOCUMENTO_GRANDE', 'São dados demais para um só documento. Escolha menos registros de cada vez.', 422);
    all.push(one);
  }
  return all;
}

/** Lays out a document: its template inside the frame that all prints share. Text is passed as data and is never Typst source. */
export async function writeDocument({ title, template, data, frame }: PdfDocument, asking: Asking = {}): Promise<Buffer> {
  const logo = await printableLogo(frame.logo);
  const quadro = {
    titulo: title,
    empresa: frame.company,
    impressoPor: frame.printedBy,
    impressoEm: formatCell('instant', frame.printedAt),
    filtros: frame.filters,
    cor: colourOf(frame.primary),
    deitado: frame.orientation === 'landscape',
    logo: logo ? { largura: logo.width, altura: logo.height } : null,
  };
  const files = {
    'frame.typ': frameFile,
    'documento.typ': templateAt(template),
    'dados.json': Buffer.from(JSON.stringify({ ...data, quadro })),
    ...(logo ? { 'logo.png': logo.png } : {}),
  };
  return compileTypst({ main: 'documento.typ', files }, asking);
}
