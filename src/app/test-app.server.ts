import type { FastifyInstance, InjectOptions } from 'fastify';
import { migrate } from '#kit/db/migrate.server.ts';
import { type TestDatabase, testDatabase } from '#kit/db/testdb.server.ts';
import { readConfig } from '#platform/config.server.ts';
import { type Assembled, assemble } from './assemble.server.ts';
import { MIGRATIONS } from './declared.server.ts';
import { DEMO_LOGINS, DEMO_PASSWORD, seedDemoUsers } from './demo-users.server.ts';
import { loadReference } from './reference.server.ts';

export interface TestApp extends Assembled {
  db: TestDatabase;
  empresas: number[];
  /** a browser of one user: keeps the cookie, says where it comes from */
  login(who?: number, empresaId?: number): Promise<Client>;
  close(): Promise<void>;
}

export interface Answer {
  status: number;
  body: unknown;
  headers: Record<string, unknown>;
}

export type Client = (method: string, url: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>;

const ORIGIN = 'http://localhost';

/** Sends one request as a browser would and reads the answer. */
export async function send(app: FastifyInstance, options: InjectOptions): Promise<Answer> {
  const answer = await app.inject({ ...options, headers: { host: 'localhost', origin: ORIGIN, ...options.headers } });
  const isJson = String(answer.headers['content-type'] ?? '').includes('json');
  return {
    status: answer.statusCode,
    body: isJson && answer.body !== '' ? JSON.parse(answer.body) : answer.rawPayload,
    headers: answer.headers,
  };
}

/** The whole server on a database of its own, with the users of the demonstration and the reference data. */
export async function openTestApp(): Promise<TestApp> {
  const db = await testDatabase(async (fresh) => {
    await migrate(fresh, MIGRATIONS);
    await loadReference(fresh);
    await fresh.tx(seedDemoUsers);
  }, 'app');
  const config = readConfig({
    LOG_LEVEL: 'error',
    VINCULO_DATA: `/tmp/vinculo-teste-arquivos-${process.pid}`,
    VINCULO_WORKERS: '0',
  });
  const assembled = await assemble(db, config, db.connection);
  const empresas = (await db.query<{ id: number }>({ text: 'select id from empresas order by id' })).map(({ id }) => id);
  const { app } = assembled;

  const login: TestApp['login'] = async (who = 0, empresaId = empresas[0] as number) => {
    const answer = await send(app, {
      method: 'POST',
      url: '/api/login',
      payload: { cpf: DEMO_LOGINS[who]?.cpf ?? '', senha: DEMO_PASSWORD, empresaId },
    });
    if (answer.status !== 200) throw new Error(`login: ${JSON.stringify(answer.body)}`);
    const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? '';
    return (method, url, body, headers = {}) =>
      send(app, {
        method: method as 'GET',
        url,
        ...(body === undefined ? {} : { payload: body as object }),
        headers: { cookie, ...headers },
      });
  };
  return {
    ...assembled,
    db,
    empresas,
    login,
    close: async () => {
      await app.close();
      await db.drop();
    },
  };
}
