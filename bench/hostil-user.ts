import { fork } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { httpClient } from '#app/server-process.server.ts';
import { ASIDE } from '#kit/process/give-way.server.ts';
import { at } from './percentile.ts';

/** Who opens the list of people, page after page, with a moment between, for so long. */
interface User {
  url: string;
  cookie: string;
  ms: number;
}

/** What the user waits for. */
export interface Felt {
  p50: number;
  p95: number;
  worst: number;
  requests: number;
  /** answers of 500 and above, and connections that were lost */
  faults: Record<string, number>;
}

/** A user in a process and session of their own, as at a machine of their own: whoever attacks, answers, or looks at what that takes, would delay their clock. */
export function feel(user: User): Promise<Felt> {
  const child = fork(import.meta.filename, ['--child'], { stdio: 'inherit', ...ASIDE });
  return new Promise((resolve, reject) => {
    child.once('message', (felt) => resolve(felt as Felt));
    child.once('error', reject);
    child.once('exit', (code) => code !== 0 && reject(new Error(`the user ended with ${code}`)));
    child.send(user);
  });
}

async function work({ url, cookie, ms }: User): Promise<Felt> {
  const client = httpClient(url, cookie, 1);
  const times: number[] = [];
  const faults: Felt['faults'] = {};
  const end = performance.now() + ms;
  for (let page = 0; performance.now() < end; page = (page + 1) % 50) {
    const started = performance.now();
    const status = await client('GET', `/api/gestao-talentos/talentos?page=${page}&size=15`).then(
      (answer) => answer.status,
      (error: Error) => error.message,
    );
    times.push(performance.now() - started);
    if (status !== 200) faults[status] = (faults[status] ?? 0) + 1;
    await pause(50);
  }
  client.close();
  return { p50: at(times, 0.5), p95: at(times, 0.95), worst: Math.max(...times), requests: times.length, faults };
}

if (process.argv.includes('--child'))
  process.once('message', (user) => {
    void work(user as User).then(
      (felt) => process.send?.(felt, () => process.exit(0)),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  });
