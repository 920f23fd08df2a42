import { fork } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { Refusal, refuse } from '#kit/refusal/refusal.ts';
import { openStand, type Stand } from '#kit/testing/stand.server.ts';
import { type Job, type JobHandlers, LATER, type Task } from './jobs.server.ts';
import { registerJobRoutes } from './routes.server.ts';
import { runSoon } from './schedule.server.ts';
import { runInterrupted, startWorker, type Worker } from './worker.server.ts';

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
  workers.push(startWorker(stand.db, { connection: stand.db.connection, handlers, actingFor, lease: 3_000, ...more }));
/** As long as a busy machine may need, in ms. */
const PATIENCE = 40_000;
const read = (id: number, usuarioId?: number) => stand.jobs.read(id, stand.acting(usuarioId)) as Promise<Task>;

async function until(id: number, estado: string, usuarioId?: number): Promise<Task> {
  await expect.poll(async () => (await read(id, usuarioId)).estado, { timeout: PATIENCE, interval: 20 }).toBe(estado);
  return read(id, usuarioId);
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

test('somebody with a running task waits for those who have none', async () => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const seen: (number | null)[] = [];
  for (const user of [60, 59]) await stand.jobs.enqueue('segura', {}, stand.acting(user));
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
    { concurrency: 3 },
  );
  await stand.db.tx(async (tx) => {
    for (const user of [60, 61, 61]) await stand.jobs.enqueue('passa', {}, stand.acting(user), { tx });
  });
  await expect.poll(() => seen, { timeout: PATIENCE }).toEqual([61, 61, 60]);
  release();
});

/** Tasks of a kind that run until they are let go, whatever their signal says; who has begun is told. */
function stubborn() {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const begun: (number | null)[] = [];
  const run = async (job: Job) => {
    begun.push(job.acting.usuarioId);
    return promise;
  };
  return { begun, run, release: () => resolve(undefined) };
}
/** Longer than a worker needs to look again. */
const aWhile = () => pause(1_500);

test('one person never holds the last place of a worker: a short task of another begins at once', async () => {
  const { begun, run, release } = stubborn();
  for (let n = 0; n < 2; n++) await stand.jobs.enqueue('longa', {}, stand.acting(62));
  work({ longa: run, curta: async () => ({ mensagem: 'pronta' }) }, { concurrency: 2 });
  await expect.poll(() => begun.length, { timeout: PATIENCE }).toBeGreaterThan(0);
  await aWhile();
  const short = await stand.jobs.enqueue('curta', {}, stand.acting(63));
  await until(short, 'concluida', 63);
  expect(begun).toEqual([62]);
  release();
  await expect.poll(() => begun, { timeout: PATIENCE }).toEqual([62, 62]);
});

test('with three places one person has two of them, and with the only one they have it', async () => {
  for (const [concurrency, most] of [
    [3, 2],
    [1, 1],
  ] as const) {
    const { begun, run, release } = stubborn();
    for (let n = 0; n < 3; n++) await stand.jobs.enqueue('longa', {}, stand.acting(64));
    work({ longa: run }, { concurrency });
    await expect.poll(() => begun.length, { timeout: PATIENCE }).toBe(most);
    await aWhile();
    expect(begun).toHaveLength(most);
    release();
    await expect.poll(() => begun.length, { timeout: PATIENCE }).toBe(3);
    await workers.pop()?.stop();
  }
});

test('who cancels a task that does not stop has no further place until it does', async () => {
  const { begun, run, release } = stubborn();
  work({ longa: run }, { concurrency: 2 });
  const first = await stand.jobs.enqueue('longa', {}, stand.acting(65));
  await expect.poll(() => begun, { timeout: PATIENCE }).toEqual([65]);
  await stand.jobs.cancel(first, stand.acting(65));
  await stand.jobs.enqueue('longa', {}, stand.acting(65));
  await aWhile();
  expect(begun).toEqual([65]);
  await stand.jobs.enqueue('longa', {}, stand.acting(66));
  await expect.poll(() => begun, { timeout: PATIENCE }).toEqual([65, 66]);
  release();
  await expect.poll(() => begun, { timeout: PATIENCE }).toEqual([65, 66, 65]);
});

test('people from outside are one person here, since anybody opens a second account', async () => {
  const { begun, run, release } = stubborn();
  for (const n of [1, 2]) await stand.jobs.enqueue('longa', {}, { usuarioId: null, externo: `candidatos:${n}`, empresaId: 1 });
  work({ longa: run }, { concurrency: 2 });
  await expect.poll(() => begun.length, { timeout: PATIENCE }).toBe(1);
  await aWhile();
  expect(begun).toHaveLength(1);
  await stand.jobs.enqueue('longa', {}, stand.acting(67));
  await expect.poll(() => begun, { timeout: PATIENCE }).toEqual([0, 67]);
  release();
  await expect.poll(() => begun, { timeout: PATIENCE }).toEqual([0, 67, 0]);
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
    tropeca: {
      backoff: () => 50,
      run: async () => {
        runs += 1;
        throw new Error('bug');
      },
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
  // A worker that has stopped writes nothing more.
  await workers.pop()?.stop();
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

test('what the death of a worker interrupted runs elsewhere, one task at a time, and no other worker takes it', async () => {
  const died = async (tipo: string) => {
    const id = await stand.jobs.enqueue(tipo, {}, stand.acting());
    await stand.db.query({
      text: `update tarefas set estado = 'executando', tentativas = 1, trabalhador = gen_random_uuid(), batida_em = now() - interval '1 minute' where id = $1`,
      values: [id],
    });
    return id;
  };
  const ids = [await died('par'), await died('par')];
  const told: string[] = [];
  let running = 0;
  let most = 0;
  const par = async () => {
    most = Math.max(most, ++running);
    await pause(50);
    running--;
    return undefined;
  };
  work({ par, nova: async () => undefined }, { onInterrupted: (whose: string) => void told.push(whose) });
  const fresh = await stand.jobs.enqueue('nova', {}, stand.acting());
  await until(fresh, 'concluida');
  await expect.poll(() => told, { timeout: PATIENCE }).toContain('users');
  for (const id of ids) expect(await read(id)).toMatchObject({ estado: 'executando', tentativas: 1 });

  const options = { handlers: { par }, actingFor };
  await runInterrupted(stand.db, 'system', options, new AbortController().signal);
  expect(most).toBe(0);
  await runInterrupted(stand.db, 'users', options, new AbortController().signal);
  expect(most).toBe(1);
  for (const id of ids) expect(await read(id)).toMatchObject({ estado: 'concluida', tentativas: 2 });
});

test('interrupted tasks that are stopped again go back into the queue, and this run does not count', async () => {
  const id = await stand.jobs.enqueue('parada', {}, stand.acting());
  await stand.db.query({
    text: `update tarefas set estado = 'executando', tentativas = 1, trabalhador = gen_random_uuid(), batida_em = now() - interval '1 minute' where id = $1`,
    values: [id],
  });
  const end = new AbortController();
  const parada = async ({ signal }: Job) => {
    end.abort();
    signal.throwIfAborted();
    return undefined;
  };
  await runInterrupted(stand.db, 'users', { handlers: { parada }, actingFor }, end.signal);
  expect(await read(id)).toMatchObject({ estado: 'fila', tentativas: 1 });
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
  await workers.pop()?.stop();
  expect(await stand.db.one({ text: 'select trabalhador from tarefas where id = $1', values: [id] })).toEqual({
    trabalhador: 'outro',
  });
  await stand.db.query({ text: `update tarefas set estado = 'cancelada' where id = $1`, values: [id] });
});

test('tasks stop as the disk fills, those of people from outside too, with what the work says it has left, if it does', async () => {
  work(
    {
      enche: async (job) => {
        while (job.acting.usuarioId !== 0 || job.dados.de === 'fora') {
          if (job.signal.aborted) break;
          await pause(10);
        }
        if (job.dados.de === 'sistema') await pause(1_500);
        if (job.dados.de === 'copia') throw new Refusal('SEM_ESPACO', 'Duas áreas permanecem.');
        job.signal.throwIfAborted();
        return undefined;
      },
    },
    { room: () => Promise.reject(refuse.noSpace()) },
  );
  const ids = [
    await stand.jobs.enqueue('enche', { de: 'copia' }, stand.acting()),
    await stand.jobs.enqueue('enche', { de: 'relatorio' }, stand.acting()),
    await stand.jobs.enqueue('enche', { de: 'fora' }, { usuarioId: null, externo: 'candidatos:1', empresaId: 1 }),
    await stand.jobs.enqueue('enche', { de: 'sistema' }, { usuarioId: null, empresaId: null }),
  ];
  const ended = () =>
    stand.db.query({ text: 'select estado, mensagem from tarefas where id = any($1::bigint[]) order by id', values: [ids] });
  const noRoom = { estado: 'falhou', mensagem: refuse.noSpace().message };
  await expect
    .poll(ended, { timeout: PATIENCE })
    .toEqual([{ estado: 'falhou', mensagem: 'Duas áreas permanecem.' }, noRoom, noRoom, { estado: 'concluida', mensagem: null }]);
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
  await Promise.all(workers.splice(0).map((worker) => worker.stop()));
  expect(await stand.db.query({ text: `select from tarefas where tipo = 'varre'` })).toHaveLength(1);
});

test('a clock that was ahead when a recurring task was planned holds it up no longer', async () => {
  let runs = 0;
  const varre = async () => {
    runs += 1;
    return undefined;
  };
  await stand.db.query({
    text: `insert into agendas values ('minutos', now() + interval '400 days'), ('diaria', now() + interval '400 days')`,
  });
  const recurring = [
    { tipo: 'minutos', everyMinutes: 5 },
    { tipo: 'diaria', dailyAt: '03:00' },
  ];
  work({ minutos: varre, diaria: varre }, { recurring });
  await expect.poll(() => runs, { timeout: PATIENCE }).toBe(2);
  const late = await stand.db.query({
    text: `select nome from agendas where nome in ('minutos', 'diaria') and proxima_em > now() + interval '25 hours'`,
  });
  expect(late).toEqual([]);
});

test('a recurring task that a long transaction has asked for holds up no other', async () => {
  const told: string[] = [];
  const ran = new Set<string>();
  const of = (tipo: string) => async () => void ran.add(tipo);
  await stand.db.query({ text: `insert into agendas values ('presa', now()), ('depois', now())` });
  const recurring = ['presa', 'depois'].map((tipo) => ({ tipo, everyMinutes: 5 }));
  await stand.db.tx(async (tx) => {
    await tx.query({ text: `insert into tarefas (tipo, chave) values ('presa', 'presa')` });
    work({ presa: of('presa'), depois: of('depois') }, { recurring, log: (message: string) => told.push(message) });
    await expect.poll(() => [...ran], { timeout: 10_000 }).toEqual(['depois']);
    expect(told).toEqual(['as tarefas agendadas não puderam ser lidas']);
  });
  // What was asked for runs; its next turn is not used up.
  await expect.poll(() => [...ran], { timeout: PATIENCE }).toEqual(['depois', 'presa']);
  expect(await stand.db.one({ text: `select from agendas where nome = 'presa' and proxima_em <= now()` })).toBeDefined();
});

test('a recurring task is asked for at the end of a transaction, so that nobody else who asks for it waits', async () => {
  await stand.db.tx(async (tx) => {
    await runSoon(tx, 'pedida');
    await stand.db.tx((other) => runSoon(other, 'pedida'), { patience: 20 });
  });
  expect(await stand.db.query({ text: `select estado from tarefas where chave = 'pedida'` })).toEqual([{ estado: 'fila' }]);
  await stand.db.query({ text: `delete from tarefas where chave = 'pedida'` });
});

test("another user's task and another company's task are a 404", async () => {
  const id = await stand.jobs.enqueue('parada', {}, stand.acting());
  const others: Record<string, string>[] = [{ 'x-usuario': '2' }, { 'x-empresa': '2' }];
  for (const headers of others) {
    expect((await stand.app.inject({ url: `/api/tarefas/${id}`, headers })).statusCode).toBe(404);
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

test('a kind says how often it is tried and how long it pauses', async () => {
  const pauses: number[] = [];
  let runs = 0;
  work({
    teimosa: {
      attempts: 5,
      backoff(attempt) {
        pauses.push(attempt);
        return 10;
      },
      run: async () => {
        runs += 1;
        throw new Error('bug');
      },
    },
  });
  const id = await stand.jobs.enqueue('teimosa', {}, stand.acting());
  expect(await until(id, 'falhou')).toMatchObject({ tentativas: 5 });
  expect([runs, pauses]).toEqual([5, [1, 2, 3, 4]]);
});

test('a task that is due later is not run before', async () => {
  const seen: string[] = [];
  const note = async (job: { dados: Record<string, unknown> }) => {
    seen.push(String(job.dados.nome));
    return undefined;
  };
  const later = await stand.jobs.enqueue('hora', { nome: 'amanhã' }, stand.acting(90), {
    runAt: new Date(Date.now() + 24 * 3_600_000),
  });
  const now = await stand.jobs.enqueue('hora', { nome: 'agora' }, stand.acting(90));
  work({ hora: note });
  await expect.poll(() => seen, { timeout: PATIENCE }).toEqual(['agora']);
  await stand.db.query({ text: 'update tarefas set executar_em = now() where id = $1', values: [later] });
  await expect.poll(() => seen, { timeout: PATIENCE }).toEqual(['agora', 'amanhã']);
  expect(later).toBeLessThan(now);
});

test('a clock that was ahead when tasks were put in, put back or taken holds none up, and hurries none that was planned', async () => {
  const seen: string[] = [];
  const put = async (nome: string, change: string, usuario: number, options = {}) => {
    const id = await stand.jobs.enqueue('adiantada', { nome }, stand.acting(usuario), options);
    await stand.db.query({ text: `update tarefas set ${change} where id = $1`, values: [id] });
    return id;
  };
  const ahead = `now() + interval '1 day'`;
  await put('pedida', `criada_em = ${ahead}, executar_em = ${ahead}`, 95);
  await put('repetida', `tentativas = 1, executar_em = ${ahead}`, 95);
  await put(
    'tomada',
    `tentativas = 1, executar_em = ${ahead}, estado = 'executando', trabalhador = 'morto', batida_em = ${ahead}`,
    95,
  );
  // Its turn would be the first.
  const planned = await put('planejada', 'tentativas = 0', 96, { runAt: new Date(Date.now() + 12 * 3_600_000) });
  work({
    adiantada: async ({ dados }) => {
      seen.push(String(dados.nome));
      return undefined;
    },
  });
  await expect.poll(() => seen.toSorted(), { timeout: PATIENCE }).toEqual(['pedida', 'repetida', 'tomada']);
  await stand.jobs.cancel(planned, stand.acting(96));
});

test('a clock that goes back while a task runs lets no worker take its own task again', async () => {
  let begun = 0;
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const id = await stand.jobs.enqueue('atrasada', {}, stand.acting(97));
  work(
    {
      atrasada: async () => {
        begun += 1;
        await held;
        return undefined;
      },
      outra: async () => undefined,
    },
    { concurrency: 4 },
  );
  await until(id, 'executando', 97);
  await stand.db.query({ text: `update tarefas set batida_em = now() + interval '1 day' where id = $1`, values: [id] });
  await until(await stand.jobs.enqueue('outra', {}, stand.acting(98)), 'concluida', 98);
  expect(begun).toBe(1);
  release();
  expect(await until(id, 'concluida', 97)).toMatchObject({ tentativas: 1 });
});

test('whoever asks again for what is open under a key gets the task that is there, at once or one after the other', async () => {
  const ask = (usuario = 91, dados = { tabela: 1 }) =>
    stand.jobs.enqueue('chave', dados, stand.acting(usuario), { key: 'chave:1' });
  const ids = await Promise.all(Array.from({ length: 8 }, () => ask()));
  expect(new Set(ids).size).toBe(1);
  expect(await ask()).toBe(ids[0]);
  const busy = { status: 409, code: 'TAREFA_EM_ANDAMENTO' };
  await expect(ask(92)).rejects.toMatchObject(busy);
  await expect(ask(91, { tabela: 2 })).rejects.toMatchObject(busy);
  await stand.jobs.cancel(ids[0] as number, stand.acting(91));
  const next = await ask(92);
  expect(next).not.toBe(ids[0]);
  await stand.jobs.cancel(next, stand.acting(92));
});

test('waiting tasks of a lane begin with the kinds of a higher priority', async () => {
  const seen: string[] = [];
  const note = (name: string) => async () => {
    seen.push(name);
    return undefined;
  };
  for (const [tipo, user] of [
    ['relata', 93],
    ['relata', 94],
    ['grava', 95],
  ] as const)
    await stand.jobs.enqueue(tipo, {}, stand.acting(user));
  work({ relata: { priority: -1, run: note('relata') }, grava: note('grava') }, { concurrency: 1 });
  await expect.poll(() => seen, { timeout: PATIENCE }).toEqual(['grava', 'relata', 'relata']);
});

test('what somebody has asked for at length is not kept once the task has ended or was cancelled', async () => {
  work({ demora: async () => undefined });
  const datas = async (id: number) =>
    (await stand.db.one<{ dados: object }>({ text: 'select dados from tarefas where id = $1', values: [id] }))?.dados;
  const [short, long] = [{ corpo: 'a'.repeat(10_000) }, { corpo: 'a'.repeat(20_000) }];
  const ids = [
    await stand.jobs.enqueue('demora', short, stand.acting(96)),
    await stand.jobs.enqueue('demora', long, stand.acting(96)),
  ];
  for (const id of ids)
    await expect.poll(async () => (await stand.jobs.read(id, stand.acting(96)))?.estado, { timeout: PATIENCE }).toBe('concluida');
  expect(await Promise.all(ids.map(datas))).toEqual([short, {}]);
  const cancelled = await stand.jobs.enqueue('ninguem-faz', long, stand.acting(96));
  await stand.jobs.cancel(cancelled, stand.acting(96));
  expect(await datas(cancelled)).toEqual({});
});

test('a task that has waited for a minute precedes younger ones of a higher priority', async () => {
  const seen: number[] = [];
  const note = async ({ id }: Job) => {
    seen.push(id);
    return undefined;
  };
  const old = await stand.jobs.enqueue('relata', {}, stand.acting(93));
  await stand.db.query({ text: `update tarefas set executar_em = now() - interval '2 minutes' where id = $1`, values: [old] });
  const young = await stand.jobs.enqueue('grava', {}, stand.acting(95));
  const last = await stand.jobs.enqueue('relata', {}, stand.acting(94));
  work({ relata: { priority: -1, run: note }, grava: note }, { concurrency: 1 });
  await expect.poll(() => seen, { timeout: PATIENCE }).toEqual([old, young, last]);
});

test('a kind with places of its own runs no more than so many at a time and holds nobody else up', async () => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  let most = 0;
  let running = 0;
  let swept = 0;
  work({
    carteiro: {
      places: 1,
      run: async () => {
        running += 1;
        most = Math.max(most, running);
        await held;
        running -= 1;
        return undefined;
      },
    },
    varredura: async () => {
      swept += 1;
      return undefined;
    },
  });
  const system = { usuarioId: null, empresaId: null };
  for (let n = 0; n < 3; n++) await stand.jobs.enqueue('carteiro', {}, system);
  await expect.poll(() => running, { timeout: PATIENCE }).toBe(1);
  for (let n = 1; n <= 3; n++) {
    await stand.jobs.enqueue('varredura', {}, system);
    await expect.poll(() => swept, { timeout: PATIENCE }).toBe(n);
  }
  release();
  const open = { text: `select from tarefas where tipo = 'carteiro' and estado <> 'concluida'` };
  await expect.poll(async () => (await stand.db.query(open)).length, { timeout: PATIENCE }).toBe(0);
  expect(most).toBe(1);
});

test('in places of its own a kind serves next whoever was served longest ago, however much somebody puts in first', async () => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const served: unknown[] = [];
  work({
    leitor: {
      places: 1,
      run: async ({ dados }) => {
        served.push(dados.de);
        await held;
        return undefined;
      },
    },
  });
  const system = { usuarioId: null, empresaId: null };
  const put = (de: string) => stand.jobs.enqueue('leitor', { de }, system, { turn: { group: de, person: de } });
  for (let n = 0; n < 3; n++) await put('muito');
  await expect.poll(() => served.length, { timeout: PATIENCE }).toBe(1);
  for (const de of ['pouco', 'outro']) await put(de);
  release();
  await expect.poll(() => served, { timeout: PATIENCE }).toEqual(['muito', 'pouco', 'outro', 'muito', 'muito']);
});

test('in places of its own a kind serves groups in turn, and in each whoever was served longest ago', async () => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const served: unknown[] = [];
  const system = { usuarioId: null, empresaId: null };
  const put = (group: string, person: string) =>
    stand.jobs.enqueue('leitor de todos', { person }, system, { turn: { group, person } });
  work({
    'leitor de todos': {
      places: 1,
      run: async ({ dados }) => {
        served.push(dados.person);
        await held;
        return undefined;
      },
    },
  });
  await put('de fora', 'um');
  await expect.poll(() => served.length, { timeout: PATIENCE }).toBe(1);
  for (const person of ['um', 'um', 'dois', 'tres']) await put('de fora', person);
  for (let n = 0; n < 3; n++) await put('usuario', 'usuario');
  release();
  const order = ['um', 'usuario', 'dois', 'usuario', 'tres', 'usuario', 'um', 'um'];
  await expect.poll(() => served, { timeout: PATIENCE }).toEqual(order);
});

test('short work is answered at once, long work as a task with 202', async () => {
  const codes: number[] = [];
  const reply = { status: (code: number) => codes.push(code) };
  const ask = (n: number) =>
    stand.jobs.nowOrLater(reply, stand.acting(96), async () => (n > 10 ? LATER : { n }), {
      tipo: 'longa-ou-curta',
      dados: { n },
      titulo: 'Contar',
      key: 'contar',
      also: async (tx, id) => ({
        dobro: id * 2,
        existe: (await tx.query({ text: 'select from tarefas where id = $1', values: [id] })).length,
      }),
    });
  expect(await ask(3)).toEqual({ n: 3 });
  expect(codes).toEqual([]);
  const { tarefaId, ...more } = (await ask(30)) as { tarefaId: number };
  expect(codes).toEqual([202]);
  expect(more).toEqual({ dobro: tarefaId * 2, existe: 1 });
  expect(await stand.jobs.isOpen(stand.db, 'contar')).toBe(true);
  expect(await stand.jobs.read(tarefaId, stand.acting(96))).toMatchObject({ titulo: 'Contar', estado: 'fila' });
  await stand.jobs.cancel(tarefaId, stand.acting(96));
  await stand.db.query({ text: `delete from tarefas where id = $1`, values: [tarefaId] });
  expect(await stand.jobs.isOpen(stand.db, 'contar')).toBe(false);
});
