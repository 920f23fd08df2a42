import sql, { raw, type Sql } from 'sql-template-tag';

/** The condition of a filter by a list: the column has one of the values; without values it is always true. */
export const among = (column: Sql, values: readonly unknown[] | null | undefined, type: 'bigint' | 'text' = 'bigint'): Sql =>
  values?.length ? sql`${column} = any(${[...values]}::${raw(type)}[])` : sql`true`;
