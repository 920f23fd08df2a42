import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createHttp } from '#kit/http/server.server.ts';
import type { PageHead } from '#kit/module/page-head.server.ts';
import { serveWeb } from './web.server.ts';

const HEADS: Readonly<Record<string, PageHead>> = {
  'externo/anuncios/7': {
    title: 'Pintor "chefe" <b> · Aurora',
    description: 'Pinta & lixa.',
    address: 'https://rh.aurora.com.br/externo/anuncios/7?empresaId=1',
    data: { '@type': 'JobPosting', title: '</script><script>alert(1)</script>' },
    body: '<main><h1>Pintor</h1></main>',
  },
};
const dist = mkdtempSync(join(tmpdir(), 'vinculo-telas-'));
let app: FastifyInstance;

beforeAll(async () => {
  mkdirSync(join(dist, 'assets'));
  writeFileSync(join(dist, 'index.html'), '<!doctype html>');
  writeFileSync(
    join(dist, 'externo.html'),
    '<title>Vínculo</title><div id="root">\n  <div class="vinculo-shell">Carregando</div>\n</div>',
  );
  writeFileSync(join(dist, 'login.html'), '<!doctype html>Entrar');
  writeFileSync(join(dist, 'assets', 'main-1.js'), 'export {}');
  writeFileSync(join(dist, 'assets', 'main-1.js.map'), '{}');
  writeFileSync(join(dist, 'color-scheme.js'), 'void 0');
  app = await createHttp({ origins: [], version: '0', logLevel: 'silent', trustProxy: false, bodyLimit: 1_000, isSecure: false });
  await serveWeb(app, async (path) => HEADS[path], dist);
});
afterAll(async () => {
  await app.close();
  rmSync(dist, { recursive: true });
});

it.each(['/', '/cargo-salario/indices/new', '/entrar?voltar=%2F', '/apice', '/..%2f..%2fetc%2fpasswd'])(
  '%s is the application',
  async (url) => {
    const answer = await app.inject({ url, cookies: { vinculo_sessao: 'x' } });
    expect(answer).toMatchObject({ statusCode: 200, body: '<!doctype html>' });
    expect(answer.headers['cache-control']).toBe('no-cache');
  },
);

it.each([
  ['/', '/login'],
  ['/cargo-salario/indices?page=2', '/login?voltar=%2Fcargo-salario%2Findices%3Fpage%3D2'],
])('%s without a session leads to the login at once, and back', async (url, login) => {
  const answer = await app.inject(url);
  expect(answer).toMatchObject({ statusCode: 302, headers: { location: login, 'cache-control': 'no-store' } });
  expect(await app.inject(login)).toMatchObject({ statusCode: 200, body: '<!doctype html>Entrar' });
});

it.each(['/recuperar-senha', '/redefinir-senha?token=x', '/novaInstalacao/gerarTicket', '/publico/melhoria'])(
  '%s needs no session',
  async (url) => expect(await app.inject(url)).toMatchObject({ statusCode: 200, body: '<!doctype html>' }),
);

it('a text is sent as the build compressed it', async () => {
  writeFileSync(join(dist, 'assets', 'main-1.js.br'), brotliCompressSync('export {}'));
  const answer = await app.inject({ url: '/assets/main-1.js', headers: { 'accept-encoding': 'gzip, br' } });
  expect(answer.headers).toMatchObject({ 'content-encoding': 'br', 'content-type': expect.stringContaining('javascript') });
  expect(brotliDecompressSync(answer.rawPayload).toString()).toBe('export {}');
  expect((await app.inject('/assets/main-1.js')).body).toBe('export {}');
});

it('a file with a digest in its name is kept for ever', async () => {
  const answer = await app.inject('/assets/main-1.js');
  expect(answer).toMatchObject({ statusCode: 200, body: 'export {}' });
  expect(answer.headers['cache-control']).toContain('immutable');
});

it('what is read before anything is drawn is taken from the copy of the browser, and renewed behind it', async () => {
  const answer = await app.inject('/color-scheme.js');
  expect(answer.headers['cache-control']).toBe('public, max-age=0, stale-while-revalidate=604800');
  expect((await app.inject('/login')).headers['cache-control']).toBe('no-cache');
});

it.each([
  '/api',
  '/%61pi',
  '/api/nada',
  '/%61pi/nada',
  '/assets/main-2.js',
  '/assets/main-1.js.map',
  '/%61ssets/main-2.js',
  '/nada.php',
  '/assets/..%2findex.htm',
])('%s is nothing, and kept by nobody', async (url) => {
  const answer = await app.inject(url);
  expect(answer.statusCode).toBe(404);
  expect(answer.headers['cache-control']).toBe('no-store');
  expect(answer.json()).toMatchObject({ code: 'NAO_ENCONTRADO' });
});

it('the external area is a page of its own, with the head that a module writes', async () => {
  expect(await app.inject('/externo/login?empresaId=1')).toMatchObject({
    statusCode: 200,
    body: expect.stringContaining('Carregando'),
  });
  const { body, headers } = await app.inject('/externo/anuncios/7?empresaId=1');
  expect(headers).toMatchObject({ 'cache-control': 'no-cache', 'content-type': 'text/html; charset=utf-8' });
  expect(body).toContain('<title>Pintor &#34;chefe&#34; &#60;b&#62; · Aurora</title>');
  expect(body).toContain('<div id="root"><main><h1>Pintor</h1></main></div>');
  expect(body).not.toContain('Carregando');
  // What HR types ends no element of the page.
  const data = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(body)?.[1] ?? '';
  expect(JSON.parse(data)).toEqual({ '@type': 'JobPosting', title: '</script><script>alert(1)</script>' });
});

it.each([
  ['/externo/login?empresaId=1', ['/api/externo/userinfo', '/api/externo/empresas/1/configuracao']],
  ['/externo/anuncios/7?empresaId=1', ['/api/externo/userinfo', '/api/externo/empresas/1/configuracao']],
  ['/externo/login', ['/api/externo/userinfo']],
  ['/externo/login?empresaId=1%3E;x', ['/api/externo/userinfo']],
  ['/externo/login?empresaId=1&empresaId=2', ['/api/externo/userinfo']],
])('%s names what its program asks first', async (url, asked) => {
  const { headers } = await app.inject(url);
  expect(headers.link).toBe(asked.map((address) => `<${address}>; rel=preload; as=fetch; crossorigin`).join(', '));
});
