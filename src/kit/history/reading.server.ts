import { type Acting, type Change, makerKey } from '#kit/acting/acting.server.ts';
import type { Queryable } from '#kit/db/database.server.ts';
import type { Fields } from '#kit/fields/field.ts';
import { guardedOf, shows } from '#kit/fields/sensitive.ts';
import { isEmpty } from '#kit/form/check-rows.ts';

/** A reading of many records is one line of the trail: no record of it is 0. */
const NO_RECORD = 0;

/** What was read of guarded data, and how; never what somebody typed or saw. */
interface Reading {
  table: string;
  /** the record that it was about; many when not said */
  id?: number;
  /** labels of the guarded columns that were shown */
  columns: readonly string[];
  /** how many records */
  records?: number;
  /** labels of what it was narrowed by */
  filters?: readonly string[];
}

const lineOf = ({ table, id = NO_RECORD, columns, records, filters = [] }: Reading): Change => ({
  table,
  id,
  action: 'L',
  changes: {
    colunas: [null, columns.join(', ')],
    ...(records === undefined ? {} : { registros: [null, records] }),
    ...(filters.length === 0 ? {} : { filtros: [null, filters.join(', ')] }),
  },
});

/** Tells the trail which guarded columns somebody has read: a line for each reading, as of a whole list, a sheet or a report. Nothing where there was none. */
export async function tellReading(
  db: Queryable,
  acting: Acting,
  table: string,
  guarded: readonly string[],
  more: Pick<Reading, 'records' | 'filters'> = {},
): Promise<void> {
  if (guarded.length > 0) await acting.audit(db, lineOf({ table, columns: guarded, ...more }));
}

/** Tells that somebody has read a record that shows guarded data: a line each time. */
export const tellRecord = (db: Queryable, acting: Acting, table: string, id: number): Promise<void> =>
  acting.audit(db, { table, id, action: 'L', changes: {} });

const HOUR = 3_600_000;
const MOST_REMEMBERED = 20_000;

/** What this process knows to be told; what it does not know is asked of the database. */
const told = new Set<string>();
let toldIn = 0;

/** For tests: what was told is told again. */
export const forgetTold = (): void => told.clear();

/**
 * The same of what is read again and again, such as the pages of a list: one line for each user, company, table (or record) and set of columns an hour,
 * whichever process asks first.
 */
export async function tellHourly(db: Queryable, acting: Acting, reading: Reading): Promise<void> {
  const key = await tellOnce(db, acting, reading);
  if (key !== undefined) told.add(key);
}

/** Writes the line, unless this process or the database knows of it; answers with what to remember once it is sure to stay. */
async function tellOnce(db: Queryable, acting: Acting, reading: Reading): Promise<string | undefined> {
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

/**
 * Whoever saves a record is answered with what is guarded of it: a reading, told once an hour, in the transaction of the save, which may yet be undone.
 * Answers with the record.
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

/** The same of rows under the names of a registry's fields; nothing where nobody was shown a guarded value. */
export async function tellRows(
  db: Queryable,
  acting: Acting,
  { table, fields }: { table: string; fields: Fields },
  rows: readonly Readonly<Record<string, unknown>>[],
  more: Pick<Reading, 'id' | 'filters'> = {},
): Promise<void> {
  const columns = guardedOf(fields, Object.keys(rows[0] ?? {}), acting.can);
  if (columns.length === 0 || !rows.some((row) => shows(fields, row, acting.can))) return;
  await tellHourly(db, acting, { table, columns, records: rows.length, ...more });
}

/** What a report was narrowed by, in the words of its screen. */
export const filledIn = (fields: Fields, filter: Readonly<Record<string, unknown>>): string[] =>
  Object.entries(fields).flatMap(([name, { label }]) => (isEmpty(filter[name]) || filter[name] === false ? [] : [label]));
