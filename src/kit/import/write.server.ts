import type { Acting } from '#kit/acting/acting.server.ts';
import { fold } from '#kit/br/text.ts';
import type { Tx } from '#kit/db/database.server.ts';
import type { Fields } from '#kit/fields/field.ts';
import { Refusal } from '#kit/refusal/refusal.ts';
import type { Record_, Store } from '#kit/store/store.server.ts';
import type { Batch } from './batch.server.ts';
import { blankInput, type ImportColumns, isUnchanged, recordOf } from './import.ts';

interface Waiting {
  linha: number;
  entrada: Record<string, unknown>;
  pendentes: Record<string, number> | null;
  novos: Record<string, string> | null;
  existenteId: number | null;
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
  row(row: Waiting, save: () => Promise<Written | null>): Promise<Written | null>;
  written?(rows: readonly Written[]): Promise<void>;
  made?(cadastro: string, id: number, versao: number): Promise<void>;
}

const batchSize = 500;
const line = 'linha, entrada, pendentes, novos, existente_id as "existenteId"';

/**
 * Adds the row's number to a fault that only the database or a hook could find, and the sentence on what was not done because of
 * it.
 */
export function named(error: unknown, linha: number, nothing = 'Nada foi importado.'): unknown {
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
      const { id, versao } = await of.create(tx, acting, { ...blankInput(of.registry), [of.registry.label]: name });
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
  let written: Written[] = [];
  let late: Waiting[] = [];
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
    const saved = before ? await store.update(tx, acting, before.id, record) : await store.create(tx, acting, record);
    if (before) outcome.updated += 1;
    else outcome.created += 1;
    written.push({ linha: row.linha, id: saved.id, antes: before ?? null });
    return { linha: row.linha, id: saved.id, antes: before ?? null };
  };
  const write = async (row: Waiting, before: Record_ | undefined) => {
    signal?.throwIfAborted();
    const saved = await taking.row(row, () => save(row, before));
    maker.rowEnds(saved !== null);
    if (saved && parents.has(row.linha)) parents.set(row.linha, saved.id);
    if (written.length >= batchSize) await flush();
    done += 1;
    if (done % 50 === 0) progress?.(done, batch.validos);
  };
  const flush = async () => {
    await taking.written?.(written);
    written = [];
  };
  const writeAll = async (rows: readonly Waiting[]) => {
    const ids = rows.flatMap(({ existenteId }) => (existenteId === null ? [] : [existenteId]));
    const standing = await store.readAll(tx, acting, ids, true);
    for (const row of rows) await write(row, row.existenteId === null ? undefined : standing.get(row.existenteId));
  };
  const isReady = ({ pendentes }: Waiting) => Object.values(pendentes ?? {}).every((linha) => parents.get(linha) !== null);

  // A cursor would see the rows that `flush` updates again; pages by key do not.
  for (let after = -1; ; ) {
    const rows = await tx.query<Waiting>({
      name: 'importacao-pagina',
      text: `select ${line} from importacao_linhas where importacao_id = $1 and linha > $2 and falhas is null and entrada is not null order by linha limit ${batchSize}`,
      values: [batch.id, after],
    });
    const ready: Waiting[] = [];
    for (const row of rows) {
      // The row may refer to one just before it: write the rows that are ready first.
      if (row.pendentes) {
        await writeAll(ready.splice(0));
        if (!isReady(row)) {
          late.push(row);
          continue;
        }
      }
      ready.push(row);
    }
    await writeAll(ready);
    after = rows.at(-1)?.linha ?? after;
    if (rows.length < batchSize) break;
  }
  // Rows that refer to later rows: repeated as long as some of them find theirs.
  while (late.length > 0) {
    const still: Waiting[] = [];
    for (const row of late) {
      if (isReady(row)) await writeAll([row]);
      else still.push(row);
    }
    if (still.length === late.length) {
      await circular(still, taking);
      break;
    }
    late = still;
  }
  if (written.length > 0) await flush();
  progress?.(done, batch.validos);
  return outcome;
}

async function circular(rows: readonly Waiting[], taking: Taking): Promise<void> {
  const refusal = new Refusal(
    'REFERENCIA_CIRCULAR',
    `As linhas ${some(rows.map(({ linha }) => linha))} dependem umas das outras ou de linhas com falhas.`,
  );
  for (const row of rows) await taking.row(row, () => Promise.reject(refusal));
}
