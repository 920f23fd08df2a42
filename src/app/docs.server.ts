import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { acceptedEncoding } from '#kit/http/accepted-encoding.server.ts';
import { forAnybody } from '#kit/http/serves.server.ts';

interface Operation {
  tags?: string[];
  summary?: string;
  'x-authority'?: string;
  'x-authority-besides'?: string[];
}

const escape = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } };

/**
 * What is long and never changes is written and packed once, for the first who asks: written for each, five megabytes keep everybody else
 * waiting, and forty strangers at once stop the house.
 */
function writtenOnce(type: string, write: () => string) {
  const pack = async () => {
    const plain = Buffer.from(write());
    const [br, gz] = await Promise.all([promisify(brotliCompress)(plain, QUALITY), promisify(gzip)(plain)]);
    return { plain, br, gzip: gz, digest: createHash('sha256').update(plain).digest('base64url') };
  };
  let written: ReturnType<typeof pack> | undefined;
  return async (request: FastifyRequest, reply: FastifyReply) => {
    written ??= pack().catch((error: unknown) => {
      written = undefined;
      throw error;
    });
    const { digest, ...texts } = await written;
    const encoding = acceptedEncoding(request);
    const etag = `"${digest}${encoding ? `-${encoding}` : ''}"`;
    reply.header('etag', etag).header('vary', 'accept-encoding');
    if (request.headers['if-none-match'] === etag) return reply.status(304).send();
    if (encoding) reply.header('content-encoding', encoding);
    return reply.type(type).send(texts[encoding ?? 'plain']);
  };
}

const config = { ...forAnybody, limits: { address: 120 } };
const schema = { hide: true } as never;

/** `/api/openapi.json`, and `/api/docs`: the same as a readable page without scripts. */
export function registerDocs(app: FastifyInstance): void {
  const json = writtenOnce('application/json; charset=utf-8', () => JSON.stringify(app.swagger()));
  app.get('/api/openapi.json', { config, schema, compress: false }, json);
  app.get(
    '/api/docs',
    { config, schema, compress: false },
    writtenOnce('text/html; charset=utf-8', () => pageOf(app)),
  );
}

function pageOf(app: FastifyInstance): string {
  const { paths = {}, info } = app.swagger() as {
    paths?: Record<string, Record<string, Operation>>;
    info: { title: string; version: string };
  };
  const groups = new Map<string, string[]>();
  for (const [path, verbs] of Object.entries(paths).sort(([a], [b]) => a.localeCompare(b)))
    for (const [
      verb,
      { tags, summary = '', 'x-authority': authority = '', 'x-authority-besides': besides = [] },
    ] of Object.entries(verbs)) {
      const group = tags?.[0] ?? 'Outros';
      const authorities = [authority, ...besides].map((one) => `<code>${escape(one)}</code>`).join(' + ');
      const row = `<tr><td><code>${escape(verb.toUpperCase())}</code></td><td><code>${escape(path)}</code></td><td>${escape(summary)}</td><td>${authorities}</td></tr>`;
      groups.set(group, [...(groups.get(group) ?? []), row]);
    }
  const sections = [...groups]
    .sort(([a], [b]) => a.localeCompare(b, 'pt-BR'))
    .map(
      ([group, rows]) =>
        `<h2>${escape(group)}</h2><table><thead><tr><th scope="col">Método</th><th scope="col">Endereço</th><th scope="col">O que faz</th><th scope="col">Autorização</th></tr></thead><tbody>${rows.join('')}</tbody></table>`,
    );
  return `<!doctype html><html lang="pt-BR"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>API do ${escape(info.title)}</title><style>
body{font:15px/1.5 system-ui,sans-serif;max-width:1100px;margin:2rem auto;padding:0 1rem;color:#1a1a1a;background:#fff}table{border-collapse:collapse;width:100%;margin-bottom:2rem}
th,td{text-align:left;padding:.35rem .6rem;border-bottom:1px solid #ddd;vertical-align:top;overflow-wrap:anywhere}@media(prefers-color-scheme:dark){body{color:#eee;background:#1a1a1a}th,td{border-color:#444}a{color:#ff9d3d}}
</style></head><body><h1>API do ${escape(info.title)} ${escape(info.version)}</h1><p>Esquemas de entrada e saída em <a href="/api/openapi.json">openapi.json</a> (OpenAPI 3.1).</p>${sections.join('')}</body></html>`;
}
