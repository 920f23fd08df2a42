import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Queryable, Tx } from '#kit/db/database.server.ts';
import { type FileStore, STEP } from '#kit/files/store.server.ts';
import { faultsLast } from '#kit/jobs/faults-last.server.ts';
import { type Job, type JobResult, type Jobs, type TitledJobs, titled } from '#kit/jobs/jobs.server.ts';
import type { Recurring } from '#kit/jobs/schedule.server.ts';
import { temporaryFolder } from '#kit/process/temporary.server.ts';
import { Refusal } from '#kit/refusal/refusal.ts';
import { type Reading, readLayer, readText, type TextFound, type TextRead } from './text.server.ts';
import { SEM_TEXTO } from './text.ts';

/** A file whose text was read just now. */
export interface ReadFile {
  arquivoId: number;
  empresaId: number;
  /** null: it has none */
  texto: string | null;
}

/** What a module does with the text of a file of its own; runs in the transaction that keeps the text. */
export type TextFollower = (tx: Tx, file: ReadFile) => Promise<void>;

const READ = 'arquivos.texto';
const RECOGNISE = 'arquivos.reconhecer';
const REMIND = 'arquivos.textos';
const SYSTEM = { usuarioId: null, empresaId: null } as const;

/**
 * Has the text of these files of a company read in the background, those that were asked for before left out. Modules that follow are called when it
 * is there; the text of a file that has been read before is in `textos_de_arquivos` already.
 */
export async function requestTexts(
  tx: Tx,
  jobs: Pick<Jobs, 'enqueue'>,
  empresaId: number,
  files: readonly number[],
): Promise<void> {
  if (files.length === 0) return;
  const asked = await tx.query<Sent>({
    name: 'textos-pedir',
    text: `with pedidos as (
        insert into textos_de_arquivos (arquivo_id, empresa_id)
        select id, empresa_id from arquivos where id = any($1) and empresa_id = $2 order by id
        on conflict (arquivo_id) do nothing returning arquivo_id)
      select a.id, ${SENDER} from pedidos p join arquivos a on a.id = p.arquivo_id order by a.id`,
    values: [files, empresaId],
  });
  for (const file of asked) await enqueue(jobs, READ, file, tx);
}

/** A file and who sent it, over alias `a`: senders take turns, and all from outside have one together, for they open as many accounts as they like. */
interface Sent {
  id: number;
  de: string;
  grupo: string;
}
const USER = `coalesce('usuarios:' || a.criado_por, '')`;
const SENDER = `coalesce(a.externo, ${USER}) as de, case when a.externo is null then ${USER} else 'de fora' end as grupo`;

const enqueue = (jobs: Pick<Jobs, 'enqueue'>, tipo: string, { id, de, grupo }: Sent, tx?: Tx) =>
  jobs.enqueue(tipo, { arquivoId: id }, SYSTEM, {
    key: `${tipo === READ ? 'texto' : 'reconhecer'} ${id}`,
    titulo: 'Texto de um arquivo',
    turn: { group: grupo, person: de },
    ...(tx ? { tx } : {}),
  });

// One processor stays free for whoever waits for an answer.
const places = availableParallelism() > 2 ? 2 : 1;

/**
 * The tasks that read the texts of files, in places of their own: two hundred scanned pages delay no other task. What is written in a file is read
 * first, and what must be recognised or takes long by another task, so that neither keeps a written CV waiting.
 */
export const textJobs = (jobs: Pick<Jobs, 'enqueue'>, store: FileStore, followers: readonly TextFollower[]): TitledJobs => ({
  [READ]: {
    title: 'Ler o texto de um arquivo',
    places,
    attempts: 5,
    run: (job) =>
      reading(job, store, followers, {
        task: READ,
        read: readLayer,
        after: async (tx, file, { more }) => void (more && (await enqueue(jobs, RECOGNISE, file, tx))),
      }),
  },
  [RECOGNISE]: {
    title: 'Reconhecer o texto de um arquivo digitalizado',
    places,
    attempts: 5,
    run: (job) => reading(job, store, followers, { task: RECOGNISE, read: readText }),
  },
  // A worker that dies again and again gives its task up; the file still waits.
  [REMIND]: titled('Retomar a leitura de arquivos', ({ db, signal }) =>
    faultsLast(signal, async (part) => {
      for (let last: number | undefined = 0; last !== undefined; ) {
        const waiting: Sent[] = await db.query<Sent>({
          text: `select a.id, ${SENDER} from textos_de_arquivos x join arquivos a on a.id = x.arquivo_id
            where x.situacao = 'A' and a.id > $1 order by a.id limit 1000`,
          values: [last],
        });
        for (const file of waiting) await part(() => enqueue(jobs, READ, file));
        last = waiting.at(-1)?.id;
      }
    }),
  ),
});

export const textTimes: readonly Recurring[] = [{ tipo: REMIND, dailyAt: '04:00' }];

interface How {
  task: string;
  read(file: string, type: string, how: Reading): Promise<TextFound>;
  after?(tx: Tx, file: Sent, found: TextFound): Promise<void>;
}

/** Reads the file of a task and keeps what was found; what still has to be recognised waits. */
async function reading(
  job: Job,
  store: FileStore,
  followers: readonly TextFollower[],
  { task, read, after }: How,
): Promise<JobResult | undefined> {
  const id = Number(job.dados.arquivoId);
  const file = await job.db.one<Sent & Stored>({
    name: 'textos-arquivo',
    text: `select a.id, ${SENDER}, a.tipo, a.chave, a.empresa_id as "empresaId" from arquivos a where a.id = $1`,
    values: [id],
  });
  if (!file) return { mensagem: 'O arquivo não existe mais.' };
  const found = await readStored(job, store, file, { task, read }).catch(async (error: unknown) => {
    if (job.signal.aborted) throw error;
    // It is tried again; what stands here counts when the last attempt has failed too.
    await keep(job.db, id, { motivo: 'falha' });
    throw error;
  });
  const { text, more } = found;
  const waits = more && 'motivo' in text;
  await job.db.tx(async (tx) => {
    const texto = 'texto' in text ? text.texto : null;
    if (!waits && (await keep(tx, id, text)))
      for (const follow of followers) await follow(tx, { arquivoId: id, empresaId: file.empresaId, texto });
    await after?.(tx, file, found);
    await job.conclude(tx, !waits && 'motivo' in text ? { mensagem: SEM_TEXTO[text.motivo] } : {});
  });
  return undefined;
}

interface Stored {
  tipo: string;
  chave: string;
  empresaId: number;
}

async function readStored(
  { signal, progress }: Job,
  store: FileStore,
  { tipo, chave, empresaId }: Stored,
  { task, read }: How,
): Promise<TextFound> {
  const folder = await temporaryFolder('texto');
  try {
    const copy = path.join(folder, 'arquivo');
    await pipeline(await store.get(chave), createWriteStream(copy, { mode: 0o600, highWaterMark: STEP }), { signal });
    // What is recognised keeps nothing waiting that is written.
    return await read(copy, tipo, { signal, owner: `${task} ${empresaId}`, progress });
  } catch (error) {
    // A refused task is not tried again, and a lack of room passes.
    throw error instanceof Refusal ? new Error(error.message, { cause: error }) : error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Answers whether the file is still there. */
async function keep(of: Queryable, id: number, read: TextRead): Promise<boolean> {
  const { texto, meio, paginas, motivo } = { texto: null, meio: null, paginas: null, motivo: null, ...read };
  const kept = await of.query({
    name: 'textos-guardar',
    text: `update textos_de_arquivos set situacao = case when $2::text is null then 'S' else 'L' end, texto = $2, meio = $3, paginas = $4, motivo = $5,
      feito_em = now() where arquivo_id = $1 returning arquivo_id`,
    values: [id, texto, meio, paginas, motivo],
  });
  return kept.length > 0;
}
