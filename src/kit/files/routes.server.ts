import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { turnOf } from '#kit/acting/acting.server.ts';
import type { Asking } from '#kit/engine/engine.server.ts';
import { answers, download, nothing, refTo, sharedSchema, upload } from '#kit/http/openapi.server.ts';
import { recordIdOf } from '#kit/http/query.server.ts';
import { forUsers } from '#kit/http/serves.server.ts';
import { keptName } from '#kit/media/endings.ts';
import { contentDisposition, withEnding } from '#kit/media/file-names.ts';
import { isInline, sniffType } from '#kit/media/sniff.server.ts';
import { cleanPicture, pictures } from '#kit/picture/picture.server.ts';
import { refuse } from '#kit/refusal/refusal.ts';
import type { Files } from './files.server.ts';
import type { FileRow } from './keep.server.ts';
import { type Received, receiveFile } from './receive.server.ts';

const tags = ['Arquivos'];
const config = forUsers;
const MiB = 1024 * 1024;
export const storedFile = {
  type: 'object',
  properties: {
    id: { type: 'integer' },
    nome: { type: 'string' },
    tamanho: { type: 'integer' },
    tipo: { type: 'string' },
  },
  required: ['id', 'nome', 'tamanho', 'tipo'],
};

/** `bytes=a-b`, `a-` and `-n` as offsets; null: the header asks for nothing that we serve in parts; undefined: out of the file. */
function rangeOf(header: string | undefined, size: number): { start: number; end: number } | null | undefined {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '');
  if (!match) return null;
  const [, first = '', last = ''] = match;
  if (first === '' && last === '') return null;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (first !== '' && last !== '' && Number(last) < start) return null;
  return start >= size || start > end ? undefined : { start, end };
}

/**
 * The bytes that are stored of a received file, under a name that fits its type: pictures are drawn again and lose the camera's
 * metadata, all other files stay byte for byte.
 */
export async function keptOf({ path, nome }: Received, asking: Asking): Promise<{ path: string; nome: string; tipo: string }> {
  const tipo = await sniffType(path);
  // Before the picture is drawn: a file with a program's name is refused.
  const named = keptName(nome, tipo);
  if (!pictures.has(tipo)) return { path, nome: named, tipo };
  const drawn = `${path}-limpa`;
  const { type, ending } = await cleanPicture(path, drawn, tipo, asking);
  return { path: drawn, nome: type === tipo ? named : withEnding(named, ending), tipo: type };
}

const made = z.object({
  id: z.int(),
  nome: z.string(),
  tipo: z.string(),
  tamanho: z.int(),
  criadoEm: z.iso.datetime({ offset: true }),
  tarefaId: z.int().nullable(),
});

/** Upload, authorised download with ranges, and the results of one's own tasks. Call `acceptUploads` first. */
export function registerFileRoutes(
  app: FastifyInstance,
  files: Files,
  { maxBytes = 10 * MiB }: { maxBytes?: number } = {},
): void {
  app.post(
    '/api/arquivos',
    {
      config,
      bodyLimit: maxBytes + MiB,
      schema: {
        tags,
        summary: 'Enviar um arquivo (multipart, parte `arquivo`)',
        ...upload(),
        response: { 201: { description: 'o arquivo', ...sharedSchema(app, 'Arquivo', () => storedFile) } },
      },
    },
    async (request, reply) => {
      const { acting } = request;
      const made = await receiveFile(request, { files, keeper: acting, uso: 'envio', maxBytes }, async (received) => {
        const kept = await keptOf(received, turnOf(acting));
        const { id, nome, tipo, tamanho } = await files.saveFrom(acting, { ...kept, uso: 'envio' }, kept.path);
        return { id, nome, tamanho, tipo };
      });
      return reply.status(201).send(made);
    },
  );

  app.get(
    '/api/arquivos/meus',
    { config, schema: { tags, summary: 'Arquivos que minhas tarefas fizeram', response: answers(z.array(made)) } },
    (request) => files.mine(request.acting),
  );

  app.get(
    '/api/arquivos/:id',
    {
      config,
      compress: false,
      schema: {
        tags,
        summary: 'Baixar um arquivo',
        querystring: { type: 'object', properties: { baixar: { type: 'boolean', description: 'true: como anexo' } } },
        response: {
          200: download(['any']),
          206: download(['any']),
          304: nothing('o mesmo que já se tem'),
          416: { description: 'o trecho pedido não existe', ...refTo('Erro') },
        },
      },
    },
    async (request, reply) => {
      const file = await files.find(recordIdOf(request), request.acting);
      await files.tell(file.id, request.acting);
      return sendStored(request, reply, files, file);
    },
  );
}

/** Sends a stored file: by its digest, in ranges, and never as a page of ours. */
export async function sendStored(request: FastifyRequest, reply: FastifyReply, files: Files, file: FileRow) {
  const etag = `"${file.checksum.slice(0, 32)}"`;
  reply.headers({
    etag,
    'accept-ranges': 'bytes',
    'cache-control': 'private, no-cache',
    'x-content-type-options': 'nosniff',
  });
  if (request.headers['if-none-match']?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag))
    return reply.status(304).send();
  const inline = isInline(file.tipo) && (request.query as Record<string, string>).baixar !== 'true';
  reply.headers({
    'content-type': file.tipo,
    'content-disposition': contentDisposition(inline ? 'inline' : 'attachment', file.nome),
  });
  // A sandbox would also stop the browser's own PDF reader.
  if (file.tipo !== 'application/pdf')
    reply.header(
      'content-security-policy',
      "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; frame-ancestors 'self'; sandbox",
    );
  const condition = request.headers['if-range'];
  const range = condition === undefined || condition === etag ? rangeOf(request.headers.range, file.tamanho) : null;
  if (range === undefined)
    return reply
      .status(416)
      .headers({ 'content-range': `bytes */${file.tamanho}` })
      .type('application/json')
      .send({ message: 'O trecho pedido não existe no arquivo.', code: 'TRECHO_INVALIDO' });
  const stream = await files.store.get(file.chave, { ...range, size: file.tamanho }).catch((error: unknown) => {
    request.log.error({ id: file.id, err: error }, 'the bytes of a file are missing');
    throw refuse.notFound();
  });
  if (range) reply.status(206).header('content-range', `bytes ${range.start}-${range.end}/${file.tamanho}`);
  reply.header('content-length', range ? range.end - range.start + 1 : file.tamanho);
  return reply.send(stream);
}
