import { expect, test } from 'vitest';
import { parentRuns, startWorkerProcess } from './worker-process.server.ts';

test('a worker that cannot be started at all is tried again, and ends nobody else', async () => {
  const told: string[] = [];
  // What cannot be an argument is refused at once, as a fork is without memory.
  const worker = startWorkerProcess({ entry: 'nenhum', args: ['\0'], log: (line) => void told.push(line) });
  await expect.poll(() => told.length, { timeout: 5_000 }).toBeGreaterThan(1);
  expect(told[0]).toContain('novo início em 500 ms');
  await worker.stop();
});

test('a worker leaves interrupted tasks to its server alone, and not to whoever has a channel to it', () => {
  expect(parentRuns(['node', 'main.server.ts', '--worker'])).toBeUndefined();
  expect(parentRuns(['node', 'main.server.ts', '--worker', '--com-servidor'])).toBeTypeOf('function');
});
