import type { Acting, Maker } from '#kit/acting/acting.server.ts';
import { type Database, pgErrorKind } from '#kit/db/database.server.ts';
import { vacuum } from '#kit/db/vacuum.server.ts';
import { Refusal, refuse } from '#kit/refusal/refusal.ts';
import { type Claimed, type Held, LONGEST_PAUSE } from './claim.server.ts';
import type { Job, JobKind } from './jobs.server.ts';

/** What every run of a worker needs. */
export interface Runs {
  db: Database;
  kinds: ReadonlyMap<string, JobKind>;
  /** rebuilds the actor with the rights of this moment; throws a Refusal when they may no longer act */
  actingFor(usuarioId: number | null, empresaId: number | null, externo: Maker['externo']): Promise<Acting>;
  /** ms between two beats */
  pulse: number;
  /** refuses what users save while the disk is nearly full */
  room(): Promise<void>;
  log: (message: string, error?: unknown) => void;
}

const failed = 'A tarefa falhou por um erro inesperado. Tente de novo; se persistir, avise o suporte.';
/** ms between two looks at the disk while a user's task writes */
const LOOK = 500;
const usualAttempts = 3;
const usualBackoff = (attempt: number) => Math.min(5_000 * 4 ** (attempt - 1), LONGEST_PAUSE);

/** Why a task's signal fired. */
export class Interrupted extends Error {
  readonly kind: 'lost' | 'stopping';
  constructor(kind: 'lost' | 'stopping') {
    super(kind === 'lost' ? 'the task was cancelled or taken over' : 'the worker is stopping');
    this.kind = kind;
  }
}

/** Runs a task that was taken, beating meanwhile, and writes how it ended. */
export async function runTask(runs: Runs, task: Claimed, held: Held, stop: AbortController): Promise<void> {
  const { db, log } = runs;
  let lastBeat = Date.now();
  let concluded = false;
  let written: readonly string[] = [];

  let beating: Promise<void> | undefined;
  const beatOnce = async () => {
    lastBeat = Date.now();
    if (!(await held.beat()) && !concluded) stop.abort(new Interrupted('lost'));
  };
  // A beat waits for a transaction that concludes the task. Further ones would each hold a connection meanwhile.
  const beat = () => {
    beating ??= beatOnce()
      .catch(() => {})
      .finally(() => {
        beating = undefined;
      });
  };
  const heart = setInterval(beat, runs.pulse);
  // The system's own tasks make room; those of people from outside take it.
  const look = () => void runs.room().catch((why: unknown) => why instanceof Refusal && stop.abort(why));
  const isOurs = task.usuario_id === null && task.externo === null;
  const watch = isOurs ? undefined : setInterval(look, LOOK);
  try {
    const kind = runs.kinds.get(task.tipo);
    if (!kind) return;
    if (task.tentativas > (kind.attempts ?? usualAttempts)) {
      await held.settle('falhou', { mensagem: 'A tarefa foi interrompida várias vezes e não será repetida.' });
      return;
    }
    const job: Job = {
      id: task.id,
      db,
      acting: await runs.actingFor(task.usuario_id, task.empresa_id, task.externo),
      dados: task.dados,
      signal: stop.signal,
      progress(done, all) {
        held.progress.done = Math.trunc(done);
        if (all !== undefined) held.progress.total = Math.trunc(all);
        if (Date.now() - lastBeat > 500) beat();
      },
      async conclude(tx, result = {}) {
        if (!(await held.settle('concluida', result, tx))) throw new Interrupted('lost');
        concluded = true;
      },
      wroteMany(tables) {
        written = tables;
      },
    };
    const result = await kind.run(job);
    if (!concluded) await held.settle('concluida', result ?? {});
  } catch (error) {
    concluded = false;
    written = [];
    await settleFault(runs, task, held, endOf(error, stop.signal)).catch(
      (fault: unknown) => log(`o fim da tarefa ${task.id} não pôde ser registrado`, fault), // the lease lapses and another run begins
    );
  } finally {
    clearInterval(heart);
    clearInterval(watch);
  }
  if (written.length > 0)
    await vacuum(db, written).catch((error: unknown) =>
      log(`depois da tarefa ${task.id}, ${written.join(', ')} sem vacuum`, error),
    );
}

/** Why a run ended: what stopped it, unless the disk did and the work itself says what that left. */
const endOf = (error: unknown, { aborted, reason }: AbortSignal): unknown =>
  !aborted || (reason instanceof Refusal && error instanceof Refusal) ? error : reason;

/** Writes the outcome of a task that was interrupted, refused or failed. */
async function settleFault({ kinds, log }: Runs, task: Claimed, held: Held, why: unknown): Promise<void> {
  if (why instanceof Interrupted) {
    // A run that we interrupted does not count as an attempt.
    if (why.kind === 'stopping') await held.giveBack();
    return;
  }
  if (why instanceof Refusal) {
    await held.settle('falhou', { mensagem: why.message });
    return;
  }
  log(`a tarefa ${task.id} (${task.tipo}) falhou na tentativa ${task.tentativas}`, why);
  const { attempts = usualAttempts, backoff = usualBackoff } = kinds.get(task.tipo) ?? {};
  if (task.tentativas < attempts) {
    await held.retryAfter(Math.min(backoff(task.tentativas), LONGEST_PAUSE));
    return;
  }
  const isFull = pgErrorKind(why)?.kind === 'disk-full';
  await held.settle('falhou', { mensagem: isFull ? refuse.noSpace().message : failed });
}
