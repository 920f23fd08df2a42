import { fork } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { Refusal } from '#kit/refusal/refusal.ts';
import { openStand, type Stand } from '#kit/testing/stand.server.ts';
import type { JobHandlers, Task } from './jobs.server.ts';
import { registerJobRoutes } from './routes.server.ts';
import { startWorker, type Worker } from './worker.server.ts';

let stand: Stand;
const workers: Worker[] = [];
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

beforeAll(async () => {
  stand = await openStand();
  registerJobRoutes(stand.app, stand.jobs);
  await stand.app.ready();
});
afterAll(() => stand.close());
afterEach(async () => {
  for (const worker of workers.splice(0)) await worker.stop();
});

const actingFor = async (usuarioId: number | null, empresaId: number | null) => stand.acting(usuarioId ?? 0, empresaId ?? 0);
const work = (handlers: JobHandlers, more = {}) =>
  workers.push(
    startWorker(stand.db, { connection: stand.db.connection, handlers, actingFor, lease: 3_000, backoff: () => 50, ...more }),
  );
/** As long as a busy machine may need, in ms. */
const PATIENCE = 40_000;
const read = (id: number) => stand.jobs.read(id, stand.acting()) as Promise<Task>;

async function until(id: number, estado: string): Promise<Task> {
  await expect.poll(async () => (await read(id)).estado, { timeout: PATIENCE, interval: 20 }).toBe(estado);
  return read(id);
}

test('a task runs once with the rights of whoever asked, and tells its progress and result', async () => {
  const seen: unknown[] = [];
  work({
    soma: async (job) => {
      seen.push(job.dados, job.acting.usuarioId);
      job.progress(7, 7);
      return { mensagem: 'pronto' };
    },
  });
  const id = await stand.jobs.enqueue('soma', { a: 1 }, stand.acting(), { titulo: 'Soma' });
  expect(await until(id, 'concluida')).toMatchObject({ progresso: 7, total: 7, mensagem: 'pronto', tentativas: 1 });
  expect(seen).toEqual([{ a: 1 }, 1]);
});

test('a task exists only when the transaction that asked for it commits', async () => {
  await stand.db
    .tx(async (tx) => {
      await stand.jobs.enqueue('fantasma', {}, stand.acting(), { tx });
      throw new Error('undo');
    })
    .catch(() => {});
  expect(await stand.db.query({ text: `select from tarefas where tipo = 'fantasma'` })).toHaveLength(0);
});

test('somebody has three tasks open, however many they ask for at once, and one that is cancelled makes room', async () => {
  const acting = stand.acting(40);
  const sent = await Promise.allSettled(
    Array.from({ length: 12 }, (_, n) =>
      n % 2 === 0
        ? stand.jobs.enqueue('muitas', {}, acting)
        : stand.db.tx((tx) => stand.jobs.enqueue('muitas', {}, acting, { tx })),
    ),
  );
  const ids = sent.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const refused = sent.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  expect(ids).toHaveLength(3);
  expect(new Set(refused.map(({ status, code, message }) => `${status} ${code} ${message}`))).toEqual(
    new Set([
      '429 MUITAS_TAREFAS Você já tem 3 tarefas na fila ou em andamento nesta empresa. Aguarde uma terminar, ou cancele uma, e tente de novo.',
    ]),
  );
  await stand.jobs.enqueue('muitas', {}, stand.acting(41));
  await stand.jobs.enqueue('muitas', {}, stand.acting(40, 2));
  await stand.jobs.cancel(ids[0] as number, acting);
  await stand.jobs.enqueue('muitas', {}, acting);
  await expect(stand.jobs.enqueue('muitas', {}, acting)).rejects.toThrow('Você já tem 3 tarefas');
  await stand.db.query({ text: `update tarefas set estado = 'cancelada' where tipo = 'muitas'` });
});

test('users take turns, whoever asked first', async () => {
  const seen: (number | null)[] = [];
  for (const user of [50, 50, 50, 51, 51, 52]) await stand.jobs.enqueue('vez', {}, stand.acting(user));
  work(
    {
      vez: async (job) => {
        seen.push(job.acting.usuarioId);
        return undefined;
      },
    },
    { concurrency: 1 },
  );
  await expect.poll(() => seen, { timeout: PATIENCE }).toEqual([50, 51, 52, 50, 51, 50]);
});

test('who has a task running waits for those who have none', async () => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const seen: (number | null)[] = [];
  await stand.jobs.enqueue('segura', {}, stand.acting(60));
  work(
    {
      segura: async () => {
        await held;
        return undefined;
      },
      passa: async (job) => {
        seen.push(job.acting.usuarioId);
        return undefined;
      },
    },
    { concurrency: 2 },
  );
  await stand.db.tx(async (tx) => {
    for (const user of [60, 61, 61]) await stand.jobs.enqueue('passa', {}, stand.acting(user), { tx });
  });
  await expect.poll(() => seen, { timeout: PATIENCE }).toEqual([61, 61, 60]);
  release();
});

test("the system's own tasks run though users' tasks hold every place", async () => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  let running = 0;
  let system = 0;
  work({
    ocupa: async () => {
      running += 1;
      await held;
      return undefined;
    },
    carta: async () => {
      system += 1;
      return undefined;
    },
  });
  for (const user of [70, 70, 71, 71]) await stand.jobs.enqueue('ocupa', {}, stand.acting(user));
  await expect.poll(() => running, { timeout: PATIENCE }).toBe(2);
  for (let n = 1; n <= 3; n++) {
    await stand.jobs.enqueue('carta', {}, { usuarioId: null, empresaId: null });
    await expect.poll(() => system, { timeout: PATIENCE }).toBe(n);
  }
  expect(running).toBe(2);
  release();
  await expect.poll(() => running, { timeout: PATIENCE }).toBe(4);
});

test('a bug is tried again with a pause and fails for good after the last attempt', async () => {
  let runs = 0;
  work({
    tropeca: async () => {
      runs += 1;
      throw new Error('bug');
    },
  });
  const id = await stand.jobs.enqueue('tropeca', {}, stand.acting());
  expect(await until(id, 'falhou')).toMatchObject({ tentativas: 3 });
  expect(runs).toBe(3);
});

test('a refusal is told at once and not tried again', async () => {
  work({
    recusa: async () => {
      throw new Refusal('X', 'O filtro não existe mais.');
    },
  });
  const id = await stand.jobs.enqueue('recusa', {}, stand.acting());
  expect(await until(id, 'falhou')).toMatchObject({ tentativas: 1, mensagem: 'O filtro não existe mais.' });
});

test('tables of a mass update are vacuumed once the task is over, which cannot fail it', async () => {
  await stand.db.owner.query({ text: 'create table muitas (id bigint primary key) with (autovacuum_enabled = false)' });
  const told: string[] = [];
  const worker = startWorker(stand.db, {
    connection: stand.db.connection,
    actingFor,
    log: (message) => told.push(message),
    handlers: {
      massa: async (job) => {
        await job.db.tx(async (tx) => {
          await tx.query({ text: 'insert into muitas select generate_series(1, 5000)' });
          job.wroteMany(['muitas', 'nenhuma']);
          await job.conclude(tx, { mensagem: 'pronto' });
        });
        return undefined;
      },
      falha: async (job) => {
        job.wroteMany(['nenhuma']);
        throw new Refusal('X', 'Não.');
      },
    },
  });
  const id = await stand.jobs.enqueue('massa', {}, stand.acting());
  const other = await stand.jobs.enqueue('falha', {}, stand.acting());
  await until(id, 'concluida');
  await until(other, 'falhou');
  await worker.stop();
  const seen = `select vacuum_count::int as vacuums, analyze_count::int as analyses from pg_stat_user_tables where relname = 'muitas'`;
  expect(await stand.db.one({ text: seen })).toEqual({ vacuums: 1, analyses: 1 });
  expect(await read(id)).toMatchObject({ estado: 'concluida', mensagem: 'pronto' });
  expect(told).toEqual([`depois da tarefa ${id}, muitas, nenhuma sem vacuum`]);
});

test('cancelling a running task fires its signal and its work is rolled back', async () => {
  let aborted = false;
  work({
    longa: (job) =>
      job.db.tx(async (tx) => {
        await tx.query({ text: 'insert into agendas values ($1, now())', values: ['cancelada'] });
        while (!job.signal.aborted) await pause(10);
        aborted = true;
        await job.conclude(tx);
        return undefined;
      }),
  });
  const id = await stand.jobs.enqueue('longa', {}, stand.acting());
  await until(id, 'executando');
  const answer = await stand.app.inject({
    method: 'POST',
    url: `/api/tarefas/${id}/cancelar`,
    headers: { origin: 'http://localhost:80' },
  });
  expect(answer.json()).toMatchObject({ estado: 'cancelada' });
  await expect.poll(() => aborted, { timeout: PATIENCE }).toBe(true);
  await pause(50);
  expect(await read(id)).toMatchObject({ estado: 'cancelada' });
  expect(await stand.db.query({ text: `select from agendas where nome = 'cancelada'` })).toHaveLength(0);
});

test('a task of a worker killed with -9 is taken over by another', async () => {
  const entry = path.join(stand.folder, 'worker.ts');
  const here = path.dirname(fileURLToPath(import.meta.url));
  writeFileSync(
    entry,
    `import { createDatabase } from ${JSON.stringify(path.resolve('src/kit/db/database.server.ts'))};
     import { startWorker } from ${JSON.stringify(path.join(here, 'worker.server.ts'))};
     const connection = JSON.parse(process.argv[2]);
     startWorker(createDatabase(connection), { connection, lease: 400, actingFor: async () => ({}), handlers: { morre: () => { process.send('runs'); return new Promise(() => {}); } } });`,
  );
  const child = fork(entry, [JSON.stringify(stand.db.connection)], { execArgv: ['--disable-warning=ExperimentalWarning'] });
  const id = await stand.jobs.enqueue('morre', {}, stand.acting());
  await new Promise((resolve) => child.once('message', resolve));
  child.kill('SIGKILL');
  work({ morre: async () => ({ mensagem: 'feita pelo outro' }) }, { lease: 400 });
  expect(await until(id, 'concluida')).toMatchObject({ mensagem: 'feita pelo outro', tentativas: 2 });
});

test('a worker that was thought dead cannot write its result over the one that took over', async () => {
  let conclude: (() => Promise<unknown>) | undefined;
  let wait: (value: unknown) => void = () => {};
  work({
    zumbi: async (job) => {
      conclude = () => job.db.tx((tx) => job.conclude(tx, { mensagem: 'zumbi' }));
      await new Promise((resolve) => {
        wait = resolve;
      });
      return undefined;
    },
  });
  const id = await stand.jobs.enqueue('zumbi', {}, stand.acting());
  while (!conclude) await pause(10);
  await stand.db.query({ text: `update tarefas set trabalhador = 'outro' where id = $1`, values: [id] });
  await expect(conclude()).rejects.toThrow('taken over');
  wait(null);
  await pause(50);
  expect(await stand.db.one({ text: 'select trabalhador from tarefas where id = $1', values: [id] })).toEqual({
    trabalhador: 'outro',
  });
  await stand.db.query({ text: `update tarefas set estado = 'cancelada' where id = $1`, values: [id] });
});

test('a worker that stops gives its task back, and the broken run does not count', async () => {
  const handlers: JobHandlers = {
    devolve: async (job) => {
      while (!job.signal.aborted) await pause(10);
      throw job.signal.reason as Error;
    },
  };
  work(handlers);
  const id = await stand.jobs.enqueue('devolve', {}, stand.acting());
  await until(id, 'executando');
  await workers.pop()?.stop();
  expect(await read(id)).toMatchObject({ estado: 'fila', tentativas: 0 });
  await stand.jobs.cancel(id, stand.acting());
});

test('two workers never run one task at the same time', async () => {
  let runs = 0;
  const handlers: JobHandlers = {
    unica: async () => {
      runs += 1;
      await pause(30);
      return undefined;
    },
  };
  work(handlers);
  work(handlers);
  const ids = await Promise.all(Array.from({ length: 12 }, (_, n) => stand.jobs.enqueue('unica', {}, stand.acting(80 + n))));
  const open = { text: `select from tarefas where id = any($1::bigint[]) and estado <> 'concluida'`, values: [ids] };
  await expect.poll(async () => (await stand.db.query(open)).length, { timeout: PATIENCE }).toBe(0);
  expect(runs).toBe(12);
});

test('a recurring task is due once for all processes', async () => {
  let runs = 0;
  const handlers: JobHandlers = {
    varre: async () => {
      runs += 1;
      return undefined;
    },
  };
  const recurring = [{ tipo: 'varre', everyMinutes: 5 }];
  await stand.db.query({ text: `insert into agendas values ('varre', now())` });
  work(handlers, { recurring });
  work(handlers, { recurring });
  await expect.poll(() => runs, { timeout: PATIENCE }).toBe(1);
  await pause(200);
  expect(runs).toBe(1);
});

test("another user's task and another company's task are a 404", async () => {
  const id = await stand.jobs.enqueue('parada', {}, stand.acting());
  const others: Record<string, string>[] = [{ 'x-usuario': '2' }, { 'x-empresa': '2' }];
  for (const headers of others) {
    expect((await stand.app.inject({ url: `/api/tarefas/${id}`, headers })).statusCode).toBe(404);
    expect((await stand.app.inject({ url: `/api/tarefas/${id}/eventos`, headers })).statusCode).toBe(404);
    expect(
      (
        await stand.app.inject({
          method: 'POST',
          url: `/api/tarefas/${id}/cancelar`,
          headers: { ...headers, origin: 'http://localhost:80' },
        })
      ).statusCode,
    ).toBe(404);
  }
  expect((await stand.app.inject({ url: '/api/tarefas/abc' })).statusCode).toBe(404);
  await stand.jobs.cancel(id, stand.acting());
});

test('the event stream tells each change and ends with the task', async () => {
  const id = await stand.jobs.enqueue('contada', {}, stand.acting());
  const address = await stand.app.listen({ host: '127.0.0.1', port: 0 });
  const answer = await fetch(`${address}/api/tarefas/${id}/eventos`);
  expect(answer.headers.get('content-type')).toContain('text/event-stream');
  const body = answer.text();
  await pause(200);
  work({ contada: async () => ({ mensagem: 'fim' }) });
  const states = [...(await body).matchAll(/^data: (.*)$/gm)].map(([, data]) => (JSON.parse(data ?? '') as Task).estado);
  expect(states[0]).toBe('fila');
  expect(states.at(-1)).toBe('concluida');
});

test("one user's event streams leave room for others: those too many tell the state and end", async () => {
  const ids: Record<string, number> = {};
  for (const usuario of [1, 2]) ids[usuario] = await stand.jobs.enqueue('parada', {}, stand.acting(usuario));
  const { port } = stand.app.server.address() as AddressInfo;
  const open = async (usuario: number) => {
    const leave = new AbortController();
    const answer = await fetch(`http://127.0.0.1:${port}/api/tarefas/${ids[usuario]}/eventos`, {
      headers: { 'x-usuario': String(usuario) },
      signal: leave.signal,
    });
    const said = { leave, isOver: false, text: '' };
    (async () => {
      for await (const bytes of answer.body ?? []) said.text += Buffer.from(bytes).toString();
      said.isOver = true;
    })().catch(() => {});
    await expect.poll(() => said.text, { timeout: PATIENCE }).toContain('"estado":"fila"');
    return said;
  };
  const mine: Awaited<ReturnType<typeof open>>[] = [];
  for (let n = 0; n < 7; n++) mine.push(await open(1));
  await expect.poll(() => mine[6]?.isOver, { timeout: PATIENCE }).toBe(true);
  const another = await open(2);
  expect([...mine.slice(0, 6), another].map(({ isOver }) => isOver)).toEqual(Array.from({ length: 7 }, () => false));
  for (const { leave } of [...mine, another]) leave.abort();
  for (const usuario of [1, 2]) await stand.jobs.cancel(ids[usuario] as number, stand.acting(usuario));
});

test('a server that closes ends its event streams', async () => {
  const id = await stand.jobs.enqueue('parada', {}, stand.acting());
  const { port } = stand.app.server.address() as AddressInfo;
  const answer = await fetch(`http://127.0.0.1:${port}/api/tarefas/${id}/eventos`);
  const ended = answer.text();
  await stand.app.close();
  expect(await ended).toContain('"estado":"fila"');
});
