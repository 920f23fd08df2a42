import { existsSync } from 'node:fs';
import path from 'node:path';
import { type Asking, defineEngine } from '#kit/engine/engine.server.ts';
import { letters } from './plain.ts';
import { type Meio, MOST_TEXT, type SemTexto } from './text.ts';
import type { TextAnswer, TextOrder } from './text-child.server.ts';

/** What was read of a file; or why it has no text. */
export type TextRead = { texto: string; paginas: number; meio: Meio } | { motivo: SemTexto };

class Unread extends Error {
  readonly motivo: SemTexto;
  constructor(motivo: SemTexto) {
    super(motivo);
    this.motivo = motivo;
  }
}

/** Pages that are recognised in pictures: each takes some seconds. */
const MOST_RECOGNISED = 12;
/** Pages that may fail before the rest is left; one that takes too long suffices. */
const MOST_FAILED = 2;
/** Milliseconds that a text layer may take at first; what takes longer is read behind everything else. */
const LAYER_MS = 10_000;
/** Milliseconds that a page may take, and after which no further page of a file begins: others wait for the place. */
const PAGE_MS = 60_000;
const FILE_MS = 90_000;

const ask = defineEngine<TextOrder, TextAnswer>({
  name: 'textos',
  program: new URL('./text-child.server.ts', import.meta.url),
  memory: 900,
  // Nobody waits for it, and others go first on a busy machine: a page of five seconds may take a minute.
  patience: PAGE_MS,
  life: 60,
  died: () => new Unread('grande'),
  late: () => new Unread('demorado'),
});

/** The system's Tesseract, which is twice as fast as ours, if it stands on the path. */
const systemTesseract = (): string | undefined =>
  (process.env.PATH ?? '')
    .split(path.delimiter)
    .map((folder) => path.join(folder, process.platform === 'win32' ? 'tesseract.exe' : 'tesseract'))
    .find((file) => path.isAbsolute(file) && existsSync(file));

export interface Reading extends Pick<Asking, 'signal' | 'owner' | 'patience'> {
  progress?(done: number, all: number): void;
}

/** The text so far, and whether more is to be read: pages without letters of their own, or a layer that takes long. */
export interface TextFound {
  text: TextRead;
  more: boolean;
}

const textOf = (pages: readonly string[], meio: Meio, otherwise: SemTexto = 'vazio'): TextRead => {
  const texto = pages.join('\n\n').trim().slice(0, MOST_TEXT).toWellFormed();
  return letters(texto) === 0 ? { motivo: otherwise } : { texto, paginas: pages.length, meio };
};

/** The text layer of a file, as it is written in it, if it is read soon. `type` is the file's media type by its content. */
export async function readLayer(
  file: string,
  type: string,
  { progress: _, patience = LAYER_MS, ...asking }: Reading = {},
): Promise<TextFound> {
  const first = await asked({ path: file, type }, { ...asking, patience, wait: PAGE_MS });
  if ('fault' in first) return { text: { motivo: first.fault }, more: first.fault === 'demorado' };
  return { text: textOf(first.pages, 'camada'), more: first.scanned.length > 0 };
}

/**
 * The text of a file: of its text layer, and of what is recognised on pages without one. Each page is an order of its own, so that others have
 * their turn between two. Throws only when the program itself is at fault, or has no room.
 */
export async function readText(file: string, type: string, { progress, ...asking }: Reading = {}): Promise<TextFound> {
  const order: TextOrder = { path: file, type };
  const first = await asked(order, asking);
  if ('fault' in first) return { text: { motivo: first.fault }, more: false };
  const { pages, scanned } = first;
  const todo = scanned.slice(0, MOST_RECOGNISED);
  const tesseract = systemTesseract();
  const until = performance.now() + FILE_MS;
  let recognised = 0;
  const failed: SemTexto[] = [];
  for (const [at, page] of todo.entries()) {
    progress?.(at, todo.length);
    if (performance.now() > until) break;
    const seen = await asked({ ...order, page, ...(tesseract ? { tesseract } : {}) }, asking);
    if ('fault' in seen) {
      failed.push(seen.fault);
      if (seen.fault === 'demorado' || failed.length === MOST_FAILED) break;
      continue;
    }
    const [text = ''] = seen.pages;
    // A short last page has a layer of its own, which is more exact than what is recognised.
    if (letters(text) <= 1.5 * letters(pages[page - 1] ?? '')) continue;
    pages[page - 1] = text;
    recognised += 1;
  }
  return { text: textOf(pages, recognised > 0 ? 'ocr' : 'camada', failed[0]), more: false };
}

const asked = (order: TextOrder, asking: Asking): Promise<TextAnswer> =>
  ask(order, asking).catch((error: unknown): TextAnswer => {
    if (error instanceof Unread) return { fault: error.motivo };
    throw error;
  });
