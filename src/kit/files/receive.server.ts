import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { makerKey } from '#kit/acting/acting.server.ts';
import { bytes } from '#kit/br/text.ts';
import { pgErrorKind } from '#kit/db/pg-errors.server.ts';
import { takesFiles } from '#kit/http/openapi.server.ts';
import { networkOf } from '#kit/http/throttle.server.ts';
import { cleanName } from '#kit/media/file-names.ts';
import { temporaryFolder } from '#kit/process/temporary.server.ts';
import { unhurried } from '#kit/process/unhurried.server.ts';
import { Refusal, refuse } from '#kit/refusal/refusal.ts';
import type { Files } from './files.server.ts';
import type { FileUse, Keeper } from './room.server.ts';
import { STEP } from './store.server.ts';
import type { Arrival } from './under-way.server.ts';

/** A received file, on the disk until its request is answered. */
export interface Received {
  path: string;
  nome: string;
  tamanho: number;
  /** the text fields sent beside it */
  campos: Readonly<Record<string, string>>;
}

const notMultipart = () => new Refusal('TIPO_NAO_SUPORTADO', 'Envie o arquivo como multipart/form-data.', 415);

/** Lets routes take multipart bodies, and those that take files nothing else, however much of it they would take; once for the whole program. */
export async function acceptUploads(app: FastifyInstance): Promise<void> {
  app.addHook('preParsing', async ({ routeOptions, headers }) => {
    if (takesFiles(routeOptions.schema) && !/^multipart\/form-data\b/i.test(headers['content-type'] ?? '')) throw notMultipart();
  });
  await app.register(multipart, {
    limits: { fieldNameSize: 100, fieldSize: 64 * 1024, fields: 20, files: 1, parts: 30, headerPairs: 50 },
  });
}

const tooLarge = (maxBytes: number) =>
  new Refusal('ARQUIVO_GRANDE', `O arquivo é grande demais. O tamanho máximo é ${bytes(maxBytes)}.`, 413);
/** What a route takes: whose it will be, how large it may be, and the names of its part. */
interface Taking {
  files: Pick<Files, 'admit' | 'begin'>;
  keeper: Keeper;
  uso: FileUse;
  maxBytes: number;
  parts?: readonly string[];
}

/** Writes the file part with one of these names to a temporary file, if there is room, lends it to `work`, and removes it. */
export async function receiveFile<T>(
  request: FastifyRequest,
  { files, keeper, uso, maxBytes, parts = ['arquivo'] }: Taking,
  work: (file: Received) => Promise<T>,
): Promise<T> {
  await files.admit(keeper, uso);
  if (!request.isMultipart()) throw notMultipart();
  const arrival = await files.begin({
    sender: makerKey(keeper),
    network: keeper.usuarioId === null ? networkOf(request.ip) : undefined,
    bytes: Math.min(Number(request.headers['content-length'] ?? maxBytes), maxBytes),
  });
  try {
    const folder = await temporaryFolder('envio');
    try {
      const received = await take(request, maxBytes, path.join(folder, 'arquivo'), parts, arrival);
      await request.judgeAgain?.();
      return await work(received);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  } finally {
    arrival.end();
  }
}

/** Tells the count under way of each piece before it is written. */
async function* counting(pieces: AsyncIterable<Buffer>, arrival: Arrival) {
  for await (const piece of pieces) {
    await arrival.took(piece.length);
    yield piece;
  }
}

async function take(
  request: FastifyRequest,
  maxBytes: number,
  target: string,
  names: readonly string[],
  arrival: Arrival,
): Promise<Received> {
  let received: Omit<Received, 'campos'> | undefined;
  const campos: Record<string, string> = {};
  try {
    for await (const part of request.parts({ limits: { fileSize: maxBytes } })) {
      if (part.type !== 'file') {
        if (typeof part.value === 'string' && part.fieldname !== '__proto__') campos[part.fieldname] = part.value;
        continue;
      }
      if (received || !names.includes(part.fieldname)) {
        part.file.resume();
        continue;
      }
      const out = createWriteStream(target, { mode: 0o600, highWaterMark: STEP });
      await pipeline(part.file, (pieces: AsyncIterable<Buffer>) => counting(unhurried(pieces), arrival), out);
      if (part.file.truncated) throw tooLarge(maxBytes);
      received = { path: target, nome: cleanName(part.filename ?? ''), tamanho: out.bytesWritten };
    }
  } catch (error) {
    if (error instanceof Refusal || pgErrorKind(error)?.kind === 'disk-full') throw error;
    const { code = '', statusCode = 0 } = error as { code?: string; statusCode?: number };
    if (code === 'FST_REQ_FILE_TOO_LARGE' || code === 'FST_ERR_CTP_BODY_TOO_LARGE') throw tooLarge(maxBytes);
    if (code === 'FST_FILES_LIMIT') throw refuse.invalid([{ field: 'arquivo', message: 'Envie um arquivo por vez' }]);
    if (statusCode === 413) throw new Refusal('ARQUIVO_GRANDE', 'O envio tem partes demais ou grandes demais.', 413);
    // Busboy's own errors carry no code: a boundary that never comes, a part without headers.
    throw new Refusal('ENVIO_INVALIDO', 'O envio chegou incompleto ou malformado. Tente de novo.');
  }
  if (!received) throw refuse.invalid([{ field: names[0] ?? '', message: 'Selecione um arquivo' }]);
  if (received.tamanho === 0) throw refuse.invalid([{ field: names[0] ?? '', message: 'O arquivo está vazio' }]);
  arrival.arrived(received.tamanho);
  return { ...received, campos };
}
