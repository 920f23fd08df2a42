import { type ChildProcess, spawn } from 'node:child_process';
import { ASIDE, PRIORITY_OF_ALL, sessionGivesWay } from '#kit/process/give-way.server.ts';

export interface WorkerProcess {
  stop(): Promise<void>;
}

/**
 * Long work reads its rows in batches that are soon garbage. V8 would enlarge the space for young objects by up to a hundred MiB
 * over time, without any gain in speed.
 */
const SMALL_YOUNG_SPACE = '--max-semi-space-size=4';

/**
 * Runs `entry --worker` as a child, so that heavy work never blocks the event loop that answers requests; a child that dies is started again.
 * The child ends with its parent, however that ends (see `untilParentGoes`).
 */
export function startWorkerProcess(
  entry: string,
  {
    args = ['--worker'],
    env = process.env,
    log = () => {},
  }: { args?: string[]; env?: NodeJS.ProcessEnv; log?: (message: string) => void } = {},
): WorkerProcess {
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
      const started = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', SMALL_YOUNG_SPACE, entry, ...args], {
        env,
        ...ASIDE,
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      });
      child = started;
      sessionGivesWay(started.pid, PRIORITY_OF_ALL);
      started.on('error', (error) => again(error.message));
      started.on('exit', (code, signal) => again(signal ?? String(code)));
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
      const last = child;
      if (!last || last.exitCode !== null || last.signalCode !== null) return;
      const gone = new Promise<void>((resolve) => last.once('exit', () => resolve()));
      last.kill('SIGTERM');
      const force = setTimeout(() => last.kill('SIGKILL'), 10_000);
      await gone;
      clearTimeout(force);
    },
  };
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
