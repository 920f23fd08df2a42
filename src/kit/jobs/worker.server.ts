import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import type { Database } from '#kit/db/database.server.ts';
import { claim, held, interrupted, interruptedLanes, type Lane, lanesOf, type Whose } from './claim.server.ts';
import type { JobHandlers, JobKind } from './jobs.server.ts';
import { listen } from './listen.server.ts';
import { Interrupted, type Runs, runTask } from './run-task.server.ts';
import { enqueueDue, type Recurring } from './schedule.server.ts';

interface RunOptions {
  handlers: JobHandlers;
  actingFor: Runs['actingFor'];
  /** after so many ms of silence a worker is presumed dead and its task is given to another */
  lease?: number;
  room?: Runs['room'];
  log?: Runs['log'];
}

interface WorkerOptions extends RunOptions {
  connection: pg.ClientConfig;
  recurring?: readonly Recurring[];
  /** users' tasks at a time in this process */
  concurrency?: number;
  /** the system's own tasks at a time, beside those of users */
  reserved?: number;
  /** told whose tasks the death of a worker interrupted, for `runInterrupted` elsewhere; without it this worker runs them beside all others */
  onInterrupted?(whose: Whose): void;
}

export interface Worker {
  /** Takes no new task, tells running tasks to stop, and gives back those that stop in time. */
  stop(): Promise<void>;
}

const stopTime = 8_000;
const LEASE = 30_000;

function runsOf(db: Database, { handlers, actingFor, lease = LEASE, room = async () => {}, log = () => {} }: RunOptions): Runs {
  const kinds = new Map<string, JobKind>(
    Object.entries(handlers).map(([name, one]) => [name, typeof one === 'function' ? { run: one } : one]),
  );
  return { db, kinds, actingFor, pulse: Math.max(lease / 4, 50), room, log };
}

/**
 * Runs what the death of a worker interrupted, one task at a time of all that share places, until nothing is left or `signal` fires. It belongs into a
 * process of its own: a task that ends its process again takes a try from few beside it.
 */
export async function runInterrupted(db: Database, whose: Whose, options: RunOptions, signal: AbortSignal): Promise<void> {
  const runs = runsOf(db, options);
  const late = lateAfter(signal);
  const stop = new AbortController();
  const onStop = () => stop.abort(new Interrupted('stopping'));
  signal.addEventListener('abort', onStop, { once: true });
  async function runAll(lane: Lane): Promise<void> {
    while (!signal.aborted) {
      const name = randomUUID();
      const task = await claim(db, lane, name, options.lease ?? LEASE, []);
      if (!task) return;
      const own = new AbortController();
      stop.signal.addEventListener('abort', () => own.abort(stop.signal.reason), { once: true, signal: own.signal });
      if (signal.aborted) own.abort(stop.signal.reason);
      await Promise.race([runTask(runs, task, held(db, task, name), own), late]);
    }
  }
  await Promise.all(interruptedLanes(runs.kinds, whose).map(runAll));
  signal.removeEventListener('abort', onStop);
}

/** Takes tasks from the queue and runs them. Any number of workers may run on one database. */
export function startWorker(db: Database, options: WorkerOptions): Worker {
  const { connection, recurring = [], lease = LEASE, onInterrupted } = options;
  const runs = runsOf(db, options);
  const { kinds, log } = runs;
  const lanes = lanesOf(kinds, {
    reserved: options.reserved ?? 2,
    concurrency: options.concurrency ?? 2,
    takes: { waiting: true, interrupted: !onInterrupted },
  });
  const running = new Map<number, { lane: Lane; stop: AbortController; done: Promise<void> }>();
  const runningIn = (lane: Lane) => [...running].filter(([, one]) => one.lane === lane).map(([id]) => id);

  /** Takes the lane's next task and starts it; false when there is none. */
  async function take(lane: Lane): Promise<boolean> {
    const name = randomUUID();
    const task = await claim(db, lane, name, lease, runningIn(lane));
    if (!task) return false;
    const stop = new AbortController();
    const done = runTask(runs, task, held(db, task, name), stop).finally(() => {
      running.delete(task.id);
      watch.wake();
    });
    running.set(task.id, { lane, stop, done });
    return true;
  }

  const watch = watchFor(async (isStopping) => {
    for (const lane of lanes) while (!isStopping() && runningIn(lane).length < lane.most && (await take(lane)));
    if (!onInterrupted || isStopping()) return;
    for (const whose of await interrupted(db, [...kinds.keys()], lease, [...running.keys()])) onInterrupted(whose);
  }, log);

  const ear = listen(
    connection,
    'tarefas',
    (payload) => {
      const [id, estado] = payload.split(' ');
      if (estado === 'cancelada') running.get(Number(id))?.stop.abort(new Interrupted('lost'));
      // Also when one of our tasks ended elsewhere: only looking reveals a lapsed lease.
      if (estado === undefined || estado === 'fila') watch.wake();
    },
    log,
  );
  // NOTIFY announces new work at once; the clock finds due retries, lapsed leases and notifications that a lost connection
  // missed.
  const clock = setInterval(watch.wake, Math.max(Math.min(lease / 3, 5_000), 50));
  const calendar = startCalendar(db, recurring, log);
  watch.wake();

  return {
    async stop() {
      const looked = watch.stop();
      clearInterval(clock);
      clearInterval(calendar);
      await ear.stop();
      await looked;
      for (const { stop } of running.values()) stop.abort(new Interrupted('stopping'));
      await Promise.race([
        Promise.allSettled([...running.values()].map(({ done }) => done)),
        pause(stopTime, undefined, { ref: false }),
      ]);
    },
  };
}

/** Resolves when what runs has had time to stop, once `signal` has fired. */
const lateAfter = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const late = () => void setTimeout(resolve, stopTime).unref();
    if (signal.aborted) late();
    else signal.addEventListener('abort', late, { once: true });
  });

/** Looks for work when it is woken, one look at a time; when woken during a look, it looks once more. */
function watchFor(look: (isStopping: () => boolean) => Promise<void>, log: Runs['log']) {
  let stopping = false;
  let looking: Promise<void> | undefined;
  let lookAgain = false;
  const isStopping = () => stopping;

  async function lookWhileWoken(): Promise<void> {
    do {
      lookAgain = false;
      await look(isStopping);
    } while (lookAgain && !stopping);
  }

  return {
    wake(): void {
      if (stopping) return;
      lookAgain = true;
      looking ??= lookWhileWoken()
        .catch((error: unknown) => log('a fila de tarefas não pôde ser lida', error))
        .finally(() => {
          looking = undefined;
        });
    },
    /** Starts no further look, and resolves after the present one. */
    async stop(): Promise<void> {
      stopping = true;
      await looking;
    },
  };
}

/** Enqueues recurring tasks when they are due, from now on, one look at a time. */
function startCalendar(db: Database, recurring: readonly Recurring[], log: Runs['log']) {
  if (recurring.length === 0) return undefined;
  let looking: Promise<void> | undefined;
  const tick = () => {
    looking ??= enqueueDue(db, recurring)
      .catch((error: unknown) => log('as tarefas agendadas não puderam ser lidas', error))
      .finally(() => {
        looking = undefined;
      });
  };
  tick();
  return setInterval(tick, 30_000);
}
