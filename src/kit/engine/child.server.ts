import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { ASIDE, PRIORITY_OF_ALL, sessionGivesWay } from '#kit/process/give-way.server.ts';
import { temporaryRoot } from '#kit/process/temporary.server.ts';
import type { Asked, Passed } from './nursery.server.ts';
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

const QUIETLY = '--disable-warning=ExperimentalWarning';

/** Where children are born: one session that gives way, for all of them together. */
interface Nursery {
  ask(asked: Asked): void;
  /** who hears what is told of a child, by its number */
  readonly parents: Map<number, (passed: Passed) => void>;
  /** Whether this program stays alive for the sake of a child. */
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
  // The nursery itself stays before its children, for it must hear and end them.
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
    // Of a nursery that is gone everybody is told by its end.
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
        let taken = false;
        const settle = (outcome: Outcome) => {
          finish();
          done += 1;
          resolve(outcome);
        };
        const stop = () => {
          finish();
          reject(signal?.reason);
        };
        let clock = setTimeout(() => settle('untaken'), LONGEST_START_MS);
        const finish = () => {
          clearTimeout(clock);
          signal?.removeEventListener('abort', stop);
          hear = () => {};
        };
        signal?.addEventListener('abort', stop);
        hear = (told) => {
          if (!('taken' in told)) return settle(told);
          taken = true;
          clearTimeout(clock);
          clock = setTimeout(() => settle('late'), patience);
        };
        void gone.then(() => settle(taken ? 'died' : 'untaken'));
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
