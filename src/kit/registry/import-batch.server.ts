import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Database, Queryable } from '#kit/db/database.server.ts';
import type { Fields } from '#kit/fields/field.ts';
import type { Files } from '#kit/files/files.server.ts';
import { Refusal, refuse } from '#kit/http/refusal.ts';
import { readSheet } from '#kit/sheet/read.server.ts';
import { SheetError } from '#kit/sheet/sheet-error.ts';
import type { SheetReadOptions, SheetRow, SheetValue } from '#kit/sheet/sheet-row.ts';
import type { Acting } from './acting.server.ts';
import { type CellFault, type ColumnMap, fieldList, findHeading, HEADING_ROWS } from './import.ts';

export type BatchState = 'analisando' | 'analisada' | 'aplicando' | 'aplicada' | 'desfazendo' | 'desfeita' | 'falhou';
export type BatchMode = 'inserir' | 'inserirOuAtualizar';

/** One file on its way into a registry. */
export interface Batch {
  id: number;
  empresaId: number;
  cadastro: string;
  arquivoId: number;
  nome: string;
  estado: BatchState;
  colunas: ColumnMap[];
  total: number;
  validos: number;
  existentes: number;
  falhasTotal: number;
  modo: BatchMode | null;
  tarefaId: number | null;
  mensagem: string | null;
  criadaEm: string;
}

export const MOST_ROWS = 200_000;
export const MOST_FAULTS_TOLD = 500;
const batchSize = 1_000;

const columns = `id, empresa_id as "empresaId", cadastro, arquivo_id as "arquivoId", nome, estado, colunas, total, validos, existentes,
  falhas_total as "falhasTotal", modo, tarefa_id as "tarefaId", mensagem, criada_em as "criadaEm"`;

/** Where a batch stands again when its task ended without a result. */
const fallen = `case estado when 'analisando' then 'falhou' when 'aplicando' then 'analisada' when 'desfazendo' then 'aplicada' else estado end`;

/** One's own batch of this registry; a task that failed or was cancelled gives it back. */
export async function readBatch(db: Queryable, cadastro: string, id: number, acting: Acting): Promise<Batch> {
  const mine = 'id = $1 and cadastro = $2 and empresa_id = $3 and usuario_id = $4';
  const values = [id, cadastro, acting.empresaId, acting.usuarioId];
  await db.query({
    text: `update importacoes i set estado = ${fallen.replaceAll('estado', 'i.estado')}, mensagem = t.mensagem from tarefas t
      where i.${mine.replaceAll(' and ', ' and i.')} and t.id = i.tarefa_id and t.estado in ('falhou', 'cancelada') and i.estado in ('analisando', 'aplicando', 'desfazendo')`,
    values,
  });
  const batch = await db.one<Batch>({ text: `select ${columns} from importacoes where ${mine}`, values });
  if (!batch) throw refuse.notFound();
  return batch;
}

/** For tasks, which were asked for by whom the routes have already judged. */
export async function batchOf(db: Queryable, id: unknown): Promise<Batch> {
  const batch = await db.one<Batch>({ text: `select ${columns} from importacoes where id = $1`, values: [id] });
  if (!batch) throw new Refusal('IMPORTACAO_INEXISTENTE', 'Esta importação não existe mais.');
  return batch;
}

export const listBatches = (db: Queryable, cadastro: string, acting: Acting) =>
  db.query<Batch>({
    text: `select ${columns} from importacoes where cadastro = $1 and empresa_id = $2 and usuario_id = $3 order by id desc limit 20`,
    values: [cadastro, acting.empresaId, acting.usuarioId],
  });

/** Moves a batch from one state to another, or refuses when somebody else was quicker. */
export async function move(
  db: Queryable,
  id: number,
  from: readonly BatchState[],
  to: BatchState,
  more: { modo?: BatchMode; tarefaId?: number } = {},
): Promise<void> {
  // Asked without a lock first: a task at work holds the row until its end.
  const may = await db.one({ text: 'select id from importacoes where id = $1 and estado = any($2)', values: [id, from] });
  const row =
    may &&
    (await db.one({
      text: `update importacoes set estado = $3, modo = coalesce($4, modo), tarefa_id = $5, mensagem = null where id = $1 and estado = any($2) returning id`,
      values: [id, from, to, more.modo ?? null, more.tarefaId ?? null],
    }));
  if (!row)
    throw new Refusal(
      'IMPORTACAO_EM_OUTRO_ESTADO',
      'Esta importação está em outra etapa. Atualize a página para ver a situação atual.',
      409,
    );
}

/** What the screen is told of a batch: faults in the order of the file, the first 500 of them. */
export async function describe(db: Queryable, batch: Batch, fields: Fields) {
  const rows = await db.query<{ linha: number; falhas: CellFault[] }>({
    text: 'select linha, falhas from importacao_linhas where importacao_id = $1 and falhas is not null order by linha limit $2',
    values: [batch.id, MOST_FAULTS_TOLD],
  });
  const columnOf = new Map(batch.colunas.map(({ coluna, campo }) => [campo, coluna]));
  const falhas = rows
    .flatMap(({ linha, falhas: of }) => of.map((fault) => ({ linha, coluna: columnOf.get(fault.campo) ?? null, ...fault })))
    .slice(0, MOST_FAULTS_TOLD);
  const { id, empresaId: _empresa, cadastro: _cadastro, arquivoId: _arquivo, ...told } = batch;
  return { importacaoId: id, ...told, campos: fieldList(fields), falhas };
}

/** A sheet's own fault is the user's, with its sentence. */
export async function* sheetOf(
  file: string,
  name: string,
  options: Omit<SheetReadOptions, 'maxRows'> & { maxRows?: number },
): AsyncGenerator<SheetRow> {
  try {
    yield* readSheet({ path: file, name }, { maxRows: MOST_ROWS + HEADING_ROWS, ...options });
  } catch (error) {
    if (error instanceof SheetError)
      throw new Refusal('PLANILHA_INVALIDA', error.message, 400, { errors: [{ field: 'arquivo', message: error.message }] });
    throw error;
  }
}

/** Lends the batch's file from the store as a file of this machine. */
export async function withFile<T>(files: Files, db: Queryable, batch: Batch, work: (file: string) => Promise<T>): Promise<T> {
  const row = await db.one<{ chave: string }>({ text: 'select chave from arquivos where id = $1', values: [batch.arquivoId] });
  if (!row) throw new Refusal('ARQUIVO_INEXISTENTE', 'O arquivo desta importação não existe mais. Envie-o de novo.');
  const folder = await mkdtemp(path.join(tmpdir(), 'vinculo-importacao-'));
  try {
    const file = path.join(folder, 'planilha');
    await pipeline(await files.store.get(row.chave), createWriteStream(file, { mode: 0o600 }));
    return await work(file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

// jsonb takes neither NUL nor half a surrogate pair.
const storable = (cell: SheetValue): SheetValue => (typeof cell === 'string' ? cell.replaceAll('\0', '').toWellFormed() : cell);

/** Copies the rows of a file into the batch, as they are, and finds its heading. Memory stays flat. */
export async function stage(
  db: Database,
  batch: Batch,
  rows: AsyncIterable<SheetRow> | Iterable<SheetRow>,
  fields: Fields,
  signal?: AbortSignal,
): Promise<Batch> {
  await db.query({ text: 'delete from importacao_linhas where importacao_id = $1', values: [batch.id] });
  let head: SheetRow[] = [];
  let found: ReturnType<typeof findHeading> | undefined;
  let waiting: SheetRow[] = [];
  let total = 0;
  const flush = async () => {
    if (waiting.length === 0) return;
    signal?.throwIfAborted();
    const values = [batch.id, waiting.map(({ row }) => row), waiting.map(({ cells }) => JSON.stringify(cells.map(storable)))];
    await db.query({
      name: 'importacao-linhas',
      text: 'insert into importacao_linhas (importacao_id, linha, celulas) select $1, x.linha, x.celulas::jsonb from unnest($2::int[], $3::text[]) x(linha, celulas)',
      values,
    });
    total += waiting.length;
    waiting = [];
  };
  const begin = () => {
    found = findHeading(
      head.map(({ cells }) => cells),
      fields,
    );
    waiting.push(...head.slice(found.dataFrom));
    head = [];
  };
  for await (const row of rows) {
    if (found) waiting.push(row);
    else if (head.push(row) > HEADING_ROWS) begin();
    if (waiting.length >= batchSize) await flush();
  }
  if (!found) begin();
  await flush();
  const colunas = found?.colunas ?? [];
  if (total === 0)
    throw new Refusal('PLANILHA_INVALIDA', 'A planilha não tem linhas de dados.', 400, {
      errors: [{ field: 'arquivo', message: 'A planilha não tem linhas de dados.' }],
    });
  await db.query({
    text: 'update importacoes set colunas = $2, total = $3 where id = $1',
    values: [batch.id, JSON.stringify(colunas), total],
  });
  return { ...batch, colunas, total };
}
