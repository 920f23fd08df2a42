import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Queryable, Tx } from '#kit/db/database.server.ts';
import { type FileStore, STEP } from '#kit/files/store.server.ts';
import type { Job, JobHandlers, Jobs } from '#kit/jobs/jobs.server.ts';
import type { Recurring } from '#kit/jobs/schedule.server.ts';
import { temporaryFolder } from '#kit/process/temporary.server.ts';
import { Refusal } from '#kit/refusal/refusal.ts';
import { readText, type TextRead } from './text.server.ts';
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
  const asked = await tx.query<{ id: number }>({
    name: 'textos-pedir',
    text: `insert into textos_de_arquivos (arquivo_id, empresa_id)
      select id, empresa_id from arquivos where id = any($1) and empresa_id = $2 order by id
      on conflict (arquivo_id) do nothing returning arquivo_id as id`,
    values: [files, empresaId],
  });
  for (const { id } of asked) await enqueue(jobs, id, tx);
}

const enqueue = (jobs: Pick<Jobs, 'enqueue'>, arquivoId: number, tx?: Tx) =>
  jobs.enqueue(READ, { arquivoId }, SYSTEM, { key: `texto ${arquivoId}`, titulo: 'Texto de um arquivo', ...(tx ? { tx } : {}) });

/** The tasks that read the texts of files, in places of their own: two hundred scanned pages delay no other task. */
export const textJobs = (jobs: Pick<Jobs, 'enqueue'>, store: FileStore, followers: readonly TextFollower[]): JobHandlers => ({
  [READ]: {
    // One processor stays free for whoever waits for an answer.
    places: availableParallelism() > 2 ? 2 : 1,
    attempts: 5,
    async run(job) {
      const id = Number(job.dados.arquivoId);
      const file = await job.db.one<{ tipo: string; chave: string; empresaId: number }>({
        name: 'textos-arquivo',
        text: 'select tipo, chave, empresa_id as "empresaId" from arquivos where id = $1',
        values: [id],
      });
      if (!file) return { mensagem: 'O arquivo não existe mais.' };
      const read = await readStored(job, store, file).catch(async (error: unknown) => {
        if (job.signal.aborted) throw error;
        // It is tried again; what stands here counts when the last attempt has failed too.
        await keep(job.db, id, { motivo: 'falha' });
        throw error;
      });
      await job.db.tx(async (tx) => {
        const texto = 'texto' in read ? read.texto : null;
        if (await keep(tx, id, read))
          for (const follow of followers) await follow(tx, { arquivoId: id, empresaId: file.empresaId, texto });
        await job.conclude(tx, 'motivo' in read ? { mensagem: SEM_TEXTO[read.motivo] } : {});
      });
      return undefined;
    },
  },
  // A worker that dies again and again gives its task up; the file still waits.
  [REMIND]: async ({ db }) => {
    const waiting = await db.query<{ id: number }>({
      text: `select arquivo_id as id from textos_de_arquivos where situacao = 'A' order by arquivo_id limit 1000`,
    });
    for (const { id } of waiting) await enqueue(jobs, id);
    return undefined;
  },
});

export const textTimes: readonly Recurring[] = [{ tipo: REMIND, dailyAt: '04:00' }];

async function readStored(
  { signal, progress }: Job,
  store: FileStore,
  { tipo, chave, empresaId }: { tipo: string; chave: string; empresaId: number },
): Promise<TextRead> {
  const folder = await temporaryFolder('texto');
  try {
    const copy = path.join(folder, 'arquivo');
    await pipeline(await store.get(chave), createWriteStream(copy, { mode: 0o600, highWaterMark: STEP }), { signal });
    return await readText(copy, tipo, { signal, owner: `textos ${empresaId}`, progress });
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
