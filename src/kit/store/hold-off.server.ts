import sql, { raw } from 'sql-template-tag';
import type { Queryable } from '#kit/db/database.server.ts';
import { quote } from '#kit/registry/names.server.ts';

/** What `holdsOff` does, for a save that only sometimes looks at what refers to its record. */
export const holdOff = (tx: Queryable, table: string, id: number) =>
  tx.query(sql`select from ${raw(quote(table))} where id = ${id} for update`);
