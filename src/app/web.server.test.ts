import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createHttp } from '#kit/http/server.server.ts';
import { serveWeb } from './web.server.ts';

const dist = mkdtempSync(join(tmpdir(), 'vinculo-telas-'));
let app: FastifyInstance;

beforeAll(async () => {
  mkdirSync(join(dist, 'assets'));
  writeFileSync(join(dist, 'index.html'), '<!doctype html>');
  writeFileSync(join(dist, 'assets', 'main-1.js'), 'export {}');
  app = await createHttp({ origins: [], version: '0', logLevel: 'silent', trustProxy: false, bodyLimit: 1_000, isSecure: false });
  await serveWeb(app, dist);
});
afterAll(async () => {
  await app.close();
  rmSync(dist, { recursive: true });
});

it.each(['/', '/cargo-salario/indices/new', '/entrar?voltar=%2F', '/apice', '/..%2f..%2fetc%2fpasswd'])(
  '%s is the application',
  async (url) => {
    const answer = await app.inject(url);
    expect(answer).toMatchObject({ statusCode: 200, body: '<!doctype html>' });
    expect(answer.headers['cache-control']).toBe('no-cache');
  },
);

it('a file with a digest in its name is kept for ever', async () => {
  const answer = await app.inject('/assets/main-1.js');
  expect(answer).toMatchObject({ statusCode: 200, body: 'export {}' });
  expect(answer.headers['cache-control']).toContain('immutable');
});

it.each([
  '/api',
  '/%61pi',
  '/api/nada',
  '/%61pi/nada',
  '/assets/main-2.js',
  '/%61ssets/main-2.js',
  '/nada.php',
  '/assets/..%2findex.htm',
])('%s is nothing, and kept by nobody', async (url) => {
  const answer = await app.inject(url);
  expect(answer.statusCode).toBe(404);
  expect(answer.headers['cache-control']).toBe('no-store');
  expect(answer.json()).toMatchObject({ code: 'NAO_ENCONTRADO' });
});
