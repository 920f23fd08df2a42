import sql, { raw, type Sql } from 'sql-template-tag';
import type { Tx } from '#kit/db/database.server.ts';
import { quote } from '#kit/registry/names.server.ts';

/**
 * Puts rows back as they stood, from a JSON list of them that have these columns. Generated columns make themselves, and what the table has got since
 * takes its default. `asLeft`: as they would stand now if they had stayed, without what the database would have taken from them or with them.
 */
export async function putBack(tx: Tx, table: string, columns: readonly string[], rows: Sql, asLeft = false): Promise<void> {
  const there = await tx.query<{ name: string; of: string | null; goes: boolean }>(sql`
    select a.attname as name, k.confrelid::regclass::text as of, coalesce(k.confdeltype = 'c', false) as goes
    from pg_attribute a left join pg_constraint k on ${asLeft} and k.conrelid = a.attrelid and k.contype = 'f' and k.conkey = array[a.attnum]
      and k.confdeltype in ('c', 'n')
    where a.attrelid = ${quote(table)}::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''`);
  const known = there.filter(({ name }) => columns.includes(name));
  const found = ({ name, of }: { name: string; of: string | null }) => `(select o.id from ${of} o where o.id = r.${quote(name)})`;
  const values = known.map((one) => (one.of === null || one.goes ? `r.${quote(one.name)}` : found(one)));
  const stay = known.filter(({ goes }) => goes).map((one) => `(r.${quote(one.name)} is null or ${found(one)} is not null)`);
  await tx.query(sql`
    insert into ${raw(quote(table))} (${raw(known.map(({ name }) => quote(name)).join(', '))}) overriding system value
    select ${raw(values.join(', '))} from jsonb_populate_recordset(null::${raw(quote(table))}, ${rows}) r
    where ${raw(['true', ...stay].join(' and '))}`);
}
