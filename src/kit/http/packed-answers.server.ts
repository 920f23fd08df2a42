import { subtle } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { acceptedEncoding } from './accepted-encoding.server.ts';

/** Bytes. A shorter text leaves the process whether or not its client reads it. */
const LONG = 32 * 1024;

/** Types of answers that are texts. */
export const TEXTS = /^text\/|json$|javascript$|svg\+xml$/;

const packs = {
  br: (plain: Buffer) => promisify(brotliCompress)(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (plain: Buffer) => promisify(gzip)(plain),
};

/** What is on its way, by its coding and the digest of its text, for as long as anybody is to read it. */
const kept = new Map<string, WeakRef<Buffer>>();
const over = new FinalizationRegistry((key: string) => {
  if (!kept.get(key)?.deref()) kept.delete(key);
});
const making = new Map<string, Promise<Buffer>>();

/** The same bytes for all who are answered with the same text. */
async function shared(plain: Buffer, coding: keyof typeof packs | undefined): Promise<Buffer> {
  const digest = Buffer.from(await subtle.digest('SHA-256', plain)).toString('base64');
  const key = `${coding ?? ''} ${digest}`;
  const same = kept.get(key)?.deref() ?? making.get(key);
  if (same) return same;
  const made = (coding ? packs[coding](plain) : Promise.resolve(plain))
    .then((bytes) => {
      kept.set(key, new WeakRef(bytes));
      over.register(bytes, key);
      return bytes;
    })
    .finally(() => making.delete(key));
  making.set(key, made);
  return made;
}

async function pack(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
  const isWhole = typeof payload === 'string' || Buffer.isBuffer(payload);
  if (!isWhole || payload.length < LONG || reply.hasHeader('content-encoding') || reply.statusCode === 206) return payload;
  const [type = ''] = String(reply.getHeader('content-type')).split(';');
  if (!TEXTS.test(type)) return payload;
  const coding = request.headers['x-no-compression'] === undefined ? acceptedEncoding(request) : undefined;
  const varies = [reply.getHeader('vary') ?? []].flat();
  void reply.header('vary', [...varies, 'accept-encoding'].join(', ')).removeHeader('content-length');
  if (coding) void reply.header('content-encoding', coding);
  // What stays as it is here is not packed by a stream, either.
  else request.headers['x-no-compression'] = '';
  return shared(Buffer.isBuffer(payload) ? payload : Buffer.from(payload), coding);
}

/**
 * Packs long texts at once, in the threads that pack, before they are sent: the stream of @fastify/compress keeps its encoder and the whole text, up to
 * six megabytes, until somebody reads them. Whoever gets the same text, as a list of ads, shares its bytes: a client that reads nothing keeps none of its
 * own. To be called before the plugin is registered.
 */
export function packAnswers(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    if (route.compress !== false) route.onSend = [...[route.onSend ?? []].flat(), pack];
  });
}
