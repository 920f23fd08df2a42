import type { FastifyInstance, InjectOptions } from 'fastify';
import sql, { raw } from 'sql-template-tag';
import { today } from '#kit/br/date.ts';
import type { Database } from '#kit/db/database.server.ts';
import { migrate } from '#kit/db/migrate.server.ts';
import { forgetTold } from '#kit/history/reading.server.ts';
import { startWorker } from '#kit/jobs/worker.server.ts';
import { type TestDatabase, testDatabase } from '#kit/testing/testdb.server.ts';
import { forgetShares } from '#platform/audit/share.server.ts';
import { moveVersion } from '#platform/authority/access.server.ts';
import { readConfig } from '#platform/config.server.ts';
import { systemActing } from '#platform/session/session.server.ts';
import { judgeAnswers } from './answer-judge.server.ts';
import { type Assembled, assemble } from './assemble.server.ts';
import { authorities, MIGRATIONS, RIGHTS } from './declared.server.ts';
import { DEMO_LOGINS, DEMO_PASSWORD, seedDemoUsers } from './demo-users.server.ts';
import { createMachinery } from './machinery.server.ts';
import { MODULE_FOLDERS } from './module-folders.ts';
import { loadReference } from './reference.server.ts';
import { seedCompany } from './seed-company.server.ts';
import { until } from './server-process.server.ts';

export interface TestApp extends Assembled {
  db: TestDatabase;
  empresas: number[];
  /** a browser of one user: keeps the cookie and sends its origin */
  login(who?: number, empresaId?: number): Promise<Client>;
  /** a browser of a user with all authorities but these, wherever they hold a profile */
  loginWithout(who: number, lacks: (authority: string) => boolean): Promise<Client>;
  /** people, with everything that they depend on, in the first company */
  seed(talentos: number): Promise<void>;
  /** ids of the first company's rows in a table */
  ids(table: string): Promise<number[]>;
  /** runs the waiting tasks, as a worker would */
  work(): Promise<void>;
  close(): Promise<void>;
}

export interface Answer {
  status: number;
  body: unknown;
  headers: Record<string, unknown>;
}

export type Client = (method: string, url: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>;

const ORIGIN = 'http://localhost';

export type Row = Record<string, unknown> & { id: number };

/** The answer of a call that must succeed. */
export async function done<T = Row>(client: Client, method: string, url: string, body?: unknown): Promise<T> {
  const answer = await client(method, url, body);
  if (![200, 201, 204].includes(answer.status))
    throw new Error(`${method} ${url}: ${answer.status} ${JSON.stringify(answer.body).slice(0, 400)}`);
  return answer.body as T;
}

/** The faults of a refused body, field by field. */
export function faultsOf({ status, body }: Answer): string[] {
  if (status !== 400) throw new Error(`${status}: ${JSON.stringify(body).slice(0, 400)}`);
  return (body as { errors: { field: string; message: string }[] }).errors.map(({ field, message }) => `${field}: ${message}`);
}

/** A database whose first transaction fails: of a job of many parts one part fails, and must hold up no other. */
export function failingOnce(db: Database): Database {
  let hasFailed = false;
  return {
    ...db,
    tx: async (work) => {
      if (hasFailed) return db.tx(work);
      hasFailed = true;
      throw new Error('only once');
    },
  };
}

const judges = new WeakMap<FastifyInstance, ReturnType<typeof judgeAnswers>>();

/** Sends one request as a browser would and reads the answer, which must be as its route describes it. */
export async function send(app: FastifyInstance, options: InjectOptions): Promise<Answer> {
  const answer = await app.inject({ ...options, headers: { host: 'localhost', origin: ORIGIN, ...options.headers } });
  const isJson = String(answer.headers['content-type'] ?? '').includes('json');
  const body: unknown = isJson && answer.body !== '' ? JSON.parse(answer.body) : answer.rawPayload;
  judges.get(app)?.(answer, body);
  return { status: answer.statusCode, body, headers: answer.headers };
}

/** The whole server on a database of its own, with the users of the demonstration and the reference data. */
export async function openTestApp(env: Readonly<Record<string, string>> = {}): Promise<TestApp> {
  const db = await testDatabase(
    async (fresh, role) => {
      await migrate(fresh, MIGRATIONS, { rights: { ...RIGHTS, role } });
      await loadReference(fresh);
      await fresh.tx(seedDemoUsers);
    },
    `app ${MODULE_FOLDERS.join(' ')}`,
  );
  const config = readConfig({
    LOG_LEVEL: 'error',
    VINCULO_DATA: `/tmp/vinculo-teste-arquivos-${process.pid}`,
    VINCULO_WORKERS: '0',
    ...env,
  });
  // The file before it in this process had another database.
  forgetTold();
  forgetShares();
  const assembled = await assemble(db, config, db.connection);
  const empresas = (await db.query<{ id: number }>({ text: 'select id from empresas order by id' })).map(({ id }) => id);
  const { app } = assembled;
  judges.set(app, judgeAnswers(app));

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
  const empresaId = empresas[0] as number;
  return {
    ...assembled,
    db,
    empresas,
    login,
    async loginWithout(who, lacks) {
      const held = [...authorities.keys()].filter((name) => !lacks(name));
      const cpf = DEMO_LOGINS[who]?.cpf.replace(/\D/g, '');
      await db.query(sql`
        with perfil as (insert into perfis (nome, ativo, autoridades) select ${`Sem algo ${who}`} || ' ' || count(*), true, ${held} from perfis returning id)
        update usuarios_acessos set perfil_id = perfil.id from perfil where registro_id = (select id from usuarios where cpf = ${cpf})`);
      await moveVersion(db);
      return login(who);
    },
    seed: (talentos) => db.tx((tx) => seedCompany(tx, { empresaId, talentos, first: 0, today: today() })),
    ids: async (table) =>
      (await db.query<Row>(sql`select id from ${raw(table)} where empresa_id = ${empresaId} order by id`)).map(({ id }) => id),
    async work() {
      const { services, sessions } = assembled;
      const system = systemActing(await sessions.accessOf(0, 0, -1), 'tarefa');
      const { handlers } = createMachinery(services, config);
      const worker = startWorker(db, { connection: db.connection, handlers, actingFor: async () => system });
      await until(async () => !(await db.one(sql`select 1 from tarefas where estado in ('fila', 'executando')`)));
      await worker.stop();
    },
    close: async () => {
      await app.close();
      await db.drop();
    },
  };
}
