import { type Acting, type Maker, makerColumns, makerKey, refuseViewing } from '#kit/acting/acting.server.ts';
import { counted } from '#kit/br/text.ts';
import type { Database, Queryable, Tx } from '#kit/db/database.server.ts';
import { Refusal } from '#kit/refusal/refusal.ts';

/** What is kept of the request of a task that has ended: it is in no quota, and only short ones are looked at later. */
export const KEPT_DATA = `case when octet_length(dados::text) > 16384 then '{}' else dados end`;

type TaskState = 'fila' | 'executando' | 'concluida' | 'falhou' | 'cancelada';

/** A background task as its owner sees it. */
export interface Task {
  id: number;
  tipo: string;
  titulo: string;
  estado: TaskState;
  progresso: number;
  total: number | null;
  mensagem: string | null;
  arquivoId: number | null;
  criadaEm: string;
  iniciadaEm: string | null;
  concluidaEm: string | null;
  tentativas: number;
}

/** What a finished task leaves: a message, a file. */
export interface JobResult {
  arquivoId?: number;
  mensagem?: string;
}

/** What a handler gets. */
export interface Job {
  id: number;
  db: Database;
  /** who asked for the task, with the rights that they have now */
  acting: Acting;
  dados: Record<string, unknown>;
  /** fires when the task was cancelled, taken over by another worker, or this one is to stop */
  signal: AbortSignal;
  /** written at most twice a second */
  progress(n: number, total?: number): void;
  /**
   * Marks the task as done inside the transaction of its work, so that both happen or neither: a worker that was presumed dead,
   * or whose task was cancelled meanwhile, is refused here and rolls back.
   */
  conclude(tx: Tx, result?: JobResult): Promise<void>;
  /**
   * Vacuums these tables, of which many rows were written, once the task is over; the owner does not wait for it and it cannot
   * fail the task.
   */
  wroteMany(tables: readonly string[]): void;
}

export type JobHandler = (job: Job) => Promise<JobResult | undefined>;

/** A kind of task that needs more than its handler. */
export interface JobKind {
  run: JobHandler;
  /** runs of one task, the first included; 3 by default */
  attempts?: number;
  /** pause before the n-th new run, in ms, at most ten minutes; by default 5 s, 20 s, 80 s */
  backoff?(attempt: number): number;
  /** among tasks that wait for the same places, a higher one comes first; 0 by default */
  priority?: number;
  /** so many of this kind run at a time in a worker, in places of their own: the kind and the others never wait for each other */
  places?: number;
}
/** What a worker can do, by kind. */
export type JobHandlers = Readonly<Record<string, JobHandler | JobKind>>;

/** What the program's workers do, by kind; the title says it to users. */
export type TitledJobs = Readonly<Record<string, (JobHandler | JobKind) & { title: string }>>;

/** A handler with the title of its kind: 'Esvaziar a lixeira'. */
export const titled = <H extends (job: Job) => unknown>(title: string, run: H): H & { title: string } =>
  Object.assign(run, { title });

/** Writes down the titles, so that lists of tasks show them, also those of tasks that were put in before. */
export const nameKinds = (db: Queryable, jobs: TitledJobs) =>
  db.query({
    text: `insert into tarefas_tipos (tipo, titulo) select * from unnest($1::text[], $2::text[])
      on conflict (tipo) do update set titulo = excluded.titulo where tarefas_tipos.titulo <> excluded.titulo`,
    values: [Object.keys(jobs), Object.values(jobs).map(({ title }) => title)],
  });

/** Whom a task belongs to; without a company: the system itself. */
type Owner = Maker | { usuarioId: null; externo?: undefined; empresaId: null };

interface EnqueueOptions {
  titulo?: string;
  /** the transaction that puts the task in */
  tx?: Tx;
  /** not before this instant */
  runAt?: Date;
  /** at most one open task for each key: the same request is answered with that task, another one is refused */
  key?: string;
  /** whose turn it takes among tasks of a kind that has places of its own: groups take turns, and people within each */
  turn?: { group: string; person: string };
  /** the refusal while another task is open under the key */
  busy?: () => Refusal;
}

/** Answered by `now` in `nowOrLater` when the work is too long for a request. */
export const LATER: unique symbol = Symbol('later');

/** What a request hands over to a task. */
export interface LongWork extends Omit<EnqueueOptions, 'tx' | 'runAt'> {
  tipo: string;
  dados: Record<string, unknown>;
  titulo: string;
  /** writes in the transaction of the task; its answer is merged into the answer of the request */
  also?(tx: Tx, tarefaId: number): Promise<object | undefined>;
}

const alreadyRunning = () => new Refusal('TAREFA_EM_ANDAMENTO', 'Isto já está sendo feito em segundo plano.', 409);

const columns = `id, tipo, titulo, estado, progresso, total, mensagem, arquivo_id as "arquivoId", criada_em as "criadaEm", iniciada_em as "iniciadaEm", concluida_em as "concluidaEm", tentativas`;

/** One's own tasks in one's own company; a task without a maker is nobody's. */
const own = '(usuario_id = $1 or externo = $2) and empresa_id = $3';
const ownOf = (maker: Maker) => [...makerColumns(maker), maker.empresaId];

export type Jobs = ReturnType<typeof createJobs>;

export interface JobsOptions {
  /** tasks that a user may have waiting and running in one company */
  mostOpen?: number;
}

const OPEN = "estado in ('fila', 'executando')";

/** The queue for those who put tasks in; `startWorker` takes them out. */
export function createJobs(db: Database, { mostOpen = 3 }: JobsOptions = {}) {
  /**
   * Refuses one task too many. The lock, held until the transaction ends, keeps others from counting while a task is being put
   * in.
   */
  async function refuseTooMany(tx: Queryable, owner: Owner): Promise<void> {
    const { empresaId } = owner;
    if (empresaId === null) return;
    const key = makerKey(owner);
    if (key === undefined) throw new Error('nobody known may ask for a task: it would be the system’s');
    await tx.query({ text: 'select pg_advisory_xact_lock(hashtext($1), $2::int)', values: [`tarefas ${key}`, empresaId] });
    const open = await tx.one<{ n: number }>({
      name: 'tarefas-abertas',
      text: `select count(*)::int as n from tarefas where ${own} and ${OPEN}`,
      values: ownOf({ ...owner, empresaId }),
    });
    if ((open?.n ?? 0) >= mostOpen)
      throw new Refusal(
        'MUITAS_TAREFAS',
        `Você já tem ${counted(mostOpen, 'tarefa', 'tarefas')} na fila ou em andamento nesta empresa. Aguarde uma terminar, ou cancele uma, e tente de novo.`,
        429,
        { retryAfter: 10 },
      );
  }

  /** Puts a task in. Refuses when its owner has as many open as they may. */
  async function enqueue(
    tipo: string,
    dados: Record<string, unknown>,
    owner: Owner,
    options: EnqueueOptions = {},
  ): Promise<number> {
    const { titulo = '', tx, runAt = null, key = null, turn, busy = alreadyRunning } = options;
    refuseViewing(owner);
    if (!tx) return db.tx((own) => enqueue(tipo, dados, owner, { ...options, tx: own }));
    const json = JSON.stringify(dados);
    const same = async () =>
      key === null
        ? undefined
        : tx.one<{ id: number; same: boolean }>({
            text: `select id, tipo = $2 and dados = $3::jsonb and empresa_id is not distinct from $4
                and usuario_id is not distinct from $5 and externo is not distinct from $6 as same
              from tarefas where chave = $1 and ${OPEN}`,
            values: [key, tipo, json, owner.empresaId, ...makerColumns(owner)],
          });
    const there = await same();
    if (!there) {
      await refuseTooMany(tx, owner);
      const row = await tx.one<{ id: number }>({
        name: 'tarefas-nova',
        text: `insert into tarefas (tipo, titulo, empresa_id, dados, chave, executar_em, usuario_id, externo, grupo, vez) values ($1, $2, $3, $4, $5, coalesce($6, now()), $7, $8, $9, $10)
          on conflict (chave) where chave is not null and ${OPEN} do nothing returning id`,
        values: [
          tipo,
          titulo,
          owner.empresaId,
          json,
          key,
          runAt,
          ...makerColumns(owner),
          turn?.group ?? null,
          turn?.person ?? null,
        ],
      });
      if (row) return row.id;
    }
    // Somebody put the same task in meanwhile.
    const other = there ?? (await same());
    if (other?.same) return other.id;
    throw busy();
  }

  /** Whether a task is open under a key. */
  const isOpen = async (of: Queryable, key: string): Promise<boolean> =>
    (await of.one({ text: `select 1 from tarefas where chave = $1 and ${OPEN}`, values: [key] })) !== undefined;

  /** Answers what `now` answers; when that is `LATER`, puts the task in and answers 202 with its number. */
  async function nowOrLater<T>(
    reply: { status(code: number): unknown },
    acting: Acting,
    now: () => Promise<T | typeof LATER>,
    { tipo, dados, also, ...options }: LongWork,
  ): Promise<T | { tarefaId: number }> {
    const answer = await now();
    if (answer !== LATER) return answer;
    const later = await db.tx(async (tx) => {
      const tarefaId = await enqueue(tipo, dados, acting, { ...options, tx });
      return { tarefaId, ...(await also?.(tx, tarefaId)) };
    });
    reply.status(202);
    return later;
  }

  /** One's own task in one's own company, or undefined. */
  const read = (id: number, acting: Acting) =>
    db.one<Task>({
      text: `select ${columns} from tarefas where ${own} and id = $4`,
      values: [...ownOf(acting), id],
    });

  const list = (acting: Acting) =>
    db.query<Task>({
      text: `select ${columns} from tarefas where ${own} order by id desc limit 100`,
      values: ownOf(acting),
    });

  /** True when the task could still be stopped; a running one gets a signal and ends by itself. */
  async function cancel(id: number, acting: Acting): Promise<boolean> {
    const rows = await db.query({
      text: `update tarefas set estado = 'cancelada', concluida_em = now(), mensagem = 'Cancelada por quem a pediu.', dados = ${KEPT_DATA} where ${own} and id = $4 and ${OPEN} returning id`,
      values: [...ownOf(acting), id],
    });
    return rows.length > 0;
  }

  return { enqueue, isOpen, nowOrLater, read, list, cancel };
}
