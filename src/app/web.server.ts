import { existsSync, readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { refuse } from '#kit/refusal/refusal.ts';
import { users } from '#platform/session/audience.server.ts';

const DIST = fileURLToPath(new URL('../../dist/web', import.meta.url));

/** Pages of the application that are for people without a session. */
const PUBLIC = /^(recuperar-senha|redefinir-senha|externo|publico|500)(\/|$)/;
const SESSIONS = [users.cookie, `__Host-${users.cookie}`];

/** Serves the built web application; an address that is no file gets the application, so that deep links survive a reload, or the login. */
export async function serveWeb(app: FastifyInstance, dist = DIST): Promise<void> {
  if (!existsSync(join(dist, 'index.html'))) return;
  await app.register(fastifyStatic, {
    root: dist,
    serve: false,
    index: false,
    cacheControl: false,
    // The build left a Brotli copy beside each text.
    preCompressed: true,
    setHeaders: (reply, path) =>
      void reply.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache'),
  });
  const files = new Set(
    readdirSync(dist, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.endsWith('.br'))
      .map((entry) => relative(dist, join(entry.parentPath, entry.name)).split(sep).join('/')),
  );
  app.get('/*', { schema: { hide: true } as never }, async (request, reply) => {
    const { '*': path } = request.params as { '*': string };
    if (path === 'login') return reply.sendFile('login.html');
    if (files.has(path)) return reply.sendFile(path);
    if (/^(api|assets)(\/|$)|\.\w{1,8}$/.test(path)) throw refuse.notFound();
    // Without a session the application would be loaded only to lead to the login.
    if (!PUBLIC.test(path) && !SESSIONS.some((name) => request.cookies[name] !== undefined)) {
      const back = request.url === '/' ? '' : `?voltar=${encodeURIComponent(request.url)}`;
      return reply.header('cache-control', 'no-store').redirect(`/login${back}`);
    }
    return reply.sendFile('index.html');
  });
}
