import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { Acting, Maker } from '#kit/acting/acting.server.ts';
import { type Database, pgErrorKind } from '#kit/db/database.server.ts';
import { vacuum } from '#kit/db/vacuum.server.ts';
import { Refusal, refuse } from '#kit/refusal/refusal.ts';
import type { Job, JobHandlers, JobKind, JobResult } from './jobs.server.ts';
import { listen } from './listen.server.ts';
import { enqueueDue, type Recurring } from './schedule.server.ts';

interface WorkerOptions {
  connection: pg.ClientConfig;
  handlers: JobHandlers;
  /** rebuilds who acts, with the rights of this moment; throws a Refusal when they may no longer */
  actingFor(usuarioId: number | null, empresaId: number | null, externo: Maker['externo']): Promise<Acting>;
  recurring?: readonly Recurring[];
  /** users' tasks at a time in this process */
  concurrency?: number;
  /** the system's own tasks at a time, beside those of users */
  reserved?: number;
  /** a worker that is silent for so long, in ms, is taken for dead and its task given to another */
  lease?: number;
  log?: (message: string, error?: unknown) => void;
}

export interface Worker {
  /** Takes nothing new, tells running tasks to stop, and gives back those that do within the time. */
  stop(): Promise<void>;
}

interface Claimed {
  id: number;
  tipo: string;
  empresa_id: number | null;
  usuario_id: number | null;
  externo: string | null;
  dados: Record<string, unknown>;
  tentativas: number;
  progresso: number;
  total: number | null;
}

const failed = 'A tarefa falhou por um erro inesperado. Tente de novo; se persistir, avise o suporte.';
const stopTime = 8_000;

/** Why a task's signal fired. */
class Interrupted extends Error {
  readonly kind: 'lost' | 'stopping';
  constructor(kind: 'lost' | 'stopping') {
    super(kind === 'lost' ? 'the task was cancelled or taken over' : 'the worker is stopping');
    this.kind = kind;
  }
}

/** Tasks that wait for the same places. */
interface Lane {
  name: string;
  kinds: readonly string[];
  /** places: tasks that run at a time in this process */
  most: number;
  rule: keyof typeof rules;
}

/**
 * Whose tasks stand in a lane, and whose turn it is. The system's own never wait behind what users asked for. Among users, whoever has the fewest tasks
 * running comes first, then the higher priority ($4), then whoever was served longest ago.
 */
const rules = {
  own: { whose: 'true', turn: 'executar_em, id' },
  system: { whose: 'usuario_id is null and externo is null', turn: `coalesce(($4::jsonb->>tipo)::int, 0) desc, executar_em, id` },
  users: {
    whose: '(usuario_id is not null or externo is not null)',
    turn: `(select count(*) from tarefas r where (r.usuario_id = t.usuario_id or r.externo = t.externo) and r.estado = 'executando'),
      coalesce(($4::jsonb->>tipo)::int, 0) desc,
      (select max(r.iniciada_em) from tarefas r where r.usuario_id = t.usuario_id or r.externo = t.externo) nulls first, executar_em, id`,
  },
};

const usualAttempts = 3;
const usualBackoff = (attempt: number) => Math.min(5_000 * 4 ** (attempt - 1), 600_000);

/** Takes tasks from the queue and runs them. Any number of workers may run on one database. */
export function startWorker(db: Database, options: WorkerOptions): Worker {
  const { recurring = [], concurrency = 2, reserved = 2, lease = 30_000, log = () => {} } = options;
  const kinds = new Map<string, JobKind>(
    Object.entries(options.handlers).map(([name, one]) => [name, typeof one === 'function' ? { run: one } : one]),
  );
  const shared = [...kinds.keys()].filter((name) => kinds.get(name)?.places === undefined);
  const priorities = JSON.stringify(Object.fromEntries([...kinds].map(([name, { priority = 0 }]) => [name, priority])));
  const lanes: readonly Lane[] = [
    { name: 'system', kinds: shared, most: reserved, rule: 'system' },
    { name: 'users', kinds: shared, most: concurrency, rule: 'users' },
    ...[...kinds].flatMap(([name, { places }]): Lane[] =>
      places === undefined ? [] : [{ name: `own ${name}`, kinds: [name], most: places, rule: 'own' }],
    ),
  ];
  const running = new Map<number, { lane: Lane; stop: AbortController; done: Promise<void> }>();
  let stopping = false;
  let looking: Promise<void> | undefined;
  let lookAgain = false;

  const claim = ({ rule, kinds: of }: Lane, name: string) =>
    db.one<Claimed>({
      name: `tarefas-tomar-${rule}`,
      text: `update tarefas set estado = 'executando', trabalhador = $1, batida_em = now(), iniciada_em = coalesce(iniciada_em, now()), tentativas = tentativas + 1
        where id = (
          select id from tarefas t
          where ${rules[rule].whose} and estado in ('fila', 'executando') and executar_em <= now() and tipo = any($3)
            and (estado = 'fila' or batida_em < now() - make_interval(secs => $2::float8 / 1000))
          order by ${rules[rule].turn} limit 1 for update skip locked)
        returning id, tipo, empresa_id, usuario_id, externo, dados, tentativas, progresso, total`,
      values: [name, lease, of, ...(rule === 'own' ? [] : [priorities])],
    });

  const runningIn = (lane: Lane) => [...running.values()].filter((one) => one.lane === lane).length;

  /** Takes the lane's next task and begins it; false when there is none. */
  async function take(lane: Lane): Promise<boolean> {
    const name = randomUUID();
    const task = await claim(lane, name);
    if (!task) return false;
    const stop = new AbortController();
    const done = run(task, name, stop).finally(() => {
      running.delete(task.id);
      wake();
    });
    running.set(task.id, { lane, stop, done });
    return true;
  }

  async function look(): Promise<void> {
    do {
      lookAgain = false;
      for (const lane of lanes) while (!stopping && runningIn(lane) < lane.most && (await take(lane)));
    } while (lookAgain && !stopping);
  }

  /** Looks for work, one look at a time. */
  function wake(): void {
    if (stopping) return;
    lookAgain = true;
    looking ??= look()
      .catch((error: unknown) => log('a fila de tarefas não pôde ser lida', error))
      .finally(() => {
        looking = undefined;
      });
  }

  async function run(task: Claimed, name: string, stop: AbortController): Promise<void> {
    let n = task.progresso;
    let total = task.total;
    let told = Date.now();
    let concluded = false;
    let written: readonly string[] = [];
    const mine = "id = $1 and trabalhador = $2 and estado = 'executando'";

    /** Says that we live; hears that the task is no longer ours. */
    const beat = async () => {
      told = Date.now();
      const rows = await db.query({
        name: 'tarefas-batida',
        text: `update tarefas set batida_em = now(), progresso = $3, total = $4 where ${mine} returning id`,
        values: [task.id, name, n, total],
      });
      if (rows.length === 0 && !concluded) stop.abort(new Interrupted('lost'));
    };
    const settle = (estado: string, { mensagem, arquivoId }: JobResult, of: Pick<Database, 'query'> = db) =>
      of.query({
        text: `update tarefas set estado = $3, mensagem = $4, arquivo_id = $5, progresso = $6, total = $7, concluida_em = now() where ${mine} returning id`,
        values: [task.id, name, estado, mensagem ?? null, arquivoId ?? null, n, total],
      });

    const heart = setInterval(() => void beat().catch(() => {}), Math.max(lease / 4, 50));
    try {
      const kind = kinds.get(task.tipo);
      if (!kind) return;
      if (task.tentativas > (kind.attempts ?? usualAttempts)) {
        await settle('falhou', { mensagem: 'A tarefa foi interrompida várias vezes e não será repetida.' });
        return;
      }
      const acting = await options.actingFor(task.usuario_id, task.empresa_id, task.externo);
      const job: Job = {
        id: task.id,
        db,
        acting,
        dados: task.dados,
        signal: stop.signal,
        progress(done, all) {
          n = Math.trunc(done);
          if (all !== undefined) total = Math.trunc(all);
          if (Date.now() - told > 500) void beat().catch(() => {});
        },
        async conclude(tx, result = {}) {
          const rows = await settle('concluida', result, tx);
          if (rows.length === 0) throw new Interrupted('lost');
          concluded = true;
        },
        wroteMany(tables) {
          written = tables;
        },
      };
      const result: JobResult | undefined = await kind.run(job);
      if (!concluded) await settle('concluida', result ?? {});
    } catch (error) {
      concluded = false;
      written = [];
      await onFault(error);
    } finally {
      clearInterval(heart);
    }
    if (written.length > 0)
      await vacuum(db, written).catch((error: unknown) =>
        log(`depois da tarefa ${task.id}, ${written.join(', ')} sem vacuum`, error),
      );

    async function onFault(error: unknown): Promise<void> {
      const why = stop.signal.aborted ? (stop.signal.reason as Interrupted) : error;
      try {
        if (why instanceof Interrupted) {
          // Given back, and the run that we broke off does not count.
          if (why.kind === 'stopping')
            await db.query({
              text: `update tarefas set estado = 'fila', trabalhador = null, tentativas = tentativas - 1 where ${mine}`,
              values: [task.id, name],
            });
        } else if (error instanceof Refusal) {
          await settle('falhou', { mensagem: error.message });
        } else {
          log(`a tarefa ${task.id} (${task.tipo}) falhou na tentativa ${task.tentativas}`, error);
          const { attempts = usualAttempts, backoff = usualBackoff } = kinds.get(task.tipo) ?? {};
          const isFull = pgErrorKind(error)?.kind === 'disk-full';
          if (task.tentativas >= attempts) await settle('falhou', { mensagem: isFull ? refuse.noSpace().message : failed });
          else
            await db.query({
              text: `update tarefas set estado = 'fila', trabalhador = null, executar_em = now() + make_interval(secs => $3::float8 / 1000) where ${mine}`,
              values: [task.id, name, backoff(task.tentativas)],
            });
        }
      } catch (fault) {
        log(`o fim da tarefa ${task.id} não pôde ser registrado`, fault); // the lease lapses and another run begins
      }
    }
  }

  const ear = listen(
    options.connection,
    'tarefas',
    (payload) => {
      const [id, estado] = payload.split(' ');
      if (estado === 'cancelada') running.get(Number(id))?.stop.abort(new Interrupted('lost'));
      // Also when one of ours ended elsewhere: a lapsed lease shows only by looking.
      if (estado === undefined || estado === 'fila') wake();
    },
    log,
  );
  // NOTIFY tells of new work at once; the clock finds retries that are due, lapsed leases and what a lost connection did not tell.
  const clock = setInterval(wake, Math.max(Math.min(lease / 3, 5_000), 50));
  const tick = () =>
    void enqueueDue(db, recurring).catch((error: unknown) => log('as tarefas agendadas não puderam ser lidas', error));
  const calendar = recurring.length > 0 ? setInterval(tick, 30_000) : undefined;
  if (calendar) tick();
  wake();

  return {
    async stop() {
      stopping = true;
      clearInterval(clock);
      clearInterval(calendar);
      await ear.stop();
      await looking;
      for (const { stop } of running.values()) stop.abort(new Interrupted('stopping'));
      const late = new Promise<void>((resolve) => setTimeout(resolve, stopTime).unref());
      await Promise.race([Promise.allSettled([...running.values()].map(({ done }) => done)), late]);
    },
  };
}
