import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { ASIDE, PRIORITY_OF_ALL, sessionGivesWay } from '#kit/process/give-way.server.ts';
import { temporaryRoot } from '#kit/process/temporary.server.ts';
import type { Asked, Passed } from './nursery.server.ts';
import type { Told } from './serve.server.ts';

/** A child process that does one order at a time. */
export interface Child {
  /** number of orders that it has done */
  readonly done: number;
  give(order: unknown, patience: number, signal?: AbortSignal): Promise<Outcome>;
  /** Keeps it running without keeping this program alive. */
  rest(): void;
  /** Resolves when it is dead. */
  end(): Promise<void>;
}

/** `untaken`: the child died before it began, so another child may do the order. `died`: it died while doing the order. */
export type Outcome = { answer: unknown; rss: number } | { fault: string; rss: number } | 'untaken' | 'died' | 'late';

const MiB = 1024 * 1024;
/** Milliseconds; a child that has not begun by then never will. */
const LONGEST_START_MS = 60_000;

/** The environment of a child: without passwords and addresses of ours. */
const environment = () => ({
  TZ: 'UTC',
  TMPDIR: temporaryRoot(),
  // With more arenas, glibc keeps much of the memory that native code has freed.
  MALLOC_ARENA_MAX: '2',
  ...Object.fromEntries(
    ['SystemRoot', 'LD_LIBRARY_PATH'].flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
  ),
});

const QUIETLY = '--disable-warning=ExperimentalWarning';

/** The process that starts the children: one session of low priority for all of them. */
interface Nursery {
  ask(asked: Asked): void;
  /** by number of the child, the listener for its messages */
  readonly parents: Map<number, (passed: Passed) => void>;
  /** Sets whether a child keeps this program alive. */
  hold(child: number, hold: boolean): void;
}

let nursery: Nursery | undefined;
let born = 0;

function openNursery(): Nursery {
  const started = fork(fileURLToPath(new URL('./nursery.server.ts', import.meta.url)), [], {
    serialization: 'advanced',
    execArgv: [QUIETLY],
    env: environment(),
    ...ASIDE,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  // The nursery has a higher priority than its children, because it must hear and end them.
  sessionGivesWay(started.pid, PRIORITY_OF_ALL);
  const parents: Nursery['parents'] = new Map();
  const held = new Set<number>();
  const over = (lastWords: string) => {
    if (nursery === opened) nursery = undefined;
    for (const [child, parent] of parents) parent({ child, gone: lastWords });
  };
  started.on('message', (passed: Passed) => parents.get(passed.child)?.(passed));
  started.once('exit', () => over(''));
  started.on('error', (error) => {
    if (started.pid === undefined) over(error.message);
  });
  const opened: Nursery = {
    parents,
    // When the nursery has died, its exit tells all listeners.
    ask: (asked) => void (started.connected && started.send(asked, () => {})),
    hold(child, hold) {
      if (hold) held.add(child);
      else held.delete(child);
      for (const one of [started, started.channel])
        if (held.size > 0) one?.ref();
        else one?.unref();
    },
  };
  return opened;
}

/** Starts `program`, which calls `serve`, with so many MiB of memory. `whenGone` is called once, when it has died. */
export function startChild(program: URL, memory: number, whenGone: (child: Child, lastWords: string) => void): Child {
  const home = (nursery ??= openNursery());
  const number = ++born;
  let done = 0;
  let hear: (told: Told) => void = () => {};
  const { promise: gone, resolve } = Promise.withResolvers<void>();
  home.parents.set(number, (passed) => {
    if ('told' in passed) return hear(passed.told);
    home.parents.delete(number);
    home.hold(number, false);
    whenGone(child, passed.gone);
    resolve();
  });
  home.ask({
    child: number,
    program: fileURLToPath(program),
    args: [String(memory * MiB)],
    execArgv: [QUIETLY, `--max-old-space-size=${Math.floor((memory * 2) / 3)}`],
  });

  const child: Child = {
    get done() {
      return done;
    },
    give(order, patience, signal) {
      if (home.parents.has(number)) home.hold(number, true);
      return new Promise((resolve, reject) => {
        const settle = (outcome: Outcome) => {
          finish();
          done += 1;
          resolve(outcome);
        };
        const stop = () => {
          finish();
          reject(signal?.reason);
        };
        let begun = 0;
        let clock = setTimeout(() => settle('untaken'), LONGEST_START_MS);
        const limit = (ms: number) => {
          clearTimeout(clock);
          clock = setTimeout(() => settle('late'), begun + Math.min(ms, patience) - performance.now());
        };
        const finish = () => {
          clearTimeout(clock);
          signal?.removeEventListener('abort', stop);
          hear = () => {};
        };
        signal?.addEventListener('abort', stop);
        hear = (told) => {
          if ('within' in told) return limit(told.within);
          if (!('taken' in told)) return settle(told);
          begun = performance.now();
          limit(patience);
        };
        void gone.then(() => settle(begun > 0 ? 'died' : 'untaken'));
        home.ask({ child: number, order });
      });
    },
    rest: () => home.hold(number, false),
    end() {
      home.ask({ child: number, end: true });
      return gone;
    },
  };
  return child;
}
