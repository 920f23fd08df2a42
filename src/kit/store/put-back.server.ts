import sql, { raw, type Sql } from 'sql-template-tag';
import type { Tx } from '#kit/db/database.server.ts';
import { quote } from '#kit/registry/names.server.ts';

/**
 * Puts rows back as they stood, from a JSON list of them that begins with `first`. Generated columns make themselves, and what the table has got since
 * takes its default.
 */
export async function putBack(tx: Tx, table: string, first: object, rows: Sql): Promise<void> {
  const there = await tx.query<{ name: string }>(sql`
    select attname as name from pg_attribute where attrelid = ${quote(table)}::regclass and attnum > 0 and not attisdropped and attgenerated = ''`);
  const names = raw(there.flatMap(({ name }) => (Object.hasOwn(first, name) ? [quote(name)] : [])).join(', '));
  await tx.query(sql`
    insert into ${raw(quote(table))} (${names}) select ${names} from jsonb_populate_recordset(null::${raw(quote(table))}, ${rows})`);
}
