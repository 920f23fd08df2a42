import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import fastifyStatic, { type SendOptions } from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { acceptedEncoding } from '#kit/http/accepted-encoding.server.ts';
import type { PageHead } from '#kit/module/page-head.server.ts';
import { refuse } from '#kit/refusal/refusal.ts';
import { candidates } from '#platform/externo/external-session.server.ts';
import { type PortalStart, START_ID } from '#platform/externo/portal-start.ts';
import { users } from '#platform/session/audience.server.ts';
import { drawerOf } from './portal-drawn.server.ts';

const DIST = fileURLToPath(new URL('../../dist/web', import.meta.url));

/** Pages of the application that are for people without a session. */
const PUBLIC = /^(recuperar-senha|redefinir-senha|novaInstalacao|externo|publico|500)(\/|$)/;
const hasCookie = ({ cookies }: FastifyRequest, name: string) =>
  cookies[name] !== undefined || cookies[`__Host-${name}`] !== undefined;

/**
 * Pages are asked for anew, and what has a digest in its name never. The few other files are taken from the browser's copy and
 * renewed behind it: the colour scheme is read before anything is drawn.
 */
const keptFor = (path: string): string =>
  path.includes('/assets/')
    ? 'public, max-age=31536000, immutable'
    : path.endsWith('.html')
      ? 'no-cache'
      : 'public, max-age=0, stale-while-revalidate=604800';

/** Pages of the external area: a page of its own, small enough for a slow telephone. */
const EXTERNAL = /^externo(\/|$)/;

/** What the external area asks as soon as its program runs: on its way while the program still is. */
function askedFirst({ empresaId }: Readonly<Record<string, unknown>>): string {
  const isNumber = typeof empresaId === 'string' && /^[1-9]\d{0,14}$/.test(empresaId);
  return ['/api/externo/userinfo', ...(isNumber ? [`/api/externo/empresas/${empresaId}/configuracao`] : [])]
    .map((address) => `<${address}>; rel=preload; as=fetch; crossorigin`)
    .join(', ');
}

/** The head that a module gives to a page for anybody, by its path without the first slash and its query. */
export type HeadOf = (path: string, query: Readonly<Record<string, unknown>>) => Promise<PageHead | undefined>;

const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** Data, not a program: the content policy lets it be. No text in it may end the element. */
const asData = (attributes: string, data: object) =>
  `<script ${attributes}>${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`;

/** The page with its head, and with what stands in it before its program comes. */
function withHead(page: string, { title, description, address, image, data }: PageHead, body: string): string {
  const meta = (name: string, content: string) => `<meta property="${name}" content="${escaped(content)}" />`;
  const head = [
    `<title>${escaped(title)}</title>`,
    `<meta name="description" content="${escaped(description)}" />`,
    `<link rel="canonical" href="${escaped(address)}" />`,
    meta('og:type', 'website'),
    meta('og:title', title),
    meta('og:description', description),
    meta('og:url', address),
    ...(image ? [meta('og:image', image)] : []),
    ...(data ? [asData('type="application/ld+json"', data)] : []),
  ].join('\n');
  return page
    .replace(/<title>[^<]*<\/title>/, () => head)
    .replace(/<meta name="description" content="Vínculo:[^>]*>/, '')
    .replace(/<div id="root">[\s\S]*?<\/div>\s*<\/div>/, () => body);
}

/** Of each file that somebody does not read, so many bytes are kept; the option is passed on, though its types do not know it. */
const PIECES = { highWaterMark: 16 * 1024 } as SendOptions;
/** How a page that is drawn for one visitor is packed: quickly. */
const packs = {
  br: (page: string) => promisify(brotliCompress)(page, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (page: string) => promisify(gzip)(page),
};

/** Serves the built web application; an address that is no file gets the application, so that deep links survive a reload, or the login. */
export async function serveWeb(app: FastifyInstance, headOf: HeadOf = async () => undefined, dist = DIST): Promise<void> {
  if (!existsSync(join(dist, 'index.html'))) return;
  await app.register(fastifyStatic, {
    root: dist,
    serve: false,
    index: false,
    cacheControl: false,
    // The build left a Brotli and a gzip copy beside each text.
    preCompressed: true,
    setHeaders: (reply, path) => void reply.header('cache-control', keptFor(path)),
  });
  const draw = drawerOf(join(dist, 'drawn.mjs'));
  /** What stands in the page before its program; undefined: nothing that would help. */
  async function bodyOf(request: FastifyRequest, { body }: PageHead): Promise<string | undefined> {
    if (typeof body === 'string') return `<div id="root">${body}</div>`;
    // Whoever may be in sees another page, which their program asks for.
    if (!draw || hasCookie(request, candidates.cookie)) return undefined;
    const start = { ...body.start, captcha: app.robots.captcha } as PortalStart;
    try {
      const page = await draw(request.url, start);
      return `<div id="root">${page}</div>${asData(`type="application/json" id="${START_ID}"`, start)}`;
    } catch (error) {
      request.log.error({ err: error }, 'a page of the portal was not drawn');
      return undefined;
    }
  }
  const files = new Set(
    readdirSync(dist, { recursive: true, withFileTypes: true })
      // Copies are sent in place of what they copy; maps of the source are for whoever has the folder, drawn.mjs for the server.
      .filter((entry) => entry.isFile() && !/\.(br|gz|map|mjs)$/.test(entry.name))
      .map((entry) => relative(dist, join(entry.parentPath, entry.name)).split(sep).join('/')),
  );
  // Files are sent as the build packed them, or as they are: a stream that packs for one client alone keeps half a megabyte until somebody reads it.
  app.get('/*', { compress: false, schema: { hide: true } as never }, async (request, reply) => {
    const { '*': path } = request.params as { '*': string };
    if (path === 'login') return reply.sendFile('login.html', PIECES);
    if (files.has(path)) return reply.sendFile(path, PIECES);
    if (/^(api|assets)(\/|$)|\.\w{1,8}$/.test(path)) throw refuse.notFound();
    // Without a session the application would be loaded only to lead to the login.
    if (!PUBLIC.test(path) && !hasCookie(request, users.cookie)) {
      const back = request.url === '/' ? '' : `?voltar=${encodeURIComponent(request.url)}`;
      return reply.header('cache-control', 'no-store').redirect(`/login${back}`);
    }
    if (!EXTERNAL.test(path) || !files.has('externo.html')) return reply.sendFile('index.html', PIECES);
    const query = request.query as Record<string, unknown>;
    const head = await headOf(path, query);
    const body = head && (await bodyOf(request, head));
    // A page that is drawn with what its program would ask first asks nothing.
    if (typeof head?.body !== 'object' || !body) void reply.header('link', askedFirst(query));
    if (!head || !body) return reply.sendFile('externo.html', PIECES);
    const page = withHead(await readFile(join(dist, 'externo.html'), 'utf8'), head, body);
    const encoding = acceptedEncoding(request);
    if (encoding) void reply.header('content-encoding', encoding);
    return (
      reply

        // Whoever has logged in meanwhile must not come back to it.
        .header('cache-control', typeof head.body === 'object' ? 'no-store' : 'no-cache')
        .header('vary', 'accept-encoding')
        .type('text/html; charset=utf-8')
        .send(encoding ? await packs[encoding](page) : page)
    );
  });
}
