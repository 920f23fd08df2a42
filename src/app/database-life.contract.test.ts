import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDatabase, type Database } from '#kit/db/database.server.ts';
import { foldersOf, readPostmaster } from '#kit/db/embedded/cluster-folder.server.ts';
import { openEmbedded } from '#kit/db/embedded/embedded.server.ts';
import { DEMO_LOGINS, DEMO_PASSWORD } from './demo-users.server.ts';
import { type HttpClient, httpClient, loginAt, type ServerProcess, startServer, until } from './server-process.server.ts';

let data: string;
let servers: ServerProcess[] = [];
let clients: HttpClient[];
let db: Database;
const said = () => servers.map((server) => server.output()).join('');

beforeAll(async () => {
  data = mkdtempSync(path.join(tmpdir(), 'vinculo-vida-'));
  const env = { VINCULO_DATA: data, VINCULO_WORKERS: '1', DATABASE_POOL: '90' };
  // At the same moment, in a folder where nothing is.
  servers = await Promise.all([startServer(env), startServer(env)]);
  const [{ cpf }] = DEMO_LOGINS;
  const cookie = await loginAt(servers[0]?.url as string, cpf, DEMO_PASSWORD);
  clients = servers.map(({ url }) => httpClient(url, cookie));
  db = createDatabase({ ...(await openEmbedded({ dataDir: data })).connection, max: 2 });
});
afterAll(async () => {
  await db?.close();
  // The last one to be asked is the owner of the database, whichever it is.
  await Promise.all(servers.map((server) => server.stop()));
  rmSync(data, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
});

describe('two first starts at once in one folder', () => {
  it('both serve the demonstration, which is there once', async () => {
    for (const client of clients) {
      expect((await client('GET', '/api/ready')).status).toBe(200);
      expect((await client('GET', '/api/gestao-talentos/talentos?page=0')).status).toBe(200);
    }
    expect(await db.one({ text: 'select count(*) as n from usuarios' })).toEqual({ n: DEMO_LOGINS.length });
    // As many connections as the server and its worker may take: 90, a third of them and four, and seven.
    const { places } = await db.only<{ places: number }>({ text: `select current_setting('max_connections')::int as places` });
    expect(places).toBeGreaterThan(90 + 30 + 4 + 7);
    expect(await db.one({ text: 'select count(*) as n from talentos' })).toEqual({ n: 360 });
    expect(said()).not.toMatch(/\n {4}at /);
  });
});

describe('what people wrote', () => {
  it('stands in no log, of the database or of the program, when it is refused', async () => {
    const mark = '74682489070';
    const refused = [
      'insert into usuarios (nome, cpf, email, ativo) select nome, cpf, $1, true from usuarios limit 1',
      'insert into usuarios (nome, cpf, email, ativo) values (null, $1, $1, true)',
      `select ($1 || 'x')::integer`,
      'select $1::text::date',
      `do $$ begin raise warning '${mark}'; end $$`,
    ];
    for (const text of refused) await db.query({ text, values: text.includes('$1') ? [mark] : [] }).catch(() => {});
    // A task that fails is told by the process that ran it.
    const task = await db.one<{ id: number }>({
      text: `insert into tarefas (tipo, dados, usuario_id, empresa_id)
        select 'importacao.analisar', $1, u.id, e.id from usuarios u, empresas e where u.cpf = $2 limit 1 returning id`,
      values: [JSON.stringify({ path: '/api/geral/bairros', importacaoId: `${mark}x` }), DEMO_LOGINS[0].cpf.replace(/\D/g, '')],
    });
    await until(() =>
      db.one({ text: 'select from tarefas where id = $1 and tentativas = 1 and trabalhador is null', values: [task?.id] }),
    );
    await db.query({ text: 'delete from tarefas where id = $1', values: [task?.id] });
    await until(async () => /falhou na tentativa 1.*invalid input syntax/s.test(said()));
    const logs = readdirSync(data).filter((name) => name.includes('.log'));
    expect(logs).toContain('postgres.log');
    for (const name of logs) expect(readFileSync(path.join(data, name), 'utf8')).not.toContain(mark);
    expect(said()).not.toContain(mark);
  });
});

describe('when the postmaster is killed', () => {
  it('requests are told to come back, nothing acknowledged is lost, and all goes on by itself', async () => {
    const acknowledged: number[] = [];
    const told = new Set<number>();
    let next = 0;
    let killed = false;
    const save = async (client: HttpClient) => {
      const answer = await client('POST', '/api/cargo-salario/areas-organizacionais', { nome: `Queda ${next++}` });
      told.add(answer.status);
      if (answer.status === 201) acknowledged.push((answer.body as { id: number }).id);
      else expect(answer.body).toMatchObject({ code: 'INDISPONIVEL' });
      return answer.status === 201;
    };
    await Promise.all(
      [...clients, ...clients].map(async (client) => {
        while (!killed) {
          await save(client);
          if (acknowledged.length < 40 || killed) continue;
          killed = true;
          process.kill(readPostmaster(foldersOf(data).cluster)?.pid as number, 'SIGKILL');
        }
        // The backends may finish what they have before they see that the postmaster is gone.
        await until(async () => {
          await save(client);
          return told.has(503);
        });
        await until(() => save(client));
      }),
    );
    for (const client of clients) {
      await until(async () => (await client('GET', '/api/health')).status === 200);
      const sent = await client('GET', '/api/geral/cidades/exportar?formato=csv');
      expect(sent.status).toBe(202);
      const { tarefaId } = sent.body as { tarefaId: number };
      await until(
        async () => ((await client('GET', `/api/tarefas/${tarefaId}`)).body as { estado: string }).estado === 'concluida',
      );
    }
    expect(told).toEqual(new Set([201, 503]));
    const lost = await db.query({
      text: `select x.id from unnest($1::bigint[]) x (id) where not exists (select from areas_organizacionais a where a.id = x.id)
        or not exists (select from auditoria u where u.tabela = 'areas_organizacionais' and u.registro_id = x.id and u.acao = 'I')`,
      values: [acknowledged],
    });
    expect(lost).toEqual([]);
  });
});
