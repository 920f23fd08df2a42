import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, expect, test } from 'vitest';
import { createDatabase } from '#kit/db/database.server.ts';
import { adoptEmbedded } from '#kit/db/embedded/embedded.server.ts';
import { runEntry, startServer, until } from './server-process.server.ts';

const data = mkdtempSync(path.join(tmpdir(), 'vinculo-orfao-'));
afterEach(() => {
  for (const pid of processes()) process.kill(pid, 'SIGKILL');
});
afterAll(() => {
  rmSync(data, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
});

/** Servers and workers of the folder. */
function processes(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(`VINCULO_DATA=${data}`);
      } catch {
        return false;
      }
    });
}

test('a worker without a program to join does not open the embedded database', async () => {
  const alone = runEntry('main.server.ts', { VINCULO_DATA: data }, ['--worker']);
  await expect(alone).rejects.toThrow(/ended with 1: O banco de dados embutido não está aberto\. [^\n]*\n?$/);
  expect(existsSync(path.join(data, 'cluster'))).toBe(false);
});

test.each([0, 300, 700])('no worker outlives its server, killed %d ms after it was born', async (ms) => {
  const server = await startServer({ VINCULO_DATA: data, VINCULO_WORKERS: '1' });
  expect(processes()).toHaveLength(2);
  await pause(ms);
  await server.kill();
  await until(async () => processes().length === 0, 15_000);
});

test('a task whose worker died runs in a process of its own, which then ends', async () => {
  const server = await startServer({ VINCULO_DATA: data, VINCULO_WORKERS: '1' });
  const { connection } = (await adoptEmbedded(data)) ?? {};
  if (!connection) throw new Error('the database is not open');
  const db = createDatabase(connection);
  const task = await db.one<{ id: number }>({
    text: `insert into tarefas (tipo, estado, dados, tentativas, trabalhador, batida_em)
      values ('lixeira.esvaziar', 'executando', '{}', 1, gen_random_uuid(), now() - interval '1 minute') returning id`,
  });
  const isDone = async () =>
    (await db.one({
      text: `select from tarefas where id = $1 and estado = 'concluida' and tentativas = 2`,
      values: [task?.id],
    })) !== undefined;
  const rescuers = () => processes().filter((pid) => commandOf(pid).includes('--interrompidas=system'));
  await until(async () => rescuers().length === 1, 30_000);
  await until(isDone, 30_000);
  await until(async () => rescuers().length === 0, 15_000);
  expect(processes()).toHaveLength(2);
  await db.close();
  await server.stop();
});

const commandOf = (pid: number) => readFileSync(`/proc/${pid}/cmdline`, 'utf8');
