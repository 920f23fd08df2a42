import { type ChildProcess, spawn } from 'node:child_process';
import { ASIDE, PRIORITY_OF_ALL, sessionGivesWay } from '#kit/process/give-way.server.ts';
import type { Whose } from './claim.server.ts';

export interface WorkerProcess {
  stop(): Promise<void>;
}

/**
 * Long work reads its rows in batches that are soon garbage. V8 would enlarge the space for young objects by up to a hundred MiB
 * over time, without any gain in speed.
 */
const SMALL_YOUNG_SPACE = '--max-semi-space-size=4';
/** ms between two starts for interrupted tasks of the same owners */
const RESCUE_PAUSE = 10_000;
const RUN_INTERRUPTED = '--interrompidas=';
/** Said to a worker whose server runs interrupted tasks. Whoever else has started it may have a channel to it, and listen to nothing. */
const SERVER_LISTENS = '--com-servidor';

/** How a child that takes tasks is started, and which program it is. */
interface Child {
  entry: string;
  env?: NodeJS.ProcessEnv;
  log?: (message: string) => void;
}

/** Starts a child that ends with its parent, however that ends (see `untilParentGoes`). Throws without memory for one. */
function begin({ entry, env = process.env }: Child, args: string[]): ChildProcess {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', SMALL_YOUNG_SPACE, entry, ...args], {
    env,
    ...ASIDE,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  sessionGivesWay(child.pid, PRIORITY_OF_ALL);
  return child;
}

const hasEnded = ({ exitCode, signalCode, pid }: ChildProcess) => exitCode !== null || signalCode !== null || pid === undefined;

async function end(child: ChildProcess | undefined): Promise<void> {
  if (!child || hasEnded(child)) return;
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.kill('SIGTERM');
  const force = setTimeout(() => child.kill('SIGKILL'), 10_000);
  await gone;
  clearTimeout(force);
}

/**
 * Processes that run what the death of a worker interrupted, one for the system's tasks and one for users', as long as there are any. `run` is called as
 * often as a worker finds some.
 */
export function startRescues(child: Child): WorkerProcess & { run(whose: Whose): void } {
  const started = new Map<Whose, { child: ChildProcess; at: number }>();
  const { log = () => {} } = child;
  let stopped = false;
  return {
    run(whose) {
      const last = started.get(whose);
      if (stopped || (last && (!hasEnded(last.child) || Date.now() - last.at < RESCUE_PAUSE))) return;
      const failed = (error: unknown) => log(`as tarefas interrompidas esperam (${(error as Error).message})`);
      try {
        const one = begin(child, ['--worker', RUN_INTERRUPTED + whose]);
        one.on('error', failed);
        one.on(
          'exit',
          (code, signal) => code !== 0 && log(`o processo das tarefas interrompidas terminou (${signal ?? String(code)})`),
        );
        started.set(whose, { child: one, at: Date.now() });
      } catch (error) {
        failed(error);
      }
    },
    async stop() {
      stopped = true;
      await Promise.all([...started.values()].map((one) => end(one.child)));
    },
  };
}

/**
 * Runs `entry --worker` as a child, so that heavy work never blocks the event loop that answers requests; a child that dies is started again.
 * `onInterrupted` is told whose tasks a worker's death interrupted.
 */
export function startWorkerProcess(about: Child & { args?: string[]; onInterrupted?: (whose: Whose) => void }): WorkerProcess {
  const { args = ['--worker'], log = () => {}, onInterrupted = () => {} } = about;
  let child: ChildProcess | undefined;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let pause = 500;

  function start(): void {
    const since = Date.now();
    let over = false;
    const again = (why: string) => {
      if (over || stopped) return;
      over = true;
      if (Date.now() - since > 60_000) pause = 500;
      log(`o processo de tarefas terminou (${why}); novo início em ${pause} ms`);
      timer = setTimeout(start, pause);
      pause = Math.min(pause * 2, 60_000);
    };
    try {
      child = begin(about, [...args, SERVER_LISTENS]);
      child.on('message', (whose: Whose) => onInterrupted(whose));
      child.on('error', (error) => again(error.message));
      child.on('exit', (code, signal) => again(signal ?? String(code)));
    } catch (error) {
      // Without memory for a child it throws, and nobody above is there to catch.
      again((error as Error).message);
    }
  }

  start();
  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await end(child);
    },
  };
}

/** In a worker's process: tells its server whose tasks were interrupted; undefined where no server has started it. */
export const parentRuns = (argv: readonly string[] = process.argv): ((whose: Whose) => void) | undefined =>
  argv.includes(SERVER_LISTENS) ? (whose) => void (process.connected && process.send?.(whose, () => {})) : undefined;

/** In a child of `startRescues`: whose interrupted tasks it is to run. */
export function interruptedToRun(argv: readonly string[] = process.argv): Whose | undefined {
  const found = argv.find((arg) => arg.startsWith(RUN_INTERRUPTED))?.slice(RUN_INTERRUPTED.length);
  return found === 'system' || found === 'users' ? found : undefined;
}

const LONGEST_STOP_MS = 12_000;

/** In the child: calls `stop` once when the parent goes, or has gone already, or a signal comes; then the process ends. */
export function untilParentGoes(stop: () => Promise<void>): void {
  let called = false;
  const once = () => {
    if (called) return;
    called = true;
    // Leaves behind what does not stop by itself, as when the database has gone first.
    setTimeout(() => process.exit(1), LONGEST_STOP_MS).unref();
    void stop().finally(() => process.exit(0));
  };
  if (process.connected === false) once();
  process.once('disconnect', once);
  process.once('SIGTERM', once);
  process.once('SIGINT', once);
}
