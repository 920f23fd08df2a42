import { withFewMarks } from '#kit/br/text.ts';
import type { Database, Queryable } from '#kit/db/database.server.ts';
import { inSteps } from '#kit/engine/in-steps.server.ts';
import type { Fields } from '#kit/fields/field.ts';
import type { Files } from '#kit/files/files.server.ts';
import { Refusal, refuse } from '#kit/refusal/refusal.ts';
import type { SheetRow, SheetValue } from '#kit/sheet/sheet-row.ts';
import type { Batch } from './batch.server.ts';
import { findHeading, HEADING_ROWS, headingKey } from './heading.ts';
import type { ColumnMap } from './import.ts';
import { textOf } from './import.ts';
import { byKnownNames, type Naming } from './known-names.server.ts';
import { recall } from './memory.server.ts';
import { dropRows, writeCounted } from './room.server.ts';

/** Rows, and about how many characters of their cells, one statement writes: what it finds in long texts takes its time. */
const batchSize = 1_000;
const batchText = 1_000_000;

// jsonb takes neither NUL nor half a surrogate pair, and the database normalises what it finds people by.
const storable = (cell: SheetValue): SheetValue =>
  typeof cell === 'string' ? withFewMarks(cell.replaceAll('\0', '').toWellFormed()) : cell;
const stored = ({ row, cells }: SheetRow): SheetRow => ({ row, cells: cells.map(storable) });

async function write(db: Queryable, batch: Batch, rows: readonly SheetRow[]): Promise<void> {
  await db.query({
    name: 'importacao-linhas',
    text: `insert into importacao_linhas (importacao_id, linha, celulas) select $1, x.linha, x.celulas::jsonb from unnest($2::int[], $3::text[]) x(linha, celulas)
      on conflict do nothing`,
    values: [batch.id, rows.map(({ row }) => row), rows.map(({ cells }) => JSON.stringify(cells))],
  });
}

const lengthOf = ({ cells }: SheetRow) =>
  cells.reduce<number>((sum, cell) => sum + (typeof cell === 'string' ? cell.length : 0), 0);

/** A printed list repeats its heading on every page. */
const repeats = (colunas: readonly ColumnMap[]) => {
  const titles = colunas.map(({ coluna }) => headingKey(coluna));
  const named = colunas.filter(({ campo }) => campo !== null).length;
  return ({ cells }: SheetRow) =>
    named >= 2 &&
    titles.length === cells.length &&
    cells.every((cell, index) =>
      cell === null ? true : typeof cell === 'string' && headingKey(textOf(cell)) === titles[index],
    ) &&
    cells.some((cell) => cell !== null);
};

const noRows = () =>
  new Refusal('PLANILHA_INVALIDA', 'A planilha não tem linhas de dados.', 400, {
    errors: [{ field: 'arquivo', message: 'A planilha não tem linhas de dados.' }],
  });

interface Keeping extends Naming {
  db: Database;
  files: Files;
}

/** The columns as the company last read such a file, or as titles and cells propose them. */
export const propose = async (db: Queryable, batch: Batch, fields: Fields, naming: Naming): Promise<ColumnMap[]> =>
  byKnownNames(db, { ...batch, colunas: await recall(db, batch, fields) }, fields, naming);

/** Copies the rows of a file into the batch unchanged, and finds its heading. Memory stays flat. */
export async function stage(
  { db, files, ...naming }: Keeping,
  batch: Batch,
  rows: AsyncIterable<SheetRow> | Iterable<SheetRow>,
  fields: Fields,
  signal?: AbortSignal,
): Promise<Batch> {
  await dropRows(db, batch);
  let head: SheetRow[] = [];
  let inicio: SheetRow[] | undefined;
  let found: ReturnType<typeof findHeading> | undefined;
  let again: (row: SheetRow) => boolean = () => false;
  let waiting: SheetRow[] = [];
  let text = 0;
  let total = 0;
  const flush = async () => {
    if (waiting.length === 0) return;
    signal?.throwIfAborted();
    const numbers = waiting.map(({ row }) => row);
    await writeCounted(files, batch, Math.min(...numbers), Math.max(...numbers), (tx) => write(tx, batch, waiting));
    total += waiting.length;
    waiting = [];
    text = 0;
  };
  // The titles and first rows stand before any row does, so that an erasure finds them.
  const begin = async () => {
    inicio = head.slice(0, HEADING_ROWS);
    found = findHeading(
      head.map(({ cells }) => cells),
      fields,
    );
    again = repeats(found.colunas);
    waiting.push(...head.slice(found.dataFrom).filter((row) => !again(row)));
    head = [];
    await db.query({
      text: 'update importacoes set colunas = $2, inicio = $3, cabecalho = $4 where id = $1',
      values: [batch.id, JSON.stringify(found.colunas), JSON.stringify(inicio), inicio[found.at]?.row ?? null],
    });
  };
  const pause = inSteps();
  for await (const given of rows) {
    await pause();
    const row = stored(given);
    if (!found) {
      if (head.push(row) > HEADING_ROWS) await begin();
    } else if (!again(row)) {
      waiting.push(row);
      text += lengthOf(row);
    }
    if (waiting.length >= batchSize || text >= batchText) await flush();
  }
  if (!found) await begin();
  await flush();
  if (total === 0 || !found || !inicio) throw noRows();
  const colunas = await propose(db, { ...batch, colunas: found.colunas }, fields, naming);
  const next = await db.only<Pick<Batch, 'colunas' | 'inicio' | 'cabecalho' | 'total'>>({
    text: `update importacoes i set total = $3, abas = $4, aba = $5, colunas = (
        select coalesce(jsonb_agg(case when s.coluna ->> 'coluna' = c.coluna ->> 'coluna' then c.coluna else s.coluna || jsonb_build_object('campo', c.coluna -> 'campo') end order by ordem), '[]')
        from jsonb_array_elements($2::jsonb) with ordinality c(coluna, ordem) join jsonb_array_elements(i.colunas) with ordinality s(coluna, ordem) using (ordem))
      where id = $1 returning colunas, inicio, cabecalho, total`,
    values: [batch.id, JSON.stringify(colunas), total, batch.abas, batch.aba],
  });
  return { ...batch, ...next };
}

/** The user chooses the row of the heading: rows below it are data, rows above it are ignored. */
export async function chooseHeading(
  tx: Queryable,
  batch: Batch,
  cabecalho: number,
  fields: Fields,
  naming: Naming,
): Promise<Batch> {
  const at = batch.inicio.findIndex(({ row }) => row === cabecalho);
  if (at < 0) throw refuse.invalid([{ field: 'cabecalho', message: 'Escolha uma das primeiras linhas da planilha' }]);
  const found = findHeading(
    batch.inicio.map(({ cells }) => cells),
    fields,
    at,
  );
  await tx.query({
    text: 'delete from importacao_linhas where importacao_id = $1 and linha <= $2',
    values: [batch.id, cabecalho],
  });
  // One that an erasure has emptied is no row any more.
  const below = batch.inicio.slice(at + 1).filter(({ cells }) => cells.length > 0);
  await write(tx, batch, below);
  const colunas = await propose(tx, { ...batch, colunas: found.colunas }, fields, naming);
  const counted = await tx.one<{ n: number }>({
    text: 'select count(*)::int as n from importacao_linhas where importacao_id = $1',
    values: [batch.id],
  });
  const total = counted?.n ?? 0;
  if (total === 0) throw noRows();
  // Corrections were made by the columns of the old heading.
  await tx.query({
    text: 'update importacao_linhas set correcoes = null, pulada = false where importacao_id = $1 and (correcoes is not null or pulada)',
    values: [batch.id],
  });
  await tx.query({
    text: 'update importacoes set colunas = $2, cabecalho = $3, total = $4 where id = $1',
    values: [batch.id, JSON.stringify(colunas), cabecalho, total],
  });
  return { ...batch, colunas, cabecalho, total };
}
