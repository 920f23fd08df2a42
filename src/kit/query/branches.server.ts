import sql, { raw, type Sql } from 'sql-template-tag';
import { columnIn, quote } from '#kit/registry/names.server.ts';
import type { AnyRegistry } from '#kit/registry/registry.ts';

/**
 * An SQL array of ids and, where the registry is a tree, of everything below them. Both are read once a statement, and the column
 * that is compared with them by its index.
 */
export function withBranches({ tree, ...registry }: AnyRegistry, ids: readonly (number | string)[]): Sql {
  const chosen = sql`${[...ids]}::bigint[]`;
  if (tree === undefined) return chosen;
  const [table, above] = [raw(quote(registry.table)), raw(quote(columnIn(registry, tree)))];
  return sql`array(
    with recursive branch as (
      select id from ${table} where id = any(${chosen}) union select b.id from branch join ${table} b on b.${above} = branch.id
    ) select id from branch)`;
}
