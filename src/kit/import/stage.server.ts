import { withFewMarks } from '#kit/br/text.ts';
import type { Database, Queryable } from '#kit/db/database.server.ts';
import { inSteps } from '#kit/engine/in-steps.server.ts';
import type { Fields } from '#kit/fields/field.ts';
import type { Files } from '#kit/files/files.server.ts';
import { Refusal, refuse } from '#kit/refusal/refusal.ts';
import type { SheetRow, SheetValue } from '#kit/sheet/sheet-row.ts';
import type { Batch } from './batch.server.ts';
import { findHeading, HEADING_ROWS, type Heading, headingKey, LONGEST } from './heading.ts';
import type { ColumnMap } from './import.ts';
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
const repeats = (colunas: readonly ColumnMap[], pause: ReturnType<typeof inSteps>) => {
  const titles = colunas.map(({ coluna }) => coluna);
  const keys = new Map<string, string>();
  const keyOf = (title: string) => {
    const key = keys.get(title) ?? headingKey(title);
    keys.set(title, key);
    return key;
  };
  const named = colunas.filter(({ campo }) => campo !== null).length;
  return async ({ cells }: SheetRow): Promise<boolean> => {
    if (named < 2 || titles.length !== cells.length) return false;
    for (const [index, cell] of cells.entries()) {
      if (cell === null) continue;
      const title = titles[index] ?? '';
      if (typeof cell !== 'string' || cell.length > LONGEST) return false;
      if (cell === title) continue;
      await pause();
      if (headingKey(cell) !== keyOf(title)) return false;
    }
    return cells.some((cell) => cell !== null);
  };
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
  let found: Heading | undefined;
  let again: ReturnType<typeof repeats> | undefined;
  const pause = inSteps();
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
    found = await findHeading(
      head.map(({ cells }) => cells),
      fields,
      pause,
    );
    again = repeats(found.colunas, pause);
    for (const row of head.slice(found.dataFrom)) if (!(await again(row))) waiting.push(row);
    head = [];
    await db.query({
      text: 'update importacoes set colunas = $2, inicio = $3, cabecalho = $4 where id = $1',
      values: [batch.id, JSON.stringify(found.colunas), JSON.stringify(inicio), inicio[found.at]?.row ?? null],
    });
  };
  for await (const given of rows) {
    await pause();
    const row = stored(given);
    if (!found) {
      if (head.push(row) > HEADING_ROWS) await begin();
    } else if (!(await again?.(row))) {
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

/** A heading that somebody asks for, and the batch that it was found in. */
export interface Asked {
  of: Batch;
  heading: Heading;
}

/** Looks at another row as the heading, or again at the one that was found; null when the sheet does not begin with that row. */
export async function askHeading(batch: Batch, row: number | null, fields: Fields): Promise<Asked | null> {
  const at = batch.inicio.findIndex((one) => one.row === row);
  if (row !== null && at < 0) return null;
  const cells = batch.inicio.map((one) => one.cells);
  return { of: batch, heading: await findHeading(cells, fields, inSteps(), Math.max(0, at)) };
}

/** Whether the batch still begins with the rows that the heading was found in. */
export const isStill = ({ of }: Asked, { inicio, cabecalho }: Batch) =>
  of.cabecalho === cabecalho && JSON.stringify(of.inicio) === JSON.stringify(inicio);

/** The user chooses the row of the heading: rows below it are data, rows above it are ignored. */
export async function chooseHeading(
  tx: Queryable,
  batch: Batch,
  { cabecalho, found }: { cabecalho: number; found: Heading | undefined },
  fields: Fields,
  naming: Naming,
): Promise<Batch> {
  if (!found) throw refuse.invalid([{ field: 'cabecalho', message: 'Escolha uma das primeiras linhas da planilha' }]);
  await tx.query({
    text: 'delete from importacao_linhas where importacao_id = $1 and linha <= $2',
    values: [batch.id, cabecalho],
  });
  // One that an erasure has emptied is no row any more.
  const below = batch.inicio.slice(found.dataFrom).filter(({ cells }) => cells.length > 0);
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
