import type { Tx } from '#kit/db/database.server.ts';
import { prepared, Statement } from '#kit/db/statement.server.ts';
import type { Field } from '#kit/fields/field.ts';
import { traits } from '#kit/fields/traits.ts';
import { columnOf, columns, isSelfOrdered, quote } from '#kit/registry/names.server.ts';

export type ChildRow = Record<string, unknown> & { id?: number | null };

/** Columns of the child table that the store writes, and the rows in its form; a row with an id exists already. */
function rowsToWrite({ fields = {}, dated }: Field, given: readonly ChildRow[], isKept: (id: number) => boolean) {
  // A hook may set a read-only field in every row; values from a request never get this far.
  const written = columns(fields).filter(([name, field]) => !field.readOnly || given.every((row) => row[name] !== undefined));
  const rows = given.map((row, index) => {
    const stored: Record<string, unknown> = { ordem: index + 1, ate: (dated && given[index + 1]?.[dated]) ?? null };
    for (const [name, field] of written) stored[columnOf(name, field)] = row[name] ?? null;
    return typeof row.id === 'number' && isKept(row.id) ? { ...stored, id: row.id } : stored;
  });
  const names = [
    ...(isSelfOrdered(fields) ? [] : ['ordem']),
    ...written.map(([name, field]) => quote(columnOf(name, field))),
    ...(dated ? ['ate'] : []),
  ];
  return { names, rows };
}

const rowsOf = (list: string, place: string) => `json_populate_recordset(null::${list}, ${place}::json) x`;
const of = (alias: string, names: readonly string[]) => names.map((name) => `${alias}.${name}`).join(', ');

const insertSql = (list: string, names: readonly string[], owner: string, place: string) =>
  `insert into ${list} (registro_id, ${names.join(', ')}) select ${owner}, ${of('x', names)} from ${rowsOf(list, place)}`;

/** Inserts the links or child rows of a new record whose id is the SQL `owner`, as part of a larger statement. */
export function insertList(list: string, field: Field, given: readonly unknown[], owner: string, statement: Statement): string {
  if (traits[field.kind].stored === 'links')
    return `insert into ${list} (registro_id, alvo_id, ordem) select ${owner}, x.id, x.n from unnest(${statement.put(given)}::bigint[]) with ordinality x(id, n)`;
  const { names, rows } = rowsToWrite(field, given as ChildRow[], () => false);
  return insertSql(list, names, owner, statement.put(JSON.stringify(rows)));
}

/** Writes the links of an existing record, in their order. */
export async function writeLinks(tx: Tx, list: string, field: Field, owner: number, given: readonly number[]): Promise<void> {
  await tx.query(prepared(`delete from ${list} where registro_id = $1`, [owner]));
  if (given.length === 0) return;
  const statement = new Statement();
  await tx.query(prepared(insertList(list, field, given, statement.put(owner), statement), statement.values));
}

/**
 * Writes the child rows of an existing record, all at once: a row with an id of the record is updated if it changed, one without
 * is new, and one left out is removed.
 */
export async function writeRows(tx: Tx, list: string, field: Field, owner: number, given: ChildRow[]): Promise<void> {
  const { fields = {}, dated } = field;
  const since = dated && quote(columnOf(dated, fields[dated] as Field));
  const known = await tx.query<{ id: number; since: unknown }>(
    prepared(`select id, ${since ?? 'null'} as since from ${list} where registro_id = $1`, [owner]),
  );
  const there = new Set(known.map(({ id }) => id));
  const kept = new Set(given.map(({ id }) => id).filter((id) => typeof id === 'number' && there.has(id)));
  const gone = [...there].filter((id) => !kept.has(id));
  if (gone.length > 0) await tx.query(prepared(`delete from ${list} where id = any($1::bigint[])`, [gone]));

  // Entries with a new date are first moved 1,900 years back, so that two of them may swap dates: the key of the dates is checked
  // row by row.
  const dates = new Map(given.map((row) => [row.id, row[dated ?? '']]));
  const moved = known.filter(({ id, since: was }) => dated && kept.has(id) && dates.get(id) !== was).map(({ id }) => id);
  if (moved.length > 0)
    await tx.query(prepared(`update ${list} set ${since} = ${since} - 700000 where id = any($1::bigint[])`, [moved]));

  // Of two rows with one id the first one keeps it.
  const { names, rows } = rowsToWrite(field, given, (id) => kept.delete(id));
  const standing = rows.filter((row) => 'id' in row);
  const fresh = rows.filter((row) => !('id' in row));
  if (standing.length > 0)
    await tx.query(
      prepared(
        `update ${list} c set ${names.map((name) => `${name} = x.${name}`).join(', ')} from ${rowsOf(list, '$1')}
          where c.id = x.id and (${of('c', names)}) is distinct from (${of('x', names)})`,
        [JSON.stringify(standing)],
      ),
    );
  if (fresh.length > 0) await tx.query(prepared(insertSql(list, names, '$1', '$2'), [owner, JSON.stringify(fresh)]));
}

/** Entries of a history in the order of their dates, whatever order the screen sends. */
export const inOrder = (rows: readonly ChildRow[], dated: string): ChildRow[] =>
  rows.toSorted((a, b) => (String(a[dated]) < String(b[dated]) ? -1 : 1));
