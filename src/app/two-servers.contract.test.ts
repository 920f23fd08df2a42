import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '#kit/testing/testdb.server.ts';
import {
  addressOf,
  FIRST_ADMINISTRATOR,
  httpClient,
  loginAt,
  multipart,
  runEntry,
  type ServerProcess,
  startServer,
  until,
} from './server-process.server.ts';

const { SETUP_CPF: cpf, SETUP_SENHA: senha } = FIRST_ADMINISTRATOR;
let db: TestDatabase;
let data: string;
let one: ServerProcess;
let two: ServerProcess;

beforeAll(async () => {
  data = mkdtempSync(path.join(tmpdir(), 'vinculo-dois-'));
  db = await testDatabase(async () => {}, 'vazio');
  const env = {
    VINCULO_DATA: data,
    DATABASE_URL: addressOf(db.connection),
    DATABASE_OWNER_URL: addressOf(db.ownerConnection),
    VINCULO_WORKERS: '1',
    VINCULO_TAREFAS_ABERTAS: '4',
  };
  // At the same moment, on a database without a single table.
  [one, two] = (await Promise.all([startServer(env), startServer(env)])) as [ServerProcess, ServerProcess];
  await runEntry('setup.server.ts', { ...env, ...FIRST_ADMINISTRATOR });
});
afterAll(async () => {
  await Promise.all([one?.stop(), two?.stop()]);
  await db?.drop();
  rmSync(data, { recursive: true, force: true });
});

/** The same session at both servers. */
async function sessionAtBoth() {
  const cookie = await loginAt(one.url, cpf, senha);
  return [httpClient(one.url, cookie), httpClient(two.url, cookie)] as const;
}

describe('two servers on one database', () => {
  it('migrate once though they start at the same moment', async () => {
    const both = await Promise.all([one, two].map(({ url }) => httpClient(url)('GET', '/api/ready')));
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    const doubled = await db.query({ text: 'select codigo_ibge from cidades group by codigo_ibge having count(*) > 1' });
    expect(doubled).toEqual([]);
    const there = await db.one<{ n: number }>({ text: 'select count(*)::int as n from cidades' });
    expect(there?.n).toBeGreaterThan(5_500);
    expect(one.output() + two.output()).not.toMatch(/error|erro/i);
  });

  it('know the same session, and its end', async () => {
    const [first, second] = await sessionAtBoth();
    expect((await second('GET', '/api/captacao/areas-interesse?page=0')).status).toBe(200);
    expect((await second('POST', '/api/logout')).status).toBe(204);
    expect((await first('GET', '/api/captacao/areas-interesse?page=0')).status).toBe(401);
  });

  it('feel a change of a profile at once', async () => {
    const [first, second] = await sessionAtBoth();
    expect((await second('GET', '/api/sst/vacinas?page=0')).status).toBe(200);
    const { id, versao, ...perfil } = (await first('GET', '/api/utilitario/perfis/1')).body as {
      id: number;
      versao: number;
      autoridades: string[];
    };
    const less = perfil.autoridades.filter((name) => !name.startsWith('ROLE_CAD_VACINA'));
    const saved = await first('PUT', `/api/utilitario/perfis/${id}`, { ...perfil, versao, autoridades: less });
    expect(saved.status, String(saved.bytes)).toBe(200);
    expect((await second('GET', '/api/sst/vacinas?page=0')).status).toBe(403);
    expect((await first('GET', '/api/sst/vacinas?page=0')).status).toBe(403);
  });

  it('see each other’s records', async () => {
    const [first, second] = await sessionAtBoth();
    const made = (await first('POST', '/api/cargo-salario/areas-organizacionais', { nome: 'Financeiro' })).body as { id: number };
    expect((await second('GET', `/api/cargo-salario/areas-organizacionais/${made.id}`)).body).toMatchObject({
      nome: 'Financeiro',
    });
  });

  it('run a task once, whichever takes it', async () => {
    const [first, second] = await sessionAtBoth();
    // Longer than what a request exports itself.
    const sent = await Promise.all(
      [first, second, first, second].map((client) => client('GET', '/api/geral/cidades/exportar?formato=csv')),
    );
    expect(sent.map(({ status }) => status)).toEqual([202, 202, 202, 202]);
    const ids = sent.map(({ body }) => (body as { tarefaId: number }).tarefaId);
    for (const id of ids)
      await until(async () => ((await second('GET', `/api/tarefas/${id}`)).body as { estado: string }).estado === 'concluida');
    const tasks = await db.query({ text: 'select estado, tentativas from tarefas where id = any($1::bigint[])', values: [ids] });
    expect(tasks).toEqual(ids.map(() => ({ estado: 'concluida', tentativas: 1 })));
    const files = await db.one<{ n: number }>({ text: `select count(*)::int as n from arquivos where uso = 'tarefa'` });
    expect(files?.n).toBe(ids.length);
  });

  it('take what comes at intervals once between them', async () => {
    const doubled = await db.query({
      text: `select tipo from tarefas where usuario_id is null group by tipo having count(*) > 1 and max(criada_em) - min(criada_em) < interval '30 seconds'`,
    });
    expect(doubled).toEqual([]);
  });

  // Last: the door of this CPF stays shut afterwards.
  it('keep what they work on in folders of their own, and one that starts removes what a killed one left', async () => {
    const env = { VINCULO_DATA: data, DATABASE_URL: addressOf(db.connection), VINCULO_WORKERS: '0' };
    const root = path.join(data, 'temporarios');
    const uploads = () =>
      readdirSync(root, { recursive: true, withFileTypes: true }).flatMap((entry) =>
        entry.isFile() && entry.name === 'arquivo' ? [path.join(entry.parentPath, entry.name)] : [],
      );
    const cookie = await loginAt(two.url, cpf, senha);
    const kept = await sendHalf(two.url, cookie);
    const [livingFile = ''] = await until(async () => uploads().length === 1 && uploads());
    const killed = await startServer(env);
    const lost = await sendHalf(killed.url, cookie);
    try {
      await until(async () => uploads().length === 2);
    } finally {
      await killed.kill();
    }
    expect(uploads()).toHaveLength(2);
    const next = await startServer(env);
    try {
      expect(uploads()).toEqual([livingFile]);
      expect(statSync(root).mode & 0o077).toBe(0);
    } finally {
      kept.destroy();
      lost.destroy();
      await next.stop();
    }
    await until(async () => uploads().length === 0);
  });

  it('count failed logins together', async () => {
    const tries = [one, two, one, two, one].map(({ url }) => url);
    for (const url of tries) {
      const answer = await httpClient(url)('POST', '/api/login', { cpf, senha: 'errada', empresaId: 1 });
      expect(answer.status).toBe(401);
    }
    for (const { url } of [one, two]) {
      const answer = await httpClient(url)('POST', '/api/login', { cpf, senha, empresaId: 1 });
      expect(answer.status).toBe(429);
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    }
  });
});

/** An upload that has begun and does not go on. */
async function sendHalf(url: string, cookie: string) {
  const { body, headers } = multipart('meia.txt', Buffer.alloc(100_000, 'a'));
  const sending = request(new URL('/api/arquivos', url), {
    method: 'POST',
    headers: { ...headers, cookie, origin: url, 'content-length': String(body.length) },
  });
  sending.on('error', () => {});
  await new Promise<void>((resolve) => sending.write(body.subarray(0, 90_000), () => resolve()));
  return sending;
}
