import { fork } from 'node:child_process';
import { Agent, request as httpRequest } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { cpf as CPF } from '#kit/br/cpf.ts';
import { at } from './percentile.ts';

/** What the clients ask for; `{i}` in a path or body becomes a number that no other request has, `{cpf}` the CPF of it. */
export interface Load {
  url: string;
  cookie: string;
  method: 'GET' | 'POST' | 'PUT';
  /** asked in turn */
  paths: string[];
  body?: string;
  clients: number;
  /** how long each client waits between two requests, on average; the first ones are spread over the same time */
  pause?: number;
  ms: number;
  /** the first `{i}` */
  from?: number;
}

export interface LoadResult {
  requests: number;
  bytes: number;
  p50: number;
  p95: number;
  /** answers that were no success, by status */
  faults: Record<string, number>;
  sample: string;
}

/** Runs the clients in a process of their own, so that their work is not counted as the server's. */
export function runLoad(load: Load): Promise<LoadResult> {
  const child = fork(import.meta.filename, ['--child'], { stdio: 'inherit' });
  return new Promise((resolve, reject) => {
    child.once('message', (result) => resolve(result as LoadResult));
    child.once('error', reject);
    child.once('exit', (code) => code !== 0 && reject(new Error(`the clients ended with ${code}`)));
    child.send(load);
  });
}

async function work(load: Load): Promise<LoadResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: load.clients });
  const times: number[] = [];
  const faults: Record<string, number> = {};
  let bytes = 0;
  let number = load.from ?? 0;
  let sample = '';
  const fill = (text: string, i: number) => text.replaceAll('{i}', String(i)).replaceAll('{cpf}', () => CPF.sample(i));

  const ask = (i: number) =>
    new Promise<void>((resolve, reject) => {
      const payload = load.body === undefined ? undefined : Buffer.from(fill(load.body, i));
      const started = performance.now();
      const request = httpRequest(
        load.url + fill(load.paths[i % load.paths.length] as string, i),
        {
          method: load.method,
          agent,
          headers: {
            origin: load.url,
            cookie: load.cookie,
            ...(payload ? { 'content-type': 'application/json', 'content-length': String(payload.length) } : {}),
          },
        },
        (response) => {
          const isFault = (response.statusCode ?? 0) >= 300 || response.statusCode === 202;
          if (isFault) faults[String(response.statusCode)] = (faults[String(response.statusCode)] ?? 0) + 1;
          response.on('data', (chunk: Buffer) => {
            bytes += chunk.length;
            if (sample.length < 300 && (isFault || times.length === 0)) sample += chunk.toString('latin1').slice(0, 300);
          });
          response.once('error', reject);
          response.once('end', () => {
            times.push(performance.now() - started);
            resolve();
          });
        },
      );
      request.once('error', reject);
      request.end(payload);
    });

  const end = performance.now() + load.ms;
  await Promise.all(
    Array.from({ length: load.clients }, async () => {
      for (;;) {
        if (load.pause) await pause(2 * load.pause * Math.random());
        if (performance.now() >= end) return;
        await ask(number++);
      }
    }),
  );
  agent.destroy();
  return { requests: times.length, bytes, p50: at(times, 0.5), p95: at(times, 0.95), faults, sample };
}

if (process.argv.includes('--child'))
  process.once('message', (load) => {
    void work(load as Load).then(
      (result) => process.send?.(result, () => process.exit(0)),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  });
