import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isLongerThan } from './answer-size.server.ts';
import { createHttp } from './server.server.ts';

const MiB = 1024 * 1024;
/** All that JSON knows, and what it leaves out, as long as what is made in pieces. */
const varied = {
  nada: undefined,
  nulo: null,
  data: new Date(0),
  'com "aspas"': 'ã\u0000\ud83d\ude00"\\',
  vazios: [[], {}, '', { so: undefined }],
  lista: Array.from({ length: 5_000 }, (_, n) =>
    n % 5 === 0 ? undefined : { n, texto: 'ação '.repeat(n % 40), dentro: [n, null, { de: [] }] },
  ),
  texto: 'x'.repeat(900_000),
  ...Object.fromEntries(Array.from({ length: 2_000 }, (_, n) => [`nome ${n}`, n % 2 === 0 ? undefined : 'é'.repeat(50)])),
};

/** What a route of an attacker answers: a thousand times the same ten thousand texts, each of which is there once. */
const repeated = Array.from<string[]>({ length: 1_000 }).fill(Array.from({ length: 10_000 }, (_, n) => `comportamento ${n}`));
const tooMuch = { code: 'RESPOSTA_GRANDE', message: expect.stringContaining('grande demais') };

describe('an answer', () => {
  let app: FastifyInstance;
  beforeAll(async () => {
    app = await createHttp({
      origins: [],
      version: '0',
      logLevel: 'silent',
      trustProxy: false,
      bodyLimit: 100_000,
      isSecure: false,
    });
    const config = { authority: 'sessao' };
    app.get('/api/repetida', { config, schema: { response: { 200: { type: 'array' } } } }, async () => repeated);
    app.post('/api/repetida', { config }, async (_request, reply) => reply.status(201).send({ repeated }));
    app.get('/api/variada', { config }, async () => varied);
    app.post('/api/variada', { config }, async () => varied);
    app.post('/api/previa', { config: { ...config, reads: true } }, async () => repeated);
    app.get('/api/curta', { config }, async () => ({ curta: true }));
    app.get('/api/grande', { config }, async () => ({ texto: 'x'.repeat(3 * MiB) }));
    app.get('/api/corrente', { config }, (_request, reply) =>
      reply.type('application/json').send(Readable.from(['"', ...Array.from({ length: 9 }, () => 'x'.repeat(MiB)), '"'])),
    );
  });
  afterAll(() => app.close());
  const ask = (method: 'GET' | 'POST', url: string) =>
    app.inject({ method, url, headers: { host: 'localhost', origin: 'http://localhost' } });

  it('is refused before it is too long, also where it repeats itself', async () => {
    const answer = await ask('GET', '/api/repetida');
    expect([answer.statusCode, answer.json()]).toEqual([422, tooMuch]);
  });

  it('to a reading by POST is told like any reading', async () => {
    const answer = await ask('POST', '/api/previa');
    expect([answer.statusCode, answer.json()]).toEqual([422, tooMuch]);
  });

  it('to a deed says that it may be done', async () => {
    const answer = await ask('POST', '/api/repetida');
    expect([answer.statusCode, answer.json().message]).toEqual([422, expect.stringContaining('pode estar gravado')]);
  });

  it('is the same text when it is made in pieces', async () => {
    const answer = await ask('GET', '/api/variada');
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
    expect(answer.payload === JSON.stringify(varied)).toBe(true);
  });

  it('that is long lets others have theirs first', async () => {
    const order: string[] = [];
    const asked = ['variada', 'curta'].map((name) => ask('GET', `/api/${name}`).then(() => order.push(name)));
    await Promise.all(asked);
    expect(order).toEqual(['curta', 'variada']);
  });

  it('is refused when one person has several made at a time, and a deed is not', async () => {
    const answers = await Promise.all([
      ...Array.from({ length: 4 }, () => ask('GET', '/api/variada')),
      ask('POST', '/api/variada'),
    ]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 200, 200, 200, 503]);
    expect(answers.at(-1)?.statusCode).toBe(200);
  });

  it('of some MiB is given, and a stream may be longer', async () => {
    expect((await ask('GET', '/api/grande')).rawPayload.length).toBeGreaterThan(3 * MiB);
    expect((await ask('GET', '/api/corrente')).rawPayload.length).toBeGreaterThan(9 * MiB);
  });
});

it.each([
  ['a text', 'x'.repeat(100)],
  ['names', Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`nome ${n}`, n]))],
  ['members', Array.from({ length: 50 }, () => null)],
  ['depth', [[[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]]]],
])('%s counts', (_, value) => {
  expect(isLongerThan(100, value)).toBe(true);
  expect(isLongerThan(1_000, value)).toBe(false);
});
