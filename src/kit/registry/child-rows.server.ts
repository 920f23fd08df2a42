import type { Tx } from '#kit/db/database.server.ts';
import type { Fields } from '#kit/fields/field.ts';
import { prepared } from './list.server.ts';
import { columnOf, columns, quote } from './names.server.ts';

export type ChildRow = Record<string, unknown> & { id?: number | null };

/** Writes the child rows of a record: a row with a known id is updated, one without is new, one left out goes. */
export async function writeRows(
  tx: Tx,
  list: string,
  fields: Fields,
  owner: number,
  given: ChildRow[],
  isNew: boolean,
): Promise<void> {
  const known = isNew ? [] : await tx.query<{ id: number }>(prepared(`select id from ${list} where registro_id = $1`, [owner]));
  const there = new Set(known.map(({ id }) => id));
  const kept = new Set(given.map(({ id }) => id).filter((id) => typeof id === 'number' && there.has(id)));
  const gone = [...there].filter((id) => !kept.has(id));
  if (gone.length > 0) await tx.query(prepared(`delete from ${list} where id = any($1::bigint[])`, [gone]));

  const written = columns(fields).filter(([, field]) => !field.readOnly);
  const names = written.map(([name, field]) => quote(columnOf(name, field)));
  const places = names.map((_, index) => `$${index + 3}`);
  const insert = `insert into ${list} (registro_id, ordem${names.map((name) => `, ${name}`).join('')}) values ($1, $2${places.map((place) => `, ${place}`).join('')})`;
  const update = `update ${list} set ordem = $2${names.map((name, index) => `, ${name} = ${places[index]}`).join('')} where id = $1`;
  for (const [index, row] of given.entries()) {
    const values = written.map(([name]) => row[name] ?? null);
    const stays = typeof row.id === 'number' && kept.delete(row.id);
    await tx.query(prepared(stays ? update : insert, [stays ? row.id : owner, index + 1, ...values]));
  }
}
