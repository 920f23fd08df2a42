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
  'externo/login': {
    title: 'Entrar · Aurora',
    description: 'Entre.',
    address: 'https://rh.aurora.com.br/externo/login?empresaId=1',
    body: { start: { empresa: { nome: 'Aurora </script>' } } },
  },
};
/** What the program of the build would draw; it breaks at one address. */
const DRAWN = `export const draw = async (address, start) => {
  if (address.includes('quebra')) throw new Error('x');
  return '<main>' + address + ' ' + Object.keys(start) + '</main>';
};`;
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
  writeFileSync(join(dist, 'drawn.mjs'), DRAWN);
  app = await createHttp({ origins: [], version: '0', logLevel: 'silent', trustProxy: false, bodyLimit: 1_000, isSecure: false });
  app.decorate('robots', { captcha: null, demand: async () => undefined });
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

it('a text is packed for nobody alone', async () => {
  for (const encoding of ['deflate', '*;q=0.1', 'GZIP', 'gzip']) {
    const answer = await app.inject({ url: '/assets/main-1.js', headers: { 'accept-encoding': encoding } });
    expect(answer.headers['content-encoding'], encoding).toBeUndefined();
    expect(answer.body, encoding).toBe('export {}');
  }
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
  '/drawn.mjs',
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
  expect(await app.inject('/externo/recuperar-senha?empresaId=1')).toMatchObject({
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

it('a page that its program draws comes drawn, with what it was drawn with, and its program asks nothing first', async () => {
  const { body, headers } = await app.inject('/externo/login?empresaId=1&voltar=%2Fexterno');
  expect(headers).toMatchObject({ 'cache-control': 'no-store', 'content-type': 'text/html; charset=utf-8' });
  expect(headers.link).toBeUndefined();
  expect(body).toContain('<title>Entrar · Aurora</title>');
  expect(body).toContain(
    '<div id="root"><main>/externo/login?empresaId=1&voltar=%2Fexterno empresa,captcha</main></div><script type="application/json" id="portal-inicio">',
  );
  const start = /<script type="application\/json" id="portal-inicio">(.*?)<\/script>/.exec(body)?.[1] ?? '';
  expect(JSON.parse(start)).toEqual({ empresa: { nome: 'Aurora </script>' }, captcha: null });
});

it.each([
  ['whoever may be in', '/externo/login', { vinculo_externo: 'x' }],
  ['whoever may be in over https', '/externo/login', { '__Host-vinculo_externo': 'x' }],
  ['everybody, where it cannot be drawn', '/externo/login?voltar=quebra', {}],
])('%s gets it from the program', async (_who, url, cookies) => {
  const { statusCode, body, headers } = await app.inject({ url, cookies });
  expect({ statusCode, link: headers.link }).toMatchObject({ statusCode: 200, link: expect.stringContaining('userinfo') });
  expect(body).toContain('Carregando');
  expect(body).not.toContain('portal-inicio');
});

it.each([
  ['/externo/recuperar-senha?empresaId=1', ['/api/externo/userinfo', '/api/externo/empresas/1/configuracao']],
  ['/externo/anuncios/7?empresaId=1', ['/api/externo/userinfo', '/api/externo/empresas/1/configuracao']],
  ['/externo/link-de-acesso', ['/api/externo/userinfo']],
  ['/externo/link-de-acesso?empresaId=1%3E;x', ['/api/externo/userinfo']],
  ['/externo/link-de-acesso?empresaId=1&empresaId=2', ['/api/externo/userinfo']],
])('%s names what its program asks first', async (url, asked) => {
  const { headers } = await app.inject(url);
  expect(headers.link).toBe(asked.map((address) => `<${address}>; rel=preload; as=fetch; crossorigin`).join(', '));
});
