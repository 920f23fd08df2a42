import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '#kit/db/database.server.ts';
import { createHttp } from '#kit/http/server.server.ts';
import { ConfigError, readConfig } from '#platform/config.server.ts';
import { registerRobots } from './robots.server.ts';

/** A service that speaks as reCAPTCHA does. */
const asked: string[] = [];
const service = createServer((request, response) => {
  let body = '';
  request.on('data', (part) => (body += part));
  request.on('end', () => {
    asked.push(`${request.method} ${request.url} ${body}`);
    const token = new URLSearchParams(body).get('response');
    if (token === 'broken') response.writeHead(500).end();
    else if (token === 'words') response.end('not json');
    else if (token === 'long') response.end(JSON.stringify({ success: true, words: 'x'.repeat(100_000) }));
    else if (token === 'away') response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end();
    else response.end(JSON.stringify({ success: token === 'a person', 'error-codes': [] }));
  });
});
let app: FastifyInstance;
let plain: FastifyInstance;

const open = async (env: Record<string, string>) => {
  const http = await createHttp({
    origins: [],
    version: '0',
    logLevel: 'silent',
    trustProxy: false,
    bodyLimit: 1_000,
    isSecure: false,
  });
  registerRobots(http, {} as Database, readConfig(env));
  for (const path of ['/externo/candidatos/new', '/externo', '/login', '/externos']) http.get(path, async () => 'page');
  return http;
};

beforeAll(async () => {
  await new Promise<void>((done) => service.listen(0, '127.0.0.1', done));
  const address = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  app = await open({
    CAPTCHA_SITE_KEY: 'chave',
    CAPTCHA_SECRET: 'segredo',
    CAPTCHA_SCRIPT_URL: 'https://js.hcaptcha.com/1/api.js',
    CAPTCHA_VERIFY_URL: `${address}/siteverify`,
  });
  plain = await open({});
});
afterAll(async () => {
  await app.close();
  await plain.close();
  service.close();
});

it('a token is judged by the service, which learns the secret and the token and nothing else', async () => {
  await app.robots.demand('a person');
  expect(asked.at(-1)).toBe('POST /siteverify secret=segredo&response=a+person');
  await expect(app.robots.demand('a robot')).rejects.toMatchObject({
    status: 400,
    extra: { errors: [{ field: 'recaptcha', message: 'Confirme que você não é um robô.' }] },
  });
});

it.each(['broken', 'words', 'away', 'long'])('a captcha that cannot judge (%s) lets nobody by', async (token) => {
  await expect(app.robots.demand(token)).rejects.toMatchObject({ status: 503, code: 'VERIFICACAO_INDISPONIVEL' });
});

it('the content policy is opened for the captcha on the pages of the portal alone', async () => {
  const policy = async (of: FastifyInstance, url: string) =>
    String((await of.inject({ url })).headers['content-security-policy']);
  const usual = await policy(plain, '/externo/candidatos/new');
  expect(usual).not.toContain('hcaptcha');
  for (const url of ['/login', '/externos']) expect(await policy(app, url), url).toBe(usual);
  for (const url of ['/externo', '/externo?empresaId=1', '/externo/candidatos/new']) {
    const opened = await policy(app, url);
    for (const part of ['script', 'style', 'frame', 'connect'])
      expect(opened, `${url} ${part}`).toMatch(
        new RegExp(`(^|;)${part}-src [^;]*https://js\\.hcaptcha\\.com https://\\*\\.hcaptcha\\.com(;|$)`),
      );
    expect(opened).toContain("img-src 'self' data: blob:;");
  }
});

it('the page is told of the captcha, not of its secret; without keys there is none', () => {
  expect(app.robots.captcha).toEqual({ chave: 'chave', programa: 'https://js.hcaptcha.com/1/api.js' });
  expect(plain.robots.captcha).toBeNull();
});

it('half a pair of keys of a captcha is a fault of the configuration', () => {
  expect(() => readConfig({ CAPTCHA_SITE_KEY: 'chave' })).toThrow(ConfigError);
  expect(() => readConfig({ CAPTCHA_SECRET: 'segredo' })).toThrow(/CAPTCHA_SITE_KEY/);
});
