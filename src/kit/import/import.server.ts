import type { Acting } from '#kit/acting/acting.server.ts';
import { counted } from '#kit/br/text.ts';
import type { Database } from '#kit/db/database.server.ts';
import type { Fields } from '#kit/fields/field.ts';
import type { Files } from '#kit/files/files.server.ts';
import { type Job, type Jobs, type TitledJobs, titled } from '#kit/jobs/jobs.server.ts';
import { Refusal, refuse } from '#kit/refusal/refusal.ts';
import type { Store } from '#kit/store/store.server.ts';
import { applyBatch, tryBatch } from './apply.server.ts';
import { type Batch, batchOf, sheetOf, withFile } from './batch.server.ts';
import { type ImportColumns, importFields } from './import.ts';
import { closeJudgement, type Judging, judgeBatch } from './judge.server.ts';
import { countRows, dropRows } from './room.server.ts';
import { lookAtSheets } from './sheets.server.ts';
import { stage } from './stage.server.ts';
import { undoBatch } from './undo.server.ts';
import type { Writing } from './write.server.ts';

export interface Importing {
  db: Database;
  jobs: Jobs;
  files: Files;
  /** the store of any registry, by `module/slug`: unknown names of a file may become records */
  storeOf(target: string): Store;
  /** tables whose rows name their record by `dono` (`module/slug`) and `dono_id`, without a foreign key */
  owned?: readonly string[];
  /** largest file, in bytes; 50 MiB by default */
  maxBytes?: number;
}

/** A registry that takes files; `path` is where it is served. */
export interface Importer {
  path: string;
  store: Store;
  columns?: ImportColumns;
}

export const ANALYSE = 'importacao.analisar';
export const APPLY = 'importacao.aplicar';
export const UNDO = 'importacao.desfazer';

export const MOST_BYTES = 50 * 1024 * 1024;

/** `module/slug`, as references name it. */
export const cadastroOf = (path: string) => path.replace(/^\/api\//, '');

export const fieldsOf = ({ store, columns }: Importer, { settings }: Acting): Fields =>
  importFields(store.registry, columns, settings);

/** The importer, with the configuration that the batch is judged by. */
function actingFor({ columns }: Importer, acting: Acting, batch: Batch): Acting {
  return batch.ignoraOpcionais && columns?.relax ? { ...acting, settings: columns.relax(acting.settings) } : acting;
}

function writingOf({ storeOf, owned = [] }: Importing, importer: Importer, acting: Acting, batch: Batch): Writing {
  const { store, columns } = importer;
  return {
    store,
    storeOf,
    owned,
    acting: actingFor(importer, acting, batch),
    fields: fieldsOf(importer, acting),
    ...(columns ? { extra: columns } : {}),
  };
}

/** Judges a batch of staged rows, tries it when it is small enough, and counts the results. */
export async function judgeWhole(
  importing: Importing,
  importer: Importer,
  acting: Acting,
  batch: Batch,
  more: Pick<Judging, 'signal' | 'progress'> = {},
): Promise<void> {
  const { db, files } = importing;
  const writing = writingOf(importing, importer, acting, batch);
  await judgeBatch({ ...writing, ...more, db, files, cadastro: cadastroOf(importer.path) }, batch);
  const tried = await tryBatch(db, { ...writing, ...more }, batch);
  await countRows(db, batch);
  await closeJudgement(db, batch, tried);
}

/** The tasks of every import. `find` looks up registries that take files by the path that they were registered at. */
export function importJobs(importing: Importing, find: (path: string) => Importer | undefined): TitledJobs {
  const importerOf = (dados: Record<string, unknown>, acting: Acting, right: string): Importer => {
    const importer = find(String(dados.path));
    if (!importer) throw new Refusal('CADASTRO_INEXISTENTE', 'Este cadastro não existe mais.');
    if (!acting.can(`${importer.store.registry.authority}${right}`)) throw refuse.forbidden();
    return importer;
  };

  async function analyse(importer: Importer, job: Job) {
    let batch = await batchOf(job.db, job.dados.importacaoId);
    if (job.dados.encenada !== true)
      batch = await withFile(importing.files, job.db, batch, async (file) => {
        const fields = fieldsOf(importer, job.acting);
        const reading = { maxBytes: importing.maxBytes ?? MOST_BYTES, signal: job.signal, owner: job.acting.usuarioId };
        const chosen = batch.aba === null ? { ...batch, ...(await lookAtSheets(file, batch.nome, fields, reading)) } : batch;
        return stage(
          { db: job.db, files: importing.files, storeOf: importing.storeOf, acting: job.acting },
          chosen,
          sheetOf(file, batch.nome, chosen.aba, reading),
          fields,
          job.signal,
        );
      });
    await judgeWhole(importing, importer, job.acting, batch, {
      signal: job.signal,
      progress: (n, total) => job.progress(n, total),
    });
    return { mensagem: counted(batch.total, 'linha analisada', 'linhas analisadas') };
  }

  return {
    [ANALYSE]: titled('Analisar uma importação', async (job) => {
      const importer = importerOf(job.dados, job.acting, '_EDITAR');
      try {
        return await analyse(importer, job);
      } catch (error) {
        // A refused file ends here; interrupted work goes on with the rows of the batch, and what was typed over them stays.
        if (error instanceof Refusal && job.dados.encenada !== true)
          await dropRows(job.db, { id: Number(job.dados.importacaoId) });
        throw error;
      }
    }),
    [APPLY]: titled('Aplicar uma importação', async (job) => {
      const importer = importerOf(job.dados, job.acting, '_EDITAR');
      const batch = await batchOf(job.db, job.dados.importacaoId);
      const acting = actingFor(importer, job.acting, batch);
      await applyBatch(writingOf(importing, importer, job.acting, batch), { ...job, acting }, batch);
      // Counted afterwards: otherwise nobody else in the company could store anything while the records are written.
      await countRows(job.db, batch);
      return undefined;
    }),
    [UNDO]: titled('Desfazer uma importação', async (job) => {
      const { store } = importerOf(job.dados, job.acting, '_EXCLUIR');
      const batch = await batchOf(job.db, job.dados.importacaoId);
      const { storeOf, owned = [] } = importing;
      await undoBatch({ store, storeOf, owned, isPartial: job.dados.somenteInalterados === true }, job, batch);
      return undefined;
    }),
  };
}
