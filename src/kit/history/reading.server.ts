import { type Acting, type Change, makerKey } from '#kit/acting/acting.server.ts';
import type { Queryable } from '#kit/db/database.server.ts';
import { eitherWay } from '#kit/db/either-way.server.ts';
import type { Fields } from '#kit/fields/field.ts';
import { guardedOf, shows } from '#kit/fields/sensitive.ts';
import { isEmpty } from '#kit/form/check-rows.ts';

/** The id in the trail when many records are read: no record has the id 0. */
const NO_RECORD = 0;

/** Which guarded data was read, and how; never what somebody typed or saw. */
export interface GuardedReading {
  table: string;
  /** the record that was read; many by default */
  id?: number;
  /** labels of the guarded columns that were shown */
  columns: readonly string[];
  /** how many records */
  records?: number;
  /** labels of the fields that narrowed the reading */
  filters?: readonly string[];
}

const lineOf = ({ table, id = NO_RECORD, columns, records, filters = [] }: GuardedReading): Change => ({
  table,
  id,
  action: 'L',
  changes: {
    colunas: [null, columns.join(', ')],
    ...(records === undefined ? {} : { registros: [null, records] }),
    ...(filters.length === 0 ? {} : { filtros: [null, filters.join(', ')] }),
  },
});

/**
 * Writes into the trail which guarded columns somebody has read: a line for each reading, as of a whole list, a sheet or a
 * report. Writes nothing when no guarded column was read.
 */
export async function tellReading(
  db: Queryable,
  acting: Acting,
  table: string,
  guarded: readonly string[],
  more: Pick<GuardedReading, 'records' | 'filters'> = {},
): Promise<void> {
  if (guarded.length > 0) await acting.audit(db, lineOf({ table, columns: guarded, ...more }));
}

/** Writes into the trail that somebody has read a record with guarded data: a line each time. */
export const tellRecord = (db: Queryable, acting: Acting, table: string, id: number): Promise<void> =>
  acting.audit(db, { table, id, action: 'L', changes: {} });

const HOUR = 3_600_000;
const MOST_REMEMBERED = 20_000;

/** The readings that this process has seen recorded; others are looked up in the database. */
const told = new Set<string>();
let toldIn = 0;

/** For tests: forgets which readings were recorded. */
export const forgetTold = (): void => told.clear();

/**
 * Records repeated readings, such as the pages of a list: one line for each user, company, table (or record) and set of columns
 * an hour, whichever process comes first.
 */
export async function tellHourly(db: Queryable, acting: Acting, reading: GuardedReading): Promise<void> {
  const key = await tellOnce(db, acting, reading);
  if (key !== undefined) told.add(key);
}

/**
 * Writes the line, unless this process or the database has it already; answers with the key to remember once the line is
 * committed.
 */
async function tellOnce(db: Queryable, acting: Acting, reading: GuardedReading): Promise<string | undefined> {
  if (reading.columns.length === 0) return undefined;
  const hour = Math.floor(Date.now() / HOUR);
  if (hour !== toldIn || told.size >= MOST_REMEMBERED) told.clear();
  toldIn = hour;
  const what = `${hour} ${reading.table} ${reading.id ?? NO_RECORD} ${reading.columns.join(', ')}`;
  const key = `${makerKey(acting)} ${acting.empresaId} ${what}`;
  if (told.has(key)) return undefined;
  const line = lineOf(reading);
  await acting.audit(db, { ...line, changes: { ...line.changes, leitura: [null, 'A primeira desta hora'] }, once: what });
  return key;
}

/** The same for what a transaction tells, even if it is undone: recorded at its end. */
export const tellAtEnd = (tx: object, acting: Acting, reading: GuardedReading): void =>
  eitherWay(tx, `${reading.table} ${reading.id ?? NO_RECORD} ${reading.columns.join(', ')}`, (db) =>
    tellOnce(db, acting, reading),
  );

/**
 * The answer to a save shows guarded values, which is a reading: it is recorded once an hour, in the transaction of the save,
 * which may still be undone. Answers with the record.
 */
export async function tellSaved<R extends { id: number }>(
  tx: Queryable,
  acting: Acting,
  { table, fields }: { table: string; fields: Fields },
  record: R,
): Promise<R> {
  const row = record as Readonly<Record<string, unknown>>;
  if (shows(fields, row, acting.can))
    await tellOnce(tx, acting, { table, id: record.id, columns: guardedOf(fields, Object.keys(row), acting.can) });
  return record;
}

/**
 * Does the same for rows under the names of a registry's fields, and labels of guarded fields that were `asked` about by a filter or an order;
 * nothing when no guarded value was shown or asked about.
 */
export async function tellRows(
  db: Queryable,
  acting: Acting,
  { table, fields }: { table: string; fields: Fields },
  rows: readonly Readonly<Record<string, unknown>>[],
  { asked = [], ...more }: Pick<GuardedReading, 'id' | 'filters'> & { asked?: readonly string[] } = {},
): Promise<void> {
  const shown = rows.some((row) => shows(fields, row, acting.can)) ? Object.keys(rows[0] ?? {}) : [];
  const columns = new Set([...guardedOf(fields, shown, acting.can), ...asked]);
  await tellHourly(db, acting, { table, columns: [...columns], records: rows.length, ...more });
}

/** The labels of the filled-in fields of a report's filter. */
export const filledIn = (fields: Fields, filter: Readonly<Record<string, unknown>>): string[] =>
  Object.entries(fields).flatMap(([name, { label }]) => (isEmpty(filter[name]) || filter[name] === false ? [] : [label]));
