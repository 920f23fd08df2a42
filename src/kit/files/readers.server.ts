import sql, { join, raw, type Sql } from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Queryable, Tx } from '#kit/db/database.server.ts';
import { type Fields, isList } from '#kit/fields/field.ts';
import { guardsOf } from '#kit/fields/sensitive.ts';
import { columnOf, listTable, quote } from '#kit/registry/names.server.ts';
import type { AnyRegistry } from '#kit/registry/registry.ts';

/**
 * Declares who may read the files that a column refers to: whoever may open the record behind it. Only the maker reads the files
 * of an undeclared column.
 */
export interface FileReader {
  /** the table, and its column that refers to files */
  table: string;
  column: string;
  /** the record that decides: its table, and the column of `table` that holds its id */
  record: { table: string; by: string };
  /** opens the record; none: `where` alone decides, of people who are something to it */
  authority?: string;
  /** the authorities that the field of the column requires besides */
  guards?: readonly string[];
  /** which rows of `table` count, over alias `f`; all by default */
  only?: Sql;
  /** which records somebody sees, over alias `t`; all of the company by default */
  where?(acting: Acting): Sql | undefined;
}

/** The table of the files that records refer to inside of their data. */
const USES = 'arquivo_usos';

/** The readers of the files that a registry's records refer to: in their fields, in their rows, and inside of their data. */
export function fileReadersOf(registry: AnyRegistry, where?: FileReader['where']): FileReader[] {
  if (registry.view) return [];
  const { table, authority } = registry;
  const of = { authority, ...(where ? { where } : {}) };
  const uses = { table: USES, column: 'arquivo_id', record: { table, by: 'registro_id' }, only: sql`f.tabela = ${table}`, ...of };
  const readers = (fields: Fields, at: string, by: string, above: readonly string[]): FileReader[] =>
    Object.entries(fields).flatMap(([name, field]): FileReader[] => {
      const guards = [...above, ...guardsOf(field)];
      if (field.fields) return readers(field.fields, listTable(registry, name), 'registro_id', guards);
      if (field.target !== 'arquivos') return [];
      return isList(field)
        ? [{ table: listTable(registry, name), column: 'alvo_id', record: { table, by: 'registro_id' }, guards, ...of }]
        : [{ table: at, column: columnOf(name, field), record: { table, by }, guards, ...of }];
    });
  return [...readers(registry.fields, table, 'id', []), uses];
}

/** The condition that a row of this reader refers to the file. */
const names = ({ table, column, only }: FileReader, id: number) =>
  sql`select from ${raw(quote(table))} f where f.${raw(quote(column))} = ${id}${only ? sql` and ${only}` : sql``}`;

/** Whether somebody may open a record that refers to the file. */
export async function isShown(db: Queryable, readers: readonly FileReader[], id: number, acting: Acting): Promise<boolean> {
  const parts = readers
    .filter(({ authority, guards = [] }) =>
      [...(authority === undefined ? [] : [authority]), ...guards].every((one) => acting.can(one)),
    )
    .map((reader) => {
      const { record, where } = reader;
      const seen = where?.(acting) ?? sql`true`;
      return sql`exists (${names(reader, id)} and exists (select from ${raw(quote(record.table))} t where t.id = f.${raw(quote(record.by))} and (${seen})))`;
    });
  if (parts.length === 0) return false;
  const row = await db.one<{ yes: boolean }>(sql`select ${join(parts, ' or ')} as yes`);
  return row?.yes ?? false;
}

/** Whether a guarded field refers to the file. */
export async function isGuarded(db: Queryable, readers: readonly FileReader[], id: number): Promise<boolean> {
  const parts = readers.filter(({ guards = [] }) => guards.length > 0).map((reader) => sql`exists (${names(reader, id)})`);
  if (parts.length === 0) return false;
  const row = await db.one<{ yes: boolean }>(sql`select ${join(parts, ' or ')} as yes`);
  return row?.yes ?? false;
}

/**
 * Keeps the files that a record refers to inside of its data, where there can be no foreign key, and lets the others be removed.
 * The store calls it for hooks with `filesIn`; a module calls it for a table of its own, and declares its `fileReaders`.
 */
export async function keepFiles(tx: Tx, table: string, id: number, files: readonly number[]): Promise<void> {
  await tx.query({
    name: 'arquivo-usos-tirar',
    text: `delete from ${USES} where tabela = $1 and registro_id = $2 and arquivo_id <> all($3::bigint[])`,
    values: [table, id, files],
  });
  if (files.length > 0)
    await tx.query({
      name: 'arquivo-usos-por',
      text: `insert into ${USES} (tabela, registro_id, arquivo_id) select $1, $2, unnest($3::bigint[]) on conflict do nothing`,
      values: [table, id, files],
    });
}

/** Forgets the files of removed records: a record removed together with another one does not pass the store. */
export async function forgetUses(db: Queryable): Promise<void> {
  const tables = await db.query<{ tabela: string }>({
    text: `select distinct tabela from ${USES} where to_regclass(quote_ident(tabela)) is not null`,
  });
  for (const { tabela } of tables)
    await db.query({
      text: `delete from ${USES} u where u.tabela = $1 and not exists (select from ${quote(tabela)} t where t.id = u.registro_id)`,
      values: [tabela],
    });
}
