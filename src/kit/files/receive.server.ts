import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Maker, makerKey } from '#kit/acting/acting.server.ts';
import { bytes } from '#kit/br/text.ts';
import { pgErrorKind } from '#kit/db/pg-errors.server.ts';
import { cleanName } from '#kit/media/file-names.ts';
import { temporaryFolder } from '#kit/process/temporary.server.ts';
import { unhurried } from '#kit/process/unhurried.server.ts';
import { Refusal, refuse } from '#kit/refusal/refusal.ts';
import { STEP } from './store.server.ts';

/** A received file, on the disk until its request is answered. */
export interface Received {
  path: string;
  nome: string;
  tamanho: number;
  /** the text fields sent beside it */
  campos: Readonly<Record<string, string>>;
}

/** Lets routes take multipart bodies; once for the whole program. */
export async function acceptUploads(app: FastifyInstance): Promise<void> {
  await app.register(multipart, {
    limits: { fieldNameSize: 100, fieldSize: 64 * 1024, fields: 20, files: 1, parts: 30, headerPairs: 50 },
  });
}

const tooLarge = (maxBytes: number) =>
  new Refusal('ARQUIVO_GRANDE', `O arquivo é grande demais. O tamanho máximo é ${bytes(maxBytes)}.`, 413);
const notMultipart = () => new Refusal('TIPO_NAO_SUPORTADO', 'Envie o arquivo como multipart/form-data.', 415);

/** Writes the file part with one of these names to a temporary file, lends it to `work`, and removes it. */
export async function receiveFile<T>(
  request: FastifyRequest,
  maker: Maker,
  maxBytes: number,
  work: (file: Received) => Promise<T>,
  parts: readonly string[] = ['arquivo'],
): Promise<T> {
  if (!request.isMultipart()) throw notMultipart();
  const leave = enter(makerKey(maker));
  try {
    const folder = await temporaryFolder('envio');
    try {
      const received = await take(request, maxBytes, folder, parts);
      await request.judgeAgain?.();
      return await work(received);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  } finally {
    leave();
  }
}

/** Files of one user that may be arriving at a time: they count in no quota before they have arrived. A browser sends six. */
const MOST_AT_ONCE = 12;
const arriving = new Map<string | undefined, number>();

function enter(who: string | undefined): () => void {
  const before = arriving.get(who) ?? 0;
  if (before >= MOST_AT_ONCE)
    throw new Refusal(
      'MUITAS_TENTATIVAS',
      'Muitos arquivos estão sendo enviados de uma vez. Aguarde os primeiros chegarem.',
      429,
      {
        retryAfter: 5,
      },
    );
  arriving.set(who, before + 1);
  return () => {
    const left = (arriving.get(who) ?? 1) - 1;
    if (left > 0) arriving.set(who, left);
    else arriving.delete(who);
  };
}

async function take(request: FastifyRequest, maxBytes: number, folder: string, names: readonly string[]): Promise<Received> {
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
      const target = path.join(folder, 'arquivo');
      const out = createWriteStream(target, { mode: 0o600, highWaterMark: STEP });
      await pipeline(part.file, unhurried, out);
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
  return { ...received, campos };
}
