import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import { afterEach, expect, it, vi } from 'vitest';
import { download, upload } from './openapi.server.ts';
import { limitRequests } from './requests-at-once.server.ts';
import { createHttp } from './server.server.ts';

const options = {
  origins: [],
  version: '0',
  logLevel: 'silent',
  trustProxy: false,
  bodyLimit: 1_000_000,
  isSecure: false,
} as const;
const LARGE = JSON.stringify('a'.repeat(70_000));
/** An address that others share. */
const ADDRESS = '127.0.0.1';

let close: () => Promise<void> = async () => {};
afterEach(() => close());

async function opened() {
  const app = await createHttp(options);
  const gate = Promise.withResolvers<void>();
  close = () => {
    gate.resolve();
    return app.close();
  };
  limitRequests(app, ({ headers: { from } }) => ({ owner: from, isPerson: from !== ADDRESS }));
  const seen = { begun: 0, working: 0, most: 0 };
  const wait = async () => {
    seen.begun += 1;
    seen.working += 1;
    seen.most = Math.max(seen.most, seen.working);
    await gate.promise;
    seen.working -= 1;
    return {};
  };
  const config = { authority: 'sessao' };
  app.get('/api/espera', { config }, wait);
  app.post('/api/espera', { config }, wait);
  app.get('/api/tabela', { config, schema: { response: { 200: download(['csv']) } } as never }, wait);
  app.post('/api/arquivo', { config, schema: upload() as never }, async () => ({}));
  app.get('/api/logo', { config }, async () => ({}));
  app.post('/api/logo', { config }, async () => ({}));
  const ask = async (from: string, url = '/api/espera', payload?: string) => {
    const headers = { origin: 'http://localhost:80', host: 'localhost:80', from };
    const { statusCode } = await app.inject(
      payload === undefined
        ? { url, headers }
        : { method: 'POST', url, payload, headers: { ...headers, 'content-type': 'application/json' } },
    );
    return statusCode;
  };
  const listening = async () => {
    await app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = app.server.address() as AddressInfo;
    return (head: string, body = '') => {
      const socket = connect(port, '127.0.0.1').pause();
      socket.write(
        `${head} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nfrom: um\r\norigin: http://127.0.0.1:${port}\r\n${body || '\r\n'}`,
      );
      return socket;
    };
  };
  return { app, config, gate, seen, ask, listening };
}

const times = <T>(n: number, one: () => T): T[] => Array.from({ length: n }, one);

it('six requests of one person are worked on at a time, and the next ones wait; others go on, and those who share an address', async () => {
  const { gate, seen, ask } = await opened();
  const mine = times(20, () => ask('um'));
  const shared = times(20, () => ask(ADDRESS));
  expect(await ask('outro', '/api/logo')).toBe(200);
  await vi.waitFor(() => expect(seen.working).toBe(26));
  gate.resolve();
  expect(new Set(await Promise.all([...mine, ...shared]))).toEqual(new Set([200]));
  expect(seen.most).toBe(26);
});

it('two large bodies of one person are taken at a time, twenty wait, and more are refused; small ones and others go on', async () => {
  const { gate, seen, ask } = await opened();
  const many = times(25, () => ask('um', '/api/espera', LARGE));
  expect(await Promise.all(many.slice(22))).toEqual([503, 503, 503]);
  expect(await ask('um', '/api/logo', '"pequeno"')).toBe(200);
  expect(await ask('outro', '/api/logo', LARGE)).toBe(200);
  await vi.waitFor(() => expect(seen.begun).toBe(2), { timeout: 10_000 });
  gate.resolve();
  expect(new Set(await Promise.all(many.slice(0, 22)))).toEqual(new Set([200]));
  expect(seen.most).toBe(2);
});

it('sixteen large bodies of those who share an address are taken at a time', async () => {
  const { gate, seen, ask } = await opened();
  const many = times(20, () => ask(ADDRESS, '/api/espera', LARGE));
  expect(await ask(ADDRESS, '/api/logo', '"pequeno"')).toBe(200);
  await vi.waitFor(() => expect(seen.begun).toBe(16), { timeout: 25_000 });
  gate.resolve();
  expect(new Set(await Promise.all(many))).toEqual(new Set([200]));
  expect(seen.most).toBe(16);
}, 30_000);

/** Twelve people at once ask for what takes the loop for 30 ms: how many answers somebody else gets meanwhile. */
async function servedBeside(
  before: (ask: (from: string, url?: string) => Promise<number>) => (from: string) => Promise<string | undefined>,
) {
  const { app, config, ask } = await opened();
  let judged = 0;
  app.get('/api/muito', { config }, async () => 'a'.repeat(70_000));
  app.get('/api/menos', { config }, async () => 'a'.repeat(35_000));
  const work = async ({ query }: FastifyRequest) => {
    if ((query as { sort?: string }).sort === 'muito') return { texto: 'a'.repeat(200_000) };
    for (const end = performance.now() + 30; performance.now() < end; );
    judged += 1;
    return {};
  };
  app.get('/api/julga', { config }, work);
  app.post('/api/julga', { config }, work);
  const people = Array.from({ length: 12 }, (_, n) => `p${n}`);
  const bodies = await Promise.all(people.map(before(ask)));
  judged = 0;
  const many = people.map((from, n) => ask(from, '/api/julga', bodies[n]));
  let served = 0;
  const small = (async () => {
    for (; judged < 12; served += 1) {
      await ask('outro', '/api/logo');
      await setImmediate();
    }
  })();
  expect(new Set(await Promise.all(many))).toEqual(new Set([200]));
  await small;
  return served;
}

it('while many people send large bodies, each of which takes the loop, others are served between any two', async () => {
  expect(await servedBeside(() => async () => LARGE)).toBeGreaterThan(60);
  expect(await servedBeside(() => async () => JSON.stringify(times(400, () => ({}))))).toBeGreaterThan(60);
});

it('while many people who have just been answered much ask again, others are served between any two', async () => {
  const much = (ask: (from: string, url?: string) => Promise<number>) => async (from: string) => {
    await ask(from, '/api/muito');
    return undefined;
  };
  expect(await servedBeside(much)).toBeGreaterThan(60);
  // Many answers of half of that are as much.
  const often = (ask: (from: string, url?: string) => Promise<number>) => async (from: string) => {
    await Promise.all(times(16, () => ask(from, '/api/menos')));
    return undefined;
  };
  expect(await servedBeside(often)).toBeGreaterThan(60);
  // So it is where they need not wait for others' long answers.
  const exempt = (ask: (from: string, url?: string) => Promise<number>) => async (from: string) => {
    await ask('longo', '/api/julga?sort=muito');
    await ask(from, '/api/julga');
    await ask(from, '/api/muito');
    return undefined;
  };
  expect(await servedBeside(exempt)).toBeGreaterThan(60);
});

it('a turn of somebody who waits for another machine keeps nobody waiting', async () => {
  const { gate, seen, ask } = await opened();
  const many = ['um', 'dois', 'tres', 'quatro', 'cinco'].map((from) => ask(from, '/api/espera', LARGE));
  await vi.waitFor(() => expect(seen.begun).toBe(5), { timeout: 10_000 });
  gate.resolve();
  expect(new Set(await Promise.all(many))).toEqual(new Set([200]));
});

it('a route that is known for large answers makes them one by one, also while it waits for the database; others go on', async () => {
  const { app, config, ask } = await opened();
  const seen = { begun: 0, known: false };
  const gate = Promise.withResolvers<void>();
  app.get('/api/lista', { config }, async ({ query }) => {
    if ((query as { size: string }).size === '15') return [];
    seen.begun += 1;
    if (seen.known) await gate.promise;
    return { texto: 'a'.repeat(2_000_000) };
  });
  expect(await ask('antes', '/api/lista?size=500')).toBe(200);
  seen.known = true;
  // No page is longer than the longest one, whatever somebody asks for.
  const sizes = { um: 490, dois: 300, tres: 1_024, quatro: 2 ** 40, cinco: 257 };
  const many = Object.entries(sizes).map(([from, size]) => ask(from, `/api/lista?size=${size}`));
  await vi.waitFor(() => expect(seen.begun).toBe(2), { timeout: 10_000 });
  expect(await ask('um', '/api/logo')).toBe(200);
  expect(await ask('outro', '/api/lista?size=15')).toBe(200);
  expect(seen.begun).toBe(2);
  // What is sought there is another kind.
  const sought = ask('outro', '/api/lista?size=500&nome=a');
  await vi.waitFor(() => expect(seen.begun).toBe(3));
  gate.resolve();
  expect(new Set(await Promise.all([...many, sought]))).toEqual(new Set([200]));
  expect(seen.begun).toBe(7);
});

it('whoever has had short answers alone waits for no long one of that kind, until one of theirs is', async () => {
  const { app, config, ask } = await opened();
  let begun = 0;
  const gate = Promise.withResolvers<void>();
  app.get('/api/visoes', { config }, async ({ query, headers: { from } }) => {
    if ((query as { muito?: string }).muito === undefined) return { de: from };
    begun += 1;
    await gate.promise;
    return { texto: 'a'.repeat(200_000) };
  });
  const url = '/api/visoes?cadastro=a';
  expect(await ask('curto', url)).toBe(200);
  expect(await ask('outro', url)).toBe(200);
  const first = ask('longo', `${url}&muito=1`);
  gate.resolve();
  expect(await first).toBe(200);
  const held = Promise.withResolvers<void>();
  gate.promise = held.promise;
  const second = ask('longo', `${url}&muito=1`);
  await vi.waitFor(() => expect(begun).toBe(2));
  expect(await ask('curto', url)).toBe(200);
  const third = ask('outro', `${url}&muito=1`);
  await vi.waitFor(() => expect(begun).toBe(3));
  held.resolve();
  expect(await Promise.all([second, third])).toEqual([200, 200]);
  // Now they are in line, as whoever has had none yet.
  const last = Promise.withResolvers<void>();
  gate.promise = last.promise;
  const waiting = ['longo', 'outro', 'novo'].map((from) => ask(from, `${url}&muito=1`));
  await vi.waitFor(() => expect(begun).toBe(4));
  expect(await ask('curto', url)).toBe(200);
  expect(begun).toBe(4);
  last.resolve();
  expect(await Promise.all(waiting)).toEqual([200, 200, 200]);
});

it('whoever had a short answer gets no more than two long ones past the line, of whatever kind', async () => {
  const { app, config, ask } = await opened();
  const working = { now: 0, most: 0 };
  const gate = Promise.withResolvers<void>();
  for (const kind of ['a', 'b', 'c'])
    app.get(`/api/lista/${kind}`, { config }, async ({ query }) => {
      if ((query as { muito?: string }).muito === undefined) return { content: [] };
      working.now += 1;
      working.most = Math.max(working.most, working.now);
      await gate.promise;
      working.now -= 1;
      return { texto: 'a'.repeat(200_000) };
    });
  const urls = ['a', 'b', 'c'].map((kind) => `/api/lista/${kind}?busca=a`);
  const [first = ''] = urls;
  // A page behind the end of a list is short whatever the list is.
  expect(await ask('esperto', `${first}&page=99999`)).toBe(200);
  for (const url of urls) expect(await ask('um', url)).toBe(200);
  const known = Promise.all(urls.map((url) => ask('longo', `${url}&muito=1`)));
  gate.resolve();
  await known;
  Object.assign(working, { now: 0, most: 0 });
  const held = Promise.withResolvers<void>();
  gate.promise = held.promise;
  const six = urls.flatMap((url) => times(2, () => ask('um', `${url}&muito=1`)));
  const clever = times(2, () => ask('esperto', `${first}&muito=1`));
  await vi.waitFor(() => expect(working.most).toBe(3));
  held.resolve();
  expect(new Set(await Promise.all([...six, ...clever]))).toEqual(new Set([200]));
  // Two past the line, and one in it.
  expect(working.most).toBe(3);
});

it('two tables of one person are drawn at a time', async () => {
  const { gate, seen, ask } = await opened();
  const tables = times(5, () => ask('um', '/api/tabela'));
  expect(await ask('um', '/api/logo')).toBe(200);
  await vi.waitFor(() => expect(seen.working).toBe(2));
  gate.resolve();
  expect(new Set(await Promise.all(tables))).toEqual(new Set([200]));
  expect(seen.most).toBe(2);
});

it('what fails, says nothing or asks for a head leaves its place', async () => {
  const { app, config, ask } = await opened();
  app.get('/api/falha', { config }, () => Promise.reject(new Error('não')));
  app.get('/api/na-hora', { config }, () => {
    throw new Error('não');
  });
  app.get('/api/nada', { config }, async (_request, reply) => void reply.status(204));
  for (const url of ['/api/falha', '/api/na-hora', '/api/nada'])
    expect(new Set(await Promise.all(times(10, () => ask('um', url))))).toEqual(new Set([url === '/api/nada' ? 204 : 500]));
  const heads = times(10, () => app.inject({ method: 'HEAD', url: '/api/logo', headers: { host: 'localhost', from: 'um' } }));
  expect((await Promise.all(heads)).map(({ statusCode }) => statusCode)).toEqual(times(10, () => 200));
  expect(await ask('um', '/api/logo')).toBe(200);
});

it('whoever goes away keeps the place while their request is worked on, and one that waits is not begun', async () => {
  const { gate, seen, ask, listening } = await opened();
  const send = await listening();
  const working = times(6, () => send('GET /api/espera'));
  await vi.waitFor(() => expect(seen.working).toBe(6));
  const waiting = times(4, () => send('GET /api/espera'));
  const last = ask('um', '/api/logo');
  expect(await ask('outro', '/api/logo')).toBe(200);
  for (const socket of [...working, ...waiting]) {
    socket.destroy();
    await once(socket, 'close');
  }
  expect(await ask('outro', '/api/logo')).toBe(200);
  expect(seen.begun).toBe(6);
  gate.resolve();
  expect(await last).toBe(200);
  expect(seen.begun).toBe(6);
});

it('an answer that nobody reads keeps its place, whatever its coding; a file on its way takes none', async () => {
  const { app, config, ask, listening } = await opened();
  let large = 0;
  const text = randomBytes(6_000_000).toString('base64');
  app.get('/api/grande', { config }, async () => {
    large += 1;
    return text;
  });
  const send = await listening();
  const files = times(6, () =>
    send('POST /api/arquivo', 'content-type: multipart/form-data; boundary=a\r\ncontent-length: 500000\r\n\r\n--a\r\n'),
  );
  expect(await ask('um', '/api/logo')).toBe(200);
  const sockets = ['', 'accept-encoding: gzip\r\n\r\n'].flatMap((coding) => times(3, () => send('GET /api/grande', coding)));
  await vi.waitFor(() => expect(large).toBe(6), { timeout: 20_000 });
  let answered = false;
  const mine = ask('um', '/api/logo').then((status) => {
    answered = true;
    return status;
  });
  expect(await ask('outro', '/api/logo')).toBe(200);
  expect(answered).toBe(false);
  for (const socket of [...sockets, ...files]) socket.destroy();
  expect(await mine).toBe(200);
});

it('files that are judged in their requests take the places of large bodies once they have come', async () => {
  const { app, config, gate } = await opened();
  let working = 0;
  app.post('/api/planilha', { config, schema: upload() as never }, async (request) => {
    await request.enterLarge?.();
    working += 1;
    await gate.promise;
    return {};
  });
  const send = async (from: string) => {
    const headers = { origin: 'http://localhost:80', host: 'localhost:80', from };
    return (await app.inject({ method: 'POST', url: '/api/planilha', headers })).statusCode;
  };
  const mine = times(4, () => send('um'));
  await vi.waitFor(() => expect(working).toBe(2));
  const others = send('outro');
  await vi.waitFor(() => expect(working).toBe(3));
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(working).toBe(3);
  gate.resolve();
  expect(await Promise.all([...mine, others])).toEqual(times(5, () => 200));
});

it('a body waits unread, and who has waited is judged again', async () => {
  const { app, gate, seen, ask } = await opened();
  const late: unknown[] = [];
  app.addHook('preHandler', async ({ isLate, body }: FastifyRequest) => void late.push(isLate, body));
  const parsed = vi.fn<() => void>();
  app.addHook('preValidation', async () => parsed());
  const working = times(6, () => ask('um'));
  await vi.waitFor(() => expect(seen.working).toBe(6));
  parsed.mockClear();
  late.length = 0;
  const mine = ask('um', '/api/logo', '"um"');
  await new Promise((resolve) => setTimeout(resolve, 150));
  expect(parsed).not.toHaveBeenCalled();
  gate.resolve();
  expect([await mine, ...(await Promise.all(working))]).toEqual(times(7, () => 200));
  expect(late).toEqual([true, 'um']);
});
