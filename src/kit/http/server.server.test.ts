import { EventEmitter, once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { hostname } from 'node:os';
import { PassThrough, Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { refuse } from '#kit/refusal/refusal.ts';
import { createHttp } from './server.server.ts';

const options = {
  origins: [],
  version: '0',
  logLevel: 'silent',
  trustProxy: false,
  bodyLimit: 100_000,
  isSecure: false,
} as const;
const config = { authority: 'sessao' };

const opened: FastifyInstance[] = [];
afterEach(async () => {
  for (const app of opened.splice(0)) await app.close();
});

async function http(more: Partial<Parameters<typeof createHttp>[0]> = {}): Promise<FastifyInstance> {
  const app = await createHttp({ ...options, ...more });
  opened.push(app);
  app.get('/api/x/:id', { config }, async (request) => ({ ip: request.ip, protocol: request.protocol }));
  app.post('/api/x', { config }, async (request) => ({ body: request.body }));
  return app;
}

/** Opens a port, writes the pieces and reads the bare answer to its end. */
async function talk(app: FastifyInstance, pieces: readonly string[], between = async () => {}): Promise<string> {
  if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 });
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => {});
  let answer = '';
  socket.on('data', (bytes) => (answer += bytes.toString()));
  const closed = once(socket, 'close');
  for (const piece of pieces) {
    socket.write(piece);
    await between();
  }
  await closed;
  return answer;
}

const jsonOf = (answer: string): unknown => JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4));

it.each(['/api/x/%', '/api/x/%zz', '/api/x/%E0%A4%A'])('a malformed %s is told in a sentence', async (url) => {
  const answer = await (await http()).inject({ url });
  expect(answer.statusCode).toBe(400);
  expect(answer.json()).toMatchObject({
    code: 'ENDERECO_INVALIDO',
    message: expect.stringContaining('endereço está malformado'),
  });
  expect(answer.headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringContaining('frame-ancestors'),
  });
});

it('an answer tells our own pages where a visit comes from, and other sites nothing', async () => {
  const answer = await (await http()).inject({ url: '/api/x/1' });
  expect(answer.headers['referrer-policy']).toBe('same-origin');
});

describe('a failure before any route is answered in our words, too', () => {
  it.each([
    [
      'a head that is too large',
      `GET /api/x/1 HTTP/1.1\r\nHost: localhost\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`,
      431,
      'CABECALHO_GRANDE',
    ],
    ['no HTTP at all', 'isto não é HTTP\r\n\r\n', 400, 'REQUISICAO_INVALIDA'],
    [
      'two lengths',
      'POST /api/x HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
      400,
      'REQUISICAO_INVALIDA',
    ],
    ['no host', 'GET /api/x/1 HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 'ENDERECO_INVALIDO'],
    [
      'two hosts',
      'GET /api/x/1 HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\nConnection: close\r\n\r\n',
      400,
      'ENDERECO_INVALIDO',
    ],
    [
      'an expectation',
      'GET /api/x/1 HTTP/1.1\r\nHost: localhost\r\nExpect: milagre\r\nConnection: close\r\n\r\n',
      417,
      'REQUISICAO_INVALIDA',
    ],
    [
      'a method of others',
      'PROPFIND /api/x/1 HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\nConnection: close\r\n\r\n',
      404,
      'NAO_ENCONTRADO',
    ],
    [
      'a long word in the path',
      `GET /api/x/${'9'.repeat(600)} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
      414,
      'ENDERECO_LONGO',
    ],
  ])('%s', async (_, request, status, code) => {
    const answer = await talk(await http(), [request]);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(answer.toLowerCase()).toContain('content-type: application/json');
    expect(jsonOf(answer)).toEqual({ code, message: expect.stringMatching(/^[A-ZÀ-Ý].*\.$/) });
  });

  it('a request of a server that is closing', async () => {
    const app = await http();
    const inside = Promise.withResolvers<void>();
    const refused = Promise.withResolvers<void>();
    const closing = Promise.withResolvers<void>();
    app.get('/api/devagar', { config }, async () => {
      inside.resolve();
      await refused.promise;
      return {};
    });
    app.addHook('preClose', async () => closing.resolve());
    app.addHook('onError', async () => refused.resolve());
    const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
    let isFirst = true;
    const answer = await talk(app, [get('/api/devagar'), get('/api/x/1')], async () => {
      if (!isFirst) return;
      isFirst = false;
      await inside.promise;
      void app.close();
      await closing.promise;
    });
    expect(answer).toMatch(/^HTTP\/1.1 200 /);
    expect(answer).toContain('HTTP/1.1 503 ');
    expect(jsonOf(answer.slice(answer.indexOf('HTTP/1.1 503')))).toMatchObject({
      code: 'INDISPONIVEL',
      message: 'O sistema está sendo encerrado. Tente de novo em instantes.',
    });
  });
});

describe('a body comes at some pace', () => {
  const limits = { grace: 60, look: 20, pace: 1_000 };
  const head =
    'POST /api/x HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\nContent-Type: application/json\r\nConnection: close\r\n';

  it('is cut off when it never ends', async () => {
    const answer = await talk(await http({ limits }), [`${head}Content-Length: 90000\r\n\r\n{"a":`]);
    expect(answer).toMatch(/^HTTP\/1.1 408 /);
    expect(jsonOf(answer)).toMatchObject({ code: 'ENVIO_LENTO' });
  });

  it('is cut off when it was refused already, too', async () => {
    const answer = await talk(await http({ limits }), [
      'POST /api/x HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 90000\r\n\r\n{"a":',
    ]);
    expect(answer).toMatch(/^HTTP\/1.1 403 /);
  });

  it('is cut off when it drips, whatever length it says', async () => {
    const app = await http({ limits });
    const pieces = Array.from({ length: 400 }, () => '1\r\n1\r\n');
    const answer = await talk(
      app,
      [`${head}Transfer-Encoding: chunked\r\n\r\n`, ...pieces],
      () => new Promise((done) => setTimeout(done, 5)),
    );
    expect(answer).toMatch(/^HTTP\/1.1 408 /);
  });

  it('arrives when it is slow and honest, though it takes longer than the time that all have', async () => {
    const app = await http({ limits: { grace: 200, look: 20, pace: 100 } });
    const pieces = Array.from({ length: 40 }, () => '1'.repeat(100));
    const answer = await talk(
      app,
      [`${head}Content-Length: 4000\r\n\r\n`, ...pieces],
      () => new Promise((done) => setTimeout(done, 10)),
    );
    expect(answer).toMatch(/^HTTP\/1.1 200 /);
  });

  it('a head that never ends is cut off', async () => {
    const answer = await talk(await http({ limits: { head: 50, look: 20 } }), ['GET /api/x/1 HTTP/1.1\r\nHost: loc']);
    expect(answer).toMatch(/^HTTP\/1.1 408 /);
    expect(jsonOf(answer)).toMatchObject({ code: 'ENVIO_LENTO' });
  });

  it('a reader that stands still is let go', async () => {
    const app = await http({ limits: { silence: 100 } });
    let isEnded = false;
    app.get('/api/sem-fim', { config, compress: false }, async (_request, reply) => {
      const endless = Readable.from(
        (async function* () {
          try {
            for (;;) yield Buffer.alloc(256 * 1024);
          } finally {
            isEnded = true;
          }
        })(),
      );
      return reply.type('application/octet-stream').send(endless);
    });
    await app.listen({ host: '127.0.0.1', port: 0 });
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
    socket.on('error', () => {});
    socket.pause();
    socket.write('GET /api/sem-fim HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await expect.poll(() => isEnded).toBe(true);
    socket.destroy();
  });
});

it('a reader who leaves before the answer begins is no bug; a stream that breaks by itself is one', async () => {
  const app = await http();
  const bugs: string[] = [];
  let [began, over] = [0, 0];
  app.addHook('onRequest', async (request) => {
    request.log.error = ({ err }: { err: Error }) => void bugs.push(err.message);
  });
  app.addHook('onError', async () => void (over += 1));
  app.get('/api/mudo', { config }, async (_request, reply) => {
    began += 1;
    await finished(reply.raw);
  });
  app.get('/api/quebra', { config }, async (_request, reply) =>
    reply.type('text/csv').send(
      new Readable({
        read() {
          this.destroy(new Error('quebrou'));
        },
      }),
    ),
  );
  await app.listen({ host: '127.0.0.1', port: 0 });
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write('GET /api/mudo HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await expect.poll(() => began).toBe(1);
  socket.destroy();
  await expect.poll(() => over).toBe(1);
  await talk(app, ['GET /api/quebra HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n']);
  expect(bugs).toEqual(['quebrou']);
});

it('the next request of a connection is answered, though its reader gave up in the middle of the body before', async () => {
  const app = await http();
  app.addContentTypeParser('text/x', (_request, _body, done) => done(null));
  app.post('/api/y', { config }, async ({ raw }) => {
    const out = raw.pipe(new PassThrough());
    await once(out, 'readable');
    out.destroy();
    throw refuse.noSpace();
  });
  const size = 1_000_000;
  const answer = await talk(app, [
    `POST /api/y HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\nContent-Type: text/x\r\nContent-Length: ${size}\r\n\r\n`,
    'a'.repeat(size),
    'GET /api/x/1 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
  ]);
  expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 507', 'HTTP/1.1 200']);
});

it('a connection that goes on asking without reading its answers is cut off, and what it asked is not begun', async () => {
  const app = await http({ limits: { pipelined: 3 } });
  let inside = 0;
  const gate = Promise.withResolvers<void>();
  app.get('/api/devagar', { config }, async () => {
    inside++;
    await gate.promise;
    return {};
  });
  const get = (last = '') => `GET /api/devagar HTTP/1.1\r\nHost: localhost\r\n${last}\r\n`;
  expect(await talk(app, [get().repeat(10)])).toBe('');
  expect(inside).toBe(0);
  const three = talk(app, [get().repeat(2) + get('Connection: close\r\n')]);
  gate.resolve();
  expect((await three).match(/HTTP\/1.1 200/g)).toHaveLength(3);
});

it('the body of a request to nowhere is not asked for, and none is kept once its request is answered', async () => {
  const app = await http({});
  let asked = 0;
  app.addHook('preParsing', async () => void (asked += 1));
  let kept: unknown = 'nothing';
  app.addHook('onResponse', async ({ body }) => void (kept = body));
  app.post('/api/z', { config }, async ({ body }) => body);
  const post = (url: string) =>
    app.inject({ method: 'POST', url, headers: { origin: 'http://localhost:80' }, payload: { a: 1 } });
  expect((await post('/nada')).statusCode).toBe(404);
  expect((await post('/api/nada')).statusCode).toBe(404);
  expect(asked).toBe(0);
  expect((await post('/api/z')).json()).toEqual({ a: 1 });
  expect(asked).toBe(1);
  expect(kept).toBe(undefined);
});

it('a network has so many connections, also one of IPv6 with as many addresses as it likes', async () => {
  const app = await http({ limits: { connectionsOfOne: 2 } });
  const connects = (remoteAddress: string) => {
    const socket = Object.assign(new EventEmitter(), {
      remoteAddress,
      destroyed: false,
      destroy: () => (socket.destroyed = true),
    });
    for (const listener of app.server.listeners('connection')) if (listener.name === 'count') listener.call(app.server, socket);
    return socket;
  };
  const some = ['2001:db8:1:2::1', '2001:db8:1:2::2', '2001:db8:1:2:ffff::3', '2001:db8:1:3::1', '203.0.113.5'].map(connects);
  expect(some.map(({ destroyed }) => destroyed)).toEqual([false, false, true, false, false]);
  some[0]?.emit('close');
  expect(connects('2001:db8:1:2::4').destroyed).toBe(false);
});

it('a body is JSON, and a text is none', async () => {
  const app = await http({});
  app.post('/api/z', { config }, async () => ({}));
  const headers = { origin: 'http://localhost:80', 'content-type': 'text/plain' };
  expect((await app.inject({ method: 'POST', url: '/api/z', headers, payload: 'a' })).statusCode).toBe(415);
});

it('a body of nothing but lists is refused, and one of many short records is not', async () => {
  const app = await http({});
  app.post('/api/z', { config }, async () => ({}));
  const headers = { origin: 'http://localhost:80', 'content-type': 'application/json' };
  const post = async (value: unknown) =>
    (await app.inject({ method: 'POST', url: '/api/z', headers, payload: JSON.stringify(value) })).statusCode;
  expect(await post(Array.from({ length: 1_100 }, () => []))).toBe(413);
  expect(await post(Array.from({ length: 1_100 }, () => ({})))).toBe(413);
  expect(await post(Array.from({ length: 900 }, () => []))).toBe(200);
  expect(await post(Array.from({ length: 2_000 }, (_, id) => ({ id })))).toBe(200);
});

describe('who asks', () => {
  const asked = async (trustProxy: Parameters<typeof createHttp>[0]['trustProxy'], headers: Record<string, string>) =>
    (await (await http({ trustProxy })).inject({ url: '/api/x/1', headers })).json() as { ip: string; protocol: string };
  const forwarded = { 'x-forwarded-for': '1.2.3.4, 5.6.7.8', 'x-forwarded-proto': 'https' };

  it('is who connects, whatever the request says', async () => {
    expect(await asked(false, forwarded)).toEqual({ ip: '127.0.0.1', protocol: 'http' });
  });

  it('is, behind one proxy, the last address that was told; those before it are what the client wrote', async () => {
    expect(await asked(1, forwarded)).toEqual({ ip: '5.6.7.8', protocol: 'https' });
    expect(await asked(2, forwarded)).toMatchObject({ ip: '1.2.3.4' });
  });

  it('is, behind proxies with addresses, the last one that is none of them', async () => {
    expect(await asked(['127.0.0.1'], forwarded)).toMatchObject({ ip: '5.6.7.8', protocol: 'https' });
    expect(await asked(['127.0.0.0/8', '5.6.0.0/16'], forwarded)).toMatchObject({ ip: '1.2.3.4' });
    expect(await asked(['10.0.0.1'], forwarded)).toEqual({ ip: '127.0.0.1', protocol: 'http' });
  });
});

describe('the name that the server is asked by', () => {
  const asked = async (host: string, more: Partial<Parameters<typeof createHttp>[0]> = {}, method: 'GET' | 'POST' = 'GET') => {
    const app = await http(more);
    return app.inject({ method, url: method === 'GET' ? '/api/x/1' : '/api/x', headers: { host, origin: `http://${host}` } });
  };

  it.each([
    'localhost',
    'localhost:3000',
    'LOCALHOST.',
    'a.localhost',
    '127.0.0.1:3000',
    '[::1]:3000',
    '192.168.0.10:3000',
    hostname(),
  ])('%s is its own', async (host) => {
    expect((await asked(host)).statusCode).toBe(200);
  });

  it.each(['mal.exemplo', 'mal.exemplo:3000', '127.0.0.1.mal.exemplo', 'localhost.mal.exemplo', 'servidor-de-outro'])(
    '%s is refused, to read as well as to write',
    async (host) => {
      for (const method of ['GET', 'POST'] as const) {
        const answer = await asked(host, {}, method);
        expect(answer.statusCode).toBe(421);
        expect(answer.json()).toMatchObject({
          code: 'ENDERECO_DESCONHECIDO',
          message: expect.stringContaining('VINCULO_ORIGINS'),
        });
      }
    },
  );

  it.each([
    'a b',
    'a/b',
    'a@b',
    '[',
    'a:99999',
    'mal@localhost',
    'mal:x@127.0.0.1:3000',
    'localhost/x',
    'localhost?x',
    '#localhost',
  ])('%s is no name', async (host) => {
    const answer = await (await http()).inject({ url: '/api/x/1', headers: { host } });
    expect([400, 421]).toContain(answer.statusCode);
  });

  it('is in no origin when the request has none, as in HTTP/1.0', async () => {
    const write = (origin: string) => `POST /api/x HTTP/1.0\r\nOrigin: ${origin}\r\nContent-Length: 0\r\n\r\n`;
    expect(await talk(await http(), ['GET /api/x/1 HTTP/1.0\r\n\r\n'])).toMatch(/^HTTP\/1.1 200 /);
    expect(await talk(await http(), [write('http://undefined')])).toMatch(/^HTTP\/1.1 403 /);
    const origins = ['https://rh.empresa.com.br'];
    expect(await talk(await http({ origins }), [write('https://rh.empresa.com.br')])).toMatch(/^HTTP\/1.1 200 /);
  });

  it('is one of the public addresses, where there are some, or of this machine, or a number', async () => {
    const origins = ['https://rh.empresa.com.br'];
    for (const host of ['rh.empresa.com.br', 'RH.empresa.com.br:443', 'localhost:3000', '10.0.0.7'])
      expect((await asked(host, { origins })).statusCode).toBe(200);
    for (const host of ['outro.empresa.com.br', 'empresa.com.br', 'rh.empresa.com.br.mal.exemplo'])
      expect((await asked(host, { origins })).statusCode).toBe(421);
    expect((await asked('10.0.0.7', { origins }, 'POST')).statusCode).toBe(403);
  });

  it('may be the configured one', async () => {
    expect((await asked('servidor:3000', { host: 'servidor' })).statusCode).toBe(200);
  });
});

it.each(['/api/x/1', '/%61pi/x/1', '/ap%69/nada', '/nada', '/api/x/%'])('%s is kept by nobody', async (url) => {
  expect((await (await http()).inject(url)).headers['cache-control']).toBe('no-store');
});

it.each(['toString', 'valueOf', 'constructor', '__proto__', 'hasOwnProperty'])(
  "a name that every object has is nobody's field: %s",
  async (name) => {
    const app = await http();
    const schema = z.object({ nome: z.string().min(1).max(5) });
    app.post('/api/molde', { config }, async (request) => ({
      certo: schema.safeParse(request.body).success,
      corpo: request.body,
    }));
    const answer = await app.inject({
      method: 'POST',
      url: '/api/molde',
      headers: { origin: 'http://localhost:80', 'content-type': 'application/json' },
      // The judge prints a length that is none.
      payload: `{"nome":{"length":{"${name}":1,"toString":1}}}`,
    });
    expect(answer.json()).toEqual({ certo: false, corpo: { nome: { length: {} } } });
  },
);

it('a route that serves no users has nobody who acts, and says so', async () => {
  const app = await http();
  const read = async ({ acting }: FastifyRequest) => acting.usuarioId;
  app.get('/api/aberta', { config: { authority: 'publico' } }, (request) =>
    read(request).catch((error: Error) => ({ fault: error.message })),
  );
  const answer = await app.inject({ url: '/api/aberta', headers: { host: 'localhost' } });
  expect(answer.json()).toEqual({ fault: '/api/aberta serves no user: nobody acts there' });
});

it('a body that nobody has to be known for is small; a larger one is refused before it is parsed', async () => {
  const app = await http();
  app.post('/api/publico', { config: { authority: 'publico' } }, async () => 'parsed');
  const ask = (url: string, text: string) =>
    app.inject({
      method: 'POST',
      url,
      headers: { origin: 'http://localhost:80', 'content-type': 'application/json' },
      payload: JSON.stringify({ text }),
    });
  expect((await ask('/api/publico', 'x'.repeat(4_000))).body).toBe('parsed');
  expect((await ask('/api/publico', 'x'.repeat(20_000))).json()).toMatchObject({ code: 'ARQUIVO_GRANDE' });
  expect((await ask('/lugar-nenhum', 'x'.repeat(20_000))).json()).toMatchObject({ code: 'NAO_ENCONTRADO' });
  expect((await ask('/api/x', 'x'.repeat(20_000))).statusCode).toBe(200);
});

it.each([
  ['{"a":[{"__proto__":{"x":1},"b":2}],"\\u005f_proto__":3}', { a: [{ b: 2 }] }],
  ['7', 7],
  [`${'['.repeat(50)}1${']'.repeat(50)}`, JSON.parse(`${'['.repeat(50)}1${']'.repeat(50)}`)],
])('%s is taken without names of prototypes', async (payload, body) => {
  const answer = await (await http()).inject({
    method: 'POST',
    url: '/api/x',
    headers: { origin: 'http://localhost:80', 'content-type': 'application/json' },
    payload,
  });
  expect(answer.json()).toEqual({ body });
});

it('a JSON of more values than any of ours has is refused, whatever they are', async () => {
  const app = await http({ bodyLimit: 2 * 1024 * 1024 });
  const sent = (payload: string) =>
    app.inject({
      method: 'POST',
      url: '/api/x',
      headers: { origin: 'http://localhost:80', 'content-type': 'application/json' },
      payload,
    });
  const names = Array.from({ length: 2_100 }, (_, n) => `"n${n}":1`).join();
  for (const payload of [`[${'{},'.repeat(500_000)}{}]`, `{"ids":[${'1,'.repeat(500_000)}1]}`, `{${names}}`]) {
    const answer = await sent(payload);
    expect([answer.statusCode, answer.json().code]).toEqual([413, 'ARQUIVO_GRANDE']);
  }
  expect((await sent(`{"ids":[${'1,'.repeat(20_000)}1]}`)).statusCode).toBe(200);
});

it('a body with countless faults is answered with a thousand of them', async () => {
  const app = await http();
  app.post('/api/y', { config }, async () => {
    throw refuse.invalid(Array.from({ length: 40_000 }, (_, n) => ({ field: `n${n}`, message: 'Campo desconhecido' })));
  });
  const answer = await app.inject({ method: 'POST', url: '/api/y', headers: { origin: 'http://localhost:80' } });
  expect(answer.statusCode).toBe(400);
  expect(answer.json().errors).toHaveLength(1_000);
});

it.each([
  new DOMException('The operation timed out', 'TimeoutError'),
  new Error('x'),
  Object.assign(new Error('x'), { code: 7, statusCode: '4' }),
  'a text',
  undefined,
  null,
])('whatever is thrown answers in our words and leaves a line: %s', async (thrown) => {
  const app = await http();
  const lines: unknown[] = [];
  app.addHook('onRequest', async (request) => {
    request.log.error = ((line: { err: unknown }) => lines.push(line.err)) as never;
  });
  app.get('/api/y', { config }, async () => {
    // oxlint-disable-next-line typescript/only-throw-error -- what is not an error is what this tests
    throw thrown;
  });
  const answer = await app.inject('/api/y');
  expect([answer.statusCode, answer.json()]).toMatchObject([500, { code: 'ERRO', message: 'Erro' }]);
  expect(lines).toHaveLength(1);
});

it('a JSON nested deeper than any of ours is refused', async () => {
  const answer = await (await http()).inject({
    method: 'POST',
    url: '/api/x',
    headers: { origin: 'http://localhost:80', 'content-type': 'application/json' },
    payload: `${'{"a":'.repeat(500)}1${'}'.repeat(500)}`,
  });
  expect(answer.statusCode).toBe(400);
  expect(answer.json()).toMatchObject({ code: 'JSON_INVALIDO' });
});

it('a JSON of bytes that are no text is refused, instead of losing them', async () => {
  const app = await http();
  const sent = (payload: Buffer) =>
    app.inject({
      method: 'POST',
      url: '/api/x',
      headers: { origin: 'http://localhost:80', 'content-type': 'application/json' },
      payload,
    });
  const answer = await sent(Buffer.from('{"nome":"\xff\xfe"}', 'latin1'));
  expect([answer.statusCode, answer.json().code]).toEqual([400, 'JSON_INVALIDO']);
  expect((await sent(Buffer.from('{"nome":"João"}'))).json()).toEqual({ body: { nome: 'João' } });
});

it('a compressed body is no JSON of ours', async () => {
  const answer = await (await http()).inject({
    method: 'POST',
    url: '/api/x',
    headers: { origin: 'http://localhost:80', 'content-type': 'application/json', 'content-encoding': 'gzip' },
    payload: Buffer.from('1f8b0800', 'hex'),
  });
  expect(answer.statusCode).toBe(400);
});

it.each(['*', 'br;q=0, gzip;q=0, identity;q=0', 'zstd', ';;;,,,', 'gzip,'.repeat(20), 'br;q=9e999'])(
  'an answer for accept-encoding %s',
  async (encoding) => {
    const app = await http();
    app.get('/api/longo', { config }, async () => ({ texto: 'a'.repeat(10_000) }));
    expect((await app.inject({ url: '/api/longo', headers: { 'accept-encoding': encoding } })).statusCode).toBe(200);
  },
);

describe('a JSON of too many values', () => {
  const sent = async (payload: string) =>
    (
      await (
        await http({ bodyLimit: 2_000_000 })
      ).inject({
        method: 'POST',
        url: '/api/x',
        headers: { origin: 'http://localhost:80', 'content-type': 'application/json' },
        payload,
      })
    ).statusCode;

  it.each([
    ['names', `{${Array.from({ length: 170_000 }, (_, n) => `"${n.toString(36)}":1`).join()}}`],
    ['texts', JSON.stringify(Array.from({ length: 60_000 }, (_, n) => `\\"${n}`))],
    ['lists', `[${'[],'.repeat(60_000)}1]`],
  ])('is refused before it is parsed: %s', async (_what, payload) => {
    const parse = vi.spyOn(JSON, 'parse');
    expect(await sent(payload)).toBe(413);
    expect(parse.mock.calls.filter(([text]) => text === payload)).toEqual([]);
    parse.mockRestore();
  });

  it('is none of signs within a text', async () => {
    for (const signs of ['"'.repeat(100_000), '\\'.repeat(100_001), ',[]{}:'.repeat(20_000)])
      expect(await sent(JSON.stringify({ nome: signs }))).toBe(200);
  });
});
