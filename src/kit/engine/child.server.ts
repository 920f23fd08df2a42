import { type ChildProcess, fork } from 'node:child_process';
import type { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { ASIDE, giveWay } from '#kit/process/give-way.server.ts';
import { temporaryRoot } from '#kit/process/temporary.server.ts';
import type { Told } from './serve.server.ts';

/** A process that works for us, one order at a time. */
export interface Child {
  /** orders that it has done */
  readonly done: number;
  give(order: unknown, patience: number, signal?: AbortSignal): Promise<Outcome>;
  /** Lets it live without keeping this program alive. */
  rest(): void;
  /** Resolves when it is dead. */
  end(): Promise<void>;
}

/** `untaken`: it died, or was dead, before it began; the order may be given to another. `died`: over the order. */
export type Outcome = { answer: unknown; rss: number } | { fault: string; rss: number } | 'untaken' | 'died' | 'late';

const MiB = 1024 * 1024;
/** A child that has not begun by then never will. */
const LONGEST_START_MS = 60_000;

/** All that a child knows of the world: no password and no address of ours. */
const environment = () => ({
  TZ: 'UTC',
  TMPDIR: temporaryRoot(),
  // With more, glibc keeps much of what native code has given back.
  MALLOC_ARENA_MAX: '2',
  ...Object.fromEntries(
    ['SystemRoot', 'LD_LIBRARY_PATH'].flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
  ),
});

/** Starts `program`, which calls `serve`, with so many MiB of memory. `whenGone` is called once, when it has died. */
export function startChild(program: URL, memory: number, whenGone: (child: Child, lastWords: string) => void): Child {
  const started = fork(fileURLToPath(program), [String(process.pid), String(memory * MiB)], {
    serialization: 'advanced',
    execArgv: ['--disable-warning=ExperimentalWarning', `--max-old-space-size=${Math.floor((memory * 2) / 3)}`],
    env: environment(),
    ...ASIDE,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  // At once: a child that is born at the request of many would take the time of others before its first line.
  giveWay(started.pid);
  let lastWords = '';
  started.stderr?.setEncoding('utf8').on('data', (text: string) => {
    lastWords = (lastWords + text).slice(-2_000);
  });
  let done = 0;
  let isGone = false;
  const gone = new Promise<void>((resolve) => {
    const over = () => {
      if (isGone) return;
      isGone = true;
      whenGone(child, lastWords);
      resolve();
    };
    started.once('exit', over);
    started.on('error', (error) => {
      lastWords ||= error.message;
      if (started.pid === undefined) over();
    });
  });

  const child: Child = {
    get done() {
      return done;
    },
    give(order, patience, signal) {
      holdProgram(started, true);
      return new Promise((resolve, reject) => {
        let taken = false;
        const settle = (outcome: Outcome) => {
          finish();
          done += 1;
          resolve(outcome);
        };
        const told = (message: Told) => {
          if (!('taken' in message)) return settle(message);
          taken = true;
          clearTimeout(clock);
          clock = setTimeout(() => settle('late'), patience);
        };
        const died = () => settle(taken ? 'died' : 'untaken');
        const stop = () => {
          finish();
          reject(signal?.reason);
        };
        let clock = setTimeout(() => settle('untaken'), LONGEST_START_MS);
        const finish = () => {
          clearTimeout(clock);
          signal?.removeEventListener('abort', stop);
          started.off('message', told);
        };
        signal?.addEventListener('abort', stop);
        started.on('message', told);
        void gone.then(died);
        started.send(order as object, (error) => {
          if (error) died();
        });
      });
    },
    rest: () => holdProgram(started, false),
    end() {
      started.kill('SIGKILL');
      return gone;
    },
  };
  return child;
}

/** Whether this program stays alive for the sake of its child. */
function holdProgram(child: ChildProcess, hold: boolean): void {
  for (const one of [child, child.channel, child.stderr as Socket | null])
    if (hold) one?.ref();
    else one?.unref();
}
