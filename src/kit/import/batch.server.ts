import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Acting } from '#kit/acting/acting.server.ts';
import { isOlder } from '#kit/db/clock.server.ts';
import type { Queryable, Tx } from '#kit/db/database.server.ts';
import type { Files } from '#kit/files/files.server.ts';
import { temporaryFolder } from '#kit/process/temporary.server.ts';
import { Refusal, refuse } from '#kit/refusal/refusal.ts';
import { SheetError } from '#kit/sheet/sheet-error.ts';
import type { SheetReadOptions, SheetRow } from '#kit/sheet/sheet-row.ts';
import { HEADING_ROWS } from './heading.ts';
import type { ColumnMap } from './import.ts';
import { readSheet } from './read-sheet.server.ts';

export type BatchState = 'analisando' | 'analisada' | 'aplicando' | 'aplicada' | 'desfazendo' | 'desfeita' | 'falhou';
export type BatchMode = 'inserir' | 'inserirOuAtualizar';

/** One file on its way into a registry. */
export interface Batch {
  id: number;
  empresaId: number;
  usuarioId: number | null;
  usuarioNome: string;
  cadastro: string;
  /** null: the file went before the import, as its rows were emptied */
  arquivoId: number | null;
  nome: string;
  estado: BatchState;
  colunas: ColumnMap[];
  inicio: SheetRow[];
  cabecalho: number | null;
  /** the sheets of a workbook to choose from, and the chosen one; none for a file with a single sheet */
  abas: string[];
  aba: string | null;
  total: number;
  validos: number;
  existentes: number;
  falhasTotal: number;
  gravados: number;
  /** what happens to rows whose record already exists; null: they are judged as updates, and counted */
  modo: BatchMode | null;
  ignoraOpcionais: boolean;
  criar: string[];
  /** single names that become new records */
  criarNomes: { campo: string; nome: string }[];
  /** rows that somebody left out */
  puladas: number;
  /** rows that an erasure of personal data has emptied */
  apagadas: number;
  /** whether a trial took place; null: its judgement has not ended */
  ensaiada: boolean | null;
  tarefaId: number | null;
  mensagem: string | null;
  criadaEm: string;
  aplicadaEm: string | null;
}

const MOST_ROWS = 200_000;

const columns = `id, empresa_id as "empresaId", usuario_id as "usuarioId", usuario_nome as "usuarioNome", cadastro, arquivo_id as "arquivoId", nome, estado, colunas,
  inicio, cabecalho, abas, aba, total, validos, existentes, falhas_total as "falhasTotal", gravados, modo, ignora_opcionais as "ignoraOpcionais", criar, criar_nomes as "criarNomes", puladas, apagadas, ensaiada,
  tarefa_id as "tarefaId", mensagem, criada_em as "criadaEm", aplicada_em as "aplicadaEm"`;

/** The state of a batch whose task ended without a result; rows that were read before it stay, with what was typed over them. */
const fallen = (wereRead: string) =>
  `case i.estado when 'analisando' then case when ${wereRead} then 'analisada' else 'falhou' end when 'aplicando' then 'analisada' when 'desfazendo' then 'aplicada' else i.estado end`;

/** No request judges a file for so long: the process of an older one has ended. */
const LONGEST_REQUEST = `interval '5 minutes'`;

/**
 * Releases the batch of a task that failed, was cancelled or is not kept any more, and of a request whose process ended; earlier judgements
 * are kept.
 */
async function giveBack(db: Queryable, cadastro: string, acting: Acting): Promise<void> {
  await db.query({
    text: `update importacoes i set estado = ${fallen("t.dados ->> 'encenada' = 'true'")}, mensagem = t.mensagem from tarefas t
      where i.cadastro = $1 and i.empresa_id = $2 and t.id = i.tarefa_id and t.estado in ('falhou', 'cancelada') and i.estado in ('analisando', 'aplicando', 'desfazendo')`,
    values: [cadastro, acting.empresaId],
  });
  await db.query({
    text: `update importacoes i set estado = ${fallen('validos + falhas_total > 0')},
        mensagem = case when estado = 'analisando' then $3 else $4 end
      where cadastro = $1 and empresa_id = $2 and estado in ('analisando', 'aplicando', 'desfazendo') and tarefa_id is null
        and ${isOlder('desde', LONGEST_REQUEST)}`,
    values: [
      cadastro,
      acting.empresaId,
      'A análise foi interrompida. Corrija de novo o que faltar, ou envie o arquivo outra vez.',
      'A importação foi interrompida. Comece de novo.',
    ],
  });
}

/** One's own batch of this registry. */
export async function readBatch(db: Queryable, cadastro: string, id: number, acting: Acting): Promise<Batch> {
  await giveBack(db, cadastro, acting);
  const batch = await db.one<Batch>({
    text: `select ${columns} from importacoes where id = $1 and cadastro = $2 and empresa_id = $3 and usuario_id = $4`,
    values: [id, cadastro, acting.empresaId, acting.usuarioId],
  });
  if (!batch) throw refuse.notFound();
  return batch;
}

/** Closes the batch of a file that could not be judged: the list shows what was wrong with it. */
export const closeBatch = (db: Queryable, id: number, error: unknown) =>
  db.query({
    text: `update importacoes set estado = 'falhou', mensagem = $2 where id = $1 and estado = 'analisando'`,
    values: [id, error instanceof Refusal || error instanceof SheetError ? error.message : 'O arquivo não pôde ser analisado.'],
  });

/** For tasks: the routes have already judged who started them. */
export async function batchOf(db: Queryable, id: unknown): Promise<Batch> {
  const batch = await db.one<Batch>({ text: `select ${columns} from importacoes where id = $1`, values: [id] });
  if (!batch) throw new Refusal('IMPORTACAO_INEXISTENTE', 'Esta importação não existe mais.');
  return batch;
}

/**
 * The latest imports of a registry, whoever made them; only the maker may open one. Files may be called by people, and sentences quote files: others are told
 * the name of a file once its rows are records, and no sentence.
 */
export async function listBatches(db: Queryable, cadastro: string, acting: Acting) {
  await giveBack(db, cadastro, acting);
  return db.query<Record<string, unknown>>({
    text: `select id as "importacaoId", case when usuario_id = $3 or aplicada_em is not null then nome end as nome, estado, total, validos, puladas, apagadas, gravados, falhas_total as "falhasTotal", modo,
        case when usuario_id = $3 then mensagem end as mensagem, criada_em as "criadaEm", aplicada_em as "aplicadaEm", usuario_nome as "usuarioNome", usuario_id = $3 as minha
      from importacoes where cadastro = $1 and empresa_id = $2 order by id desc limit 30`,
    values: [cadastro, acting.empresaId, acting.usuarioId],
  });
}

const beginning = (module: string) => `importacoes ${module}`;

/** No import of a module begins in a company until this transaction ends: an erasure knows all that may read what it takes away. */
export const holdNewBatches = (tx: Tx, empresaId: number, module: string) =>
  tx.query({ text: 'select pg_advisory_xact_lock(hashtext($1), $2::int)', values: [beginning(module), empresaId] });

interface NewBatch {
  cadastro: string;
  arquivoId: number;
  nome: string;
  modo: BatchMode | null;
  ignoraOpcionais: boolean;
}

export async function createBatch(db: Queryable, acting: Acting, made: NewBatch): Promise<Batch> {
  const row = await db.one<{ id: number }>({
    text: `insert into importacoes (empresa_id, usuario_id, usuario_nome, cadastro, arquivo_id, nome, modo, ignora_opcionais)
      select $1, $2, $3, $4, $5, $6, $7, $8 from pg_advisory_xact_lock_shared(hashtext($9), $1::int) returning id`,
    values: [
      acting.empresaId,
      acting.usuarioId,
      acting.usuarioNome,
      made.cadastro,
      made.arquivoId,
      made.nome,
      made.modo,
      made.ignoraOpcionais,
      beginning(made.cadastro.split('/')[0] ?? ''),
    ],
  });
  return readBatch(db, made.cadastro, row?.id ?? 0, acting);
}

/** Moves a batch from one state to another, or refuses when somebody else was quicker. One that is judged again is not judged until that has ended. */
export async function move(
  db: Queryable,
  id: number,
  from: readonly BatchState[],
  to: BatchState,
  more: { modo?: BatchMode; tarefaId?: number } = {},
): Promise<void> {
  // Checked without a lock first: a running task holds the row until it ends.
  const may = await db.one({ text: 'select id from importacoes where id = $1 and estado = any($2)', values: [id, from] });
  const row =
    may &&
    (await db.one({
      text: `update importacoes set estado = $3, modo = coalesce($4, modo), tarefa_id = $5, mensagem = null, desde = now(),
          ensaiada = case when $3 = 'analisando' then null else ensaiada end where id = $1 and estado = any($2) returning id`,
      values: [id, from, to, more.modo ?? null, more.tarefaId ?? null],
    }));
  if (!row) throw elsewhere();
}

/** Somebody else was quicker. */
export const elsewhere = () =>
  new Refusal(
    'IMPORTACAO_EM_OUTRO_ESTADO',
    'Esta importação está em outra etapa. Atualize a página para ver a situação atual.',
    409,
  );

/** Turns a fault of the sheet into a refusal with its sentence. */
export async function* sheetOf(
  file: string,
  name: string,
  aba: string | null,
  options: Omit<SheetReadOptions, 'maxRows' | 'sheet'>,
): AsyncGenerator<SheetRow> {
  try {
    yield* readSheet(
      { path: file, name },
      { maxRows: MOST_ROWS + HEADING_ROWS, ...options, ...(aba === null ? {} : { sheet: aba }) },
    );
  } catch (error) {
    if (error instanceof SheetError)
      throw new Refusal('PLANILHA_INVALIDA', error.message, 400, { errors: [{ field: 'arquivo', message: error.message }] });
    throw error;
  }
}

/** Lends the batch's file from the store as a local file. */
export async function withFile<T>(files: Files, db: Queryable, batch: Batch, work: (file: string) => Promise<T>): Promise<T> {
  const row = await db.one<{ chave: string }>({ text: 'select chave from arquivos where id = $1', values: [batch.arquivoId] });
  if (!row) throw new Refusal('ARQUIVO_INEXISTENTE', 'O arquivo desta importação não existe mais. Envie-o de novo.');
  const folder = await temporaryFolder('importacao');
  try {
    const file = path.join(folder, 'planilha');
    await pipeline(await files.store.get(row.chave), createWriteStream(file, { mode: 0o600 }));
    return await work(file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
