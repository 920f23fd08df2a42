import type { Acting } from '#kit/acting/acting.server.ts';
import { fold } from '#kit/br/text.ts';
import type { Queryable, Tx } from '#kit/db/database.server.ts';
import type { Fields } from '#kit/fields/field.ts';
import { Refusal, refuse } from '#kit/refusal/refusal.ts';
import { type Record_, type Store, UNASKED, type Unasked } from '#kit/store/store.server.ts';
import type { Batch } from './batch.server.ts';
import { blankInput, CONFIRMED, type ImportColumns, isUnchanged, recordOf } from './import.ts';
import { canMake } from './makeable.server.ts';
import { pageOf } from './pages.server.ts';

interface Waiting {
  linha: number;
  entrada: Record<string, unknown>;
  pendentes: Record<string, number> | null;
  novos: Record<string, string> | null;
  existenteId: number | null;
  /** for which record somebody has confirmed it */
  confirmada: number | null;
}

export interface Written {
  linha: number;
  id: number;
  antes: Record_ | null;
}

/** What rows are written through. */
export interface Writing {
  store: Store;
  extra?: ImportColumns;
  fields: Fields;
  acting: Acting;
  /** the store of a registry that rows refer to, by `module/slug` */
  storeOf(target: string): Store;
  /** see `Importing` */
  owned: readonly string[];
  signal?: AbortSignal;
  progress?(n: number, total: number): void;
}

interface Outcome {
  created: number;
  updated: number;
  unchanged: number;
}

/** What happens to a row that the save refuses: the whole batch ends (throw), or the fault is noted and the next row comes. */
export interface Taking {
  /** runs the save of a row; a trial wraps it */
  row(row: Pick<Waiting, 'linha' | 'entrada'>, save: () => Promise<Written | null>): Promise<Written | null>;
  /** what a person who typed the row would be shown */
  warned?(linha: number, sentences: readonly string[]): void;
  written?(rows: readonly Written[]): Promise<void>;
  made?(cadastro: string, id: number, versao: number): Promise<void>;
  /** a row that is not written, for its record waits for a confirmation now (`holds`) that it has not got */
  held?(linha: number, sentence: string): void;
}

const batchSize = 500;
/** Rows that waited for others and are written at a time. */
const MOST_LATE = 50;
const line = `linha, entrada, pendentes, novos, existente_id as "existenteId", (correcoes ->> '${CONFIRMED}')::bigint as confirmada`;

/**
 * Adds the row's number to a fault that only the database or a hook could find, and the sentence on what was not done because of
 * it.
 */
export function withLine(error: unknown, linha: number, nothing = 'Nada foi importado.'): unknown {
  if (!(error instanceof Refusal)) return error;
  const errors = (error.extra.errors as { message: string }[] | undefined)?.map(({ message }) => message);
  return new Refusal(
    error.code,
    `Linha ${linha}: ${errors && errors.length > 0 ? errors.join('; ') : error.message} ${nothing}`.replace(
      /([^.!?]) Nada/,
      '$1. Nada',
    ),
    error.status,
  );
}

/** '2, 5 e mais 10': as many numbers as a sentence can hold. */
export function some(numbers: readonly number[], most = 10): string {
  const shown = numbers.slice(0, most).join(', ');
  return numbers.length > most ? `${shown} e mais ${numbers.length - most}` : shown;
}

/** Makes the record that a cell refers to, once for the whole batch. */
function createMaker(tx: Tx, { fields, storeOf, acting }: Writing, taking: Taking) {
  const made = new Map<string, number>();
  let ofThisRow: string[] = [];
  return {
    async idOf(campo: string, name: string): Promise<number> {
      const target = fields[campo]?.target ?? '';
      const key = `${target}\n${fold(name)}`;
      const known = made.get(key);
      if (known !== undefined) return known;
      const of = storeOf(target);
      if (!canMake(of, acting)) throw refuse.forbidden();
      const { id, versao } = await of.create(tx, acting, { ...blankInput(of.registry), [of.registry.label]: name }, UNASKED);
      made.set(key, id);
      ofThisRow.push(key);
      await taking.made?.(target, id, versao);
      return id;
    },
    /** Called after each row: records made for a row that failed are gone with it. */
    rowEnds(stands: boolean) {
      if (!stands) for (const key of ofThisRow) made.delete(key);
      ofThisRow = [];
    },
  };
}

/**
 * Writes every sound row through the registry's own save, in the order of the file; a row that refers to a later row is written
 * after that one.
 */
export async function writeRows(tx: Tx, writing: Writing, batch: Batch, taking: Taking): Promise<Outcome> {
  const { store, extra, acting, signal, progress } = writing;
  const { registry } = store;
  const maker = createMaker(tx, writing, taking);
  const outcome: Outcome = { created: 0, updated: 0, unchanged: 0 };
  const parents = new Map<number, number | null>();
  const wanted = await tx.query<{ linha: number }>({
    text: 'select distinct e.value::int as linha from importacao_linhas l, jsonb_each_text(l.pendentes) e where l.importacao_id = $1',
    values: [batch.id],
  });
  for (const { linha } of wanted) parents.set(linha, null);
  const late = createLate(({ pendentes }) => Object.values(pendentes ?? {}).filter((linha) => parents.get(linha) === null));
  let written: Written[] = [];
  let done = 0;

  const save = async (row: Waiting, before: Record_ | undefined): Promise<Written | null> => {
    const input = { ...row.entrada };
    for (const [campo, of] of Object.entries(row.pendentes ?? {})) input[campo] = parents.get(of);
    for (const [campo, name] of Object.entries(row.novos ?? {})) input[campo] = await maker.idOf(campo, name);
    if (row.existenteId !== null && !before)
      throw new Refusal('REGISTRO_EXCLUIDO', 'O registro foi excluído depois da análise. Analise a planilha de novo.');
    const record = recordOf(registry, extra, input, before);
    if (before && isUnchanged(registry, record, before)) {
      outcome.unchanged += 1;
      return { linha: row.linha, id: before.id, antes: null };
    }
    const { warned } = taking;
    const unasked: Unasked = {
      follows: true,
      confirmed: true,
      ...(warned && { warn: (sentences) => warned(row.linha, sentences) }),
    };
    const saved = before
      ? await store.update(tx, acting, before.id, record, unasked)
      : await store.create(tx, acting, record, unasked);
    if (before) outcome.updated += 1;
    else outcome.created += 1;
    written.push({ linha: row.linha, id: saved.id, antes: before ?? null });
    return { linha: row.linha, id: saved.id, antes: before ?? null };
  };
  const write = async (row: Waiting, before: Record_ | undefined) => {
    signal?.throwIfAborted();
    const saved = await taking.row(row, () => save(row, before));
    maker.rowEnds(saved !== null);
    if (saved && parents.has(row.linha)) {
      parents.set(row.linha, saved.id);
      late.written(row.linha);
    }
    if (written.length >= batchSize) await flush();
    done += 1;
    if (done % 50 === 0) progress?.(done, batch.validos);
  };
  const flush = async () => {
    await store.hooks.afterSaves?.(tx, { ids: written.map(({ id }) => id), acting });
    await taking.written?.(written);
    written = [];
  };
  const writeAll = async (rows: readonly Waiting[]) => {
    for await (const group of store.readAlong(tx, acting, rows, ({ existenteId }) => existenteId, true)) {
      const { records } = group;
      const held = taking.held ? await heldOf(tx, writing, group.rows, records) : new Map<number, string>();
      for (const row of group.rows) {
        const sentence = held.get(row.linha);
        if (sentence === undefined) await write(row, row.existenteId === null ? undefined : records.get(row.existenteId));
        else taking.held?.(row.linha, sentence);
      }
      // What is kept of the rows is as long as their records.
      if (group.isFull && written.length > 0) await flush();
    }
  };

  // A cursor would see the rows that `flush` updates again; pages by key do not.
  for (let after = -1; ; ) {
    const rows = await tx.query<Waiting>({
      name: 'importacao-pagina',
      text: pageOf(
        `select ${line} from importacao_linhas where importacao_id = $1 and linha > $2 and falhas is null and entrada is not null and not apagada`,
        'linha',
        'entrada',
      ),
      values: [batch.id, after],
    });
    if (rows.length === 0) break;
    let ready: Waiting[] = [];
    for (const row of rows) {
      // The row may refer to one just before it: write the rows that are ready first.
      if (row.pendentes) {
        await writeAll(ready);
        ready = [];
      }
      if (!late.waits(row)) ready.push(row);
    }
    await writeAll(ready);
    after = rows.at(-1)?.linha ?? after;
  }
  const rowsOf = (lines: readonly number[]) =>
    tx.query<Waiting>({
      text: `select ${line} from importacao_linhas where importacao_id = $1 and linha = any($2::int[]) and not apagada order by linha`,
      values: [batch.id, lines],
    });
  for (let lines = late.next(); lines.length > 0; lines = late.next()) await writeAll(await rowsOf(lines));
  await circular(late.left(), taking);
  if (written.length > 0) await flush();
  progress?.(done, batch.validos);
  return outcome;
}

/** Rows that would change what is another one's to read, and that nobody has confirmed for this record: line → why they wait. */
export async function heldOf(
  db: Queryable,
  { store: { registry, hooks }, extra, acting }: Pick<Writing, 'store' | 'extra' | 'acting'>,
  rows: readonly Pick<Waiting, 'linha' | 'entrada' | 'existenteId' | 'confirmada'>[],
  standing: ReadonlyMap<number, Record_>,
): Promise<Map<number, string>> {
  if (!hooks.holds) return new Map();
  const open = rows.flatMap(({ linha, entrada, existenteId, confirmada }) => {
    const before = existenteId === null || confirmada === existenteId ? undefined : standing.get(existenteId);
    return before ? [{ linha, before, value: recordOf(registry, extra, entrada, before) }] : [];
  });
  const held = open.length > 0 ? await hooks.holds(db, open, acting) : new Map<number, string>();
  return new Map(
    open.flatMap(({ linha, before }) => {
      const sentence = held.get(before.id);
      return sentence === undefined ? [] : [[linha, sentence] as const];
    }),
  );
}

/** Rows that refer to rows further down. Only their numbers are kept: each is read again when the last of those rows is written. */
function createLate(missing: (row: Waiting) => number[]) {
  const waiters = new Map<number, number[]>();
  const open = new Map<number, number>();
  const ready: number[] = [];
  return {
    /** Whether the row must wait; it is remembered then. */
    waits(row: Waiting): boolean {
      const parents = new Set(missing(row));
      if (parents.size === 0) return false;
      open.set(row.linha, parents.size);
      for (const parent of parents) {
        const others = waiters.get(parent);
        if (others) others.push(row.linha);
        else waiters.set(parent, [row.linha]);
      }
      return true;
    },
    written(parent: number) {
      for (const linha of waiters.get(parent) ?? []) {
        const others = (open.get(linha) ?? 0) - 1;
        if (others > 0) open.set(linha, others);
        else {
          open.delete(linha);
          ready.push(linha);
        }
      }
      waiters.delete(parent);
    },
    /** Some of the rows that wait no longer. */
    next: () => ready.splice(-MOST_LATE),
    /** The rows that still wait. */
    left: () => [...open.keys()],
  };
}

/** Rows that wait for each other, or for a row that was not written. */
async function circular(lines: readonly number[], taking: Taking): Promise<void> {
  const refusal = new Refusal(
    'REFERENCIA_CIRCULAR',
    `As linhas ${some(lines)} dependem umas das outras ou de linhas com falhas.`,
  );
  for (const linha of lines) await taking.row({ linha, entrada: {} }, () => Promise.reject(refusal));
}
