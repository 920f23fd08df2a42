import type { Readable } from 'node:stream';
import { createBrotliDecompress, createUnzip } from 'node:zlib';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { DEMO_CANDIDATE, DEMO_LOGINS, DEMO_PASSWORD } from '../demo-users.server.ts';
import { createSamples, type Samples } from '../samples.server.ts';
import { type Client, openTestApp, send, type TestApp } from '../test-app.server.ts';
import type { Payload } from './hostile-requests.server.ts';
import type { Answer } from './judge.ts';

export const WHO = ['administrator', 'least', 'candidate', 'nobody'] as const;
/** Who asks: everything is allowed to the first, next to nothing to the second; the third is no user, the last is unknown. */
export type Who = (typeof WHO)[number];

export interface Asked extends Payload {
  who: Who;
  method: string;
  url: string;
  /** sent so often at once */
  times?: number;
}

export interface Operation {
  method: string;
  /** with its names in braces */
  path: string;
  authority: string;
  takesFile: boolean;
}

export interface Stage {
  app: TestApp;
  samples: Samples;
  operations: Operation[];
  ask(asked: Asked): Promise<Answer>;
  /** asks, and tells which names of query and body were read */
  watched(asked: Asked): Promise<Answer & { query: Set<string>; body: Set<string> }>;
  /** sessions that ended, or that are in another company, begin anew, and no door stays shut */
  refresh(): Promise<void>;
}

/** What an authority of the least right may still do. */
const LEAST = 'ROLE_CAD_INFO_PESSOAL';
const PATIENCE = 30_000;
const WATCH = 'x-fuzz-watch';

/** The whole server over a small company, with those who ask; `plant` adds routes of a test's own. */
export async function openStage(plant?: (app: FastifyInstance) => void): Promise<Stage> {
  const app = await openTestApp();
  plant?.(app.app);
  const { seen } = watching(app);
  await app.app.ready();
  let session = await app.login(0);
  // What is asked may end every session of the administrator.
  const admin: Client = async (...asked) => {
    const answer = await session(...asked);
    if (answer.status !== 401) return answer;
    session = await app.login(0);
    return session(...asked);
  };
  const samples = createSamples(admin);
  // Their days fit the records that are made of them; then come a dozen more.
  await samples.existing('gestao-talentos/talentos');
  await app.seed(12);
  await app.loginWithout(3, (name) => name !== LEAST);
  const cookies: Record<Who, string> = { administrator: '', least: '', candidate: '', nobody: '' };
  const stale = new Set<Who>(['administrator', 'least', 'candidate']);

  const empresaId = app.empresas[0];
  const login = async (who: Who): Promise<string> => {
    const { cpf } = DEMO_LOGINS[who === 'least' ? 3 : 0];
    const answer = await (who === 'candidate'
      ? send(app.app, { method: 'POST', url: '/api/externo/login', payload: { ...DEMO_CANDIDATE, empresaId } })
      : send(app.app, { method: 'POST', url: '/api/login', payload: { cpf, senha: DEMO_PASSWORD, empresaId } }));
    if (answer.status !== 200) throw new Error(`${who}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return String(answer.headers['set-cookie']).split(';')[0] ?? '';
  };

  const ask = async ({ who, method, url, text, base64, headers = {} }: Asked): Promise<Answer> => {
    const payload = base64 === undefined ? text : Buffer.from(base64, 'base64');
    const answer = await app.app.inject({
      method: method as 'GET',
      url,
      headers: {
        host: 'localhost',
        origin: 'http://localhost',
        ...(cookies[who] ? { cookie: cookies[who] } : {}),
        ...(who === 'administrator' || who === 'least' ? { 'x-empresa-id': String(empresaId) } : {}),
        ...headers,
      },
      ...(payload === undefined ? {} : { payload }),
      payloadAsStream: true,
      signal: AbortSignal.timeout(PATIENCE),
    });
    const type = String(answer.headers['content-type'] ?? '');
    const status = answer.statusCode;
    if (status === 401 || (status === 409 && headers['x-empresa-id'] === undefined)) stale.add(who);
    return {
      status,
      type,
      text: await textOf(unpacked(answer.stream(), String(answer.headers['content-encoding'] ?? '')), type),
    };
  };

  // A refusal may mean the address alone, which is not for them: to log in anew costs more than to ask.
  const isInside = async (who: Who) => {
    const url = who === 'candidate' ? '/api/externo/userinfo/sessoes' : '/api/userinfo/sessoes';
    return cookies[who] !== '' && (await ask({ who, method: 'GET', url })).status === 200;
  };

  return {
    app,
    samples,
    operations: operationsOf(app),
    ask,
    async watched(asked) {
      const key = String(seen.size);
      const answer = await ask({ ...asked, headers: { ...asked.headers, [WATCH]: key } });
      return { ...answer, ...(seen.get(key) ?? { query: new Set(), body: new Set() }) };
    },
    async refresh() {
      samples.forget();
      await app.db.query({ text: 'delete from tentativas' });
      for (const who of stale) if (who !== 'nobody' && !(await isInside(who))) cookies[who] = await login(who);
      stale.clear();
    },
  };
}

/** What a client reads that accepted a compressed answer. */
const unpacked = (stream: Readable, encoding: string): Readable =>
  encoding === 'br'
    ? stream.pipe(createBrotliDecompress())
    : encoding === 'gzip' || encoding === 'deflate'
      ? stream.pipe(createUnzip())
      : stream;

/** The first MiB of an answer; an event stream ends when it is wished to. */
async function textOf(stream: Readable, type: string): Promise<string> {
  if (type.startsWith('text/event-stream')) {
    stream.destroy();
    return '';
  }
  const isText = /json|^text\//.test(type);
  const chunks: Buffer[] = [];
  for await (const chunk of stream) if (isText && chunks.length < 64) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

function operationsOf({ app }: TestApp): Operation[] {
  interface Said {
    'x-authority'?: string;
    requestBody?: { content?: object };
    summary?: string;
  }
  const { paths } = app.swagger() as unknown as { paths: Record<string, Record<string, Said>> };
  return Object.entries(paths).flatMap(([path, verbs]) =>
    Object.entries(verbs).map(([verb, said]) => ({
      method: verb.toUpperCase(),
      path,
      authority: said['x-authority'] ?? '',
      takesFile: said.summary?.includes('multipart') ?? false,
    })),
  );
}

/** Lets requests that ask for it tell which names of their query and body the route read. */
function watching({ app }: TestApp) {
  const seen = new Map<string, { query: Set<string>; body: Set<string> }>();
  app.addHook('preHandler', async (request: FastifyRequest) => {
    const key = request.headers[WATCH];
    if (typeof key !== 'string') return;
    const names = { query: new Set<string>(), body: new Set<string>() };
    seen.set(key, names);
    request.query = watch(request.query, names.query);
    request.body = watch(request.body, names.body);
  });
  return { seen };
}

/** Names that are read of any object. */
const EVERY_OBJECT = new Set([...Object.getOwnPropertyNames(Object.prototype), 'toJSON', 'then']);

/** A view of a value that notes the paths (`doses.0.numero`) that are read of it, whether they are there or not. */
function watch(value: unknown, names: Set<string>, prefix = ''): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const isList = Array.isArray(value);
  const note = (key: string | symbol) => {
    if (typeof key !== 'string' || (isList ? !/^\d+$/.test(key) : EVERY_OBJECT.has(key))) return false;
    names.add(prefix + key);
    return true;
  };
  return new Proxy(value, {
    has: (target, key) => {
      note(key);
      return Reflect.has(target, key);
    },
    get: (target, key) => {
      const inner: unknown = Reflect.get(target, key);
      return note(key) ? watch(inner, names, `${prefix}${String(key)}.`) : inner;
    },
  });
}
