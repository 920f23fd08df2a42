import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, expect, test } from 'vitest';
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
