import { existsSync, readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { refuse } from '#kit/refusal/refusal.ts';

const DIST = fileURLToPath(new URL('../../dist/web', import.meta.url));

/** Serves the built web application; an address that is no file gets the application, so that deep links survive a reload. */
export async function serveWeb(app: FastifyInstance, dist = DIST): Promise<void> {
  if (!existsSync(join(dist, 'index.html'))) return;
  await app.register(fastifyStatic, {
    root: dist,
    serve: false,
    index: false,
    cacheControl: false,
    setHeaders: (reply, path) =>
      void reply.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache'),
  });
  const files = new Set(
    readdirSync(dist, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(dist, join(entry.parentPath, entry.name)).split(sep).join('/')),
  );
  app.get('/*', { schema: { hide: true } as never }, async (request, reply) => {
    const { '*': path } = request.params as { '*': string };
    if (files.has(path)) return reply.sendFile(path);
    if (/^(api|assets)(\/|$)|\.\w{1,8}$/.test(path)) throw refuse.notFound();
    return reply.sendFile('index.html');
  });
}
