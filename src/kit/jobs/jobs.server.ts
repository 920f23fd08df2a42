import type pg from 'pg';
import { type Acting, type Maker, makerColumns, makerKey } from '#kit/acting/acting.server.ts';
import { counted } from '#kit/br/text.ts';
import type { Database, Queryable, Tx } from '#kit/db/database.server.ts';
import { Refusal } from '#kit/refusal/refusal.ts';
import { type Listening, listen } from './listen.server.ts';

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

/** What a handler leaves behind. */
export interface JobResult {
  arquivoId?: number;
  mensagem?: string;
}

/** What a handler is given. */
export interface Job {
  id: number;
  db: Database;
  /** who asked for it, with the rights that they have now */
  acting: Acting;
  dados: Record<string, unknown>;
  /** fires when the task was cancelled, taken over by another worker, or this one is to stop */
  signal: AbortSignal;
  /** written at most twice a second */
  progress(n: number, total?: number): void;
  /**
   * Marks the task as done inside the transaction of its work, so that both happen or neither: a worker that was thought dead, or whose task
   * was cancelled meanwhile, is refused here and rolls back.
   */
  conclude(tx: Tx, result?: JobResult): Promise<void>;
  /** Many rows of these tables were written: they are vacuumed once the task is over, which its owner does not wait for and which cannot fail it. */
  wroteMany(tables: readonly string[]): void;
}

export type JobHandler = (job: Job) => Promise<JobResult | undefined>;
export type JobHandlers = Readonly<Record<string, JobHandler>>;

/** Who a task is for; without a company: the system itself. */
type Owner = Maker | { usuarioId: null; externo?: undefined; empresaId: null };

export const isOver = (estado: TaskState) => estado === 'concluida' || estado === 'falhou' || estado === 'cancelada';

const columns = `id, tipo, titulo, estado, progresso, total, mensagem, arquivo_id as "arquivoId", criada_em as "criadaEm", iniciada_em as "iniciadaEm", concluida_em as "concluidaEm", tentativas`;

/** One's own tasks in one's own company; nobody's are nobody's. */
const own = '(usuario_id = $1 or externo = $2) and empresa_id = $3';
const ownOf = (maker: Maker) => [...makerColumns(maker), maker.empresaId];

export type Jobs = ReturnType<typeof createJobs>;

export interface JobsOptions {
  /** tasks that a user may have waiting and running in one company */
  mostOpen?: number;
  log?: (message: string) => void;
}

/** The queue, as those see it who put tasks in; `startWorker` takes them out. `connection` is for hearing of changes. */
export function createJobs(db: Database, connection: pg.ClientConfig, { mostOpen = 3, log = () => {} }: JobsOptions = {}) {
  const listeners = new Set<(id: number | null) => void>();
  let listening: Listening | undefined;

  /** Refuses one task too many. The lock, until the transaction ends, lets nobody count beside a task that is being put in. */
  async function refuseTooMany(tx: Queryable, owner: Owner): Promise<void> {
    const { empresaId } = owner;
    if (empresaId === null) return;
    const key = makerKey(owner);
    if (key === undefined) throw new Error('nobody known may ask for a task: it would be the system’s');
    await tx.query({ text: 'select pg_advisory_xact_lock(hashtext($1), $2::int)', values: [`tarefas ${key}`, empresaId] });
    const open = await tx.one<{ n: number }>({
      name: 'tarefas-abertas',
      text: `select count(*)::int as n from tarefas where ${own} and estado in ('fila', 'executando')`,
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

  /** Puts a task in; with `tx` it exists when that transaction does. Refuses when its owner has as many open as they may. */
  async function enqueue(
    tipo: string,
    dados: Record<string, unknown>,
    owner: Owner,
    { titulo = '', tx }: { titulo?: string; tx?: Queryable } = {},
  ): Promise<number> {
    if (!tx) return db.tx((own) => enqueue(tipo, dados, owner, { titulo, tx: own }));
    await refuseTooMany(tx, owner);
    const row = await tx.one<{ id: number }>({
      name: 'tarefas-nova',
      text: 'insert into tarefas (tipo, titulo, empresa_id, dados, usuario_id, externo) values ($1, $2, $3, $4, $5, $6) returning id',
      values: [tipo, titulo, owner.empresaId, JSON.stringify(dados), ...makerColumns(owner)],
    });
    return row?.id as number;
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

  /** True when the task was still to be stopped; a running one is told and ends by itself. */
  async function cancel(id: number, acting: Acting): Promise<boolean> {
    const rows = await db.query({
      text: `update tarefas set estado = 'cancelada', concluida_em = now(), mensagem = 'Cancelada por quem a pediu.' where ${own} and id = $4 and estado in ('fila', 'executando') returning id`,
      values: [...ownOf(acting), id],
    });
    return rows.length > 0;
  }

  /** Hears that a task changed (null: any may have); the connection opens with the first listener. */
  function onChange(listener: (id: number | null) => void): () => void {
    listening ??= listen(
      connection,
      'tarefas',
      (payload) => {
        const id = Number.parseInt(payload, 10);
        for (const one of listeners) one(Number.isNaN(id) ? null : id);
      },
      log,
    );
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }

  return { enqueue, read, list, cancel, onChange, close: async () => listening?.stop() };
}
