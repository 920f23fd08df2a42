import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { refuse } from '#kit/http/refusal.ts';

const DIST = new URL('../../dist/web', import.meta.url).pathname;

/** Serves the built web application; any address that is no file is the application's, so that deep links work on reload. */
export async function serveWeb(app: FastifyInstance): Promise<void> {
  if (!existsSync(join(DIST, 'index.html'))) return;
  await app.register(fastifyStatic, {
    root: DIST,
    index: false,
    wildcard: true,
    cacheControl: false,
    setHeaders: (reply, path) =>
      void reply.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache'),
  });
  const page = (reply: FastifyReply) => reply.status(200).header('cache-control', 'no-cache').sendFile('index.html');
  app.get('/', async (_request, reply) => page(reply));
  app.setNotFoundHandler(async (request, reply) => {
    const isPage =
      request.method === 'GET' &&
      !request.url.startsWith('/api') &&
      !request.url.startsWith('/assets/') &&
      !/\.\w{1,8}(\?|$)/.test(request.url);
    if (!isPage) throw refuse.notFound();
    return page(reply);
  });
}
